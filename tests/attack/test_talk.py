"""Nobody speaks as somebody else, and nobody is shouted down."""

import secrets

import pytest

from house import House, Person
from sortilege.table.web.guard import Limits
from sortilege.table.web.people import COOKIE, GUESTS


def said(person: Person, table: str) -> list[tuple[str, int | None, str]]:
    found = person.get(f"/api/tables/{table}/messages")
    return [(each["name"], each["seat"], each["text"]) for each in found]


def say(person: Person, table: str, text: str = "hm") -> int:
    return person.post(f"/api/tables/{table}/messages", {"text": text}).status_code


def test_keys_that_the_house_did_not_make_count_for_nothing(house: House) -> None:
    table = house.person("Anna").make("wizard_dice", ["me", "bot:random"])
    own = house.person("Bert").client.headers["authorization"].removeprefix("Bearer ")
    turned = own[:-1] + chr(ord(own[-1]) ^ 1) if own[-1].isalnum() else own[:-1] + "A"
    for key in ("A" * 43, secrets.token_urlsafe(32), turned, own[:20], own + "A"):
        stranger = house.stranger()
        stranger.headers["authorization"] = f"Bearer {key}"
        assert stranger.post(f"/api/tables/{table}/messages", json={"text": "hm"}).status_code == 401
        browser = house.stranger()
        browser.cookies.set(COOKIE, key)
        browser.headers["origin"] = house.url
        assert browser.post(f"/api/tables/{table}/messages", json={"text": "hm"}).status_code == 401
        assert browser.get("/").cookies.get(COOKIE) not in (None, key), "they are newcomers"


def test_an_address_gets_so_many_keys_and_may_look_without(own_house: House) -> None:
    own_house.close()
    own_house.limits = Limits(rate=1e9, burst=1e9, newcomers=5)
    own_house.open()
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "anybody"])
    statuses = [own_house.stranger().post("/api/people", json={}).status_code for _ in range(8)]
    assert statuses == [201] * 4 + [429] * 4
    looker = own_house.stranger()
    for path in ("/", "/me", f"/tables/{table}", "/games/wizard_dice"):
        page = looker.get(path)
        assert page.status_code == 200
        assert COOKIE not in page.cookies
    form, origin = {"game": "wizard_dice", "now": "1"}, {"origin": own_house.url}
    assert looker.post("/tables", data=form, headers=origin).status_code == 429
    assert anna.table(table)["you"] == 0, "who has a key is not concerned"


@pytest.mark.parametrize("name", ["Anna", "anna", "Аnnа", "Ann\u0430", "Anna.", "Αnna", "An\u034fna", "𝐀𝐧𝐧𝐚", "Ànna"])
def test_a_watcher_does_not_look_like_a_player(house: House, name: str) -> None:
    anna, mallory = house.person("Anna"), house.person(name)
    table = anna.make("wizard_dice", ["me", "bot:random"])
    assert say(anna, table, "I am Anna.") == 201
    assert say(mallory, table, "No, I am!") == 201
    assert said(anna, table) == [("Anna", 0, "I am Anna."), (f"{name} 2", None, "No, I am!")]


@pytest.mark.parametrize(("one", "other"), [("Iris", "lris"), ("Bernd", "Bemd"), ("Оlga", "Olga"), ("Adept", "Αdept")])
def test_names_at_a_table_are_told_apart(house: House, one: str, other: str) -> None:
    first, second = house.person(one), house.person(other)
    table = first.make("wizard_dice", ["me", "anybody", "bot:random"])
    assert second.sit(table, 1).status_code == 200
    assert [seat["name"] for seat in first.table(table)["seats"]][:2] == [one, f"{other} 2"]
    assert [seat["name"] for seat in first.table(table)["seats"]][2] == "Random"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f \u1160", "\ufe0f"])
def test_a_name_can_be_seen(house: House, name: str) -> None:
    renamed = house.person("Anna").client.put("/api/me", json={"name": name}).json()["name"]
    assert renamed in GUESTS


def test_who_speaks_without_end_is_stopped(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.table.play.host.MOST_AT_ONCE", 3)
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    assert [say(bert, table) for _ in range(5)] == [201, 201, 201, 409, 409]
    assert say(anna, table) == 201


def test_who_sits_can_mute_for_themselves(own_house: House) -> None:
    anna, bert, loud = own_house.person("Anna"), own_house.person("Bert"), own_house.person("Loud")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    for text in ("boo", "BOO"):
        say(loud, table, text)
    mute = f"/api/tables/{table}/messages/0/muted"
    assert loud.client.put(mute, json={"muted": True}).status_code == 403
    assert anna.client.put(mute, json={"muted": True}).status_code == 200
    own_house.close()
    own_house.open()
    assert said(anna, table) == [("Loud", None, ""), ("Loud", None, "")]
    assert "BOO" not in anna.client.get(f"/tables/{table}").text
    assert [text for *_, text in said(bert, table)] == ["boo", "BOO"]
    assert anna.client.put(mute, json={"muted": False}).status_code == 200
    assert [text for *_, text in said(anna, table)] == ["boo", "BOO"]
    assert anna.client.put(f"/api/tables/{table}/messages/7/muted", json={"muted": True}).status_code == 404


def test_what_a_muted_one_says_does_not_come_by_the_stream(house: House) -> None:
    anna, loud = house.person("Anna"), house.person("Loud")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    say(loud, table, "boo")
    anna.client.put(f"/api/tables/{table}/messages/0/muted", json={"muted": True})
    with anna.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        next(line for line in lines if line.startswith("event: position"))
        say(loud, table, "unheard")
        say(anna, table, "heard")
        heard = next(line for line in lines if '"text"' in line)
    assert '"heard"' in heard


def test_who_made_a_table_can_close_its_chat(own_house: House) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    chat = f"/api/tables/{table}/chat"
    assert bert.client.put(chat, json={"open": False}).status_code == 403
    assert anna.client.put(chat, json={"open": False}).status_code == 200
    assert [say(person, table) for person in (anna, bert)] == [409, 409]
    own_house.close()
    own_house.open()
    assert say(bert, table) == 409
    assert anna.client.put(chat, json={"open": True}).status_code == 200
    assert say(bert, table) == 201
