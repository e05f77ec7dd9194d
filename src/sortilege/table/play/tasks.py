"""What goes on by itself until the house closes."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger("sortilege.table")


class Tasks:
    """Work that nobody waits for. Where it fails, the log has it."""

    def __init__(self) -> None:
        self.going: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self.going.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        self.going.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the table could not act by itself", exc_info=error)

    async def close(self) -> None:
        for task in self.going:
            task.cancel()
        await asyncio.gather(*self.going, return_exceptions=True)
