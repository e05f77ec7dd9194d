"""Tokens of reagents: their supply, their owners, their values."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import HIGHEST, LOWEST
from sortilege.games.lizard_wizard.position import REAGENTS, Position


def give(state: Position, mage: i64, reagent: i64, count: i64) -> None:
    """Tokens from the supply, as many as there are."""
    if count > state.supply[reagent]:
        count = state.supply[reagent]
    state.supply[reagent] -= count
    state.tokens[mage * REAGENTS + reagent] += count


def put_back(state: Position, mage: i64, reagent: i64, count: i64) -> None:
    state.supply[reagent] += count
    state.tokens[mage * REAGENTS + reagent] -= count


def shift_value(state: Position, reagent: i64, steps: i64) -> None:
    """Move a value along its track, as far as the track goes."""
    value: i64 = state.values[reagent] + steps
    if value > HIGHEST[reagent]:
        value = HIGHEST[reagent]
    if value < LOWEST[reagent]:
        value = LOWEST[reagent]
    state.values[reagent] = value


def any_supply(state: Position) -> bool:
    for count in state.supply:
        if count > 0:
            return True
    return False


def held_into(state: Position, buffer: vec[i64], mage: i64, first: i64) -> i64:
    """One move for each reagent of which the mage has a token."""
    count: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        if state.tokens[mage * REAGENTS + reagent] > 0:
            buffer[count] = first + reagent
            count += 1
        reagent += 1
    return count
