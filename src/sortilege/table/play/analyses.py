"""Analyses of finished games: found while nobody waits for anything else, kept, and never done twice."""

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sortilege.analysis import Analysis, Step
from sortilege.analysis.analyst import analyst
from sortilege.table.keep.face import Change, Lost, Question, Store
from sortilege.table.play.earlier import EarlierTable
from sortilege.table.play.questions import Questions
from sortilege.table.play.refusals import Conflict
from sortilege.table.play.table import Table
from sortilege.table.play.thinking import Thought
from sortilege.table.play.turns import ASKER, Elsewhere, Wait

ANALYSIS: Final = "analysis"
BUDGET = "default"
MOST_GOING = 100
MOST_OF_AN_ADDRESS = 8
MOST_IN_MEMORY = 100


@dataclass
class Progress:
    """How far an analysis has come."""

    steps: int
    done: int = 0
    failed: bool = False


class Analyses:
    def __init__(self, store: Store, questions: Questions, table: Callable[[str], Awaitable[Table]]) -> None:
        self.store = store
        self.questions = questions
        self.jobs = questions.jobs
        self.table = table
        self.known: dict[str, Analysis] = {}

    async def find(self, table: Table | EarlierTable) -> Analysis | None:
        """What was found about a table, if anything; it stays when the rules change."""
        return (await self.kept([table.id])).get(table.id)

    async def kept(self, table_ids: Sequence[str]) -> dict[str, Analysis]:
        """The same of several."""
        found = {table_id: self.known[table_id] for table_id in table_ids if table_id in self.known}
        names = {key_of(table_id): table_id for table_id in table_ids if table_id not in found}
        for name, text in (await self.store.house_of(list(names)) if names else {}).items():
            found[names[name]] = Analysis.from_data(json.loads(text))
            self.remember(names[name], found[names[name]])
        return found

    def remember(self, table_id: str, found: Analysis) -> None:
        while len(self.known) >= MOST_IN_MEMORY:
            del self.known[next(iter(self.known))]
        self.known[table_id] = found

    async def begin(self, table: Table, person: str) -> None:
        """Analyse a game that was played to its end, unless that is done or being done."""
        if not table.over or table.stopped:
            raise Conflict("Only a game that was played to its end is analysed.")
        going = await self.progress(table)
        if (going and not going.failed) or await self.find(table):
            return
        question = self.questions.question(key_of(table.id), ANALYSIS, table.id, Wait.ANALYSIS, person)
        addresses = [each.address for each in await self.jobs.handed_in(ANALYSIS)]
        if len(addresses) >= MOST_GOING or addresses.count(question.address) >= MOST_OF_AN_ADDRESS:
            raise Conflict("Very many games are being analysed just now. Ask again in some minutes.")
        await self.jobs.hand_in(question)

    async def progress(self, table: Table) -> Progress | None:
        """How far the analysis of a game is, whoever is at it; None where there is none."""
        standing = await self.jobs.standing(key_of(table.id))
        return Progress(len(table.moves), *standing) if standing else None

    async def analyse(self, question: Question) -> None:
        """Look at a whole game, here, step by step: each is done soon, so that those who come first do not keep it from
        coming to its end. Whoever takes over from one who is gone begins anew."""
        ASKER.set(Elsewhere(question.address))
        table = await self.table(question.matter)
        record, steps = table.record().dumps(), list[Step]()
        for number in range(len(table.moves)):
            steps.append(await self.ask(question.person, look_at, record, number))
            self.jobs.tell(question.id, len(steps))
        found = await self.ask(question.person, sum_up, record, steps)
        with suppress(Lost):
            await self.store.keep(Change().set_house(question.id, found.dumps()))
        self.remember(table.id, found)

    async def ask(self, person: str, task: Callable[..., Any], *matter: Any) -> Any:
        return await self.questions.thinkers.ask(Thought(lambda: Wait.ANALYSIS, person, task=task, matter=matter))


def key_of(table_id: str) -> str:
    return f"analysis {table_id}"


# In the process that thinks.


def look_at(unwanted: Callable[[], int], record: str, number: int) -> Step:
    """What is to be known of a step."""
    return analyst(record, BUDGET).step(number)


def sum_up(unwanted: Callable[[], int], record: str, steps: list[Step]) -> Analysis:
    return analyst(record, BUDGET).analysis(steps)
