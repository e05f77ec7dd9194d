"""Means and shares with 95 % intervals."""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from sortilege.bots.confidence import Z, wilson


@dataclass(frozen=True)
class Figure:
    """A number with its interval, and how many observations it rests on."""

    value: float
    low: float
    high: float
    count: int

    def percent(self) -> str:
        if not self.count:
            return "–"
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def plain(self, digits: int = 1) -> str:
        if not self.count:
            return "–"
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


ALIKE = 1e-9
NOTHING = Figure(math.nan, math.nan, math.nan, 0)


def mean(values: Iterable[tuple[Hashable, float]]) -> Figure:
    """The mean of values that come in clusters, such as the games of one deal, which are not independent."""
    sums: dict[Hashable, float] = defaultdict(float)
    sizes: dict[Hashable, int] = defaultdict(int)
    for cluster, value in values:
        sums[cluster] += value
        sizes[cluster] += 1
    count = sum(sizes.values())
    if count == 0:
        return NOTHING
    middle = sum(sums.values()) / count
    clusters = len(sums)
    if clusters == 1:
        return Figure(middle, -math.inf, math.inf, count)
    spread = sum((sums[cluster] - middle * sizes[cluster]) ** 2 for cluster in sums)
    error = student(clusters - 1) * math.sqrt(spread * clusters / (clusters - 1)) / count
    return Figure(middle, middle - error, middle + error, count)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: exact for few degrees of freedom, by Fisher's expansion for more."""
    few = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}
    second = (Z**3 + Z) / (4 * freedom)
    third = (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return few.get(freedom, Z + second + third)


def share(wins: float, count: float) -> Figure:
    """A share of independent trials, by Wilson's interval."""
    if count <= 0:
        return NOTHING
    return Figure(wins / count, *wilson(wins, count), int(count))


def share_of_deals(values: Iterable[tuple[Hashable, float]]) -> Figure:
    """A share over clustered games: Wilson's interval for as many independent trials as would be as sure as they are;
    where the clusters do not differ at all, for as many as there are clusters."""
    kept = list(values)
    figure = mean(kept)
    if not figure.count:
        return figure
    clusters = len({cluster for cluster, _ in kept})
    trials, wide = float(clusters), Z
    if clusters > 1 and figure.high - figure.low > ALIKE:
        wide = student(clusters - 1)
        trials = figure.value * (1 - figure.value) * (wide / (figure.high - figure.value)) ** 2
    return Figure(figure.value, *wilson(figure.value * trials, trials, wide), figure.count)
