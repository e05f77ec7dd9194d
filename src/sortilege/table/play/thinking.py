"""Bots think, and hints are found, in processes of their own: they are handed what a seat sees, and never hold up the
table."""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import sortilege
from sortilege.bots import Seat, bot
from sortilege.bots.hints import Hint, hints
from sortilege.engine import State
from sortilege.engine.plain import Snapshot

Answer = TypeVar("Answer")


def think(snapshot: Snapshot, seat: int, name: str, seed: str) -> int:
    """The move that a bot chooses, given a masked position as plain data. No tree is kept: any process will do."""
    return int(bot(name, seed).choose(seat_of(snapshot, seat)))


def advise(snapshot: Snapshot, seat: int, seed: str) -> list[Hint]:
    """The best moves, given a masked position as plain data."""
    return hints(seat_of(snapshot, seat), seed=seed)


def seat_of(snapshot: Snapshot, seat: int) -> Seat:
    return Seat(sortilege.game(snapshot["game"]).set_out(snapshot["position"], masked=True), seat)


class Thinkers:
    """So many processes; with none, a thread of this one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: Executor | None = None

    async def choose(self, state: State, name: str) -> int:
        """What a bot would do for the seat that decides."""
        return await self.ask(think, *eye_of(state), name, secrets.token_hex(16))

    async def hints(self, state: State) -> list[Hint]:
        """Good moves for the seat that decides."""
        return await self.ask(advise, *eye_of(state), secrets.token_hex(16))

    async def ask(self, task: Callable[..., Answer], *matter: Any) -> Answer:
        pool = self.present()
        try:
            return await run(pool, task, *matter)
        except BrokenProcessPool:
            if self.pool is pool:
                self.close()
            return await run(self.present(), task, *matter)

    def present(self) -> Executor:
        if self.pool is None:
            self.pool = self.open()
        return self.pool

    def open(self) -> Executor:
        if self.workers == 0:
            return ThreadPoolExecutor(1, "thinking")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=end_with_parent)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


async def run(pool: Executor, task: Callable[..., Answer], *matter: Any) -> Answer:
    """The task's answer. That the pool drops the task is a failure, not the end of whoever asked."""
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, task, *matter)
    except asyncio.CancelledError:
        asker = asyncio.current_task()
        if asker is not None and asker.cancelling():
            raise
        raise RuntimeError("the thinkers were sent home") from None


def eye_of(state: State) -> tuple[Snapshot, int]:
    """What the seat that decides sees, as plain data, and its number."""
    seat = int(state.seat)
    return state.seen_by(seat).snapshot(), seat


def end_with_parent() -> None:
    """A thinker whose table is gone goes too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
