"""The collection: what each piece on an Active Terrain brings, the Active Player's first."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import nth_bit
from sortilege.engine.state import CHANCE
from sortilege.games.aeydor.content import BONUS_NEEDS, CRYSTAL_BONUS, SAFE_REWARD
from sortilege.games.aeydor.position import CRYSTAL_ELSEWHERE, NONE, ONES, ORDER, Position, kinds_of, number_of
from sortilege.games.aeydor.rules import duel, gains, turn
from sortilege.games.aeydor.rules.moves import FIRST, NOT_NOW, terrains_into

# Why a move is refused.
ORDER_OWN: Final = "order own"


def begin(state: Position) -> None:
    state.at = state.active
    begin_player(state)


def begin_player(state: Position) -> None:
    """Finds what the pieces of the player whose turn to collect it is have coming."""
    first = state.pieces[2 * state.at]
    second = state.pieces[2 * state.at + 1]
    state.spot = first if state.is_active(first) else NONE
    state.later = second if state.is_active(second) else NONE
    if state.spot != NONE and state.later != NONE and order_matters(state):
        state.ask(ORDER, state.at)
    else:
        if state.spot == NONE:
            state.spot = state.later
            state.later = NONE
        begin_piece(state)


def order_matters(state: Position) -> bool:
    now = state.is_duel(state.spot)
    later = state.is_duel(state.later)
    if now and later:
        return True
    if now or later:
        return state.advanced == 1 and nears_crystal_bonus(state)
    return state.is_short(state.spot) or state.is_short(state.later)


def nears_crystal_bonus(state: Position) -> bool:
    """Would the crystal of a Safe Zone bring the player who collects the card that helps in a duel?"""
    crystals = number_of(state.crystals, state.at) + SAFE_REWARD
    return crystals >= BONUS_NEEDS[CRYSTAL_BONUS] and not state.holds_crystal_bonus(state.at)


def begin_piece(state: Position) -> None:
    if state.spot != NONE:
        if state.is_duel(state.spot):
            duel.begin(state)
            return
        state.owed = state.reward(state.spot)
    go_on(state)


def go_on(state: Position) -> None:
    """Hands out what is owed, then goes to the next piece, player or turn; stops where chance must speak."""
    while state.owed > 0:
        terrain = state.spot >> 1
        if state.crystals_left[terrain] == 0:
            if kinds_of(state.crystals_left) != 0:
                state.ask(CRYSTAL_ELSEWHERE, CHANCE)
                return
            state.owed = 0
        else:
            state.owed -= 1
            gains.take_crystal(state, terrain)
    if state.later != NONE:
        state.spot = state.later
        state.later = NONE
        begin_piece(state)
        return
    state.spot = NONE
    state.at = state.next(state.at)
    if state.at == state.active:
        turn.end(state)
    else:
        begin_player(state)


def sides(state: Position) -> i64:
    return ONES[kinds_of(state.crystals_left)]


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    return terrains_into(buffer, 0, FIRST, 1 << state.first_die | 1 << state.second_die)


def play(state: Position, move: i64) -> None:
    if state.phase == ORDER:
        choose_first(state, move - FIRST)
    else:
        state.owed -= 1
        gains.take_crystal(state, nth_bit(kinds_of(state.crystals_left), move))
        go_on(state)


def choose_first(state: Position, terrain: i64) -> None:
    if state.spot >> 1 != terrain:
        other = state.spot
        state.spot = state.later
        state.later = other
    begin_piece(state)


def refusal(state: Position, move: i64) -> str:
    return ORDER_OWN if state.phase == ORDER and move >= FIRST else NOT_NOW
