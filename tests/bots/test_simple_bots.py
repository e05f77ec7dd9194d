"""Bots sit behind a seat: what they cannot see they cannot reach."""

import gc

import pytest

import sortilege
from sortilege.bots import Seat, bot, bots
from sortilege.engine import FastChance
from sortilege.games.wizard_dice import position
from sortilege.games.wizard_dice.rules import Rounds
from sortilege.terminal.simulate import SeatSums, Simulation


def sealed_position() -> Rounds:
    """Seat 2 is to predict; seat 1 has sealed "2 blue"."""
    state = sortilege.game("wizard_dice").start(3, magic_cards=True)
    state.play(9)
    for text in ("predict 5 red", "predict 2 blue"):
        state.play(state.parse(text))
    assert isinstance(state, Rounds)
    return state


def test_the_true_position_is_not_in_a_seat() -> None:
    """Nothing that can be reached from the handle is the true position, nor holds what is hidden."""
    state = sealed_position()
    seat = Seat(state, 2)
    seen, todo = set(), [seat]
    while todo:
        thing = todo.pop()
        if id(thing) not in seen:
            seen.add(id(thing))
            assert thing is not state
            if isinstance(thing, Rounds):
                assert thing.predictions[1] == position.HIDDEN
            if not isinstance(thing, type):
                todo += [each for each in gc.get_referents(thing) if not isinstance(each, type)]
    assert seat.seen.predictions[1] == position.HIDDEN


def test_a_seat_knows_its_moves_and_views_only() -> None:
    state = sealed_position()
    mine, other = Seat(state, 2), Seat(state, 0)
    assert mine.moves() == state.moves()
    assert other.moves() == []
    assert mine.view() == state.view(2)
    assert {mine.imagine(FastChance(seed)).predictions[1] for seed in range(60)} > {1}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_plays_the_same_by_seed_and_legally(name: str) -> None:
    state = sealed_position()
    one, two = bot(name, 5), bot(name, 5)
    for _ in range(5):
        move = one.choose(Seat(state, 2))
        assert move == two.choose(Seat(state, 2))
        assert state.legal(move)


def test_an_unknown_bot_suggests_the_nearest() -> None:
    assert bots()[:2] == ["random", "greedy"]
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        bot("gredy")


def test_greedy_beats_random_clearly() -> None:
    simulation = Simulation("wizard_dice", ("greedy", "random"), 2, "strength", {})
    sums = SeatSums(2)
    for number in range(150):
        sums.add(simulation.play(number))
    assert sums.wins[0].mean - sums.wins[0].margin > 50 + sums.wins[1].margin
