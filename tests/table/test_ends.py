"""Games that are given up, tables that are closed, and what everybody reads about it."""

from collections.abc import Callable

import pytest

from house import House, Person, play_out, wait_for
from sortilege.engine import Record

MAKES = ["sqlite", "postgres"]

Hurry = Callable[[int], None]


def three(house: House) -> tuple[list[Person], str]:
    people = [house.person(name) for name in ("Anna", "Bert", "Cora")]
    table = people[0].make("wizard_dice", ["me", "anybody", "anybody"])
    for seat in (1, 2):
        people[seat].sit(table, seat)
    return people, table


def resign(person: Person, table: str) -> int:
    return person.post(f"/api/tables/{table}/seats/{person.table(table)['you']}/resign").status_code


def test_who_resigns_against_one_has_lost(own_house: House) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    assert resign(anna, table) == 409, "nothing has begun"
    bert.sit(table, 1)
    anna.play(table, "predict 3 green")
    assert bert.post(f"/api/tables/{table}/seats/0/resign").status_code == 403
    assert resign(bert, table) == 200
    for _ in range(2):
        stands = anna.table(table)
        assert (stands["phase"], stands["turn"], stands["closed"]) == ("over", None, False)
        assert stands["result"]["ranking"] == [1, 2]
        assert stands["result"]["ending"] == "resigned"
        assert [seat["resigned"] for seat in stands["seats"]] == [False, True]
        assert anna.get(f"/api/tables/{table}/log")["steps"][-1] == ["Bert resigns."]
        page = anna.client.get(f"/tables/{table}").text
        assert "<strong>Anna</strong> wins: Bert resigned." in page
        assert "data-move" not in bert.client.get(f"/tables/{table}").text, "there is nothing to do any more"
        assert "Look through the game" in page
        own_house.close()
        own_house.open()
    assert anna.play(table, "predict 1 red", 1).status_code == 409
    assert resign(anna, table) == 409
    record = Record.loads(anna.client.get(f"/api/tables/{table}/record").text)
    record.verify()
    assert record.result is None
    assert record.seal
    assert record.seal.secret
    assert anna.get(f"/api/tables/{table}/replay/1")["panels"]


def test_among_three_a_bot_plays_on_for_who_resigns(house: House) -> None:
    (anna, bert, cora), table = three(house)
    assert resign(anna, table) == 200
    wait_for(lambda: bert.table(table)["turn"] == 1)
    assert anna.table(table)["seats"][0]["bot"]
    for path in ("back", "stand"):
        assert anna.post(f"/api/tables/{table}/seats/0/{path}").status_code == 409
    assert resign(anna, table) == 200, "it is so already"
    assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 409
    assert anna.get(f"/api/tables/{table}/log")["steps"][0][0] == "Anna resigns."
    assert resign(bert, table) == 200
    assert cora.table(table)["phase"] == "playing", "Cora still plays, against bots"
    assert resign(cora, table) == 200
    assert cora.table(table)["result"]["ranking"] == [2, 2, 2]
    assert "Anna and Bert and Cora resigned." in anna.client.get(f"/tables/{table}").text


def test_against_bots_alone_the_game_is_over_at_once(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random", "bot:random"])
    assert resign(anna, table) == 200
    assert anna.table(table)["result"]["ranking"] == [3, 1, 1]


def test_who_is_alone_can_close_a_table_and_nobody_else(own_house: House) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    alone = anna.make("wizard_dice", ["me", "bot:random"])
    both = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(both, 1)
    waiting = anna.make("wizard_dice", ["me", "anybody", "anybody"])
    bert.sit(waiting, 1)
    closed = {table: anna.post(f"/api/tables/{table}/close").status_code for table in (alone, both, waiting)}
    assert list(closed.values()) == [200, 403, 200]
    assert bert.post(f"/api/tables/{alone}/close").status_code == 409
    own_house.close()
    own_house.open()
    for table in (alone, waiting):
        stands = bert.table(table)
        assert (stands["phase"], stands["closed"], stands["result"]) == ("over", True, None)
        page = bert.client.get(f"/tables/{table}").text
        assert "This table was closed" in page
        assert "Open another table" in page
        assert own_house.person("Cora").sit(table, 2).status_code in (404, 409)
    assert waiting not in bert.client.get("/api/tables").json()["open"]
    assert "closed before its end" in anna.client.get("/").text
    assert anna.table(both)["phase"] == "playing"


def test_tables_of_bots_can_be_closed_by_who_made_them(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["bot:random", "link"])
    assert bert.post(f"/api/tables/{table}/close").status_code == 403
    assert anna.post(f"/api/tables/{table}/close").status_code == 200


def test_the_log_says_which_moves_the_clock_made(own_house: House) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    clock = {"kind": "move", "seconds": 600, "bot": "random"}
    table = anna.make("wizard_dice", ["me", "anybody"], clock=clock)
    bert.sit(table, 1)
    live = own_house.hall.tables[table]

    own_house.run(own_house.hall.host.ring(live, 0, live.number))
    wait_for(lambda: bert.table(table)["turn"] == 1)
    assert bert.play(table, next(move for move in bert.moves(table))).status_code == 200
    for _ in range(2):
        told = bert.get(f"/api/tables/{table}/log")["steps"]
        assert told[0][0] == "Time was up: a bot moved for Anna."
        assert len(told[0]) > 1
        assert "Time was up" not in " ".join(told[1])
        own_house.close()
        own_house.open()


def test_who_watches_reads_words_for_watchers(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    watcher = house.person("Cora")
    assert "You will be asked" in bert.client.get(f"/tables/{table}").text
    page = watcher.client.get(f"/tables/{table}").text
    assert "You will be asked" not in page
    assert "You are watching: Anna decides." in page


def test_a_wrong_and_a_late_link_say_what_to_do_next(house: House) -> None:
    anna, bert, cora = (house.person(name) for name in ("Anna", "Bert", "Cora"))
    table = anna.make("wizard_dice", ["me", "link"])
    invite = anna.table(table)["invite"]
    assert "not whole" in bert.client.get(f"/tables/{table}?invite={invite[:-1]}").text
    assert "not whole" not in bert.client.get(f"/tables/{table}?invite={invite}").text
    bert.sit(table, 1, invite)
    assert "All seats are taken." in cora.client.get(f"/tables/{table}?invite={invite}").text
    play_out(table, [anna, bert], 4)
    late = cora.client.get(f"/tables/{table}?invite={invite}").text
    assert "The game is over" in late
    assert "Open another table" in late
    missing = cora.client.get(f"/tables/{table[:-2]}")
    assert missing.status_code == 404
    assert "ask for it again" in missing.text
