"""Ratings: how strong each bot of a match is, with intervals."""

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sortilege.arena.extra import need
from sortilege.arena.figures import Figure, student
from sortilege.arena.results import GameResult

RATED_GAMES = 100_000
"""So many games are rated at most, over all resamples."""
ORDERS = 8
"""Ratings go from game to game; the mean over so many orders of the deals depends little on any."""


def rate(results: Sequence[GameResult]) -> dict[str, Figure]:
    """Plackett-Luce ratings by openskill; the interval comes from ratings of resampled deals."""
    deals: dict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(result)
    groups = list(deals.values())
    chance = random.Random(len(results))
    found = rate_deals(groups, chance)
    samples: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(max(20, min(200, RATED_GAMES // ORDERS // len(results)))):
        for name, value in rate_deals(chance.choices(groups, k=len(groups)), chance).items():
            samples[name].append(value)
    return {name: rating_figure(value, samples[name], len(groups), len(results)) for name, value in found.items()}


def rating_figure(value: float, samples: Sequence[float], deals: int, games: int) -> Figure:
    """Resampled deals differ less than new ones would, the more so the fewer there are."""
    if deals == 1:
        return Figure(value, -math.inf, math.inf, games)
    error = student(deals - 1) * math.sqrt(deals / (deals - 1)) * statistics.stdev(samples)
    return Figure(value, value - error, value + error, games)


def rate_deals(deals: Sequence[Sequence[GameResult]], chance: random.Random) -> dict[str, float]:
    """The mean rating of every bot over several orders of the deals."""
    ratings = [rate_once(chance.sample(deals, len(deals))) for _ in range(ORDERS)]
    return {name: statistics.fmean(each[name] for each in ratings) for name in ratings[0]}


def rate_once(deals: Sequence[Sequence[GameResult]]) -> dict[str, float]:
    model = need("openskill.models").PlackettLuce()
    ratings: dict[str, Any] = {}
    for deal in deals:
        for result in deal:
            for name in result.bots:
                ratings.setdefault(name, model.rating())
            after = model.rate([[ratings[name]] for name in result.bots], ranks=result.ranking)
            for name in set(result.bots):
                own = [team[0] for team, bot in zip(after, result.bots) if bot == name]
                ratings[name] = model.rating(
                    mu=statistics.fmean(each.mu for each in own), sigma=statistics.fmean(each.sigma for each in own)
                )
    return {name: float(rating.mu) for name, rating in ratings.items()}
