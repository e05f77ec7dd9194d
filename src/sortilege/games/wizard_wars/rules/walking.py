"""Steps of the own wizards, and of one that is steered."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.board import TOWARDS
from sortilege.games.wizard_wars.position import EACH, EMPTY, NONE, OUTSIDE, TEMPLE, Position
from sortilege.games.wizard_wars.rules import pieces, turn
from sortilege.games.wizard_wars.rules.moves import STEER, STEP
from sortilege.games.wizard_wars.rules.refusals import (
    IS_FROZEN,
    IS_OCCUPIED,
    IS_PETRIFIED,
    MIND_ELSEWHERE,
    NO_MOVEMENT,
    NOT_ON_BOARD,
    NOTHING_STEERED,
    OFF_BOARD,
    SCHOOL_TAKEN,
    STEERED_OUT,
)


def step(state: Position, piece: i64, direction: i64) -> None:
    """A wizard goes one space; only an own one does there what the space does."""
    space: i64 = TOWARDS[state.at[piece]][direction]
    state.lift(piece)
    state.left -= 1
    pieces.arrive(state, piece, space)
    if piece == state.steered:
        state.forced = piece
        state.moved = piece + 1
    else:
        state.stepped = 1
        pieces.enter(state, piece)
    turn.settle(state)


def steps_into(state: Position, buffer: vec[i64]) -> i64:
    """All steps, while there is movement left."""
    count: i64 = 0
    move: i64 = STEER
    if state.left == 0:
        return 0
    if state.steered >= 0:
        if state.at[state.steered] >= 0:
            for space in TOWARDS[state.at[state.steered]]:
                if state.can_steer(space):
                    buffer[count] = move
                    count += 1
                move += 1
        return count
    temple: i64 = TEMPLE if state.school_open() else -1
    wizard: i64 = 0
    piece: i64 = state.turn * EACH
    while wizard < EACH:
        at: i64 = state.at[piece + wizard]
        if at >= 0 and not state.is_frozen(piece + wizard):
            move = STEP + wizard * 6
            for near in TOWARDS[at]:
                if near >= 0 and state.on[near] == EMPTY and (near > 0 or near == temple):
                    buffer[count] = move
                    count += 1
                move += 1
        wizard += 1
    return count


def step_refusal(state: Position, piece: i64, direction: i64) -> str:
    if state.at[piece] < 0:
        return NOT_ON_BOARD
    if state.steered != NONE:
        return MIND_ELSEWHERE
    if state.left == 0:
        return IS_PETRIFIED if state.still else NO_MOVEMENT
    if state.is_frozen(piece):
        return IS_FROZEN
    space: i64 = TOWARDS[state.at[piece]][direction]
    if space < 0 or state.on[space] == OUTSIDE:
        return OFF_BOARD
    return IS_OCCUPIED if state.on[space] != EMPTY else SCHOOL_TAKEN


def steer_refusal(state: Position, direction: i64) -> str:
    if state.steered == NONE or state.at[state.steered] < 0:
        return NOTHING_STEERED
    if state.left == 0:
        return NO_MOVEMENT
    space: i64 = TOWARDS[state.at[state.steered]][direction]
    if space < 0 or state.on[space] == OUTSIDE:
        return OFF_BOARD
    return IS_OCCUPIED if state.on[space] != EMPTY else STEERED_OUT
