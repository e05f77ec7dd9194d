"""The store on a database: every change is committed and on disk before anybody is answered; many share one sync."""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, Table, create_engine, event, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sortilege.table.keep.face import Change, Commits, Lost, StoreFailed
from sortilege.table.keep.migrate import is_current, migrate
from sortilege.table.keep.schema import messages, people, sittings, steps, tables

MOST_TOGETHER = 256


@dataclass
class Pending:
    """A change that somebody waits for."""

    change: Change
    done: "asyncio.Future[None]"


def settle(answers: list[tuple[Pending, Exception | None]]) -> None:
    for pending, error in answers:
        if pending.done.cancelled():
            continue
        if error:
            pending.done.set_exception(error)
        else:
            pending.done.set_result(None)


class SqlStore:
    """A database with one thread that writes. Reads run beside it."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.commits = Commits()
        self.queue: queue.SimpleQueue[Pending | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_all, name="store", daemon=True)
        self.writer.start()

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk; Lost or StoreFailed when it is not."""
        done = asyncio.get_running_loop().create_future()
        self.queue.put(Pending(change, done))
        await done

    def close(self) -> None:
        """Write what was handed in, then stop."""
        self.queue.put(None)
        self.writer.join()
        self.engine.dispose()

    # The writer.

    def write_all(self) -> None:
        with self.engine.connect() as connection:
            going = True
            while going:
                batch, going = self.take()
                if batch:
                    self.write_batch(connection, batch)

    def take(self) -> tuple[list[Pending], bool]:
        """All that was handed in by now, at least one; and whether there will be more."""
        batch: list[Pending] = []
        found = self.queue.get()
        while found is not None:
            batch.append(found)
            if len(batch) == MOST_TOGETHER:
                return batch, True
            try:
                found = self.queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def write_batch(self, connection: Connection, batch: list[Pending]) -> None:
        """One commit for all; where one of them fails, each gets a commit of its own."""
        error = self.commit(connection, [each.change for each in batch])
        alone = error is not None and len(batch) > 1
        answers = [(each, self.commit(connection, [each.change]) if alone else error) for each in batch]
        batch[0].done.get_loop().call_soon_threadsafe(settle, answers)

    def commit(self, connection: Connection, changes: list[Change]) -> Exception | None:
        begun = time.perf_counter()
        try:
            with connection.begin():
                for change in changes:
                    write(connection, change)
                rows = [row for change in changes for row in change.steps]
                if rows:
                    connection.execute(insert(steps), rows)
        except (Lost, IntegrityError):
            return Lost("somebody else wrote first")
        except SQLAlchemyError as error:
            return StoreFailed(str(error))
        self.commits.commits += 1
        self.commits.changes += len(changes)
        self.commits.seconds += time.perf_counter() - begun
        return None

    # Reading.

    async def read(self, query: Any) -> Sequence[Row[Any]]:
        return await asyncio.to_thread(self.read_now, query)

    def read_now(self, query: Any) -> Sequence[Row[Any]]:
        try:
            with self.engine.connect() as connection:
                return connection.execute(query).all()
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error

    async def table(self, table_id: str) -> dict[str, Any] | None:
        rows = await self.read(select(tables).where(tables.c.id == table_id))
        return dict(rows[0]._mapping) if rows else None

    async def steps(self, table_id: str) -> list[tuple[str, int]]:
        query = select(steps.c.text, steps.c.at).where(steps.c.table_id == table_id).order_by(steps.c.number)
        return [(row.text, row.at) for row in await self.read(query)]

    async def messages(self, table_id: str) -> list[dict[str, Any]]:
        query = select(messages).where(messages.c.table_id == table_id).order_by(messages.c.number)
        return [dict(row._mapping) for row in await self.read(query)]

    async def name(self, person: str) -> str | None:
        rows = await self.read(select(people.c.name).where(people.c.id == person))
        return str(rows[0].name) if rows else None

    async def tables_of(self, person: str, over: bool, most: int) -> list[tuple[str, int]]:
        wanted = tables.c.ended.is_not(None) if over else tables.c.ended.is_(None)
        query = (
            select(sittings.c.table_id, sittings.c.looked)
            .join(tables, tables.c.id == sittings.c.table_id)
            .where((sittings.c.person == person) & wanted)
            .order_by(tables.c.made.desc())
            .limit(most)
        )
        return [(row.table_id, row.looked) for row in await self.read(query)]

    async def tables_that(self, condition: Any, newest: Any, most: int) -> list[str]:
        query = select(tables.c.id).where(condition).order_by(newest.desc()).limit(most)
        return [row.id for row in await self.read(query)]

    async def open_tables(self, most: int) -> list[str]:
        return await self.tables_that(tables.c.open.is_(True) & tables.c.ended.is_(None), tables.c.made, most)

    async def finished_tables(self, most: int) -> list[str]:
        return await self.tables_that(tables.c.ended.is_not(None) & tables.c.watch.is_(True), tables.c.ended, most)

    async def running_tables(self) -> list[str]:
        runs = tables.c.began.is_not(None) | tables.c.open.is_(False)
        query = select(tables.c.id).where(runs & tables.c.ended.is_(None))
        return [row.id for row in await self.read(query)]


def write(connection: Connection, change: Change) -> None:
    """All of a change but its steps, which many changes write together."""
    for row in change.tables:
        connection.execute(insert(tables), dict(row))
    for table_id, version, values in change.updates:
        mine = {"id": table_id, "version": version}
        if not set_row(connection, tables, mine, {"version": version + 1, **values}):
            raise Lost
    for row in change.messages:
        connection.execute(insert(messages), dict(row))
    for person, table_id, looked in change.looks:
        put_row(connection, sittings, {"person": person, "table_id": table_id}, {"looked": looked})
    for person, name in change.names:
        put_row(connection, people, {"id": person}, {"name": name})


def set_row(connection: Connection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> bool:
    """Give the row with this key new values; is there one?"""
    return connection.execute(update(table).filter_by(**key).values(values)).rowcount == 1


def put_row(connection: Connection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    if not set_row(connection, table, key, values):
        connection.execute(insert(table), key | values)


def open_engine(url: str) -> Engine:
    """The engine of a database that has the present shape; a SQLite file is brought to it."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
        migrate(engine)
    elif not is_current(engine):
        raise StoreFailed(f"the database has another shape; run: python -m sortilege.table.keep.migrate {engine.url!r}")
    return engine


def set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
