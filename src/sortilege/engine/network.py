"""A small network that judges positions by what a seat may know: one hidden layer, and a chance to win."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from sortilege.engine.chance import Chance
from sortilege.engine.observe import NOTHING, ONE, Observer
from sortilege.engine.sense import Sense
from sortilege.engine.state import State

MANTISSA: Final = 0x7FFFFF
POWERS: Final = vec[float]([2.0 ** (power - 127 - 23) for power in range(128)])


def number_of(bits: i64) -> float:
    """The number from 0 to 1 that has these bits in a row."""
    if bits == NOTHING:
        return 0.0
    if bits == ONE:
        return 1.0
    return float((bits & MANTISSA) + MANTISSA + 1) * POWERS[bits >> 23]


class Network:
    """The weights, and what they make of a row of numbers."""

    def __init__(self, first: list[list[float]], bias: list[float], last: list[float], offset: float) -> None:
        """The weights from each number of a row to the hidden layer, its bias, and the weights from there."""
        self.first: vec[vec[float]] = vec[vec[float]]([vec[float](weights) for weights in first])
        self.bias: vec[float] = vec[float](bias)
        self.last: vec[float] = vec[float](last)
        self.offset: float = offset

    def chance(self, row: vec[float]) -> float:
        """How likely whoever sees this is to win."""
        sums: vec[float] = self.bias[:]
        hidden: i64 = len(sums)
        place: i64 = 0
        while place < len(row):
            number: float = row[place]
            if number != 0.0:
                weights: vec[float] = self.first[place]
                unit: i64 = 0
                while unit < hidden:
                    sums[unit] += number * weights[unit]
                    unit += 1
            place += 1
        total: float = self.offset
        unit = 0
        while unit < hidden:
            if sums[unit] > 0.0:
                total += self.last[unit] * sums[unit]
            unit += 1
        return 1.0 / (1.0 + math.exp(-total))


class Judge(Sense):
    """A game's sense whose positions are judged by a network, after so many decisions.

    The network sees the row of an observer, and no more.
    """

    def __init__(self, sense: Sense, network: Network, observer: Observer, horizon: i64) -> None:
        self.sense = sense
        self.network = network
        self.observer = observer
        self.blank: vec[i32] = vec[i32]([0] * observer.width)
        self.decisions: i64 = horizon

    def choose(self, state: State, chance: Chance) -> i64:
        return self.sense.choose(state, chance)

    def value(self, state: State, seat: i64) -> float:
        """How likely this seat is to win, for all that it knows."""
        row: vec[i32] = self.blank[:]
        self.observer.write(state, seat, row, 0)
        return self.network.chance(vec[float]([number_of(i64(bits)) for bits in row]))

    def weigh(self, state: State, move: i64) -> float:
        return self.sense.weigh(state, move)

    def distinct(self, state: State, buffer: vec[i64], count: i64) -> i64:
        return self.sense.distinct(state, buffer, count)

    def horizon(self) -> i64:
        return self.decisions

    def slips(self) -> i64:
        return self.sense.slips()
