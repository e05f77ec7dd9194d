"""Cards that are drawn when they are first seen: what follows depends on who was waiting for one."""

from mypy_extensions import i64

from sortilege.engine.bits import count_bits, nth_bit
from sortilege.engine.state import CHANCE
from sortilege.games.true_wizard.position import (
    LOOKING_ITEM,
    LOOKING_SPELL,
    OPENING,
    SHOWING,
    SHOWN,
    STEALING,
    UNVEILING,
    Position,
)
from sortilege.games.true_wizard.rules import cards, casting, warmage


def wait_for(state: Position, phase: i64, cell: i64) -> None:
    state.phase = phase
    state.cell = cell
    state.seat = CHANCE


def sides(state: Position) -> i64:
    return count_bits(state.items_left if state.draws_item() else state.spells_left)


def play(state: Position, outcome: i64) -> None:
    phase: i64 = state.phase
    cell: i64 = state.cell
    if state.draws_item():
        state.put_item(cell, nth_bit(state.items_left, outcome))
    else:
        state.put_spell(cell, nth_bit(state.spells_left, outcome))
    state.seat = state.actor
    if phase == STEALING:
        warmage.steal(state)
    elif phase == OPENING:
        warmage.open_spell(state, cell)
    elif phase == SHOWING:
        state.phase = SHOWN
    elif phase == LOOKING_SPELL:
        casting.see_spell(state, cell)
    elif phase == LOOKING_ITEM:
        casting.see_item(state, cell)
    elif phase == UNVEILING:
        casting.unveil(state)
    else:
        cards.uncovered(state)
