"""The roll: three dice, the free re-roll, in the advanced variant one for a crystal, and the Lucky Roll."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import CHANCE
from sortilege.games.aeydor.content import KEEPERS_FACES
from sortilege.games.aeydor.position import (
    ALL_DICE,
    FIRST_DIE,
    KEEPERS_DIE,
    LUCKY,
    ONES,
    PAID,
    ROLL,
    ROLLED,
    SECOND_DIE,
    TERRAINS,
    Position,
    kinds_of,
)
from sortilege.games.aeydor.rules import collection
from sortilege.games.aeydor.rules.moves import CHANGE, FIRST, KEEP, NOT_NOW, REROLL, SELL, terrains_into

# Why a move is refused.
REROLL_ONE: Final = "reroll one"
REROLL_USED: Final = "reroll used"
SELL_USED: Final = "sell used"
SELL_HAVE: Final = "sell have"
SELL_ROLL: Final = "sell roll"
LUCKY_MUST: Final = "lucky must"
LUCKY_OTHER: Final = "lucky other"
LUCKY_ENDS: Final = "lucky ends"

THROWS: Final = vec[i64]([6 ** dice.bit_count() for dice in range(ALL_DICE + 1)])


def begin(state: Position) -> None:
    state.rerolled = 0
    state.sold = 0
    state.shown = 0
    throw(state, ALL_DICE)


def throw(state: Position, dice: i64) -> None:
    state.thrown = dice
    state.ask(ROLL, CHANCE)


def sides(state: Position) -> i64:
    return THROWS[state.thrown]


def can_sell(state: Position) -> bool:
    return state.advanced == 1 and state.sold == 0 and kinds_of(state.crystals, state.active) != 0


# Legal moves.


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    if state.phase == ROLLED:
        return rerolls_into(state, buffer)
    if state.phase == LUCKY:
        return terrains_into(buffer, 0, CHANGE, ~(1 << state.first_die))
    return dice_into(buffer, 0, True)


def rerolls_into(state: Position, buffer: vec[i64]) -> i64:
    buffer[0] = KEEP
    count: i64 = 1
    if state.rerolled == 0:
        count = dice_into(buffer, count, False)
    if can_sell(state):
        count = terrains_into(buffer, count, SELL, kinds_of(state.crystals, state.active))
    return count


def dice_into(buffer: vec[i64], count: i64, several: bool) -> i64:
    dice: i64 = 1
    while dice <= ALL_DICE:
        if several or ONES[dice] == 1:
            buffer[count] = REROLL + dice - 1
            count += 1
        dice += 1
    return count


# Going on.


def play(state: Position, move: i64) -> None:
    if state.phase == ROLL:
        land(state, move)
    elif state.phase == LUCKY:
        state.second_die = move - CHANGE
        collection.begin(state)
    elif move == KEEP:
        collection.begin(state)
    elif move >= SELL:
        sell(state, move - SELL)
    else:
        if state.phase == ROLLED:
            state.rerolled = 1
        throw(state, move - REROLL + 1)


def land(state: Position, outcome: i64) -> None:
    if state.thrown & FIRST_DIE:
        state.first_die = outcome % 6
        outcome //= 6
    if state.thrown & SECOND_DIE:
        state.second_die = outcome % 6
        outcome //= 6
    if state.thrown & KEEPERS_DIE:
        state.keepers_die = KEEPERS_FACES[outcome]
    state.thrown = 0
    if state.first_die == state.second_die:
        state.ask(LUCKY, state.active)
    elif state.rerolled == 0 or can_sell(state):
        state.ask(ROLLED, state.active)
    else:
        collection.begin(state)


def sell(state: Position, terrain: i64) -> None:
    state.crystals[TERRAINS * state.active + terrain] -= 1
    state.crystals_left[terrain] += 1
    state.sold = 1
    state.phase = PAID


# Refusals.


def refusal(state: Position, move: i64) -> str:
    if not KEEP <= move < FIRST:
        return NOT_NOW
    if state.phase == LUCKY:
        return lucky_refusal(move)
    if move >= CHANGE:
        return NOT_NOW
    if state.phase == PAID:
        return SELL_USED if move >= SELL else SELL_ROLL
    if move >= SELL:
        return SELL_USED if state.sold else SELL_HAVE
    return REROLL_USED if state.rerolled else REROLL_ONE


def lucky_refusal(move: i64) -> str:
    if move >= CHANGE:
        return LUCKY_OTHER
    return LUCKY_MUST if move == KEEP else LUCKY_ENDS
