"""Wizard: the dice game, as a position that goes on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import count_bits, fill, nth_bit
from sortilege.engine.state import CHANCE, OVER
from sortilege.games.wizard_dice.content import (
    COLUMNS,
    CROSS,
    DICE,
    EARLY,
    FACTOR,
    FIRST_ROLL,
    FIXED,
    JESTERS,
    MATCH,
    NO_CARD,
    SET_DICE,
    SET_FIRST,
    WIZARDS,
)
from sortilege.games.wizard_dice.position import (
    ALL_DICE,
    BLANK,
    BOXES,
    COLOURING,
    CROSSED,
    CROSSING,
    DOUBLE_X,
    DRAWING,
    ENDED,
    FACES,
    IN,
    JESTER,
    JESTING,
    NO_BOX_LEFT,
    NONE,
    OUT,
    PREDICTING,
    REROLLING,
    ROLLING,
    SCORED,
    SETTING,
    STAYING,
    XS_REACHED,
    Position,
    X,
)

# Moves, in ranges by kind.
PREDICT: Final = 0
CROSS_OUT: Final = 20
CROSS_NONE: Final = 40
COLOUR: Final = 41
UNSPOKEN: Final = 45
STAY: Final = 46
LEAVE: Final = 47
STOP: Final = 48
REROLL: Final = 48  # plus a mask of dice, 1 to 127
TAKE_JESTER: Final = 176
REFUSE_JESTER: Final = 177
SET: Final = 178
MOVES: Final = 199

# Why a move is refused.
NOT_NOW: Final = "not now"
BOX_USED: Final = "box used"
BOX_TAKEN: Final = "box taken"
NOTHING_TO_CROSS: Final = "nothing to cross"
OTHER_COLOUR: Final = "other colour"
JESTERS_FIXED: Final = "jesters fixed"
TOO_FEW_DICE: Final = "too few dice"
MUST_ROLL: Final = "must roll"
ONLY_SEER_ROLLS: Final = "only seer rolls"
ONLY_OTHERS_LEAVE: Final = "only others leave"

SECOND_FACES: Final = vec[i64]([second for first in range(6) for second in range(first, 6)])
FIRST_FACES: Final = vec[i64]([first for first in range(6) for second in range(first, 6)])
POWERS: Final = vec[i64]([1, 6, 36, 216, 1296, 7776, 46656, 279936])
SIZES: Final = vec[i64]([bin(mask).count("1") for mask in range(128)])


class Rounds(Position):
    """The dice game as it goes on."""

    def __init__(self, source: "Rounds | None", seats: i64, goal: i64, magic: i64) -> None:
        super().__init__(source, seats, goal, magic)
        if source is None:
            self.begin_round()

    def copy(self) -> "Rounds":
        return Rounds(self, self.seats, 0, 0)

    # The round.

    def begin_round(self) -> None:
        seer = self.find_seer()
        if seer == NONE:
            self.finish(NO_BOX_LEFT)
            return
        self.seer = seer
        self.next_seer = seer
        self.round += 1
        self.card = NO_CARD
        self.wizard = NONE
        self.roll = 0
        self.thrown = 0
        self.closing = 0
        i: i64 = 0
        while i < DICE:
            self.dice[i] = BLANK
            i += 1
        seat: i64 = 0
        while seat < self.seats:
            self.predictions[seat] = NONE
            self.present[seat] = OUT
            seat += 1
        if self.magic:
            if self.pile == 0:
                self.pile = (1 << NO_CARD) - 1
            self.phase = DRAWING
            self.seat = CHANCE
        else:
            self.begin_predictions()

    def find_seer(self) -> i64:
        """The next Seer, or whoever has a free box first clockwise from there; NONE if nobody has."""
        tried: i64 = 0
        while tried < self.seats:
            seat: i64 = (self.next_seer + tried) % self.seats
            if self.free[seat] != 0:
                return seat
            tried += 1
        return NONE

    def take_card(self, rank: i64) -> None:
        card: i64 = nth_bit(self.pile, rank)
        self.pile &= ~(1 << card)
        self.card = card
        if FIRST_ROLL[card] == EARLY:
            self.throw(ALL_DICE)
        elif FIRST_ROLL[card] == SET_FIRST:
            self.phase = SETTING
            self.seat = self.seer
        else:
            self.begin_predictions()

    def set_dice(self, pair: i64) -> None:
        self.dice[0] = FIRST_FACES[pair]
        self.dice[1] = SECOND_FACES[pair]
        self.roll = 1
        self.begin_predictions()

    # Predictions.

    def begin_predictions(self) -> None:
        self.turn = 0
        self.ask_prediction()

    def ask_prediction(self) -> None:
        """Ask the next player clockwise who has an open box; who has none sits the round out."""
        while self.turn < self.seats:
            self.seat = (self.seer + self.turn) % self.seats
            if self.has_box(self.seat):
                self.phase = PREDICTING
                return
            self.turn += 1
        self.begin_rolling()

    def predict(self, box: i64) -> None:
        self.predictions[self.seat] = box
        self.present[self.seat] = IN
        if CROSS[self.card] and self.can_cross(self.seat, box // COLUMNS):
            self.phase = CROSSING
        else:
            self.turn += 1
            self.ask_prediction()

    def cross_out(self, move: i64) -> None:
        if move != CROSS_NONE:
            self.boxes[self.seat * BOXES + move - CROSS_OUT] = CROSSED
        self.turn += 1
        self.ask_prediction()

    def begin_rolling(self) -> None:
        self.name_next_seer()
        if WIZARDS[self.card] == 0:
            self.phase = COLOURING
            self.seat = self.seer
        else:
            self.first_roll()

    def name_next_seer(self) -> None:
        """The highest prediction outside the Seer Colour; of equals the first clockwise from the Seer."""
        self.next_seer = self.seer
        highest: i64 = 0
        turn: i64 = 1
        while turn < self.seats:
            seat: i64 = (self.seer + turn) % self.seats
            box: i64 = self.predictions[seat]
            if box >= 0 and box // COLUMNS != self.seer_colour() and box % COLUMNS + 1 > highest:
                highest = box % COLUMNS + 1
                self.next_seer = seat
            turn += 1

    def name_colour(self, move: i64) -> None:
        self.wizard = self.seer_colour() if move == UNSPOKEN else move - COLOUR
        self.first_roll()

    def first_roll(self) -> None:
        """Roll 1; or, where roll 1 has been made or set already, what follows it."""
        if self.roll == 0:
            self.throw(ALL_DICE)
        elif FIRST_ROLL[self.card] == SET_FIRST:
            self.throw(ALL_DICE & ~((1 << SET_DICE[self.card]) - 1))
        else:
            self.phase = REROLLING
            self.seat = self.seer

    # Rolling.

    def throw(self, mask: i64) -> None:
        self.thrown = mask
        self.phase = ROLLING
        self.seat = CHANCE

    def land(self, outcome: i64) -> None:
        die: i64 = 0
        while die < DICE:
            if (self.thrown >> die) & 1:
                self.dice[die] = outcome % FACES
                outcome //= FACES
            die += 1
        self.roll += 1
        if self.roll == 1 and FIRST_ROLL[self.card] == EARLY:
            self.begin_predictions()
        elif self.roll >= self.last_roll():
            self.close()
        else:
            self.turn = 1
            self.ask_to_stay()

    def ask_to_stay(self) -> None:
        while self.turn < self.seats:
            self.seat = (self.seer + self.turn) % self.seats
            if self.present[self.seat] == IN:
                self.phase = STAYING
                return
            self.turn += 1
        self.phase = REROLLING
        self.seat = self.seer

    def answer_stay(self, move: i64) -> None:
        if move == LEAVE:
            self.score_or_ask()
        else:
            self.turn += 1
            self.ask_to_stay()

    # Scoring.

    def close(self) -> None:
        """Everybody still in scores, clockwise from the Seer's left, the Seer last."""
        self.closing = 1
        self.turn = 1
        self.score_next()

    def score_next(self) -> None:
        while self.turn <= self.seats:
            self.seat = (self.seer + self.turn) % self.seats
            if self.present[self.seat] == IN:
                self.score_or_ask()
                return
            self.turn += 1
        self.end_round()

    def score_or_ask(self) -> None:
        if self.jester_open():
            self.phase = JESTING
        else:
            self.score(False)

    def score(self, with_jester: bool) -> None:
        box: i64 = self.predictions[self.seat]
        if with_jester:
            self.write_jesters(self.showing(JESTER))
        else:
            self.write(box, self.mark_for(box))
        self.present[self.seat] = SCORED
        self.turn += 1
        if self.closing:
            self.score_next()
        else:
            self.ask_to_stay()

    def write_jesters(self, jesters: i64) -> None:
        """A Jester Score with so many Jesters."""
        box: i64 = self.predictions[self.seat]
        self.jesters[self.seat * COLUMNS + jesters - 1] = 1
        self.xs[self.seat] += 1
        both: bool = JESTERS[self.card] == MATCH and jesters == box % COLUMNS + 1
        self.write(box, X if both else 0)

    def mark_for(self, box: i64) -> i64:
        return self.mark_of(self.difference(box, self.count_for(box)))

    def mark_of(self, difference: i64) -> i64:
        if difference == 0:
            return DOUBLE_X if FACTOR[self.card] == 2 else X
        return difference * FACTOR[self.card]

    def write(self, box: i64, mark: i64) -> None:
        seat: i64 = self.seat
        self.boxes[seat * BOXES + box] = mark
        self.free[seat] &= ~(1 << box)
        if mark == X:
            self.xs[seat] += 1
        elif mark == DOUBLE_X:
            self.xs[seat] += 2

    def end_round(self) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if self.xs[seat] >= self.goal:
                self.finish(XS_REACHED)
                return
            seat += 1
        self.begin_round()

    def finish(self, ending: i64) -> None:
        self.ended = ending
        self.phase = ENDED
        self.seat = OVER

    # What can be done.

    def sides(self) -> i64:
        if self.phase == ROLLING:
            return POWERS[SIZES[self.thrown]]
        return count_bits(self.pile)

    def moves_into(self, buffer: vec[i64]) -> i64:
        phase: i64 = self.phase
        if phase == STAYING:
            buffer[0] = STAY
            buffer[1] = LEAVE
            return 2
        if phase == REROLLING:
            return self.rerolls_into(buffer)
        if phase == PREDICTING:
            return self.predictions_into(buffer)
        if phase == JESTING:
            buffer[0] = TAKE_JESTER
            buffer[1] = REFUSE_JESTER
            return 2
        if phase == COLOURING:
            return fill(buffer, 0, COLOUR, UNSPOKEN)
        if phase == CROSSING:
            return self.crossings_into(buffer)
        return fill(buffer, 0, SET, MOVES - 1)

    def predictions_into(self, buffer: vec[i64]) -> i64:
        open_boxes: i64 = self.open_boxes(self.seat)
        count: i64 = 0
        box: i64 = 0
        while box < BOXES:
            buffer[count] = PREDICT + box
            count += (open_boxes >> box) & 1
            box += 1
        return count

    def crossings_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        box: i64 = self.predictions[self.seat] // COLUMNS * COLUMNS
        end: i64 = box + COLUMNS
        while box < end:
            if self.boxes[self.seat * BOXES + box] > 0:
                buffer[count] = CROSS_OUT + box
                count += 1
            box += 1
        buffer[count] = CROSS_NONE
        return count + 1

    def rerolls_into(self, buffer: vec[i64]) -> i64:
        if not self.must_roll() and FIXED[self.card] == 0:
            return fill(buffer, 0, STOP, REROLL + ALL_DICE)
        count: i64 = 0
        if not self.must_roll():
            buffer[0] = STOP
            count = 1
        least: i64 = self.least_dice()
        fixed: i64 = self.fixed_dice()
        mask: i64 = 1
        while mask <= ALL_DICE:
            if mask & fixed == 0 and SIZES[mask] >= least:
                buffer[count] = REROLL + mask
                count += 1
            mask += 1
        return count

    def advance(self, move: i64) -> None:
        phase: i64 = self.phase
        if phase == ROLLING:
            self.land(move)
        elif phase == STAYING:
            self.answer_stay(move)
        elif phase == REROLLING:
            if move == STOP:
                self.close()
            else:
                self.throw(move - REROLL)
        elif phase == PREDICTING:
            self.predict(move - PREDICT)
        elif phase == JESTING:
            self.score(move == TAKE_JESTER)
        elif phase == COLOURING:
            self.name_colour(move)
        elif phase == DRAWING:
            self.take_card(move)
        elif phase == CROSSING:
            self.cross_out(move)
        else:
            self.set_dice(move - SET)

    def refusal(self, move: i64) -> str:
        phase: i64 = self.phase
        if move < CROSS_OUT and phase == PREDICTING:
            return BOX_USED if (self.free[self.seat] >> move) & 1 == 0 else BOX_TAKEN
        if CROSS_OUT <= move < CROSS_NONE and phase == CROSSING:
            same: bool = (move - CROSS_OUT) // COLUMNS == self.predictions[self.seat] // COLUMNS
            return NOTHING_TO_CROSS if same else OTHER_COLOUR
        if phase == REROLLING and STOP <= move < TAKE_JESTER:
            if move == STOP:
                return MUST_ROLL
            return JESTERS_FIXED if (move - REROLL) & self.fixed_dice() else TOO_FEW_DICE
        if phase == REROLLING and (move in (STAY, LEAVE)):
            return MUST_ROLL if self.must_roll() else ONLY_OTHERS_LEAVE
        if phase == STAYING and STOP <= move < TAKE_JESTER:
            return ONLY_SEER_ROLLS
        return NOT_NOW
