"""The windows before the turn: crystals for Power and Health; in the advanced variant spells for crystals too."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.aeydor.content import EXCHANGE_POINTS, TRACK_TOP, TRADE_CRYSTALS
from sortilege.games.aeydor.position import ONES, RAISING, TAKING, TERRAINS, WINDOW, Position, kinds_of, number_of
from sortilege.games.aeydor.rules import barter, gains, placement
from sortilege.games.aeydor.rules.moves import (
    BARTER,
    EXCHANGE,
    GIVE,
    HEALTH,
    NOT_NOW,
    PASS,
    POWER,
    RAISE,
    TAKE,
    TRADE,
    terrains_into,
)

# Why a move is refused.
EXCHANGE_RATES: Final = "exchange rates"
EXCHANGE_FIVE: Final = "exchange five"
EXCHANGE_HAVE: Final = "exchange have"
EXCHANGE_ROOM: Final = "exchange room"
TRACK_FULL: Final = "track full"
TRADE_HAVE: Final = "trade have"
TRADE_SUPPLY: Final = "trade supply"
TAKE_EMPTY: Final = "take empty"


def go_on(state: Position) -> None:
    """To the next window that is of any use to its player, from this one on, then to the placement."""
    while not is_useful(state):
        if close(state):
            return
    state.ask(WINDOW, state.at)


def close(state: Position) -> bool:
    """The window of this player is over; was it the last one?"""
    state.bartered = 0
    state.at = state.next(state.at)
    if state.at == state.active:
        placement.begin(state)
        return True
    return False


def is_useful(state: Position) -> bool:
    if can_exchange(state):
        return True
    return state.advanced == 1 and (can_trade(state) or barter.can_begin(state))


def can_exchange(state: Position) -> bool:
    different = ONES[kinds_of(state.crystals, state.at)]
    room = state.room(state.at)
    while different > 0:
        if 0 < EXCHANGE_POINTS[different] <= room:
            return True
        different -= 1
    return False


def can_trade(state: Position) -> bool:
    return kinds_of(state.spells, state.at) != 0 and number_of(state.crystals_left) >= TRADE_CRYSTALS


# Legal moves.


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    if state.phase == WINDOW:
        return uses_into(state, buffer)
    if state.phase == RAISING:
        return raises_into(state, buffer)
    return terrains_into(buffer, 0, TAKE, kinds_of(state.crystals_left))


def uses_into(state: Position, buffer: vec[i64]) -> i64:
    buffer[0] = PASS
    count = exchanges_into(state, buffer, 1)
    if state.advanced:
        if can_trade(state):
            count = terrains_into(buffer, count, TRADE, kinds_of(state.spells, state.at))
        count = barter.partners_into(state, buffer, count)
    return count


def exchanges_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    own = kinds_of(state.crystals, state.at)
    room = state.room(state.at)
    mask: i64 = 1
    while mask <= own:
        if mask & ~own == 0:
            points = EXCHANGE_POINTS[ONES[mask]]
            if 0 < points <= room:
                buffer[count] = EXCHANGE + mask - 1
                count += 1
        mask += 1
    return count


def raises_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    if state.power[state.at] < TRACK_TOP:
        buffer[count] = RAISE + POWER
        count += 1
    if state.health[state.at] < TRACK_TOP:
        buffer[count] = RAISE + HEALTH
        count += 1
    return count


# Going on.


def play(state: Position, move: i64) -> None:
    if state.phase == WINDOW:
        use(state, move)
    elif state.phase == RAISING:
        raise_track(state, move - RAISE)
    else:
        take_for_spell(state, move - TAKE)


def use(state: Position, move: i64) -> None:
    if move == PASS:
        if not close(state):
            go_on(state)
    elif move < RAISE:
        exchange(state, move - EXCHANGE + 1)
    elif move < TAKE:
        trade(state, move - TRADE)
    else:
        barter.begin(state, move - BARTER)


def exchange(state: Position, mask: i64) -> None:
    state.points = EXCHANGE_POINTS[ONES[mask]]
    terrain: i64 = 0
    while terrain < TERRAINS:
        if mask >> terrain & 1:
            state.crystals[TERRAINS * state.at + terrain] -= 1
            state.crystals_left[terrain] += 1
        terrain += 1
    state.phase = RAISING


def raise_track(state: Position, track: i64) -> None:
    if track == POWER:
        state.power[state.at] += 1
    else:
        state.health[state.at] += 1
    state.points -= 1
    if state.points == 0:
        go_on(state)


def trade(state: Position, terrain: i64) -> None:
    state.spells[TERRAINS * state.at + terrain] -= 1
    state.spells_left[terrain] += 1
    state.taking = TRADE_CRYSTALS
    state.phase = TAKING


def take_for_spell(state: Position, terrain: i64) -> None:
    gains.take_crystal(state, terrain)
    state.taking -= 1
    if state.taking == 0:
        go_on(state)


# Refusals.


def belongs(move: i64) -> bool:
    """Is this a move that is made in windows only?"""
    return EXCHANGE <= move < RAISE or TRADE <= move < TAKE or BARTER <= move < GIVE


def refusal(state: Position, move: i64) -> str:
    if state.phase == WINDOW and EXCHANGE <= move < RAISE:
        return exchange_refusal(state, move - EXCHANGE + 1)
    if state.phase == WINDOW and TRADE <= move < TAKE:
        return TRADE_SUPPLY if state.spells[TERRAINS * state.at + move - TRADE] else TRADE_HAVE
    if state.phase == WINDOW and BARTER <= move < GIVE:
        return barter.partner_refusal(state, move - BARTER)
    if state.phase == RAISING and RAISE <= move < TRADE:
        return TRACK_FULL
    if state.phase == TAKING and TAKE <= move < BARTER:
        return TAKE_EMPTY
    return NOT_NOW


def exchange_refusal(state: Position, mask: i64) -> str:
    if mask & ~kinds_of(state.crystals, state.at):
        return EXCHANGE_HAVE
    if EXCHANGE_POINTS[ONES[mask]] > 0:
        return EXCHANGE_ROOM
    return EXCHANGE_FIVE if ONES[mask] == TERRAINS - 1 else EXCHANGE_RATES
