"""A barter in a window of the advanced variant: crystals for crystals, if the partner accepts."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.aeydor.content import BARTER_MOST
from sortilege.games.aeydor.position import (
    ANSWER,
    GIVING,
    NONE,
    NOTHING,
    ONES,
    TERRAINS,
    Position,
    kinds_of,
    number_of,
    replaced,
)
from sortilege.games.aeydor.rules import gains, window
from sortilege.games.aeydor.rules.moves import ACCEPT, ASK, BARTER, GIVE, NOT_NOW, OFFER, REFUSE, terrains_into

# Why a move is refused.
HOLDERS_ONLY: Final = "barter holders only"
ONCE_ONLY: Final = "barter once only"
NO_PARTNER: Final = "barter no partner"
NOT_PAYABLE: Final = "barter not payable"
SIDE_FULL: Final = "barter side full"
SIDE_EMPTY: Final = "barter side empty"
BOTH_SIDES: Final = "barter both sides"
NOTHING_LEFT: Final = "barter nothing left"
POINTLESS: Final = "barter pointless"
ALIKE: Final = "barter alike"
OUT_OF_ORDER: Final = "barter out of order"


# With whom.


def can_begin(state: Position) -> bool:
    partner: i64 = 0
    while partner < state.seats:
        if can_offer(state, partner):
            return True
        partner += 1
    return False


def can_offer(state: Position, partner: i64) -> bool:
    if partner == state.at or state.bartered or not state.holds_crystal_bonus(state.at):
        return False
    own = kinds_of(state.crystals, state.at)
    theirs = kinds_of(state.crystals, partner)
    return own != 0 and theirs != 0 and ONES[own | theirs] > 1


def partners_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    partner: i64 = 0
    while partner < state.seats:
        if can_offer(state, partner):
            buffer[count] = BARTER + partner
            count += 1
        partner += 1
    return count


def partner_refusal(state: Position, partner: i64) -> str:
    if not state.holds_crystal_bonus(state.at):
        return HOLDERS_ONLY
    if state.bartered:
        return ONCE_ONLY
    if partner == state.at or partner >= state.seats:
        return NO_PARTNER
    both_have = kinds_of(state.crystals, state.at) != 0 and kinds_of(state.crystals, partner) != 0
    return ALIKE if both_have else POINTLESS


def begin(state: Position, partner: i64) -> None:
    state.bartered = 1
    state.partner = partner
    state.phase = GIVING


# The offer.


def can_give(state: Position, terrain: i64) -> bool:
    """Is there such a crystal to give, and something left that can be asked for it?"""
    if number_of(state.asked) > 0 or number_of(state.given) == BARTER_MOST:
        return False
    given = kinds_of(state.given) | 1 << terrain
    owned = state.crystals[TERRAINS * state.at + terrain]
    return owned > state.given[terrain] and kinds_of(state.crystals, state.partner) & ~given != 0


def can_ask(state: Position, terrain: i64) -> bool:
    if number_of(state.given) == 0 or number_of(state.asked) == BARTER_MOST or state.given[terrain] > 0:
        return False
    return state.crystals[TERRAINS * state.partner + terrain] > state.asked[terrain]


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    if state.phase == GIVING:
        return offer_into(state, buffer)
    buffer[0] = ACCEPT
    buffer[1] = REFUSE
    return 2


def offer_into(state: Position, buffer: vec[i64]) -> i64:
    give: i64 = 0
    ask: i64 = 0
    terrain: i64 = 0
    while terrain < TERRAINS:
        if can_give(state, terrain):
            give |= 1 << terrain
        if can_ask(state, terrain):
            ask |= 1 << terrain
        terrain += 1
    count = terrains_into(buffer, 0, GIVE, give)
    count = terrains_into(buffer, count, ASK, ask)
    if number_of(state.asked) > 0:
        buffer[count] = OFFER
        count += 1
    return count


def play(state: Position, move: i64) -> None:
    if state.phase == ANSWER:
        answer(state, move)
    elif move == OFFER:
        state.ask(ANSWER, state.partner)
    elif move < ASK:
        state.given = replaced(state.given, move - GIVE, state.given[move - GIVE] + 1)
    else:
        state.asked = replaced(state.asked, move - ASK, state.asked[move - ASK] + 1)


def answer(state: Position, move: i64) -> None:
    if move == ACCEPT:
        swap(state)
        gains.claim_for_crystals(state, state.partner)
    state.given = NOTHING
    state.asked = NOTHING
    state.partner = NONE
    window.go_on(state)


def swap(state: Position) -> None:
    terrain: i64 = 0
    while terrain < TERRAINS:
        got: i64 = state.asked[terrain] - state.given[terrain]
        state.crystals[TERRAINS * state.at + terrain] += got
        state.crystals[TERRAINS * state.partner + terrain] -= got
        terrain += 1


def refusal(state: Position, move: i64) -> str:
    if state.phase != GIVING or not GIVE <= move <= OFFER:
        return NOT_NOW
    if move == OFFER:
        return SIDE_EMPTY
    giving = move < ASK
    given, asked = number_of(state.given), number_of(state.asked)
    if (giving and asked > 0) or (not giving and given == 0):
        return OUT_OF_ORDER
    if (given if giving else asked) == BARTER_MOST:
        return SIDE_FULL
    if giving:
        have = state.crystals[TERRAINS * state.at + move - GIVE] > state.given[move - GIVE]
        return NOTHING_LEFT if have else NOT_PAYABLE
    return BOTH_SIDES if state.given[move - ASK] > 0 else NOT_PAYABLE
