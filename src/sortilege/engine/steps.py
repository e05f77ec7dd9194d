"""Steps: how a move or an outcome is written down, and how one is read again.

A step is `"0 predict 5 green"`, seat and move, or `"* 1234/279936"`, outcome and sides.
"""

from collections.abc import Sequence

from sortilege.engine.chance import MOST_SIDES
from sortilege.engine.errors import BadRecord, IllegalMove
from sortilege.engine.state import CHANCE, OVER, State

LONGEST_NUMBER = len(str(MOST_SIDES))


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
    sound = who == "*" and is_number(outcome) and sides == str(state.sides())
    if not sound or int(outcome) >= state.sides():
        raise BadRecord(f"step {number}: an outcome '* k/{state.sides()}' is due here, not {who + ' ' + what!r}")
    return int(outcome)


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


# A step of a game whose cards are gone: what it means cannot be asked any more.


def written_outcome(step: str) -> tuple[int, int] | None:
    """The outcome and the sides that a step tells of; None where it is a move."""
    who, _, what = step.partition(" ")
    outcome, _, sides = what.partition("/")
    return (int(outcome), int(sides)) if who == "*" and is_number(outcome) and is_number(sides) else None


def check_written(step: str, seats: int, number: int) -> None:
    """Is it an outcome that there can be, or something that one of so many seats did?"""
    who, _, what = step.partition(" ")
    chance = written_outcome(step)
    if not (chance[0] < chance[1] <= MOST_SIDES if chance else is_number(who) and int(who) < seats and what.strip()):
        raise BadRecord(f"step {number}: {step!r} is neither a seat's move nor an outcome")


def told(step: str, names: Sequence[str]) -> str:
    """A step as it was written, with the name of whoever made it."""
    who, _, what = step.partition(" ")
    chance = written_outcome(step)
    return f"Chance: {chance[0]} of 0 to {chance[1] - 1}" if chance else f"{names[int(who)]}: {what}"
