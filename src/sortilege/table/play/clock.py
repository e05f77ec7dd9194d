"""Clocks: how long people may think, and the time that a table goes by."""

from dataclasses import dataclass
from enum import StrEnum
from time import time_ns

from sortilege.table.play.refusals import Unfit

SHORTEST_CLOCK = 5
LONGEST_CLOCK = 30 * 24 * 3600


def milliseconds() -> int:
    return time_ns() // 1_000_000


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
    """A table's own time, which its steps carry: it stands still while nobody can decide."""

    def __init__(self) -> None:
        self.behind = 0
        self.halted: int | None = None

    @property
    def now(self) -> int:
        return milliseconds() - self.behind if self.halted is None else self.halted

    def set(self, at: int) -> None:
        """Go on from here."""
        self.behind = milliseconds() - at
        self.halted = None

    def run(self, runs: bool) -> None:
        """Go on, or stand still, from where it is."""
        if not runs:
            self.halted = self.now
        elif self.halted is not None:
            self.set(self.halted)
