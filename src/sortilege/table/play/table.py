"""A table as it stands: who sits where, the position, what each seat may see of it."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sortilege.bots.hints import Hint
from sortilege.engine import CHANCE, NOBODY, OVER, Game, Record, Seal, SealedChance, State, commitment, named
from sortilege.engine.picture import Picture, render
from sortilege.engine.plain import Result
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_step, step_text
from sortilege.table.play.chairs import Chair, names_of, read_chair
from sortilege.table.play.clock import ClockKind, Time, milliseconds, read_clock
from sortilege.table.play.log import Log

UNDO = "undo"
ABSENT_SECONDS = 300


class Phase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Step(NamedTuple):
    """A move or an outcome: the positions before and after it, and how it is written down."""

    before: State
    move: int
    text: str
    after: State

    def seen_by(self, eye: int) -> str | None:
        """The step as this seat may know it: None where the move is hidden from it."""
        return None if self.before.secret(self.move, eye) else self.text


def step_from(state: State, move: int) -> Step:
    """The step that a legal move, or an outcome, makes here."""
    after = state.copy()
    after.advance(move)
    return Step(state, move, step_text(state, move), after)


class Decided(NamedTuple):
    """A decision that was made: the position before it, what its clock said when it came up, whether time was up."""

    before: State
    since: int
    used: int
    late: bool


class Table:
    """One table in memory: a cache of what the store holds."""

    def __init__(self, game: Game, row: Mapping[str, Any], steps: Sequence[tuple[str, int]]) -> None:
        self.game = game
        self.id: str = row["id"]
        self.options: dict[str, Any] = dict(row["options"])
        self.chairs = [read_chair(chair) for chair in row["chairs"]]
        self.version: int = row["version"]
        self.maker: str = row["maker"]
        self.invite: str = row["invite"]
        self.watch: bool = row["watch"]
        self.shuffle: bool = row["shuffle"]
        self.allows_hints: bool = row["hints"]
        self.clock = read_clock(**row["clock"])
        self.secret: str = row["secret"]
        self.borrowed: int = row["borrowed"]
        self.made: int = row["made"]
        self.began: int | None = row["began"]
        self.ended: int | None = row["ended"]
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.messages: list[dict[str, Any]] = []
        self.state = self.start()
        self.number = 0
        self.undos = 0
        self.outcomes = 0
        self.moves: list[int] = []
        self.texts: list[str] = []
        self.undoable: list[Decided] = []
        self.time = Time()
        self.since: int = self.began or self.made
        self.used = [0] * len(self.chairs)
        self.opened = milliseconds()
        self.last_seen: dict[str, int] = {}
        self.logs: dict[int, Log] = {}
        self.pictures: dict[tuple[int, int, int], Picture] = {}
        self.advice: tuple[int, asyncio.Task[list[Hint]]] | None = None
        for text, at in steps:
            self.take(text, at)

    def start(self) -> State:
        return self.game.start(len(self.chairs), **self.options)

    # The position goes on.

    def take(self, text: str, at: int) -> None:
        """Take over a step from the file."""
        if text == UNDO:
            self.undo()
        else:
            self.follow(step_from(self.state, read_step(self.state, text, self.number + 1)), at)

    def ahead(self, move: int | None = None) -> list[Step]:
        """A legal move, and every outcome that falls due after it, without going there; no move: outcomes only."""
        steps = [] if move is None else [step_from(self.state, move)]
        state = steps[-1].after if steps else self.state
        chance = self.chance()
        while state.seat == CHANCE:
            steps.append(step_from(state, int(chance.below(state.sides()))))
            state = steps[-1].after
        return steps

    def follow(self, step: Step, at: int) -> None:
        """Go on with a step from here."""
        if step.before.seat == CHANCE:
            self.outcomes += 1
            self.undoable.clear()
        else:
            self.decide(step, at)
        self.state = step.after
        self.moves.append(step.move)
        self.texts.append(step.text)
        self.number += 1
        self.since = at

    def decide(self, step: Step, at: int) -> None:
        """What a seat's decision means for its clock, and for taking it back."""
        seat = int(step.before.seat)
        if step.after.seat == OVER or step.before.reveals(step.move):
            self.undoable.clear()
        else:
            self.undoable.append(Decided(step.before, self.since, self.used[seat], self.left(seat, at) == 0))
        self.used[seat] += max(0, at - self.since)

    def undo(self) -> None:
        """The decision is open again, and all time since it came up is its own."""
        decided = self.undoable.pop()
        self.state, self.since = decided.before, decided.since
        self.used[self.state.seat] = decided.used
        self.moves.pop()
        self.texts.pop()
        self.number += 1
        self.undos += 1
        self.logs.clear()

    def hush(self) -> None:
        """Stop the alarm of the clock."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    # What the dice are bound to.

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    def chance(self) -> SealedChance:
        return SealedChance(bytes.fromhex(self.secret), self.id, self.additions(), self.outcomes)

    def additions(self) -> list[bytes]:
        return [bytes.fromhex(chair.addition or "") for chair in self.chairs]

    def shuffled(self) -> list[Chair]:
        """The chairs in the order of play, drawn from a sealed stream of their own."""
        chance = SealedChance(bytes.fromhex(self.secret), f"{self.id} seats", self.additions())
        left = list(self.chairs)
        return [left.pop(int(chance.below(len(left)))) for _ in self.chairs]

    # How it stands.

    @property
    def waiting(self) -> bool:
        """Does it wait for its players?"""
        return self.began is None

    @property
    def over(self) -> bool:
        return self.state.seat == OVER

    @property
    def playing(self) -> bool:
        return not self.waiting and not self.over

    @property
    def phase(self) -> Phase:
        return Phase.WAITING if self.waiting else Phase.OVER if self.over else Phase.PLAYING

    @property
    def turn(self) -> int | None:
        """The seat that has to decide; None where none has."""
        seat = int(self.state.seat)
        return seat if seat >= 0 and not self.waiting else None

    @property
    def names(self) -> list[str]:
        return names_of(self.chairs)

    def eye(self, person: str) -> int:
        """The seat of this person; NOBODY where they have none."""
        for number, chair in enumerate(self.chairs):
            if person and chair.person == person:
                return number
        return NOBODY

    def shown_to(self, person: str) -> bool:
        """May this person look at the position?"""
        return self.watch or self.at_home(person)

    def at_home(self, person: str) -> bool:
        """Does this person sit here, or has made the table?"""
        return self.eye(person) != NOBODY or self.maker == person

    def invited(self, person: str, invite: str) -> bool:
        return secrets.compare_digest(invite.encode(), self.invite.encode()) or self.maker == person

    def may_undo(self, eye: int) -> bool:
        last = self.undoable[-1] if self.undoable else None
        return self.playing and last is not None and last.before.seat == eye and not last.late

    def absent(self, seat: int) -> bool:
        """Has the table waited long for somebody who is not there? Where there is a clock, it knows what is long."""
        chair = self.chairs[seat]
        if self.clock or self.turn != seat or not chair.person or chair.bot:
            return False
        away = milliseconds() - self.last_seen.get(chair.person, self.opened)
        return min(away, self.time.now - self.since) >= ABSENT_SECONDS * 1000

    def left(self, seat: int, at: int | None = None) -> int | None:
        """Milliseconds left on this seat's clock, now or at another time of the table."""
        if not self.clock:
            return None
        running = (self.time.now if at is None else at) - self.since if self.turn == seat else 0
        used = max(0, running) + (self.used[seat] if self.clock.kind == ClockKind.GAME else 0)
        return max(0, self.clock.seconds * 1000 - used)

    # What a seat sees.

    def log(self, eye: int) -> list[list[str]]:
        """All that happened, in words for this seat, with names; one list a step."""
        if eye not in self.logs:
            self.logs[eye] = Log(self.start(), eye)
        log, names = self.logs[eye], self.names
        log.follow(self.moves)
        return [[named(sentence, names) for sentence in step] for step in log.told]

    async def picture(self, eye: int) -> Picture:
        """The table as this seat sees it; drawn once for all who look through the same eyes."""
        key = (self.number, self.version, eye)
        if key not in self.pictures:
            seat = NOBODY if self.waiting else eye
            drawn = await asyncio.to_thread(render, self.game, self.state.seen_by(seat), seat, self.names, False)
            self.pictures = {known: kept for known, kept in self.pictures.items() if known[:2] == key[:2]}
            self.pictures[key] = drawn
        return self.pictures[key]

    def state_after(self, steps: int) -> State:
        """The position after so many steps."""
        state = self.start()
        for move in self.moves[:steps]:
            state.advance(move)
        return state

    def result(self) -> Result:
        return result_of(self.state)

    def record(self) -> Record:
        """The game on file. The seal's secret is in it only when the game is over."""
        record = Record(self.game, self.names, self.options, list(self.texts))
        if self.over:
            record.result = self.result()
        if not self.borrowed:
            additions = tuple(each.hex() for each in self.additions())
            record.seal = Seal(self.id, self.commitment, additions, self.secret if self.over else "")
        return record
