"""The Evil Warmage, against a lone player: he steals, turns every open card, and opens a spell."""

from mypy_extensions import i64

from sortilege.engine.state import OVER, UNKNOWN
from sortilege.games.true_wizard.content import CASTS, CELLS, WAKES_AT
from sortilege.games.true_wizard.position import NONE, OPEN, OPENING, STEALING, TURN, WARMAGE, Position
from sortilege.games.true_wizard.rules import cards, drawing


def begin(state: Position) -> None:
    if state.asleep > 0:
        state.asleep -= 1
        begin_turn(state)
    else:
        steal(state)


def steal(state: Position) -> None:
    """He takes every exhausted card from the cursor on, then rotates and opens."""
    while state.vigil == 0 and state.cursor < CELLS:
        cell: i64 = state.cursor
        state.cursor += 1
        if state.turns_at(cell) == CASTS:
            if state.face[cell] == OPEN:
                cards.lift(state, cell, WARMAGE)
                if state.item_at[cell] == UNKNOWN:
                    drawing.wait_for(state, STEALING, cell)
                    return
            else:
                cards.take_item(state, cell, WARMAGE)
                if state.seat == OVER:
                    return
    rotate(state)
    open_next(state)


def rotate(state: Position) -> None:
    quarters: i64 = 1 if state.recoil > 0 else -1
    cell: i64 = 0
    while cell < CELLS:
        if state.open_card(cell) and (quarters > 0 or state.turns_at(cell) < CASTS):
            cards.turn_back(state, cell, quarters)
        cell += 1


def open_next(state: Position) -> None:
    cell: i64 = state.first_down()
    if state.quiet > 0 or state.gems[state.actor] < WAKES_AT or cell == CELLS:
        end(state)
    elif state.spell_at[cell] == UNKNOWN:
        drawing.wait_for(state, OPENING, cell)
    else:
        open_spell(state, cell)


def open_spell(state: Position, cell: i64) -> None:
    state.face[cell] = OPEN
    end(state)


def end(state: Position) -> None:
    if state.quiet > 0:
        state.quiet -= 1
    if state.vigil > 0:
        state.vigil -= 1
    if state.recoil > 0:
        state.recoil -= 1
    begin_turn(state)


def begin_turn(state: Position) -> None:
    """The player's next turn."""
    state.round += 1
    state.passes = 0
    state.phase = TURN
    state.cell = NONE
    state.cursor = 0
    state.seat = state.actor
