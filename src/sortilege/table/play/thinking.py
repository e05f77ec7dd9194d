"""Bots think, and hints are found, in processes of their own: they are handed what a seat sees, and never hold up the
table."""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable, MutableSequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sortilege
from sortilege.analysis.hints import Hint, Missed, hints, missed
from sortilege.bots import Seat, bot
from sortilege.bots.search import Unwanted
from sortilege.engine import State
from sortilege.engine.plain import Snapshot
from sortilege.table.play.turns import Queue, Turn, Wait, player_waits

MOST_TRIES = 2
LEAST_THINKERS = 2
"""One address has all but one of them at most."""

Flags = MutableSequence[int]


def think(unwanted: Callable[[], int], snapshot: Snapshot, seat: int, name: str, seed: str) -> int:
    """The move that a bot chooses, given a masked position as plain data. No tree is kept: any process will do."""
    return int(bot(name, seed).choose(seat_of(snapshot, seat, unwanted)))


def advise(unwanted: Callable[[], int], snapshot: Snapshot, seat: int, seed: str) -> list[Hint]:
    """The best moves, given a masked position as plain data."""
    return hints(seat_of(snapshot, seat, unwanted), seed=seed)


def look_back(unwanted: Callable[[], int], snapshot: Snapshot, seat: int, move: int, seed: str) -> Missed | None:
    """What would have been much better than this move, given a masked position as plain data."""
    return missed(seat_of(snapshot, seat, unwanted), move, seed=seed)


def seat_of(snapshot: Snapshot, seat: int, unwanted: Callable[[], int] | None = None) -> Seat:
    return Seat(sortilege.game(snapshot["game"]).set_out(snapshot["position"], masked=True), seat, unwanted)


@dataclass(eq=False)
class Thought(Turn):
    """Something to think about, and who waits for it."""

    task: Callable[..., Any] = think
    matter: tuple[Any, ...] = ()
    tries: int = 0
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def own_processors() -> int:
    """How many think at once, where nobody says how many: all processors but one, which serves."""
    return max(LEAST_THINKERS, (os.cpu_count() or 2) - 1)


class Thinkers:
    """So many processes; with none, a thread of this one. Each has a flag that tells it to leave what it thinks about:
    nobody waits for it any more, or somebody else waits more. Then it is thought about later, from the beginning."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: Executor | None = None
        self.queue: Queue[Thought] = Queue()
        self.running: dict[int, Thought] = {}
        self.flags: Flags = bytearray(1)
        if workers:
            self.flags = multiprocessing.get_context("spawn").RawArray("B", workers)

    async def choose(
        self, state: State, name: str, wait: Callable[[], Wait] = player_waits, person: str = "", seed: str = ""
    ) -> int:
        """What a bot would do for the seat that decides; the same seed chooses the same."""
        matter = (*eye_of(state), name, seed or secrets.token_hex(16))
        return int(await self.ask(Thought(wait, person, task=think, matter=matter)))

    async def ask(self, job: Thought) -> Any:
        """The answer, when it is this job's turn. Who stops waiting stops the thinking."""
        self.queue.put(job)
        self.go_on()
        try:
            return await job.done
        finally:
            self.leave(job)

    def leave(self, job: Thought) -> None:
        self.queue.drop(job)
        for slot, running in self.running.items():
            if running is job:
                self.flags[slot] = 1

    def room(self) -> int:
        """How many more may be thought about, or wait here: as many again as can think, so that none is ever idle."""
        return 2 * len(self.flags) - len(self.running) - len(self.queue.turns)

    # The queue.

    def go_on(self) -> None:
        """Begin what can be begun; where somebody waits more than for what is thought about, that is put off."""
        for slot in range(len(self.flags)):
            if slot not in self.running and (job := self.queue.take(self.leaves_room)) is not None:
                self.begin(job, slot)
        if len(self.running) == len(self.flags) and not any(self.flags):
            slot = max(self.running, key=lambda each: self.running[each].wait())
            least = self.running[slot]
            first = self.queue.first(lambda job: job.asker.address == least.asker.address or self.leaves_room(job))
            self.flags[slot] = first is not None and first.wait() < least.wait()

    def leaves_room(self, job: Thought) -> bool:
        """No address has all thinkers to itself, where there are several."""
        mine = sum(each.asker.address == job.asker.address for each in self.running.values())
        return mine < max(1, len(self.flags) - 1)

    def begin(self, job: Thought, slot: int) -> None:
        self.flags[slot] = 0
        self.running[slot] = job
        job.tries += 1
        pool = self.present()
        begun = asyncio.get_running_loop().run_in_executor(pool, in_slot, slot, job.task, *job.matter)
        begun.add_done_callback(partial(self.ended, job, slot, pool))

    def ended(self, job: Thought, slot: int, pool: Executor, begun: "asyncio.Future[Any]") -> None:
        """A job was thought through, or put off, or its process died."""
        del self.running[slot]
        error = RuntimeError("the thinkers were sent home") if begun.cancelled() else begun.exception()
        if isinstance(error, BrokenProcessPool) and self.pool is pool:
            self.send_home()
        if job.done.done():
            pass
        elif isinstance(error, Unwanted) or (isinstance(error, BrokenProcessPool) and job.tries < MOST_TRIES):
            job.tries -= isinstance(error, Unwanted)
            self.queue.put(job)
        elif error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(begun.result())
        self.go_on()

    # The processes.

    def present(self) -> Executor:
        if self.pool is None:
            self.pool = self.open()
        return self.pool

    def open(self) -> Executor:
        if self.workers == 0:
            return ThreadPoolExecutor(1, "thinking", share_flags, (self.flags,))
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, begin_thinking, (self.flags,))

    def close(self) -> None:
        """Nothing more is thought about; what is being thought about is left."""
        for job in self.queue.turns:
            job.done.cancel()
        self.queue = Queue()
        for slot in self.running:
            self.flags[slot] = 1
        self.send_home(wait=self.workers > 0)

    def send_home(self, wait: bool = False) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait, cancel_futures=True)
            self.pool = None


def eye_of(state: State) -> tuple[Snapshot, int]:
    """What the seat that decides sees, as plain data, and its number."""
    seat = int(state.seat)
    return state.seen_by(seat).snapshot(), seat


# In the process that thinks.

shared = threading.local()


def begin_thinking(flags: Flags) -> None:
    share_flags(flags)
    end_with_parent()


def share_flags(flags: Flags) -> None:
    shared.flags = flags


def in_slot(slot: int, task: Callable[..., Any], *matter: Any) -> Any:
    return task(partial(shared.flags.__getitem__, slot), *matter)


def end_with_parent() -> None:
    """A thinker whose table is gone goes too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
