"""Gathering: a card is played for its reagents, its values rise, and a spell may be cast."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import GATHER_LIMIT, GATHERED, HASTE, LIMIT, RAISED, YIELD
from sortilege.games.lizard_wizard.position import DISCARD, DUNGEON, GATHERING, NONE, REAGENTS, Position
from sortilege.games.lizard_wizard.rules import casting, leaving, tokens
from sortilege.games.lizard_wizard.rules.moves import GATHER


def cards_into(state: Position, buffer: vec[i64], count: i64) -> i64:
    card: i64 = GATHERING
    while card < DUNGEON:
        if state.at[card] == state.turn:
            buffer[count] = GATHER + card - GATHERING
            count += 1
        card += 1
    return count


def gather(state: Position, card: i64) -> None:
    state.at[GATHERING + card] = DISCARD
    state.hands[state.turn] -= 1
    if state.shuffled[card] == 0:
        state.kept[state.turn] -= 1
    state.gathered = card
    state.to_leave = show_icons(state, card) - GATHER_LIMIT - state.power(state.turn, LIMIT)
    leaving.ask(state)


def show_icons(state: Position, card: i64) -> i64:
    """What the card shows and the supply has; say how many tokens that are."""
    total: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        shown: i64 = GATHERED[card * REAGENTS + reagent]
        state.pick[reagent] = shown if shown < state.supply[reagent] else state.supply[reagent]
        total += state.pick[reagent]
        reagent += 1
    return total


def take(state: Position) -> None:
    """When all is left out that has to be."""
    take_picked(state, state.gathered)
    state.gathered = NONE
    state.mana[state.turn] += state.power(state.turn, YIELD)
    state.dealt = state.turn
    casting.begin(state, 1 + state.power(state.turn, HASTE), NONE)


def take_picked(state: Position, card: i64) -> None:
    """Tokens from the supply, those of the own wizards on top, then the values rise."""
    reagent: i64 = 0
    while reagent < REAGENTS:
        tokens.give(state, state.turn, reagent, state.pick[reagent])
        tokens.give(state, state.turn, reagent, state.bonus[state.turn * REAGENTS + reagent])
        state.pick[reagent] = 0
        reagent += 1
    reagent = 0
    while reagent < REAGENTS:
        tokens.shift_value(state, reagent, RAISED[card * REAGENTS + reagent])
        reagent += 1
