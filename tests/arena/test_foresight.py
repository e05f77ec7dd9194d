"""How well values foresee the winner."""

import math
from collections.abc import Callable

import pytest

from sortilege.arena.foresight import Oracle, foresight
from sortilege.arena.match import Match
from sortilege.engine import State

MATCH = Match("wizard_dice", ("greedy",), 3)


def opinion(seat: int, chance: float) -> Callable[[State, int], float]:
    """Gives one seat a chance, and the others the rest, whatever happens."""
    return lambda state, other: chance if other == seat else (1 - chance) / (state.seats - 1)


@pytest.mark.parametrize("chance", [0.1, 1 / 3, 0.9])
def test_a_value_loses_the_logarithm_of_the_chance_that_it_gave_the_winner(chance: float) -> None:
    winner = MATCH.play(0).ranking.index(1)
    oracle = Oracle(opinion(winner, chance))
    MATCH.play(0, oracle)
    assert oracle.loss == pytest.approx(-math.log(chance))


def test_who_is_sure_of_a_loser_loses_much_and_not_everything() -> None:
    oracle = Oracle(opinion(MATCH.play(0).ranking.index(3), 1.0))
    MATCH.play(0, oracle)
    assert 5 < oracle.loss < 20


@pytest.mark.parametrize("game", ["aeydor", "lizard_wizard", "wizard_wars"])
def test_values_at_a_horizon_foresee_more_than_even_chances(game: str) -> None:
    assert foresight(game, 2, 12, jobs=1).value < math.log(2)
