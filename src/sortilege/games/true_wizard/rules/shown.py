"""A spell that is turned up, shown to all: learnt, or put back."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import UNKNOWN
from sortilege.games.true_wizard.content import COST
from sortilege.games.true_wizard.position import ALL, SHOWING, SHOWN, Position
from sortilege.games.true_wizard.rules import drawing, turn
from sortilege.games.true_wizard.rules.moves import DECIDE_SHOWN, LEARN, RETURN, TOO_DEAR


def begin(state: Position, cell: i64) -> None:
    state.cell = cell
    if state.spell_at[cell] == UNKNOWN:
        drawing.wait_for(state, SHOWING, cell)
    else:
        state.phase = SHOWN


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    buffer[0] = RETURN
    if COST[state.spell_at[state.cell]] > state.gems[state.seat]:
        return 1
    buffer[1] = LEARN + state.cell
    return 2


def play(state: Position, move: i64) -> None:
    if move == RETURN:
        state.spell_known[state.cell] = ALL
        turn.end(state)
    else:
        turn.learn(state, state.cell)


def refusal(state: Position, move: i64) -> str:
    return TOO_DEAR if move == LEARN + state.cell else DECIDE_SHOWN
