"""What positions are worth to the seats: one evaluator for chances, grades, luck, puzzles and hints."""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from sortilege.analysis.curve import ASSUMED, PLAIN, Curve, curve, near
from sortilege.bots.confidence import Z
from sortilege.bots.search import Trial
from sortilege.engine import OVER, FastChance, Game, Sense, State

Shares = list[float]
"""Every seat's share of the win."""


class Odds(NamedTuple):
    """A chance from 0 to 1, and its standard error."""

    chance: float
    error: float

    @property
    def low(self) -> float:
        return max(0.0, self.chance - Z * self.error)

    @property
    def high(self) -> float:
        return min(1.0, self.chance + Z * self.error)


class Evaluator:
    """Plays positions on by the game's sense; a curve makes chances of what comes out. The same seed finds the same."""

    def __init__(self, sense: Sense, seats: int, seed: object, curve: Curve = PLAIN, near: int = 0) -> None:
        """With `near` positions are played on for so many decisions only, without slips: the sense's value is steadier
        than the end, though it is no chance. Alone, only the end counts."""
        near = near if seats > 1 else 0
        self.sense = sense
        self.curve = curve
        self.chance = FastChance(f"evaluator {seed}")
        horizon = near or sense.horizon() if seats > 1 else 0
        self.trial = Trial(sense, FastChance(f"trial {seed}"), 0 if near else sense.slips(), horizon)

    @classmethod
    def of(cls, game: Game, seats: int, seed: object, level: str = ASSUMED) -> "Evaluator":
        return cls(game.sense, seats, seed, curve(game, level))

    @classmethod
    def of_luck(cls, game: Game, seats: int, seed: object) -> "Evaluator":
        """For outcomes: what differs after them is seen a few decisions later."""
        return cls(game.sense, seats, seed, near=near(game))

    def odds(self, state: State, seat: int, playouts: int) -> Odds:
        """The chance of a seat, from what it can know."""
        return self.calibrated(self.played_on(state, seat, playouts), seat, int(state.seat))

    def shares(self, state: State, seat: int, playouts: int) -> Shares:
        """What positions that a seat imagines give to all, before any curve."""
        return means(self.played_on(state, seat, playouts))

    def played_on(self, state: State, seat: int, playouts: int) -> list[Shares]:
        seen = state.seen_by(seat)
        return [self.trial.once(seen.imagine(seat, self.chance)) for _ in range(playouts)]

    def calibrated(self, every: Sequence[Shares], seat: int, mover: int) -> Odds:
        """The chance that playouts of one position stand for."""
        shares = means(every)
        error = standard_error([each[seat] for each in every])
        return Odds(self.curve.chances(shares, mover)[seat], error * self.curve.stretch(shares, seat, mover))

    def heats(self, state: State, moves: list[int], count: int) -> list[list[Shares]]:
        """Moves of the seat that decides compete so many times, from positions that it imagines."""
        seat = int(state.seat)
        seen = state.seen_by(seat)
        return [self.trial.heat(seen.imagine(seat, self.chance), moves) for _ in range(count)]

    def throws(self, state: State, outcomes: list[int], count: int) -> list[list[Shares]]:
        """Outcomes of a chance point compete so many times, from the position as it is."""
        return [self.trial.heat(state, outcomes) for _ in range(count)]


def means(every: Sequence[Shares]) -> Shares:
    return [statistics.fmean(column) for column in zip(*every)]


def standard_error(values: Sequence[float]) -> float:
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 1.0


def result_shares(state: State) -> Shares:
    """What the end gave every seat."""
    assert state.seat == OVER
    ranking = state.ranking()
    return [1 / ranking.count(1) if place == 1 else 0.0 for place in ranking]
