"""What people ask: good moves, what would have been better, what happened in a game. Any process may find it."""

import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from sortilege.analysis.hints import Hint, Missed
from sortilege.engine import State
from sortilege.table.keep.face import Jobs, Question, QuestionKind, StoreFailed
from sortilege.table.play import thinking
from sortilege.table.play.refusals import Unavailable
from sortilege.table.play.thinking import Thinkers, Thought, eye_of
from sortilege.table.play.turns import ASKER, Elsewhere, Wait

logger = logging.getLogger("sortilege.table")


class Questions:
    """Puts questions, and answers those that came here. A seat's question has what that seat sees, and no more."""

    def __init__(self, jobs: Jobs, thinkers: Thinkers, now: Callable[[], int]) -> None:
        self.jobs = jobs
        self.thinkers = thinkers
        self.now = now

    async def hints(self, state: State, person: str = "") -> list[Hint]:
        """Good moves for the seat that decides."""
        found = await self.ask("hints", Wait.ADVICE, person, *eye_of(state), secrets.token_hex(16))
        return [Hint(**each) for each in found]

    async def missed(self, state: State, move: int, person: str = "") -> Missed | None:
        """What would have been much better for the seat that decided."""
        found = await self.ask("missed", Wait.COACH, person, *eye_of(state), move, secrets.token_hex(16))
        return Missed(**found) if found else None

    async def ask(self, kind: QuestionKind, wait: Wait, person: str, *matter: Any) -> Any:
        question = self.question(secrets.token_hex(16), kind, json.dumps(matter), wait, person)
        try:
            return json.loads(await self.jobs.ask(question))
        except StoreFailed:
            raise
        except Exception:
            logger.exception("a question was not answered: %s", kind)
            raise Unavailable("Nothing was found this time. Ask again.") from None

    def question(self, question_id: str, kind: QuestionKind, matter: str, wait: Wait, person: str) -> Question:
        return Question(question_id, kind, matter, wait, person, ASKER.get().address, self.now())

    async def answer(self, question: Question) -> str:
        """Think about a seat's question, here."""
        if self.jobs.lasting:
            ASKER.set(Elsewhere(question.address))
        task = thinking.advise if question.kind == "hints" else thinking.look_back
        wait = Wait(question.wait)
        job = Thought(lambda: wait, question.person, task=task, matter=tuple(json.loads(question.matter)))
        return json.dumps(await self.thinkers.ask(job), default=asdict)
