"""Steps: how a move or an outcome is written down, and how one is read again.

A step is `"0 predict 5 green"`, seat and move, or `"* 1234/279936"`, outcome and sides.
"""

from sortilege.engine.errors import BadRecord, IllegalMove
from sortilege.engine.state import CHANCE, OVER, State


def read_move(state: State, text: str) -> int:
    """The legal move that a text in notation means; an IllegalMove says why there is none."""
    move = state.parse(text)
    if not state.legal(move):
        raise state.why_not(move)
    return move


def step_text(state: State, move: int) -> str:
    """How a move, or an outcome, that comes next is written down."""
    return f"* {move}/{state.sides()}" if state.seat == CHANCE else f"{state.seat} {state.text(move)}"


def read_step(state: State, step: str, number: int) -> int:
    """The move that the step with this number means here, checked."""
    who, _, what = step.partition(" ")
    if state.seat == OVER:
        raise BadRecord(f"step {number}: {step!r} comes after the end")
    if state.seat == CHANCE:
        return read_outcome(state, who, what, number)
    if who != str(state.seat):
        raise BadRecord(f"step {number}: it is seat {state.seat}'s turn, but the step is {step!r}")
    try:
        return read_move(state, what)
    except IllegalMove as error:
        raise BadRecord(f"step {number}: {error}") from None


def read_outcome(state: State, who: str, what: str, number: int) -> int:
    outcome, _, sides = what.partition("/")
    sound = who == "*" and outcome.isascii() and outcome.isdigit() and sides == str(state.sides())
    if not sound or int(outcome) >= state.sides():
        raise BadRecord(f"step {number}: an outcome '* k/{state.sides()}' is due here, not {who + ' ' + what!r}")
    return int(outcome)
