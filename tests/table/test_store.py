"""The store: all or nothing, one winner, one sync for many, a shape that the migrations make."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from house import House
from sortilege.table.keep.face import Change, Lost
from sortilege.table.keep.migrate import is_current
from sortilege.table.keep.schema import metadata, tables
from sortilege.table.keep.store import SqlStore, open_engine

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
    assert is_current(store.engine)
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


def test_two_houses_over_one_database_never_disagree(tmp_path: Path) -> None:
    one, two = House(tmp_path), House(tmp_path)
    try:
        anna = one.person("Anna")
        table = anna.make("wizard_dice", ["me", "bot:random"])
        there = two.stranger()
        there.headers = anna.client.headers
        there.base_url = two.url  # type: ignore[assignment]
        body = {"move": "predict 3 green", "number": 0}
        assert there.get(f"/api/tables/{table}").json()["number"] == 0
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        assert there.post(f"/api/tables/{table}/moves", json=body).status_code == 409
        seen = there.get(f"/api/tables/{table}/log").json()["steps"]
        assert seen[0] == ["Anna predicts 3 green."]
    finally:
        one.close()
        two.close()


def test_a_store_that_does_not_answer_is_told_in_words(own_house: House) -> None:
    anna = own_house.person("Anna")
    with own_house.hall.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE people RENAME TO gone")
    assert anna.client.put("/api/me", json={"name": "Circe"}).status_code == 503
    answer = own_house.stranger().get("/healthz")
    assert answer.status_code == 503
    assert "gone" not in answer.text
    assert anna.get("/api/me") == {"name": "Anna"}
