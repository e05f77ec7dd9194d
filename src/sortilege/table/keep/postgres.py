"""PostgreSQL as store, bus and jobs of a house of many processes."""

import asyncio
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, NullPool, Row, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from sortilege.table.keep.face import (
    Act,
    Answer,
    Change,
    Job,
    News,
    Question,
    QuestionKind,
    Spawn,
    Standing,
    StepRow,
    StoreFailed,
)
from sortilege.table.keep.questions import Answering, Asking
from sortilege.table.keep.store import Pending, SqlStore

PATIENCE_SECONDS = 2.0
"""So long somebody waits for the database. What it has may still be kept: the same move is welcome again then."""
SILENT_SECONDS = 0.4
"""So long who comes after them waits while it is silent, so that nobody who waits for several waits for ever."""
CONNECTION = {
    "tcp_user_timeout": "1500", "keepalives_idle": "1", "keepalives_interval": "1", "connect_timeout": "2",
}  # fmt: skip
CLASHES = ("40001", "40P01")
"""Two transactions got in each other's way; one of them is tried again."""
CHANNEL = "sortilege"
LONGEST_NEWS = 7_000
"""PostgreSQL tells at most 8,000 bytes at once."""
LISTEN_SECONDS = 0.25
GATHER_SECONDS = 0.002
MEASURE_SECONDS = 1.0
LEASE_MS = 1_500
RENEW_SECONDS = 0.4
SWEEP_SECONDS = 5.0
AGAIN_SECONDS = 0.2
MOST_ADDRESSES = 5
"""Where there is no room, one is taken for each address until so many have something here: nobody waits for an address
that fills it."""

CLOSED_MS = 15_000
"""Where nobody was there for so long the house was closed, and no clock ran."""
MARK_SECONDS = 5.0

NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
ONCE = f"(SELECT {NOW})"
"""The same, asked once for all rows, so that an index finds them."""

KEEP = f"""
WITH kept AS (
    INSERT INTO steps (table_id, number, text, at)
    SELECT step->>0, (step->>1)::int, step->>2, (step->>3)::bigint FROM json_array_elements(%(steps)s::json) step
), put AS (
    INSERT INTO jobs (table_id, number, version, due, wait, person, address, watched)
    SELECT * FROM jsonb_to_recordset(%(jobs)s::jsonb) AS job(
        table_id text, number int, version int, due bigint, wait int, person text, address text, watched bool)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, version = excluded.version, due = excluded.due,
        wait = excluded.wait, person = excluded.person, address = excluded.address, watched = excluded.watched,
        holder = NULL, until = NULL
), told AS (
    SELECT pg_notify('{CHANNEL}', news) FROM unnest(%(news)s::text[]) news
)
SELECT count(*) FROM told
"""
"""All or nothing by itself: where a step's number is taken nothing is kept, and nobody told."""

# Fewest jobs of an address, then of a person, first: who asks for little never waits for who asks for much.
CLAIM = f"""
WITH ready AS (
    SELECT table_id, wait, due, count(*) OVER (PARTITION BY wait, address) AS of_address,
        count(*) OVER (PARTITION BY wait, person) AS of_person
    FROM jobs WHERE due <= {ONCE}
), chosen AS (
    SELECT jobs.table_id FROM ready JOIN jobs USING (table_id)
    WHERE (jobs.until IS NULL OR jobs.until < {ONCE}) AND jobs.due <= {ONCE} AND jobs.wait < %(below)s
        AND jobs.address <> ALL(%(served)s::text[])
    ORDER BY ready.wait, of_address, of_person, ready.due LIMIT %(most)s FOR UPDATE OF jobs SKIP LOCKED
)
UPDATE jobs SET holder = %(me)s, until = {ONCE} + {LEASE_MS} FROM chosen WHERE jobs.table_id = chosen.table_id
RETURNING jobs.table_id, number, version, due, wait, person, address, watched
"""
RENEW = f"UPDATE jobs SET until = {NOW} + {LEASE_MS} WHERE holder = %(me)s AND table_id = ANY(%(held)s)"
RELEASE = """
UPDATE jobs SET number = %(number)s, version = %(version)s, due = %(due)s, holder = NULL, until = NULL
WHERE table_id = %(table_id)s AND holder = %(me)s
"""
UNHURRIED = "SET synchronous_commit = off"
"""Who is at a job need not outlive a crash of the database: nobody is, then, or it is done twice and kept once."""
LEAVE = "UPDATE jobs SET holder = NULL, until = NULL WHERE holder = %(me)s"
NEXT = f"SELECT min(due) - {NOW} FROM jobs WHERE due > {ONCE}"
DUE = f"""
SELECT (SELECT count(*) FROM jobs WHERE due <= {ONCE})
    + (SELECT count(*) FROM questions WHERE answer IS NULL AND NOT failed)
"""
# What a table's last change put is kept with it: only tables that never had a job have none.
SWEEP = (
    "DELETE FROM jobs USING tables WHERE id = table_id AND ended IS NOT NULL",
    """
    INSERT INTO jobs (table_id, number, version, due, wait, person, address, watched)
    SELECT id, 0, 0, 0, 2, maker, '', false FROM tables
    WHERE ended IS NULL AND (began IS NOT NULL OR NOT waiting) AND NOT EXISTS (SELECT FROM jobs WHERE table_id = id)
    ON CONFLICT DO NOTHING
    """,
)

MARK = f"""
INSERT INTO house (name, value) VALUES ('open', {NOW}::text)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
CLOSED = f"SELECT {NOW} - value::bigint FROM house WHERE name = 'open' FOR UPDATE"
OPEN_AGAIN = (
    "UPDATE tables SET behind = behind + %(closed)s WHERE began IS NOT NULL AND ended IS NULL AND halted IS NULL",
    "UPDATE jobs SET due = due + %(closed)s WHERE due > 0",
)

logger = logging.getLogger("sortilege.table")


def patient(url: str) -> str:
    """The URL of a database with what makes a lost connection known soon, where it says nothing else."""
    found = make_url(url)
    wanted = {name: value for name, value in CONNECTION.items() if name not in found.query}
    return found.update_query_dict(wanted).render_as_string(hide_password=False)


def address_of(url: str) -> str:
    """The same as the driver itself reads it."""
    return make_url(patient(url)).set(drivername="postgresql").render_as_string(hide_password=False)


class PostgresStore(SqlStore):
    """A database for many processes, whose clock is everybody's."""

    def __init__(self, url: str) -> None:
        super().__init__(patient(url))
        self.me = secrets.token_hex(8)
        self.missed: Callable[[], None] = lambda: None
        self.silent = False
        with self.engine.begin() as connection:
            self.set_clock(lambda: connection.exec_driver_sql(f"SELECT {NOW}").scalar())
            self.open_again(connection)

    def open_again(self, connection: Connection) -> None:
        """Who is the first to come back after a while lets every clock go on from where the last one left it."""
        closed = connection.exec_driver_sql(CLOSED).scalar() or 0
        for statement in OPEN_AGAIN if closed > CLOSED_MS else ():
            connection.exec_driver_sql(statement, {"closed": closed})
        connection.exec_driver_sql(MARK)

    @property
    def moment(self) -> Engine:
        return self.engine.execution_options(isolation_level="REPEATABLE READ")

    def writing(self) -> Connection:
        """One statement needs no transaction around it, which would be two more ways there and back."""
        return create_engine(self.engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect()

    def set_clock(self, ask: Callable[[], Any]) -> None:
        """What the database's clock is ahead of ours, as far as the way there and back lets us know."""
        begun = time.monotonic_ns()
        there = int(ask())
        self.clock = there - (begun + time.monotonic_ns()) // 2_000_000

    @property
    def patience(self) -> float:
        return SILENT_SECONDS if self.silent else PATIENCE_SECONDS

    def give_up(self, done: "asyncio.Future[None]") -> None:
        if not done.done():
            self.silent = True
            done.set_exception(StoreFailed("the database does not answer"))

    def read_now(self, queries: Sequence[Any]) -> list[Sequence[Row[Any]]]:
        found = super().read_now(queries)
        self.silent = False
        return found

    def commit(self, connection: Connection, changes: list[Change]) -> Exception | None:
        error = super().commit(connection, changes)
        self.silent = self.silent and error is not None
        return error

    async def read_all(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        try:
            return await asyncio.wait_for(super().read_all(*queries), self.patience)
        except TimeoutError:
            self.silent = True
            raise StoreFailed("the database does not answer") from None

    async def keep(self, change: Change) -> None:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        limit = loop.call_later(self.patience, self.give_up, done)
        self.hand_in(Pending(change, done, self.missed))
        try:
            await done
        finally:
            limit.cancel()

    def unreachable(self, error: SQLAlchemyError) -> bool:
        clash = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") in CLASHES
        return isinstance(error, OperationalError) and not clash

    def write_on(self, connection: Connection, changes: list[Change]) -> None:
        steps = sorted(step for change in changes for step in change.steps)
        jobs = {job.table_id: job._asdict() for change in changes for job in change.jobs}
        news = list(written(self.me, self.clock or 0, changes))
        if steps or jobs or news:
            put = to_json([jobs[table_id] for table_id in sorted(jobs)])
            connection.exec_driver_sql(KEEP, {"steps": to_json(steps), "jobs": put, "news": news})


# News.

to_json = json.JSONEncoder(separators=(",", ":")).encode


def listed(texts: Iterable[str]) -> str:
    return f"[{','.join(texts)}]"


def written(me: str, clock: int, changes: Sequence[Change]) -> Iterator[str]:
    """What others have to know of these changes, in as many pieces as it takes."""
    items = [("steps", to_json(step)) for change in changes for step in change.steps]
    items += [("changed", to_json(table_id)) for change in changes for table_id in sorted(change.tables_changed())]
    items += [("names", to_json(named)) for change in changes for named in change.names]
    items += [("here", to_json(here)) for change in changes for here in change.here]
    asked = any(change.questions for change in changes)
    due = asked or any(job.due == 0 for change in changes for job in change.jobs)
    if not items and not due:
        return
    piece: dict[str, list[str]] = {}
    length = 0
    for kind, item in items:
        length += len(item)
        if length > LONGEST_NEWS:
            yield pack(me, clock, piece, False)
            piece, length = {}, len(item)
        piece.setdefault(kind, []).append(item)
    yield pack(me, clock, piece, due, asked)


def pack(me: str, clock: int, piece: Mapping[str, Iterable[str]], due: bool, asked: bool = False) -> str:
    """One piece, of texts by kind: from whom, when, and whether somebody has to act, or to answer, at once."""
    at = time.monotonic_ns() // 1_000_000 + clock
    told = "".join(f',"{kind}":{listed(texts)}' for kind, texts in piece.items()) + ',"asked":true' * asked
    return f'{{"from":"{me}","due":{to_json(due)},"at":{at}{told}}}'


def read_news(data: Mapping[str, Any], news: News) -> News:
    """Add a piece to what is known already."""
    news.names.update(data.get("names", ()))
    news.here.update(data.get("here", ()))
    news.changed.update(data.get("changed", ()))
    for step in data.get("steps", ()):
        news.steps.setdefault(step[0], []).append(StepRow(*step))
    return news


class PostgresBus:
    """Hears what other processes have kept: one connection that listens, and is made again where it breaks."""

    def __init__(self, url: str, store: PostgresStore, jobs: "PostgresJobs") -> None:
        self.address = address_of(url)
        self.store = store
        self.jobs = jobs
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.run, name="bus", daemon=True)
        self.lag = self.most_lag = self.filled = self.measured = self.marked = 0.0
        self.breaks = 0
        self.heard: list[str] = []
        self.nothing_new = f'{{"from":"{store.me}","due":false'

    def listen(self, hear: Callable[[News], None]) -> None:
        self.hear = hear
        self.loop = asyncio.get_running_loop()
        self.store.missed = partial(hear, News(gap=True))
        self.thread.start()

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                with psycopg.connect(self.address, autocommit=True) as connection, DefaultSelector() as arrivals:
                    arrivals.register(connection, EVENT_READ)
                    connection.add_notify_handler(lambda note: self.heard.append(note.payload))
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.post(News(gap=True))
                    while not self.closing.is_set():
                        self.wait(connection, arrivals)
                        self.take()
                        if time.monotonic() - self.measured > MEASURE_SECONDS:
                            self.measure(connection)
            except psycopg.Error:
                self.breaks += 1
                self.closing.wait(AGAIN_SECONDS)

    def wait(self, connection: psycopg.Connection[Any], arrivals: BaseSelector) -> None:
        """For news, a while. What the driver has for that costs more, each time, than what is done with them."""
        arrivals.select(0 if self.heard else LISTEN_SECONDS)
        connection.pgconn.consume_input()
        while note := connection.pgconn.notifies():
            self.heard.append(note.extra.decode())

    def take(self) -> None:
        """What has come by now, as one; then a moment for more, so that many commits cost little more than one."""
        texts, self.heard = self.heard, []
        news, others = News(), False
        for text in texts:
            if text.startswith(self.nothing_new):
                continue
            data = json.loads(text)
            if data["due"]:
                self.jobs.poke(asked="asked" in data)
            if data["from"] != self.store.me:
                others = True
                if "answered" in data:
                    self.loop.call_soon_threadsafe(self.jobs.asking.answered, data["answered"])
                self.lag = max(0, time.monotonic_ns() // 1_000_000 + (self.store.clock or 0) - data["at"]) / 1000
                self.most_lag = max(self.most_lag, self.lag)
                read_news(data, news)
        if others:
            self.post(news)
        if texts:
            time.sleep(GATHER_SECONDS)

    def post(self, news: News) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.hear, news)

    def measure(self, connection: psycopg.Connection[Any]) -> None:
        self.measured = time.monotonic()

        def first(query: str) -> Any:
            row = connection.execute(query).fetchone()
            return row[0] if row else 0

        self.store.set_clock(lambda: first(f"SELECT {NOW}"))
        self.filled = float(first("SELECT pg_notification_queue_usage()"))
        if self.measured - self.marked > MARK_SECONDS:
            self.marked = self.measured
            connection.execute(MARK)

    def figures(self) -> Mapping[str, float]:
        return {
            "news_lag_seconds": self.lag,
            "news_lag_seconds_max": self.most_lag,
            "news_queue_filled": self.filled,
            "news_breaks": self.breaks,
        }

    async def close(self) -> None:
        self.closing.set()
        if self.thread.is_alive():
            await asyncio.to_thread(self.thread.join)


class PostgresJobs:
    """One row a table says what has to happen there by itself, and who is at it, and one a question who answers it.
    Who does not renew that in time is taken to be gone, and another takes over; whoever comes second finds the number
    taken."""

    lasting = True

    def __init__(self, url: str, store: PostgresStore, works: bool) -> None:
        self.address = address_of(url)
        self.store = store
        self.me = store.me
        self.asking = Asking(store)
        self.answering = Answering(lambda: self.me, NOW, LEASE_MS)
        self.asked = True
        """May there be a question that is not in anybody's hands?"""
        self.works = works
        self.held: dict[str, Job] = {}
        self.done: queue.SimpleQueue[tuple[Job, Job | None]] = queue.SimpleQueue()
        self.poked = threading.Event()
        self.closing = False
        self.due = 0
        self.thread = threading.Thread(target=self.run, name="jobs", daemon=True)

    def open(self, act: Act, answer: Answer, spawn: Spawn, now: Callable[[], int], room: Callable[[], int]) -> None:
        self.act, self.spawn, self.room = act, spawn, room
        self.loop = asyncio.get_running_loop()
        self.answering.open(answer, spawn, self.poke)
        if self.works:
            self.thread.start()

    def start(self, job: Job) -> None:
        """It was put with the change that led to it."""

    def drop(self, table_id: str) -> None:
        """It is void with the change that led away from it."""

    async def ask(self, question: Question) -> str:
        return await self.asking.ask(question)

    async def hand_in(self, question: Question) -> None:
        await self.asking.hand_in(question)

    def tell(self, question_id: str, done: int) -> None:
        self.answering.progress.put((question_id, done))
        self.poke()

    async def standing(self, question_id: str) -> Standing | None:
        return await self.asking.standing(question_id)

    async def handed_in(self, kind: QuestionKind) -> list[Question]:
        return await self.store.questions_open(kind)

    def poke(self, asked: bool = False) -> None:
        self.asked = self.asked or asked
        self.poked.set()

    def figures(self) -> Mapping[str, float]:
        return {"jobs_held": len(self.held) + len(self.answering.held), "jobs_due": self.due}

    async def close(self) -> None:
        """Others may take at once what is in hand here."""
        await asyncio.to_thread(self.stop)

    def stop(self) -> None:
        self.closing = True
        self.poke()
        if self.thread.is_alive():
            self.thread.join()

    # In the loop.

    async def do(self, job: Job) -> None:
        try:
            self.done.put((job, await self.act(job) or job._replace(due=None)))
        except BaseException:
            self.done.put((job, None))
            raise
        finally:
            self.poke()

    # In the thread.

    def run(self) -> None:
        while not self.closing:
            try:
                with psycopg.connect(self.address, autocommit=True) as connection:
                    connection.execute(UNHURRIED)
                    self.serve(connection)
            except psycopg.Error:
                time.sleep(AGAIN_SECONDS)

    def serve(self, connection: psycopg.Connection[Any]) -> None:
        renewed = swept = 0.0
        while not self.closing:
            self.release(connection)
            now = time.monotonic()
            if now - renewed > RENEW_SECONDS:
                renewed = now
                self.renew(connection)
            if now - swept > SWEEP_SECONDS:
                swept = now
                self.sweep(connection)
            self.claim(connection)
            self.poked.wait(self.pause(connection))
            self.poked.clear()
        connection.execute(LEAVE, {"me": self.me})
        self.answering.leave_all(connection)

    def renew(self, connection: psycopg.Connection[Any]) -> None:
        self.asked = True
        self.answering.renew(connection)
        if self.held:
            connection.execute(RENEW, {"me": self.me, "held": list(self.held)})

    def sweep(self, connection: psycopg.Connection[Any]) -> None:
        for statement in (*SWEEP, self.answering.sweeping):
            connection.execute(statement)
        row = connection.execute(DUE).fetchone()
        self.due = row[0] if row else 0

    def claim(self, connection: psycopg.Connection[Any]) -> None:
        """As many as there is room for; where there is none, those for which somebody waits least make room, and an
        address that has nothing here finds some."""
        room, asked = self.room(), self.asked
        if room > 0:
            self.take(connection, room, 100, [], asked)
            return
        held: list[Job | Question] = [*self.held.values(), *self.answering.held.values()]
        least = max((each.wait for each in held), default=0)
        made = room + sum(each.wait == least for each in held)
        if least and made > 0:
            self.take(connection, made, least, [], asked)
        served = {each.address for each in held}
        if len(served) < MOST_ADDRESSES:
            self.take(connection, 1, 100, sorted(served), asked)

    def take(self, connection: psycopg.Connection[Any], most: int, below: int, served: list[str], asked: bool) -> None:
        """At most so many for which somebody waits more than `below`, and of no address that is served."""
        given = {"me": self.me, "below": below, "served": served}
        found = connection.execute(CLAIM, given | {"most": most}).fetchall()
        for row in found:
            job = Job(*row)
            self.held[job.table_id] = job
            self.loop.call_soon_threadsafe(self.begin, job)
        if asked and len(found) < most:
            self.asked = False
            self.answering.claim(connection, given | {"most": most - len(found)})

    def begin(self, job: Job) -> None:
        self.spawn(self.do(job))

    def release(self, connection: psycopg.Connection[Any]) -> None:
        """Give back what was done. What failed is left to its lease."""
        given = []
        while not self.done.empty():
            job, then = self.done.get()
            if self.held.get(job.table_id) is job:
                del self.held[job.table_id]
            if then is not None:
                stands = {"number": then.number, "version": then.version, "due": then.due}
                given.append(stands | {"table_id": job.table_id, "me": self.me})
        if given:
            connection.cursor().executemany(RELEASE, given)
        self.asked = self.asked or not self.answering.found.empty()
        self.answering.release(connection, self.say_answered, CHANNEL)

    def say_answered(self, question_ids: list[str]) -> str:
        """What others are told of answers; who waits here hears it at once."""
        self.loop.call_soon_threadsafe(self.asking.answered, question_ids)
        return pack(self.me, self.store.clock or 0, {"answered": map(to_json, question_ids)}, False)

    def pause(self, connection: psycopg.Connection[Any]) -> float:
        """Until the next clock is at zero, or a lease has to be renewed."""
        if self.poked.is_set():
            return 0.0
        row = connection.execute(NEXT).fetchone()
        soon = row[0] / 1000 if row and row[0] is not None else RENEW_SECONDS
        return min(RENEW_SECONDS, max(0.001, soon))
