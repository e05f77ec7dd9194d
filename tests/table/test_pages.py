"""The pages as HTML."""

import re

import pytest

import sortilege
from house import House
from sortilege.table.schema import tables


@pytest.mark.parametrize("game", sortilege.games())
def test_every_rule_has_an_anchor_and_every_option_a_field(house: House, game: str) -> None:
    text = house.stranger().get(f"/games/{game}").text
    for rule in sortilege.game(game).guide.rules:
        assert f'<li id="{rule}">' in text
    for option in sortilege.game(game).options:
        assert re.search(rf'name="{option.name}["-]', text)
    assert "<code>" + game + ":" not in text


def test_home_tells_whose_turn_it_is_and_what_happened_since(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    assert f'href="/tables/{table}"' in bert.client.get("/").text
    bert.sit(table, 1)
    assert "your turn" in anna.client.get("/").text
    anna.play(table, "predict 3 green")
    home = bert.client.get("/").text
    assert "your turn" in home
    assert "Anna predicts 3 green." in home
    bert.client.get(f"/tables/{table}/board")
    assert "Anna predicts 3 green." not in bert.client.get("/").text


def test_a_table_opened_from_the_form_has_what_was_chosen(house: House) -> None:
    browser = house.stranger()
    browser.headers["origin"] = house.url
    form = {
        "game": "wizard_dice", "seat-0": "bot:random", "seat-1": "me", "seat-2": "anybody", "goal": "12",
        "magic_cards": "on", "clock": "move", "clock-amount": "2", "clock-unit": "days", "clock-zero": "seat",
    }  # fmt: skip
    answer = browser.post("/tables", data=form)
    assert answer.status_code == 303
    table = browser.get("/api" + answer.headers["location"]).json()
    assert table["options"] == {"goal": 12, "magic_cards": True}
    assert table["you"] == 1
    assert not table["watch"]
    assert table["clock"] == {"kind": "move", "seconds": 2 * 86400, "at_zero": "seat"}
    assert [seat["bot"] for seat in table["seats"]] == ["random", None, None]
    for wrong in ({"goal": "13"}, {"clock-amount": "soon"}, {"seat-0": "me"}):
        assert browser.post("/tables", data=form | wrong).status_code == 422


def test_a_table_of_other_rules_is_closed_in_words(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    del house.hall.tables[table]
    with house.hall.store.engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(rules="0"))
    answer = anna.client.get(f"/tables/{table}")
    assert answer.status_code == 410
    assert "other rules" in answer.text
    assert anna.client.get("/").status_code == 200
