"""Bots think in processes of their own: they are handed what their seat sees, and never hold up the table."""

import asyncio
import multiprocessing
import os
import secrets
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import State


def think(snapshot: dict[str, Any], seat: int, name: str, seed: str) -> int:
    """The move that a bot chooses, given a masked position as plain data."""
    game = sortilege.game(snapshot["game"])
    seen = game.start(snapshot["position"]["seats"])
    seen.set_position(snapshot["position"])
    return int(bot(name, seed).choose(Seat(seen, seat)))


class Thinkers:
    """So many processes; with none, a thread of this one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: Executor | None = None

    async def choose(self, state: State, name: str) -> int:
        seat = int(state.seat)
        snapshot = state.seen_by(seat).snapshot()
        seed = secrets.token_hex(16)
        try:
            return await self.run(snapshot, seat, name, seed)
        except BrokenProcessPool:
            self.close()
            return await self.run(snapshot, seat, name, seed)

    async def run(self, *task: Any) -> int:
        if self.pool is None:
            self.pool = self.open()
        return await asyncio.get_running_loop().run_in_executor(self.pool, think, *task)

    def open(self) -> Executor:
        if self.workers == 0:
            return ThreadPoolExecutor(1, "thinking")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=end_with_parent)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


def end_with_parent() -> None:
    """A thinker whose table is gone goes too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
