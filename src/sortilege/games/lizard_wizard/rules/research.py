"""Research: a spell on offer, for mana, or for nothing where a spell or familiar found it."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import SCHOLAR, SPELL_DECK, SPELL_MANA
from sortilege.games.lizard_wizard.position import SPELLS, Position
from sortilege.games.lizard_wizard.rules import casting, offers
from sortilege.games.lizard_wizard.rules.moves import CAST, LEARN, NOT_NOW, NOT_OFFERED, RESEARCH


def price(state: Position, mage: i64, spell: i64) -> i64:
    return max(SPELL_MANA[spell] - state.power(mage, SCHOLAR), 0)


def spells_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    scholar: i64 = state.power(state.turn, SCHOLAR)
    return offers.payable_into(state, buffer, count, SPELL_DECK, RESEARCH, SPELL_MANA, scholar)


def research(state: Position, spell: i64) -> None:
    state.mana[state.turn] -= price(state, state.turn, spell)
    offers.acquire(state, SPELLS + spell, state.turn)
    casting.begin(state, 1, spell)


# A spell for nothing.


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    return offers.payable_into(state, buffer, 0, SPELL_DECK, LEARN, SPELL_MANA, offers.FOR_NOTHING)


def play(state: Position, move: i64) -> None:
    offers.acquire(state, SPELLS + move - LEARN, state.turn)
    casting.resume(state)


def refusal(state: Position, move: i64) -> str:
    return NOT_OFFERED if LEARN <= move < CAST else NOT_NOW
