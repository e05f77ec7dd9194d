"""The solved last rounds of the dice game, which bots are measured in, beside a solver that tries everything."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from solver import Solver

from sortilege.engine import CHANCE, OVER, FastChance, State

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "last_rounds.py"))
LAST_ROLL = 2
STEPS = 1000


def last_rounds(games: int) -> list[State]:
    found = (BENCHMARK["last_round"](f"last rounds {number}") for number in range(1, games + 1))
    return [state for state in found if state]


def played_on(state: State, seed: str) -> Iterator[State]:
    """The positions of the same game, if it is played on at random."""
    chance = FastChance(seed)
    while state.seat != OVER:
        moves = range(state.sides()) if state.seat == CHANCE else state.moves()
        state.advance(moves[chance.below(len(moves))])
        yield state


def test_a_last_round_is_the_last_and_close() -> None:
    rounds = last_rounds(120)
    assert len(rounds) > 20
    for state in rounds:
        one, other = state.scores()
        assert abs(one - other) <= 6
        assert {later.round for later in played_on(state.copy(), "on")} == {state.round}


def test_chances_in_a_last_round_are_those_of_trying_everything() -> None:
    """Before the last roll, for moves that roll two dice at most."""
    looked_at = 0
    for number, state in enumerate(last_rounds(40)):
        for later in played_on(state, f"on {number}"):
            if later.seat == later.seer and later.roll == LAST_ROLL and not later.closing:
                few = {move: each for move, each in BENCHMARK["LastRound"]().after(later).items() if is_small(move)}
                for move, chance in few.items():
                    assert chance == pytest.approx(Solver(STEPS).after(later, move)[0])
                looked_at += len(set(few.values())) > 1
    assert looked_at > 3


def is_small(move: int) -> bool:
    return (move - BENCHMARK["REROLL"]).bit_count() <= 2
