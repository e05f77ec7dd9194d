"""Declared fields, and what follows from a declaration."""

import copy
import pickle
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import sortilege
from kit import INTERPRETED
from sortilege import BadSnapshot
from sortilege.engine.fields import Field, Fields, card, flag, in_order, number, one_of, seat, set_of
from sortilege.engine.playout import play_out
from sortilege.engine.state import new_buffer

POSITIONS = 2_000 if INTERPRETED else 20_000
MANY = 100_000


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (number("n", -1, 5), [-1, 0, 5], [-2, 6, True, 1.0, "1", None, [1]]),
        (flag("f"), [0, 1], [2, -1, True]),
        (one_of("o", {"nine": 9, "twelve": 12}), [9, 12], [10, 8, 13]),
        (set_of("s", ["a", "b", "c"]), [0, 7], [8, -1]),
        (seat("w"), [0, 2], [-1, 3]),
        (seat("w", nobody=True), [-1, 2], [-2, 3]),
        (card("c", ["a", "b"]), [0, 1], [-1, 2]),
        (card("c", ["a", "b"], none=-1), [-1, 1], [-2, 2]),
        (card("c", ["a", "b"], none=2), [0, 2], [-1, 3]),
        (flag("r").row(2), [[0, 1]], [[0], [0, 2], [0, True], 0, None]),
        (flag("r").each_seat(2), [[0, 1, 1, 1, 0, 0]], [[0, 1], [0] * 5 + [2]]),
    ],
)
def test_a_field_holds_what_it_is_declared_to(field: Field, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        field.check(value, seats=3)
    for value in bad:
        with pytest.raises(BadSnapshot, match=field.name):
            field.check(value, seats=3)


def test_what_is_unknown_stands_in_masked_positions_only() -> None:
    hand = card("hand", ["a", "b"]).each_seat().hidden("owner", -2)
    hand.check([0, -2], 2, masked=True)
    with pytest.raises(BadSnapshot, match="'hand' cannot be -2: it lies from 0 to 1"):
        hand.check([0, -2], 2)


def test_names_stand_for_one_number_each() -> None:
    assert in_order({"b": 1, "a": 0}) == ("a", "b")
    with pytest.raises(ValueError, match="the same number: a, b"):
        in_order({"a": 1, "b": 1})
    with pytest.raises(ValueError, match="the same name"):
        Fields(flag("f"), flag("f"))


def test_fields_say_what_lacks_and_what_nobody_knows() -> None:
    fields = Fields(flag("f"))
    fields.check({"seats": 2, "seat": -2, "f": 0})
    with pytest.raises(BadSnapshot, match="lacks 'f'"):
        fields.check({"seats": 2, "seat": 0})
    with pytest.raises(BadSnapshot, match="'g', which this game does not know"):
        fields.check({"seats": 2, "seat": 0, "f": 0, "g": 0})
    with pytest.raises(BadSnapshot, match="'seats' cannot be 0"):
        fields.check({"seats": 0, "seat": 0, "f": 0})


@pytest.mark.parametrize("name", sortilege.games())
def test_no_position_leaves_its_ranges(name: str, request: pytest.FixtureRequest) -> None:
    """Over 20,000 positions of random play, with every number of seats; 100,000 in the long form, fewer where the rules
    are not compiled."""
    game = sortilege.game(name)
    wanted = MANY if request.config.getoption("--long") else POSITIONS
    seen = 0
    deal = 0
    while seen < wanted:
        state = game.start(game.seat_range[deal % len(game.seat_range)], **varied(game, deal))
        chance = sortilege.FastChance(f"ranges {deal}")
        fields = state.fields()
        deal += 1
        while state.seat != sortilege.OVER:
            fields.check(state.position())
            moves = state.moves()
            state.advance(moves[chance.below(len(moves))] if moves else chance.below(state.sides()))
            seen += 1
        fields.check(state.position())


def varied(game: sortilege.Game, deal: int) -> dict[str, Any]:
    """Every option that is a yes or a no, changed in every other deal."""
    return {
        each.name: bool(deal // len(game.seat_range) % 2) for each in game.options if isinstance(each.default, bool)
    }


def test_positions_are_values_as_python_people_expect() -> None:
    game = sortilege.game("wizard_dice")
    state = game.start(3)
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.copy()):
        assert other == state
        assert len({other, state}) == 1
        play_out(other, sortilege.FastChance(1), new_buffer())
        assert other != state
    assert state == game.start(3)
    assert state != game.start(2)
    assert state != sortilege.game("aeydor").start(3)
    assert state != "a position"


@pytest.mark.parametrize("name", sortilege.games())
def test_what_is_set_out_is_freed_again(name: str) -> None:
    """A thinker sets out every position that it is asked about: what stays of one would fill the memory."""
    game = sortilege.game(name)
    state = game.start(game.seat_range[0])

    def kept(make: Callable[[], object]) -> int:
        before = sys.getallocatedblocks()
        for _ in range(100):
            make()
        return sys.getallocatedblocks() - before

    for make in (partial(game.set_out, state.position()), partial(game.restore, state.snapshot())):
        assert min(kept(make) for _ in range(5)) < 100
