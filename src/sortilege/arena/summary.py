"""What a match shows: ratings, shares of wins, who is ahead of whom, seats, lengths, times."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from sortilege.arena.figures import Figure, mean, share_of_deals
from sortilege.arena.luck import Adjusted, adjust, weighed
from sortilege.arena.ratings import rate
from sortilege.arena.results import GameResult

WORTH = 1.3
"""A factor below this is told to be hardly worth it."""


@dataclass
class BotSummary:
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
    adjusted: Adjusted | None = None
    """Wins adjusted for luck, where luck was weighed."""


@dataclass
class MatchSummary:
    """All bots over a match."""

    games: int
    seats: int
    bots: list[BotSummary]
    pairs: dict[tuple[str, str], Figure]
    """How often the first is placed before the second in games of both, a shared place counting half."""
    by_seat: list[Figure]
    lengths: list[int]
    leads: Figure
    endings: dict[str, int] = field(default_factory=dict)

    @property
    def luck_told(self) -> str:
        """What adjusting for luck gains, in words; empty where luck was not weighed."""
        factors = [each.adjusted.factor for each in self.bots if each.adjusted]
        if not factors:
            return ""
        factor = min(factors)
        if factor < WORTH:
            return (
                f"Adjusted for luck the figures are hardly narrower (factor {factor:.1f}): luck decides little here, "
                "or the evaluator foresees too little of what it decides."
            )
        return f"Adjusted for luck, {1 / factor:.0%} of the games would have been enough (factor {factor:.1f})."


def summarise(results: Sequence[GameResult]) -> MatchSummary:
    """The summary of finished games, of which there must be one at least; bots from strong to weak."""
    if not results:
        raise ValueError("there is no finished game to sum up")
    seats = len(results[0].bots)
    ratings = rate(results) if seats > 1 else {}
    names = sorted({name for result in results for name in result.bots})
    bots = [sum_up(name, results, ratings.get(name)) for name in names]
    bots.sort(key=lambda each: (-(each.rating.value if each.rating else each.score.value), each.name))
    return MatchSummary(
        games=len(results),
        seats=seats,
        bots=bots,
        pairs=compare(results),
        by_seat=[share_of_deals((each.deal, each.wins()[seat]) for each in results) for seat in range(seats)],
        lengths=[sum(each.decisions) for each in results],
        leads=mean((each.deal, each.leads) for each in results),
        endings=dict(Counter(each.ending for each in results).most_common()),
    )


def sum_up(name: str, results: Sequence[GameResult], rating: Figure | None) -> BotSummary:
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
    return BotSummary(
        name,
        share_of_deals(wins),
        mean(scores),
        rating,
        [int(score) for _, score in scores],
        1000 * seconds / asked,
        choices / asked,
        decisions / len(wins),
        adjust(weighed(results, name)) if all(result.luck for result in results) else None,
    )


def compare(results: Sequence[GameResult]) -> dict[tuple[str, str], Figure]:
    ahead: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for result in results:
        for one, other in permutations(range(len(result.bots)), 2):
            if result.bots[one] != result.bots[other]:
                mine, theirs = result.ranking[one], result.ranking[other]
                point = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                ahead[result.bots[one], result.bots[other]].append((result.deal, point))
    return {pair: share_of_deals(points) for pair, points in sorted(ahead.items())}
