"""Portraits: chosen by a person, kept, and seen by others."""

import re

import sortilege
from house import House, Person
from sortilege.table.web.people import person_of
from sortilege.table.web.portraits import first_portrait
from sortilege.table.web.profile import Played, badges_of


def leads_to(person: Person, path: str) -> str:
    return str(person.client.get(path, follow_redirects=False).headers["location"])


def faces(person: Person, table: str) -> list[str]:
    """Where the page finds those who sit there."""
    return re.findall(r'class="face" src="([^"]+)"', person.client.get(f"/tables/{table}").text)


def test_a_portrait_is_chosen_kept_and_seen_by_others(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "bot:greedy"])
    first = first_portrait(person_of(anna.client.cookies["sortilege"])).address
    assert leads_to(anna, "/me/portrait.svg") == first
    chosen = anna.client.post("/me/portrait", data={"lizard": "druid", "skin": "plum", "sky": "snow"})
    assert chosen.status_code == 303
    for person, path in ((anna, "/me/portrait.svg"), (bert, f"/tables/{table}/seats/0/portrait.svg")):
        address = leads_to(person, path)
        assert address.startswith("/art/portraits/druid-plum-snow.svg?")
    picture = bert.client.get(address)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "immutable" in picture.headers["cache-control"]
    assert 'value="plum" checked' in anna.client.get("/me").text


def test_nobody_looks_like_what_is_not_there(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:greedy"])
    assert anna.client.post("/me/portrait", data={"lizard": "druid", "skin": "<b>", "sky": "snow"}).status_code == 422
    assert anna.client.post("/me/portrait", data={"lizard": "druid"}).status_code == 422
    for path in ("/art/portraits/druid-plum-none.svg", f"/tables/{table}/seats/7/portrait.svg"):
        assert anna.client.get(path).status_code == 404


def test_a_page_that_was_shown_before_seats_were_exchanged_finds_a_face_and_not_another_s(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:greedy", "anybody"])
    path = f"/tables/{table}/seats/1/portrait.svg"
    assert "max-age=0" in anna.client.get(path).headers["cache-control"]
    assert anna.client.get(leads_to(anna, path)).status_code == 200
    before = faces(anna, table)
    house.person("Bert").sit(table, 2)
    assert not set(faces(anna, table)) & set(before), "seats that changed have other addresses"


def test_badges_are_earned() -> None:
    dice, wars = (Played(sortilege.game(name)) for name in ("wizard_dice", "wizard_wars"))
    assert badges_of([]) == []
    dice.won = [False]
    assert [badge.title for badge in badges_of([dice])] == ["First game"]
    dice.won, wars.won = [False, True, True, True], [False]
    assert [badge.title for badge in badges_of([dice, wars])] == ["First game", "First win", "3 wins in a row"]
