"""Results adjusted for luck: what chance added is taken away again, as far as that makes results steadier.

Luck has the mean zero whoever plays, so results less any multiple of it have the same mean. The multiple is fitted: a
noisy evaluator deserves little trust. Each fold of the deals is adjusted by what the others say, so that no result has
a hand in its own adjustment.
"""

import statistics
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from sortilege.arena.figures import Figure, mean
from sortilege.arena.match import Match
from sortilege.arena.results import GameResult
from sortilege.arena.runner import run_all

FOLDS = 10

Weighed = tuple[Hashable, float, float]
"""The deal, the share of the win, and the luck in it."""


@dataclass(frozen=True)
class Adjusted:
    """A share of wins as it was and adjusted, and by what factor fewer games suffice."""

    raw: Figure
    adjusted: Figure
    slope: float
    factor: float


def adjust(values: Sequence[Weighed]) -> Adjusted:
    """The mean of many results, raw and adjusted."""
    deals = list(dict.fromkeys(deal for deal, _, _ in values))
    fold_of = {deal: place % FOLDS for place, deal in enumerate(deals)}
    slopes = [slope([value for value in values if fold_of[value[0]] != fold]) for fold in range(FOLDS)]
    raw = mean((deal, share) for deal, share, _ in values)
    adjusted = mean((deal, share - slopes[fold_of[deal]] * luck) for deal, share, luck in values)
    width, narrow = raw.high - raw.low, adjusted.high - adjusted.low
    return Adjusted(raw, adjusted, statistics.fmean(slopes), (width / narrow) ** 2 if narrow > 0 else 1.0)


def slope(values: Sequence[Weighed]) -> float:
    """By how much results follow luck, by least squares over what deals add up to; luck has the mean zero."""
    sums: dict[Hashable, list[float]] = {}
    middle = statistics.fmean(share for _, share, _ in values) if values else 0.0
    for deal, share, luck in values:
        pair = sums.setdefault(deal, [0.0, 0.0])
        pair[0] += share - middle
        pair[1] += luck
    squares = sum(luck * luck for _, luck in sums.values())
    return sum(share * luck for share, luck in sums.values()) / squares if squares > 0 else 0.0


def weighed(results: Sequence[GameResult], name: str) -> list[Weighed]:
    """What a bot got in each game, with its luck."""
    return [
        (result.deal, result.wins()[seat], result.luck[seat])
        for result in results
        for seat, bot in enumerate(result.bots)
        if bot == name and result.luck
    ]


@dataclass(frozen=True)
class LuckOfSeat:
    """Of one seat over many games: mean luck, and what adjusting for it gains."""

    luck: Figure
    wins: Adjusted


def luck_by_seat(match: Match, games: int, jobs: int = 0) -> list[LuckOfSeat]:
    """Play so many games of a match that weighs luck, and sum up the luck of every seat."""
    results = run_all(match, range(games), jobs)
    found = []
    for seat in range(match.seats):
        values = [(each.number, each.wins()[seat], each.luck[seat]) for each in results]
        found.append(LuckOfSeat(mean((number, luck) for number, _, luck in values), adjust(values)))
    return found
