"""Cards played from the hand: what each could be for, and what it does."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, nth_bit
from sortilege.games.wizard_wars.board import NEIGHBOURS, TERRITORY, WIDEST_SPACES
from sortilege.games.wizard_wars.content import (
    AMOUNT,
    BOOTS,
    CARPET,
    CELERITY,
    CLAIRVOYANCE,
    CONTROL,
    EFFECT,
    EXCHANGE,
    FREEZE,
    GHOST,
    HURRY,
    MIRROR,
    NECROMANCY,
    PICK,
    PILGRIMAGE,
    SANCTUARY,
    SHIELD,
    SHOES,
    SMITE,
    STRIKES,
    SWAP,
    THIEVERY,
    TRAINING,
    TWINS,
    WATCH,
)
from sortilege.games.wizard_wars.position import (
    CHOOSING,
    DEAD,
    EACH,
    EMPTY,
    MATCHING,
    OPPOSING,
    PLACING,
    START,
    TEMPLE,
    THEFT,
    WIZARDS,
    Position,
)
from sortilege.games.wizard_wars.rules import decks, guardians, pieces, turn
from sortilege.games.wizard_wars.rules.moves import AGAINST, CAPTURE, KEEP, SPACE, WIZARD, spread
from sortilege.games.wizard_wars.rules.refusals import (
    CARD_PLAYED,
    CHOICE_OPEN,
    IS_SILENCED,
    NO_EFFECT,
    NO_SUCH_TARGET,
    NOT_HELD,
    STEPPED_ALREADY,
    STRIKES_ALONE,
)


def pilgrims(state: Position) -> i64:
    """Own wizards that could enter the Temple."""
    guest: i64 = state.on[state.school()]
    free: i64 = state.free_wizards(state.turn)
    return free if state.school_open() else free & bit(guest)


def dead(state: Position) -> i64:
    """Own dead wizards, if the School has room for one."""
    found: i64 = 0
    if state.school_open():
        piece: i64 = state.turn * EACH
        end: i64 = piece + EACH
        while piece < end:
            if state.at[piece] == DEAD:
                found |= bit(piece)
            piece += 1
    return found


def ghosts(state: Position, cost: i64) -> i64:
    """Own wizards that have somebody to jump over."""
    found: i64 = 0
    if state.left >= cost:
        rest: i64 = state.free_wizards(state.turn)
        while rest:
            piece: i64 = nth_bit(rest, 0)
            rest &= rest - 1
            space: i64 = 1
            while space < WIDEST_SPACES:
                if can_jump(state, piece, space):
                    found |= bit(piece)
                    break
                space += 1
    return found


def can_jump(state: Position, piece: i64, space: i64) -> bool:
    """The space is free, two away, and somebody stands in between."""
    if state.on[space] != EMPTY or space == TEMPLE:
        return False
    start: i64 = state.at[piece]
    between: bool = False
    for near in NEIGHBOURS[space]:
        if near == start:
            return False
        if state.on[near] >= 0:
            for next_to in NEIGHBOURS[near]:
                if next_to == start:
                    between = True
    return between


def can_mirror(state: Position, space: i64) -> bool:
    """A free space of the own territory, or the School with an enemy in it."""
    if TERRITORY[space] != state.turn:
        return False
    return state.on[space] == EMPTY or (space == state.school() and state.school_open())


def mirror_has_room(state: Position) -> bool:
    space: i64 = 1
    while space < WIDEST_SPACES:
        if can_mirror(state, space):
            return True
        space += 1
    return False


def choices(state: Position, design: i64) -> i64:
    """The wizards that a card could be for."""
    effect: i64 = EFFECT[design]
    if effect == PILGRIMAGE:
        return pilgrims(state)
    if effect == MIRROR:
        return state.free_wizards(state.turn) if mirror_has_room(state) else 0
    if effect == EXCHANGE:
        free: i64 = state.free_wizards(state.turn)
        return free if free & (free - 1) else 0
    if effect == SWAP:
        return state.free_wizards(state.turn)
    if effect == SHIELD:
        return state.own_wizards()
    if effect == GHOST:
        return ghosts(state, AMOUNT[design])
    if effect == CONTROL:
        return state.steerable() if state.left and not state.stepped else 0
    if effect == SMITE:
        return state.enemies()
    if effect == FREEZE:
        return state.enemies() & ~state.frozen
    return dead(state) if effect == NECROMANCY else 0


def matches(state: Position) -> i64:
    """The wizards that the one chosen can change places with."""
    others: i64 = state.free_wizards(state.turn) & ~bit(state.piece)
    return others | state.enemies() if EFFECT[state.card] == SWAP else others


def rivals(state: Position, design: i64) -> i64:
    """The opponents that a card could be played against."""
    effect: i64 = EFFECT[design]
    if effect == BOOTS:
        return state.opponents(False)
    return state.opponents(True) if effect in (THIEVERY, CLAIRVOYANCE) else 0


def works_alone(state: Position, design: i64) -> bool:
    """A card that needs no choice would have an effect."""
    effect: i64 = EFFECT[design]
    if effect in (SANCTUARY, SHOES):
        return True
    if effect == WATCH:
        return state.at[WIZARDS + state.turn] != START
    if effect == HURRY:
        return not state.still
    if effect == CARPET:
        return state.total > 0
    if effect in (TRAINING, PICK):
        return state.combat_cards() > 0
    if effect == CELERITY:
        return state.can_climb()
    originals: i64 = state.twin_choices()
    return effect == TWINS and state.left > 0 and originals & (originals - 1) != 0


def has_effect(state: Position, design: i64) -> bool:
    return choices(state, design) != 0 or rivals(state, design) != 0 or works_alone(state, design)


def play_card(state: Position, design: i64) -> None:
    """The card leaves the hand and asks what it is for, or works at once."""
    decks.discard(state, design)
    state.played = 1
    state.card = design
    if choices(state, design):
        state.stage = CHOOSING
    elif rivals(state, design):
        state.stage = OPPOSING
    else:
        work(state, design)
        turn.settle(state)


def work(state: Position, design: i64) -> None:
    """The effect of a card that needs no choice."""
    effect: i64 = EFFECT[design]
    if effect == SANCTUARY:
        state.sanctuary |= bit(state.turn)
    elif effect == WATCH:
        state.watchful |= bit(state.turn)
    elif effect == SHOES:
        state.shoes[state.turn] += AMOUNT[design]
        add_movement(state, AMOUNT[design])
    elif effect == HURRY:
        add_movement(state, AMOUNT[design])
    elif effect == CARPET:
        add_movement(state, state.total)
    elif effect == TRAINING:
        state.owed |= bit(state.turn)
    elif effect == PICK:
        deck: i64 = state.combat_cards()
        state.looks = AMOUNT[design] if AMOUNT[design] < deck else deck
    elif effect == CELERITY:
        guardians.climb(state)
    else:
        state.twins = 1


def add_movement(state: Position, amount: i64) -> None:
    if not state.still:
        state.total += amount
        state.left += amount


def choose(state: Position, piece: i64) -> None:
    """The wizard that the card played is for."""
    effect: i64 = EFFECT[state.card]
    state.piece = piece
    if effect in (MIRROR, GHOST):
        state.stage = PLACING
        return
    if effect in (EXCHANGE, SWAP):
        state.stage = MATCHING
        return
    if effect == PILGRIMAGE:
        state.lift(piece)
        pieces.arrive(state, piece, TEMPLE)
        pieces.enter(state, piece)
    elif effect == SHIELD:
        state.shielded |= bit(piece)
    elif effect == CONTROL:
        state.steered = piece
    elif effect == SMITE:
        pieces.kill(state, piece)
    elif effect == FREEZE:
        state.frozen |= bit(piece)
    else:
        pieces.come_home(state, piece)
        state.wizards[state.turn] += 1
        state.moved = piece + 1
    turn.settle(state)


def swap(state: Position, other: i64) -> None:
    """The wizard chosen changes places with another."""
    piece: i64 = state.piece
    here: i64 = state.at[piece]
    there: i64 = state.at[other]
    state.put(other, here)
    pieces.arrive(state, piece, there)
    pieces.arrive(state, other, here)
    pieces.enter(state, piece)
    if other // EACH == state.turn:
        pieces.enter(state, other)
    else:
        state.forced = other
        state.moved = (state.moved << 6) | (other + 1)
    turn.settle(state)


def place(state: Position, space: i64) -> None:
    """The wizard chosen warps, or jumps, to a space."""
    piece: i64 = state.piece
    state.lift(piece)
    if space == state.school() and EFFECT[state.card] == MIRROR:
        pieces.come_home(state, piece)
    else:
        pieces.arrive(state, piece, space)
    if EFFECT[state.card] == GHOST:
        state.left -= AMOUNT[state.card]
        state.stepped = 1
    pieces.enter(state, piece)
    turn.settle(state)


def oppose(state: Position, element: i64) -> None:
    """The opponent that the card played is against."""
    effect: i64 = EFFECT[state.card]
    if effect == BOOTS:
        state.boots[element] += 1
        turn.settle(state)
    elif effect == CLAIRVOYANCE:
        state.seen[state.turn] |= state.hands[element]
        turn.settle(state)
    else:
        state.robbed = element
        turn.await_chance(state, THEFT)


def can_place(state: Position, space: i64) -> bool:
    return can_mirror(state, space) if EFFECT[state.card] == MIRROR else can_jump(state, state.piece, space)


def places_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    space: i64 = 1
    while space < WIDEST_SPACES:
        if can_place(state, space):
            buffer[count] = SPACE + space
            count += 1
        space += 1
    return count


def play_refusal(state: Position, design: i64) -> str:
    if STRIKES[design]:
        return STRIKES_ALONE
    if not (state.held(state.hands[state.turn]) >> design) & 1:
        return NOT_HELD
    if state.hushed:
        return IS_SILENCED
    if state.played:
        return CARD_PLAYED
    return STEPPED_ALREADY if EFFECT[design] == CONTROL and state.stepped else NO_EFFECT


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """Whom or what the card played is for."""
    stage: i64 = state.stage
    if stage == CHOOSING:
        return spread(buffer, WIZARD, choices(state, state.card))
    if stage == MATCHING:
        return spread(buffer, WIZARD, matches(state))
    if stage == OPPOSING:
        return spread(buffer, AGAINST, rivals(state, state.card))
    return places_into(state, buffer)


def play(state: Position, move: i64) -> None:
    stage: i64 = state.stage
    if stage == CHOOSING:
        choose(state, move - WIZARD)
    elif stage == MATCHING:
        swap(state, move - WIZARD)
    elif stage == OPPOSING:
        oppose(state, move - AGAINST)
    else:
        place(state, move - SPACE)


def refusal(state: Position, move: i64) -> str:
    stage: i64 = state.stage
    if stage in (CHOOSING, MATCHING):
        asked: bool = WIZARD <= move < CAPTURE
    elif stage == OPPOSING:
        asked = AGAINST <= move < SPACE
    else:
        asked = SPACE <= move < KEEP
    return NO_SUCH_TARGET if asked else CHOICE_OPEN
