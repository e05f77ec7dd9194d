"""A match of two games: the second table, with the seats exchanged."""

import pytest

from house import House, Person, play_out, wait_for

ONE_ROUND = {"rounds": 1}


def match_of(house: House) -> tuple[Person, Person, str]:
    """Anna and Bert at the first table of a match."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_wars", ["me", "anybody"], options=ONE_ROUND, match=True, hints=False)
    assert bert.sit(table, 1).status_code == 200
    return anna, bert, table


def test_the_second_game_has_the_seats_exchanged_and_tells_who_won(house: House) -> None:
    anna, bert, first = match_of(house)
    assert anna.table(first)["match"] == {
        "game": 1, "other": None, "wins": [0, 0], "points": [0, 0], "winners": None,
        "told": "Games won: Anna 0 and Bert 0.",
    }  # fmt: skip
    play_out(first, [anna, bert], 6)
    one = anna.table(first)
    second = one["match"]["other"]
    two = bert.table(second)
    assert [seat["name"] for seat in two["seats"]] == ["Bert", "Anna"]
    assert (two["phase"], two["options"], two["hints"], two["you"]) == ("waiting", one["options"], False, 0)
    assert (two["match"]["game"], two["match"]["other"]) == (2, first)
    assert two["match"]["wins"] == one["match"]["wins"][::-1]
    assert two["match"]["points"] == one["scores"][::-1]
    assert two["commitment"] != one["commitment"]
    assert bert.sit(second, 0).status_code == 200
    assert anna.table(second)["phase"] == "waiting", "both bring new bytes for the dice"
    assert anna.sit(second, 1).status_code == 200
    play_out(second, [anna, bert], 6)
    done = anna.table(second)
    assert sum(done["match"]["wins"]) == 2
    assert done["match"]["points"] == [sum(both) for both in zip(one["scores"][::-1], done["scores"])]
    assert done["match"]["winners"]
    assert "the match." in done["match"]["told"]
    assert done["match"]["told"] in anna.client.get(f"/tables/{second}").text
    assert f'href="/tables/{second}"' in anna.client.get(f"/tables/{first}").text
    assert second in anna.get("/api/tables")["mine"]
    assert second in bert.get("/api/tables")["mine"]


def test_bots_go_on_with_the_second_game_by_themselves(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.table.play.hall.REVIVE_SECONDS", 0.1)
    own_house.close()
    own_house.open()
    anna = own_house.person("Anna")
    first = anna.make("wizard_wars", ["bot:greedy", "bot:random"], options=ONE_ROUND, match=True)
    wait_for(lambda: anna.table(first)["phase"] == "over")
    second = anna.table(first)["match"]["other"]
    wait_for(lambda: anna.table(second)["phase"] == "over")
    assert [seat["bot"] for seat in anna.table(second)["seats"]] == ["random", "greedy"]
    assert anna.table(second)["match"]["winners"] is not None
    assert anna.table(second)["match"]["other"] == first, "there is no third game"


def test_a_match_outlives_the_house(own_house: House) -> None:
    anna, bert, first = match_of(own_house)
    play_out(first, [anna, bert], 6)
    second = anna.table(first)["match"]["other"]
    told = bert.table(second)["match"]
    own_house.close()
    own_house.open()
    assert anna.table(first)["match"]["other"] == second
    assert bert.table(second)["match"] == told


def test_outsiders_of_a_private_table_hear_nothing_of_its_match(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_wars", ["me", "bot:random"], options=ONE_ROUND, match=True, watch=False)
    assert anna.table(table)["match"]["game"] == 1
    assert house.person("Cora").client.get(f"/api/tables/{table}").status_code == 403


@pytest.mark.parametrize(("game", "seats"), [("wizard_wars", 3), ("wizard_dice", 2)])
def test_a_match_is_for_two_where_the_game_offers_it(house: House, game: str, seats: int) -> None:
    wish = {"game": game, "seats": [{"kind": "me"}] + [{"kind": "anybody"}] * (seats - 1), "match": True}
    answer = house.person("Anna").post("/api/tables", wish)
    assert answer.status_code == 422
    assert answer.json()["reason"] == "A match of two games is for two players, at a game that offers it."


def test_the_form_offers_a_match_where_the_game_does(house: House) -> None:
    anna = house.person("Anna")
    assert 'name="match"' in anna.client.get("/games/wizard_wars").text
    assert 'name="match"' not in anna.client.get("/games/wizard_dice").text
    assert [anna.get(f"/api/games/{game}")["match"] for game in ("wizard_wars", "wizard_dice")] == [True, False]
    form = {"game": "wizard_wars", "seat-0": "me", "seat-1": "anybody", "rounds": "60", "watch": "on", "match": "on"}
    made = anna.client.post("/tables", data=form, headers={"origin": house.url})
    assert made.status_code == 303
    assert anna.table(made.headers["location"].rpartition("/")[2])["match"]["game"] == 1
