"""The games in Gymnasium: its own checks, and what they do not ask."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from suites import each_case, each_game

from sortilege.conformance import Case
from sortilege.envs.gym import name_of


@each_case
def test_the_checks_pass(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name_of(case.game.name), seats=case.seats, **case.options)
    check_env(env.unwrapped)


@each_game
def test_a_game_is_played_to_its_end_from_any_seat(name: str) -> None:
    for seat in (0, 1):
        env = gymnasium.make(name_of(name), seats=2, seat=seat, bots="random")
        _, info = env.reset(seed=3)
        ended = False
        while not ended:
            action = env.action_space.sample(info["action_mask"])
            row, reward, ended, _, info = env.step(action)
            assert row in env.observation_space
            assert ended or reward == 0
        assert -1 <= reward <= 1
        assert info["action_mask"].sum() == 0


@pytest.mark.parametrize("name", ["true_wizard", "lizard_wizard"])
def test_some_games_are_played_alone(name: str) -> None:
    env = gymnasium.make(name_of(name), seats=1)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert reward in (-1, 1)


def test_an_illegal_move_ends_the_game_and_says_which_rule_forbids_it() -> None:
    env = gymnasium.make("sortilege/WizardDice-v0")
    env.reset(seed=1)
    stay = env.unwrapped.position.parse("stay")
    _, reward, ended, _, info = env.step(stay)
    assert (reward, ended) == (-1, True)
    assert info["rule"].startswith("wizard_dice:")


def test_bots_sit_in_the_order_of_play_after_the_learner() -> None:
    env = gymnasium.make("sortilege/WizardDice-v0", seats=3, seat=2, bots=("greedy", "random"))
    env.reset(seed=1)
    assert {seat: bot.name for seat, bot in env.unwrapped.bots.items()} == {0: "greedy", 1: "random"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bots": "greedo"}, "did you mean 'greedy'"),
        ({"seats": 3, "bots": ["greedy"]}, "2 other seats need as many bots, not 1"),
        ({"seats": 9}, "has 2 to 5 seats"),
        ({"seat": 2}, "seats are 0 to 1"),
        ({"goal": 10}, "one of 9, 12"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        gymnasium.make("sortilege/WizardDice-v0", **options)
