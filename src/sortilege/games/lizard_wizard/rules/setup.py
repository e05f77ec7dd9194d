"""Set-up: cards out of the game, the start player, hands, the first reagents, the offers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    FAMILIAR_MANA,
    HAND,
    MAGUS_MANA,
    MAGUS_WIZARDS,
    REMOVED_FAMILIARS,
    REMOVED_TOWERS,
    REMOVED_WIZARDS,
    SCHOOL,
    SPELL_STAR,
    START_MANA,
    START_REAGENTS,
    TILES_ON_OFFER,
    TOWER_TIER,
    WIZARD_DECK,
    WIZARD_NAMES,
)
from sortilege.games.lizard_wizard.position import (
    BOTTOM,
    CARDS,
    CHOOSING,
    DEALING,
    DECK,
    FAMILIARS,
    FIRST_CARD,
    GATHERING,
    HAND_CARD,
    LAYING,
    MAGUS,
    NONE,
    NOTHING,
    OFFER,
    OUT,
    REAGENTS,
    REMOVED_WIZARD,
    SCHOOLS,
    SPELLS,
    START_PLAYER,
    STARTING,
    TILES,
    TOWERS,
    TRAPS,
    WIZARDS,
    Position,
    in_school,
)
from sortilege.games.lizard_wizard.rules import tokens, turn
from sortilege.games.lizard_wizard.rules.moves import LEAVE, NOT_DIFFERENT, NOT_NOW, TAKE

OF_EACH_SCHOOL: Final[int] = len(WIZARD_NAMES) // SCHOOLS


def begin(state: Position) -> None:
    """A fresh table."""
    mage: i64 = 0
    while mage < state.seats:
        state.mana[mage] = START_MANA
        mage += 1
    if state.seats == 1:
        state.mana[MAGUS] = MAGUS_MANA
    lay_decks(state)
    turn.settle(state)


def lay_decks(state: Position) -> None:
    card: i64 = 0
    while card < CARDS:
        state.at[card] = OUT if removed(state, card) else DECK + layer_of(card)
        card += 1
    deck: i64 = 0
    while deck < len(state.left):
        state.left[deck] = state.count_at(FIRST_CARD[deck], FIRST_CARD[deck + 1], DECK, BOTTOM)
        deck += 1


def removed(state: Position, card: i64) -> bool:
    players: i64 = state.seats - 1
    if TOWERS <= card < FAMILIARS:
        return int(TOWER_TIER[card - TOWERS]) in REMOVED_TOWERS[players]
    if FAMILIARS <= card < SPELLS:
        return int(FAMILIAR_MANA[card - FAMILIARS]) in REMOVED_FAMILIARS[players]
    if SPELLS <= card < GATHERING:
        return state.starred == 0 and SPELL_STAR[card - SPELLS] == 1
    return TRAPS <= card < TILES


def layer_of(card: i64) -> i64:
    """The layer of its deck in which a card lies at the start: towers and familiars in order of their price."""
    if TOWERS <= card < FAMILIARS:
        return TOWER_TIER[card - TOWERS]
    if FAMILIARS <= card < SPELLS:
        return FAMILIAR_MANA[card - FAMILIARS]
    return 0


# What is missing before the first turn.


def wanted(state: Position) -> i64:
    """Wizards that leave the game, the start player against the Magus, then whole hands."""
    if state.phase != CHOOSING and crowded_school(state) != NONE:
        return REMOVED_WIZARD
    if state.phase == STARTING:
        return START_PLAYER
    if state.phase == CHOOSING:
        return NOTHING
    seat: i64 = 0
    while seat < state.seats:
        if state.hands[seat] < HAND:
            state.dealt = seat
            return HAND_CARD
        seat += 1
    state.dealt = NONE
    return NOTHING


def crowded_school(state: Position) -> i64:
    """The first school of which there are more wizards than play."""
    wizards: i64 = state.by_school(DECK, WIZARDS, TOWERS)
    school: i64 = 0
    while school < SCHOOLS:
        if in_school(wizards, school) > OF_EACH_SCHOOL - REMOVED_WIZARDS[state.seats - 1]:
            return school
        school += 1
    return NONE


def remove_wizard(state: Position, rank: i64) -> None:
    """One of the crowded school leaves the game."""
    school: i64 = crowded_school(state)
    wizard: i64 = WIZARDS
    while SCHOOL[wizard] != school or state.at[wizard] == OUT or rank > 0:
        if SCHOOL[wizard] == school and state.at[wizard] != OUT:
            rank -= 1
        wizard += 1
    state.at[wizard] = OUT
    state.left[WIZARD_DECK] -= 1
    turn.settle(state)


def magus_lacks_wizard(state: Position) -> bool:
    return state.seats == 1 and state.count_at(WIZARDS, TOWERS, MAGUS, MAGUS) < MAGUS_WIZARDS


def tile_lacks(state: Position) -> bool:
    return state.count_at(TILES, CARDS, OFFER, OFFER) < TILES_ON_OFFER


def begin_with(state: Position, mage: i64) -> None:
    state.first = mage
    state.phase = DEALING
    turn.settle(state)


# The first reagents.


def ask(state: Position) -> None:
    state.turn = 0
    state.phase = CHOOSING
    state.seat = 0


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        if state.supply[reagent] > 0 and state.tokens[state.turn * REAGENTS + reagent] == 0:
            buffer[count] = TAKE + reagent
            count += 1
        reagent += 1
    return count


def play(state: Position, move: i64) -> None:
    tokens.give(state, state.turn, move - TAKE, 1)
    if state.token_count(state.turn) == START_REAGENTS:
        state.turn += 1
    if state.turn == state.seats:
        state.turn = state.first
        state.phase = LAYING
    turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    return NOT_DIFFERENT if move < LEAVE else NOT_NOW
