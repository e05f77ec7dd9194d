"""Familiars: summoned for mana, and used at once in one of four ways."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    BOND,
    FAMILIAR_DECK,
    FAMILIAR_MANA,
    FAMILIAR_REAGENTS,
    KINSHIP,
    SCHOOL,
    SPELL_DECK,
)
from sortilege.games.lizard_wizard.position import (
    DECK,
    ENDLESS,
    FAMILIARS,
    FIRST_SLOT,
    LEARNING,
    NONE,
    REAGENTS,
    SLOTS,
    USING,
    Position,
)
from sortilege.games.lizard_wizard.rules import achievements, casting, dungeon, offers, tokens, turn
from sortilege.games.lizard_wizard.rules.moves import (
    DUNGEON_CLOSED,
    NO_SPELL_LEFT,
    NOT_NOW,
    SUMMON,
    USE_DUNGEON,
    USE_GATHER,
    USE_RESEARCH,
    USE_SCORE,
)


def price(state: Position, mage: i64, familiar: i64) -> i64:
    return max(FAMILIAR_MANA[familiar] - state.power(mage, BOND), 0)


def gold(state: Position, mage: i64, familiar: i64) -> i64:
    """One for each card of its school, itself among them once it is owned."""
    return state.cards_of_school(mage, SCHOOL[FAMILIARS + familiar]) + state.power(mage, KINSHIP)


def summons_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    bond: i64 = state.power(state.turn, BOND)
    return offers.payable_into(state, buffer, count, FAMILIAR_DECK, SUMMON, FAMILIAR_MANA, bond)


def summon(state: Position, familiar: i64) -> None:
    state.mana[state.turn] -= price(state, state.turn, familiar)
    offers.acquire(state, FAMILIARS + familiar, state.turn)
    achievements.claim(state, state.turn)
    state.familiar = familiar
    state.phase = USING
    turn.settle(state)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    buffer[0] = USE_SCORE
    buffer[1] = USE_GATHER
    count: i64 = 2
    if state.offered(SPELL_DECK) > 0:
        buffer[count] = USE_RESEARCH
        count += 1
    if state.dungeon_open():
        buffer[count] = USE_DUNGEON
        count += 1
    return count


def play(state: Position, move: i64) -> None:
    familiar: i64 = state.familiar
    state.familiar = NONE
    if move == USE_SCORE:
        state.gold[state.turn] += gold(state, state.turn, familiar)
        turn.finish(state)
    elif move == USE_GATHER:
        reagent: i64 = 0
        while reagent < REAGENTS:
            tokens.give(state, state.turn, reagent, FAMILIAR_REAGENTS[familiar * REAGENTS + reagent])
            reagent += 1
        casting.begin(state, ENDLESS, NONE)
    elif move == USE_RESEARCH:
        clear_spells(state)
        state.phase = LEARNING
        turn.settle(state)
    else:
        dungeon.enter(state)
        turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    if move == USE_RESEARCH:
        return NO_SPELL_LEFT
    return DUNGEON_CLOSED if move == USE_DUNGEON else NOT_NOW


def clear_spells(state: Position) -> None:
    """The spells on offer go under the deck, as its lowest layer."""
    state.layer += 1
    slot: i64 = FIRST_SLOT[SPELL_DECK]
    while slot < SLOTS:
        if state.offer[slot] != NONE:
            state.at[state.offer[slot]] = DECK + state.layer
            state.offer[slot] = NONE
            state.left[SPELL_DECK] += 1
        slot += 1
