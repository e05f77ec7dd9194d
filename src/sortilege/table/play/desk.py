"""The desk: what takes long but needs no process of its own is done here, beside the loop, one thing at a time."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from sortilege.table.play.refusals import Refusal
from sortilege.table.play.turns import Queue, Turn

Answer = TypeVar("Answer")


@dataclass(eq=False)
class Errand(Turn):
    """A piece of work, and who waits for it."""

    work: Callable[[], Any] = lambda: None
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Desk:
    """One thread: more would only quarrel with the loop. Addresses take turns and pay for the time that they use."""

    def __init__(self) -> None:
        self.queue: Queue[Errand] = Queue()
        self.busy = False
        self.thread = ThreadPoolExecutor(1, "desk")

    async def do(self, work: Callable[..., Answer], *matter: Any) -> Answer:
        errand = Errand(work=partial(work, *matter))
        errand.asker.check()
        self.queue.put(errand)
        self.go_on()
        try:
            answer: Answer = await errand.done
            return answer
        finally:
            self.queue.drop(errand)

    def go_on(self) -> None:
        if self.busy or (errand := self.queue.take()) is None:
            return
        try:
            errand.asker.check()
        except Refusal as refusal:
            errand.done.set_exception(refusal)
            asyncio.get_running_loop().call_soon(self.go_on)
            return
        self.busy = True
        begun = asyncio.get_running_loop().run_in_executor(self.thread, timed, errand.work)
        begun.add_done_callback(partial(self.done, errand))

    def done(self, errand: Errand, begun: "asyncio.Future[tuple[Any, Exception | None, float]]") -> None:
        self.busy = False
        if not begun.cancelled():
            answer, error, seconds = begun.result()
            errand.asker.pay(seconds)
            if errand.done.done():
                pass
            elif error is not None:
                errand.done.set_exception(error)
            else:
                errand.done.set_result(answer)
        self.go_on()

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)


def timed(work: Callable[[], Any]) -> tuple[Any, Exception | None, float]:
    """What came of it, and how long the processor was busy with it."""
    begun = time.thread_time()
    try:
        return work(), None, time.thread_time() - begun
    except Exception as error:
        return None, error, time.thread_time() - begun
