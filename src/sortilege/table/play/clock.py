"""Clocks: how long people may think, and the time that a table goes by."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic_ns, time_ns
from typing import Any

from sortilege.table.play.refusals import Unfit

SHORTEST_CLOCK = 5
LONGEST_CLOCK = 30 * 24 * 3600


def milliseconds() -> int:
    """What the clock on the wall says: for what is kept and shown, never for what somebody has left."""
    return time_ns() // 1_000_000


def gone_by() -> int:
    """Milliseconds of a clock that nobody sets; only the difference between two looks means something."""
    return monotonic_ns() // 1_000_000


def date(clock: int | None) -> int:
    """For what is kept and shown: what the clock on the wall says, or the store's where it keeps time."""
    return milliseconds() if clock is None else gone_by() + clock


class ClockKind(StrEnum):
    """What a clock counts: nothing, each decision, or a seat's whole game."""

    NONE = "none"
    MOVE = "move"
    GAME = "game"


class AtZero(StrEnum):
    """What happens at zero: a bot makes the move, or takes the seat."""

    MOVE = "move"
    SEAT = "seat"


@dataclass(frozen=True)
class Clock:
    """How long a decision, or a seat's whole game, may take, and what happens at zero."""

    kind: ClockKind = ClockKind.NONE
    seconds: int = 0
    at_zero: AtZero = AtZero.MOVE
    bot: str = "greedy"

    def __bool__(self) -> bool:
        return self.kind is not ClockKind.NONE


def read_clock(kind: str = "none", seconds: int = 0, at_zero: str = "move", bot: str = "greedy") -> Clock:
    """The clock that somebody wants, or that was kept; only the bot is not checked."""
    if kind not in list(ClockKind):
        raise Unfit("A clock is for none, for each move or for the whole game.")
    if kind != ClockKind.NONE and not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
        raise Unfit("A clock has 5 seconds to 30 days.")
    if at_zero not in list(AtZero):
        raise Unfit("At zero a bot moves, or the seat goes to a bot.")
    return Clock(ClockKind(kind), seconds, AtZero(at_zero), bot)


class Time:
    """A table's own time, which its steps carry: it stands still while nobody can decide.

    It is so much behind the house's clock, which nobody sets.
    """

    def __init__(self, behind: int = 0, halted: int | None = None) -> None:
        self.behind = behind
        self.halted = halted
        self.house = gone_by

    @property
    def now(self) -> int:
        return self.house() - self.behind if self.halted is None else self.halted

    def set(self, at: int) -> None:
        """Go on from here."""
        self.behind = self.house() - at
        self.halted = None

    def run(self, runs: bool) -> None:
        """Go on, or stand still, from where it is."""
        self.behind, self.halted = self.running(runs)

    def take(self, values: Mapping[str, Any]) -> None:
        """What was kept of it, if anything was."""
        if "halted" in values:
            self.behind, self.halted = values["behind"], values["halted"]

    def running(self, runs: bool) -> tuple[int, int | None]:
        """How much behind, and where it stands still, once it goes on or does not."""
        if not runs:
            return self.behind, self.now
        return (self.behind, None) if self.halted is None else (self.house() - self.halted, None)
