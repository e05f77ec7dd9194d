"""Whatever is legal can be chosen on the page: on a panel, by a button, by a number, or by picking."""

import re

import pytest

import sortilege
from kit import case_of, sample
from sortilege.engine import CHANCE, OVER, State
from sortilege.engine.panels import NARROW, WIDE, Drawing, draw
from sortilege.table.web.choices import LONG, Group, branches_of, groups_of, parts, spots_of

SPOT = re.compile(r'data-move="([^"]*)"')
PICK = re.compile(r'data-pick="([^"]*)" data-value="([^"]*)"')


def drawn(game: str, state: State, form: str = WIDE) -> Drawing:
    seat = int(state.seat)
    return draw(sortilege.game(game), state.seen_by(seat), seat, None, form)


def seats_of(game: str) -> int:
    return min(3, sortilege.game(game).seat_range[-1])


def groups_for(game: str, drawing: Drawing) -> list[Group]:
    return groups_of(drawing, sortilege.game(game).words)


@pytest.mark.parametrize("game", sortilege.games())
def test_every_legal_move_is_offered_once(game: str) -> None:
    for number, (state, _) in enumerate(sample(case_of(game, seats_of(game)), "choices", 25)):
        if state.seat in (CHANCE, OVER):
            continue
        drawing = drawn(game, state, (WIDE, NARROW)[number % 2])
        groups = groups_for(game, drawing)
        offered = [*spots_of(drawing), *(text for group in groups for text in group.moves)]
        assert sorted(offered) == sorted(state.text(move) for move in state.moves())
        for group in groups:
            if group.form == "range":
                assert len(group.by_number) == len(group.moves)
            if group.form == "pick":
                picks = set(PICK.findall(drawing.svg))
                for kind, *values in map(str.split, group.moves):
                    assert {(kind, value) for value in values} <= picks


@pytest.mark.parametrize("game", sortilege.games())
def test_a_drawing_knows_what_is_on_it(game: str) -> None:
    for state, _ in sample(case_of(game, seats_of(game)), "drawn", 25):
        if state.seat >= 0:
            drawing = drawn(game, state)
            assert drawing.panels == state.panels(state.seat)
            assert drawing.spots == set(SPOT.findall(drawing.svg))
            assert drawing.picks == set(PICK.findall(drawing.svg))
            assert list(drawing.moves) == [state.text(move) for move in state.moves()]


def test_a_long_bid_is_a_number_in_a_range() -> None:
    forms = set()
    for state, _ in sample(case_of("lizard_wizard", 3), "bids", 400):
        if state.seat >= 0:
            off_panels = Drawing(moves={state.text(move): "" for move in state.moves()})
            groups = groups_for("lizard_wizard", off_panels)
            long = [group for group in groups if group.verb == "bid" and len(group.moves) >= LONG]
            forms |= {("pass" in off_panels.moves, group.form) for group in long}
    assert forms == {(False, "range"), (True, "range")}


def test_a_range_has_buttons_for_what_is_often_bid() -> None:
    bids = {f"bid {number}": "" for number in range(1, 15)}
    (group,) = groups_for("lizard_wizard", Drawing(moves=bids))
    assert (group.form, group.amounts) == ("range", [1, 2, 7, 14])


def test_what_an_outcome_brings_is_a_figure_or_told() -> None:
    assert parts("2 of 3 blue: −1") == ("2 of 3 blue", "−1")
    assert parts("+3 on tracks") == ("", "+3 on tracks")
    assert parts("a duel with Power 3 at Cave") == ("a duel with Power 3 at Cave", "")


def test_the_crystals_of_an_exchange_are_picked() -> None:
    forms = set()
    for state, _ in sample(case_of("aeydor", 3), "exchanges", 400):
        if state.seat >= 0 and any(state.text(move).startswith("exchange") for move in state.moves()):
            groups = groups_for("aeydor", drawn("aeydor", state))
            forms |= {group.form for group in groups if group.heading == "Exchange crystals"}
    assert forms == {"pick"}


def test_an_action_is_chosen_before_the_move() -> None:
    names = set()
    for state, _ in sample(case_of("lizard_wizard", 3), "actions", 400):
        if state.seat >= 0:
            drawing = drawn("lizard_wizard", state)
            branches = branches_of(drawing)
            names |= {branch.name for branch, count in branches if count}
            assert not branches or sum(count for _, count in branches) + ("done" in drawing.moves) == len(drawing.moves)
    assert names == {"Gather", "Convert", "Recruit", "Research", "Create", "Summon"}
