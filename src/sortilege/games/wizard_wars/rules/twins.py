"""Twins: a raid on a foreign School, and the card that brings a second one."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.position import ORIGINALS, Position
from sortilege.games.wizard_wars.rules import pieces, turn
from sortilege.games.wizard_wars.rules.moves import CAPTURE, WIZARD, spread
from sortilege.games.wizard_wars.rules.refusals import CHOICE_OPEN, NO_SUCH_TARGET


def duplicate(state: Position, piece: i64) -> None:
    """An own original has entered a foreign School: its twin comes home, if it has never been in play."""
    if not state.has_twin_to_come(piece) or not state.school_open():
        return
    pieces.come_home(state, piece + ORIGINALS)
    spawn(state, piece + ORIGINALS)
    if state.twins:
        state.twins = 0
        state.twinning = 1


def spawn(state: Position, twin: i64) -> None:
    state.wizards[state.turn] += 1
    state.spawned = (state.spawned << 6) | (twin + 1)


def second_twin(state: Position, piece: i64) -> None:
    """The card Twins: the twin of another original comes to a start space."""
    pieces.arrive(state, piece + ORIGINALS, state.free_start())
    spawn(state, piece + ORIGINALS)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """Of whom the second twin is."""
    return spread(buffer, WIZARD, state.twin_choices())


def play(state: Position, move: i64) -> None:
    second_twin(state, move - WIZARD)
    turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    return NO_SUCH_TARGET if WIZARD <= move < CAPTURE else CHOICE_OPEN
