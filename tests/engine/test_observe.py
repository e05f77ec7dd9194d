"""Observations: rows of numbers from 0 to 1 that tell what a seat sees, and nothing else."""

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import sortilege
from kit import eyes, sample
from sortilege import conformance
from sortilege.engine import State
from sortilege.engine.fields import Field, Fields, number, one_of, seat, set_of
from sortilege.engine.layout import circle_of, value_of

CASES = [case for name in sortilege.games() for case in conformance.cases(sortilege.game(name))]
each_case = pytest.mark.parametrize("case", CASES, ids=str)


@each_case
def test_rows_keep_to_their_layout(case: conformance.Case) -> None:
    layout = case.game.layout(case.seats)
    assert len({cell.name for cell in layout}) == len(layout)
    assert all(cell.meaning for cell in layout)
    for state, _ in sample(case, 2, 6):
        for eye in eyes(state):
            row = state.observe(eye)
            assert row.dtype == np.float32
            assert row.shape == (len(layout),)
            assert row.min() >= 0
            assert row.max() <= 1


@each_case
def test_the_mask_has_the_legal_moves(case: conformance.Case) -> None:
    for state, _ in sample(case, 3, 6):
        assert state.mask().dtype == np.int8
        assert np.flatnonzero(state.mask()).tolist() == state.moves()
        assert len(state.mask()) == case.game.move_count


@pytest.mark.parametrize("name", sortilege.games())
def test_positions_that_differ_to_a_seat_are_observed_apart(name: str) -> None:
    game = sortilege.game(name)
    seats = game.seat_range[-1]
    met: dict[bytes, State] = {}
    for state, _ in sample(conformance.Case(game, seats), 5, 200):
        seen = state.seen_by(0)
        assert met.setdefault(state.observe(0).tobytes(), seen) == seen


def test_ones_own_seat_comes_first() -> None:
    state = sortilege.game("wizard_dice").start(seats=3)
    state.play(state.parse("predict 5 green"))
    names = [cell.name for cell in sortilege.game("wizard_dice").layout(3)]
    for eye, whose in ((0, "own"), (2, "seat +1"), (1, "seat +2")):
        row = dict(zip(names, state.observe(eye).tolist()))
        assert row[f"predictions/{whose}/5 green"] == 1
        assert row[f"seer/{whose}"] == 1
    assert state.observe(1)[names.index("seat/own")] == 1


def test_the_ledger_of_mana_and_gold_is_observed() -> None:
    """Whoever counts what was announced knows what the others have behind their screens."""
    names = [cell.name for cell in sortilege.game("lizard_wizard").layout(2)]
    case = conformance.Case(sortilege.game("lizard_wizard"), 2)
    for state, _ in sample(case, 3, 40):
        own, other = (dict(zip(names, state.observe(eye).tolist())) for eye in (0, 1))
        for purse in ("mana", "gold"):
            assert own[f"{purse}/own"] == other[f"{purse}/seat +1"]
            assert own[f"{purse}/seat +1"] == other[f"{purse}/own"]


def told(field: Field, value: int, seats: int = 3) -> dict[str, int]:
    """Which cell of its room tells a value, or a thing of a set, and by what."""
    found = value_of(field, seats)
    entry = value if found.packed else min(value, found.top) - found.lowest
    return {found.cells[found.places[entry]][0]: found.bits[entry]}


ONE, HALF = 0x3F800000, 0x3F000000


@pytest.mark.parametrize(
    ("field", "value", "cell", "bits"),
    [
        (number("health", 0, 20), 10, "", HALF),
        (number("mark", -2, 20), -2, "mark -2", ONE),
        (number("bid", -9, 9), 0, "", HALF),
        (number("coins", 0, 5000), 5000, "", ONE),
        (number("coins", 0, 9).hidden("some", -1), -1, "unknown", ONE),
        (one_of("phase", {"early": 1, "late": 4}), 4, "late", ONE),
        (one_of("at", {"hand": 0, "deck": 1, "below": 2}).steps_from(1), 1, "deck", HALF),
        (seat("leader", nobody=True), -1, "nobody", ONE),
        (set_of("pile", ("sun", "moon")), 1, "moon", ONE),
    ],
)
def test_every_kind_is_told(field: Field, value: int, cell: str, bits: int) -> None:
    assert told(field, value) == {cell: bits}


def test_seats_are_counted_from_the_one_that_looks() -> None:
    fields = Fields(
        one_of("owner", {"first": 0, "second": 1, "third": 2, "bank": 3}).of_seats(),
        set_of("friends", ("first", "second", "third", "bank")).of_seats(),
        number("gold", 0, 9).each_seat(2),
        number("mana", 0, 9).row(4).for_seats(),
    )
    circle = circle_of(fields, 3)
    seats, seat = 3, 1
    for eye, turned in (
        (1, [seats, 0, 2, 0b1101, 3, 4, 5, 6, 1, 2, 8, 9, 7, 0]),
        (2, [seats, 2, 1, 0b1110, 5, 6, 1, 2, 3, 4, 9, 7, 8, 0]),
    ):
        cells = vec[i64]([seats, seat, 0, 0b1011, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
        circle.turn(cells, eye)
        assert list(cells) == turned
    bank = vec[i64]([seats, -1, 3, 0b1000, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    same = list(bank)
    circle.turn(bank, 2)
    assert list(bank) == same


def test_a_notebook_shows_the_table_as_a_spectator_sees_it() -> None:
    state = sortilege.game("wizard_dice").start(seats=2)
    assert state._repr_svg_() == state.picture()
