"""What cards and actions do for those who use them."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sortilege.arena.figures import NOTHING, Figure, share, student
from sortilege.arena.results import GameResult

STEPS_A_DOUBLING = 3
"""Games are compared with games of about their length: so many classes from one length to twice that length."""


@dataclass
class Notes:
    """What was on offer to each seat in one game, and what it used."""

    result: GameResult
    offered: list[list[str]]
    used: list[dict[str, int]]
    last: dict[str, Any] = field(default_factory=dict)
    """What a closer look at the last position gave."""


@dataclass
class Use:
    """One card or action."""

    name: str
    offered: Figure
    """Share of games in which somebody could use it."""
    used: Figure
    """Share of those games in which somebody did."""
    uses: float
    """Uses a game, over all games."""
    lead: Figure
    """How much more often seats that used it win than other seats, in games of about the same length."""


@dataclass
class Stratum:
    """Games of about the same length. A row is one game: seats that used something, their wins, other seats, theirs."""

    sums: list[float] = field(default_factory=lambda: [0.0] * 4)
    products: list[float] = field(default_factory=lambda: [0.0] * 16)

    def add(self, row: Sequence[float], times: int = 1) -> None:
        self.sums = [each + times * value for each, value in zip(self.sums, row)]
        pairs = [one * other for one in row for other in row]
        self.products = [each + times * value for each, value in zip(self.products, pairs)]

    def plus(self, other: "Stratum") -> "Stratum":
        sums = [one + more for one, more in zip(self.sums, other.sums)]
        return Stratum(sums, [one + more for one, more in zip(self.products, other.products)])

    def square(self, weights: Sequence[float]) -> float:
        """The sum over the games of their weighted rows, squared."""
        pairs = [one * other for one in weights for other in weights]
        return sum(each * weight for each, weight in zip(self.products, pairs))


@dataclass
class UseCounts:
    """All that is kept of the games of a study; it does not grow with their number."""

    games: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    everybody: Counter[str] = field(default_factory=Counter)
    """Games in which every seat used it."""
    uses: Counter[str] = field(default_factory=Counter)
    strata: dict[int, Stratum] = field(default_factory=dict)
    users: dict[tuple[str, int], Stratum] = field(default_factory=dict)
    """What a stratum changes by, where the seats that used this are counted apart."""

    def add(self, notes: Notes) -> None:
        self.games += 1
        self.offered.update(set().union(*notes.offered))
        self.used.update(set().union(*notes.used))
        length = length_class(sum(notes.result.decisions))
        wins = notes.result.wins()
        unused = (0, 0.0, len(wins), sum(wins))
        self.strata.setdefault(length, Stratum()).add(unused)
        for used in notes.used:
            self.uses.update(used)
        for name in set().union(*notes.used):
            own = [won for used, won in zip(notes.used, wins) if name in used]
            self.everybody[name] += len(own) == len(wins)
            users = self.users.setdefault((name, length), Stratum())
            users.add((len(own), sum(own), len(wins) - len(own), sum(wins) - sum(own)))
            users.add(unused, -1)

    def table(self) -> list[Use]:
        """Every card or action that was ever on offer, by its lead."""
        found = [
            Use(
                name,
                share(self.offered[name], self.games),
                share(self.used[name], self.offered[name]),
                self.uses[name] / self.games,
                self.lead(name),
            )
            for name in sorted(self.offered)
        ]
        return sorted(
            found, key=lambda each: -math.inf if math.isnan(each.lead.value) else each.lead.value, reverse=True
        )

    def lead(self, name: str) -> Figure:
        """The Mantel-Haenszel difference of win rates over the classes of length. Seats of one game share one win, so
        its interval goes by games, not by seats; one game with a use, or without one, shows nothing."""
        weight = difference = variance = 0.0
        count = 0
        for length, every in self.strata.items():
            stratum = every.plus(self.users.get((name, length), Stratum()))
            own, wins, others, losses = stratum.sums
            count += int(own)
            if own and others:
                rate, rest = wins / own, losses / others
                part = own * others / (own + others)
                weight += part
                difference += part * (rate - rest)
                variance += part**2 * stratum.square((-rate / own, 1 / own, rest / others, -1 / others))
        games = min(self.used[name], self.games - self.everybody[name])
        if weight == 0 or games == 1:
            return NOTHING
        value, error = difference / weight, student(games - 1) * math.sqrt(max(0.0, variance)) / weight
        return Figure(value, max(-1.0, value - error), min(1.0, value + error), count)


def length_class(decisions: int) -> int:
    return round(STEPS_A_DOUBLING * math.log2(max(decisions, 1)))
