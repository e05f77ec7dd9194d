"""Leaving out: which tokens of a card are not gathered, and which of a price are spared."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.position import LEAVING, NONE, REAGENTS, Position
from sortilege.games.lizard_wizard.rules import casting, gather, tokens, towers
from sortilege.games.lizard_wizard.rules.moves import LEAVE, NOT_IN_PRICE, NOT_NOW, NOT_SHOWN, RETURN


def price(state: Position, costs: vec[i64], card: i64, spared: i64) -> None:
    """A price in tokens: what is spared falls first on what is missing, the rest is the player's choice."""
    reagent: i64 = 0
    total: i64 = 0
    while reagent < REAGENTS:
        cost: i64 = costs[card * REAGENTS + reagent]
        have: i64 = state.tokens[state.turn * REAGENTS + reagent]
        if cost > have:
            spared -= cost - have
            cost = have
        state.pick[reagent] = cost
        total += cost
        reagent += 1
    state.to_leave = spared if spared < total else total
    ask(state)


def ask(state: Position) -> None:
    """Ask what to leave out while there is a choice; then take, or pay, the rest."""
    while state.to_leave > 0:
        kinds: i64 = 0
        last: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            if state.pick[reagent] > 0:
                kinds += 1
                last = reagent
            reagent += 1
        if kinds > 1:
            state.phase = LEAVING
            state.seat = state.turn
            return
        state.pick[last] -= 1
        state.to_leave -= 1
    state.to_leave = 0
    if state.gathered != NONE:
        gather.take(state)
    elif state.at_work != NONE:
        pay(state)
        casting.take_effect(state)
    else:
        pay(state)
        towers.build(state)


def pay(state: Position) -> None:
    reagent: i64 = 0
    while reagent < REAGENTS:
        tokens.put_back(state, state.turn, reagent, state.pick[reagent])
        state.pick[reagent] = 0
        reagent += 1


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        if state.pick[reagent] > 0:
            buffer[count] = LEAVE + reagent
            count += 1
        reagent += 1
    return count


def play(state: Position, move: i64) -> None:
    state.pick[move - LEAVE] -= 1
    state.to_leave -= 1
    ask(state)


def refusal(state: Position, move: i64) -> str:
    if LEAVE <= move < RETURN:
        return NOT_SHOWN if state.gathered != NONE else NOT_IN_PRICE
    return NOT_NOW
