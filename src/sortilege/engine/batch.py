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
        self.no_cells: vec[i32] = vec[i32]([0] * (count * observer.width))
        self.no_moves: vec[u8] = vec[u8]([0] * (count * moves))
        self.no_rewards: vec[float] = vec[float]([0.0] * (count * start.seats))
        self.no_dones: vec[u8] = vec[u8]([0] * count)
        self.observations: vec[i32] = self.no_cells[:]
        self.masks: vec[u8] = self.no_moves[:]
        self.rewards: vec[float] = self.no_rewards[:]
        self.dones: vec[u8] = self.no_dones[:]
        self.seats: vec[i64] = vec[i64]([0] * count)
        self.clear()
        number: i64 = 0
        while number < count:
            self.go_on(number)
            number += 1

    def clear(self) -> None:
        """New room for what is handed over: what was handed over before stays as it is."""
        self.observations = self.no_cells[:]
        self.masks = self.no_moves[:]
        self.rewards = self.no_rewards[:]
        self.dones = self.no_dones[:]
        self.seats = self.seats[:]

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
        self.clear()
        number: i64 = 0
        while number < self.count:
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
        self.seats[number] = state.seat
        self.observer.write(state, state.seat, self.observations, number * self.observer.width)
        count: i64 = state.moves_into(self.buffer)
        first: i64 = number * self.moves
        i: i64 = 0
        while i < count:
            self.masks[first + self.buffer[i]] = 1
            i += 1

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

    def random_moves(self) -> vec[i64]:
        """Any legal move in every game, each as likely."""
        found = vec[i64]([0] * self.count)
        number: i64 = 0
        while number < self.count:
            count = self.states[number].moves_into(self.buffer)
            found[number] = self.buffer[self.chance.below(count)]
            number += 1
        return found
