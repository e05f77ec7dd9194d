"""A private table tells outsiders that it exists, and nothing else."""

import pytest

from house import House, Person, play_out


def private_table(house: House) -> tuple[Person, Person, str]:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "link"], watch=False, hints=False, clock={"kind": "game", "seconds": 600})
    return anna, bert, table


GETS = ("", "/view", "/moves", "/log", "/messages", "/picture.svg", "/stream", "/record", "/replay/0")
POSTS = {
    "/moves": {"move": "stay", "number": 0}, "/undo": {"number": 0}, "/hints": {"number": 0},
    "/seats/0/sit": {"addition": "00" * 8}, "/seats/7/sit": {"addition": "00" * 8, "invite": "wrong"},
    "/seats/0/stand": None, "/seats/7/stand": None, "/seats/1/bot": {"bot": "random"}, "/seats/7/back": None,
    "/seats/0/resign": None, "/close": None, "/messages": {"text": "hm"},
    "/fork": {"step": 0, "seat": 0, "bot": "random"},
}  # fmt: skip


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_outsiders_are_told_nothing(house: House, phase: str) -> None:
    anna, bert, table = private_table(house)
    invite = anna.table(table)["invite"]
    if phase != "waiting":
        assert bert.sit(table, 1, invite).status_code == 200
    if phase == "over":
        play_out(table, [anna, bert], 4)
    carl = house.person("Carl")
    answers = [carl.client.get(f"/api/tables/{table}{path}") for path in GETS]
    answers += [carl.post(f"/api/tables/{table}{path}", body) for path, body in POSTS.items()]
    answers += [carl.client.get(f"/tables/{table}{path}") for path in ("", "/board", "/replay", "?invite=wrong")]
    answers += [carl.client.put(f"/api/tables/{table}/chat", json={"open": False})]
    assert {answer.status_code for answer in answers} == {403}
    for answer in answers:
        for secret in ("Anna", "Bert", "wizard_dice", "Wizard: the dice", invite, house.hall.tables[table].commitment):
            assert secret not in answer.text
    assert table not in carl.client.get("/").text
    assert table not in str(carl.get("/api/tables"))


def test_who_has_the_invite_sees_who_sits_but_not_the_game(house: House) -> None:
    anna, bert, table = private_table(house)
    invite = anna.table(table)["invite"]
    seen = bert.get(f"/api/tables/{table}?invite={invite}")
    assert [seat["name"] for seat in seen["seats"]] == ["Anna", "Empty seat"]
    assert (seen["scores"], seen["turn"], seen["number"], seen["invite"]) == (None, None, None, None)
    assert "Sit here" in bert.client.get(f"/tables/{table}?invite={invite}").text
    assert bert.client.get(f"/api/tables/{table}/view?invite={invite}").status_code == 403
    assert bert.sit(table, 1, invite).status_code == 200
    carl = house.person("Carl")
    assert bert.post(f"/api/tables/{table}/seats/1/stand").status_code == 200
    page = carl.client.get(f"/tables/{table}?invite={invite}")
    assert page.status_code == 200
    assert "<svg" not in page.text
    assert carl.get(f"/api/tables/{table}?invite={invite}")["turn"] is None


def test_forks_of_a_private_table_are_private(house: House) -> None:
    anna, bert, table = private_table(house)
    bert.sit(table, 1, anna.table(table)["invite"])
    play_out(table, [anna, bert], 4)
    fork = anna.post(f"/api/tables/{table}/fork", {"step": 2, "seat": 0, "bot": "random"}).json()["id"]
    assert not anna.table(fork)["watch"]
    assert house.person("Carl").client.get(f"/api/tables/{fork}").status_code == 403
