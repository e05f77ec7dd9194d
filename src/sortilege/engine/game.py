"""A game as the rest of the house knows it."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sortilege.engine.errors import BadSnapshot, IllegalMove, NoSuchMove
from sortilege.engine.extra import need
from sortilege.engine.guide import Guide
from sortilege.engine.options import Option, accept_all
from sortilege.engine.plain import PlainPosition, Setting
from sortilege.engine.sense import Sense
from sortilege.engine.state import GAMES, MOST_MOVES, State
from sortilege.engine.words import Words

if TYPE_CHECKING:
    from numpy import float32, int8
    from numpy.typing import NDArray

    from sortilege.engine.layout import Layout
    from sortilege.engine.lesson import Lesson
    from sortilege.engine.panels import Panel, PanelForm

NOT_PLAYED_WITH = {
    "analysis.toml",
    "art.toml",
    "help.toml",
    "lesson.toml",
    "panels.toml",
    "studies.toml",
    "worked.toml",
}
"""Files of a game that are no content."""


@dataclass(frozen=True)
class Game:
    """Name, seats, options, rules version; `start` and `restore` make positions."""

    name: str
    title: str
    line: str
    minutes: str
    seat_range: range
    options: tuple[Option, ...]
    rules_version: str
    rules: type[State]
    build: Callable[[int, Mapping[str, Setting]], State]
    words: Words[Any]
    sense: Sense
    faults: Callable[[Any], Iterator[str]]
    """What is wrong with a restored position, every field of which is in its range; nothing if it is sound."""
    folder: Path
    renewed: Callable[[PlainPosition], PlainPosition] | None = None
    """A position in the form of an earlier version, brought to that of this one."""
    unmarked: str = ""
    """The fingerprint of the content of snapshots that do not tell theirs: they were made before snapshots did."""
    match: bool = False
    """Are two players offered a match of two games, the second with the seats exchanged?"""

    def __post_init__(self) -> None:
        if self.move_count > MOST_MOVES:
            raise ValueError(f"{self.name} has {self.move_count} moves; the engine has room for {MOST_MOVES}")
        GAMES[self.rules] = self

    @property
    def move_count(self) -> int:
        return len(self.words.notation)

    @cached_property
    def guide(self) -> Guide:
        return Guide(self.folder / "guide.md")

    @cached_property
    def lesson(self) -> "Lesson | None":
        """The first game that teaches, where there is one; a BadLesson says what is wrong with it."""
        from sortilege.engine.lesson import read_lesson

        return read_lesson(self)

    @cached_property
    def content(self) -> str:
        """The fingerprint of the content files: what was made with other cards can be read, but not played again."""
        return fingerprint(self.folder)

    def settings(self, seats: int, given: Mapping[str, object]) -> dict[str, Setting]:
        """Every option with its value; a ValueError says what fits."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seat_range:
            low, high = self.seat_range.start, self.seat_range.stop - 1
            raise ValueError(f"{self.title} has {low} to {high} seats, not {seats!r}")
        return accept_all(self.options, given, seats)

    def start(self, seats: int, **options: object) -> State:
        return self.build(seats, self.settings(seats, options))

    def restore(self, snapshot: Mapping[str, object]) -> State:
        """The position that a snapshot tells of, checked; a BadSnapshot says what is wrong."""
        state = self.set_out(self.renew(self.checked_position(snapshot)))
        for fault in self.faults(state):
            raise BadSnapshot(fault)
        return state

    def set_out(self, position: PlainPosition, masked: bool = False) -> State:
        """A position, or what a seat sees of one, from plain data; a BadSnapshot says which field does not fit."""
        seats = position["seats"]
        assert isinstance(seats, int)
        state = self.start(seats)
        state.set_position(position, masked)
        return state

    def fault(self, state: State) -> str:
        """What is wrong with a position, if anything: a field out of its range, or fields that do not go together."""
        try:
            state.fields().check(state.position())
        except BadSnapshot as error:
            return str(error)
        return next(self.faults(state), "")

    def renew(self, position: PlainPosition) -> PlainPosition:
        if self.renewed is None:
            return position
        try:
            return self.renewed(position)
        except (TypeError, KeyError, IndexError, ValueError):
            raise BadSnapshot("the position is of an earlier form, and not a whole one") from None

    def checked_position(self, snapshot: Mapping[str, object]) -> PlainPosition:
        position = snapshot.get("position") if isinstance(snapshot, Mapping) else None
        if not isinstance(position, dict):
            raise BadSnapshot("a snapshot has game, rules, content and position")
        if snapshot.get("game") != self.name:
            raise BadSnapshot(f"the snapshot is of {snapshot.get('game')!r}, not of {self.name!r}")
        if snapshot.get("rules") != self.rules_version:
            raise BadSnapshot(f"the snapshot is of rules {snapshot.get('rules')!r}; these are {self.rules_version!r}")
        if snapshot.get("content", self.unmarked or self.content) != self.content:
            raise BadSnapshot(f"the snapshot is of earlier cards of {self.title}, and means nothing with those of now")
        seats = position.get("seats")
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seat_range:
            raise BadSnapshot(f"{seats!r} is no number of seats for {self.title}")
        return position

    def refuse(self, state: State, move: int) -> IllegalMove:
        """Why a move is not legal now."""
        if not 0 <= move < self.move_count:
            return NoSuchMove(f"Moves are numbered 0 to {self.move_count - 1}; {move} is none of them.")
        rule, reason = self.words.reason(state, move, state.refusal(move))
        return IllegalMove(reason, rule)

    def layout(self, seats: int) -> "Layout":
        """Name, meaning and range of every cell of an observation at so many seats."""
        from sortilege.engine.layout import layout

        self.settings(seats, {})
        return layout(self, seats)

    def observation(self, state: State, eye: int) -> "NDArray[float32]":
        """What this seat sees as a numpy array of floats of 32 bits."""
        numpy = need("numpy", "envs")
        row: NDArray[float32] = numpy.frombuffer(self.layout(state.seats).observer.row(state, eye), numpy.float32)
        return row

    def mask(self, state: State) -> "NDArray[int8]":
        """The legal moves as a numpy array of 8-bit numbers."""
        from sortilege.engine.observe import mask_of

        numpy = need("numpy", "envs")
        row: NDArray[int8] = numpy.frombuffer(mask_of(state.moves(), self.move_count), numpy.int8)
        return row

    def panels(self, seen: State, eye: int, names: list[str] | None, form: "PanelForm") -> "list[Panel]":
        from sortilege.engine.panels import draw

        return draw(self, seen, eye, names, form).panels

    def picture(self, seen: State, eye: int, names: list[str] | None) -> str:
        from sortilege.engine.panels import compose

        return compose(self, seen, eye, names)


def fingerprint(folder: Path) -> str:
    """Of all that is played with in the content files; texts and sources are there to be read, and may be mended."""
    content = [file for file in sorted(folder.rglob("*.toml")) if file.name not in NOT_PLAYED_WITH]
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in content]
    return hashlib.sha256(json.dumps([played_with(file) for file in files]).encode()).hexdigest()[:16]


def played_with(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: played_with(value) for key, value in data.items() if key != "text" and not key.endswith("source")}
    return [played_with(value) for value in data] if isinstance(data, list) else data
