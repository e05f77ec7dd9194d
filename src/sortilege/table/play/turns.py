"""Taking turns: who asks for something that all share, and in which order they get it."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

MOST_REMEMBERED = 10_000


class Asker:
    """Who asked for what is done now: the address, which pays for it and may have nothing left to pay with."""

    address = ""

    def pay(self, seconds: float) -> None:
        """Seconds of the processor were used."""

    def check(self) -> None:
        """Refuse if this address has used more than its share."""


class Elsewhere(Asker):
    """An address that asked another process."""

    def __init__(self, address: str) -> None:
        self.address = address


THE_HOUSE = Asker()
ASKER: ContextVar[Asker] = ContextVar("asker", default=THE_HOUSE)
"""Whoever's request, or move, led to what is done now. Bots that answer a move think for who made it."""


class Wait(IntEnum):
    """How much somebody waits: the lower, the sooner it is their turn."""

    PLAYER = 0
    """A person sits at the table and is there."""
    ADVICE = 1
    """A person has asked for hints."""
    AWAY = 2
    """The people of the table are somewhere else."""
    WATCHED = 3
    """Bots are among themselves, and somebody looks on."""
    COACH = 4
    """A person might like to know what would have been better."""
    ANALYSIS = 5
    """A finished game is looked at."""


def player_waits() -> Wait:
    return Wait.PLAYER


@dataclass(eq=False)
class Turn:
    """A place in the queue. How much somebody waits may change while it lasts."""

    wait: Callable[[], Wait] = player_waits
    person: str = ""
    asker: Asker = field(default_factory=ASKER.get)


Kind = TypeVar("Kind", bound=Turn)


class Queue(Generic[Kind]):
    """Where somebody waits more comes first; then addresses take turns, then the people of an address."""

    def __init__(self) -> None:
        self.turns: list[Kind] = []
        self.served: dict[str, int] = {}
        self.given = 0

    def put(self, turn: Kind) -> None:
        self.turns.append(turn)

    def drop(self, turn: Kind) -> None:
        if turn in self.turns:
            self.turns.remove(turn)

    def first(self, fits: Callable[[Kind], bool] = lambda _: True) -> Kind | None:
        return min(filter(fits, self.turns), key=self.place, default=None)

    def place(self, turn: Kind) -> tuple[int, int, int]:
        return turn.wait(), self.served.get(turn.asker.address, 0), self.served.get(turn.person, 0)

    def take(self, fits: Callable[[Kind], bool] = lambda _: True) -> Kind | None:
        """The next one that fits; its address and its person go to the end of their rows."""
        turn = self.first(fits)
        if turn is not None:
            self.turns.remove(turn)
            self.given += 1
            self.served[turn.asker.address] = self.served[turn.person] = self.given
            if len(self.served) > MOST_REMEMBERED:
                self.forget()
        return turn

    def forget(self) -> None:
        """Whoever does not wait has no place to keep."""
        here = {name for turn in self.turns for name in (turn.asker.address, turn.person)}
        self.served = {name: given for name, given in self.served.items() if name in here}
