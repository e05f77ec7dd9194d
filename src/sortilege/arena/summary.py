"""What a match shows: ratings, shares of wins, who is ahead of whom, seats, lengths, times."""

import math
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from sortilege.arena.contest import Result
from sortilege.arena.extra import need
from sortilege.arena.figures import Figure, mean, share_of_deals, student

RATED_GAMES = 100_000
"""So many games are rated at most, over all resamples."""
ORDERS = 8
"""Ratings go from game to game; the mean over so many orders of the deals depends little on any."""


@dataclass
class Performance:
    """One bot over a match."""

    name: str
    wins: Figure
    score: Figure
    rating: Figure | None
    scores: list[int]
    milliseconds: float
    """Mean time a decision."""
    branching: float
    decisions: float
    """Mean number of decisions a game."""


@dataclass
class Summary:
    games: int
    seats: int
    bots: list[Performance]
    pairs: dict[tuple[str, str], Figure]
    """How often the first is placed before the second in games of both, a shared place counting half."""
    by_seat: list[Figure]
    lengths: list[int]
    leads: Figure
    endings: dict[str, int] = field(default_factory=dict)


def summarise(results: Sequence[Result]) -> Summary:
    """The summary of finished games, of which there must be one at least; bots from strong to weak."""
    if not results:
        raise ValueError("there is no finished game to sum up")
    seats = len(results[0].bots)
    ratings = rate(results) if seats > 1 else {}
    names = sorted({name for result in results for name in result.bots})
    bots = [perform(name, results, ratings.get(name)) for name in names]
    bots.sort(key=lambda each: (-(each.rating.value if each.rating else each.score.value), each.name))
    return Summary(
        games=len(results),
        seats=seats,
        bots=bots,
        pairs=compare(results),
        by_seat=[share_of_deals((each.deal, each.wins()[seat]) for each in results) for seat in range(seats)],
        lengths=[sum(each.decisions) for each in results],
        leads=mean((each.deal, each.leads) for each in results),
        endings=dict(Counter(each.ending for each in results).most_common()),
    )


def perform(name: str, results: Sequence[Result], rating: Figure | None) -> Performance:
    wins: list[tuple[int, float]] = []
    scores: list[tuple[int, float]] = []
    decisions = choices = 0
    seconds = 0.0
    for result in results:
        shares = result.wins()
        for seat, bot in enumerate(result.bots):
            if bot == name:
                wins.append((result.deal, shares[seat]))
                scores.append((result.deal, result.scores[seat]))
                decisions += result.decisions[seat]
                choices += result.choices[seat]
                seconds += result.seconds[seat]
    asked = max(decisions, 1)
    return Performance(
        name,
        share_of_deals(wins),
        mean(scores),
        rating,
        [int(score) for _, score in scores],
        1000 * seconds / asked,
        choices / asked,
        decisions / len(wins),
    )


def compare(results: Sequence[Result]) -> dict[tuple[str, str], Figure]:
    ahead: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for result in results:
        for one, other in permutations(range(len(result.bots)), 2):
            if result.bots[one] != result.bots[other]:
                mine, theirs = result.ranking[one], result.ranking[other]
                point = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                ahead[result.bots[one], result.bots[other]].append((result.deal, point))
    return {pair: share_of_deals(points) for pair, points in sorted(ahead.items())}


def rate(results: Sequence[Result]) -> dict[str, Figure]:
    """Plackett-Luce ratings by openskill; the interval comes from ratings of resampled deals."""
    deals: dict[int, list[Result]] = defaultdict(list)
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


def rate_deals(deals: Sequence[Sequence[Result]], chance: random.Random) -> dict[str, float]:
    """The mean rating of every bot over several orders of the deals."""
    ratings = [rate_once(chance.sample(deals, len(deals))) for _ in range(ORDERS)]
    return {name: statistics.fmean(each[name] for each in ratings) for name in ratings[0]}


def rate_once(deals: Sequence[Sequence[Result]]) -> dict[str, float]:
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
