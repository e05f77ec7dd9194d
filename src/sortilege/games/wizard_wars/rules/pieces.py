"""Wizards come and go: arriving, Temple and Schools, death, and an element that is out."""

from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.games.wizard_wars.board import NEIGHBOURS
from sortilege.games.wizard_wars.position import DEAD, EACH, TEMPLE, WIZARDS, Position
from sortilege.games.wizard_wars.rules import turn, twins


def arrive(state: Position, piece: i64, space: i64) -> None:
    """A wizard comes to a space by any means, and frees the frozen of its element around it."""
    state.put(piece, space)
    if state.frozen:
        for near in NEIGHBOURS[space]:
            other: i64 = state.on[near]
            if 0 <= other < WIZARDS and other // EACH == piece // EACH:
                state.frozen &= ~bit(other)


def come_home(state: Position, piece: i64) -> None:
    """An own wizard appears in the own School; an enemy there dies."""
    guest: i64 = state.on[state.school()]
    if guest >= 0:
        state.owed |= bit(state.turn)
        kill(state, guest)
    arrive(state, piece, state.school())


def enter(state: Position, piece: i64) -> None:
    """An own wizard has moved: what its space does."""
    space: i64 = state.at[piece]
    if space == TEMPLE:
        state.lift(piece)
        come_home(state, piece)
        state.blessed = 1
    elif state.foreign_school(space):
        twins.duplicate(state, piece)
    state.moved = (state.moved << 6) | (piece + 1)


def kill(state: Position, piece: i64) -> None:
    """A wizard dies, and its element with the last one."""
    element: i64 = piece // EACH
    state.lift(piece)
    state.at[piece] = DEAD
    state.frozen &= ~bit(piece)
    state.shielded &= ~bit(piece)
    state.wizards[element] -= 1
    if state.wizards[element] == 0:
        eliminate(state, element)


def eliminate(state: Position, element: i64) -> None:
    """The element leaves: its Guardian, its hand, what lies in front of it."""
    state.lift(WIZARDS + element)
    state.at[WIZARDS + element] = DEAD
    state.gone |= state.hands[element]
    state.hands[element] = 0
    state.burden[element] = 0
    state.boots[element] = 0
    state.shoes[element] = 0
    state.sanctuary &= ~bit(element)
    state.watchful &= ~bit(element)
    state.petrified &= ~bit(element)
    state.silenced &= ~bit(element)
    state.out[element] = state.seats + 1 - state.living
    state.living -= 1
    if state.living == 1:
        turn.finish(state)
