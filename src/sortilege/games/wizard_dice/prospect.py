"""What a network sees of a position of two between rounds."""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.engine.bits import count_bits
from sortilege.games.wizard_dice.content import COLUMNS
from sortilege.games.wizard_dice.position import BOXES, COLOURS, Position

NEAR: Final = 4  # so many Xs that are still missing are told one by one
MANY: Final = 9.0
SIGHT: Final = vec[float]([2.0, 5.0])  # leads that are told apart well
FAR: Final = 10.0
ROOM: Final = 50
ALL_COLUMNS: Final = (1 << COLUMNS) - 1

IN_COLUMN: Final = vec[i64]([sum(1 << box for box in range(column, BOXES, COLUMNS)) for column in range(COLUMNS)])


def signs_of(state: Position, seer: i64) -> vec[float]:
    """The sheets of the next Seer and of the other, and how far the Seer is ahead."""
    row = lead_signs(vec[float]([], capacity=ROOM), state, seer)
    row = sheet_signs(row, state, seer)
    return sheet_signs(row, state, 1 - seer)


def lead_signs(row: vec[float], state: Position, seer: i64) -> vec[float]:
    """In points; a Jester Score less is a tenth, for it breaks a tie."""
    lead: float = float(state.points(seer) - state.points(1 - seer))
    lead += float(state.jester_scores(1 - seer) - state.jester_scores(seer)) / 10.0
    row = append(row, lead / FAR)
    for sight in SIGHT:
        row = append(row, 1.0 - 2.0 / (1.0 + math.exp(2.0 * lead / sight)))
    return row


def sheet_signs(row: vec[float], state: Position, seat: i64) -> vec[float]:
    """By column: how many boxes are free, for how many the other could predict the same colour, and whether the Jester
    box is free; then how many Xs are missing."""
    column: i64 = 0
    while column < COLUMNS:
        row = append(row, float(count_bits(state.free[seat] & IN_COLUMN[column])) / float(COLOURS))
        row = append(row, float(shared(state.free[seat], state.free[1 - seat], column)) / float(COLOURS))
        row = append(row, float(1 - state.jesters[seat * COLUMNS + column]))
        column += 1
    missing: i64 = max(state.goal - state.xs[seat], 1)
    row = append(row, float(missing) / MANY)
    few: i64 = 1
    while few <= NEAR:
        row = append(row, 1.0 if missing <= few else 0.0)
        few += 1
    return row


def shared(mine: i64, theirs: i64, column: i64) -> i64:
    """In how many colours the box of this column is free, and another one of the other player."""
    count: i64 = 0
    while mine:
        if (mine >> column) & 1 and theirs & ALL_COLUMNS & ~(1 << column):
            count += 1
        mine >>= COLUMNS
        theirs >>= COLUMNS
    return count
