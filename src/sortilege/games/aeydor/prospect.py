"""What a network sees of a position of two before the pieces are placed."""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.games.aeydor.content import (
    BONUS_CARDS,
    BONUS_NEEDS,
    CRYSTAL_BONUS,
    ENDING_EMPTY,
    ENDING_SPELLS,
    TRACK_TOP,
)
from sortilege.games.aeydor.position import (
    BONUSES,
    NONE,
    ONES,
    PLACING,
    TERRAINS,
    WINDOW,
    Position,
    kinds_of,
    number_of,
)

MANY: Final = 12.0
SIGHT: Final = vec[float]([3.0, 8.0])  # leads that are told apart well
FAR: Final = 20.0
CARD: Final = 7.0
LAST_TURNS: Final = 12
MOST_SEVERAL: Final = 4
ROOM: Final = 128


def can_tell(state: Position) -> bool:
    """For two: in a window, or before the first piece is placed."""
    if state.seats != 2 or state.advanced:
        return False
    return state.phase == WINDOW or (state.phase == PLACING and state.at != state.active)


def signs_of(state: Position) -> vec[float]:
    """The holdings of the seat that decides and of the other, and how far the game has come."""
    own: i64 = state.seat
    row = lead_signs(vec[float]([], capacity=ROOM), state, own)
    row = stage_signs(row, state, own)
    row = holding_signs(row, state, own)
    return holding_signs(row, state, 1 - own)


def unary(row: vec[float], number: i64, most: i64) -> vec[float]:
    """A sign for each number from 1 to the most: is it that many?"""
    few: i64 = 1
    while few <= most:
        row = append(row, 1.0 if number >= few else 0.0)
        few += 1
    return row


def lead_signs(row: vec[float], state: Position, own: i64) -> vec[float]:
    """In points, told apart well near none; and in those of cards, which break a tie."""
    lead: float = float(state.score(own) - state.score(1 - own))
    row = append(row, lead / FAR)
    for sight in SIGHT:
        row = append(row, 1.0 - 2.0 / (1.0 + math.exp(2.0 * lead / sight)))
    return append(row, float(state.bonus_points(own) - state.bonus_points(1 - own)) / FAR)


def stage_signs(row: vec[float], state: Position, own: i64) -> vec[float]:
    """Whose window it is, and how near the end."""
    row = append(row, 1.0 if state.phase == WINDOW and own == state.active else 0.0)
    row = append(row, 1.0 if state.phase == WINDOW and own != state.active else 0.0)
    row = append(row, 1.0 if state.trigger == own else 0.0)
    row = append(row, 1.0 if state.trigger == 1 - own else 0.0)
    row = append(row, 1.0 if state.left != NONE else 0.0)
    turns: i64 = state.limit - state.turn
    row = append(row, 1.0 - float(turns) / float(LAST_TURNS) if turns < LAST_TURNS else 0.0)
    return supply_signs(row, state)


def supply_signs(row: vec[float], state: Position) -> vec[float]:
    """How many crystals are left, how many terrains have none and how many a last one, and the top bonus cards."""
    row = append(row, float(number_of(state.crystals_left)) / MANY)
    row = unary(row, TERRAINS - ONES[kinds_of(state.crystals_left)], ENDING_EMPTY)
    scarce: i64 = 0
    for left in state.crystals_left:
        if left == 1:
            scarce += 1
    row = append(row, float(scarce) / float(TERRAINS))
    kind: i64 = 0
    while kind < BONUSES:
        row = append(row, float(BONUS_CARDS[kind][state.taken[kind]]) / CARD)
        kind += 1
    return row


def holding_signs(row: vec[float], state: Position, seat: i64) -> vec[float]:
    """Power and Health, crystals and spells by number and kinds, and bonus cards."""
    row = unary(row, state.power[seat], TRACK_TOP)
    row = unary(row, state.health[seat], TRACK_TOP)
    crystals: i64 = number_of(state.crystals, seat)
    row = append(row, float(crystals) / MANY)
    row = unary(row, crystals, BONUS_NEEDS[CRYSTAL_BONUS])
    kinds: i64 = kinds_of(state.crystals, seat)
    row = unary(row, ONES[kinds], TERRAINS)
    row = append(row, float(ONES[kinds_of(state.crystals_left) & ~kinds]) / float(TERRAINS))
    row = unary(row, several(state, seat), MOST_SEVERAL)
    row = unary(row, number_of(state.spells, seat), ENDING_SPELLS)
    row = unary(row, ONES[kinds_of(state.spells, seat)], TERRAINS - 1)
    return card_signs(row, state, seat)


def several(state: Position, seat: i64) -> i64:
    """Of how many kinds there is more than one crystal."""
    count: i64 = 0
    terrain: i64 = 0
    while terrain < TERRAINS:
        if state.crystals[TERRAINS * seat + terrain] > 1:
            count += 1
        terrain += 1
    return count


def card_signs(row: vec[float], state: Position, seat: i64) -> vec[float]:
    kind: i64 = 0
    while kind < BONUSES:
        rank = state.bonus[BONUSES * seat + kind]
        row = append(row, 0.0 if rank == NONE else 1.0)
        row = append(row, 0.0 if rank == NONE else float(BONUS_CARDS[kind][rank]) / CARD)
        kind += 1
    return row
