"""A damaged row, a full disk and a read-only file concern nobody else, and lose nothing."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from house import House, Person, play_out, wait_for
from sortilege.terminal.command import main

DAMAGE = {
    "chairs are no JSON": "UPDATE tables SET chairs = '[{' WHERE id = ?",
    "chairs are something else": "UPDATE tables SET chairs = '[1, 2]' WHERE id = ?",
    "a chair has a number for a name": """UPDATE tables SET chairs = replace(chairs, '"Anna"', '7') WHERE id = ?""",
    "there is no such game": "UPDATE tables SET game = 'chess' WHERE id = ?",
    "the options do not fit": """UPDATE tables SET options = '{"goal": 1}' WHERE id = ?""",
    "the secret is none": "UPDATE tables SET secret = 'dice' WHERE id = ?",
    "a time is a word": "UPDATE tables SET made = 'noon' WHERE id = ?",
    "the clock is broken": """UPDATE tables SET clock = '{"kind": "sand"}' WHERE id = ?""",
    "a step is illegal": "UPDATE steps SET text = '0 fly' WHERE table_id = ? AND number = 1",
    "a step is missing": "DELETE FROM steps WHERE table_id = ? AND number = 0",
    "a step is nonsense": "UPDATE steps SET text = x'00ff' WHERE table_id = ? AND number = 0",
}


def damage(house: House, table: str, how: str) -> None:
    with sqlite3.connect(house.folder / "table.db") as database:
        assert database.execute(how, (table,)).rowcount == 1


@pytest.mark.parametrize("how", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("ended", [True, False], ids=["over", "played"])
def test_a_damaged_table_is_set_aside_and_all_else_goes_on(
    own_house: House, how: str, ended: bool, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = own_house.person("Anna")
    clock = {"kind": "move", "seconds": 600}
    broken, whole = (anna.make("wizard_dice", ["me", "bot:random"], clock=clock) for _ in range(2))
    for table in (broken, whole):
        play_out(table, [anna], 2) if ended else anna.play(table, "predict 3 green")
    wait_for(lambda: anna.table(broken)["number"] > 1)
    own_house.close()
    damage(own_house, broken, how)
    caplog.set_level(logging.ERROR, "sortilege.table")
    own_house.open()
    for person in (anna, own_house.person("Carl")):
        home = person.client.get("/")
        assert home.status_code == 200
        assert whole in home.text or (not ended and person is not anna)
        assert broken not in home.text
        for path in (f"/tables/{broken}", f"/api/tables/{broken}", f"/tables/{broken}/replay"):
            answer = person.client.get(path)
            assert answer.status_code == 410
            assert "set aside" in answer.text
    assert anna.table(whole)["phase"] == ("over" if ended else "playing")
    assert sum(broken in record.getMessage() for record in caplog.records) == 1, "logged once"
    assert "sortilege_tables_damaged 1" in own_house.stranger().get("/metrics").text
    assert main(["tables", "--damaged", "--database", f"sqlite:///{own_house.folder}/table.db"]) == 1
    shown = capsys.readouterr().out
    assert broken in shown
    assert whole not in shown


@contextmanager
def while_told(house: House, *pragmas: str) -> Iterator[None]:
    """SQLite itself refuses, as on a full disk or in a file that cannot be written."""

    def tell(connection: Connection) -> None:
        for pragma in pragmas:
            connection.exec_driver_sql(pragma)

    engine = house.hall.store.engine
    event.listen(engine, "begin", tell)
    try:
        yield
    finally:
        event.remove(engine, "begin", tell)
        event.listen(engine, "begin", free)


def free(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA query_only = OFF")
    connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")


@pytest.mark.parametrize("pragma", ["PRAGMA max_page_count = 1", "PRAGMA query_only = ON"], ids=["full", "read-only"])
def test_where_nothing_can_be_kept_everybody_is_told_and_nothing_is_lost(
    own_house: House, pragma: str, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite cuts the most pages to those that are in use: there is room in the last ones, and none beyond."""
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    said = 0
    with while_told(own_house, pragma):
        own_house.hall.tried = 0
        while (answer := say(anna, table)).status_code == 201:
            said += 1
            own_house.hall.tables[table].messages[-1]["at"] = 0
        assert answer.status_code == 503
        assert "Nothing can be kept just now" in answer.json()["reason"]
        health = own_house.stranger().get("/healthz")
        assert (health.status_code, "Nothing can be kept" in health.text) == (503, True)
        for path in ("/", f"/tables/{table}"):
            page = bert.client.get(path)
            assert page.status_code == 200
            assert "Nothing can be kept just now" in page.text
        stands = play_until_refused(anna, table)
        assert anna.table(table) == stands
    assert "nothing can be kept" in caplog.text
    assert "xxx" not in caplog.text, "what was said stays out of the log"
    number = stands["number"]
    assert len(anna.get(f"/api/tables/{table}/messages")) == said
    wait_for(lambda: own_house.stranger().get("/healthz").status_code == 200)
    assert "Nothing can be kept" not in bert.client.get("/").text
    assert say(bert, table).status_code == 201
    own_house.close()
    own_house.open()
    assert anna.table(table)["number"] == number
    assert len(anna.get(f"/api/tables/{table}/messages")) == said + 1


def play_until_refused(person: Person, table: str) -> Any:
    """Play and take back while there is room; how it stood before the move that was not kept."""
    while True:
        stands = person.table(table)
        path, wish = ("undo", {}) if stands["undo"] else ("moves", {"move": "predict 3 green"})
        answer = person.post(f"/api/tables/{table}/{path}", wish | {"number": stands["number"]})
        if answer.status_code != 200:
            assert answer.status_code == 503
            return stands


def say(person: Person, table: str) -> Any:
    return person.post(f"/api/tables/{table}/messages", {"text": "x" * 500})


def test_a_database_that_was_never_written_to_by_this_version_can_be_looked_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    House(tmp_path).close()
    assert main(["tables", "--database", f"sqlite:///{tmp_path}/table.db"]) == 0
    assert capsys.readouterr().out == "All tables can be read.\n"
