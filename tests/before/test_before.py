"""What the version before made still loads, replays and goes on: records, positions, a database with its tables."""

import json
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from told import question, told, told_at

import sortilege
from house import House, Person, wait_for
from sortilege import OVER, FastChance, Record
from sortilege.engine import new_buffer
from sortilege.engine.playout import play_out
from sortilege.engine.record import result_of

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.json"))
TABLES = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
OF_EACH_PHASE = 3


def positions(name: str) -> list[dict[str, Any]]:
    lines = (HERE / "positions" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


POSITIONS = [
    pytest.param(each, id=f"{name}-{number}")
    for name in ("aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars")
    for number, each in enumerate(positions(name))
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_the_same_result(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    record = Record.load(path)
    assert result_of(record.verify()) == data["result"]
    assert record.data() == data
    assert sum(1 for _ in record.replay()) == len(data["steps"])


@pytest.mark.parametrize("kept", POSITIONS)
def test_a_position_tells_the_same_and_goes_on_to_the_end(kept: dict[str, Any]) -> None:
    game = sortilege.game(kept["game"])
    state = game.restore(kept["snapshot"])
    assert told(game, state) == kept["told"]
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
    folder = tmp_path_factory.mktemp("before")
    with sqlite3.connect(folder / "table.db") as database:
        database.executescript((HERE / "tables.sql").read_text(encoding="utf-8"))
    opened = House(folder)
    yield opened
    opened.close()


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


@pytest.mark.parametrize("title", TABLES["tables"])
def test_a_table_stands_as_it_was_left_and_goes_on(house: House, title: str) -> None:
    table, kind = TABLES["tables"][title], title.split()[1]
    anna, bert = people(house)
    for person, shown in zip((anna, bert), TABLES["shown"][title]):
        assert still(shown, told_at(person.get, table)) == shown
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
