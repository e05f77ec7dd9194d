"""The cloth of a table: where panels stand at which width, and that only what is new travels."""

from itertools import combinations

import pytest

import sortilege
from house import House, Person
from sortilege.engine.panels import LAYOUTS, plan_of, span_of
from sortilege.table.web.cloth import filled, side, telling


def board(person: Person, table: str, **asks: str) -> dict[str, dict[str, dict[str, str]]]:
    answer = person.client.get(f"/tables/{table}/board", params=asks)
    assert answer.status_code == 200
    return dict(answer.json())


def had(panels: dict[str, dict[str, str]]) -> str:
    return ",".join(f"{name}.{panel['edition']}" for name, panel in panels.items())


def test_only_panels_that_changed_are_sent(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    first = board(anna, table)["panels"]
    assert set(first) == {"tray", "prediction", "page-0", "page-1"}
    assert board(anna, table, has=had(first))["panels"] == {}
    mover = anna if anna.moves(table) else bert
    mover.play(table, mover.moves(table)[0])
    later = board(anna, table, has=had(first))["panels"]
    assert "page-0" in later
    assert "tray" not in later


@pytest.mark.parametrize(("layout", "folds"), [("wide", False), ("phone", True)])
def test_rivals_are_folded_on_a_phone(house: House, layout: str, folds: bool) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random", "bot:random"])
    anna.client.cookies.set("layout", layout)
    page = anna.client.get(f"/tables/{table}").text
    assert f'data-layout="{layout}"' in page
    assert ('class="area folds"' in page) == folds


def test_before_a_browser_says_how_wide_it_is_the_house_guesses(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    anna.client.cookies.set("layout", "huge")
    for agent, layout in (("Mozilla/5.0 (X11; Linux)", "wide"), ("Mozilla/5.0 (Android) Mobile", "phone")):
        page = anna.client.get(f"/tables/{table}", headers={"user-agent": agent}).text
        assert f'data-layout="{layout}"' in page


def test_an_empty_area_gives_its_room_to_a_neighbour() -> None:
    assert filled(["card", "tray", "rest"], {"tray", "rest"}) == ["tray", "tray", "rest"]
    assert filled(["tray", "tray", "card"], {"tray"}) == ["tray", "tray", "tray"]


def test_areas_that_share_a_row_stand_at_the_hems_of_the_cloth() -> None:
    rows = [["values", "values"], ["offers", "tiles"]]
    assert [side(name, rows) for name in ("values", "offers", "tiles")] == ["", "left", "right"]
    assert side("tray", [["card", "tray", "tray", "prediction"]]) == ""


@pytest.mark.parametrize("game", sortilege.games())
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_area_is_a_rectangle_whatever_is_missing(game: str, layout: str, seats: int) -> None:
    rows = [row.split() for row in plan_of(sortilege.game(game).folder).layout(layout, seats).areas]
    names = {name for row in rows for name in row}
    for size in range(1, len(names) + 1):
        for present in map(set, combinations(sorted(names), size)):
            grid = [filled(row, present) for row in telling(rows, present)]
            assert {name for row in grid for name in row} == present
            for name in present:
                down, across = span_of(grid, name)
                assert all((row, column) in places(grid, name) for row in down for column in across), (name, grid)


def places(grid: list[list[str]], name: str) -> set[tuple[int, int]]:
    return {(row, column) for row, line in enumerate(grid) for column, area in enumerate(line) if area == name}
