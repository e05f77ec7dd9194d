"""Cards that turn and change hands: spells taken and items uncovered, dark items destroyed or stolen."""

from mypy_extensions import i64

from sortilege.engine.state import UNKNOWN
from sortilege.games.true_wizard.content import CELLS, KIND
from sortilege.games.true_wizard.position import (
    ALL,
    DESTROYED,
    FREE,
    GONE,
    KIND_BITS,
    NONE,
    OPEN,
    STOLEN,
    UNCOVERING,
    WARMAGE,
    Position,
)
from sortilege.games.true_wizard.rules import casting, drawing, turn


def take_spell(state: Position, cell: i64) -> None:
    """The actor takes the spell here; what lies below is uncovered."""
    lift(state, cell, state.actor)
    uncover(state, cell)


def lift(state: Position, cell: i64, owner: i64) -> None:
    give(state, state.spell_at[cell], owner)
    clear(state, cell)


def give(state: Position, spell: i64, owner: i64) -> None:
    one: i64 = 1
    unit: i64 = one << (KIND_BITS * KIND[spell])
    if state.spell_owner[spell] != FREE:
        state.held[state.spell_owner[spell]] -= unit
    state.spell_owner[spell] = owner
    state.held[owner] += unit


def clear(state: Position, cell: i64) -> None:
    """No spell lies here any more; the item below is open."""
    state.spell_at[cell] = NONE
    state.face[cell] = GONE
    state.spell_known[cell] = 0
    state.item_known[cell] = ALL


def uncover(state: Position, cell: i64) -> None:
    """See what lies here, then go on with the cast or the turn."""
    if state.item_at[cell] == UNKNOWN:
        drawing.wait_for(state, UNCOVERING, cell)
    else:
        uncovered(state)


def uncovered(state: Position) -> None:
    if state.program == NONE:
        turn.end(state)
    else:
        casting.after_pick(state)


def take_item(state: Position, cell: i64, owner: i64) -> None:
    state.item_owner[state.item_at[cell]] = owner
    state.item_at[cell] = NONE
    state.item_turns[cell] = 0
    state.items_gone += 1
    if state.seats == 1 and state.items_gone == CELLS:
        turn.finish(state, STOLEN if owner == WARMAGE else DESTROYED)


def turn_back(state: Position, cell: i64, quarters: i64) -> None:
    """Turn the open card here back, to upright at most; or on, by quarters below 0."""
    rest: i64 = state.turns_at(cell) - quarters
    if rest < 0:
        rest = 0
    if state.face[cell] == OPEN:
        state.spell_turns[state.spell_at[cell]] = rest
    elif state.item_open(cell):
        state.item_turns[cell] = rest
