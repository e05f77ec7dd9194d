"""Whatever is legal can be chosen on the page: on the picture, by a button, by a number, or by picking."""

import re

import pytest

import sortilege
from kit import case_of, sample
from sortilege.engine import CHANCE, OVER, State
from sortilege.engine.picture import Picture, render
from sortilege.table.web.choices import Group, groups_of, spots_of

SPOT = re.compile(r'data-move="([^"]*)"')
PICK = re.compile(r'data-pick="([^"]*)" data-value="([^"]*)"')


def drawn(game: str, state: State) -> Picture:
    seat = int(state.seat)
    return render(sortilege.game(game), state.seen_by(seat), seat, None, False)


def seats_of(game: str) -> int:
    return min(3, sortilege.game(game).seat_range[-1])


def groups_for(game: str, picture: Picture) -> list[Group]:
    return groups_of(picture, sortilege.game(game).words)


@pytest.mark.parametrize("game", sortilege.games())
def test_every_legal_move_is_offered_once(game: str) -> None:
    for state, _ in sample(case_of(game, seats_of(game)), "choices", 25):
        if state.seat in (CHANCE, OVER):
            continue
        picture = drawn(game, state)
        groups = groups_for(game, picture)
        offered = [*spots_of(picture), *(text for group in groups for text in group.moves)]
        assert sorted(offered) == sorted(state.text(move) for move in state.moves())
        for group in groups:
            if group.form == "range":
                assert len(group.by_number) == len(group.moves)
            if group.form == "pick":
                picks = set(PICK.findall(picture.svg))
                for kind, *values in map(str.split, group.moves):
                    assert {(kind, value) for value in values} <= picks


@pytest.mark.parametrize("game", sortilege.games())
def test_a_picture_knows_what_it_has_drawn(game: str) -> None:
    for state, _ in sample(case_of(game, seats_of(game)), "drawn", 25):
        if state.seat >= 0:
            picture = drawn(game, state)
            assert picture.svg == state.picture(state.seat, None, False)
            assert picture.spots == set(SPOT.findall(picture.svg))
            assert picture.picks == set(PICK.findall(picture.svg))
            assert list(picture.moves) == [state.text(move) for move in state.moves()]


def test_a_long_bid_is_a_number_in_a_range() -> None:
    forms = set()
    for state, _ in sample(case_of("lizard_wizard", 3), "bids", 400):
        if state.seat >= 0:
            off_picture = Picture(moves={state.text(move): "" for move in state.moves()})
            groups = groups_for("lizard_wizard", off_picture)
            forms |= {group.form for group in groups if group.heading.lower().startswith("bid")}
    assert "range" in forms


def test_the_crystals_of_an_exchange_are_picked() -> None:
    forms = set()
    for state, _ in sample(case_of("aeydor", 3), "exchanges", 400):
        if state.seat >= 0 and any(state.text(move).startswith("exchange") for move in state.moves()):
            groups = groups_for("aeydor", drawn("aeydor", state))
            forms |= {group.form for group in groups if group.heading == "Exchange crystals"}
    assert forms == {"pick"}
