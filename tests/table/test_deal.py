"""The deal of the day: the same for everybody, one try each, results side by side."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from unittest.mock import AsyncMock

import pytest

import sortilege
from house import House, Person, play_out, wait_for
from sortilege.table.keep.face import StoreFailed
from sortilege.table.keep.schema import house as house_names
from sortilege.table.keep.schema import tables
from sortilege.table.play import deal as deals
from sortilege.table.play.analyses import key_of
from sortilege.table.play.deal import Deal, deal_of
from sortilege.table.web import deal as web

pytestmark = pytest.mark.usefixtures("little_thought")


@pytest.fixture(autouse=True)
def a_quick_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day on which True Wizard is dealt, against bots that do not look ahead."""
    day = next(date(2026, 1, n) for n in range(1, 9) if Deal(date(2026, 1, n)).game.name == "true_wizard")
    monkeypatch.setattr(web, "today", lambda: Deal(day))
    monkeypatch.setattr(deals, "BOT", "greedy")


def begin(person: Person) -> str:
    answer = person.client.post("/deal")
    assert answer.status_code == 303
    table = answer.headers["location"].rpartition("/")[2]
    if person.table(table)["phase"] == "waiting":
        person.sit(table, 0)
    return table


def play_alike(people: list[Person], tables: list[str], decisions: int) -> None:
    for _ in range(decisions):
        for person, table in zip(people, tables):
            wait_for(lambda person=person, table=table: person.moves(table))
        first, *others = (person.moves(table) for person, table in zip(people, tables))
        assert all(each == first for each in others)
        for person, table in zip(people, tables):
            assert person.play(table, first[0]).status_code == 200


def test_games_take_turns() -> None:
    days = [Deal(date(2026, 3, day)).game.name for day in range(1, 6)]
    assert sorted(days) == sortilege.games()


def test_who_plays_alike_gets_the_same_outcomes_and_the_same_bots(house: House) -> None:
    people = [house.person(name) for name in ("Anna", "Bert")]
    tables = [begin(person) for person in people]
    assert tables[0] != tables[1]
    play_alike(people, tables, 6)
    for person, table in zip(people, tables):
        wait_for(lambda person=person, table=table: person.moves(table))
    one, other = (house.run(house.hall.table(table)).texts for table in tables)
    assert one == other
    assert any(step.startswith("*") for step in one)
    assert any(step.startswith("1 ") for step in one)


def test_everybody_has_one_try(house: House) -> None:
    cora = house.person("Cora")
    table = begin(cora)
    assert begin(cora) == table
    assert deal_of(table)
    assert len(table) <= tables.c.id.type.length, "PostgreSQL keeps no longer one"
    assert len(key_of(table)) <= house_names.c.name.type.length
    assert "Go on with your try" in cora.client.get("/deal").text


def test_who_asks_many_times_at_once_or_has_many_tables_has_one_try_too(house: House) -> None:
    fay = house.person("Fay")
    with ThreadPoolExecutor(8) as hands:
        tries = {hands.submit(fay.client.post, "/deal") for _ in range(8)}
    assert len({each.result().headers["location"] for each in tries}) == 1
    for _ in range(55):
        fay.make("wizard_dice", ["me", "anybody"])
    assert fay.client.post("/deal").headers["location"] in {each.result().headers["location"] for each in tries}


def test_it_is_played_without_hints_and_coach(house: House) -> None:
    gus = house.person("Gus")
    table = begin(gus)
    assert gus.client.put(f"/api/tables/{table}/coach", json={"on": True}).status_code == 409
    assert gus.client.get(f"/api/tables/{table}/coach/0").status_code == 409
    assert gus.post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 403
    assert "Coach" not in gus.client.get(f"/tables/{table}/board").json()["host"]


def test_a_rematch_is_ones_own(house: House) -> None:
    """All tries have one secret, and what follows from it alone is the same for everybody."""
    again = []
    for person in (house.person("Hal"), house.person("Ida")):
        table = begin(person)
        assert person.post(f"/api/tables/{table}/seats/0/resign").status_code == 200
        again.append(person.client.post(f"/tables/{table}/rematch").headers["location"])
        assert person.client.get(again[-1]).status_code == 200
    assert again[0] != again[1]


def test_its_page_stands_where_nothing_can_be_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    jan = house.person("Jan")
    assert jan.post(f"/api/tables/{begin(jan)}/seats/0/resign").status_code == 200
    monkeypatch.setattr(house.hall.analyses, "begin", AsyncMock(side_effect=StoreFailed("no room")))
    assert "Jan" in jan.client.get("/deal").text


def test_results_are_for_those_who_are_done(own_house: House) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = begin(anna)
    assert "Nobody is done" in bert.client.get("/deal").text
    play_out(table, [anna])
    assert "1 is done with it" in bert.client.get("/deal").text
    assert "Anna" not in bert.client.get("/deal").text
    page = anna.client.get("/deal").text
    assert "What happened in it" in page
    assert "lost by play" in page
    wait_for(lambda: anna.get(f"/tables/{table}/analysis/progress")["ready"])
    assert "Anna" in anna.client.get("/deal").text
    own_house.close()
    own_house.open()
    assert begin(anna) == table


def test_the_secret_of_a_deal_is_never_told(house: House) -> None:
    dora, eve = house.person("Dora"), house.person("Eve")
    table = begin(dora)
    play_out(table, [dora])
    assert dora.get(f"/api/tables/{table}/record")["seal"] is None
    secret = house.run(house.hall.table(table)).secret
    for path in (f"/tables/{table}", f"/tables/{table}/replay", "/deal"):
        assert secret not in dora.client.get(path).text
    assert eve.client.get(f"/tables/{table}/replay").status_code == 403, "others may still have to play it"
