"""A lesson: a first game that teaches, as the lesson.toml of a game tells it. docs/lessons.md says how to write one."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sortilege.engine.chance import FastChance
from sortilege.engine.errors import BadRecord, IllegalMove
from sortilege.engine.panels import Drawing, Panel
from sortilege.engine.state import CHANCE, State
from sortilege.engine.steps import read_move, read_step, written_outcome

if TYPE_CHECKING:
    from sortilege.engine.game import Game

FILE = "lesson.toml"
YOU = "You"
STRONG = re.compile(r"\*\*(.+?)\*\*")
"""A word that matters."""
LISTS = {"moves", "names", "plays", "points", "rules", "step", "steps", "wrong"}
"""What stands in brackets."""
MOST_SIDES = 5000
"""Among so many outcomes one is looked for by what it tells."""


class BadLesson(ValueError):
    """A lesson that cannot be given: what is wrong, and at which step."""


@dataclass(frozen=True)
class Move:
    """A move that is asked for or answered: its notation, several joined by "; ", or a pattern with `*`."""

    move: str
    says: str = ""
    plays: tuple[str, ...] = ()
    """What happens then, before all others go on alike."""
    points: tuple[str, ...] = ()
    """What its answer points at."""
    label: str = ""
    """Of a wrong move that the learner is invited to try."""

    def fits(self, text: str) -> bool:
        return fnmatchcase(text, self.move)


@dataclass(frozen=True)
class Step:
    """One thing that is said, what it points at, and what is asked for."""

    name: str
    title: str
    text: str
    points: tuple[str, ...] = ()
    """Panels, areas, ids of what lies on them, or moves."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that it shows."""
    jump: str = ""
    """The prepared position that it begins with; else it goes on from the step before."""
    plays: tuple[str, ...] = ()
    """What happens before it is shown, as a record has it; outcomes that are not listed follow from the seed."""
    moves: tuple[Move, ...] = ()
    """What is asked for: any of these. None: the learner only reads."""
    wrong: tuple[Move, ...] = ()
    """Other moves that have an answer of their own."""
    other: str = ""
    """The answer to all other legal moves, where it is not that of the lesson."""


@dataclass(frozen=True)
class Prepared:
    """A position that steps can jump to: all that was played since the start, or since another one."""

    steps: tuple[str, ...]
    after: str = ""


@dataclass(frozen=True)
class Place:
    """Where a learner is: a step, what was chosen so far, and the table as it stands."""

    number: int
    step: Step
    chosen: tuple[str, ...]
    state: State
    told: tuple[str, ...]
    """What has just happened, in sentences to the learner; seats stand as {0}, {1}."""
    answer: Move | None = None
    """Of a step that asks: what was chosen, once it was."""

    @property
    def asks(self) -> bool:
        return bool(self.step.moves) and self.answer is None

    @property
    def says(self) -> str:
        return self.answer.says if self.answer else self.step.text

    @property
    def points(self) -> tuple[str, ...]:
        return self.answer.points if self.answer else self.step.points


@dataclass(frozen=True)
class Answer:
    """What is said to a move: the place that it leads to, or why it does not."""

    place: Place | None = None
    says: str = ""
    reason: str = ""
    """Of a move that the rules forbid: why, and which one."""
    rule: str = ""


@dataclass
class Walk:
    """A table that goes on as the lesson says."""

    lesson: "Lesson"
    where: str
    state: State
    told: list[str] = field(default_factory=list)
    outcomes: int = 0
    heard: bool = True
    """Is what is told now listened to?"""

    def copy(self) -> "Walk":
        return Walk(self.lesson, self.where, self.state.copy(), list(self.told), self.outcomes, self.heard)

    def follow(self, steps: Sequence[str]) -> None:
        """Play what is listed; where no outcome is, the seed decides. Without one the table waits for it in the end."""
        for number, step in enumerate(steps, 1):
            if not step.startswith("*"):
                self.let_chance_decide()
            try:
                self.go(self.read(step, number))
            except BadRecord as error:
                raise self.fault(str(error)) from None
        if self.lesson.seed:
            self.let_chance_decide()

    def read(self, step: str, number: int) -> int:
        if step.startswith("*") and self.state.seat == CHANCE and written_outcome(step) is None:
            return self.outcome_telling(step.removeprefix("*").strip())
        return read_step(self.state, step, number)

    def outcome_telling(self, text: str) -> int:
        """The first outcome of which somebody is told this; it is looked for once."""
        found, here = self.lesson.outcomes, (self.state.copy(), text)
        if here not in found:
            sides = int(self.state.sides())
            if sides > MOST_SIDES:
                raise self.fault(f"{text!r} is one of {sides} outcomes: write it as '* k/{sides}'")
            telling = (each for each in range(sides) if text in self.news(each))
            found[here] = next(telling, None)
        if (outcome := found[here]) is None:
            raise self.fault(f"no outcome tells {text!r}")
        return outcome

    def news(self, outcome: int) -> str:
        """What any seat is told of an outcome."""
        return " ".join(line for seat in range(self.state.seats) for line in self.state.news(outcome, seat))

    def let_chance_decide(self) -> None:
        while self.state.seat == CHANCE:
            if not self.lesson.seed:
                raise self.fault(f"an outcome '* k/{self.state.sides()}' is due, and there is no seed")
            chance = FastChance(f"{self.lesson.seed} {self.outcomes}")
            self.go(int(chance.below(self.state.sides())))

    def play(self, text: str) -> None:
        """The moves of a text, of the learner; an IllegalMove says why one cannot be played."""
        for part in text.split(";"):
            if self.state.seat != self.lesson.seat:
                raise IllegalMove("Something happened on the way.")
            self.go(read_move(self.state, part.strip()))

    def go(self, move: int) -> None:
        self.outcomes += self.state.seat == CHANCE
        if self.heard:
            self.told += self.state.news(move, self.lesson.seat)
        self.state.advance(move)

    def fault(self, what: str) -> BadLesson:
        return BadLesson(f"lesson of {self.lesson.game.name}, {self.where}: {what}")


@dataclass(frozen=True)
class Lesson:
    """All steps of a game's lesson. Where a learner stands follows from what they chose."""

    game: "Game"
    seats: int
    seat: int
    names: tuple[str, ...]
    """Of all seats."""
    other: str
    """The answer to legal moves that were not asked for."""
    steps: tuple[Step, ...]
    seed: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    positions: Mapping[str, Prepared] = field(default_factory=dict)
    teacher: str = "druid"
    """The motif beside what is said."""

    # Going on.

    def begin(self, where: str) -> Walk:
        return Walk(self, where, self.game.start(self.seats, **self.options))

    def prepared(self, name: str) -> Walk:
        """The table in a prepared position; what led there is not told."""
        if name not in self.kept:
            position = self.positions[name]
            walk = self.prepared(position.after) if position.after else self.begin("")
            walk.where, walk.heard = f"position {name!r}", False
            walk.follow(position.steps)
            self.kept[name] = walk
        return self.kept[name].copy()

    @cached_property
    def kept(self) -> dict[str, Walk]:
        return {}

    @cached_property
    def outcomes(self) -> dict[tuple[State, str], int | None]:
        return {}

    def at(self, number: int, chosen: Sequence[str] = ()) -> Place:
        """The place of a step after these choices; where one is missing, or is none, the first that is offered."""
        number = max(0, min(number, len(self.steps) - 1))
        walk, last, asked, made = self.begin("the start"), self.steps[number], list(chosen), list[str]()
        answer: Move | None = None
        for step in self.steps[: number + 1]:
            walk, answer = self.enter(step, walk, heard=step is last), None
            if step.moves:
                text = asked.pop(0) if asked else ""
                if not self.choose(step, text, walk.copy()):
                    if step is last:
                        break
                    text, asked = self.offered(step, walk)[0], []
                walk, answer = self.answered(step, text, walk)
                made.append(text)
        return Place(number, last, tuple(made), walk.state, tuple(walk.told), answer)

    def enter(self, step: Step, walk: Walk, heard: bool) -> Walk:
        """The table as a step finds it."""
        walk = self.prepared(step.jump) if step.jump else walk
        walk.where, walk.told, walk.heard = f"step {step.name!r}", [], heard
        walk.follow(step.plays)
        if step.moves and walk.state.seat != self.seat:
            raise walk.fault(f"it asks, but seat {walk.state.seat} has to decide")
        return walk

    def offered(self, step: Step, walk: Walk) -> list[str]:
        """Every move that is asked for, one by one."""
        legal = [walk.state.text(move) for move in walk.state.moves()]
        found = [
            text
            for move in step.moves
            for text in ([each for each in legal if move.fits(each)] if "*" in move.move else [move.move])
        ]
        if not found:
            raise walk.fault("none of the moves that are asked for is legal")
        for text in found:
            try:
                walk.copy().play(text)
            except IllegalMove as refusal:
                raise walk.fault(f"{text!r} is asked for: {refusal}") from None
        return list(dict.fromkeys(found))

    def answered(self, step: Step, text: str, walk: Walk) -> tuple[Walk, Move]:
        """The table after a move that was asked for, and what happens then."""
        walk.told = []
        answer = self.choose(step, text, walk)
        assert answer is not None
        walk.where = f"step {step.name!r} after {text!r}"
        walk.follow(answer.plays)
        return walk, answer

    def choose(self, step: Step, text: str, walk: Walk) -> Move | None:
        """Play a text; the move that is asked for and means the same, or None."""
        before = walk.copy()
        try:
            walk.play(text)
        except IllegalMove:
            return None
        return next((move for move in step.moves if move.fits(text) or self.same(move, before, walk)), None)

    def same(self, move: Move, before: Walk, after: Walk) -> bool:
        """Does this move lead to the same position?"""
        meant = before.copy()
        try:
            meant.play(move.move)
        except IllegalMove:
            return False
        return meant.state == after.state

    def answer(self, place: Place, text: str) -> Answer:
        """What is said to a move of the learner, who stands at a step that asks."""
        walk, step = Walk(self, f"step {place.step.name!r}", place.state.copy()), place.step
        try:
            walk.play(text)
        except IllegalMove as refusal:
            says = next((wrong.says for wrong in step.wrong if wrong.fits(text)), "")
            return Answer(None, says, refusal.reason, refusal.rule)
        if self.choose(step, text, Walk(self, walk.where, place.state.copy())):
            return Answer(self.at(place.number, (*place.chosen, text)))
        says = next((wrong.says for wrong in step.wrong if wrong.fits(text)), step.other or self.other)
        return Answer(None, says)

    def before(self, place: Place) -> tuple[int, tuple[str, ...]] | None:
        """Number and choices of the place before this one: a choice is taken back first."""
        if place.answer:
            return place.number, place.chosen[:-1]
        return (place.number - 1, place.chosen) if place.number else None

    def after(self, place: Place) -> tuple[int, tuple[str, ...]] | None:
        """Of the place after this one; None where a move is asked for, or the lesson is over."""
        if place.asks or place.number == len(self.steps) - 1:
            return None
        return place.number + 1, place.chosen

    def places(self) -> Iterator[Place]:
        """Every place along every choice; one whose table was met before is not gone on from again."""
        ways: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        met: set[tuple[int, bool, State]] = set()
        while ways:
            place = self.at(*ways.pop())
            key = place.number, place.asks, place.state
            if key in met:
                continue
            met.add(key)
            yield place
            if place.asks:
                walk = Walk(self, f"step {place.step.name!r}", place.state)
                ways += [(place.number, (*place.chosen, text)) for text in reversed(self.offered(place.step, walk))]
            elif after := self.after(place):
                ways.append(after)

    # What it has.

    @property
    def rules(self) -> list[str]:
        """The rules that it shows, in their order."""
        return list(dict.fromkeys(rule for step in self.steps for rule in step.rules))

    @property
    def words(self) -> int:
        """How much one reads who chooses what is offered first."""
        return words_of(self.steps) + sum(len(step.moves[0].says.split()) for step in self.steps if step.moves)

    @property
    def words_at_first(self) -> int:
        """How much one reads before the first move."""
        first = next(number for number, step in enumerate(self.steps, 1) if step.moves)
        return words_of(self.steps[:first])


def words_of(steps: Sequence[Step]) -> int:
    return sum(len(f"{step.title} {step.text}".split()) for step in steps)


def callings(panel: Panel) -> set[str]:
    """By what a step may point at a panel, or at something on it."""
    return {panel.id, panel.kind, panel.area, *panel.ids}


def missing(points: Sequence[str], drawing: Drawing) -> list[str]:
    """What a step points at and is not there to be seen."""
    names = {name for panel in drawing.panels for name in callings(panel)} | set(drawing.moves)
    names |= {verb for branch in drawing.branches for verb in branch.verbs}
    return [point for point in points if point not in names]


# Reading.


def read_lesson(game: "Game") -> Lesson | None:
    """The lesson of a game, its words checked; None where it has none. That its moves are legal is seen on the way."""
    file = game.folder / FILE
    if not file.exists():
        return None
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return Reader(game, data).lesson()
    except BadLesson:
        raise
    except (ValueError, TypeError) as error:
        raise BadLesson(f"lesson of {game.name}: {error}") from None


class Reader:
    """Makes a lesson of what its file says."""

    def __init__(self, game: "Game", data: dict[str, Any]) -> None:
        self.game = game
        self.data = data
        self.where = ""

    def want(self, fits: bool, what: str) -> None:
        if not fits:
            raise BadLesson(f"lesson of {self.game.name}{self.where}: {what}")

    def lesson(self) -> Lesson:
        data = self.keys(
            self.data, {"seats", "seat", "names", "other", "seed", "options", "position", "step", "teacher"}
        )
        for key in ("seats", "seat", "names", "other", "step"):
            self.want(key in data, f"it has no {key}")
        seats, seat, others = data["seats"], data["seat"], list(data["names"])
        self.game.settings(seats, data.get("options", {}))
        self.want(0 <= seat < seats, f"seat is 0 to {seats - 1}, not {seat}")
        self.want(len(others) == seats - 1, f"names has one for each of the {seats - 1} others")
        positions = {name: self.prepared(name, each) for name, each in data.get("position", {}).items()}
        steps = tuple(self.step(each, positions) for each in data["step"])
        self.where = ""
        names = [step.name for step in steps]
        self.want(len(set(names)) == len(names), "two steps have the same name")
        return Lesson(
            self.game, seats, seat, (*others[:seat], YOU, *others[seat:]), data["other"], steps, data.get("seed", ""),
            data.get("options", {}), positions, data.get("teacher", "druid"),
        )  # fmt: skip

    def prepared(self, name: str, data: dict[str, Any]) -> Prepared:
        self.where = f", position {name!r}"
        self.keys(data, {"steps", "after"})
        names, after = list(self.data["position"]), data.get("after", "")
        self.want("steps" in data, "it has no steps")
        self.want(after in ["", *names[: names.index(name)]], f"{after!r} does not stand before it")
        return Prepared(tuple(data["steps"]), after)

    def step(self, data: dict[str, Any], positions: Mapping[str, Prepared]) -> Step:
        self.where = f", step {data.get('name', '?')!r}"
        self.keys(data, {each.name for each in fields(Step)})
        for key in ("name", "title", "text"):
            self.want(bool(data.get(key)), f"it has no {key}")
        for rule in data.get("rules", ()):
            self.want(rule in self.game.guide.rules, f"the guide has no rule {rule!r}")
        self.want(data.get("jump", "") in {"", *positions}, f"there is no position {data.get('jump')!r}")
        self.want("moves" in data or not {"wrong", "other"} & set(data), "it answers moves but asks for none")
        read: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
        read |= {key: tuple(self.move(each) for each in data[key]) for key in ("moves", "wrong") if key in data}
        for move in read.get("moves", ()):
            self.want(bool(move.says), f"{move.move!r} has no answer")
        return Step(**read)

    def move(self, data: dict[str, Any]) -> Move:
        self.keys(data, {each.name for each in fields(Move)})
        self.want(bool(data.get("move")), "a move has no notation")
        return Move(**data | {key: tuple(data.get(key, ())) for key in ("plays", "points")})

    def keys(self, data: dict[str, Any], known: set[str]) -> dict[str, Any]:
        for key, value in data.items():
            self.want(key in known, f"{key!r} is none of {', '.join(sorted(known))}")
            self.want(isinstance(value, list) or key not in LISTS, f"{key!r} is a list")
        return data
