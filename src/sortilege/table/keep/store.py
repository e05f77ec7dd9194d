"""The store on a database: every change is committed and on disk before anybody is answered; many share one sync."""

import asyncio
import json
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from sortilege.table.keep.alone import hold
from sortilege.table.keep.face import (
    CannotOpen,
    Change,
    Commits,
    Damaged,
    Lost,
    OnFile,
    Question,
    QuestionKind,
    StoreFailed,
)
from sortilege.table.keep.migrate import Age, age_of, migrate
from sortilege.table.keep.schema import carried, house, messages, people, questions, sittings, steps, tables

MOST_RESULTS = 1000
MOST_TOGETHER = 256
INSERT_STEPS = """
INSERT INTO steps (table_id, number, text, at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
    json_extract(value, '$[3]') FROM json_each(?)
"""
"""All of a batch at once: each statement gives the interpreter away, and the loop would let the writer wait for it."""
LISTS = ("chairs", "renewed")
SET_STOOD = update(tables).where(tables.c.id == bindparam("table")).values(stood=bindparam("how"))
TRIAL_BYTES = 16 * 1024
KEPT_CARRIED_MS = 3_600_000
"""Keys on their way that nobody fetched are forgotten so long after the next one's time."""


@dataclass
class Pending:
    """A change that somebody waits for."""

    change: Change
    done: "asyncio.Future[None]"
    late: Callable[[], None] = lambda: None
    """What is to be done where it was kept and nobody waits for it any more."""


def settle(answers: list[tuple[Pending, Exception | None]]) -> None:
    for pending, error in answers:
        if pending.done.done():
            if error is None:
                pending.late()
        elif error:
            pending.done.set_exception(error)
        else:
            pending.done.set_result(None)


class SqlKept:
    """What a database holds, read beside whoever writes."""

    engine: Engine

    @property
    def moment(self) -> Engine:
        """The engine, for reads that see the database as it is at one moment."""
        return self.engine

    async def read(self, query: Any) -> Sequence[Row[Any]]:
        return (await self.read_all(query))[0]

    async def read_all(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """All at one moment."""
        return await asyncio.to_thread(self.read_now, queries)

    def read_now(self, queries: Sequence[Any]) -> list[Sequence[Row[Any]]]:
        try:
            with self.moment.connect() as connection:
                return [connection.execute(query).all() for query in queries]
        except SQLAlchemyError as error:
            raise StoreFailed(cause(error)) from error
        except (ValueError, TypeError) as error:
            raise Damaged(str(error)) from error

    async def table(self, table_id: str, number: int = 0, said: int = 0) -> OnFile | None:
        row = select(tables).where(tables.c.id == table_id)
        talk = select(messages).where((messages.c.table_id == table_id) & (messages.c.number >= said))
        rows, played, heard = await self.read_all(row, steps_of(table_id, number), talk.order_by(messages.c.number))
        if not rows:
            return None
        return OnFile(
            checked(dict(rows[0]._mapping)), without_gaps(played, number), [dict(each._mapping) for each in heard]
        )

    async def steps(self, table_id: str) -> list[tuple[str, int]]:
        return without_gaps(await self.read(steps_of(table_id, 0)), 0)

    async def name(self, person: str) -> str | None:
        rows = await self.read(select(people.c.name).where(people.c.id == person))
        return str(rows[0].name) if rows else None

    async def knows(self, person: str) -> bool:
        named = select(people.c.id).where(people.c.id == person)
        sat = select(sittings.c.person).where(sittings.c.person == person)
        return bool(await self.read(named.union(sat)))

    async def house(self, name: str) -> str | None:
        return (await self.house_of([name])).get(name)

    async def house_of(self, names: Sequence[str]) -> Mapping[str, str]:
        return {row.name: row.value for row in await self.read(select(house).where(house.c.name.in_(names)))}

    async def carried(self, code: str) -> tuple[str, int] | None:
        rows = await self.read(select(carried).where(carried.c.code == code))
        return (rows[0].key, rows[0].until) if rows else None

    async def question(self, question_id: str) -> Mapping[str, Any] | None:
        found = select(questions.c.answer, questions.c.done, questions.c.failed).where(questions.c.id == question_id)
        rows = await self.read(found)
        return dict(rows[0]._mapping) if rows else None

    async def questions_open(self, kind: QuestionKind) -> list[Question]:
        still = (questions.c.kind == kind) & questions.c.answer.is_(None) & ~questions.c.failed
        asked = select(*(questions.c[name] for name in Question._fields)).where(still)
        return [Question(**row._mapping) for row in await self.read(asked)]

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

    async def results_of(self, person: str) -> list[Mapping[str, Any]]:
        query = (
            select(tables.c.game, tables.c.chairs, tables.c.result)
            .join(sittings, sittings.c.table_id == tables.c.id)
            .where((sittings.c.person == person) & tables.c.ended.is_not(None))
            .order_by(tables.c.ended.desc())
            .limit(MOST_RESULTS)
        )
        return [dict(row._mapping) for row in await self.read(query)]

    async def ended_tables(self, begins: str, since: int) -> list[Mapping[str, Any]]:
        named = tables.c.id.startswith(begins, autoescape=True)
        query = select(tables.c.id, tables.c.chairs, tables.c.result).where((tables.c.ended >= since) & named)
        return [dict(row._mapping) for row in await self.read(query)]

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

    async def all_tables(self) -> list[str]:
        return [row.id for row in await self.read(select(tables.c.id).order_by(tables.c.made))]


def steps_of(table_id: str, number: int) -> Select[Any]:
    return select(steps).where((steps.c.table_id == table_id) & (steps.c.number >= number)).order_by(steps.c.number)


def without_gaps(found: Sequence[Row[Any]], number: int) -> list[tuple[str, int]]:
    """Steps from this number on, each with its time."""
    if found and found[-1].number != number + len(found) - 1:
        raise Damaged(f"{found[-1].number + 1 - number} steps were kept, and {len(found)} are there")
    return [(row.text, row.at) for row in found]


class ReadOnly(SqlKept):
    """A database that is only looked at, whoever else uses it."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)


class SqlStore(SqlKept):
    """A database with one thread that writes."""

    clock: int | None = None

    def __init__(self, url: str) -> None:
        file = file_of(url)
        self.held = hold(file) if file else None
        self.engine = open_engine(url)
        self.commits = Commits()
        self.pending: deque[Pending] = deque()
        self.woken = False
        self.wakes: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_all, name="store", daemon=True)
        self.writer.start()

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk; Lost or StoreFailed when it is not."""
        done = asyncio.get_running_loop().create_future()
        self.hand_in(Pending(change, done))
        await done

    def hand_in(self, pending: Pending) -> None:
        """The writer is woken once for all that one turn of the loop hands in: to wake it costs more than to write."""
        if not self.woken:
            self.woken = True
            pending.done.get_loop().call_soon(self.wake)
        self.pending.append(pending)

    def wake(self) -> None:
        self.woken = False
        self.wakes.put(True)

    def close(self) -> None:
        """Write what was handed in, then stop."""
        self.wakes.put(False)
        self.writer.join()
        self.engine.dispose()
        if self.held:
            self.held.close()

    # The writer.

    def writing(self) -> Connection:
        """One statement needs no transaction around it: then the file keeps no second account of what it changes."""
        return self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def write_all(self) -> None:
        with self.writing() as connection:
            going = True
            while going:
                going = self.wakes.get()
                while self.pending:
                    self.write_batch(connection, self.take())

    def take(self) -> list[Pending]:
        """All that was handed in by now, as far as it fits into one commit."""
        return [self.pending.popleft() for _ in range(min(len(self.pending), MOST_TOGETHER))]

    def write_batch(self, connection: Connection, batch: list[Pending]) -> None:
        answers = list(self.written(connection, batch))
        batch[0].done.get_loop().call_soon_threadsafe(settle, answers)

    def written(self, connection: Connection, batch: list[Pending]) -> Iterator[tuple[Pending, Exception | None]]:
        """One commit for all; where one of them fails, one for each half, and so on."""
        error = self.commit(connection, [each.change for each in batch])
        if error is None or len(batch) == 1 or isinstance(error, Unreachable):
            yield from ((each, error) for each in batch)
        else:
            half = len(batch) // 2
            yield from self.written(connection, batch[:half])
            yield from self.written(connection, batch[half:])

    def commit(self, connection: Connection, changes: list[Change]) -> Exception | None:
        begun = time.perf_counter()
        try:
            with connection.begin():
                self.write(connection, changes)
        except (Lost, IntegrityError):
            return Lost("somebody else wrote first")
        except SQLAlchemyError as error:
            self.commits.failing = True
            return (Unreachable if self.unreachable(error) else StoreFailed)(cause(error))
        self.commits.failing = False
        self.commits.commits += 1
        self.commits.changes += len(changes)
        self.commits.seconds += time.perf_counter() - begun
        return None

    def unreachable(self, error: SQLAlchemyError) -> bool:
        """Would the next change fail too?"""
        return False

    def write(self, connection: Connection, changes: list[Change]) -> None:
        if not all(change.goes_on() for change in changes):
            connection.exec_driver_sql("BEGIN")
            for change in changes:
                write_rows(connection, change)
        self.write_on(connection, changes)

    def write_on(self, connection: Connection, changes: list[Change]) -> None:
        """What all changes have in common, by one statement."""
        if rows := [row for change in changes for row in change.steps]:
            connection.exec_driver_sql(INSERT_STEPS, (json.dumps(rows),))


class Unreachable(StoreFailed):
    """Nobody answers: the next change would fail too."""


def cause(error: SQLAlchemyError) -> str:
    """What the database said, without what was to be written: that is nobody's to log."""
    return str(error.orig) if isinstance(error, DBAPIError) else type(error).__name__


def checked(row: dict[str, Any]) -> dict[str, Any]:
    """A table's row, if everything in it is of the kind that it should be."""
    for column in tables.columns:
        value = row[column.name]
        fits = isinstance(value, list) if column.key in LISTS else isinstance(value, column.type.python_type)
        if not fits and not (column.nullable and value is None):
            raise Damaged(f"{column.name!r} is a {type(value).__name__}")
    return row


def write_rows(connection: Connection, change: Change) -> None:
    """All of a change but its steps, which many changes write together."""
    for row in change.tables:
        connection.execute(insert(tables), dict(row))
    for table_id, version, values in change.updates:
        mine = {"id": table_id, "version": version}
        if not set_row(connection, tables, mine, {"version": version + 1, **values}):
            raise Lost
    if change.stood:
        connection.execute(SET_STOOD, [{"table": name, "how": stood} for name, stood in sorted(change.stood)])
    for row in change.messages:
        connection.execute(insert(messages), dict(row))
    for person, table_id, looked in change.looks:
        put_row(connection, sittings, {"person": person, "table_id": table_id}, {"looked": looked})
    for person, name in change.names:
        put_row(connection, people, {"id": person}, {"name": name})
    for name, value in change.house:
        put_row(connection, house, {"name": name}, {"value": value})
    for name, before, value in change.swaps:
        if before is None:
            connection.execute(insert(house), {"name": name, "value": value})
        elif not set_row(connection, house, {"name": name, "value": before}, {"value": value}):
            raise Lost
    for row in change.carried:
        over = carried.c.until < row["until"] - KEPT_CARRIED_MS
        connection.execute(delete(carried).where(over | (carried.c.person == row["person"])))
        connection.execute(insert(carried), dict(row))
    for code in change.arrived:
        if not connection.execute(delete(carried).where(carried.c.code == code)).rowcount:
            raise Lost
    for question in change.questions:
        connection.execute(delete(questions).where((questions.c.id == question.id) & questions.c.failed))
        connection.execute(insert(questions), question._asdict())
    for question_id in change.settled:
        connection.execute(delete(questions).where(questions.c.id == question_id))
    if change.trial:
        connection.execute(insert(house), {"name": "trial", "value": "." * TRIAL_BYTES})
        connection.execute(delete(house).where(house.c.name == "trial"))


def set_row(connection: Connection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> bool:
    """Give the row with this key new values; is there one?"""
    return connection.execute(update(table).filter_by(**key).values(values)).rowcount == 1


def put_row(connection: Connection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    if not set_row(connection, table, key, values):
        connection.execute(insert(table), key | values)


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None for any other, and for one in memory."""
    try:
        found = make_url(url)
    except ArgumentError:
        raise CannotOpen(f"{url!r} is not the URL of a database; one is sqlite:////srv/sortilege/table.db") from None
    is_file = found.get_backend_name() == "sqlite" and found.database not in (None, "", ":memory:")
    return Path(found.database or "") if is_file else None


def open_engine(url: str) -> Engine:
    """The engine of a database that has the present shape; a SQLite file is brought to it."""
    try:
        engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", set_pragmas)
        age = age_of(engine)
        if age is Age.OLDER and engine.dialect.name == "sqlite":
            migrate(engine)
            age = Age.PRESENT
    except (SQLAlchemyError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise CannotOpen(f"the database {shown(url)} cannot be opened: {reason}") from None
    if age is Age.OLDER:
        raise CannotOpen(
            f"the database {shown(url)} has an older shape; run: python -m sortilege.table.keep.migrate {shown(url)}"
        )
    if age is Age.NEWER:
        raise CannotOpen(f"the database {shown(url)} was written by a newer version of Sortilege than this one")
    return engine


def shown(url: str) -> str:
    """A database's URL without its password."""
    return make_url(url).render_as_string(hide_password=True)


def set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
