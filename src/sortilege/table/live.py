"""A table as it stands: who sits where, the position, what each seat may see of it."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sortilege.bots.hints import Hint
from sortilege.engine import CHANCE, NOBODY, OVER, Game, Record, Seal, SealedChance, State, commitment, named
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_step, step_text

UNDO = "undo"
LINK = "link"
ANYBODY = "anybody"
ABSENT_SECONDS = 300


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


@dataclass
class Chair:
    """A seat at the table: a person, a bot, a bot that holds a person's place, or nobody."""

    offer: str = LINK
    person: str = ""
    name: str = ""
    bot: str = ""
    addition: str | None = None

    @property
    def empty(self) -> bool:
        return not self.person and not self.bot

    @property
    def ready(self) -> bool:
        return bool(self.bot) if not self.person else self.addition is not None

    def title(self) -> str:
        return self.name if self.person else self.bot.capitalize() or "Empty seat"


@dataclass(frozen=True)
class Clock:
    """How long a decision, or a seat's whole game, may take, and what happens at zero."""

    kind: str = "none"
    seconds: int = 0
    at_zero: str = "move"
    bot: str = "greedy"


@dataclass(frozen=True)
class Decided:
    """A decision that was made: the position before it, what its clock said when it came up, whether time was up."""

    before: State
    since: int
    used: int
    late: bool


@dataclass(frozen=True)
class Played:
    """A step that was made: the position before it, the move, the step on file."""

    before: State
    move: int
    text: str

    def seen_by(self, eye: int) -> str | None:
        """The step as this seat may know it: None where the move is hidden from it."""
        if self.before.secret(self.move, eye):
            return None
        return self.text


class Log:
    """What happened, in words for one seat, one list of sentences a step."""

    def __init__(self, table: "Table", eye: int) -> None:
        self.eye = eye
        self.undos = table.undos
        self.state = table.start()
        self.told: list[list[str]] = []

    def follow(self, table: "Table") -> None:
        for move in table.moves[len(self.told) :]:
            self.told.append(self.state.news(move, self.eye))
            self.state.advance(move)


class Table:
    """One table in memory: a cache of what the store holds."""

    def __init__(self, game: Game, row: Mapping[str, Any], steps: Sequence[tuple[str, int]]) -> None:
        self.game = game
        self.id: str = row["id"]
        self.options: dict[str, Any] = dict(row["options"])
        self.chairs = [Chair(**chair) for chair in row["chairs"]]
        self.version: int = row["version"]
        self.maker: str = row["maker"]
        self.invite: str = row["invite"]
        self.watch: bool = row["watch"]
        self.shuffle: bool = row["shuffle"]
        self.hints: bool = row["hints"]
        self.clock = Clock(**row["clock"])
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
        self.back: list[Decided] = []
        self.used = [0] * len(self.chairs)
        self.since = self.began or self.made
        self.behind = 0
        self.halted: int | None = None
        self.opened = milliseconds()
        self.seen: dict[str, int] = {}
        self.logs: dict[int, Log] = {}
        self.pictures: dict[tuple[Any, ...], str] = {}
        self.advice: tuple[int, asyncio.Task[list[Hint]]] | None = None
        for text, at in steps:
            self.take(text, at)

    def start(self) -> State:
        return self.game.start(len(self.chairs), **self.options)

    # The position goes on.

    def take(self, text: str, at: int) -> None:
        """Take over a step from the file."""
        if text == UNDO:
            self.take_back()
        else:
            self.follow(read_step(self.state, text, self.number + 1), text, at)

    def follow(self, move: int, text: str, at: int) -> Played:
        before = self.state
        after = before.copy()
        after.advance(move)
        if before.seat == CHANCE:
            self.outcomes += 1
            self.back.clear()
        else:
            seat = int(before.seat)
            if after.seat == OVER or before.reveals(move):
                self.back.clear()
            else:
                self.back.append(Decided(before, self.since, self.used[seat], self.left(seat, at) == 0))
            self.used[seat] += max(0, at - self.since)
        self.state = after
        self.moves.append(move)
        self.texts.append(text)
        self.number += 1
        self.since = at
        return Played(before, move, text)

    def take_back(self) -> None:
        """The decision is open again, and all time since it came up is its own."""
        decided = self.back.pop()
        self.state, self.since = decided.before, decided.since
        self.used[self.state.seat] = decided.used
        self.moves.pop()
        self.texts.pop()
        self.number += 1
        self.undos += 1
        self.logs.clear()

    def steps_for(self, move: int | None) -> list[tuple[int, str]]:
        """The move, and every outcome that falls due after it, without going there; no move: outcomes only."""
        state = self.state.copy()
        chance = self.chance()
        found: list[tuple[int, str]] = []
        if move is not None:
            found.append((move, step_text(state, move)))
            state.play(move)
        while state.seat == CHANCE:
            outcome = int(chance.below(state.sides()))
            found.append((outcome, step_text(state, outcome)))
            state.advance(outcome)
        return found

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
        return self.began is None

    @property
    def over(self) -> bool:
        return self.state.seat == OVER

    @property
    def playing(self) -> bool:
        return not self.waiting and not self.over

    @property
    def names(self) -> list[str]:
        """The players' names, all different."""
        found: list[str] = []
        for chair in self.chairs:
            title, again = chair.title(), 2
            while title in found:
                title, again = f"{chair.title()} {again}", again + 1
            found.append(title)
        return found

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    def eye(self, person: str) -> int:
        """The seat of this person; NOBODY where they have none."""
        for number, chair in enumerate(self.chairs):
            if person and chair.person == person:
                return number
        return NOBODY

    def shown_to(self, person: str) -> bool:
        """May this person look at the position?"""
        return self.watch or self.eye(person) != NOBODY or self.maker == person

    def may_undo(self, eye: int) -> bool:
        last = self.back[-1] if self.back else None
        return self.playing and last is not None and last.before.seat == eye and not last.late

    def absent(self, seat: int) -> bool:
        """Has the table waited long for somebody who is not there? Where there is a clock, it knows what is long."""
        chair = self.chairs[seat]
        if self.clock.kind != "none" or not self.playing or self.state.seat != seat or not chair.person or chair.bot:
            return False
        away = milliseconds() - self.seen.get(chair.person, self.opened)
        return bool(min(away, self.now - self.since) >= ABSENT_SECONDS * 1000)

    @property
    def now(self) -> int:
        """The table's own time, which its steps carry: it stands still while nobody can decide."""
        return milliseconds() - self.behind if self.halted is None else self.halted

    def set_time(self, at: int) -> None:
        """Let the table's time go on from here."""
        self.behind = milliseconds() - at
        self.halted = None

    def let_time_run(self, runs: bool) -> None:
        """Let the table's time go on, or stand still, from where it is."""
        if not runs:
            self.halted = self.now
        elif self.halted is not None:
            self.set_time(self.halted)

    def left(self, seat: int, at: int | None = None) -> int | None:
        """Milliseconds left on this seat's clock, now or at another time of the table."""
        if self.clock.kind == "none":
            return None
        runs = self.playing and self.state.seat == seat
        running = (self.now if at is None else at) - self.since if runs else 0
        used = max(0, running) + (self.used[seat] if self.clock.kind == "game" else 0)
        return max(0, self.clock.seconds * 1000 - used)

    # What a seat sees.

    def log(self, eye: int) -> list[list[str]]:
        """All that happened, in words for this seat, with names; one list a step."""
        log = self.logs.get(eye)
        if log is None:
            log = self.logs[eye] = Log(self, eye)
        log.follow(self)
        names = self.names
        return [[named(sentence, names) for sentence in step] for step in log.told]

    def question(self, eye: int) -> str:
        """What this seat has to decide; empty where it has not."""
        if not self.playing or self.state.seat != eye:
            return ""
        return named(self.game.words.question(self.state.seen_by(eye)), self.names)

    def legal(self, eye: int) -> list[int]:
        return self.state.moves() if self.playing and self.state.seat == eye else []

    def labels(self, eye: int) -> dict[str, str]:
        """The legal moves of this seat by notation, each with what happens."""
        seen, words, names = self.state.seen_by(eye), self.game.words, self.names
        return {words.text(move): named(words.label(seen, move), names) for move in self.legal(eye)}

    async def picture(self, eye: int) -> str:
        """The table as this seat sees it; drawn once for all who look through the same eyes."""
        key = (self.number, self.version, eye)
        if key not in self.pictures:
            state, seat = self.state, None if eye == NOBODY or self.waiting else eye
            drawn = await asyncio.to_thread(state.picture, seat, self.names, False)
            self.pictures = {known: kept for known, kept in self.pictures.items() if known[:2] == key[:2]}
            self.pictures[key] = drawn
        return self.pictures[key]

    def states(self, step: int) -> State:
        """The position after so many steps."""
        state = self.start()
        for move in self.moves[:step]:
            state.advance(move)
        return state

    def result(self) -> dict[str, Any]:
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
