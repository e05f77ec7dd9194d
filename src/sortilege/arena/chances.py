"""How true the chances of the evaluator are: fitted to games of a level, and tried on games that it has not seen."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sortilege.analysis.budget import BUDGETS
from sortilege.analysis.curve import FILE, Curve, effort, fitted
from sortilege.analysis.evaluator import Evaluator, Shares
from sortilege.arena.figures import Figure, share_of_deals
from sortilege.arena.match import Match
from sortilege.arena.results import win_shares
from sortilege.arena.runner import game_seed, run_all
from sortilege.engine import FastChance, State
from sortilege.games import game as find_game

POSITIONS = 6
"""Of each game, so many are looked at."""
BINS = 10
RESAMPLES = 200
STEPS = (0.2, 0.05, 0.01)


@dataclass(frozen=True)
class Sample:
    """What playouts said to one seat of a position, and what it got in the end."""

    number: int
    seat: int
    mover: int
    shares: Shares
    got: float


@dataclass
class Onlooker:
    """Keeps some positions of a game, each as likely as the others."""

    chance: FastChance
    seen: int = 0
    kept: list[State] = field(default_factory=list)

    def saw(self, state: State, moves: list[int], move: int) -> None:
        self.seen += 1
        place = len(self.kept) if len(self.kept) < POSITIONS else int(self.chance.below(self.seen))
        if place < POSITIONS:
            self.kept[place : place + 1] = [state.copy()]

    def ended(self, state: State) -> None:
        self.shares = win_shares(state.ranking())


@dataclass(frozen=True)
class Sampling:
    """The samples of one game."""

    match: Match

    def __call__(self, number: int) -> list[Sample]:
        seed = game_seed(self.match.seed, number)
        onlooker = Onlooker(FastChance(f"onlooker {seed}"))
        self.match.play(number, onlooker)
        game = find_game(self.match.game)
        evaluator = Evaluator(game.sense, self.match.seats, seed)
        playouts = BUDGETS["default"].times(effort(game)).playouts
        return [
            Sample(number, seat, int(state.seat), evaluator.shares(state, seat, playouts), onlooker.shares[seat])
            for state in onlooker.kept
            for seat in range(state.seats)
        ]


def samples(game: str, level: str, seats: Sequence[int], games: int, seed: str, jobs: int = 0) -> list[Sample]:
    """From so many games for each of these numbers of seats, every one with a number of its own."""
    found: list[Sample] = []
    for place, count in enumerate(seats):
        match = Match(game, (level,), count, f"{seed} for {count}").checked()
        for each in run_all(Sampling(match), range(place * games, (place + 1) * games), jobs):
            found += each
    return found


def fit(every: Sequence[Sample]) -> Curve:
    """The curve that makes what happened likeliest."""
    found, least = (1.0, 0.0), math.inf
    for step in STEPS:
        better = True
        while better:
            around = [(found[0] + i * step, found[1] + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            loss, best = min((log_loss(every, Curve(*each)), each) for each in around if each[0] > 0)
            better = loss < least - 1e-12 and best != found
            found, least = best, min(loss, least)
    return Curve(round(found[0], 2), round(found[1], 2))


def log_loss(every: Sequence[Sample], curve: Curve) -> float:
    total = 0.0
    for each in every:
        chance = min(max(predicted(each, curve), 1e-6), 1 - 1e-6)
        total -= each.got * math.log(chance) + (1 - each.got) * math.log(1 - chance)
    return total / len(every)


def predicted(sample: Sample, curve: Curve) -> float:
    return curve.chances(sample.shares, sample.mover)[sample.seat]


@dataclass(frozen=True)
class Bin:
    """Predictions that lie close together: their mean, and how often they came true."""

    count: int
    predicted: float
    actual: Figure


def bins(every: Sequence[tuple[Sample, float]]) -> list[Bin]:
    """Ten bins of predictions; those that are empty are left out."""
    rows: list[list[tuple[Sample, float]]] = [[] for _ in range(BINS)]
    for sample, chance in every:
        rows[min(BINS - 1, int(chance * BINS))].append((sample, chance))
    return [
        Bin(
            len(row),
            sum(chance for _, chance in row) / len(row),
            share_of_deals((sample.number, sample.got) for sample, _ in row),
        )
        for row in rows
        if row
    ]


def calibration_error(every: Sequence[tuple[Sample, float]]) -> float:
    """The mean distance between predicted and actual, over the bins as they are filled."""
    wins: dict[int, float] = {}
    for sample, chance in every:
        place = min(BINS - 1, int(chance * BINS))
        wins[place] = wins.get(place, 0.0) + sample.got - chance
    return sum(map(abs, wins.values())) / len(every)


@dataclass(frozen=True)
class Truth:
    """How true the chances are on games that they were not fitted to."""

    curve: Curve
    games: int
    bins: list[Bin]
    error: Figure
    plain: float
    """The error of shares as they are."""


def truth(every: Sequence[Sample]) -> Truth:
    """Each half of the games is predicted by what was fitted to the other half."""
    halves = [[sample for sample in every if sample.number % 2 == half] for half in (0, 1)]
    crossed = [fit(halves[1]), fit(halves[0])]
    told = [(sample, predicted(sample, crossed[sample.number % 2])) for sample in every]
    plain = calibration_error([(sample, sample.shares[sample.seat]) for sample in every])
    games = len({sample.number for sample in every})
    return Truth(fit(every), games, bins(told), resampled(told, calibration_error), plain)


def resampled(
    told: Sequence[tuple[Sample, float]], measure: Callable[[Sequence[tuple[Sample, float]]], float]
) -> Figure:
    """A measure with the interval that resampled games give; they are rougher than new ones, and so it lies high."""
    groups: dict[int, list[tuple[Sample, float]]] = {}
    for each in told:
        groups.setdefault(each[0].number, []).append(each)
    every, chance = list(groups.values()), random.Random(len(told))
    values = sorted(
        measure([each for group in chance.choices(every, k=len(every)) for each in group]) for _ in range(RESAMPLES)
    )
    cut = RESAMPLES // 40
    return Figure(measure(told), values[cut], values[-cut - 1], len(every))


def with_curve(game: str, level: str, curve: Curve, command: str) -> str:
    """A game's `analysis.toml` with the curve of this level."""
    found = find_game(game)
    kept = dict(fitted(found.folder).get("levels", {}))
    made = f"{datetime.now(UTC):%Y-%m-%d}"
    kept[level] = {"slope": curve.slope, "mover": curve.mover, "fitted": made, "cards": found.content, "by": command}
    lines = [f"{key} = {value}" for key, value in fitted(found.folder).items() if key != "levels"]
    for name, values in sorted(kept.items()):
        lines += ["", f'[levels."{name}"]']
        lines += [f"{key} = {value!r}".replace("'", '"') for key, value in values.items()]
    return "\n".join(lines) + "\n"


__all__ = ["FILE", "Sample", "Truth", "fit", "samples", "truth", "with_curve"]
