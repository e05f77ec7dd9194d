"""Luck: what an outcome is worth less what was to be expected, for every seat.

The position is taken as it is, so that a hidden card counts for whom it helped. The outcome that came and those that it
is compared with are judged alike, and so the mean of luck over many games is zero, whoever plays and whatever judges. A
few games to the end for each outcome would be mostly noise: outcomes are looked at some decisions later, by the sense.
"""

import math
import statistics
from typing import NamedTuple

from sortilege.analysis.evaluator import Evaluator, Shares, means, standard_error
from sortilege.engine import State


class Luck(NamedTuple):
    """By seat: how much an outcome changed the chance, with its standard error, and the shares that were expected."""

    changes: list[float]
    errors: list[float]
    expected: Shares


def luck_of(evaluator: Evaluator, state: State, outcome: int, most: int, playouts: int) -> Luck:
    """Of one outcome beside all, or beside so many others that could have come."""
    sides = int(state.sides())
    every = sides <= most
    others = list(range(sides)) if every else [int(evaluator.chance.below(sides)) for _ in range(most)]
    heats = evaluator.throws(state, others if every else [outcome, *others], playouts)
    came = outcome if every else 0
    changes, errors = [], []
    expected = means([means(heat if every else heat[1:]) for heat in heats])
    for seat in range(state.seats):
        leads = [heat[came][seat] - mean_of(heat if every else heat[1:], seat) for heat in heats]
        spread = 0.0 if every else spread_of(heats, seat) / math.sqrt(len(others))
        changes.append(statistics.fmean(leads))
        errors.append(math.hypot(standard_error(leads), spread))
    return Luck(changes, errors, expected)


def mean_of(heat: list[Shares], seat: int) -> float:
    return statistics.fmean(shares[seat] for shares in heat)


def spread_of(heats: list[list[Shares]], seat: int) -> float:
    """How far apart the outcomes that were tried lie."""
    return statistics.pstdev(statistics.fmean(heat[place][seat] for heat in heats) for place in range(1, len(heats[0])))
