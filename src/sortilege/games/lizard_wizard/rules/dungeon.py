"""The dungeon: card after card, until one goes home with the treasures or is beaten."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import ARMOUR, DUNGEON_DECK, GOLD_VALUE, HITS, PLUNDER
from sortilege.games.lizard_wizard.position import (
    DECK,
    DELVING,
    DISCARD,
    DUNGEON,
    EXPLORING,
    ITEMS,
    MONSTERS,
    OUT,
    TILES,
    TRAPS,
    Position,
)
from sortilege.games.lizard_wizard.rules import casting, magus, turn
from sortilege.games.lizard_wizard.rules.moves import DELVE, NOT_NOW, RETREAT


def enter(state: Position) -> None:
    state.hits = 0
    state.phase = EXPLORING


def most_hits(state: Position) -> i64:
    """So many beat the player."""
    return HITS + state.power(state.turn, ARMOUR)


def meet(state: Position, card: i64) -> None:
    state.at[card] = DISCARD
    if card >= TRAPS and state.trapper != state.turn:
        state.at[card] = OUT
        leave(state, False)
        return
    if MONSTERS <= card < TRAPS:
        state.hits += 1
    if state.hits >= most_hits(state):
        leave(state, False)
    elif state.left[DUNGEON_DECK] == 0 or (state.by_magus(state.turn) and magus.has_enough(state)):
        leave(state, True)
    else:
        state.phase = EXPLORING if state.by_magus(state.turn) else DELVING
        turn.settle(state)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    buffer[0] = DELVE
    buffer[1] = RETREAT
    return 2


def play(state: Position, move: i64) -> None:
    if move == DELVE:
        state.phase = EXPLORING
        turn.settle(state)
    else:
        leave(state, True)


def refusal(state: Position, move: i64) -> str:
    return NOT_NOW


def leave(state: Position, unbeaten: bool) -> None:
    """Treasures are kept by those who leave unbeaten; all else goes back."""
    card: i64 = DUNGEON
    while card < TILES:
        if state.at[card] == DISCARD:
            if unbeaten and card < MONSTERS:
                state.at[card] = state.turn
                if card < ITEMS:
                    state.gold[state.turn] += GOLD_VALUE[card - DUNGEON] + state.power(state.turn, PLUNDER)
            else:
                state.at[card] = DECK
                state.left[DUNGEON_DECK] += 1
        card += 1
    state.hits = 0
    casting.resume(state)


def lay_traps(state: Position) -> None:
    """The traps go into the deck; whoever laid them steps over them."""
    state.trapper = state.turn
    trap: i64 = TRAPS
    while trap < TILES:
        state.at[trap] = DECK
        state.left[DUNGEON_DECK] += 1
        trap += 1
