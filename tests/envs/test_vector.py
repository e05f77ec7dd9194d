"""Many games as one environment of Gymnasium: the games of a batch, seen from one seat."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.seeding import np_random
from suites import each_case, each_game

from sortilege.conformance import Case
from sortilege.envs import Batch
from sortilege.envs.gym import MOST_SEED, name_of


def table(name: str, **options: Any) -> Any:
    return gymnasium.make_vec(name_of(name), num_envs=4, **options)


def any_moves(chance: np.random.Generator, masks: Any) -> Any:
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@each_case
def test_everything_is_in_its_space(case: Case) -> None:
    env = table(case.game.name, seats=case.seats, seat=case.seats - 1, bots="random", **case.options)
    chance = np.random.default_rng(1)
    rows, info = env.reset(seed=1)
    for _ in range(50):
        assert rows in env.observation_space
        moves = any_moves(chance, info["action_mask"])
        assert moves in env.action_space
        rows, rewards, ended, cut, info = env.step(moves)
        assert rewards.shape == ended.shape == cut.shape == (4,)
        assert not cut.any()
        assert (rewards[~ended] == 0).all()


@each_game
def test_the_same_seed_plays_the_same(name: str) -> None:
    one, two = table(name), table(name)
    (rows, info), (others, _) = one.reset(seed=5), two.reset(seed=5)
    chance = np.random.default_rng(1)
    for _ in range(30):
        assert rows.tobytes() == others.tobytes()
        moves = any_moves(chance, info["action_mask"])
        rows, _, _, _, info = one.step(moves)
        others = two.step(moves)[0]
    assert one.reset()[0].tobytes() == two.reset()[0].tobytes()


def test_it_sees_and_earns_what_its_seat_of_the_batch_does() -> None:
    env = table("wizard_dice", seats=3, seat=1, bots=("greedy", "random"), goal=12)
    env.reset(seed=2)
    luck = int(np_random(2)[0].integers(MOST_SEED))
    batch = Batch("wizard_dice", 4, seats=3, bots={2: "greedy", 0: "random"}, seed=luck, goal=12)
    chance, ends = np.random.default_rng(1), 0
    while ends < 8:
        moves = any_moves(chance, batch.turns.masks)
        rows, rewards, ended, _, info = env.step(moves)
        turns = batch.step(moves)
        assert rows.tobytes() == turns.observations.tobytes()
        assert info["action_mask"].tobytes() == turns.masks.tobytes()
        assert rewards.tolist() == turns.rewards[:, 1].tolist()
        assert ended.tolist() == turns.dones.tolist()
        ends += ended.sum()


def test_bots_that_think_do_not_play_in_batches() -> None:
    with pytest.raises(ValueError, match="random or greedy"):
        table("wizard_dice", bots="adept")


def test_what_was_handed_over_stays_as_it_is() -> None:
    env = table("wizard_dice")
    told = [env.reset(seed=3)[0], *env.step(env.action_masks().argmax(axis=1))[:4], env.action_masks()]
    before = [each.tobytes() for each in told]
    for _ in range(200):
        env.step(env.action_masks().argmax(axis=1))
    assert [each.tobytes() for each in told] == before
