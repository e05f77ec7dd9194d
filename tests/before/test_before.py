"""What the version before made still loads, replays and goes on: records, positions, a database with its tables.

Where the cards of a game have changed since, it is read step by step instead, and nothing of it is lost.
"""

import json
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from told import question, told, told_at

import sortilege
from house import House, Person, wait_for
from sortilege import OVER, BadSnapshot, FastChance, Record
from sortilege.engine import EarlierCards, new_buffer
from sortilege.engine.playout import play_out
from sortilege.engine.record import EARLIER, result_of
from sortilege.table.web.people import COOKIE

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.json"))
TABLES = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
OF_EACH_PHASE = 3
SHOWN_ANEW = ("views", "after")
"""Views say more than before and call hidden cards otherwise: these digests cannot be the same."""


def positions(name: str) -> list[dict[str, Any]]:
    lines = (HERE / "positions" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


POSITIONS = [
    pytest.param(each, id=f"{name}-{number}")
    for name in ("aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars")
    for number, each in enumerate(positions(name))
]


TOLD_ANEW = {"wizard_dice", "wizard_wars"}
"""Games whose log tells the same in other words than it did."""


def changed(name: str) -> bool:
    """Are the cards or rules of this game others than they were?"""
    game = sortilege.game(name)
    return (game.content, game.rules_version) != (game.unmarked, "1")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_the_same_result(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    record = Record.load(path)
    assert record.data() == data
    if record.earlier:
        check_earlier(record)
        return
    assert result_of(record.verify()) == data["result"]
    assert sum(1 for _ in record.replay()) == len(data["steps"])


def check_earlier(record: Record) -> None:
    """It is told step by step, and neither played nor gone on with."""
    told = record.told()
    assert [who(step, record) for step in record.steps] == [line.partition(": ")[0] for line in told]
    assert all(move in line for move, line in zip(moves_in(record), told))
    for attempt in (record.start, record.verify, record.final, lambda: next(record.replay())):
        with pytest.raises(EarlierCards, match="earlier cards"):
            attempt()


def who(step: str, record: Record) -> str:
    return "Chance" if step[0] == "*" else record.seats[int(step.split()[0])]


def moves_in(record: Record) -> list[str]:
    return ["" if step[0] == "*" else step.partition(" ")[2] for step in record.steps]


@pytest.fixture
def other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games as they are when cards of theirs have changed."""
    for name in sortilege.games():
        monkeypatch.setitem(vars(sortilege.game(name)), "content", "other")


@pytest.mark.usefixtures("other_cards")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_earlier_cards_is_read_and_kept(path: Path, tmp_path: Path) -> None:
    record = Record.load(path)
    assert record.earlier
    check_earlier(record)
    record.save(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(path.read_text())


@pytest.mark.usefixtures("other_cards")
@pytest.mark.parametrize("name", ["aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars"])
def test_a_position_of_earlier_cards_is_refused_in_words(name: str) -> None:
    with pytest.raises(BadSnapshot, match=f"earlier cards of {sortilege.game(name).title}"):
        sortilege.game(name).restore(positions(name)[0]["snapshot"])


@pytest.mark.parametrize("kept", POSITIONS)
def test_a_position_tells_the_same_and_goes_on_to_the_end(kept: dict[str, Any]) -> None:
    game = sortilege.game(kept["game"])
    if changed(game.name):
        with pytest.raises(BadSnapshot, match=r"earlier cards|of rules"):
            game.restore(kept["snapshot"])
        return
    state = game.restore(kept["snapshot"])
    now = told(game, state)
    assert all(now[part] == before for part, before in kept["told"].items() if part not in SHOWN_ANEW)
    again = game.restore(json.loads(json.dumps(state.snapshot())))
    assert question(again) == question(state)
    play_out(state, FastChance("to the end"), new_buffer())
    assert state.seat == OVER
    assert state.ending()


@pytest.mark.parametrize("name", ["aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars"])
def test_every_phase_and_number_of_seats_is_kept(name: str) -> None:
    kept = positions(name)
    phases = Counter(
        each["snapshot"]["position"].get("phase", each["snapshot"]["position"].get("stage")) for each in kept
    )
    assert set(phases) == set(range(len(phases)))
    assert min(phases.values()) >= OF_EACH_PHASE
    seats = set(sortilege.game(name).seat_range)
    assert {each["seats"] for each in kept} == seats
    assert {len(Record.load(path).seats) for path in RECORDS if path.stem.startswith(name)} == seats


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = opened(tmp_path_factory.mktemp("before"))
    yield house
    house.close()


def opened(folder: Path) -> House:
    """A house over the database of before."""
    with sqlite3.connect(folder / "table.db") as database:
        database.executescript((HERE / "tables.sql").read_text(encoding="utf-8"))
    return House(folder)


def people(house: House) -> list[Person]:
    """Those who made the tables come back with their tokens."""
    found = []
    for token in TABLES["tokens"]:
        client = house.stranger()
        client.headers["authorization"] = f"Bearer {token}"
        found.append(Person(client))
    return found


def still(before: Any, now: Any) -> Any:
    """What is told now, without what was not told before."""
    if isinstance(before, dict):
        return {key: still(before[key], now[key]) for key in before if key in now}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [still(*both) for both in zip(before, now)]
    return now


def check_readable(person: Person, table: str, shown: dict[str, Any]) -> None:
    """A table of earlier cards says so in one sentence, tells every step, and its dice can be checked."""
    for path in (f"/tables/{table}", f"/tables/{table}/replay"):
        page = person.client.get(path)
        assert page.status_code == 200
        assert EARLIER in page.text
    record = Record.loads(person.client.get(f"/api/tables/{table}/record").text)
    check_earlier(record)
    assert record.result == shown["table"]["result"]
    assert record.seats == [seat["name"] for seat in shown["table"]["seats"]]
    assert record.seal
    assert record.seal.commitment == shown["table"]["commitment"]
    assert record.seal.secret
    for line in (*record.told(), *(text for _, text in shown["messages"])):
        assert str(escape(line)) in page.text
    refused = person.client.get(f"/api/tables/{table}")
    assert refused.status_code == 410
    assert refused.json()["reason"] == EARLIER
    assert person.post(f"/api/tables/{table}/moves", {"move": "stop", "number": 0}).status_code == 410


@pytest.mark.usefixtures("other_cards")
def test_tables_of_earlier_cards_are_read_and_those_not_begun_go_on(tmp_path: Path) -> None:
    house = opened(tmp_path)
    anna, bert = people(house)
    for title, table in TABLES["tables"].items():
        if title.endswith("waiting"):
            go_on_to_the_end(anna, bert, table, "waiting")
        else:
            for person, shown in zip((anna, bert), TABLES["shown"][title]):
                check_readable(person, table, shown)
    home = house.stranger().get("/", headers={"cookie": f"{COOKIE}={TABLES['tokens'][0]}"})
    assert home.status_code == 200
    assert home.text.count("earlier cards; it was not finished") == 2 * len(sortilege.games())
    assert "earlier cards; Anna won" in home.text
    house.close()


@pytest.mark.parametrize("title", TABLES["tables"])
def test_a_table_stands_as_it_was_left_and_goes_on(house: House, title: str) -> None:
    table, (name, kind) = TABLES["tables"][title], title.split()
    anna, bert = people(house)
    for person, shown in zip((anna, bert), TABLES["shown"][title]):
        if not changed(name):
            others = ["view", "log"] if name in TOLD_ANEW else ["view"]
            now = {**still(shown, told_at(person.get, table)), **{part: shown[part] for part in others}}
            assert now == shown
            check_new_look(person, table, kind)
        elif kind != "waiting":
            check_readable(person, table, shown)
    if kind == "waiting" or not changed(name):
        go_on_to_the_end(anna, bert, table, kind)


def check_new_look(person: Person, table: str, kind: str) -> None:
    """Its page is in panels, and so is a step of its replay."""
    assert 'class="panel"' in person.client.get(f"/tables/{table}").text
    if kind == "over":
        assert 'id="replay"' in person.client.get(f"/tables/{table}/replay").text
        assert person.get(f"/tables/{table}/steps/1?layout=phone")["panels"]


def go_on_to_the_end(anna: Person, bert: Person, table: str, kind: str) -> None:
    if kind == "waiting":
        assert bert.sit(table, 1).status_code == 200
        assert anna.table(table)["phase"] == "playing"
    if kind == "people":
        mover = anna if anna.moves(table) else bert
        assert mover.play(table, secrets.choice(mover.moves(table))).status_code == 200
        assert bert.post(f"/api/tables/{table}/messages", {"text": "It goes on."}).status_code == 201
    for person in (anna, bert):
        seat = person.table(table)["you"]
        if kind != "over" and seat is not None:
            assert person.post(f"/api/tables/{table}/seats/{seat}/bot", {"bot": "random"}).status_code == 200
    wait_for(lambda: anna.table(table)["phase"] == "over")
    record = Record.loads(anna.client.get(f"/api/tables/{table}/record").text)
    assert result_of(record.verify()) == anna.table(table)["result"]
    assert record.seal
    assert record.seal.secret
