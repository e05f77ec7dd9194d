"""Whatever is legal can be chosen on the page: on the picture, by a button, by a number, or by picking."""

from dataclasses import asdict

import pytest

import sortilege
from kit import Case, sample
from sortilege.engine import CHANCE, OVER
from sortilege.table.choices import PICK, groups_for, spots_of
from sortilege.table.live import Chair, Clock, Table


def begun(game: str) -> Table:
    """A table in memory whose game has begun."""
    seats = min(3, sortilege.game(game).seat_range[-1])
    chairs = [asdict(Chair(name=f"P{seat}", person=f"p{seat}")) for seat in range(seats)]
    row = {
        "id": "t", "options": {}, "chairs": chairs, "version": 0,
        "maker": "", "invite": "", "watch": True, "shuffle": False, "hints": True, "clock": asdict(Clock()),
        "secret": "00", "borrowed": 0, "made": 0, "began": 1, "ended": None,
    }  # fmt: skip
    return Table(sortilege.game(game), row, [])


@pytest.mark.parametrize("game", sortilege.games())
def test_every_legal_move_is_offered_once(game: str) -> None:
    table = begun(game)
    for state, _ in sample(Case(game, len(table.chairs)), "choices", 25):
        if state.seat in (CHANCE, OVER):
            continue
        table.state = state
        seat = int(state.seat)
        picture = state.picture(seat, table.names, False)
        spots = spots_of(table, seat, picture)
        groups = groups_for(table, seat, picture, spots)
        offered = [*spots, *(text for group in groups for text in group.moves)]
        assert sorted(offered) == sorted(state.text(move) for move in state.moves())
        for group in groups:
            if group.form == "range":
                assert len(group.by_number) == len(group.moves)
            if group.form == "pick":
                drawn = set(PICK.findall(picture))
                for kind, *values in map(str.split, group.moves):
                    assert {(kind, value) for value in values} <= drawn


def test_a_long_bid_is_a_number_in_a_range() -> None:
    table = begun("lizard_wizard")
    forms = set()
    for state, _ in sample(Case("lizard_wizard", len(table.chairs)), "bids", 400):
        if state.seat >= 0:
            table.state = state
            seat = int(state.seat)
            forms |= {
                group.form for group in groups_for(table, seat, "", {}) if group.heading.lower().startswith("bid")
            }
    assert "range" in forms


def test_the_crystals_of_an_exchange_are_picked() -> None:
    table = begun("aeydor")
    forms = set()
    for state, _ in sample(Case("aeydor", len(table.chairs)), "exchanges", 400):
        if state.seat >= 0 and any(state.text(move).startswith("exchange") for move in state.moves()):
            table.state = state
            seat = int(state.seat)
            groups = groups_for(table, seat, state.picture(seat, table.names, False), {})
            forms |= {group.form for group in groups if group.heading == "Exchange crystals"}
    assert forms == {"pick"}
