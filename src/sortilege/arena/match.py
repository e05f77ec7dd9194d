"""A match between bots: who sits where, and one game of it played through."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Protocol

from sortilege.analysis.budget import budget
from sortilege.analysis.fate import Fate
from sortilege.arena.results import GameResult, Lineup
from sortilege.arena.runner import game_seed
from sortilege.bots import Bot, Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games import game as find_game


def lineups(bots: Sequence[str], seats: int) -> list[Lineup]:
    """All line-ups of one deal: every bot sits on every seat as often as the others.

    Fewer bots than seats sit down again in their order; of more bots than seats, every choice plays.
    """
    if not bots:
        raise ValueError("a match needs at least one bot")
    filled = [bots[place % len(bots)] for place in range(max(seats, len(bots)))]
    found: list[Lineup] = []
    for chosen in combinations(filled, seats):
        for turn in range(seats):
            rotated = chosen[turn:] + chosen[:turn]
            if rotated not in found:
                found.append(rotated)
    return found


class Witness(Protocol):
    """Somebody who looks on, before every decision and at the end."""

    def saw(self, state: State, moves: list[int], move: int) -> None: ...

    def ended(self, state: State) -> None: ...


class Course:
    """One game on its way, between any bots, from any position: the loop of matches, studies and simulations."""

    def __init__(self, state: State, players: Sequence[Bot], chance: FastChance, *witnesses: Witness) -> None:
        self.state = state
        self.players = list(players)
        self.chance = chance
        self.witnesses = witnesses
        self.decisions = [0] * len(players)
        self.fate: Fate | None = None

    def play(self) -> None:
        while self.state.seat != OVER:
            self.step()
        for witness in self.witnesses:
            witness.ended(self.state)

    def step(self) -> None:
        """One outcome, or one decision."""
        state = self.state
        seat = state.seat
        if seat == CHANCE:
            outcome = self.chance.below(state.sides())
            if self.fate:
                self.fate.threw(state, outcome)
            state.advance(outcome)
            return
        move = self.players[seat].choose(Seat(state, seat))
        self.decisions[seat] += 1
        if self.witnesses:
            moves = state.moves()
            for witness in self.witnesses:
                witness.saw(state, moves, move)
        state.play(move)

    def result(self, number: int, deal: int) -> GameResult:
        """What the last position shows."""
        state = self.state
        names = tuple(player.name for player in self.players)
        luck = self.fate.luck if self.fate else []
        return GameResult(
            number, deal, names, state.scores(), state.ranking(), state.ending(), self.decisions, luck=luck
        )  # fmt: skip


class Timed:
    """A bot on the clock."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0

    def choose(self, seat: Seat) -> int:
        started = time.perf_counter()
        move = self.player.choose(seat)
        self.seconds += time.perf_counter() - started
        return move


class Clerk:
    """The witness of every match, with the clocks: who counts choices, seconds and changes of the lead."""

    def __init__(self, course: Course) -> None:
        self.clocks = [Timed(player) for player in course.players]
        self.choices = [0] * len(self.clocks)
        self.leads = 0
        self.leader: int | None = None
        course.players[:] = self.clocks
        course.witnesses = (self, *course.witnesses)

    def saw(self, state: State, moves: list[int], move: int) -> None:
        self.choices[state.seat] += len(moves)
        self.note_leader(state)

    def ended(self, state: State) -> None:
        self.note_leader(state)

    def note_leader(self, state: State) -> None:
        scores = state.scores()
        best = max(scores)
        if scores.count(best) == 1:
            leader = scores.index(best)
            if self.leader is not None and leader != self.leader:
                self.leads += 1
            self.leader = leader

    def complete(self, result: GameResult) -> GameResult:
        seconds = [clock.seconds for clock in self.clocks]
        return replace(result, choices=self.choices, seconds=seconds, leads=self.leads)


@dataclass(frozen=True)
class Match:
    """Games between bots, by number. Line-ups of one deal get the same chance outcomes as long as they play alike."""

    game: str
    bots: tuple[str, ...]
    seats: int
    seed: str = "0"
    options: Mapping[str, object] = field(default_factory=dict)
    luck: str = ""
    """The budget by which luck is weighed; it is not where this is empty."""

    def checked(self) -> "Match":
        """Itself; a ValueError says what does not fit."""
        find_game(self.game).settings(self.seats, self.options)
        if self.luck:
            budget(self.luck)
        for name in self.bots:
            self.player(name, self.seed)
        self.lineups()
        return self

    def player(self, name: str, seed: str) -> Bot:
        return bot(name, seed)

    def lineups(self) -> list[Lineup]:
        return lineups(self.bots, self.seats)

    def __call__(self, number: int) -> GameResult:
        return self.play(number)

    def play(self, number: int, *witnesses: Witness) -> GameResult:
        course = self.course(number, *witnesses)
        clerk = Clerk(course)
        course.play()
        return clerk.complete(course.result(number, number // len(self.lineups())))

    def course(self, number: int, *witnesses: Witness) -> Course:
        """A game that is about to begin."""
        every = self.lineups()
        deal, turn = divmod(number, len(every))
        seed = game_seed(self.seed, number)
        players = [self.player(name, f"{seed}/{seat}") for seat, name in enumerate(every[turn])]
        state = find_game(self.game).start(self.seats, **self.options)
        course = Course(state, players, FastChance(game_seed(self.seed, deal)), *witnesses)
        if self.luck:
            course.fate = Fate(find_game(self.game), self.seats, seed, budget(self.luck))
        return course
