"""What a seat sees, written as one row of numbers from 0 to 1, in one compiled pass."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from sortilege.engine.state import NOBODY, State

ONE: Final = 0x3F800000
"""The bits of 1.0 in 32: rows hold the bits of floats, since no vector has floats of 32."""
RUN: Final = 7
"""How many numbers tell of a run: its first cell, its end, its place in the row, the room of each cell, what is added
to a value to find it in the tables, the highest value that is told apart, and whether it is a set."""


class Observer:
    """Writes a row for any seat of a game at one number of seats; `Layout` makes it and says what stands where."""

    def __init__(self, runs: list[list[int]], places: list[int], bits: list[int], cells: i64, width: i64) -> None:
        self.runs: vec[vec[i64]] = vec[vec[i64]]([vec[i64](run) for run in runs])
        self.places: vec[i64] = vec[i64](places)
        self.bits: vec[i32] = vec[i32](bits)
        self.cells: vec[i64] = vec[i64]([0] * cells)
        self.width: i64 = width

    def write(self, state: State, eye: i64, row: vec[i32], start: i64) -> None:
        """Write what this seat sees behind `start`, where nothing but zeros stand."""
        cells = self.cells
        places = self.places
        bits = self.bits
        state.seen_by(eye).cells_into(cells)
        runs = self.runs[0 if eye == NOBODY else eye]
        k: i64 = 0
        while k < len(runs):
            cell: i64 = runs[k]
            end: i64 = runs[k + 1]
            at: i64 = start + runs[k + 2]
            room: i64 = runs[k + 3]
            shift: i64 = runs[k + 4]
            top: i64 = runs[k + 5]
            if runs[k + 6] == 0:
                while cell < end:
                    value: i64 = cells[cell]
                    if value > top:
                        value = top
                    value += shift
                    row[at + places[value]] = bits[value]
                    at += room
                    cell += 1
            else:
                while cell < end:
                    members: i64 = cells[cell]
                    bit: i64 = shift
                    while members:
                        if members & 255 == 0:
                            members >>= 8
                            bit += 8
                        else:
                            if members & 1:
                                row[at + places[bit]] = ONE
                            members >>= 1
                            bit += 1
                    at += room
                    cell += 1
            k += RUN

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
