"""Chance: what is missing, how many outcomes it has, and turning it up."""

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import BID_DRAWN, GATHERING_DECK
from sortilege.games.lizard_wizard.position import (
    CHOOSING,
    DECK,
    DECK_OF_SLOT,
    DISCARD,
    DUNGEON,
    DUNGEON_CARD,
    EXPLORING,
    FIRST_CARD,
    GATHERING,
    HAND_CARD,
    LAYING,
    MAGUS,
    MAGUS_BID,
    MAGUS_CARD,
    MAGUS_GATHERING,
    MAGUS_WIZARD,
    NONE,
    NOTHING,
    OFFER,
    OFFER_CARD,
    REMOVED_WIZARD,
    SLOTS,
    START_PLAYER,
    TILE,
    TOWERS,
    WIZARDS,
    Position,
)
from sortilege.games.lizard_wizard.rules import duel, dungeon, magus, setup, turn


def wanted(state: Position) -> i64:
    """What has to be turned up before anybody can decide."""
    phase: i64 = state.phase
    if phase <= CHOOSING:
        return setup.wanted(state)
    if phase == LAYING and setup.magus_lacks_wizard(state):
        return MAGUS_WIZARD
    slot: i64 = 0
    while slot < SLOTS:
        if state.offer[slot] == NONE and state.left[DECK_OF_SLOT[slot]] > 0:
            state.slot = slot
            return OFFER_CARD
        slot += 1
    if phase == LAYING and setup.tile_lacks(state):
        return TILE
    if state.dealt != NONE:
        if state.hands[state.dealt] < state.hand_limit(state.dealt):
            reshuffle(state)
            return HAND_CARD
        state.dealt = NONE
    if phase == EXPLORING:
        return DUNGEON_CARD
    if phase == MAGUS_GATHERING:
        reshuffle(state)
        return MAGUS_CARD
    return NOTHING


def reshuffle(state: Position) -> None:
    """An empty gathering deck is made of the cards played."""
    if state.left[GATHERING_DECK] > 0:
        return
    card: i64 = GATHERING
    while card < DUNGEON:
        state.shuffled[card - GATHERING] = 0
        if state.at[card] == DISCARD:
            state.at[card] = DECK
            state.left[GATHERING_DECK] += 1
            state.shuffled[card - GATHERING] = 1
        card += 1
    state.kept = state.hands[:]


def sides(state: Position) -> i64:
    if state.drawing == START_PLAYER:
        return state.mages()
    if state.drawing == MAGUS_BID:
        return len(BID_DRAWN)
    if state.drawing == REMOVED_WIZARD:
        return state.of_school(DECK, WIZARDS, TOWERS, setup.crowded_school(state))
    deck: i64 = state.deck_drawn()
    top: i64 = state.top_layer(deck)
    return state.count_at(FIRST_CARD[deck], FIRST_CARD[deck + 1], top, top)


def draw(state: Position, rank: i64) -> None:
    if state.drawing == START_PLAYER:
        setup.begin_with(state, rank)
        return
    if state.drawing == MAGUS_BID:
        magus.answer_bid(state, BID_DRAWN[rank])
        return
    if state.drawing == REMOVED_WIZARD:
        setup.remove_wizard(state, rank)
        return
    deck: i64 = state.deck_drawn()
    top: i64 = state.top_layer(deck)
    card: i64 = FIRST_CARD[deck]
    while state.at[card] != top or rank > 0:
        if state.at[card] == top:
            rank -= 1
        card += 1
    state.left[deck] -= 1
    turn_up(state, card)


def turn_up(state: Position, card: i64) -> None:
    drawing: i64 = state.drawing
    if drawing == DUNGEON_CARD:
        dungeon.meet(state, card)
        return
    if drawing == MAGUS_CARD:
        magus.gather(state, card)
        return
    if drawing == OFFER_CARD:
        state.at[card] = OFFER
        state.offer[state.slot] = card
    elif drawing == HAND_CARD:
        state.at[card] = state.dealt
        state.hands[state.dealt] += 1
    elif drawing == MAGUS_WIZARD:
        duel.join(state, card, MAGUS)
    else:
        state.at[card] = OFFER
    turn.settle(state)
