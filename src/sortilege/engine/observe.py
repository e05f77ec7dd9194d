"""What a seat sees, written as one row of numbers from 0 to 1, in one compiled pass."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from sortilege.engine.bits import bit
from sortilege.engine.state import State

ONE: Final = 0x3F800000
"""The bits of 1.0 in 32: rows hold the bits of floats, since no vector has floats of 32."""
NOTHING: Final = 0
SET: Final = -(1 << 40)
"""In place of a highest value: the cell is a set."""


class Circle:
    """The seats in the order of play: counts them from any of them on, wherever a position tells of them.

    By eye: in which `orders` the cells that belong to seats come, and what stands for whom where cells have the number
    of a seat, the lowest first, and other numbers stay what they are. In `sets` the first things are the seats.
    """

    def __init__(
        self, seats: i64, orders: list[list[int]], named: list[int], low: i64, numbers: list[list[int]], sets: list[int]
    ) -> None:
        self.seats: i64 = seats
        self.all: i64 = bit(seats) - 1
        self.orders: vec[vec[i64]] = vec[vec[i64]]([vec[i64](order) for order in orders])
        self.named: vec[i64] = vec[i64](named)
        self.low: i64 = low
        self.numbers: vec[vec[i64]] = vec[vec[i64]]([vec[i64](eye) for eye in numbers])
        self.sets: vec[i64] = vec[i64](sets)

    def turn(self, cells: vec[i64], eye: i64) -> None:
        """Make this seat the first."""
        turned = vec[i64]([cells[cell] for cell in self.orders[eye]])
        for cell, value in zip(self.orders[0], turned):
            cells[cell] = value
        low: i64 = self.low
        numbers = self.numbers[eye]
        for cell in self.named:
            cells[cell] = numbers[cells[cell] - low]
        for cell in self.sets:
            seated: i64 = cells[cell] & self.all
            cells[cell] += ((seated >> eye | seated << self.seats - eye) & self.all) - seated


class Observer:
    """Writes a row for any seat of a game at one number of seats; `Layout` makes it and says what stands where.

    Each cell of a position has its room in the row. What is added to a value leads to its place in the tables, which
    say in which cell of the room it is told, and by what.
    """

    def __init__(
        self,
        circle: Circle,
        rooms: list[int],
        shifts: list[int],
        tops: list[int],
        places: list[int],
        bits: list[int],
        width: i64,
    ) -> None:
        self.circle: Circle = circle
        self.rooms: vec[i64] = vec[i64](rooms)
        self.shifts: vec[i64] = vec[i64](shifts)
        self.tops: vec[i64] = vec[i64](tops)
        self.places: vec[i64] = vec[i64](places)
        self.bits: vec[i32] = vec[i32](bits)
        self.width: i64 = width

    def look(self, state: State, eye: i64) -> vec[i64]:
        """Every cell as this seat sees it, as if it were the first."""
        cells = state.cells_seen_by(eye)
        if eye > 0:
            self.circle.turn(cells, eye)
        return cells

    def write(self, state: State, eye: i64, row: vec[i32], start: i64) -> None:
        """Write what this seat sees behind `start`, where nothing but zeros stand."""
        places = self.places
        bits = self.bits
        for value, room, shift, top in zip(self.look(state, eye), self.rooms, self.shifts, self.tops):
            if top == SET:
                self.mark(value, start + room, shift, row, ONE)
            else:
                told: i64 = shift + (top if value > top else value)
                row[start + room + places[told]] = bits[told]

    def rewrite(self, cells: vec[i64], known: vec[i64], row: vec[i32], start: i64) -> None:
        """Make a row that tells what was known into one that tells these cells: only what is new is written."""
        rooms = self.rooms
        shifts = self.shifts
        tops = self.tops
        places = self.places
        cell: i64 = -1
        for new, old in zip(cells, known):
            cell += 1
            if new != old:
                known[cell] = new
                room: i64 = start + rooms[cell]
                shift: i64 = shifts[cell]
                top: i64 = tops[cell]
                if top == SET:
                    self.mark(old & ~new, room, shift, row, NOTHING)
                    self.mark(new & ~old, room, shift, row, ONE)
                else:
                    row[room + places[shift + (top if old > top else old)]] = NOTHING
                    told: i64 = shift + (top if new > top else new)
                    row[room + places[told]] = self.bits[told]

    def mark(self, members: i64, room: i64, shift: i64, row: vec[i32], by: i32) -> None:
        """Write the same for each thing of a set."""
        places = self.places
        while members:
            if members & 255 == 0:
                members >>= 8
                shift += 8
            else:
                if members & 1:
                    row[room + places[shift]] = by
                members >>= 1
                shift += 1

    def row(self, state: State, eye: i64) -> vec[i32]:
        """What this seat sees, alone."""
        found = blank_row(self.width)
        self.write(state, eye, found, 0)
        return found


def blank_row(width: i64) -> vec[i32]:
    return vec[i32]([0] * width)


def mask_of(moves: list[int], count: i64) -> vec[u8]:
    """A 1 for every move that is legal."""
    found = vec[u8]([0] * count)
    for move in moves:
        found[move] = 1
    return found
