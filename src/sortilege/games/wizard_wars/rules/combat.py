"""Captures: two against one."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.games.wizard_wars.board import NEIGHBOURS
from sortilege.games.wizard_wars.position import EACH, NONE, WIZARDS, Position, owner_of
from sortilege.games.wizard_wars.rules import guardians, pieces, turn
from sortilege.games.wizard_wars.rules.moves import AGAINST, CAPTURE, spread
from sortilege.games.wizard_wars.rules.refusals import CAPTURE_OPEN, NO_SUCH_VICTIM


def capture(state: Position, piece: i64) -> None:
    """A wizard dies, a Guardian goes back; who took part draws a card, unless an enemy was steered."""
    element: i64 = owner_of(piece)
    if state.steered == NONE:
        for near in NEIGHBOURS[state.at[piece]]:
            other: i64 = state.on[near]
            if 0 <= other < WIZARDS and other // EACH != element and not state.is_frozen(other):
                state.owed |= bit(other // EACH)
    if piece >= WIZARDS:
        guardians.send_back(state, element)
    else:
        state.captured[state.turn] += 1
        pieces.kill(state, piece)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """Which of several victims is captured first."""
    return spread(buffer, CAPTURE, state.victims())


def play(state: Position, move: i64) -> None:
    capture(state, move - CAPTURE)
    turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    return NO_SUCH_VICTIM if CAPTURE <= move < AGAINST else CAPTURE_OPEN
