"""The store: every change is committed and on disk before anybody is answered; many changes share one sync."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Row, create_engine, event, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sortilege.table.migrate import is_current, migrate
from sortilege.table.schema import messages, people, sittings, steps, tables

MOST_TOGETHER = 256


class Lost(Exception):
    """Somebody else wrote first: nothing of this change was kept."""


class StoreFailed(Exception):
    """The database could not keep a change: nothing of it was kept."""


@dataclass
class Change:
    """What is written together, or not at all."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    work: list[Callable[[Connection], None]] = field(default_factory=list)

    def add_table(self, row: Mapping[str, Any]) -> "Change":
        self.work.append(lambda connection: insert_row(connection, tables, row))
        return self

    def set_table(self, table: str, version: int, **values: Any) -> "Change":
        """Change a table's row if it still has this version; its version goes up by one."""

        def work(connection: Connection) -> None:
            mine = (tables.c.id == table) & (tables.c.version == version)
            if connection.execute(update(tables).where(mine).values(version=version + 1, **values)).rowcount != 1:
                raise Lost

        self.work.append(work)
        return self

    def add_step(self, table: str, number: int, text: str, at: int) -> "Change":
        self.steps.append({"table_id": table, "number": number, "text": text, "at": at})
        return self

    def add_message(self, table: str, number: int, person: str, name: str, text: str, at: int) -> "Change":
        row = {"table_id": table, "number": number, "person": person, "name": name, "text": text, "at": at}
        self.work.append(lambda connection: insert_row(connection, messages, row))
        return self

    def sit(self, person: str, table: str, looked: int = 0) -> "Change":
        """Remember that this person sits at the table and up to which step they have looked."""

        def work(connection: Connection) -> None:
            mine = (sittings.c.person == person) & (sittings.c.table_id == table)
            if connection.execute(update(sittings).where(mine).values(looked=looked)).rowcount == 0:
                insert_row(connection, sittings, {"person": person, "table_id": table, "looked": looked})

        self.work.append(work)
        return self

    def set_name(self, person: str, name: str) -> "Change":
        def work(connection: Connection) -> None:
            if connection.execute(update(people).where(people.c.id == person).values(name=name)).rowcount == 0:
                insert_row(connection, people, {"id": person, "name": name})

        self.work.append(work)
        return self

    def write(self, connection: Connection) -> None:
        for work in self.work:
            work(connection)


def insert_row(connection: Connection, table: Any, row: Mapping[str, Any]) -> None:
    connection.execute(insert(table), dict(row))


@dataclass
class Waiting:
    change: Change
    done: "asyncio.Future[None]"


def settle(answers: list[tuple[Waiting, Exception | None]]) -> None:
    for waiting, error in answers:
        if waiting.done.cancelled():
            continue
        if error:
            waiting.done.set_exception(error)
        else:
            waiting.done.set_result(None)


@dataclass
class Commits:
    """What the writer has done, for the metrics."""

    commits: int = 0
    changes: int = 0
    seconds: float = 0.0


class Store:
    """A database with one thread that writes. Reads run beside it."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.commits = Commits()
        self.waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_all, name="store", daemon=True)
        self.writer.start()

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk; Lost or StoreFailed when it is not."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.put(Waiting(change, done))
        await done

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.waiting.put(None)
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

    def take(self) -> tuple[list[Waiting], bool]:
        """All that waits now, at least one; and whether there will be more."""
        batch: list[Waiting] = []
        found = self.waiting.get()
        while found is not None:
            batch.append(found)
            if len(batch) == MOST_TOGETHER:
                return batch, True
            try:
                found = self.waiting.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def write_batch(self, connection: Connection, batch: list[Waiting]) -> None:
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
                    change.write(connection)
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

    async def table(self, table: str) -> dict[str, Any] | None:
        rows = await self.read(select(tables).where(tables.c.id == table))
        return dict(rows[0]._mapping) if rows else None

    async def steps(self, table: str) -> list[tuple[str, int]]:
        query = select(steps.c.text, steps.c.at).where(steps.c.table_id == table).order_by(steps.c.number)
        return [(row.text, row.at) for row in await self.read(query)]

    async def messages(self, table: str) -> list[dict[str, Any]]:
        query = select(messages).where(messages.c.table_id == table).order_by(messages.c.number)
        return [dict(row._mapping) for row in await self.read(query)]

    async def name(self, person: str) -> str | None:
        rows = await self.read(select(people.c.name).where(people.c.id == person))
        return str(rows[0].name) if rows else None

    async def sittings(self, person: str, over: bool, most: int) -> list[tuple[str, int]]:
        """This person's tables that are over, or not; the newest first, each with the step that was looked at last."""
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

    async def waiting_tables(self, most: int) -> list[str]:
        """Tables with a seat for anybody."""
        return await self.tables_that(tables.c.waiting.is_(True) & tables.c.ended.is_(None), tables.c.made, most)

    async def finished_tables(self, most: int) -> list[str]:
        return await self.tables_that(tables.c.ended.is_not(None) & tables.c.watch.is_(True), tables.c.ended, most)

    async def running_tables(self) -> list[str]:
        """Tables that are played, and those that may be ready to: no seat of theirs is for anybody."""
        runs = tables.c.began.is_not(None) | tables.c.waiting.is_(False)
        query = select(tables.c.id).where(runs & tables.c.ended.is_(None))
        return [row.id for row in await self.read(query)]


def open_engine(url: str) -> Engine:
    """The engine of a database that has the present shape; a SQLite file is brought to it."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
        migrate(engine)
    elif not is_current(engine):
        raise StoreFailed(f"the database has another shape; run: python -m sortilege.table.migrate {engine.url!r}")
    return engine


def set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
