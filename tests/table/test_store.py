"""The store: all or nothing, one winner, one sync for many, a shape that the migrations make."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from house import House
from sortilege.table.keep import store as store_module
from sortilege.table.keep.face import CannotOpen, Change, Lost
from sortilege.table.keep.migrate import Age, age_of
from sortilege.table.keep.schema import metadata, tables
from sortilege.table.keep.store import SqlStore, open_engine
from sortilege.terminal.command import main

ROW = {
    "game": "wizard_dice", "rules": "1", "content": "", "options": {}, "chairs": [], "version": 0, "maker": "",
    "invite": "", "watch": True, "shuffle": True, "clock": {}, "secret": "", "borrowed": 0, "made": 0, "open": False,
}  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> SqlStore:
    return SqlStore(f"sqlite:///{tmp_path}/store.db")


def keep(store: SqlStore, *changes: Change) -> list[object]:
    async def all_at_once() -> list[object]:
        return await asyncio.gather(*(store.keep(change) for change in changes), return_exceptions=True)

    return asyncio.run(all_at_once())


def steps(store: SqlStore, table: str) -> list[str]:
    return [text for text, _ in asyncio.run(store.steps(table))]


def test_the_migrations_make_the_shape_that_the_code_wants(store: SqlStore) -> None:
    assert age_of(store.engine) is Age.PRESENT
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_the_file_is_written_with_a_log_and_full_sync(store: SqlStore) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_many_changes_share_few_commits(store: SqlStore) -> None:
    keep(store, Change().add_table({"id": "a", **ROW}))
    before = store.commits.commits
    answers = keep(store, *[Change().add_step("a", number, f"step {number}", 0) for number in range(200)])
    assert answers == [None] * 200
    assert steps(store, "a") == [f"step {number}" for number in range(200)]
    assert store.commits.commits - before < 50
    store.close()


def test_of_two_writers_of_a_number_one_loses_and_the_others_are_kept(store: SqlStore) -> None:
    keep(store, Change().add_table({"id": "a", **ROW}), Change().add_table({"id": "b", **ROW}))
    racing = [Change().add_step("a", 0, name, 0).add_step("a", 1, name, 0) for name in ("first", "second")]
    answers = keep(store, racing[0], Change().add_step("b", 0, "calm", 0), racing[1])
    assert [isinstance(answer, Lost) for answer in answers] == [False, False, True]
    assert steps(store, "a") == ["first", "first"]
    assert steps(store, "b") == ["calm"]
    store.close()


def test_a_change_with_a_wrong_version_is_lost_whole(store: SqlStore) -> None:
    keep(store, Change().add_table({"id": "a", **ROW}))
    answers = keep(store, Change().add_step("a", 0, "x", 0).set_table("a", 7, ended=1))
    assert isinstance(answers[0], Lost)
    assert steps(store, "a") == []
    store.close()


def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/store.db")
    keep(store, Change().add_table({"id": "a", **ROW}))
    store.close()
    engine = open_engine(f"sqlite:///{tmp_path}/store.db")
    with engine.connect() as connection:
        assert [row.id for row in connection.execute(tables.select())] == ["a"]
    engine.dispose()


def test_a_second_process_on_a_file_is_refused_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = SqlStore(f"sqlite:///{tmp_path}/store.db")
    assert main(["serve", "--port", "1", "--database", f"sqlite:///{tmp_path}/store.db"]) == 2
    assert one_sentence(capsys).startswith("sortilege: another process serves")
    first.close()
    SqlStore(f"sqlite:///{tmp_path}/store.db").close()


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said, if it is one line and not how it came about."""
    said = [line for line in capsys.readouterr().err.splitlines() if "interpreted" not in line]
    assert len(said) == 1, said
    return said[0]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE alembic_version SET version_num = 'tomorrow'", "newer version of Sortilege"),
        ("not a database", "not a database"),
        (None, "unable to open"),
    ],
)
def test_a_database_that_cannot_be_used_ends_the_start_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str | None, words: str
) -> None:
    file = tmp_path / "store.db"
    SqlStore(f"sqlite:///{file}").close()
    if damage is None:
        file.unlink()
        file.mkdir()
    elif damage.startswith("UPDATE"):
        with create_engine(f"sqlite:///{file}").begin() as connection:
            connection.exec_driver_sql(damage)
    else:
        file.write_text(damage * 1000)
    assert main(["serve", "--port", "1", "--database", f"sqlite:///{file}"]) == 2
    assert words in one_sentence(capsys)


def test_a_server_database_of_an_older_shape_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlalchemy.dialects.sqlite.base.SQLiteDialect.name", "postgresql")
    with pytest.raises(CannotOpen, match="older shape; run: python -m sortilege"):
        open_engine(f"sqlite:///{tmp_path}/store.db")


def test_two_houses_over_one_database_never_disagree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As several will on a database that is made for many."""
    monkeypatch.setattr(store_module, "file_of", lambda _: None)
    one, two = House(tmp_path), House(tmp_path)
    try:
        anna = one.person("Anna")
        table = anna.make("wizard_dice", ["me", "bot:random"])
        there = two.stranger()
        there.headers = anna.client.headers
        there.base_url = two.url  # type: ignore[assignment]
        body = {"move": "predict 4 green", "number": 0}
        assert there.get(f"/api/tables/{table}").json()["number"] == 0
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        assert there.post(f"/api/tables/{table}/moves", json=body).status_code == 409
        seen = there.get(f"/api/tables/{table}/log").json()["steps"]
        assert seen[0] == ["Anna predicts 3 green."]
        assert there.post(f"/api/tables/{table}/moves", json=body | {"move": "predict 3 green"}).status_code == 200
    finally:
        one.close()
        two.close()


def test_a_store_that_does_not_answer_is_told_in_words(own_house: House) -> None:
    anna = own_house.person("Anna")
    with own_house.hall.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE people RENAME TO gone")
        connection.exec_driver_sql("ALTER TABLE house RENAME TO gone_too")
    assert anna.client.put("/api/me", json={"name": "Circe"}).status_code == 503
    answer = own_house.stranger().get("/healthz")
    assert answer.status_code == 503
    assert "gone" not in answer.text
    assert anna.get("/api/me") == {"name": "Anna"}
