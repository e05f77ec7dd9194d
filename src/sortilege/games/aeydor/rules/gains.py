"""What players gain: crystals, spells and bonus cards, and the last round that they may set off with them."""

from mypy_extensions import i64

from sortilege.games.aeydor.content import BONUS_NEEDS, CRYSTAL_BONUS, ENDING_EMPTY, ENDING_SPELLS, SPELL_BONUSES
from sortilege.games.aeydor.position import (
    BONUSES,
    EMPTY_TERRAINS,
    NONE,
    ONES,
    SIX_SPELLS,
    TERRAINS,
    Position,
    kinds_of,
    number_of,
    replaced,
)


def take_crystal(state: Position, terrain: i64) -> None:
    state.crystals_left[terrain] -= 1
    state.crystals[TERRAINS * state.at + terrain] += 1
    claim_for_crystals(state, state.at)
    if TERRAINS - ONES[kinds_of(state.crystals_left)] >= ENDING_EMPTY:
        set_off(state, EMPTY_TERRAINS)


def take_spell(state: Position, terrain: i64) -> None:
    state.spells_left[terrain] -= 1
    state.spells[TERRAINS * state.at + terrain] += 1
    different = ONES[kinds_of(state.spells, state.at)]
    for pile in SPELL_BONUSES:
        if different >= BONUS_NEEDS[pile]:
            claim(state, state.at, pile)
    if number_of(state.spells, state.at) >= ENDING_SPELLS:
        set_off(state, SIX_SPELLS)


def claim_for_crystals(state: Position, seat: i64) -> None:
    if number_of(state.crystals, seat) >= BONUS_NEEDS[CRYSTAL_BONUS]:
        claim(state, seat, CRYSTAL_BONUS)


def claim(state: Position, seat: i64, pile: i64) -> None:
    """The top card of a pile goes to a player who has none of it."""
    place: i64 = BONUSES * seat + pile
    if state.bonus[place] == NONE:
        state.bonus = replaced(state.bonus, place, state.taken[pile])
        state.taken = replaced(state.taken, pile, state.taken[pile] + 1)


def set_off(state: Position, reason: i64) -> None:
    """The last round is set off by the player whose doing this is; a trigger once met stands."""
    if state.trigger == NONE:
        state.trigger = state.at
        state.reason = reason
