"""Bus and jobs of a house that is one process: nobody else is there to be told, and what has to happen happens here."""

import asyncio
from collections.abc import Callable, Mapping

from sortilege.table.keep.face import Act, Job, News, Spawn


class NobodyElse:
    """A bus without another end."""

    def listen(self, hear: Callable[[News], None]) -> None:
        pass

    def figures(self) -> Mapping[str, float]:
        return {}

    async def close(self) -> None:
        pass


class OwnJobs:
    """At most one for a table. They end with the process, and are found anew when a table is read."""

    lasting = False

    def __init__(self) -> None:
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def open(self, act: Act, spawn: Spawn, now: Callable[[], int], room: Callable[[], int]) -> None:
        self.act, self.spawn, self.now = act, spawn, now

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

    def figures(self) -> Mapping[str, float]:
        return {}

    async def close(self) -> None:
        for table_id in list(self.timers):
            self.drop(table_id)
