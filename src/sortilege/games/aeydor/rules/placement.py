"""The placement: two pieces a player on different terrains, the Active Player last."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.aeydor.position import NONE, PLACING, PLACING_SECOND, SPOTS, Position
from sortilege.games.aeydor.rules import roll
from sortilege.games.aeydor.rules.moves import KEEP, NOT_NOW, PLACE, STAY

# Why a move is refused.
STAY_UNPLACED: Final = "stay unplaced"
LOW_HEALTH: Final = "low health"
SAME_TERRAIN: Final = "same terrain"


def begin(state: Position) -> None:
    state.at = state.next(state.active)
    state.ask(PLACING, state.at)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    step: i64 = 2 if state.low(state.at) else 1
    taken: i64 = NONE
    if state.phase == PLACING_SECOND:
        taken = state.pieces[2 * state.at] >> 1
    elif state.pieces[2 * state.at] != NONE:
        buffer[0] = STAY
        count = 1
    spot: i64 = 0
    while spot < SPOTS:
        if spot >> 1 != taken:
            buffer[count] = PLACE + spot
            count += 1
        spot += step
    return count


def play(state: Position, move: i64) -> None:
    first = 2 * state.at
    spot = move - PLACE
    if move != STAY:
        if state.phase == PLACING:
            if state.pieces[first + 1] == spot:
                state.pieces[first + 1] = state.pieces[first]
            state.pieces[first] = spot
            state.phase = PLACING_SECOND
            return
        state.pieces[first + 1] = spot
    if state.at == state.active:
        roll.begin(state)
    else:
        state.at = state.next(state.at)
        state.ask(PLACING, state.at)


def refusal(state: Position, move: i64) -> str:
    if not STAY <= move < KEEP:
        return NOT_NOW
    if move == STAY:
        return STAY_UNPLACED if state.phase == PLACING else NOT_NOW
    if state.phase == PLACING_SECOND and (move - PLACE) >> 1 == state.pieces[2 * state.at] >> 1:
        return SAME_TERRAIN
    return LOW_HEALTH
