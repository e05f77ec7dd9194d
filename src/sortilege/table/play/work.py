"""A process without pages: it thinks for bots and people and watches clocks, for a house that others serve."""

import asyncio
import signal
from collections import Counter
from collections.abc import Iterable

from sortilege.table.keep.face import CannotOpen, Keep
from sortilege.table.play.hall import Hall
from sortilege.table.play.table import Table
from sortilege.table.play.thinking import Thinkers


class Nobody:
    """Nobody follows a table here; those who do are told by the process that they follow it at."""

    def position(self, table: Table) -> None:
        pass

    def seats(self, table: Table) -> None:
        pass

    def messages(self, table: Table) -> None:
        pass

    def followed(self, table: Table) -> bool:
        return False

    def present(self) -> Iterable[tuple[str, str]]:
        return ()


async def work_at(keep: Keep, thinkers: Thinkers, pace: float) -> None:
    """Until the process is told to stop."""
    if not keep.jobs.lasting:
        raise CannotOpen("a SQLite file is for one process, which does all the work; more of them need PostgreSQL.")
    stopped = asyncio.Event()
    for way in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(way, stopped.set)
    hall = Hall(keep, thinkers, Nobody(), pace, Counter())
    await hall.open()
    await stopped.wait()
    await hall.close()
