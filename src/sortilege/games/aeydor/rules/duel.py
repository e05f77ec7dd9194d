"""A duel with a SpellKeeper: the Duel die against Power, for a spell."""

from mypy_extensions import i64

from sortilege.engine.bits import nth_bit
from sortilege.engine.state import CHANCE
from sortilege.games.aeydor.content import DUEL_FACES
from sortilege.games.aeydor.position import DUEL, ONES, SPELL_ELSEWHERE, Position, kinds_of
from sortilege.games.aeydor.rules import collection, gains


def begin(state: Position) -> None:
    state.ask(DUEL, CHANCE)


def sides(state: Position) -> i64:
    return len(DUEL_FACES) if state.phase == DUEL else ONES[kinds_of(state.spells_left)]


def play(state: Position, outcome: i64) -> None:
    if state.phase == DUEL:
        fight(state, DUEL_FACES[outcome])
    else:
        gains.take_spell(state, nth_bit(kinds_of(state.spells_left), outcome))
        collection.go_on(state)


def fight(state: Position, number: i64) -> None:
    state.shown = number
    if number <= state.power[state.at]:
        win(state)
    elif state.again == 0 and has_extra_roll(state):
        state.again = 1
    else:
        lose(state)


def has_extra_roll(state: Position) -> bool:
    return state.advanced == 1 and state.holds_crystal_bonus(state.at)


def win(state: Position) -> None:
    state.again = 0
    state.power[state.at] -= 1
    terrain = state.spot >> 1
    if state.spells_left[terrain] > 0:
        gains.take_spell(state, terrain)
    elif kinds_of(state.spells_left) != 0:
        state.ask(SPELL_ELSEWHERE, CHANCE)
        return
    collection.go_on(state)


def lose(state: Position) -> None:
    state.again = 0
    if state.health[state.at] > 0:
        state.health[state.at] -= 1
    collection.go_on(state)
