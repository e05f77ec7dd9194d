"""A private table tells outsiders that it exists, and nothing else."""

import re

import httpx
import pytest
from starlette.routing import Route

from house import House, Person, play_out
from sortilege.table.web.app import ROUTERS


def private_table(house: House) -> tuple[Person, Person, str]:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "link"], watch=False, hints=False, clock={"kind": "game", "seconds": 600})
    return anna, bert, table


BODIES = {
    "moves": {"move": "stay", "number": 0}, "undo": {"number": 0}, "hints": {"number": 0}, "bot": {"bot": "random"},
    "sit": {"addition": "00" * 8, "invite": "wrong"}, "messages": {"text": "hm"}, "muted": {"muted": True},
    "chat": {"open": False}, "coach": {"coach": True}, "fork": {"step": 0, "seat": 0, "bot": "random"},
}  # fmt: skip
AT_A_TABLE = sorted({
    (method, route.path)
    for router in ROUTERS for route in router.routes
    if isinstance(route, Route) and "{table}" in route.path
    for method in route.methods or ()
})  # fmt: skip


def ask_everything(person: Person, table: str) -> dict[tuple[str, str], httpx.Response]:
    """All that can be asked for or tried at a table, of places that exist and of such as do not."""
    asked = [(method, path.replace("{table}", table)) for method, path in AT_A_TABLE]
    asked += [("GET", f"/tables/{table}?invite=wrong"), ("GET", f"/api/tables/{table}?invite=wrong")]
    found = {}
    for method, path in asked:
        for number in ("0", "7") if "{" in path else ("",):
            place = re.sub("{.*?}", number, path)
            body = BODIES.get(place.rpartition("/")[2]) if method != "GET" else None
            found[method, place] = person.client.request(method, place, json=body)
    return found


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_outsiders_are_told_nothing(house: House, phase: str) -> None:
    anna, bert, table = private_table(house)
    invite = anna.table(table)["invite"]
    if phase != "waiting":
        assert bert.sit(table, 1, invite).status_code == 200
    if phase == "over":
        play_out(table, [anna, bert], 4)
    carl = house.person("Carl")
    assert BODIES.keys() <= {path.rpartition("/")[2] for _, path in AT_A_TABLE}
    answers = ask_everything(carl, table)
    assert {asked: answer.status_code for asked, answer in answers.items() if answer.status_code != 403} == {}
    for answer in answers.values():
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
