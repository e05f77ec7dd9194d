"""Questions over PostgreSQL: put by one process, answered by whichever is free."""

import asyncio
import logging
import queue
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg

from sortilege.table.keep.face import Answer, Change, Lost, Question, Spawn, Standing, Store, StoreFailed

LOOK_SECONDS = 1.0
"""So often who waits looks for themselves: news of an answer may not have been heard."""
KEPT_MS = 600_000
"""So long an answer is kept that nobody fetches."""

logger = logging.getLogger("sortilege.table")


class Unanswered(Exception):
    """Nobody could answer."""


class Asking:
    """The side that asks, in the loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.awaited: dict[str, asyncio.Event] = {}
        self.forgetting: set[asyncio.Task[None]] = set()

    async def ask(self, question: Question) -> str:
        news = self.awaited[question.id] = asyncio.Event()
        try:
            await self.store.keep(Change().ask(question))
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK_SECONDS)
                stands = await self.store.question(question.id)
                if stands is None or stands["failed"]:
                    raise Unanswered("nobody could answer")
                if stands["answer"] is not None:
                    return str(stands["answer"])
                news.clear()
        finally:
            del self.awaited[question.id]
            self.forget(question.id)

    def forget(self, question_id: str) -> None:
        """Also where who asked is being stopped: nobody should think about it for nothing."""
        task = asyncio.get_running_loop().create_task(self.settle(question_id))
        self.forgetting.add(task)
        task.add_done_callback(self.forgetting.discard)

    async def settle(self, question_id: str) -> None:
        with suppress(StoreFailed, Lost):
            await self.store.keep(Change().settle(question_id))

    def answered(self, question_ids: list[str]) -> None:
        for question_id in question_ids:
            if question_id in self.awaited:
                self.awaited[question_id].set()

    async def hand_in(self, question: Question) -> None:
        with suppress(Lost):
            await self.store.keep(Change().ask(question))

    async def standing(self, question_id: str) -> Standing | None:
        stands = await self.store.question(question_id)
        return Standing(stands["done"], stands["failed"]) if stands else None


class Answering:
    """The side that answers: claimed, renewed and given back in the thread of the jobs, thought about in the loop."""

    def __init__(self, me: Callable[[], str], now: str, lease: int) -> None:
        self.me = me
        self.held: dict[str, Question] = {}
        self.thinking: dict[str, asyncio.Task[None]] = {}
        self.found: queue.SimpleQueue[tuple[Question, str | None, bool | None]] = queue.SimpleQueue()
        self.progress: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        self.claiming = claim(now, lease)
        self.renewing = (
            f"UPDATE questions SET until = {now} + {lease} WHERE holder = %(me)s AND id = ANY(%(held)s) RETURNING id"
        )
        self.sweeping = (
            f"DELETE FROM questions WHERE (answer IS NOT NULL OR failed) AND asked < (SELECT {now}) - {KEPT_MS}"
        )

    def open(self, answer: Answer, spawn: Spawn, poke: Callable[[], None]) -> None:
        self.answer, self.spawn, self.poke = answer, spawn, poke
        self.loop = asyncio.get_running_loop()

    # In the loop.

    def begin(self, question: Question) -> None:
        self.thinking[question.id] = self.spawn(self.find(question))

    async def find(self, question: Question) -> None:
        """`failed` is None where it is left to others."""
        answer, failed = None, None
        try:
            answer, failed = await self.answer(question), False
        except StoreFailed:
            logger.warning("a question is left to others: %s", question.kind)
        except Exception:
            failed = True
            logger.exception("a question could not be answered: %s", question.kind)
        finally:
            self.thinking.pop(question.id, None)
            self.found.put((question, answer, failed))
            self.poke()

    def leave(self, question_id: str) -> None:
        if question_id in self.thinking:
            self.thinking[question_id].cancel()

    # In the thread.

    def claim(self, connection: psycopg.Connection[Any], given: Mapping[str, Any]) -> None:
        for row in connection.execute(self.claiming, given).fetchall():
            question = Question(*row)
            self.held[question.id] = question
            self.loop.call_soon_threadsafe(self.begin, question)

    def renew(self, connection: psycopg.Connection[Any]) -> None:
        """What nobody wants to know any more, or another has taken over, is left."""
        if self.held:
            given = {"me": self.me(), "held": list(self.held)}
            still = {row[0] for row in connection.execute(self.renewing, given).fetchall()}
            for question_id in self.held.keys() - still:
                self.loop.call_soon_threadsafe(self.leave, question_id)

    def release(self, connection: psycopg.Connection[Any], tell: Callable[[list[str]], str], channel: str) -> None:
        """Say what was found, and how far others are."""
        while not self.progress.empty():
            question_id, done = self.progress.get()
            connection.execute("UPDATE questions SET done = %s WHERE id = %s", (done, question_id))
        answered = []
        while not self.found.empty():
            question, answer, failed = self.found.get()
            self.held.pop(question.id, None)
            connection.execute(*given_back(question.id, self.me(), answer, failed))
            if failed is not None:
                answered.append(question.id)
        if answered:
            connection.execute("SELECT pg_notify(%s, %s)", (channel, tell(answered)))

    def leave_all(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute("UPDATE questions SET holder = NULL, until = NULL WHERE holder = %s", (self.me(),))


def given_back(question_id: str, me: str, answer: str | None, failed: bool | None) -> tuple[str, tuple[Any, ...]]:
    """What becomes of a question's row. What was found about one that nobody waits for is kept elsewhere."""
    if failed is None:
        return "UPDATE questions SET holder = NULL, until = NULL WHERE id = %s AND holder = %s", (question_id, me)
    if answer is None and not failed:
        return "DELETE FROM questions WHERE id = %s", (question_id,)
    return (
        "UPDATE questions SET answer = %s, failed = %s, holder = NULL, until = NULL WHERE id = %s AND holder = %s",
        (answer, failed, question_id, me),
    )


def claim(now: str, lease: int) -> str:
    """The same order as for tables: who waits more, then who asks for little."""
    return f"""
    WITH ready AS (
        SELECT id, wait, asked, count(*) OVER (PARTITION BY wait, address) AS of_address,
            count(*) OVER (PARTITION BY wait, person) AS of_person
        FROM questions WHERE answer IS NULL AND NOT failed
    ), chosen AS (
        SELECT questions.id FROM ready JOIN questions USING (id)
        WHERE (questions.until IS NULL OR questions.until < (SELECT {now})) AND questions.answer IS NULL
            AND NOT questions.failed AND questions.wait < %(below)s AND questions.address <> ALL(%(served)s::text[])
        ORDER BY ready.wait, of_address, of_person, ready.asked LIMIT %(most)s FOR UPDATE OF questions SKIP LOCKED
    )
    UPDATE questions SET holder = %(me)s, until = (SELECT {now}) + {lease} FROM chosen WHERE questions.id = chosen.id
    RETURNING questions.id, kind, matter, wait, person, address, asked
    """
