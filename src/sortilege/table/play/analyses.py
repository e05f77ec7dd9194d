"""Analyses of finished games: found while nobody waits for anything else, kept, and never done twice."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sortilege.analysis import Analysis, Step
from sortilege.analysis.analyst import analyst
from sortilege.bots.search import Unwanted
from sortilege.table.keep.face import Change, Store
from sortilege.table.play.earlier import EarlierTable
from sortilege.table.play.refusals import Conflict
from sortilege.table.play.table import Table
from sortilege.table.play.tasks import Tasks
from sortilege.table.play.thinking import Job, Thinkers
from sortilege.table.play.turns import Wait

BUDGET = "default"
AT_ONCE = 4
"""Steps that a thinker looks at before others have their turn."""
MOST_GOING = 20
MOST_IN_MEMORY = 100


@dataclass
class Progress:
    """How far an analysis has come."""

    steps: int
    done: int = 0
    failed: bool = False


class Analyses:
    def __init__(self, store: Store, thinkers: Thinkers, tasks: Tasks) -> None:
        self.store = store
        self.thinkers = thinkers
        self.tasks = tasks
        self.going: dict[str, Progress] = {}
        self.known: dict[str, Analysis] = {}

    async def find(self, table: Table | EarlierTable) -> Analysis | None:
        """What was found about a table, if anything; it stays when the rules change."""
        return await self.kept(table.id)

    async def kept(self, table_id: str) -> Analysis | None:
        if table_id not in self.known:
            found = await self.store.house(key_of(table_id))
            if found is None:
                return None
            self.remember(table_id, Analysis.from_data(json.loads(found)))
        return self.known[table_id]

    def remember(self, table_id: str, found: Analysis) -> None:
        while len(self.known) >= MOST_IN_MEMORY:
            del self.known[next(iter(self.known))]
        self.known[table_id] = found

    async def begin(self, table: Table, person: str) -> None:
        """Analyse a game that was played to its end, unless that is done or being done."""
        if not table.over or table.stopped:
            raise Conflict("Only a game that was played to its end is analysed.")
        going = self.going.get(table.id)
        if (going and not going.failed) or await self.find(table):
            return
        if sum(not each.failed for each in self.going.values()) >= MOST_GOING:
            raise Conflict("Very many games are being analysed just now. Ask again in some minutes.")
        self.going[table.id] = Progress(len(table.moves))
        self.tasks.spawn(self.analyse(table, person))

    async def analyse(self, table: Table, person: str) -> None:
        progress = self.going[table.id]
        record = table.record().dumps()
        try:
            steps: list[Step] = []
            for first in range(0, progress.steps, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, progress.steps))
                steps += await self.ask(person, look_at, record, numbers)
                progress.done = len(steps)
            found = await self.ask(person, sum_up, record, steps)
            await self.store.keep(Change().set_house(key_of(table.id), found.dumps()))
            self.remember(table.id, found)
            del self.going[table.id]
        except BaseException:
            progress.failed = True
            raise

    async def ask(self, person: str, task: Callable[..., Any], *matter: Any) -> Any:
        return await self.thinkers.ask(Job(lambda: Wait.ANALYSIS, person, task=task, matter=matter))


def key_of(table_id: str) -> str:
    return f"analysis {table_id}"


# In the process that thinks.


def look_at(unwanted: Callable[[], int], record: str, numbers: range) -> list[Step]:
    """What is to be known of some steps."""
    found = []
    for number in numbers:
        if unwanted():
            raise Unwanted
        found.append(analyst(record, BUDGET).step(number))
    return found


def sum_up(unwanted: Callable[[], int], record: str, steps: list[Step]) -> Analysis:
    return analyst(record, BUDGET).analysis(steps)
