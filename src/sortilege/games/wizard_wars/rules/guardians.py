"""Guardians: climbing their walls, and being sent back."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.board import WALL
from sortilege.games.wizard_wars.position import EMPTY, START, TEMPLE, WIZARDS, Position
from sortilege.games.wizard_wars.rules import turn
from sortilege.games.wizard_wars.rules.moves import CLIMB, STAY
from sortilege.games.wizard_wars.rules.refusals import GUARDIAN_BLOCKED, GUARDIAN_DONE, GUARDIAN_FIRST, IS_PETRIFIED


def climb(state: Position) -> None:
    """One space nearer to the Temple; from there it starts anew, and brings a Temple Card."""
    guardian: i64 = WIZARDS + state.turn
    space: i64 = WALL[state.turn][state.guardian_ring() - 1]
    state.lift(guardian)
    if space == TEMPLE:
        state.at[guardian] = START
        state.blessed = 1
    else:
        state.put(guardian, space)


def send_back(state: Position, element: i64) -> None:
    state.lift(WIZARDS + element)
    state.at[WIZARDS + element] = START


def step_back(state: Position) -> None:
    """One space back, if it is on its wall and nobody stands there."""
    ring: i64 = state.guardian_ring() + 1
    if ring == state.rings + 1:
        send_back(state, state.turn)
    elif ring <= state.rings and state.on[WALL[state.turn][ring]] == EMPTY:
        state.lift(WIZARDS + state.turn)
        state.put(WIZARDS + state.turn, WALL[state.turn][ring])


def late_refusal(state: Position) -> str:
    """Why a Guardian does not climb any more. Nothing done yet and the way barred: it was not asked, or has just
    climbed up to that piece."""
    if state.still:
        return IS_PETRIFIED
    if state.stepped or state.played or state.can_climb():
        return GUARDIAN_DONE
    return GUARDIAN_BLOCKED


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """At the beginning of a turn: stay, or climb."""
    buffer[0] = STAY
    buffer[1] = CLIMB
    return 2


def play(state: Position, move: i64) -> None:
    if move == CLIMB:
        climb(state)
    turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    return GUARDIAN_FIRST
