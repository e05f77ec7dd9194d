"""What the house asks of its store, its bus and its jobs, whatever they are made of."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, NamedTuple, Protocol

Row = Mapping[str, Any]
QuestionKind = Literal["hints", "missed", "analysis"]


class StepRow(NamedTuple):
    """A step as it is kept."""

    table_id: str
    number: int
    text: str
    at: int


class Job(NamedTuple):
    """A table that has to be looked after at a time of the house's clock: a bot has to think, or time is up.

    `due` is None where nothing happens by itself. `wait`, `person` and `address` say who waits for it, and how much;
    `watched`, that somebody looks on.
    """

    table_id: str
    number: int
    version: int
    due: int | None = 0
    wait: int = 0
    person: str = ""
    address: str = ""
    watched: bool = False


class Question(NamedTuple):
    """Something that a person wants to be thought about, by whoever is free: hints, a move, a finished game.

    `matter`: plain data, as text. `wait`, `person` and `address` say who waits for it, and how much; `asked`, since
    when, by the house's clock.
    """

    id: str
    kind: QuestionKind
    matter: str
    wait: int
    person: str
    address: str
    asked: int


class Standing(NamedTuple):
    """How far something is that was handed in."""

    done: int = 0
    failed: bool = False


@dataclass
class News:
    """What another process has kept, or knows: steps by table, tables of which more has changed, people's new names,
    and who is at the tables there."""

    steps: dict[str, list[StepRow]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    here: dict[str, list[str]] = field(default_factory=dict)
    gap: bool = False
    """Something may not have been heard."""


class Lost(Exception):
    """Somebody else wrote first: nothing of this change was kept."""


class StoreFailed(Exception):
    """The store could not keep a change: nothing of it was kept."""


class Damaged(Exception):
    """What was kept of a table cannot be understood."""


class CannotOpen(OSError):
    """The store cannot be used at all; the text says why, and what to do."""


@dataclass(slots=True)
class Change:
    """What is written together, or not at all."""

    tables: tuple[Row, ...] = ()
    updates: tuple[tuple[str, int, Row], ...] = ()
    steps: list[StepRow] = field(default_factory=list)
    stood: tuple[tuple[str, Row], ...] = ()
    jobs: tuple[Job, ...] = ()
    messages: tuple[Row, ...] = ()
    looks: tuple[tuple[str, str, int], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    swaps: tuple[tuple[str, str | None, str], ...] = ()
    carried: tuple[Row, ...] = ()
    arrived: tuple[str, ...] = ()
    here: tuple[tuple[str, Sequence[str]], ...] = ()
    questions: tuple[Question, ...] = ()
    settled: tuple[str, ...] = ()
    trial: bool = False

    def add_table(self, row: Row) -> "Change":
        self.tables += (row,)
        return self

    def set_table(self, table_id: str, version: int, **values: Any) -> "Change":
        """Change a table's row if it still has this version; its version goes up by one."""
        self.updates += ((table_id, version, values),)
        return self

    def add_step(self, table_id: str, number: int, text: str, at: int) -> "Change":
        self.steps.append(StepRow(table_id, number, text, at))
        return self

    def set_stood(self, table_id: str, number: int, scores: Sequence[float]) -> "Change":
        """Remember how a table stood at a number: under other rules its steps have to lead there too."""
        self.stood += ((table_id, {"number": number, "scores": list(scores)}),)
        return self

    def put(self, job: Job) -> "Change":
        """Look after a table; what was put for it before is void."""
        self.jobs += (job,)
        return self

    def add_message(self, table_id: str, message: Row) -> "Change":
        self.messages += ({"table_id": table_id, **message},)
        return self

    def add_look(self, person: str, table_id: str, looked: int = 0) -> "Change":
        """Remember that this person sits at the table and up to which step they have looked."""
        self.looks += ((person, table_id, looked),)
        return self

    def set_name(self, person: str, name: str) -> "Change":
        self.names += ((person, name),)
        return self

    def set_house(self, name: str, value: str) -> "Change":
        """Something that the house keeps for itself."""
        self.house += ((name, value),)
        return self

    def swap_house(self, name: str, before: str | None, value: str) -> "Change":
        """The same, only while it is still as it was; None: while there is nothing."""
        self.swaps += ((name, before, value),)
        return self

    def carry(self, code: str, person: str, key: str, until: int) -> "Change":
        """A person's key is on its way to another device, under one code only."""
        self.carried += ({"code": code, "person": person, "key": key, "until": until},)
        return self

    def arrive(self, code: str) -> "Change":
        """It has come there, once: whoever comes later has Lost."""
        self.arrived += (code,)
        return self

    def tell_here(self, table_id: str, people: Sequence[str]) -> "Change":
        """Tell other processes, and keep nothing: this table is followed here, by these who sit there among others."""
        self.here += ((table_id, people),)
        return self

    def ask(self, question: Question) -> "Change":
        """Have something thought about; who asks the same while that is done has Lost."""
        self.questions += (question,)
        return self

    def settle(self, question_id: str) -> "Change":
        """Nobody wants to know it any more."""
        self.settled += (question_id,)
        return self

    def goes_on(self) -> bool:
        """Are there only steps, what happens after them, and who is there?"""
        return not any(BESIDE(self))

    def tables_changed(self) -> set[str]:
        """The tables of which others have to read more than steps."""
        return {row["table_id"] for row in self.messages} | {table_id for table_id, _, _ in self.updates}

    def try_room(self) -> "Change":
        """Find out whether there is room to write: some is taken, and given back."""
        self.trial = True
        return self


BESIDE = attrgetter(*(each.name for each in fields(Change) if each.name not in ("steps", "jobs", "here")))
"""All that a change may be of, but for what goes on."""


@dataclass
class Commits:
    """What the store has written, for the metrics; `failing` while it could not write the last time."""

    commits: int = 0
    changes: int = 0
    seconds: float = 0.0
    failing: bool = False


@dataclass(frozen=True)
class OnFile:
    """What is kept of a table: its row, and its steps (with their times) and messages from a number on."""

    row: Row
    steps: list[tuple[str, int]]
    messages: list[dict[str, Any]]


class Kept(Protocol):
    """Answers what was kept; a StoreFailed says that it cannot, Damaged that there is no sense in it."""

    async def table(self, table_id: str, number: int = 0, said: int = 0) -> OnFile | None:
        """A table as it stands, with all that came from these numbers on."""

    async def steps(self, table_id: str) -> list[tuple[str, int]]:
        """Every step with its time, in order."""

    async def name(self, person: str) -> str | None: ...

    async def knows(self, person: str) -> bool:
        """Has this person a name here, or ever made or joined a table?"""

    async def house(self, name: str) -> str | None: ...

    async def house_of(self, names: Sequence[str]) -> Mapping[str, str]:
        """What the house keeps under these names, where it does."""

    async def carried(self, code: str) -> tuple[str, int] | None:
        """The key that is on its way under this code, and until when."""

    async def question(self, question_id: str) -> Row | None:
        """What has become of a question: its answer, how much is done, and whether it failed."""

    async def questions_open(self, kind: QuestionKind) -> list[Question]:
        """Those of a kind that wait for an answer."""

    async def tables_of(self, person: str, over: bool, most: int) -> list[tuple[str, int]]:
        """This person's tables that are over, or not; the newest first, each with the step that was looked at last."""

    async def results_of(self, person: str) -> list[Row]:
        """Game, chairs and result of each table that this person sat at to its end; the newest first, not all of very
        many."""

    async def ended_tables(self, begins: str, since: int) -> list[Row]:
        """Id, chairs and result of each table that has ended since then and has an id that begins so."""

    async def open_tables(self, most: int) -> list[str]:
        """Tables with a seat for anybody."""

    async def finished_tables(self, most: int) -> list[str]:
        """Tables that are over and can be watched."""

    async def running_tables(self) -> list[str]:
        """Tables that are played, and those that may be ready to: no seat of theirs is for anybody."""

    async def all_tables(self) -> list[str]: ...


class Store(Kept, Protocol):
    """Keeps changes too; a StoreFailed says that it cannot.

    `clock` is what its time is ahead of this process's own count of milliseconds; None where it keeps no time, so that
    a table's goes on from where it stood.
    """

    commits: Commits
    clock: int | None

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk; Lost or StoreFailed when it is not."""

    def close(self) -> None:
        """Write what was handed in, then stop."""


class Bus(Protocol):
    """Tells other processes what was kept, with the commit that keeps it, and hears what they tell."""

    def listen(self, hear: Callable[[News], None]) -> None:
        """From now on, in the running loop."""

    def figures(self) -> Mapping[str, float]:
        """For the metrics."""

    async def close(self) -> None: ...


Act = Callable[[Job], Coroutine[Any, Any, Job | None]]
"""Does what there is to do, and says what comes next at the table; that may be the same, if nothing was done."""
Spawn = Callable[[Coroutine[Any, Any, Any]], Any]


Answer = Callable[[Question], Coroutine[Any, Any, str | None]]
"""Finds the answer to a question; None where what was found is kept elsewhere."""


class Jobs(Protocol):
    """Has tables looked after when it is time, and questions answered, by whoever is free.

    `lasting`: what a change put is kept with it and outlives the process. Otherwise `start` is the one way.
    """

    lasting: bool

    def open(self, act: Act, answer: Answer, spawn: Spawn, now: Callable[[], int], room: Callable[[], int]) -> None:
        """Hand out jobs from now on, as long as there is room."""

    def start(self, job: Job) -> None:
        """This is to happen now, or when it is due, and nothing else at its table."""

    def drop(self, table_id: str) -> None:
        """Nothing has to happen at this table."""

    async def ask(self, question: Question) -> str:
        """The answer to a question. Who stops waiting stops the thinking."""

    async def hand_in(self, question: Question) -> None:
        """Have a question answered that nobody waits for; while that goes on, the same again is nothing new."""

    def tell(self, question_id: str, done: int) -> None:
        """So much of what was handed in is done."""

    async def standing(self, question_id: str) -> Standing | None:
        """How far something is that was handed in; None where there is nothing of it."""

    async def handed_in(self, kind: QuestionKind) -> list[Question]:
        """Those of a kind that go on."""

    def figures(self) -> Mapping[str, float]:
        """For the metrics."""

    async def close(self) -> None: ...


@dataclass(frozen=True)
class Keep:
    """The three together: what is kept, who is told, what happens by itself."""

    store: Store
    bus: Bus
    jobs: Jobs
