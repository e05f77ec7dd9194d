"""The turn: who is next, what an action may be, and what each action sets off."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, count_bits, nth_bit
from sortilege.engine.state import CHANCE, OVER
from sortilege.games.wizard_wars.board import SPACES, STARTS
from sortilege.games.wizard_wars.content import FIRST
from sortilege.games.wizard_wars.position import (
    ACTING,
    CAPTURING,
    COMBAT_DRAW,
    EACH,
    ELEMENTS,
    EMPTY,
    ENDED,
    GUARDING,
    HOMESICKNESS,
    KEEPING,
    LOOK,
    LOSING,
    NONE,
    ORIGINALS,
    START,
    STAYING_IN,
    TEMPLE_DRAW,
    TWINNING,
    WIZARDS,
    Position,
)
from sortilege.games.wizard_wars.rules import cards, combat, guardians, twins, walking
from sortilege.games.wizard_wars.rules.moves import CLIMB, END, PLAY, STEER, STEP, WIZARD
from sortilege.games.wizard_wars.rules.refusals import MOVEMENT_LEFT, NOT_NOW


def set_up(state: Position, lineup: i64) -> None:
    """Place the pieces; the lineup holds the element of each seat in three bits."""
    space: i64 = 0
    while space < SPACES[state.rings]:
        state.on[space] = EMPTY
        space += 1
    seat: i64 = 0
    while seat < state.seats:
        element: i64 = (lineup >> (3 * seat)) & 7
        state.element[seat] = element
        state.player[element] = seat
        state.out[element] = STAYING_IN
        state.at[WIZARDS + element] = START
        state.wizards[element] = ORIGINALS
        piece: i64 = element * EACH
        for start in STARTS[state.rings * ELEMENTS + element]:
            state.put(piece, start)
            piece += 1
        seat += 1
    state.turn = (FIRST + ELEMENTS - 1) % ELEMENTS
    begin_turn(state, next_element(state))


def next_element(state: Position) -> i64:
    """Whose turn is next, clockwise."""
    element: i64 = (state.turn + 1) % ELEMENTS
    while state.out[element] != STAYING_IN:
        element = (element + 1) % ELEMENTS
    return element


def begin_turn(state: Position, element: i64) -> None:
    own: i64 = bit(element)
    state.turn = element
    state.seat = state.player[element]
    state.sanctuary &= ~own
    state.watchful &= ~own
    state.shielded &= ~(bit(element * EACH + EACH) - bit(element * EACH))
    state.still = (state.petrified >> element) & 1
    state.hushed = (state.silenced >> element) & 1
    state.petrified &= ~own
    state.silenced &= ~own
    state.total = 0 if state.still else state.movement(element)
    state.left = state.total
    state.burden[element] = 0
    state.boots[element] = 0
    state.stepped = 0
    state.played = 0
    state.steered = NONE
    state.twins = 0
    state.card = NONE
    state.piece = NONE
    state.stage = GUARDING if state.can_climb() else ACTING


def end_turn(state: Position) -> None:
    element: i64 = next_element(state)
    if (element - FIRST + ELEMENTS) % ELEMENTS <= (state.turn - FIRST + ELEMENTS) % ELEMENTS:
        if state.round == state.limit:
            finish(state)
            return
        state.round += 1
    begin_turn(state, element)


def finish(state: Position) -> None:
    state.stage = ENDED
    state.seat = OVER


def settle(state: Position) -> None:
    """Go through what the last move set off, until somebody or chance has to decide."""
    while state.seat != OVER:
        if state.owed and not state.combat_cards():
            state.owed = 0
        if state.owed:
            await_chance(state, COMBAT_DRAW)
            return
        if state.blessed and state.temple_left:
            await_chance(state, TEMPLE_DRAW)
            return
        state.blessed = 0
        if state.homesick:
            await_chance(state, HOMESICKNESS)
            return
        if state.losing:
            ask(state, LOSING)
            return
        if state.looks:
            await_chance(state, LOOK)
            return
        if state.looked:
            ask(state, KEEPING)
            return
        if state.twinning:
            choices: i64 = state.twin_choices()
            state.twinning = 0
            if choices and state.free_start() != NONE:
                if count_bits(choices) > 1:
                    ask(state, TWINNING)
                    return
                twins.second_twin(state, nth_bit(choices, 0))
        victims: i64 = state.victims()
        if victims == 0:
            state.moved = state.spawned
            state.spawned = 0
            state.forced = NONE
            if state.moved == 0:
                ask(state, ACTING)
                return
        elif victims & (victims - 1) == 0:
            combat.capture(state, nth_bit(victims, 0))
        else:
            ask(state, CAPTURING)
            return
    clear_up(state)


def clear_up(state: Position) -> None:
    """Nothing is pending any more when the game is over."""
    state.owed = 0
    state.blessed = 0
    state.twinning = 0
    state.moved = 0
    state.forced = NONE
    state.spawned = 0


def ask(state: Position, stage: i64) -> None:
    state.stage = stage
    state.seat = state.player[state.turn]


def await_chance(state: Position, stage: i64) -> None:
    state.stage = stage
    state.seat = CHANCE


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    """A step, a card, or the end of the turn when nobody can step."""
    count: i64 = walking.steps_into(state, buffer)
    if count == 0:
        buffer[0] = END
        count = 1
    if state.played or state.hushed or state.hands[state.turn] == 0:
        return count
    designs: i64 = state.held(state.hands[state.turn])
    design: i64 = 0
    while designs:
        if designs & 1 and cards.has_effect(state, design):
            buffer[count] = PLAY + design
            count += 1
        designs >>= 1
        design += 1
    return count


def play(state: Position, move: i64) -> None:
    if move == END:
        end_turn(state)
    elif move < STEER:
        walking.step(state, state.turn * EACH + (move - STEP) // 6, (move - STEP) % 6)
    elif move < PLAY:
        walking.step(state, state.steered, move - STEER)
    else:
        cards.play_card(state, move - PLAY)


def refusal(state: Position, move: i64) -> str:
    if move <= CLIMB:
        return guardians.late_refusal(state)
    if move == END:
        return MOVEMENT_LEFT
    if move < STEER:
        return walking.step_refusal(state, state.turn * EACH + (move - STEP) // 6, (move - STEP) % 6)
    if move < PLAY:
        return walking.steer_refusal(state, move - STEER)
    return cards.play_refusal(state, move - PLAY) if move < WIZARD else NOT_NOW
