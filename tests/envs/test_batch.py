"""Batches: many games at once, which are the same games."""

import numpy as np
import pytest
from suites import each_case, each_game

import sortilege
from sortilege.conformance import Case
from sortilege.engine import OVER, FastChance
from sortilege.engine.batch import rewards
from sortilege.envs import Batch


@each_case
def test_one_game_of_a_batch_is_that_game(case: Case) -> None:
    """The same dice, step by step: observations, masks, rewards, ends, and the game after it."""
    batch = Batch(case.game.name, 1, seats=case.seats, seed="twin", **case.options)
    chance = FastChance("twin")
    state = case.start()
    ended = False
    choice = FastChance("choice")
    worth = [0.0] * case.seats
    for _ in range(300):
        while state.seat < 0:
            if state.seat == OVER:
                ended, worth = True, rewards(state)
                state = case.start()
            else:
                state.play(chance.below(state.sides()))
        turns = batch.turns
        assert turns.seats.tolist() == [state.seat]
        assert turns.observations[0].tobytes() == state.observe(state.seat).tobytes()
        assert turns.masks[0].tobytes() == state.mask().tobytes()
        assert turns.dones.tolist() == [ended]
        assert turns.rewards.tolist() == [worth]
        ended, worth = False, [0.0] * case.seats
        move = state.moves()[choice.below(len(state.moves()))]
        batch.step([move])
        state.play(move)


@each_game
def test_games_end_and_start_anew(name: str) -> None:
    batch = Batch(name, 8, seats=2, bots={1: "random"}, seed=2)
    ends = 0
    for _ in range(3000):
        turns = batch.step(batch.random_moves())
        assert (turns.rewards.any(axis=1) <= turns.dones).all()
        assert (turns.seats == 0).all()
        ends += turns.dones.sum()
        if ends >= 4:
            return
    pytest.fail("the games do not end")


def test_a_greedy_bot_beats_random_moves() -> None:
    batch = Batch("wizard_dice", 16, seats=2, bots={1: "greedy"}, seed=3)
    total = np.zeros(2)
    while abs(total).max() < 10:
        total += batch.step(batch.random_moves()).rewards.sum(axis=0)
    assert total[1] > total[0]


@each_game
def test_rows_that_were_made_of_others_are_as_if_new(name: str) -> None:
    """A batch writes only what has changed since the game's last row, whoever it was for."""
    batch = Batch(name, 12, seats=2, seed=4)
    for _ in range(150):
        turns = batch.step(batch.random_moves())
        for number, state in enumerate(batch.games.states):
            assert turns.observations[number].tobytes() == state.observe(state.seat).tobytes()
            assert turns.masks[number].tobytes() == state.mask().tobytes()


def test_a_batch_hands_over_its_own_arrays() -> None:
    """Nothing is copied: what waits to be decided now is what the last step told."""
    batch = Batch("wizard_dice", 4)
    before = batch.turns.observations.copy()
    told = batch.step(batch.random_moves())
    assert told is batch.turns
    assert not (told.observations == before).all()
    with pytest.raises(ValueError, match="read-only"):
        told.observations[0] = 0


def test_an_illegal_move_is_refused_and_nothing_is_played() -> None:
    batch = Batch("wizard_dice", 3)
    before = batch.turns.observations.tobytes()
    stay = sortilege.game("wizard_dice").start(2).parse("stay")
    with pytest.raises(ValueError, match=f"move {stay} is not legal in game 1: "):
        batch.step([0, stay, 0])
    for wrong in ([0, 0], [0, 0, 5000], [0, 0, -1]):
        with pytest.raises(ValueError):
            batch.step(wrong)
    assert batch.turns.observations.tobytes() == before


@pytest.mark.parametrize("bots", [{0: "archmage"}, {0: "learner"}, {5: "greedy"}, {0: "greedy", 1: "greedy"}])
def test_a_batch_that_cannot_be_is_refused(bots: dict[int, str]) -> None:
    with pytest.raises(ValueError):
        Batch("wizard_dice", 3, bots=bots)


def test_the_same_seed_is_the_same_batch() -> None:
    one, two, other = (Batch("aeydor", 5, seed=seed) for seed in (1, 1, 2))
    for _ in range(20):
        move = one.random_moves()
        assert (two.random_moves() == move).all()
        assert one.step(move).observations.tobytes() == two.step(move).observations.tobytes()
        other.step(other.random_moves())
    assert other.turns.observations.tobytes() != one.turns.observations.tobytes()


@pytest.mark.parametrize("seats", [2, 3])
def test_a_win_of_all_is_worth_nothing(seats: int) -> None:
    assert rewards(sortilege.game("wizard_dice").start(seats)) == [0.0] * seats
