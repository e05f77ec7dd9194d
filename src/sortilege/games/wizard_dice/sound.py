"""Which positions of the dice game can be: what is checked of one that comes from outside."""

from collections.abc import Iterator
from typing import Any

from sortilege.engine import CHANCE, OVER
from sortilege.games.wizard_dice import content, position
from sortilege.games.wizard_dice.content import COLUMNS
from sortilege.games.wizard_dice.rules import Rounds

CHOOSING = (position.PREDICTING, position.CROSSING)
LATE = (position.JESTING, position.ENDED)


def renewed(old: dict[str, Any]) -> dict[str, Any]:
    """The dice being thrown were once called the mask, as the legal moves are now."""
    if "mask" not in old:
        return old
    return {**{name: value for name, value in old.items() if name != "mask"}, "thrown": old["mask"]}


def faults(state: Rounds) -> Iterator[str]:
    """What does not go together."""
    seats = range(state.seats)
    if (state.ended == position.GOING_ON) == (state.phase == position.ENDED):
        yield "the end does not fit the phase"
    if state.closing and state.phase not in LATE:
        yield "the round is not closing"
    if state.turn > state.seats + 1:
        yield "there is no such turn"
    if state.round > 1 + sum(mark != position.FREE for mark in state.boxes):
        yield "every round before has used a box"
    if not all(page_fits(state, seat) for seat in seats):
        yield "free boxes and Xs are not those of the marks"
    if not all(player_fits(state, seat) for seat in seats):
        yield "the predictions are not those of the players in the round"
    if not seat_fits(state):
        yield "the seat that decides does not fit the phase"
    if not dice_fit(state):
        yield "the roll or the dice do not fit the phase"
    if not open_question(state):
        yield "there is nothing to decide in this phase"


def page_fits(state: Rounds, seat: int) -> bool:
    marks = list(state.boxes)[seat * position.BOXES : (seat + 1) * position.BOXES]
    xs = marks.count(position.X) + 2 * marks.count(position.DOUBLE_X) + state.jester_scores(seat)
    free = sum(1 << box for box, mark in enumerate(marks) if mark == position.FREE)
    return bool(state.free[seat] == free and state.xs[seat] == xs)


def player_fits(state: Rounds, seat: int) -> bool:
    """Who is in has predicted a free box, who has scored a used one; the Seer predicts first and scores last."""
    box, part, place = state.predictions[seat], state.present[seat], (seat - state.seer) % state.seats
    asked = players_asked(state)
    over = state.phase == position.ENDED
    if part == position.OUT:
        return bool(box == position.NONE and (place > 0 or asked == 0 or over))
    if box == position.NONE or place >= asked:
        return False
    free = bool(state.free[seat] >> box & 1)
    if part == position.IN:
        return free and not over
    return not free and state.phase not in CHOOSING and (place > 0 or over)


def seat_fits(state: Rounds) -> bool:
    if state.phase == position.ENDED:
        return state.seat == OVER
    if state.phase in (position.DRAWING, position.ROLLING):
        return state.seat == CHANCE
    if state.phase in (position.SETTING, position.COLOURING, position.REROLLING):
        return state.seat == state.seer
    if state.seat != (state.seer + state.turn) % state.seats:
        return False
    last = state.seats if state.closing else state.seats - 1
    return state.turn <= last and (state.phase == position.PREDICTING or state.present[state.seat] == position.IN)


def dice_fit(state: Rounds) -> bool:
    """Rolls within their number, and no die blank that has been rolled or set."""
    blank = [die for die, face in enumerate(state.dice) if face == position.BLANK]
    last = state.last_roll() if players_asked(state) else 1
    if state.phase == position.ROLLING:
        return state.thrown > 0 and 0 <= state.roll < last and all(state.thrown >> die & 1 for die in blank)
    if state.phase in (position.STAYING, position.REROLLING):
        return 1 <= state.roll < last and not blank
    if state.phase == position.JESTING:
        return 1 <= state.roll < last + state.closing and not blank
    if state.phase == position.ENDED:
        return 0 <= state.roll <= COLUMNS
    first = 0 if state.phase in (position.DRAWING, position.SETTING) else content.FIRST_ROLL[state.card]
    shown = {0: 0, content.EARLY: content.DICE, content.SET_FIRST: content.SET_DICE[state.card]}[first]
    return state.roll == (first > 0) and all(die >= shown for die in blank)


def open_question(state: Rounds) -> bool:
    match state.phase:
        case position.DRAWING:
            return state.pile > 0 and state.card == content.NO_CARD
        case position.SETTING:
            return content.FIRST_ROLL[state.card] == content.SET_FIRST
        case position.PREDICTING:
            return state.has_box(state.seat)
        case position.CROSSING:
            colour = state.predictions[state.seat] // COLUMNS
            return content.CROSS[state.card] == 1 and state.can_cross(state.seat, colour)
        case position.COLOURING:
            return content.WIZARDS[state.card] == 0
        case position.JESTING:
            return state.jester_open()
    return True


def players_asked(state: Rounds) -> int:
    """How many players, clockwise from the Seer, have been asked for a prediction."""
    if state.phase in (position.DRAWING, position.SETTING):
        return 0
    if state.phase in CHOOSING:
        return state.turn + (state.phase == position.CROSSING)
    early = state.phase == position.ROLLING and state.roll == 0 and content.FIRST_ROLL[state.card] == content.EARLY
    return 0 if early else state.seats
