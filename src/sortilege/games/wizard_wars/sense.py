"""Good sense for Wizard Wars: hunt in pairs, double, stay out of reach, and press harder as the rounds go by."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, count_bits, nth_bit
from sortilege.engine.chance import Chance
from sortilege.engine.sense import Best, Sense
from sortilege.engine.state import State, new_buffer
from sortilege.games.wizard_wars.board import (
    DISTANCE,
    NEIGHBOURS,
    SCHOOL,
    SPACES,
    STEPS,
    TERRITORY,
    TOWARDS,
    WIDEST_SPACES,
)
from sortilege.games.wizard_wars.content import (
    AMOUNT,
    CARPET,
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
    SHOES,
    SMITE,
    SWAP,
    THIEVERY,
    TRAINING,
    TWINS,
)
from sortilege.games.wizard_wars.position import (
    ABSENT,
    ACTING,
    CAPTURING,
    CHOOSING,
    EACH,
    ELEMENTS,
    EMPTY,
    GUARDING,
    KEEPING,
    LOOK,
    LOSING,
    NONE,
    OPPOSING,
    ORIGINALS,
    PIECES,
    STAYING_IN,
    TEMPLE,
    THEFT,
    WIZARDS,
    owner_of,
)
from sortilege.games.wizard_wars.rules import Realm, cards, guardians, walking
from sortilege.games.wizard_wars.rules.moves import CAPTURE, CLIMB, END, KEEP, LOSE, PLAY, STAY, STEER, STEP, WIZARD

FAR: Final = 999
FARTHEST_HUNT: Final = 40
FARTHEST_SCHOOL: Final = 20
SLIGHT: Final = 1e-6

# What things are worth, in wizards; tuned by greedy games for two.
ENEMY: Final = 1.08
OUT: Final = 0.42
TWIN_TO_COME: Final = 0.28
LESSON: Final = 1.0
CARD: Final = 0.115
DRAW: Final = 0.164
SHOE: Final = 0.055
CLIMBED: Final = 0.0275
ICE: Final = 0.16
BOOTS: Final = 0.264
GUARDIAN: Final = 0.177
PILGRIM: Final = 0.014
STEP_COST: Final = 0.073
LESSON_STEP: Final = 0.03
PILGRIM_STEP: Final = 0.03
AT_ONCE: Final = 0.037  # what a step has to gain that is made before all else
HUNT_STEP: Final = 0.01
PUPIL_STEP: Final = 0.045
AT_HOME: Final = 0.105
IN_REACH: Final = 1.16
DANGER: Final = 1.35  # of that, when any wizard is in reach,
EACH_DANGER: Final = 0.9  # and for each of them
BOLDEST: Final = 90.0  # rounds until caution is least,
LEAST_CAUTION: Final = 0.1  # and what is left of it
SEEN: Final = 0.095
TWINS_NOW: Final = 0.63
HURRY_NOW: Final = 0.227
LEAST_PLAY: Final = 0.017  # what a card has to gain

# What a position is judged by: fitted to who won 5,000 games of this player with itself for two, with a random move in
# twelve, and rounded.
WIZARDS_PROSPECT: Final = vec[float]([0.0, 0.0, 2.0, 3.0, 3.8, 4.6, 5.4])
TWIN_PROSPECT: Final = 0.24
CARD_PROSPECT: Final = 0.19
CHASED: Final = 0.62  # for each of two wizards that others can capture before the next own turn,
CHASED_LAST: Final = 1.86  # and for the last wizard

NOWHERE: Final = vec[i64]([FAR] * WIDEST_SPACES)
UNWALKED: Final = vec[i64]([FAR] * (2 * WIDEST_SPACES))
AROUND: Final = vec[i64]([space if space != NONE else TEMPLE for row in STEPS for space in row])  # six for each space
NO_STEPS: Final = vec[i64]([0] * (6 * EACH + 6))
NO_WAYS: Final = vec[vec[i64]]([NO_STEPS] * EACH)
NO_PREY: Final = vec[i64]([0] * WIZARDS)


def ways_from(state: Realm, start: i64, most: i64) -> vec[i64]:
    """How many steps lead from a space to each other that can be reached with so many at most, not through the Temple;
    pieces are reached, not passed."""
    on: vec[i64] = state.on
    steps: vec[i64] = UNWALKED[:]  # behind the steps stand the spaces to go on from
    steps[TEMPLE] = 0
    steps[start] = 0
    steps[WIDEST_SPACES] = start
    head: i64 = WIDEST_SPACES
    tail: i64 = head + 1
    while head < tail:
        space: i64 = steps[head]
        head += 1
        far: i64 = steps[space] + 1
        if far > most:
            break
        side: i64 = space * 6
        end: i64 = side + 6
        while side < end:
            near: i64 = AROUND[side]
            side += 1
            if steps[near] == FAR:
                what: i64 = on[near]
                if what == EMPTY:
                    steps[tail] = near
                    tail += 1
                if what >= EMPTY:
                    steps[near] = far
    if start != TEMPLE:
        steps[TEMPLE] = FAR
    return steps


class Walks:
    """The ways of the own wizards with the movement that is left, each measured once."""

    def __init__(self, state: Realm) -> None:
        self.state = state
        self.known: i64 = 0
        self.ways: vec[vec[i64]] = NO_WAYS[:]

    def of(self, wizard: i64, most: i64) -> vec[i64]:
        """How far a wizard has to each space, with so many steps at most."""
        state = self.state
        if most != state.left:
            return ways_from(state, state.at[wizard], most)
        place: i64 = wizard % EACH
        if not (self.known >> place) & 1:
            self.known |= bit(place)
            self.ways[place] = ways_from(state, state.at[wizard], most)
        return self.ways[place]


def first_step(state: Realm, steps: vec[i64], space: i64) -> i64:
    """The space next to the start that a shortest way to a space begins with."""
    while steps[space] > 1:
        for near in NEIGHBOURS[space]:
            if steps[near] == steps[space] - 1 and state.on[near] == EMPTY and near != TEMPLE:
                space = near
                break
    return space


def towards(state: Realm, piece: i64, space: i64) -> i64:
    """The move that brings an own wizard to a space next to it."""
    direction: i64 = 0
    while TOWARDS[state.at[piece]][direction] != space:
        direction += 1
    if piece == state.steered:
        return STEER + direction
    return STEP + piece % EACH * 6 + direction


def coming_movement(state: Realm, element: i64) -> i64:
    """What an element will have in its next turn, as far as it shows."""
    return 0 if (state.petrified >> element) & 1 else state.movement(element)


def next_movement(state: Realm, element: i64) -> i64:
    """What an element has left, or will have when its turn comes."""
    return state.left if element == state.turn else coming_movement(state, element)


def need(state: Realm, space: i64, victim: i64, hunter: i64) -> i64:
    """The movement that an element needs to capture a piece of another on a space, as the crow flies."""
    nearest, second = two_nearest(state, space, hunter, NONE)
    return effort(nearest, second, nearest < FAR and has_helper(state, space, victim, hunter))


def two_nearest(state: Realm, space: i64, hunter: i64, without: i64) -> tuple[i64, i64]:
    """The steps that the two nearest wizards of an element need to stand next to a space; one may be left out."""
    distance: vec[i64] = DISTANCE[space]
    at: vec[i64] = state.at
    nearest: i64 = FAR
    second: i64 = FAR
    piece: i64 = hunter * EACH
    end: i64 = piece + EACH
    while piece < end:
        where: i64 = at[piece]
        if where >= 0 and piece != without and not state.is_frozen(piece):
            steps: i64 = distance[where] - 1
            if steps < nearest:
                second = nearest
                nearest = steps
            elif steps < second:
                second = steps
        piece += 1
    return nearest, second


def effort(nearest: i64, second: i64, helped: bool) -> i64:
    """The movement that two wizards need, or with help one."""
    total: i64 = nearest if helped else nearest + second
    return total if total > 0 else 1


def has_helper(state: Realm, space: i64, victim: i64, hunter: i64) -> bool:
    """A third element's wizard stands next to the space and would help."""
    for near in NEIGHBOURS[space]:
        piece: i64 = state.on[near]
        if 0 <= piece < WIZARDS and piece // EACH != victim and piece // EACH != hunter and not state.is_frozen(piece):
            return True
    return False


def in_danger(state: Realm, element: i64, without: i64, first: i64) -> i64:
    """How many own wizards the others, from the first up to the own turn, could capture; one may be left out."""
    count: i64 = 0
    piece: i64 = element * EACH
    end: i64 = piece + EACH
    while piece < end:
        if piece != without and state.at[piece] >= 0 and not state.guarded(piece):
            if in_reach(state, state.at[piece], element, first):
                count += 1
        piece += 1
    return count


def in_reach(state: Realm, space: i64, element: i64, first: i64) -> bool:
    """Somebody, from the first up to the own turn, could capture an own wizard on this space."""
    other: i64 = first
    while other != element:
        if state.out[other] == STAYING_IN and can_reach(state, space, element, other):
            return True
        other = clockwise(other)
    return False


def can_reach(state: Realm, space: i64, victim: i64, hunter: i64) -> bool:
    """An element could capture a piece of another on a space in its next turn, as the crow flies."""
    movement: i64 = next_movement(state, hunter)
    nearest, second = two_nearest(state, space, hunter, NONE)
    if effort(nearest, second, True) > movement:
        return False
    return effort(nearest, second, False) <= movement or has_helper(state, space, victim, hunter)


def clockwise(element: i64) -> i64:
    return 0 if element == ELEMENTS - 1 else element + 1


def material(state: Realm, element: i64) -> float:
    """What an element has, less what the others have, in wizards."""
    total: float = 0.0
    other: i64 = 0
    while other < ELEMENTS:
        if state.out[other] > STAYING_IN:
            total += OUT
        elif state.out[other] == STAYING_IN and other != element:
            total -= ENEMY * wealth(state, other)
        other += 1
    total += wealth(state, element)
    if (state.owed >> element) & 1:
        total += DRAW
    if state.turn == element:
        if state.blessed:
            total += PILGRIM
        if state.looks > 0 or state.stage == LOOK:
            total += 2.0 * DRAW
        if state.stage == THEFT:
            total += 2.0 * DRAW
        if state.stage == CAPTURING:
            total += ENEMY
    return total


def wealth(state: Realm, element: i64) -> float:
    cards: i64 = count_bits(state.hands[element])
    total: float = float(state.wizards[element]) + CARD * float(cards) + SHOE * float(state.shoes[element])
    total += TWIN_TO_COME * float(twins_to_come(state, element))
    frozen: i64 = (state.frozen >> (element * EACH)) & 63
    total -= ICE * float(count_bits(frozen))
    if state.boots[element]:
        total -= BOOTS
    guardian: i64 = state.at[WIZARDS + element]
    if guardian >= 0:
        total += CLIMBED * float(state.rings + 1 - DISTANCE[TEMPLE][guardian])
    return total


def twins_to_come(state: Realm, element: i64) -> i64:
    """How many own wizards can still be doubled."""
    count: i64 = 0
    piece: i64 = element * EACH
    end: i64 = piece + ORIGINALS
    while piece < end:
        if state.at[piece] >= 0 and state.has_twin_to_come(piece):
            count += 1
        piece += 1
    return count


def caution(state: Realm) -> float:
    """How much an own wizard in reach of others counts: less and less, or nobody would ever dare."""
    shown: float = min(1.0, float(state.round) / BOLDEST)
    return IN_REACH * (1.0 - (1.0 - LEAST_CAUTION) * shown)


def hopeless(state: Realm, element: i64) -> bool:
    """The last wizard of the last but one element, with no twin or card to come that helps: it stops running."""
    if state.living > 2 or state.wizards[element] > 1 or state.temple_left or state.combat_left:
        return False
    designs: i64 = state.held(state.hands[element])
    while designs:
        effect: i64 = EFFECT[nth_bit(designs, 0)]
        designs &= designs - 1
        if effect in (SMITE, NECROMANCY):
            return False
    return twins_to_come(state, element) == 0


def posture(state: Realm, element: i64) -> float:
    """How well the wizards of an element stand."""
    return stance(
        fear(state, element),
        in_danger(state, element, NONE, clockwise(element)),
        hunt(state, element),
        pupil_way(state, element, NONE),
        state.on[SCHOOL[state.rings][element]] // EACH == element,
    )


def stance(fear: float, endangered: i64, hunt: i64, way: i64, at_home: bool) -> float:
    total: float = -HUNT_STEP * float(hunt) - PUPIL_STEP * float(way)
    if endangered > 0:
        total -= fear * (DANGER + EACH_DANGER * float(endangered))
    if at_home:
        total -= AT_HOME
    return total


def fear(state: Realm, element: i64) -> float:
    """What it costs to have a wizard in danger; each one more costs less."""
    return 0.0 if hopeless(state, element) else caution(state)


def hunt(state: Realm, element: i64) -> i64:
    """How far the nearest pair of own wizards is from a common prey."""
    best: i64 = FARTHEST_HUNT
    piece: i64 = 0
    while piece < WIZARDS:
        if state.at[piece] >= 0 and piece // EACH != element:
            far: i64 = need(state, state.at[piece], piece // EACH, element) + state.wizards[piece // EACH]
            if far < best:
                best = far
        piece += 1
    return best


def pupil_way(state: Realm, element: i64, without: i64) -> i64:
    """How far the nearest own wizard that can be doubled is from a foreign School; one may be left out."""
    best: i64 = FARTHEST_SCHOOL
    piece: i64 = element * EACH
    end: i64 = piece + ORIGINALS
    while piece < end:
        if piece != without and is_pupil(state, piece):
            far: i64 = school_way(state, element, state.at[piece])
            if far < best:
                best = far
        piece += 1
    return best


def is_pupil(state: Realm, piece: i64) -> bool:
    return state.is_free(piece) and state.has_twin_to_come(piece)


def school_way(state: Realm, element: i64, space: i64) -> i64:
    """How far a foreign School is."""
    best: i64 = FARTHEST_SCHOOL
    other: i64 = 0
    while other < ELEMENTS:
        if other != element and state.out[other] != ABSENT:
            far: i64 = DISTANCE[space][SCHOOL[state.rings][other]]
            if far < best:
                best = far
        other += 1
    return best


def prospect(state: Realm, element: i64) -> float:
    """How likely an element is to win: one more makes it e times as likely."""
    total: float = WIZARDS_PROSPECT[state.wizards[element]] + CARD_PROSPECT * float(count_bits(state.hands[element]))
    total += TWIN_PROSPECT * float(twins_to_come(state, element))
    chased: i64 = in_danger(state, element, NONE, state.turn)
    if chased > 0:
        total -= CHASED_LAST if state.wizards[element] == 1 else CHASED * float(min(chased, 2))
    return total


class Posting:
    """Where the wizards of the turn could stand: what does not change with the space is looked up once."""

    def __init__(self, state: Realm) -> None:
        element: i64 = state.turn
        self.state = state
        self.fear: float = fear(state, element)
        self.reached: vec[i64] = NOWHERE[:]
        self.school: i64 = state.school()
        self.schools: vec[i64] = NO_PREY[:]
        self.foreign: i64 = 0
        self.spaces: vec[i64] = NO_PREY[:]
        self.lives: vec[i64] = NO_PREY[:]
        self.helped: vec[i64] = NO_PREY[:]
        self.prey: i64 = 0
        self.note_schools()
        self.note_prey()
        self.efforts: vec[i64] = NO_PREY[:]
        self.most: vec[i64] = NO_PREY[:]
        self.wizard: i64 = NONE
        self.endangered: i64 = 0
        self.way: i64 = FARTHEST_SCHOOL
        self.pupil: bool = False
        self.at_home: bool = False

    def note_schools(self) -> None:
        state = self.state
        other: i64 = 0
        while other < ELEMENTS:
            if other != state.turn and state.out[other] != ABSENT:
                self.schools[self.foreign] = SCHOOL[state.rings][other]
                self.foreign += 1
            other += 1

    def note_prey(self) -> None:
        state = self.state
        piece: i64 = 0
        while piece < WIZARDS:
            space: i64 = state.at[piece]
            victim: i64 = piece // EACH
            if space >= 0 and victim != state.turn:
                self.spaces[self.prey] = space
                self.lives[self.prey] = state.wizards[victim]
                self.helped[self.prey] = 1 if has_helper(state, space, victim, state.turn) else 0
                self.prey += 1
            piece += 1

    def think_of(self, wizard: i64) -> None:
        """From now on it is about this wizard: what the others do without it, and what it adds at most."""
        state = self.state
        self.wizard = wizard
        self.endangered = self.others_in_danger()
        self.way = pupil_way(state, state.turn, wizard)
        self.pupil = is_pupil(state, wizard)
        guest: i64 = state.on[self.school]
        self.at_home = guest // EACH == state.turn and guest != wizard
        i: i64 = 0
        while i < self.prey:
            nearest, second = two_nearest(state, self.spaces[i], state.turn, wizard)
            self.efforts[i] = 0 if self.helped[i] else nearest
            self.most[i] = nearest if self.helped[i] else second
            i += 1

    def others_in_danger(self) -> i64:
        """The same as `in_danger`, without this wizard."""
        state = self.state
        count: i64 = 0
        piece: i64 = state.turn * EACH
        end: i64 = piece + EACH
        while piece < end:
            space: i64 = state.at[piece]
            if space >= 0 and piece != self.wizard and self.is_reached(space) and not state.guarded(piece):
                count += 1
            piece += 1
        return count

    def worth(self, space: i64, least: float) -> float:
        """The posture with the wizard on a space; more than that where it is surely worth less than the least."""
        distance: vec[i64] = DISTANCE[space]
        way: i64 = self.way
        if self.pupil:
            schools: vec[i64] = self.schools
            i: i64 = 0
            while i < self.foreign:
                way = min(way, distance[schools[i]])
                i += 1
        at_home: bool = self.at_home or space == self.school
        hunt: i64 = self.hunt(distance)
        safe: float = stance(self.fear, self.endangered, hunt, way, at_home)
        if safe < least - SLIGHT or not self.is_reached(space) or self.is_guarded(space):
            return safe
        return stance(self.fear, self.endangered + 1, hunt, way, at_home)

    def is_reached(self, space: i64) -> bool:
        """Is a space in reach of the others? No own wizard makes a difference to that."""
        if self.reached[space] == FAR:
            turn: i64 = self.state.turn
            self.reached[space] = 1 if in_reach(self.state, space, turn, clockwise(turn)) else 0
        return self.reached[space] == 1

    def is_guarded(self, space: i64) -> bool:
        state = self.state
        if (state.shielded >> self.wizard) & 1:
            return True
        return (state.sanctuary >> state.turn) & 1 == 1 and TERRITORY[space] == state.turn

    def hunt(self, distance: vec[i64]) -> i64:
        """The same as the function of this name, with this wizard at these distances from the spaces."""
        spaces: vec[i64] = self.spaces
        efforts: vec[i64] = self.efforts
        most: vec[i64] = self.most
        lives: vec[i64] = self.lives
        best: i64 = FARTHEST_HUNT
        i: i64 = 0
        while i < self.prey:
            near: i64 = distance[spaces[i]] - 1
            far: i64 = efforts[i] + (near if near < most[i] else most[i])
            if far < 1:
                far = 1
            if lives[i] + far < best:
                best = lives[i] + far
            i += 1
        return best


class WaysOut:
    """The spaces that a prey can reach where wizards that are so near could not capture it without one more."""

    def __init__(self, state: Realm, prey: i64, nearest: vec[i64], second: vec[i64]) -> None:
        reach: i64 = coming_movement(state, prey // EACH)
        power: i64 = coming_movement(state, state.turn) + 2
        distance: vec[i64] = DISTANCE[state.at[prey]]
        self.count: i64 = 0
        self.spaces: vec[i64] = NOWHERE[:]
        self.near: vec[i64] = NOWHERE[:]  # from where one more can help
        space: i64 = 0
        while space < SPACES[state.rings]:
            if distance[space] <= reach and nearest[space] + second[space] > power:
                self.spaces[self.count] = space
                self.near[self.count] = power - nearest[space]
                self.count += 1
            space += 1

    def past(self, hunter: i64) -> i64:
        """How many of them are safe with a hunter on this space."""
        distance: vec[i64] = DISTANCE[hunter]
        safe: i64 = 0
        i: i64 = 0
        while i < self.count:
            if distance[self.spaces[i]] > self.near[i]:
                safe += 1
            i += 1
        return safe


def lesson_worth(steps: i64) -> float:
    return LESSON - TWIN_TO_COME - LESSON_STEP * float(steps)


def pilgrimage_worth(steps: i64) -> float:
    return PILGRIM - PILGRIM_STEP * float(steps)


class WarSense(Sense):
    """Takes what can be taken this turn, then stands as well as it can."""

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Realm)
        stage: i64 = state.stage
        if stage == ACTING:
            return self.act(state, chance)
        if stage == GUARDING:
            return self.guard(state)
        if stage == CAPTURING:
            return self.capture(state)
        if stage == KEEPING:
            return KEEP + self.best_card(state, state.held(state.looked), True)
        if stage == LOSING:
            return LOSE + self.best_card(state, state.held(state.hands[state.turn]), False)
        if stage == CHOOSING and EFFECT[state.card] == CONTROL:
            return WIZARD + self.best_lured(state)
        return self.best_answer(state, chance)

    def weigh(self, state: State, move: i64) -> float:
        assert isinstance(state, Realm)
        return self.outlook(state, move, True)

    def horizon(self) -> i64:
        return 14

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Realm)
        if state.out[state.element[seat]] != STAYING_IN:
            return 0.0
        own: float = prospect(state, state.element[seat])
        total: float = 0.0
        other: i64 = 0
        while other < state.seats:
            element: i64 = state.element[other]
            if state.out[element] == STAYING_IN:
                total += math.exp(prospect(state, element) - own)
            other += 1
        return 1.0 / total

    # Small choices.

    def guard(self, state: Realm) -> i64:
        """Climb, unless that leads from a safe space into a trap."""
        after = state.copy()
        guardians.climb(after)
        space: i64 = after.at[WIZARDS + state.turn]
        return STAY if space >= 0 and in_reach(after, space, state.turn, clockwise(state.turn)) else CLIMB

    def capture(self, state: Realm) -> i64:
        """A wizard before a Guardian, and of those one whose element is nearest to its end."""
        victims: i64 = state.victims()
        best: i64 = FAR
        choice: i64 = NONE
        while victims:
            piece: i64 = nth_bit(victims, 0)
            victims &= victims - 1
            left: i64 = 100 if piece >= WIZARDS else state.wizards[piece // EACH]
            if left < best:
                best = left
                choice = piece
        return CAPTURE + choice

    def best_card(self, state: Realm, designs: i64, most: bool) -> i64:
        """The card that is usually worth most, or least."""
        choice: i64 = NONE
        best: float = -100.0
        while designs:
            design: i64 = nth_bit(designs, 0)
            designs &= designs - 1
            worth: float = CARD_WORTH[EFFECT[design]] if most else -CARD_WORTH[EFFECT[design]]
            if worth > best:
                best = worth
                choice = design
        return choice

    def best_answer(self, state: Realm, chance: Chance) -> i64:
        """The answer to a card's question after which things look best."""
        buffer = new_buffer()
        count: i64 = state.moves_into(buffer)
        best = Best(chance)
        i: i64 = 0
        while i < count:
            best.offer(buffer[i], self.outlook(state, buffer[i], state.left == 0))
            i += 1
        return best.move

    def outlook(self, state: Realm, move: i64, late: bool) -> float:
        """How things look after a move, with the best answers to the questions of a card."""
        element: i64 = state.turn
        after = state.copy()
        after.advance(move)
        if after.seat == state.seat and CHOOSING <= after.stage <= OPPOSING:
            buffer = new_buffer()
            count: i64 = after.moves_into(buffer)
            best: float = -1000.0
            i: i64 = 0
            while i < count:
                best = max(best, self.outlook(after, buffer[i], late))
                i += 1
            return best
        worth: float = material(after, element)
        return worth + posture(after, element) if late else worth

    # The turn.

    def act(self, state: Realm, chance: Chance) -> i64:
        if state.steered != NONE:
            return self.steer(state)
        buffer = NO_STEPS[:]
        count: i64 = walking.steps_into(state, buffer)
        late: bool = count == 0
        walks = Walks(state)
        card: i64 = self.card_to_play(state, walks, late)
        if card != NONE:
            return PLAY + card
        if late:
            return END
        move: i64 = self.gain_now(state, buffer, count)
        if move == NONE:
            move = self.errand(state, walks, state.left)
        if move == NONE:
            move = self.reposition(state, walks, chance)
        return move if move != NONE else buffer[0]

    def gain_now(self, state: Realm, steps: vec[i64], count: i64) -> i64:
        """The step that captures, doubles or draws at once, if there is one."""
        best: float = 0.0
        move: i64 = NONE
        any_looked_at: bool = False
        contact: bool = self.in_contact(state)
        i: i64 = 0
        while i < count:
            if self.may_gain(state, steps[i] - STEP, contact):
                if not any_looked_at:
                    any_looked_at = True
                    best = material(state, state.turn) + AT_ONCE
                worth: float = self.outlook(state, steps[i], False)
                if worth > best:
                    best = worth
                    move = steps[i]
            i += 1
        return move

    def in_contact(self, state: Realm) -> bool:
        """An own wizard is in ice, or an enemy has a foe beside it."""
        if state.own_wizards() & state.frozen:
            return True
        piece: i64 = 0
        while piece < PIECES:
            space: i64 = state.at[piece]
            if space >= 0 and owner_of(piece) != state.turn and self.has_foe(state, space, owner_of(piece), NONE):
                return True
            piece += 1
        return False

    def may_gain(self, state: Realm, step: i64, contact: bool) -> bool:
        """A step leads to the Temple, a foreign School, an enemy that has a foe beside it already, or an own wizard in
        ice."""
        wizard: i64 = state.turn * EACH + step // 6
        space: i64 = TOWARDS[state.at[wizard]][step % 6]
        if space == TEMPLE or state.foreign_school(space):
            return True
        side: i64 = space * 6
        end: i64 = side + 6 if contact else side
        while side < end:
            piece: i64 = state.on[AROUND[side]]
            if piece >= 0:
                owner: i64 = owner_of(piece)
                if owner == state.turn:
                    if state.is_frozen(piece):
                        return True
                elif self.has_foe(state, AROUND[side], owner, wizard):
                    return True
            side += 1
        return False

    def has_foe(self, state: Realm, space: i64, owner: i64, without: i64) -> bool:
        """Next to a piece stands a wizard that can take part in its capture; one is left out."""
        side: i64 = space * 6
        end: i64 = side + 6
        while side < end:
            piece: i64 = state.on[AROUND[side]]
            if 0 <= piece < WIZARDS and piece != without and piece // EACH != owner and not state.is_frozen(piece):
                return True
            side += 1
        return False

    def errand(self, state: Realm, walks: Walks, left: i64) -> i64:
        """The first step of the best thing that can be done with so much movement."""
        best: float = 0.0
        move: i64 = NONE
        piece: i64 = 0
        while piece < PIECES:
            if state.at[piece] >= 0 and owner_of(piece) != state.turn and not state.guarded(piece):
                worth, step = self.prey(state, walks, piece, left, best)
                if worth > best:
                    best = worth
                    move = step
            piece += 1
        worth, step = self.rescue(state, left)
        if worth > best:
            best = worth
            move = step
        if state.school_open():
            worth, step = self.lesson(state, walks, left, best)
            if worth > best:
                best = worth
                move = step
            worth, step = self.pilgrimage(state, left, best)
            if worth > best:
                move = step
        return move

    def prey(self, state: Realm, walks: Walks, piece: i64, left: i64, least: float) -> tuple[float, i64]:
        """What hunting a piece is worth, and the first step, if it can be worth more than the least."""
        element: i64 = owner_of(piece)
        space: i64 = state.at[piece]
        nearest, second = two_nearest(state, space, state.turn, NONE)
        if effort(nearest, second, True) > left:
            return -1.0, NONE
        helped: bool = has_helper(state, space, element, state.turn)
        worth: float = GUARDIAN if piece >= WIZARDS else ENEMY + DRAW
        if piece < WIZARDS and state.wizards[element] == 1:
            worth += OUT
        cost: i64 = effort(nearest, second, helped)
        if cost > left or worth - STEP_COST * float(cost) <= least:
            return -1.0, NONE
        steps: vec[i64] = ways_from(state, space, left + 1)
        nearest = FAR
        second = FAR
        near_wizard: i64 = NONE
        far_wizard: i64 = NONE
        wizard: i64 = state.turn * EACH
        end: i64 = wizard + EACH
        while wizard < end:
            if state.is_free(wizard):
                way: i64 = steps[state.at[wizard]] - 1
                if way < nearest:
                    second = nearest
                    far_wizard = near_wizard
                    nearest = way
                    near_wizard = wizard
                elif way < second:
                    second = way
                    far_wizard = wizard
            wizard += 1
        cost = nearest + second
        mover: i64 = far_wizard
        if helped:
            cost = nearest
            mover = near_wizard
        if cost > left or cost == 0:
            return -1.0, NONE
        if steps[state.at[mover]] == 1:
            mover = near_wizard
        if steps[state.at[mover]] <= 1:
            return -1.0, NONE
        back: vec[i64] = walks.of(mover, left)
        space = self.stand(state, back, steps)
        if space == NONE:
            return -1.0, NONE
        return worth - STEP_COST * float(cost), towards(state, mover, first_step(state, back, space))

    def stand(self, state: Realm, back: vec[i64], steps: vec[i64]) -> i64:
        """The free space next to the prey that is nearest."""
        best: i64 = FAR
        choice: i64 = NONE
        space: i64 = 1
        while space < WIDEST_SPACES:
            if steps[space] == 1 and back[space] < best and state.on[space] == EMPTY:
                best = back[space]
                choice = space
            space += 1
        return choice

    def rescue(self, state: Realm, left: i64) -> tuple[float, i64]:
        """What thawing an own wizard is worth, and the first step."""
        best: i64 = left + 1
        move: i64 = NONE
        frozen: i64 = state.own_wizards() & state.frozen
        while frozen:
            steps: vec[i64] = ways_from(state, state.at[nth_bit(frozen, 0)], left + 1)
            frozen &= frozen - 1
            free: i64 = state.free_wizards(state.turn)
            while free:
                wizard: i64 = nth_bit(free, 0)
                free &= free - 1
                if 1 < steps[state.at[wizard]] <= best:
                    best = steps[state.at[wizard]] - 1
                    move = towards(state, wizard, self.nearer(state, wizard, steps))
        return (ICE - STEP_COST * float(best), move) if move != NONE else (-1.0, NONE)

    def lesson(self, state: Realm, walks: Walks, left: i64, least: float) -> tuple[float, i64]:
        """What doubling a wizard is worth, and the first step, if it can be worth more than the least. A pupil that
        others can reach is in danger."""
        steps, school, move = self.nearest_lesson(state, walks, left, least)
        if move == NONE:
            return -1.0, NONE
        worth: float = lesson_worth(steps)
        if worth > least and in_reach(state, school, state.turn, clockwise(state.turn)):
            worth -= fear(state, state.turn)
        return worth, move

    def nearest_lesson(self, state: Realm, walks: Walks, left: i64, least: float) -> tuple[i64, i64, i64]:
        """The steps to the nearest School that can be worth more than the least, that School, and the first step."""
        best: i64 = left + 1
        goal: i64 = NONE
        move: i64 = NONE
        wizard: i64 = state.turn * EACH
        end: i64 = wizard + ORIGINALS
        while wizard < end:
            way: i64 = school_way(state, state.turn, state.at[wizard]) if is_pupil(state, wizard) else FAR
            if way < best and lesson_worth(way) > least:
                steps: vec[i64] = walks.of(wizard, left)
                other: i64 = 0
                while other < ELEMENTS:
                    school: i64 = SCHOOL[state.rings][other]
                    if other != state.turn and state.out[other] != ABSENT and state.on[school] == EMPTY:
                        if 0 < steps[school] < best:
                            best = steps[school]
                            goal = school
                            move = towards(state, wizard, first_step(state, steps, school))
                    other += 1
            wizard += 1
        return best, goal, move

    def pilgrimage(self, state: Realm, left: i64, least: float) -> tuple[float, i64]:
        """What a Temple Card is worth, and the first step, if it can be worth more than the least."""
        nearest: i64 = two_nearest(state, TEMPLE, state.turn, NONE)[0] + 1
        if state.temple_left == 0 or nearest > left or pilgrimage_worth(nearest) <= least:
            return -1.0, NONE
        steps: vec[i64] = ways_from(state, TEMPLE, left)
        best: i64 = left + 1
        choice: i64 = NONE
        wizard: i64 = state.turn * EACH
        end: i64 = wizard + EACH
        while wizard < end:
            if state.is_free(wizard) and steps[state.at[wizard]] < best:
                best = steps[state.at[wizard]]
                choice = wizard
            wizard += 1
        if choice == NONE:
            return -1.0, NONE
        return pilgrimage_worth(best), towards(state, choice, self.nearer(state, choice, steps))

    def nearer(self, state: Realm, wizard: i64, steps: vec[i64]) -> i64:
        """A space next to a wizard that is one step nearer to where the steps are counted from."""
        space: i64 = state.at[wizard]
        for near in NEIGHBOURS[space]:
            if steps[near] == steps[space] - 1 and state.on[near] == EMPTY:
                return near
        return NONE

    def reposition(self, state: Realm, walks: Walks, chance: Chance) -> i64:
        """The first step towards the space where one wizard more stands best."""
        prey: i64 = self.lone_prey(state)
        if prey != NONE and state.wizards[state.turn] > 1:
            move: i64 = self.encircle(state, walks, prey, chance)
            if move != NONE:
                return move
        best = Best(chance)
        posting = Posting(state)
        spaces: i64 = SPACES[state.rings]
        free: i64 = state.free_wizards(state.turn)
        while free:
            wizard: i64 = nth_bit(free, 0)
            free &= free - 1
            posting.think_of(wizard)
            steps: vec[i64] = walks.of(wizard, state.left)
            space: i64 = 1
            while space < spaces:
                if 0 < steps[space] <= state.left and state.on[space] == EMPTY:
                    best.offer(wizard * WIDEST_SPACES + space, posting.worth(space, best.worth))
                space += 1
        return self.way_to(state, walks, best.move)

    def way_to(self, state: Realm, walks: Walks, goal: i64) -> i64:
        """The first step of a wizard to a space, both in one number; NONE where there is no goal."""
        if goal == NONE:
            return NONE
        wizard: i64 = goal // WIDEST_SPACES
        steps: vec[i64] = walks.of(wizard, state.left)
        return towards(state, wizard, first_step(state, steps, goal % WIDEST_SPACES))

    # The last hunt.

    def lone_prey(self, state: Realm) -> i64:
        """The only enemy wizard left, if there is only one."""
        enemies: i64 = state.enemies()
        return nth_bit(enemies, 0) if enemies & (enemies - 1) == 0 else NONE

    def encircle(self, state: Realm, walks: Walks, prey: i64, chance: Chance) -> i64:
        """The first step towards the space from which a wizard leaves the prey the fewest safe spaces."""
        best = Best(chance)
        free: i64 = state.free_wizards(state.turn)
        rest: i64 = free
        while rest:
            wizard: i64 = nth_bit(rest, 0)
            rest &= rest - 1
            steps: vec[i64] = walks.of(wizard, state.left)
            nearest: vec[i64] = NOWHERE[:]
            second: vec[i64] = NOWHERE[:]
            self.measure(state, free & ~bit(wizard), nearest, second)
            ways_out = WaysOut(state, prey, nearest, second)
            space: i64 = 1
            while space < SPACES[state.rings]:
                if 0 < steps[space] <= state.left and state.on[space] == EMPTY:
                    best.offer(wizard * WIDEST_SPACES + space, -float(ways_out.past(space)))
                space += 1
        return self.way_to(state, walks, best.move)

    def measure(self, state: Realm, wizards: i64, nearest: vec[i64], second: vec[i64]) -> None:
        """For every space, how far the nearest and the second of these wizards are."""
        while wizards:
            distance: vec[i64] = DISTANCE[state.at[nth_bit(wizards, 0)]]
            wizards &= wizards - 1
            space: i64 = 0
            while space < WIDEST_SPACES:
                far: i64 = distance[space]
                if far < nearest[space]:
                    second[space] = nearest[space]
                    nearest[space] = far
                elif far < second[space]:
                    second[space] = far
                space += 1

    # Cards.

    def card_to_play(self, state: Realm, walks: Walks, late: bool) -> i64:
        """The card to play now: at once what gains by itself or opens an errand, the rest after the steps."""
        if state.played or state.hushed or state.hands[state.turn] == 0:
            return NONE
        now: float = material(state, state.turn)
        if late:
            now += posture(state, state.turn)
        best: float = LEAST_PLAY
        choice: i64 = NONE
        designs: i64 = state.held(state.hands[state.turn])
        while designs:
            design: i64 = nth_bit(designs, 0)
            designs &= designs - 1
            if cards.has_effect(state, design):
                worth: float = self.play_worth(state, walks, design, late, now)
                if worth > best:
                    best = worth
                    choice = design
        return choice

    def play_worth(self, state: Realm, walks: Walks, design: i64, late: bool, now: float) -> float:
        effect: i64 = EFFECT[design]
        if effect == CONTROL:
            return ENEMY if self.lure_steps(state, self.best_lured(state)) <= state.left else 0.0
        if effect == TWINS:
            return TWINS_NOW if state.school_open() and self.lesson(state, walks, state.left, -1.0)[1] != NONE else 0.0
        if effect in (HURRY, CARPET):
            more: i64 = state.total if effect == CARPET else AMOUNT[design]
            return HURRY_NOW if self.opens_errand(state, walks, more) else 0.0
        if not late and effect not in (
            PILGRIMAGE, TRAINING, MIRROR, EXCHANGE, SMITE, NECROMANCY, THIEVERY, PICK, SWAP, FREEZE, SHOES, GHOST,
        ):  # fmt: skip
            return 0.0
        return self.outlook(state, PLAY + design, late) - now + (SEEN if late else 0.0)

    def opens_errand(self, state: Realm, walks: Walks, more: i64) -> bool:
        """With so much more movement there is something to take that is out of reach now."""
        if self.worthwhile(state, walks, state.left):
            return False
        return self.worthwhile(state, walks, state.left + more)

    def worthwhile(self, state: Realm, walks: Walks, left: i64) -> bool:
        piece: i64 = 0
        while piece < WIZARDS:
            if state.at[piece] >= 0 and piece // EACH != state.turn and not state.guarded(piece):
                if self.prey(state, walks, piece, left, -1.0)[1] != NONE:
                    return True
            piece += 1
        return state.school_open() and self.lesson(state, walks, left, -1.0)[1] != NONE

    # Mind Control.

    def best_lured(self, state: Realm) -> i64:
        """The enemy wizard that is led to its end soonest."""
        best: i64 = FAR + 1
        choice: i64 = NONE
        rest: i64 = state.steerable()
        while rest:
            piece: i64 = nth_bit(rest, 0)
            rest &= rest - 1
            steps: i64 = self.lure_steps(state, piece)
            if steps < best:
                best = steps
                choice = piece
        return choice

    def lure_steps(self, state: Realm, piece: i64) -> i64:
        space: i64 = self.lure(state, piece, self.steered_ways(state, piece))
        return self.steered_ways(state, piece)[space] if space != NONE else FAR

    def steered_ways(self, state: Realm, piece: i64) -> vec[i64]:
        """How many steps a controlled wizard needs to each space it may enter."""
        steps: vec[i64] = NOWHERE[:]
        queue: vec[i64] = NOWHERE[:]
        steps[state.at[piece]] = 0
        queue[0] = state.at[piece]
        head: i64 = 0
        tail: i64 = 1
        while head < tail:
            space: i64 = queue[head]
            head += 1
            for near in NEIGHBOURS[space]:
                if steps[near] == FAR and state.can_steer(near):
                    steps[near] = steps[space] + 1
                    queue[tail] = near
                    tail += 1
        return steps

    def lure(self, state: Realm, piece: i64, steps: vec[i64]) -> i64:
        """The nearest space where this wizard would fall."""
        best: i64 = FAR
        choice: i64 = NONE
        if (state.shielded >> piece) & 1:
            return NONE
        space: i64 = 1
        while space < WIDEST_SPACES:
            if 0 < steps[space] < best and state.attackers(space, piece // EACH) > 1:
                best = steps[space]
                choice = space
            space += 1
        return choice

    def steer(self, state: Realm) -> i64:
        buffer = NO_STEPS[:]
        if walking.steps_into(state, buffer) == 0:
            return END
        steps: vec[i64] = self.steered_ways(state, state.steered)
        space: i64 = self.lure(state, state.steered, steps)
        if space == NONE or steps[space] > state.left:
            return buffer[0]
        return towards(state, state.steered, first_step(state, steps, space))


CARD_WORTH: Final = vec[float](
    [
        0.3, 0.5, 0.2, 0.4, 0.4, 0.4, 0.2, 0.1,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.6, 0.7, 1.0, 0.9, 0.5, 0.6, 0.8, 0.6,
        0.4, 0.1, 0.7, 0.8, 0.4, 0.4,
    ]
)  # fmt: skip
"""What a card in the hand is worth, by its effect: used only to choose between cards."""
