"""Lessons over HTTP: the house keeps nothing, and answers whatever is asked of it."""

from typing import Any

import httpx
import pytest

from house import House
from sortilege.table.web import lessons

LEARN = "/games/wizard_dice/learn"


@pytest.fixture
def client(house: House) -> httpx.Client:
    return house.stranger()


def step(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = client.get(f"{LEARN}/step", params=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_home_and_game_lead_to_the_lesson(client: httpx.Client) -> None:
    for page in ("/", "/games/wizard_dice"):
        assert f'href="{LEARN}"' in client.get(page).text
    assert "Step 1 of 19" in client.get(LEARN).text


def test_a_game_without_a_lesson_says_so(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lessons.find_game("wizard_dice").__dict__, "lesson", None)
    assert client.get(LEARN).status_code == 404
    assert LEARN not in client.get("/").text
    assert client.get("/games/nothing/learn").status_code == 404


def test_a_step_has_the_panels_that_the_page_has_not_got(client: httpx.Client) -> None:
    first = step(client, number=0)
    has = ",".join(f"{panel}.{each['edition']}" for panel, each in first["panels"].items())
    assert set(first["panels"]) == {"tray", "prediction", "page-0", "page-1", "page-2"}
    assert set(step(client, number=1, has=has)["panels"]) == {"tray", "prediction", "page-0", "page-1", "page-2"}
    assert step(client, number=0, has=has)["panels"] == {}


def test_only_a_step_that_asks_has_choices(client: httpx.Client) -> None:
    told, asked = step(client, number=2), step(client, number=3)
    assert (told["asks"], asked["asks"]) == (False, True)
    assert "data-move" not in told["choices"] + "".join(each["markup"] for each in told["panels"].values())
    assert 'data-move="predict 3 blue"' in asked["choices"]


def test_a_move_leads_on_or_is_answered(client: httpx.Client) -> None:
    assert "Three blue it is" in step(client, number=3, move="predict 3 blue")["lesson"]
    wrong = step(client, number=3, move="predict 1 red")
    assert wrong == {
        "says": "Careful! But one die is worth one point. Try <strong>3 blue</strong>.",
        "reason": "",
        "rule": "",
    }
    refused = step(client, number=12, move="predict 2 red")
    assert refused["rule"] == "wizard_dice:different"
    assert step(client, number=0, move="predict 3 blue")["says"].startswith("There is nothing to decide")


def test_what_the_page_keeps_of_another_day_may_be_of_another_lesson(client: httpx.Client) -> None:
    assert "Step 19 of 19" in step(client, number=999, chosen=["gone", "<b>"])["lesson"]
    assert step(client, number=3, chosen=["no such move"])["asks"]


@pytest.mark.parametrize("asked", [{"number": -1}, {"number": "x"}, {"move": "x" * 401}, {"chosen": ["x"] * 61}])
def test_what_no_page_asks_is_refused(client: httpx.Client, asked: dict[str, Any]) -> None:
    assert client.get(f"{LEARN}/step", params=asked).status_code == 422
