"""Casting: a spell is paid in reagents; then it lasts, or works once."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    EASE,
    ECHO,
    FORAGE,
    POINTS,
    POWERS,
    SPELL_AMOUNT,
    SPELL_COST,
    SPELL_KIND,
    SPELL_LASTING,
    SPELL_REAGENT,
)
from sortilege.games.lizard_wizard.position import (
    ACTIVE,
    CASTING,
    NONE,
    REAGENTS,
    SPELL_COUNT,
    SPELLS,
    UNCAST,
    USED,
    Position,
)
from sortilege.games.lizard_wizard.rules import achievements, effects, leaving, turn
from sortilege.games.lizard_wizard.rules.moves import CAST, CHARM, DONE, NOT_CASTABLE, NOT_NOW, ONE_SPELL


def begin(state: Position, casts: i64, only: i64) -> None:
    """So many spells may be cast, or only one certain spell."""
    achievements.claim(state, state.turn)
    state.casts = casts
    state.only = only
    state.phase = CASTING
    turn.settle(state)


def ask(state: Position) -> None:
    spell: i64 = 0
    while state.casts > 0 and spell < SPELL_COUNT:
        if may_cast(state, spell):
            state.seat = state.turn
            return
        spell += 1
    state.casts = 0
    turn.look_at_storage(state)


def may_cast(state: Position, spell: i64) -> bool:
    if state.casts == 0 or state.at[SPELLS + spell] != state.turn or state.cast[spell] != UNCAST:
        return False
    if state.only != NONE and state.only != spell:
        return False
    return state.can_pay(state.turn, SPELL_COST, spell, state.power(state.turn, EASE))


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if may_cast(state, spell):
            buffer[count] = CAST + spell
            count += 1
        spell += 1
    buffer[count] = DONE
    return count + 1


def play(state: Position, move: i64) -> None:
    if move == DONE:
        state.casts = 0
        turn.finish(state)
    else:
        cast(state, move - CAST)


def refusal(state: Position, move: i64) -> str:
    if CAST <= move < CHARM:
        return ONE_SPELL if state.only != NONE and state.only != move - CAST else NOT_CASTABLE
    return NOT_NOW


def cast(state: Position, spell: i64) -> None:
    state.at_work = spell
    state.last_spell = spell
    state.casts -= 1
    leaving.price(state, SPELL_COST, spell, state.power(state.turn, EASE))


def take_effect(state: Position) -> None:
    """The spell is paid; for the Magus it only scores."""
    spell: i64 = state.at_work
    state.mana[state.turn] += state.power(state.turn, ECHO)
    state.cast[spell] = ACTIVE if SPELL_LASTING[spell] else USED
    if state.by_magus(state.turn):
        return
    kind: i64 = SPELL_KIND[spell]
    if kind < POWERS:
        lend_power(state, state.turn, spell, 1)
    elif kind > POINTS and effects.work(state, spell):
        turn.settle(state)
        return
    resume(state)


def resume(state: Position) -> None:
    """After a choice that may belong to a spell or to the action itself."""
    if state.at_work == NONE:
        turn.finish(state)
    else:
        achievements.claim(state, state.turn)
        state.at_work = NONE
        state.phase = CASTING
        turn.settle(state)


def lend_power(state: Position, mage: i64, spell: i64, sign: i64) -> None:
    """A lasting spell begins to work for its owner, or ends; for the Magus spells only score."""
    kind: i64 = SPELL_KIND[spell]
    if kind >= POWERS or state.by_magus(mage):
        return
    if kind == FORAGE:
        state.bonus[mage * REAGENTS + SPELL_REAGENT[spell]] += sign * SPELL_AMOUNT[spell]
    else:
        state.powers[mage * POWERS + kind] += sign * SPELL_AMOUNT[spell]
