"""Panels: how they are named, ranked and laid out, and that words on the cloth can be read."""

import itertools

import pytest

import sortilege
from kit import case_of, sample
from sortilege.engine.panels import DRAWN, LAYOUTS, MANY, Panel, arrange, in_turn, letters, light_colours, plan_of, rank

ON_CLOTH = ("#fff4dc", "#ffe9a8")
READABLE = 4.5


def panel(name: str, area: str = "", width: float = 100) -> Panel:
    return Panel(name, name.partition("-")[0], name, None, area or name, width, 50)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("game", sortilege.games())
def test_words_on_the_cloth_can_be_read(game: str) -> None:
    cloth = plan_of(sortilege.game(game).folder).cloth
    for ink, ground in itertools.product(ON_CLOTH, [*cloth["light"], *cloth["dark"]]):
        assert contrast(ink, ground) >= READABLE, (ink, ground)


@pytest.mark.parametrize("ground", ["--paper", "--paper2", "--sheet", "--card"])
@pytest.mark.parametrize("ink", ["--ink", "--faint", "--accent", "--good", "--bad", "--gold-text"])
def test_words_on_paper_can_be_read(ink: str, ground: str) -> None:
    assert contrast(light_colours()[ink], light_colours()[ground]) >= READABLE


def test_every_seat_has_a_letter_of_its_own() -> None:
    assert letters(["Fennel", "Adept", "Adept 2"]) == ["F", "A", "B"]
    assert letters(["Æydor", "", "7"]) == ["A", "B", "C"]


def test_who_looks_comes_first_then_the_others_clockwise() -> None:
    assert in_turn(4, 2) == [2, 3, 0, 1]
    assert in_turn(3, -1) == [0, 1, 2]


def test_what_is_asked_about_comes_first_in_its_order() -> None:
    panels = [panel("card"), panel("tray"), panel("page-0", "own"), panel("page-1", "pages")]
    rank(panels, ["own", "tray"])
    assert [(each.id, each.focus) for each in panels] == [("page-0", 1), ("tray", 2), ("card", 0), ("page-1", 0)]
    rank(panels, ["page"])
    assert {each.id for each in panels if each.focus} == {"page-0", "page-1"}


def test_a_layout_may_differ_where_there_are_many() -> None:
    plan = plan_of(sortilege.game("wizard_dice").folder)
    assert plan.layout("laptop", MANY - 1).strips == ()
    assert plan.layout("laptop", MANY).strips == ["pages"]
    assert set(LAYOUTS.values()) == {"broad", "wide", "narrow"}


def test_in_one_picture_no_panel_lies_on_another() -> None:
    plan = plan_of(sortilege.game("wizard_dice").folder)
    panels = sortilege.game("wizard_dice").start(5).panels()
    placed, width, height = arrange(panels, plan.layout("wide", 5))
    assert len(placed) == len(panels)
    for (one, x, y), (other, left, top) in itertools.combinations(placed, 2):
        apart_x = x + one.width <= left or left + other.width <= x
        assert apart_x or y + one.height <= top or top + other.height <= y
    assert all(x + each.width <= width and y + each.height <= height for each, x, y in placed)


@pytest.mark.parametrize("game", sortilege.games())
def test_a_panel_that_was_kept_is_what_would_be_drawn(game: str) -> None:
    drawn = []
    for state, _ in sample(case_of(game, 2), "kept", 40):
        for seat in (0, 1, None):
            drawn.append((state.copy(), seat, state.panels(seat)))
    for state, seat, panels in drawn:
        DRAWN.clear()
        assert state.panels(seat) == panels
