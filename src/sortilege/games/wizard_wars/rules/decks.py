"""The Combat and Temple decks: drawing, striking, looking, stealing, keeping and losing cards."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, count_bits, nth_bit
from sortilege.games.wizard_wars.content import (
    AMOUNT,
    BELOW,
    BURDEN,
    EFFECT,
    HOMESICK,
    LOSS,
    PETRIFICATION,
    RETREAT,
    STRIKES,
    TELEPORTER,
    TEMPLE_CARDS,
    TEMPLE_DESIGNS,
)
from sortilege.games.wizard_wars.position import (
    COMBAT_DRAW,
    KEEPING,
    LOOK,
    MOST_TOKENS,
    NONE,
    TEMPLE_DRAW,
    THEFT,
    Position,
)
from sortilege.games.wizard_wars.rules import guardians, pieces, turn
from sortilege.games.wizard_wars.rules.moves import KEEP, LOSE, spread
from sortilege.games.wizard_wars.rules.refusals import CHOICE_OPEN, NO_SUCH_TARGET


def take_from_deck(state: Position, rank: i64, first: i64, token: i64) -> i64:
    """Draw the card of this rank among the designs from the first on; it becomes the token."""
    design: i64 = first
    while rank >= state.deck[design]:
        rank -= state.deck[design]
        design += 1
    state.deck[design] -= 1
    state.face[token] = design
    return design


def next_combat(state: Position, rank: i64) -> i64:
    """The token of the next Combat Card, drawn by its rank, or the first of those below."""
    if state.combat_left:
        token: i64 = MOST_TOKENS - state.combat_left
        state.combat_left -= 1
        take_from_deck(state, rank, TEMPLE_DESIGNS, token)
        return token
    top: i64 = state.below[0]
    place: i64 = 1
    while place < BELOW:
        state.below[place - 1] = state.below[place]
        place += 1
    state.below[BELOW - 1] = NONE
    return top


def hold(state: Position, element: i64, token: i64) -> None:
    state.hands[element] |= bit(token)
    state.seen[element] |= bit(token)


def draw_combat(state: Position, rank: i64) -> None:
    element: i64 = state.drawer()
    state.owed &= ~bit(element)
    hold(state, element, next_combat(state, rank))
    turn.settle(state)


def draw_temple(state: Position, rank: i64) -> None:
    state.blessed = 0
    token: i64 = TEMPLE_CARDS - state.temple_left
    state.temple_left -= 1
    design: i64 = take_from_deck(state, rank, 0, token)
    if STRIKES[design]:
        state.seen[state.turn] |= bit(token)
        state.gone |= bit(token)
        strike(state, design)
    else:
        hold(state, state.turn, token)
    turn.settle(state)


def strike(state: Position, design: i64) -> None:
    """A bad Temple Card has come up."""
    effect: i64 = EFFECT[design]
    own: i64 = bit(state.turn)
    if effect == RETREAT:
        if not state.watchful & own:
            guardians.step_back(state)
    elif effect == LOSS:
        state.losing = 1 if state.hands[state.turn] else 0
    elif effect == TELEPORTER:
        if not state.watchful & own:
            guardians.send_back(state, state.turn)
    elif effect == PETRIFICATION:
        state.petrified |= own
    elif effect == BURDEN:
        state.burden[state.turn] += AMOUNT[design]
    elif effect == HOMESICK:
        state.homesick = 1 if state.free_wizards(state.turn) and state.free_start() != NONE else 0
    else:
        state.silenced |= own


def go_home(state: Position, rank: i64) -> None:
    """Homesickness: one of the own wizards is back on a start space."""
    state.homesick = 0
    piece: i64 = nth_bit(state.free_wizards(state.turn), rank)
    start: i64 = state.free_start()
    state.lift(piece)
    pieces.arrive(state, piece, start)
    state.moved = (state.moved << 6) | (piece + 1)
    turn.settle(state)


def look(state: Position, rank: i64) -> None:
    token: i64 = next_combat(state, rank)
    state.looks -= 1
    state.looked |= bit(token)
    state.seen[state.turn] |= bit(token)
    turn.settle(state)


def keep(state: Position, design: i64) -> None:
    """Keep one of the cards looked at; the others go below the deck, in the order they first came up."""
    token: i64 = state.token_of(state.looked, design)
    hold(state, state.turn, token)
    rest: i64 = state.looked & ~bit(token)
    state.looked = 0
    place: i64 = 0
    while rest:
        while state.below[place] != NONE:
            place += 1
        state.below[place] = nth_bit(rest, 0)
        rest &= rest - 1
    turn.settle(state)


def steal(state: Position, rank: i64) -> None:
    token: i64 = nth_bit(state.hands[state.robbed], rank)
    state.hands[state.robbed] &= ~bit(token)
    state.robbed = NONE
    hold(state, state.turn, token)
    turn.settle(state)


def discard(state: Position, design: i64) -> None:
    token: i64 = bit(state.token_of(state.hands[state.turn], design))
    state.hands[state.turn] &= ~token
    state.gone |= token


def sides(state: Position) -> i64:
    """How many cards, or wizards that long for home, may come up."""
    stage: i64 = state.stage
    if stage in (COMBAT_DRAW, LOOK):
        return state.combat_left if state.combat_left else 1
    if stage == TEMPLE_DRAW:
        return state.temple_left
    if stage == THEFT:
        return count_bits(state.hands[state.robbed])
    return count_bits(state.free_wizards(state.turn))


def turn_up(state: Position, rank: i64) -> None:
    """What chance decides."""
    stage: i64 = state.stage
    if stage == COMBAT_DRAW:
        draw_combat(state, rank)
    elif stage == TEMPLE_DRAW:
        draw_temple(state, rank)
    elif stage == LOOK:
        look(state, rank)
    elif stage == THEFT:
        steal(state, rank)
    else:
        go_home(state, rank)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """Which of the cards looked at is kept, or which card is lost."""
    if state.stage == KEEPING:
        return spread(buffer, KEEP, state.held(state.looked))
    return spread(buffer, LOSE, state.held(state.hands[state.turn]))


def play(state: Position, move: i64) -> None:
    if state.stage == KEEPING:
        keep(state, move - KEEP)
    else:
        state.losing = 0
        discard(state, move - LOSE)
        turn.settle(state)


def refusal(state: Position, move: i64) -> str:
    asked: bool = KEEP <= move < LOSE if state.stage == KEEPING else move >= LOSE
    return NO_SUCH_TARGET if asked else CHOICE_OPEN
