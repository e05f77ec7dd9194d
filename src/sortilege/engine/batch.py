"""Many games of one kind at once, stepped by one compiled call: what agents learn from."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from sortilege.engine.chance import FastChance
from sortilege.engine.observe import Observer
from sortilege.engine.playout import stuck
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, OVER, State, new_buffer

# Who plays a seat.
LEARNER: Final = 0
RANDOM: Final = 1
GREEDY: Final = 2


def rewards(state: State) -> list[float]:
    """What the end is worth to each seat: 1 is a win and -1 a defeat alone or for two; among more the defeats add up to
    the win, so that the sum is 0. A win is shared between equals."""
    ranking = state.ranking()
    seats = len(ranking)
    if seats == 1:
        return [1.0 if ranking[0] == 1 else -1.0]
    firsts = ranking.count(1)
    return [(seats / firsts - 1.0 if place == 1 else -1.0) / (seats - 1) for place in ranking]


class Games:
    """Games that go on together: each waits for a move of a seat that learns, and starts anew when it is over."""

    def __init__(
        self, start: State, count: i64, players: list[int], sense: Sense, observer: Observer, moves: i64, seed: object
    ) -> None:
        self.start: State = start
        self.count: i64 = count
        self.players: vec[i64] = vec[i64](players)
        self.sense: Sense = sense
        self.observer: Observer = observer
        self.moves: i64 = moves
        self.chance: FastChance = FastChance(seed)
        self.buffer: vec[i64] = new_buffer()
        self.states: list[State] = [start.copy() for _ in range(count)]
        self.observations: vec[i32] = vec[i32]([0] * (count * observer.width))
        self.masks: vec[u8] = vec[u8]([0] * (count * moves))
        self.rewards: vec[float] = vec[float]([0.0] * (count * start.seats))
        self.dones: vec[u8] = vec[u8]([0] * count)
        self.seats: vec[i64] = vec[i64]([0] * count)
        self.known: vec[vec[i64]] = vec[vec[i64]]([observer.look(start, 0) for _ in range(count)])
        self.legal: vec[i64] = vec[i64]([0] * (count * moves))
        self.counts: vec[i64] = vec[i64]([0] * count)
        number: i64 = 0
        while number < count:
            observer.write(start, 0, self.observations, number * observer.width)
            self.go_on(number)
            number += 1

    def illegal(self, moves: vec[i64]) -> i64:
        """The number of the first game in which this is no legal move; -1 if there is none."""
        number: i64 = 0
        while number < self.count:
            move: i64 = moves[number]
            if move < 0 or move >= self.moves or self.masks[number * self.moves + move] == 0:
                return number
            number += 1
        return -1

    def step(self, moves: vec[i64]) -> None:
        """Play a legal move in every game, and what follows until a seat that learns decides."""
        number: i64 = 0
        while number < self.count:
            if self.dones[number]:
                self.begin(number)
            self.states[number].advance(moves[number])
            self.go_on(number)
            number += 1

    def go_on(self, number: i64) -> None:
        """Throw the dice and let the others play; then tell whose turn it is what it sees and may do."""
        state = self.states[number]
        while True:
            seat: i64 = state.seat
            if seat == CHANCE:
                state.advance(self.chance.below(state.sides()))
            elif seat == OVER:
                self.settle(number, state)
                state = self.start.copy()
                self.states[number] = state
            elif self.players[seat] == LEARNER:
                break
            else:
                state.advance(self.choice(state))
        self.show(number, state)
        self.allow(number, state)

    def show(self, number: i64, state: State) -> None:
        """Tell the seat that decides what it sees."""
        observer = self.observer
        seen = observer.look(state, state.seat)
        observer.rewrite(seen, self.known[number], self.observations, number * observer.width)
        self.seats[number] = state.seat

    def allow(self, number: i64, state: State) -> None:
        """Tell it what it may do."""
        first: i64 = number * self.moves
        masks = self.masks
        legal = self.legal
        buffer = self.buffer
        i: i64 = first
        end: i64 = first + self.counts[number]
        while i < end:
            masks[first + legal[i]] = 0
            i += 1
        count: i64 = state.moves_into(buffer)
        i = 0
        while i < count:
            move: i64 = buffer[i]
            masks[first + move] = 1
            legal[first + i] = move
            i += 1
        self.counts[number] = count

    def choice(self, state: State) -> i64:
        """The move of a seat that does not learn."""
        if self.players[state.seat] == GREEDY:
            return self.sense.choose(state.seen_by(state.seat), self.chance)
        count: i64 = state.moves_into(self.buffer)
        if count == 0:
            raise stuck(state)
        return self.buffer[self.chance.below(count)]

    def settle(self, number: i64, state: State) -> None:
        """Note what the end is worth."""
        self.dones[number] = 1
        at: i64 = number * state.seats
        for reward in rewards(state):
            self.rewards[at] = reward
            at += 1

    def begin(self, number: i64) -> None:
        """Nothing has ended in this game."""
        self.dones[number] = 0
        at: i64 = number * self.start.seats
        end: i64 = at + self.start.seats
        while at < end:
            self.rewards[at] = 0.0
            at += 1

    def random_moves(self) -> vec[i64]:
        """Any legal move in every game, each as likely."""
        found = vec[i64]([0] * self.count)
        number: i64 = 0
        while number < self.count:
            found[number] = self.legal[number * self.moves + self.chance.below(self.counts[number])]
            number += 1
        return found
