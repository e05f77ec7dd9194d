"""What stands where in an observation: name, meaning and range of every cell, from the declarations of the fields."""

import math
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sortilege.engine.fields import Field, Fields
from sortilege.engine.observe import ONE, SET, Circle, Observer

if TYPE_CHECKING:
    from sortilege.engine.game import Game

MOST_MARKS = 4
"""So many numbers below zero stand for something else than a number, and have a cell each."""
EVEN = 100
"""Up to so many, numbers are told on an even scale; above, on a logarithmic one."""
TOP = 1023
"""Numbers above it are told as if they were it …"""
PACKED = 1 << 20
"""… but where they can reach so far they are several in one, and told by their binary digits."""


@dataclass(frozen=True)
class Cell:
    """One number of an observation."""

    name: str
    """The field, then whose it is or which of a row, then which value a 1 stands for: "boxes/own/3/mark -2"."""
    meaning: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Value:
    """What one cell of a field can be, and where in its room each value is told."""

    cells: tuple[tuple[str, str], ...]
    """Last part of the name, and meaning, of each cell of the room."""
    lowest: int
    top: int
    places: tuple[int, ...]
    """By value, or by bit: which cell of the room speaks of it …"""
    bits: tuple[int, ...]
    """… and what stands there."""
    packed: bool = False


@dataclass(frozen=True)
class Layout:
    """All observations of a game at one number of seats are rows of these cells."""

    cells: tuple[Cell, ...]
    observer: Observer

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)


def seat_name(turn: int) -> str:
    """A seat as the one that looks counts it: itself first, then in the order of play."""
    return "own" if turn == 0 else f"seat +{turn}"


def bits_of(number: float) -> int:
    """A float of 32 bits as a whole number."""
    return int(struct.unpack("<i", struct.pack("<f", number))[0])


def scaled(number: int, high: int) -> float:
    """A number from 0 to 1."""
    if high <= EVEN:
        return number / max(high, 1)
    return math.log1p(min(number, TOP)) / math.log1p(min(high, TOP))


def value_of(field: Field, seats: int) -> Value:
    """How one cell of a field is told, where seats are counted from the one that looks."""
    if field.kind == "set of":
        return set_value(field, seats)
    if field.kind == "number" and field.low >= -MOST_MARKS:
        return digits(field) if field.high >= PACKED else number_value(field)
    if field.kind == "number":
        return number_value(field, offset=field.low)
    return choice_value(field, seats)


def set_value(field: Field, seats: int) -> Value:
    """A cell for each thing that may be in the set."""
    count = len(field.names)
    names = [seat_name(bit) if field.seats_first and bit < seats else field.names[bit] for bit in range(count)]
    return Value(
        tuple((name, f"{name} is in it") for name in names), 0, 0, tuple(range(count)), (ONE,) * count, packed=True
    )


def digits(field: Field) -> Value:
    """A cell for each binary digit."""
    count = field.high.bit_length()
    cells = tuple((f"digit {bit}", f"binary digit {bit}") for bit in range(count))
    return Value(cells, 0, 0, tuple(range(count)), (ONE,) * count, packed=True)


def number_value(field: Field, offset: int = 0) -> Value:
    """A cell for the number, one for each number below zero, which are marks, and one where it is unknown."""
    high = field.high - offset
    scale = "evenly" if high <= EVEN else "logarithmically"
    capped = f", as {TOP + offset} if it is more" if high > TOP else ""
    marks = list(range(-1, field.low - 1, -1)) if not offset else []
    cells = [("", f"the number, {scale} from {offset} to {min(high, TOP) + offset}{capped}")]
    cells += [(f"mark {mark}", f"it is {mark}, which stands for something else") for mark in marks]
    top = offset + min(high, TOP)
    places = {value: (0, bits_of(scaled(value - offset, high))) for value in range(offset, top + 1)}
    places |= {mark: (number, ONE) for number, mark in enumerate(marks, 1)}
    return with_unknown(field, cells, top, places)


def choice_value(field: Field, seats: int) -> Value:
    """A cell for each thing that it may be, and one where it is unknown."""
    values = [value for value in range(field.low, field.highest(seats) + 1) if value not in field.gaps]
    whole = [value for value in values if field.steps is None or value < field.steps]
    of_seats = field.kind == "seat" or field.seats_first
    cells: list[tuple[str, str]] = []
    places: dict[int, tuple[int, int]] = {}
    for value in sorted(whole, key=lambda value: (value < 0, value)):
        name = seat_name(value) if of_seats and 0 <= value < seats else value_name(field, value)
        places[value] = (len(cells), ONE)
        cells.append((name, f"it is {name}"))
    if steps := [value for value in values if value not in whole]:
        places |= {value: (len(cells), bits_of(step / len(steps))) for step, value in enumerate(steps, 1)}
        first, last = value_name(field, steps[0]), value_name(field, steps[-1])
        cells.append((first, f"a step from {first} to {last}, the last of which is 1"))
    return with_unknown(field, cells, max(values), places)


def with_unknown(field: Field, cells: list[tuple[str, str]], top: int, places: dict[int, tuple[int, int]]) -> Value:
    """The tables of a field's values, and a cell of its own for what this seat may not know."""
    if field.unknown is not None and field.unknown not in places:
        places[field.unknown] = (len(cells), ONE)
        cells.append(("unknown", "this seat may not know it"))
    lowest = min(places)
    told = [places.get(value, (0, 0)) for value in range(lowest, top + 1)]
    return Value(tuple(cells), lowest, top, tuple(place for place, _ in told), tuple(bits for _, bits in told))


def value_name(field: Field, value: int) -> str:
    """The word for a value: its own, or that of the seat that decides, or none."""
    if field.kind == "seat":
        return {-1: "chance" if field.low == -2 else "nobody", -2: "over"}[value]
    if field.kind == "card":
        return field.names[value] if 0 <= value < len(field.names) else "none"
    values = [each for each in range(field.low, field.high + 1) if each not in field.gaps]
    return field.names[values.index(value)]


def order_of(field: Field, seats: int, eye: int) -> Iterator[int]:
    """The cells that belong to seats, those of the one that looks first."""
    each = field.length if field.by_seat else field.apiece
    for turn in range(seats):
        seat = (eye + turn) % seats
        yield from range(seat * each, (seat + 1) * each)


def parts(field: Field, seats: int) -> Iterator[tuple[str, int]]:
    """The cells of a field in runs: a name, and how many."""
    each = field.length if field.by_seat else field.apiece
    if not each:
        yield "", max(field.length, 1)
        return
    for turn in range(seats):
        yield f"/{seat_name(turn)}", each
    if seats * each < field.cells(seats):
        yield "/others", field.cells(seats) - seats * each


@cache
def layout(game: "Game", seats: int) -> Layout:
    """The layout of a game's observations at so many seats."""
    return layout_of(game.start(seats).fields(), seats)


def layout_of(fields: Fields, seats: int) -> Layout:
    """What stands where of a position that has these fields."""
    cells: list[Cell] = []
    # How many seats there are is not told: nothing is written, before the first cell is.
    rooms, shifts, tops, places, bits = [0], [0], [0], [0], [0]
    for field in fields.all[1:]:
        value, count = value_of(field, seats), field.cells(seats) or 1
        for name, length in parts(field, seats):
            rooms += [len(cells) + number * len(value.cells) for number in range(length)]
            cells += named_cells(field, name, length, value)
        shifts += [len(places) - value.lowest] * count
        tops += [SET if value.packed else value.top] * count
        places += value.places
        bits += value.bits
    return Layout(tuple(cells), Observer(circle_of(fields, seats), rooms, shifts, tops, places, bits, len(cells)))


def circle_of(fields: Fields, seats: int) -> Circle:
    """Where these fields tell of seats."""
    orders: list[list[int]] = [[] for _ in range(seats)]
    named: list[int] = []
    sets: list[int] = []
    low, high, first = 0, seats - 1, 0
    for field in fields:
        count = field.cells(seats) or 1
        for eye, order in enumerate(orders):
            order += [first + cell for cell in order_of(field, seats, eye)]
        if field.kind == "set of" and field.seats_first:
            sets += range(first, first + count)
        elif field.kind == "seat" or field.seats_first:
            value = value_of(field, seats)
            named += range(first, first + count)
            low, high = min(low, value.lowest), max(high, value.top)
        first += count
    numbers = [[turned(number, seats, eye) for number in range(low, high + 1)] for eye in range(seats)]
    return Circle(seats, orders, named, low, numbers, sets)


def turned(seat: int, seats: int, eye: int) -> int:
    """How many seats after the one that looks this one is; what is no seat stays what it is."""
    return (seat - eye) % seats if 0 <= seat < seats else seat


def named_cells(field: Field, name: str, count: int, value: Value) -> Iterator[Cell]:
    """The cells of a run; of things with the same name the later ones are numbered."""
    for number in range(count):
        which = f"{field.name}{name}" + (f"/{number}" if count > 1 else "")
        met: Counter[str] = Counter()
        for last, meaning in value.cells:
            met[last] += 1
            again = f" ({met[last]})" if met[last] > 1 else ""
            yield Cell(which + (f"/{last}{again}" if last else ""), meaning + again)
