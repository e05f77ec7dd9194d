"""Converting: tokens of one reagent at its value, or mixed ones at a mana each."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import MIXED_VALUE, MIXTURE, PREMIUM, STEADY, TOLL
from sortilege.games.lizard_wizard.position import BARTERING, REAGENTS, Position
from sortilege.games.lizard_wizard.rules import casting, tokens, turn
from sortilege.games.lizard_wizard.rules.moves import (
    BARTER,
    CONVERT,
    DONE,
    MOST_TOKENS,
    NAME,
    NONE_TO_BARTER,
    NOT_NOW,
)


def conversions_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    reagent: i64 = 0
    while reagent < REAGENTS:
        first: i64 = CONVERT + reagent * MOST_TOKENS
        end: i64 = first + state.tokens[state.turn * REAGENTS + reagent]
        while first < end:
            buffer[count] = first
            count += 1
            first += 1
        reagent += 1
    return count


def convert_by(state: Position, move: i64, extra: i64) -> None:
    convert(state, (move - CONVERT) // MOST_TOKENS, (move - CONVERT) % MOST_TOKENS + 1, extra)


def convert(state: Position, reagent: i64, count: i64, extra: i64) -> None:
    """Tokens of one reagent, each for its value and so much more; the value falls by a step for each."""
    gained: i64 = count * (state.values[reagent] + state.power(state.turn, PREMIUM) + extra)
    tokens.put_back(state, state.turn, reagent, count)
    fall: i64 = count - state.power(state.turn, STEADY)
    if fall > 0:
        tokens.shift_value(state, reagent, -fall)
    earn(state, gained)
    casting.resume(state)


def earn(state: Position, gained: i64) -> None:
    """Mana from converting; others may take a toll of it, clockwise."""
    state.mana[state.turn] += gained
    step: i64 = 1
    while step < state.mages():
        other: i64 = (state.turn + step) % state.mages()
        toll: i64 = state.power(other, TOLL)
        if toll > gained:
            toll = gained
        gained -= toll
        state.mana[state.turn] -= toll
        state.mana[other] += toll
        step += 1


# Mixed tokens, one after the other.


def barter(state: Position, reagent: i64) -> None:
    tokens.put_back(state, state.turn, reagent, 1)
    state.bartered += MIXED_VALUE + state.power(state.turn, MIXTURE)
    state.phase = BARTERING
    if state.token_count(state.turn) == 0:
        end_barter(state)
    else:
        state.seat = state.turn


def end_barter(state: Position) -> None:
    earn(state, state.bartered)
    state.bartered = 0
    turn.finish(state)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = tokens.held_into(state, buffer, state.turn, BARTER)
    buffer[count] = DONE
    return count + 1


def play(state: Position, move: i64) -> None:
    if move == DONE:
        end_barter(state)
    else:
        barter(state, move - BARTER)


def refusal(state: Position, move: i64) -> str:
    return NONE_TO_BARTER if BARTER <= move < NAME else NOT_NOW
