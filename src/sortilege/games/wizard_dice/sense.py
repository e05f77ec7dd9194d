"""Good sense for the dice game: exact odds for the Seer, sound guesses for the others."""

import math
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import count_bits
from sortilege.engine.chance import Chance
from sortilege.engine.network import Network
from sortilege.engine.sense import Best, Sense
from sortilege.engine.state import State, new_buffer
from sortilege.engine.weights import own_network
from sortilege.games.wizard_dice.content import (
    ALL_WIZARDS,
    COLUMNS,
    DICE,
    EARLY,
    EXTRA,
    FACTOR,
    FIRST_ROLL,
    FIXED,
    JESTERS,
    JOIN,
    MATCH,
    ROLL_RULE,
    ROLLS,
    SEALED,
    WIZARDS,
)
from sortilege.games.wizard_dice.outlook import Reckoning
from sortilege.games.wizard_dice.position import (
    BLANK,
    BOXES,
    COLOURING,
    CROSSING,
    DRAWING,
    FACES,
    JESTER,
    JESTING,
    NONE,
    PREDICTING,
    REROLLING,
    SETTING,
    STAYING,
    WIZARD,
)
from sortilege.games.wizard_dice.prospect import signs_of
from sortilege.games.wizard_dice.rules import (
    COLOUR,
    CROSS_NONE,
    CROSS_OUT,
    FIRST_FACES,
    LEAVE,
    PREDICT,
    REFUSE_JESTER,
    REROLL,
    SECOND_FACES,
    SET,
    STAY,
    STOP,
    TAKE_JESTER,
    Rounds,
)

# What an X is worth besides its points, for it brings the nine nearer; a Jester's X costs a free Jester box.
X_WORTH: Final = 0.6
JESTER_WORTH: Final = 0.35
LEAD: Final = 7.0

FOLDER: Final = Path(__file__).parent

SIDE: Final = 8
HIT: Final = SIDE * SIDE
CELLS: Final = SIDE * HIT
SORTS: Final = vec[i64]([HIT, SIDE, 1])
ZEROS: Final = vec[float]([0.0] * CELLS)
MOST_KNOWN: Final = 4096  # odds that are kept, 8 kB each


def cell(hits: i64, jesters: i64, others: i64) -> i64:
    return hits * HIT + jesters * SIDE + others


def free_jesters(state: Rounds, seat: i64) -> i64:
    """A bit for every free Jester box."""
    free: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        if state.jesters[seat * COLUMNS + column] == 0:
            free |= 1 << column
        column += 1
    return free


def later_twins(dice: vec[i64]) -> vec[i64]:
    """For every die a bit for the next one that shows the same, or none."""
    twins: vec[i64] = vec[i64]([0] * DICE)
    last: vec[i64] = vec[i64]([0] * FACES)
    die: i64 = DICE - 1
    while die >= 0:
        twins[die] = last[dice[die]]
        last[dice[die]] = 1 << die
        die -= 1
    return twins


def takes_twins(mask: i64, twins: vec[i64]) -> bool:
    """Does this mask take with every die those after it that show the same?"""
    die: i64 = 0
    while die < DICE:
        if (mask >> die) & 1 and mask & twins[die] != twins[die]:
            return False
        die += 1
    return True


class Odds:
    """The odds of one number on one card. Dice are hits, Jesters or others; a hand is how many of each.

    `ahead` is what a set of kept dice is worth if the rest is rolled, after which the Seer has so many rolls more, or
    another player so many looks more.
    """

    def __init__(self, card: i64, number: i64, with_wizards: i64, free: i64, rolls: i64, looks: i64) -> None:
        self.card: i64 = card
        self.number: i64 = number
        self.with_wizards: i64 = with_wizards
        self.free: i64 = free
        self.ahead: vec[float] = ZEROS[:]
        self.best: vec[float] = ZEROS[:]
        self.settle(False)
        while rolls > 0:
            self.keep_best()
            self.settle(True)
            rolls -= 1
        while looks > 0:
            self.wait()
            self.settle(True)
            looks -= 1

    def sort(self, face: i64, colour: i64) -> i64:
        """0 a hit, 1 a Jester, 2 any other."""
        if face == colour or (face == WIZARD and self.with_wizards):
            return 0
        return 1 if face == JESTER else 2

    def sorted(self, dice: vec[i64], colour: i64, rolled: i64) -> i64:
        """The cell of a hand, without the dice that are rolled or not yet thrown."""
        at: i64 = 0
        die: i64 = 0
        while die < DICE:
            if not (rolled >> die) & 1 and dice[die] != BLANK:
                at += SORTS[self.sort(dice[die], colour)]
            die += 1
        return at

    def payoff(self, hits: i64, jesters: i64) -> float:
        """What scoring now is worth, with the better of both ways."""
        plain: float = self.plain(hits, jesters)
        if 1 <= jesters <= COLUMNS and (self.free >> jesters - 1) & 1:
            return max(plain, self.by_jester(jesters))
        return plain

    def plain(self, hits: i64, jesters: i64) -> float:
        count: i64 = hits + EXTRA[self.card]
        if JESTERS[self.card] == JOIN:
            count += jesters
        difference: i64 = count - self.number
        if difference == 0:
            return (float(self.number) + X_WORTH) * float(FACTOR[self.card])
        if difference < 0:
            difference = -difference
        return -float(difference * FACTOR[self.card])

    def by_jester(self, jesters: i64) -> float:
        if JESTERS[self.card] == MATCH and jesters == self.number:
            return float(self.number) + X_WORTH + JESTER_WORTH
        return JESTER_WORTH

    def settle(self, choosing: bool) -> None:
        """From whole hands down to the empty one: a hand lacking a die is worth the mean over that die's faces."""
        hit_faces: float = float(1 + self.with_wizards)
        other_faces: float = 5.0 - hit_faces
        size: i64 = DICE
        while size >= 0:
            hits: i64 = 0
            while hits <= size:
                jesters: i64 = 0
                while jesters <= size - hits:
                    others: i64 = size - hits - jesters
                    at: i64 = cell(hits, jesters, others)
                    if size < DICE:
                        self.ahead[at] = (
                            hit_faces * self.ahead[at + HIT] + self.ahead[at + SIDE] + other_faces * self.ahead[at + 1]
                        ) / 6.0
                    elif choosing:
                        self.ahead[at] = max(self.payoff(hits, jesters), self.best[at])
                    else:
                        self.ahead[at] = self.payoff(hits, jesters)
                    jesters += 1
                hits += 1
            size -= 1

    def keep_best(self) -> None:
        """Fill `best`: for every hand the best of its smaller parts to keep."""
        size: i64 = 0
        while size <= DICE:
            hits: i64 = 0
            while hits <= size:
                jesters: i64 = 0
                while jesters <= size - hits:
                    self.best[cell(hits, jesters, size - hits - jesters)] = self.best_part(
                        hits, jesters, size - hits - jesters
                    )
                    jesters += 1
                hits += 1
            size += 1

    def best_part(self, hits: i64, jesters: i64, others: i64) -> float:
        at: i64 = cell(hits, jesters, others)
        value: float = self.ahead[at] if hits + jesters + others < DICE else -1000.0
        if hits > 0:
            value = max(value, self.best[at - HIT])
        if jesters > 0 and FIXED[self.card] == 0:
            value = max(value, self.best[at - SIDE])
        if others > 0:
            value = max(value, self.best[at - 1])
        return value

    def wait(self) -> None:
        """Fill `best` with what a fresh roll of all dice is worth."""
        at: i64 = 0
        while at < CELLS:
            self.best[at] = self.ahead[0]
            at += 1

    def best_mask(self, dice: vec[i64], colour: i64, least: i64) -> tuple[float, i64]:
        """The best set of dice to roll again, of at least so many, and its worth."""
        have: i64 = self.sorted(dice, colour, 0)
        best: float = -1000.0
        keep: i64 = 0
        hits: i64 = 0
        while hits <= have // HIT:
            jesters: i64 = have // SIDE % SIDE if FIXED[self.card] else 0
            while jesters <= have // SIDE % SIDE:
                others: i64 = 0
                while others <= have % SIDE:
                    at: i64 = cell(hits, jesters, others)
                    if hits + jesters + others <= DICE - least and self.ahead[at] > best:
                        best = self.ahead[at]
                        keep = at
                    others += 1
                jesters += 1
            hits += 1
        return best, self.mask_without(dice, colour, keep)

    def mask_without(self, dice: vec[i64], colour: i64, keep: i64) -> i64:
        kept: vec[i64] = vec[i64]([keep // HIT, keep // SIDE % SIDE, keep % SIDE])
        mask: i64 = 0
        die: i64 = 0
        while die < DICE:
            sort: i64 = self.sort(dice[die], colour)
            if kept[sort] > 0:
                kept[sort] -= 1
            else:
                mask |= 1 << die
            die += 1
        return mask

    def now(self, dice: vec[i64], colour: i64) -> float:
        """What scoring these dice is worth."""
        have: i64 = self.sorted(dice, colour, 0)
        return self.payoff(have // HIT, have // SIDE % SIDE)


def can_reckon(state: Rounds) -> bool:
    """For two, where no prediction is sealed and the dice are not yet to be set."""
    phase: i64 = state.phase
    if state.seats != 2 or phase in (DRAWING, SETTING):
        return False
    return phase != PREDICTING or SEALED[state.card] == 0


class DiceSense(Sense):
    """Plays for the expected worth of its own prediction."""

    def __init__(self) -> None:
        self.known: dict[i64, Odds] = {}
        self.network: Network | None = None

    def odds(self, state: Rounds, seat: i64, box: i64, wizard: i64, rolls: i64, looks: i64) -> Odds:
        """The odds of a seat's prediction, where a wizard counts for this colour; worked out once and kept."""
        with_wizards: i64 = 1 if WIZARDS[state.card] == ALL_WIZARDS or wizard == box // COLUMNS else 0
        free: i64 = free_jesters(state, seat)
        key: i64 = (state.card * COLUMNS + box % COLUMNS) * 2 + with_wizards
        key = ((key << COLUMNS | free) * (ROLLS + COLUMNS) + rolls) * (ROLLS + COLUMNS) + looks
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            found = Odds(state.card, box % COLUMNS + 1, with_wizards, free, rolls, looks)
            self.known[key] = found
        return found

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Rounds)
        phase: i64 = state.phase
        if phase == REROLLING:
            return self.reroll(state)
        if phase == STAYING:
            return self.stay(state)
        if phase == JESTING:
            return self.jest(state)
        if phase == PREDICTING:
            return self.predict(state, chance)
        if phase == COLOURING:
            return COLOUR + state.seer_colour()
        if phase == CROSSING:
            return self.cross(state)
        return self.set_dice(state)

    def reckon(self, state: State, to_end: bool) -> i64:
        assert isinstance(state, Rounds)
        if not can_reckon(state):
            return NONE
        if to_end and max(count_bits(state.free[0]), count_bits(state.free[1])) > 1:
            return NONE
        reckoning = Reckoning(state, self)
        move: i64 = reckoning.best(state)
        return move if reckoning.certain or not to_end else NONE

    def foresee(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rounds)
        if not can_reckon(state):
            return -1.0
        reckoning = Reckoning(state, self)
        reckoning.seat = seat
        return reckoning.chance(state, 0.0, 1.0)

    def signs(self, state: State) -> vec[float]:
        """Where a Seer of two begins a round."""
        assert isinstance(state, Rounds)
        if state.seats == 2 and state.phase == PREDICTING and state.predictions[state.seer] == NONE:
            return signs_of(state, state.seer)
        return vec[float]()

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rounds)
        if state.seats == 2:
            return self.chance_of_two(state, seat)
        rival: i64 = -1000
        other: i64 = 0
        while other < state.seats:
            if other != seat and state.points(other) > rival:
                rival = state.points(other)
            other += 1
        return 1.0 / (1.0 + math.exp(float(rival - state.points(seat)) / LEAD))

    def chance_of_two(self, state: Rounds, seat: i64) -> float:
        """Between rounds, as the network tells it for the next Seer."""
        network = self.network
        if network is None:
            network = own_network(FOLDER)
            self.network = network
        chance: float = network.chance(signs_of(state, state.next_seer))
        return chance if seat == state.next_seer else 1.0 - chance

    def weigh(self, state: State, move: i64) -> float:
        assert isinstance(state, Rounds)
        if state.phase == PREDICTING:
            return self.prediction_worth(state, move - PREDICT)
        if state.phase != REROLLING:
            return super().weigh(state, move)
        box: i64 = state.predictions[state.seat]
        odds = self.odds(state, state.seat, box, state.wizard, state.last_roll() - state.roll - 1, 0)
        if move == STOP:
            return odds.now(state.dice, box // COLUMNS)
        return odds.ahead[odds.sorted(state.dice, box // COLUMNS, move - REROLL)]

    def distinct(self, state: State, buffer: vec[i64], count: i64) -> i64:
        """Of dice that show the same, the last are rolled again."""
        assert isinstance(state, Rounds)
        if state.phase != REROLLING:
            return count
        twins = later_twins(state.dice)
        left: i64 = 0
        i: i64 = 0
        while i < count:
            if takes_twins(buffer[i] - REROLL, twins):
                buffer[left] = buffer[i]
                left += 1
            i += 1
        return left

    def reroll(self, state: Rounds) -> i64:
        box: i64 = state.predictions[state.seat]
        odds = self.odds(state, state.seat, box, state.wizard, state.last_roll() - state.roll - 1, 0)
        best, mask = odds.best_mask(state.dice, box // COLUMNS, state.least_dice())
        if not state.must_roll() and odds.now(state.dice, box // COLUMNS) >= best:
            return STOP
        return REROLL + mask

    def stay(self, state: Rounds) -> i64:
        """Leave if the dice now are as good as what one more roll by the Seer can be expected to bring."""
        target: i64 = state.predictions[state.seer]
        seer = self.odds(state, state.seer, target, state.wizard, state.last_roll() - state.roll - 1, 0)
        best, mask = seer.best_mask(state.dice, target // COLUMNS, 1)
        if seer.now(state.dice, target // COLUMNS) >= best:
            return LEAVE
        box: i64 = state.predictions[state.seat]
        mine = self.odds(state, state.seat, box, state.wizard, 0, 0)
        ahead: float = mine.ahead[mine.sorted(state.dice, box // COLUMNS, mask)]
        return STAY if ahead > mine.now(state.dice, box // COLUMNS) else LEAVE

    def jest(self, state: Rounds) -> i64:
        box: i64 = state.predictions[state.seat]
        odds = self.odds(state, state.seat, box, state.wizard, 0, 0)
        hits: i64 = odds.sorted(state.dice, box // COLUMNS, 0) // HIT
        jesters: i64 = state.showing(JESTER)
        return TAKE_JESTER if odds.by_jester(jesters) > odds.plain(hits, jesters) else REFUSE_JESTER

    def cross(self, state: Rounds) -> i64:
        worst: i64 = 0
        move: i64 = CROSS_NONE
        box: i64 = state.predictions[state.seat] // COLUMNS * COLUMNS
        end: i64 = box + COLUMNS
        while box < end:
            if state.boxes[state.seat * BOXES + box] > worst:
                worst = state.boxes[state.seat * BOXES + box]
                move = CROSS_OUT + box
            box += 1
        return move

    def predict(self, state: Rounds, chance: Chance) -> i64:
        buffer = new_buffer()
        count: i64 = state.moves_into(buffer)
        best = Best(chance)
        i: i64 = 0
        while i < count:
            best.offer(buffer[i], self.prediction_worth(state, buffer[i] - PREDICT))
            i += 1
        return best.move

    def prediction_worth(self, state: Rounds, box: i64) -> float:
        if state.seat == state.seer:
            return self.seer_worth(state, box)
        looks: i64 = ROLLS
        if ROLL_RULE[state.card]:
            looks = state.predictions[state.seer] % COLUMNS + 1
        return self.odds(state, state.seat, box, state.seer_colour(), 0, looks - 1).ahead[0]

    def seer_worth(self, state: Rounds, box: i64) -> float:
        """The worth of a prediction for the Seer, who names its colour and rolls for it."""
        wizard: i64 = box // COLUMNS if WIZARDS[state.card] == 0 else NONE
        if FIRST_ROLL[state.card] == EARLY:
            odds = self.odds(state, state.seat, box, wizard, ROLLS - 2, 0)
            return odds.best_mask(state.dice, box // COLUMNS, state.least_dice())[0]
        rolls: i64 = box % COLUMNS + 1 if ROLL_RULE[state.card] else ROLLS
        for face in state.dice:
            if face != BLANK:
                rolls = ROLLS - 1
        odds = self.odds(state, state.seat, box, wizard, rolls - 1, 0)
        return odds.ahead[odds.sorted(state.dice, box // COLUMNS, 0)]

    def set_dice(self, state: Rounds) -> i64:
        """Show two of the best colour: the one whose best prediction is worth most."""
        best: float = -1000.0
        move: i64 = SET
        pair: i64 = 0
        while pair < FACES * (FACES + 1) // 2:
            if FIRST_FACES[pair] == SECOND_FACES[pair] and FIRST_FACES[pair] < WIZARD:
                after = state.copy()
                after.advance(SET + pair)
                worth: float = self.best_prediction(after)
                if worth > best:
                    best = worth
                    move = SET + pair
            pair += 1
        return move

    def best_prediction(self, state: Rounds) -> float:
        best: float = -1000.0
        box: i64 = 0
        while box < BOXES:
            if (state.open_boxes(state.seat) >> box) & 1:
                best = max(best, self.seer_worth(state, box))
            box += 1
        return best
