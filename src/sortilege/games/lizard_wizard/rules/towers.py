"""Towers: the one on offer, for reagents or for gold."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import FOUNDATION, THRIFT, TOWER_COST, TOWER_GOLD
from sortilege.games.lizard_wizard.position import NONE, TOWERS, Position
from sortilege.games.lizard_wizard.rules import leaving, offers, turn
from sortilege.games.lizard_wizard.rules.moves import BUILD_GOLD, BUILD_REAGENTS


def builds_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    tower: i64 = state.tower_on_offer() - TOWERS
    if tower >= 0:
        if state.can_pay(state.turn, TOWER_COST, tower, state.power(state.turn, THRIFT)):
            buffer[count] = BUILD_REAGENTS
            count += 1
        if state.gold[state.turn] >= TOWER_GOLD[tower]:
            buffer[count] = BUILD_GOLD
            count += 1
    return count


def build_for_reagents(state: Position) -> None:
    leaving.price(state, TOWER_COST, state.tower_on_offer() - TOWERS, state.power(state.turn, THRIFT))


def build_for_gold(state: Position) -> None:
    state.gold[state.turn] -= TOWER_GOLD[state.tower_on_offer() - TOWERS]
    build(state)


def build(state: Position) -> None:
    """The tower is paid."""
    take(state)
    turn.finish(state)


def take(state: Position) -> None:
    """The tower on offer, if there is one."""
    if state.tower_on_offer() != NONE:
        offers.acquire(state, state.tower_on_offer(), state.turn)
        state.mana[state.turn] += state.power(state.turn, FOUNDATION)
