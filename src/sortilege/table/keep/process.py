"""Bus and jobs of a house that is one process: nobody else is there to be told, and what has to happen happens here."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from sortilege.table.keep.face import (
    Act,
    Answer,
    Change,
    Job,
    Lost,
    News,
    Question,
    QuestionKind,
    Spawn,
    Standing,
    Store,
    StoreFailed,
)

logger = logging.getLogger("sortilege.table")


class NobodyElse:
    """A bus without another end."""

    def listen(self, hear: Callable[[News], None]) -> None:
        pass

    def figures(self) -> Mapping[str, float]:
        return {}

    async def close(self) -> None:
        pass


class OwnJobs:
    """At most one for a table. They end with the process, and are found anew when a table is read; what was handed in
    is kept until it is done."""

    lasting = False

    def __init__(self, store: Store) -> None:
        self.store = store
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.standings: dict[str, tuple[Question, Standing]] = {}

    def open(self, act: Act, answer: Answer, spawn: Spawn, now: Callable[[], int], room: Callable[[], int]) -> None:
        self.act, self.answer, self.spawn, self.now = act, answer, spawn, now

    def start(self, job: Job) -> None:
        self.drop(job.table_id)
        if job.due is not None:
            seconds = max(0, job.due - self.now()) / 1000 if job.due else 0.0
            self.timers[job.table_id] = asyncio.get_running_loop().call_later(seconds, self.begin, job)

    def begin(self, job: Job) -> None:
        del self.timers[job.table_id]
        self.spawn(self.act(job))

    def drop(self, table_id: str) -> None:
        if table_id in self.timers:
            self.timers.pop(table_id).cancel()

    async def ask(self, question: Question) -> str:
        return await self.answer(question) or ""

    async def hand_in(self, question: Question) -> None:
        standing = await self.standing(question.id)
        if standing is None or standing.failed:
            self.standings[question.id] = question, Standing()
            self.spawn(self.find(question))
            with suppress(Lost):  # it was handed in before the house closed
                await self.store.keep(Change().ask(question))

    async def find(self, question: Question) -> None:
        try:
            await self.answer(question)
            del self.standings[question.id]
        except Exception:
            logger.exception("a question could not be answered: %s", question.kind)
            self.standings[question.id] = question, Standing(failed=True)
        with suppress(StoreFailed):
            await self.store.keep(Change().settle(question.id))

    def tell(self, question_id: str, done: int) -> None:
        self.standings[question_id] = self.standings[question_id][0], Standing(done)

    async def standing(self, question_id: str) -> Standing | None:
        return self.standings.get(question_id, (None, None))[1]

    async def handed_in(self, kind: QuestionKind) -> list[Question]:
        return [each for each, standing in self.standings.values() if each.kind == kind and not standing.failed]

    def figures(self) -> Mapping[str, float]:
        return {}

    async def close(self) -> None:
        for table_id in list(self.timers):
            self.drop(table_id)
