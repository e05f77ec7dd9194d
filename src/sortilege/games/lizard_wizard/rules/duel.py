"""Recruiting: a duel of bids for a wizard on offer."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    SCHOOL,
    SCHOOL_REAGENT,
    SOLACE,
    TRIUMPH,
    WIZARD_DECK,
    WIZARD_NAMES,
)
from sortilege.games.lizard_wizard.position import (
    ACTING,
    BIDDING,
    MAGES,
    MOST_BID,
    NONE,
    PASSED,
    REAGENTS,
    WIZARDS,
    Position,
)
from sortilege.games.lizard_wizard.rules import magus, offers, turn
from sortilege.games.lizard_wizard.rules.moves import BID, BID_TOO_HIGH, BID_TOO_LOW, MUST_OPEN, NOT_NOW, PASS, RECRUIT

OPENING: Final = vec[i64]([1] * len(WIZARD_NAMES))  # mana that is needed to start a duel


def wizards_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    return offers.payable_into(state, buffer, count, WIZARD_DECK, RECRUIT, OPENING, 0)


def open_for(state: Position, wizard: i64) -> None:
    state.wizard = wizard
    state.leader = NONE
    mage: i64 = 0
    while mage < MAGES:
        state.bids[mage] = 0
        mage += 1
    state.asked = state.turn
    state.phase = BIDDING
    state.seat = state.turn


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    most: i64 = state.mana[state.asked]
    if most > MOST_BID:
        most = MOST_BID
    count: i64 = 0
    amount: i64 = state.bid + 1
    while amount <= most:
        buffer[count] = BID + amount
        count += 1
        amount += 1
    if state.leader != NONE:
        buffer[count] = PASS
        count += 1
    return count


def play(state: Position, move: i64) -> None:
    if move == PASS:
        pass_by(state)
    else:
        bid(state, move - BID)


def refusal(state: Position, move: i64) -> str:
    if move == PASS:
        return MUST_OPEN
    if BID < move < PASS:
        return BID_TOO_LOW if move - BID <= state.bid else BID_TOO_HIGH
    return NOT_NOW


def bid(state: Position, amount: i64) -> None:
    state.bids[state.asked] = amount
    state.bid = amount
    state.leader = state.asked
    ask_next(state)


def pass_by(state: Position) -> None:
    state.bids[state.asked] = PASSED - state.bids[state.asked]
    ask_next(state)


def ask_next(state: Position) -> None:
    """The next one clockwise who has not passed; with two, the starter is not asked again."""
    if state.mages() == 2 and state.asked != state.turn:
        award(state)
        return
    state.asked = (state.asked + 1) % state.mages()
    while state.bids[state.asked] < 0:
        state.asked = (state.asked + 1) % state.mages()
    if state.asked == state.leader:
        award(state)
    elif state.by_magus(state.asked):
        magus.consider(state)
    else:
        state.seat = state.asked


def award(state: Position) -> None:
    """The wizard joins whoever bid most; a starter who lost acts again."""
    winner: i64 = state.leader
    state.mana[winner] -= state.bid
    offers.acquire(state, WIZARDS + state.wizard, winner)
    join(state, WIZARDS + state.wizard, winner)
    comfort_losers(state, winner)
    state.wizard = NONE
    state.bid = 0
    state.asked = NONE
    if winner == state.turn:
        turn.finish(state)
        return
    if state.by_magus(state.turn):
        magus.next_line(state)
    else:
        state.again = 1
        state.phase = ACTING
    turn.settle(state)


def join(state: Position, card: i64, mage: i64) -> None:
    """A wizard gathers for its new owner."""
    state.at[card] = mage
    state.bonus[mage * REAGENTS + SCHOOL_REAGENT[SCHOOL[card]]] += 1


def comfort_losers(state: Position, winner: i64) -> None:
    state.mana[winner] += state.power(winner, TRIUMPH)
    mage: i64 = 0
    while mage < state.mages():
        if mage != winner and (state.bids[mage] > 0 or state.bids[mage] < PASSED):
            state.mana[mage] += state.power(mage, SOLACE)
        mage += 1
