"""The dice game's position: every field once, what each seat may see of it, and what it tells."""

from abc import abstractmethod
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from sortilege.engine.bits import any_of
from sortilege.engine.chance import Chance
from sortilege.engine.fields import Fields, card, flag, number, one_of, seat, set_of
from sortilege.engine.state import State
from sortilege.games.wizard_dice.content import (
    ALL_WIZARDS,
    BONUS,
    CARD_NAMES,
    COLUMNS,
    DICE,
    EARLY,
    EXTRA,
    FACE_NAMES,
    FIRST_ROLL,
    FIXED,
    GOALS,
    JESTERS,
    JOIN,
    LEAST,
    NO_CARD,
    ROLL_RULE,
    ROLLS,
    SEALED,
    WIZARDS,
)

COLOURS: Final = 4
WIZARD: Final = 4
JESTER: Final = 5
FACES: Final = 6
BOXES: Final = 20
ALL_BOXES: Final = (1 << 20) - 1
ALL_DICE: Final = 127

# What is being decided.
DRAWING: Final = 0
SETTING: Final = 1
PREDICTING: Final = 2
CROSSING: Final = 3
COLOURING: Final = 4
ROLLING: Final = 5
STAYING: Final = 6
REROLLING: Final = 7
JESTING: Final = 8
ENDED: Final = 9
PHASES: Final = {
    "drawing": DRAWING,
    "setting": SETTING,
    "predicting": PREDICTING,
    "crossing": CROSSING,
    "colouring": COLOURING,
    "rolling": ROLLING,
    "staying": STAYING,
    "rerolling": REROLLING,
    "jesting": JESTING,
    "over": ENDED,
}

# A box of the Page of Prediction: a difference of 0 or more, or one of these.
FREE: Final = -1
X: Final = -2
DOUBLE_X: Final = -3
CROSSED: Final = -4
LARGEST: Final = 99

NONE: Final = -1
HIDDEN: Final = -2
BLANK: Final = -1

# A player in this round.
OUT: Final = 0
IN: Final = 1
SCORED: Final = 2
PARTS: Final = {"out": OUT, "in": IN, "scored": SCORED}

# How the game ended.
GOING_ON: Final = 0
XS_REACHED: Final = 1
NO_BOX_LEFT: Final = 2
ENDINGS: Final = {"going on": GOING_ON, "xs reached": XS_REACHED, "no box left": NO_BOX_LEFT}

BOX_NAMES: Final = [f"{number} {colour}" for colour in FACE_NAMES[:COLOURS] for number in range(1, COLUMNS + 1)]
DIE_NAMES: Final = [f"die {number}" for number in range(1, DICE + 1)]

FIELDS: Final = Fields(
    one_of("goal", {f"{goal} Xs": goal for goal in GOALS}),
    flag("magic"),
    one_of("phase", PHASES),
    number("round", 1, 1 + BOXES * 5),
    seat("seer"),
    seat("next_seer"),
    card("card", CARD_NAMES, none=NO_CARD),
    set_of("pile", CARD_NAMES),
    card("wizard", FACE_NAMES[:COLOURS], none=NONE),
    number("roll", 0, COLUMNS),
    set_of("thrown", DIE_NAMES),
    number("turn", 0, 6),
    flag("closing"),
    one_of("ended", ENDINGS),
    card("dice", FACE_NAMES, none=BLANK).row(DICE),
    number("boxes", CROSSED, LARGEST).each_seat(BOXES),
    set_of("free", BOX_NAMES).each_seat(),
    flag("jesters").each_seat(COLUMNS),
    number("xs", 0, 2 * BOXES + COLUMNS).each_seat(),
    card("predictions", BOX_NAMES, none=NONE).each_seat().hidden("some", HIDDEN),
    one_of("present", PARTS).each_seat(),
)
ROOM: Final = 200  # for all cells


class Position(State):
    """A table of the dice game: the sheets, the round, the dice."""

    def __init__(self, source: "Position | None", seats: i64, goal: i64, magic: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.goal: i64 = source.goal
            self.magic: i64 = source.magic
            self.phase: i64 = source.phase
            self.round: i64 = source.round
            self.seer: i64 = source.seer
            self.next_seer: i64 = source.next_seer
            self.card: i64 = source.card
            self.pile: i64 = source.pile
            self.wizard: i64 = source.wizard
            self.roll: i64 = source.roll
            self.thrown: i64 = source.thrown
            self.turn: i64 = source.turn
            self.closing: i64 = source.closing
            self.ended: i64 = source.ended
            self.dice: vec[i64] = source.dice[:]
            self.boxes: vec[i64] = source.boxes[:]
            self.free: vec[i64] = source.free[:]
            self.jesters: vec[i64] = source.jesters[:]
            self.xs: vec[i64] = source.xs[:]
            self.predictions: vec[i64] = source.predictions[:]
            self.present: vec[i64] = source.present[:]
            return
        self.goal = goal
        self.magic = magic
        self.phase = DRAWING
        self.round = 0
        self.seer = 0
        self.next_seer = 0
        self.card = NO_CARD
        self.pile = 0
        self.wizard = NONE
        self.roll = 0
        self.thrown = 0
        self.turn = 0
        self.closing = 0
        self.ended = GOING_ON
        self.dice = vec[i64]([BLANK] * DICE)
        self.boxes = vec[i64]([FREE] * (BOXES * seats))
        self.free = vec[i64]([ALL_BOXES] * seats)
        self.jesters = vec[i64]([0] * (COLUMNS * seats))
        self.xs = vec[i64]([0] * seats)
        self.predictions = vec[i64]([NONE] * seats)
        self.present = vec[i64]([OUT] * seats)

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        predictions = self.predictions[:]
        self.hide(seat, predictions)
        cells = vec[i64](
            [
                self.seats,
                self.seat,
                self.goal,
                self.magic,
                self.phase,
                self.round,
                self.seer,
                self.next_seer,
                self.card,
                self.pile,
                self.wizard,
                self.roll,
                self.thrown,
                self.turn,
                self.closing,
                self.ended,
            ],
            capacity=ROOM,
        )
        cells = extend(cells, self.dice)
        cells = extend(cells, self.boxes)
        cells = extend(cells, self.free)
        cells = extend(cells, self.jesters)
        cells = extend(cells, self.xs)
        cells = extend(cells, predictions)
        return extend(cells, self.present)

    # What the pages and the dice tell.

    def has_box(self, seat: i64) -> bool:
        return self.open_boxes(seat) != 0

    def open_boxes(self, seat: i64) -> i64:
        """The set of boxes that this seat may predict now."""
        return self.free[seat] & ~self.taken()

    def taken(self) -> i64:
        """The set of boxes predicted this round; with sealed predictions only the Seer's."""
        boxes: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            prediction: i64 = self.predictions[seat]
            if prediction >= 0 and (seat == self.seer or not SEALED[self.card]):
                boxes |= 1 << prediction
            seat += 1
        return boxes

    def can_cross(self, seat: i64, colour: i64) -> bool:
        column: i64 = 0
        while column < COLUMNS:
            if self.boxes[seat * BOXES + colour * COLUMNS + column] > 0:
                return True
            column += 1
        return False

    def seer_colour(self) -> i64:
        return self.predictions[self.seer] // COLUMNS

    def last_roll(self) -> i64:
        if ROLL_RULE[self.card]:
            return self.predictions[self.seer] % COLUMNS + 1
        return ROLLS

    def showing(self, face: i64) -> i64:
        count: i64 = 0
        for die in self.dice:
            if die == face:
                count += 1
        return count

    def jester_open(self) -> bool:
        """As many Jesters show as the seat that scores has a free Jester box for."""
        jesters: i64 = self.showing(JESTER)
        return 1 <= jesters <= COLUMNS and self.jesters[self.seat * COLUMNS + jesters - 1] == 0

    def count_for(self, box: i64) -> i64:
        """How many dice count for a prediction."""
        colour: i64 = box // COLUMNS
        wizards: bool = WIZARDS[self.card] == ALL_WIZARDS or self.wizard == colour
        jesters: bool = JESTERS[self.card] == JOIN
        count: i64 = EXTRA[self.card]
        for die in self.dice:
            if die == colour or (die == WIZARD and wizards) or (die == JESTER and jesters):
                count += 1
        return count

    def difference(self, box: i64, count: i64) -> i64:
        """By how much a prediction is missed if so many dice count for it."""
        return max(count - box % COLUMNS - 1, box % COLUMNS + 1 - count)

    def must_roll(self) -> bool:
        """The second roll has to be made."""
        return self.roll == 1 and FIRST_ROLL[self.card] == EARLY

    def least_dice(self) -> i64:
        return LEAST[self.card] if self.must_roll() else 1

    def fixed_dice(self) -> i64:
        """The mask of dice that cannot be rolled again."""
        mask: i64 = 0
        if FIXED[self.card] > 0:
            die: i64 = 0
            while die < DICE:
                if self.dice[die] == FIXED[self.card] - 1:
                    mask |= 1 << die
                die += 1
        return mask

    def jester_scores(self, seat: i64) -> i64:
        count: i64 = 0
        column: i64 = 0
        while column < COLUMNS:
            count += self.jesters[seat * COLUMNS + column]
            column += 1
        return count

    def points(self, seat: i64) -> i64:
        total: i64 = 0
        box: i64 = 0
        while box < BOXES:
            total += self.worth(seat, box)
            box += 1
        if self.xs[seat] >= self.goal:
            total += BONUS
        return total

    def worth(self, seat: i64, box: i64) -> i64:
        mark: i64 = self.boxes[seat * BOXES + box]
        if mark == X:
            return box % COLUMNS + 1
        if mark == DOUBLE_X:
            return 2 * (box % COLUMNS + 1)
        return -max(mark, 0)

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [self.points(seat) * 10 - self.jester_scores(seat) for seat in range(self.seats)]

    # What is hidden: sealed predictions until all are in.

    def seen_by(self, seat: i64) -> "Position":
        seen = self.copy()
        self.hide(seat, seen.predictions)
        return seen

    def hide(self, seat: i64, predictions: vec[i64]) -> None:
        """Mask the predictions that this seat may not see."""
        other: i64 = 0
        while other < self.seats:
            if self.sealed_from(seat, other):
                predictions[other] = HIDDEN
            other += 1

    def sealed_from(self, seat: i64, other: i64) -> bool:
        """The other has made a prediction that this seat may not see yet."""
        return self.sealing() and other != seat and other != self.seer and self.predictions[other] != NONE

    def sealing(self) -> bool:
        return self.phase == PREDICTING and SEALED[self.card] == 1

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        state = self.seen_by(seat)
        if self.sealing():
            other: i64 = 0
            while other < self.seats:
                if state.predictions[other] == HIDDEN:
                    state.predictions[other] = any_of(state.open_boxes(other), chance)
                other += 1
        return state

    def secret(self, move: i64, seat: i64) -> bool:
        return self.sealing() and self.seat != self.seer and self.seat != seat

    def reveals(self, move: i64) -> bool:
        """The last sealed prediction opens the others."""
        if not self.sealing():
            return False
        after = self.copy()
        after.advance(move)
        other: i64 = 0
        while other < self.seats:
            if self.sealed_from(self.seat, other) and not after.sealing():
                return True
            other += 1
        return False
