"""The fields of a position, each declared once: its kind, its range, and who may see it.

FIELDS = Fields(
    one_of("phase", PHASES),
    number("round", 1, 60),
    seat("leader", nobody=True),
    set_of("pile", CARD_NAMES),
    card("hand", CARD_NAMES).each_seat(3).hidden("owner", UNKNOWN),
)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sortilege.engine.errors import BadSnapshot

Kind = Literal["number", "one of", "set of", "seat", "card"]
Sight = Literal["all", "owner", "some"]
"""Who sees a field: everybody; of each seat's cells only that seat; or whoever `seen_by` shows it to."""


@dataclass(frozen=True)
class Field:
    """One attribute of a position: a number, or a row of numbers of the same kind."""

    name: str
    kind: Kind
    low: int
    high: int
    names: tuple[str, ...] = ()
    """Of a kind of things: what each number from 0 on, or each bit of a set, is called."""
    gaps: frozenset[int] = frozenset()
    """Numbers of the range that it never is."""
    length: int = 0
    """How many cells the row has, or has for every seat; 0: a single number."""
    by_seat: bool = False
    apiece: int = 0
    """How many cells each seat has, from the first on, of a row that is as long at any number of seats."""
    seats_first: bool = False
    """Are its first numbers, or the first things of a set, the seats?"""
    steps: int | None = None
    """From this number on they are steps of one thing, as the layers of a deck are."""
    sight: Sight = "all"
    unknown: int | None = None
    """What stands there for a seat that may not look."""

    def row(self, length: int) -> "Field":
        """So many of it."""
        return replace(self, length=length)

    def each_seat(self, length: int = 1) -> "Field":
        """So many of it for every seat, one seat after the other."""
        return replace(self, length=length, by_seat=True)

    def for_seats(self, apiece: int = 1) -> "Field":
        """A row that is as long at any number of seats: the first cells are those of the seats, so many each."""
        return replace(self, apiece=apiece)

    def of_seats(self) -> "Field":
        """Its first numbers, or the first things of the set, are the seats."""
        return replace(self, seats_first=True)

    def steps_from(self, first: int) -> "Field":
        """Numbers from this one on are steps of one thing."""
        return replace(self, steps=first)

    def hidden(self, sight: Sight, unknown: int) -> "Field":
        """Not for all to see; what stands there for the others."""
        return replace(self, sight=sight, unknown=unknown)

    def cells(self, seats: int) -> int:
        """How many numbers a row holds at so many seats."""
        return self.length * seats if self.by_seat else self.length

    def highest(self, seats: int) -> int:
        return min(self.high, seats - 1) if self.kind == "seat" else self.high

    def check(self, value: object, seats: int, masked: bool = False) -> None:
        """A BadSnapshot says what is wrong with a value, of a whole position or of what a seat sees of one."""
        cells = value if self.length else [value]
        if not isinstance(cells, list) or len(cells) != (self.cells(seats) or 1):
            raise BadSnapshot(f"{self.name!r} must be a list of {self.cells(seats)} whole numbers")
        for cell in cells:
            if type(cell) is not int:
                raise BadSnapshot(f"{self.name!r} must be made of whole numbers, not {cell!r}")
        shown = [cell for cell in cells if cell != self.unknown] if masked else cells
        if not shown or (self.low <= min(shown) and max(shown) <= self.highest(seats) and self.gaps.isdisjoint(shown)):
            return
        wrong = next(cell for cell in shown if not self.low <= cell <= self.highest(seats) or cell in self.gaps)
        raise BadSnapshot(f"{self.name!r} cannot be {wrong}: it lies from {self.low} to {self.highest(seats)}")


def number(name: str, low: int, high: int) -> Field:
    """How many, or how far."""
    return Field(name, "number", low, high)


def flag(name: str) -> Field:
    """0 or 1."""
    return number(name, 0, 1)


def one_of(name: str, names: Mapping[str, int]) -> Field:
    """One of the numbers that these words stand for."""
    numbers = set(names.values())
    low, high = min(numbers), max(numbers)
    return Field(name, "one of", low, high, in_order(names), frozenset(range(low, high + 1)) - numbers)


def set_of(name: str, names: Sequence[str]) -> Field:
    """A set of these things, as a bit mask."""
    return Field(name, "set of", 0, (1 << len(names)) - 1, tuple(names))


def seat(name: str, nobody: bool = False) -> Field:
    """A seat's number; -1 where it may be nobody."""
    return Field(name, "seat", -1 if nobody else 0, MOST_SEATS - 1)


def card(name: str, names: Sequence[str], none: int | None = None) -> Field:
    """The number of a card, or the number that stands for none."""
    numbers = {*range(len(names)), *(() if none is None else (none,))}
    return Field(name, "card", min(numbers), max(numbers), tuple(names))


def in_order(names: Mapping[str, int]) -> tuple[str, ...]:
    """The words in the order of their numbers, which are all different."""
    if len(set(names.values())) != len(names):
        raise ValueError(f"two of these words stand for the same number: {', '.join(names)}")
    return tuple(sorted(names, key=names.__getitem__))


MOST_SEATS = 8
SEATS = number("seats", 1, MOST_SEATS)
SEAT = Field("seat", "seat", -2, MOST_SEATS - 1)
"""Who decides: a seat, CHANCE (-1) or, at the end, OVER (-2)."""


class Fields:
    """All fields of a game's position, those that every game has first."""

    def __init__(self, *fields: Field) -> None:
        self.all = (SEATS, SEAT, *fields)
        self.names = tuple(field.name for field in self.all)
        if len(set(self.names)) != len(self.names):
            raise ValueError("two fields have the same name")

    def __iter__(self) -> Iterator[Field]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def check(self, position: Mapping[str, object], masked: bool = False) -> None:
        """A BadSnapshot says what does not fit: a field that lacks, that nobody knows, or that is out of its range."""
        for name in self.names:
            if name not in position:
                raise BadSnapshot(f"the position lacks {name!r}")
        for name in position:
            if name not in self.names:
                raise BadSnapshot(f"the position has {name!r}, which this game does not know")
        seats = position["seats"]
        SEATS.check(seats, MOST_SEATS)
        assert isinstance(seats, int)
        for field in self.all:
            field.check(position[field.name], seats, masked)
