"""A copy made while people play, put back later: the house goes on from there (docs/hosting.md)."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from house import House
from postgres import programs

MAKES = ("sqlite", "postgres")


def copy_of(database: str, folder: Path) -> Callable[[], None]:
    """Makes a copy, and puts it back when it is asked to; nobody uses the database then."""
    return copy_of_file(database, folder) if database.startswith("sqlite") else dump_of(database, folder)


def copy_of_file(database: str, folder: Path) -> Callable[[], None]:
    file, copy = Path(make_url(database).database or ""), folder / "copy.db"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)

    def put_back() -> None:
        for tail in ("-wal", "-shm"):
            Path(f"{file}{tail}").unlink(missing_ok=True)
        shutil.copy(copy, file)

    return put_back


def dump_of(database: str, folder: Path) -> Callable[[], None]:
    url, copy = make_url(database), folder / "copy"
    where = ["-h", str(url.host), "-p", str(url.port), "-U", str(url.username)]
    found = programs() or Path()
    subprocess.run([found / "pg_dump", *where, "-Fc", "-f", copy, str(url.database)], check=True)
    restore = [found / "pg_restore", *where, "--clean", "-d", str(url.database), copy]
    return lambda: subprocess.run(restore, check=True) and None


def test_a_copy_is_made_while_it_runs_and_goes_on_where_it_was_made(own_house: House, tmp_path: Path) -> None:
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody", "bot:random"])
    assert bert.sit(table, 1).status_code == 200
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    put_back = copy_of(own_house.database, tmp_path)
    assert bert.play(table, "predict 4 green", 1).status_code == 200
    own_house.close()
    put_back()
    own_house.open()
    assert (anna.table(table)["number"], anna.get("/api/me")["name"]) == (1, "Anna")
    assert bert.play(table, "predict 5 green", 1).status_code == 200
