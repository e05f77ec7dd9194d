"""The games in OpenSpiel: its simulations and playthroughs, and algorithms that need what they promise."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0
from suites import each_case, each_game, each_playthrough

import sortilege
from kit import sample
from sortilege.conformance import Case
from sortilege.engine import FastChance
from sortilege.envs.spiel import Known, SpielState, name_of, plain, small_dice

BRIEF = {"aeydor": "turn_limit", "lizard_wizard": "rounds", "true_wizard": "round_limit", "wizard_wars": "rounds"}
"""The option that ends a game early."""


def load(case: Case) -> Any:
    options = {name: plain(value) for name, value in case.options.items()}
    return pyspiel.load_game(name_of(case.game.name), {"players": case.seats, **options})


def brief(case: Case) -> Case:
    """The same, over after a turn or a round where a game can be."""
    over = {BRIEF[case.game.name]: 1} if case.game.name in BRIEF else {}
    return Case(case.game, case.seats, {**case.options, **over})


@each_case
def test_random_simulations_pass(case: Case, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(case), num_sims=1, serialize=False, verbose=False)


@each_case
def test_every_state_of_a_brief_game_is_serialised(case: Case, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(brief(case)), num_sims=1, serialize=True, verbose=False)


@each_playthrough
def test_a_playthrough_is_replayed(case: Case, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # and all of scipy, only where it is needed

    flags.FLAGS.mark_as_parsed()
    game = load(brief(case))
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(str(game), []), encoding="utf-8")
    before, after = generate_playthrough.replay(str(file))
    assert before == after


def test_a_game_with_a_list_of_values_is_loaded_by_what_it_calls_itself() -> None:
    game = load(Case(sortilege.game("wizard_wars"), 2, {"elements": ["earth", "darkness"]}))
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().position == game.new_initial_state().position
    assert "elements=earth+darkness" in str(game)


def walked(name: str, steps: int) -> SpielState:
    """The first decision after so many actions of a random game."""
    return walked_in(pyspiel.load_game(name_of(name)), steps)


def walked_in(game: Any, steps: int) -> SpielState:
    state = game.new_initial_state()
    chance = FastChance(1)
    for _ in range(steps):
        actions = state.legal_actions()
        state.apply_action(actions[chance.below(len(actions))])
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@each_game
def test_states_are_serialised(name: str) -> None:
    state = walked(name, 60)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert again.position == state.position
    assert str(game) == str(state.get_game())
    assert again.information_state_string(0) == state.information_state_string(0)


@each_game
def test_a_player_cannot_tell_a_resampled_state_from_the_true_one(name: str) -> None:
    state = walked(name, 60)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.5)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.legal_actions() == state.legal_actions()


def test_information_states_remember_what_was_seen() -> None:
    """Two ways to the same position are told apart; a sealed prediction is not."""
    game = sortilege.game("wizard_dice")
    first, second = game.start(2), game.start(2)
    known, other = Known(2), Known(2)
    known.note(first, 0)
    assert known.told(0, second) != other.told(0, second)
    for state, move in sample(Case(game, 3, {"magic_cards": True}), 1, 3000):
        if state.sealing() and state.seat != state.seer:
            before, watched, alike = state.copy(), Known(3), Known(3)
            eye = (state.seat + 1) % 3
            twin = before.moves()[0] if before.moves()[0] != move else before.moves()[1]
            watched.note(before, move)
            alike.note(before, twin)
            assert watched.told(eye, before) == alike.told(eye, before)
            assert watched.told(before.seat, before) != alike.told(before.seat, before)
            return
    pytest.fail("no sealed prediction was met")


@pytest.mark.parametrize("sides", [1, 6, 36, 97, 216, 6**7, 2**20, 101 * 4, 2 * 3 * 5 * 7 * 11 * 13])
def test_small_dice_fall_together_as_the_large_one(sides: int) -> None:
    assert math.prod(small_dice(sides)) == sides


def test_seven_dice_are_thrown_one_by_one() -> None:
    assert small_dice(6**7) == (6,) * 7
    assert max(small_dice(2**20)) <= 100


def test_every_throw_of_a_game_is_made_of_dice_with_few_sides() -> None:
    for name in sortilege.games():
        game = sortilege.game(name)
        for state, _ in sample(Case(game, game.seat_range[-1]), 3, 300):
            if state.seat == sortilege.CHANCE:
                assert max(small_dice(state.sides())) <= 100


@each_game
def test_its_search_plays(name: str) -> None:
    """By information sets where something is hidden; in Æydor nothing is."""
    state = walked(name, 5)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    hidden = state.get_game().get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    search = ismcts.ISMCTSBot if hidden else mcts.MCTSBot
    bot = search(state.get_game(), uct_c=1.4, max_simulations=4, evaluator=evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()


@each_game
def test_its_environment_runs(name: str) -> None:
    env = rl_environment.Environment(name_of(name), players=2)
    turn = env.reset()
    while not turn.last():
        seat = turn.observations["current_player"]
        turn = env.step([turn.observations["legal_actions"][seat][0]])
    assert sum(turn.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", ["aeydor", "true_wizard"])
def test_counterfactual_regret_is_sampled_on_small_settings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the whole tree of a game of one turn: all decisions of a player, one of the others and of chance."""
    monkeypatch.setattr(np.random, "choice", np.random.RandomState(1).choice)
    game = load(brief(Case(sortilege.game(name), 2)))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    first = walked_in(game, 0)
    likely = policy.action_probabilities(first)
    assert list(likely) == first.legal_actions()
    assert sum(likely.values()) == pytest.approx(1)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@each_game
def test_counterfactual_regret_is_sampled_by_outcomes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np.random, "choice", np.random.RandomState(1).choice)
    game = load(brief(Case(sortilege.game(name), 2)))
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver._infostates


@pytest.mark.filterwarnings("ignore:Agent's")
@each_game
def test_shimmy_makes_a_table_of_pettingzoo_of_it(name: str) -> None:
    api_test(OpenSpielCompatibilityV0(game_name=name_of(name)), num_cycles=100)
