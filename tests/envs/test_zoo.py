"""The games in PettingZoo: its own suite, and what it does not ask."""

import pickle
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from suites import each_case, each_game

import sortilege
from sortilege import envs
from sortilege.conformance import Case

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:.*Illegal move"),
]
CYCLES = 200


def table(name: str, **options: Any) -> Any:
    return getattr(envs, f"{name}_v0").env(**options)


@each_case
def test_the_api_is_kept(case: Case) -> None:
    api_test(table(case.game.name, seats=case.seats, **case.options), num_cycles=CYCLES)


@each_case
def test_the_same_seed_plays_the_same(case: Case) -> None:
    seed_test(lambda: table(case.game.name, seats=case.seats, **case.options), num_cycles=CYCLES)


@each_game
def test_every_way_of_rendering_works(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: table(name, render_mode=render_mode), {"svg": lambda shown: "</svg>" in shown})
    assert "Seat 1" in capsys.readouterr().out


@each_game
def test_its_speed_is_told(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite plays for five seconds of its clock, on which a tenth goes by whenever it is read."""
    clock = SimpleNamespace(time=count(step=0.1).__next__)
    monkeypatch.setattr(import_module("pettingzoo.test.performance_benchmark"), "time", clock)
    performance_benchmark(table(name))
    assert "turns per second" in capsys.readouterr().out


def play_on(env: Any, seed: int) -> dict[str, float]:
    """What a whole game of any legal moves is worth to each agent."""
    env.reset(seed=seed)
    worth: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        worth[agent] = reward
        env.action_space(agent).seed(seed)
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    return worth


def test_the_end_is_worth_a_win_shared_and_the_defeats_add_up_to_it() -> None:
    for seed in range(5):
        worth = play_on(table("wizard_dice", seats=3), seed)
        assert sum(worth.values()) == pytest.approx(0)
        assert max(worth.values()) in (1.0, 0.25, 0.0)


def test_an_illegal_move_ends_the_game_and_costs_its_maker() -> None:
    env = table("wizard_dice")
    env.reset(seed=1)
    env.step(sortilege.game("wizard_dice").start(2).parse("stay"))
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1


def test_a_table_is_pickled() -> None:
    env = pickle.loads(pickle.dumps(envs.wizard_dice_v0.raw_env(seats=3, goal=12)))
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.position.position()["goal"] == 12


def test_an_unknown_way_of_rendering_is_refused() -> None:
    with pytest.raises(ValueError, match="there are: human, ansi, svg"):
        table("wizard_dice", render_mode="oil")
