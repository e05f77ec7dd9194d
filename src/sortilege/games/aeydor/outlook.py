"""What a turn of two comes to, over all that its dice can show, if both play it as well as can be."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.sense import Sense
from sortilege.engine.state import OVER
from sortilege.games.aeydor.content import CRYSTAL_FACE, DUEL_FACE, DUEL_FACES, KEEPERS_FACES, TRACK_TOP
from sortilege.games.aeydor.position import (
    ALL_DICE,
    DUEL,
    FIRST_DIE,
    KEEPERS_DIE,
    LUCKY,
    NONE,
    ORDER,
    PLACING,
    PLACING_SECOND,
    RAISING,
    ROLL,
    ROLLED,
    SECOND_DIE,
    SPOTS,
    TERRAINS,
    WINDOW,
)
from sortilege.games.aeydor.rules import Contest, collection
from sortilege.games.aeydor.rules.moves import CHANGE, KEEP, PLACE, REROLL

DUELS: Final = float(sum([1 for face in KEEPERS_FACES if face == DUEL_FACE])) / float(len(KEEPERS_FACES))
WINS: Final = vec[i64]([sum([1 for face in DUEL_FACES if face <= power]) for power in range(TRACK_TOP + 1)])
WINNING: Final = list(DUEL_FACES).index(min(DUEL_FACES))
LOSING: Final = list(DUEL_FACES).index(max(DUEL_FACES))

# How a player stands on two terrains: on each not at all, in the Safe Zone or in the Duel Zone.
STANDS: Final = 3
WAYS: Final = STANDS * STANDS
ROLLS: Final = 2 * TERRAINS * TERRAINS
STRAYS: Final = 2  # so many gifts from elsewhere are looked at in all their ways
UNKNOWN: Final = -1.0


class Placement:
    """Two spots on different terrains, and how the player then stands on each terrain."""

    def __init__(self, first: i64, second: i64) -> None:
        self.first: i64 = first
        self.second: i64 = second
        self.stands: vec[i64] = vec[i64]([0] * TERRAINS)
        for spot in (first, second):
            if spot != NONE:
                self.stands[spot >> 1] = 1 + (spot & 1)


def placement_of(state: Contest, seat: i64) -> Placement:
    return Placement(state.pieces[2 * seat], state.pieces[2 * seat + 1])


def placements(safe: bool, first: i64) -> list[Placement]:
    """All that are allowed, with this first spot if there is one already."""
    found: list[Placement] = []
    step: i64 = 2 if safe else 1
    one: i64 = 0 if first == NONE else first
    while one < SPOTS:
        other: i64 = one + step if first == NONE else 0
        while other < SPOTS:
            if other >> 1 != one >> 1:
                found.append(Placement(one, other))
            other += step
        if first != NONE:
            return found
        one += step
    return found


class Outlook:
    """The Active Player's chance to win, from the positions that come after the turn by what both collect.

    Both play for the win, and one wins what the other loses.
    """

    def __init__(self, state: Contest, sense: Sense) -> None:
        self.sense = sense
        self.turn: i64 = state.turn
        self.active: i64 = state.active
        self.other: i64 = 1 - state.active
        self.certain: bool = True
        self.state = state.copy()
        self.state.pieces = vec[i64]([NONE] * len(state.pieces))
        self.known: vec[float] = vec[float]([UNKNOWN] * (ROLLS * WAYS * WAYS))
        self.kept: vec[float] = vec[float]([0.0] * ROLLS)
        self.means: vec[float] = vec[float]([0.0] * (2 * TERRAINS))
        self.best: i64 = 0

    def told(self, state: Contest) -> float:
        """The chance after the turn: what the end says, or the sense."""
        if state.seat == OVER:
            mine = state.standings()
            if mine[self.active] == mine[self.other]:
                return 0.5
            return 1.0 if mine[self.active] > mine[self.other] else 0.0
        self.certain = False
        return self.sense.told(state, self.active)

    # The collection.

    def collected(self, first: i64, second: i64, duel: i64, mine: i64, theirs: i64) -> float:
        """With these dice and so standing on the two terrains; worked out once."""
        at: i64 = ((2 * (TERRAINS * first + second) + duel) * WAYS + mine) * WAYS + theirs
        if self.known[at] == UNKNOWN:
            after = self.state.copy()
            after.first_die = first
            after.second_die = second
            after.keepers_die = DUEL_FACE if duel else CRYSTAL_FACE
            stand(after, self.active, mine)
            stand(after, self.other, theirs)
            collection.begin(after)
            self.known[at] = self.settled(after, 0)
        return self.known[at]

    def settled(self, state: Contest, strays: i64) -> float:
        """The chance in the middle of a collection; so many gifts have come from elsewhere."""
        if state.seat == OVER or state.turn != self.turn:
            return self.told(state)
        if state.phase == DUEL:
            return self.fought(state, strays)
        if state.phase == ORDER:
            return self.ordered(state, strays)
        sides: i64 = state.sides()
        if strays >= STRAYS:
            state.advance(sides // 2)
            return self.settled(state, strays)
        total: float = 0.0
        outcome: i64 = 0
        while outcome < sides:
            total += self.settled(moved(state, outcome), strays + 1)
            outcome += 1
        return total / float(sides)

    def fought(self, state: Contest, strays: i64) -> float:
        wins: i64 = WINS[state.power[state.at]]
        chance: float = 0.0
        if wins > 0:
            chance = self.settled(moved(state, WINNING), strays) * float(wins)
        if wins < len(DUEL_FACES):
            state.advance(LOSING)
            chance += self.settled(state, strays) * float(len(DUEL_FACES) - wins)
        return chance / float(len(DUEL_FACES))

    def ordered(self, state: Contest, strays: i64) -> float:
        own: bool = state.seat == self.active
        best: float = UNKNOWN
        for move in state.moves():
            chance = self.settled(moved(state, move), strays)
            if best == UNKNOWN or (chance > best) == own:
                best = chance
        return best

    # The roll.

    def lay(self, mine: vec[i64], theirs: vec[i64]) -> None:
        """Work out what every roll is worth that is kept, where both stand so; the means are over one Terrain die."""
        kept = self.kept
        first: i64 = 0
        while first < TERRAINS:
            second: i64 = first + 1
            while second < TERRAINS:
                ours: i64 = STANDS * mine[first] + mine[second]
                other: i64 = STANDS * theirs[first] + theirs[second]
                duel: i64 = 0
                while duel < 2:
                    chance: float = self.collected(first, second, duel, ours, other)
                    kept[2 * (TERRAINS * first + second) + duel] = chance
                    kept[2 * (TERRAINS * second + first) + duel] = chance
                    duel += 1
                second += 1
            first += 1
        self.change_lucky()

    def lay_placed(self, state: Contest) -> None:
        """The same where all pieces stand."""
        self.lay(placement_of(state, self.active).stands, placement_of(state, self.other).stands)

    def change_lucky(self) -> None:
        """Of two equal dice one is turned to the best other terrain."""
        kept = self.kept
        at: i64 = 0
        while at < 2 * TERRAINS:
            terrain: i64 = at >> 1
            duel: i64 = at & 1
            best: float = UNKNOWN
            total: float = 0.0
            other: i64 = 0
            while other < TERRAINS:
                if other != terrain:
                    chance: float = kept[2 * (TERRAINS * terrain + other) + duel]
                    total += chance
                    best = max(best, chance)
                other += 1
            kept[2 * (TERRAINS * terrain + terrain) + duel] = best
            self.means[at] = (total + best) / float(TERRAINS)
            at += 1

    def thrown(self) -> float:
        """Before the three dice are thrown."""
        total: float = 0.0
        first: i64 = 0
        while first < TERRAINS:
            lucky: i64 = 2 * (TERRAINS * first + first)
            total += DUELS * self.kept[lucky + 1] + (1.0 - DUELS) * self.kept[lucky]
            second: i64 = first + 1
            while second < TERRAINS:
                total += 2.0 * (DUELS * self.rolled(first, second, 1) + (1.0 - DUELS) * self.rolled(first, second, 0))
                second += 1
            first += 1
        return total / float(TERRAINS * TERRAINS)

    def rolled(self, first: i64, second: i64, duel: i64) -> float:
        """With these dice, if one of them may be thrown again."""
        best: float = max(self.means[2 * first + duel], self.means[2 * second + duel])
        return max(best, self.kept[2 * (TERRAINS * first + second) + duel], self.keepers_again(first, second))

    def keepers_again(self, first: i64, second: i64) -> float:
        at: i64 = 2 * (TERRAINS * first + second)
        return DUELS * self.kept[at + 1] + (1.0 - DUELS) * self.kept[at]

    def placed(self, mine: Placement, theirs: Placement) -> float:
        self.lay(mine.stands, theirs.stands)
        return self.thrown()

    # The placement.

    def answered(self, theirs: Placement, answers: list[Placement], bound: float) -> float:
        """The best that the Active Player makes of the other's placement; as soon as it reaches the bound, that."""
        most: float = self.placed(answers[self.best], theirs)
        at: i64 = 0
        while at < len(answers) and most < bound:
            chance: float = self.placed(answers[at], theirs)
            if chance > most:
                most = chance
                self.best = at
            at += 1
        return most


def stand(state: Contest, seat: i64, ways: i64) -> None:
    """Put a player's pieces where the dice make something of them."""
    first: i64 = ways // STANDS
    second: i64 = ways % STANDS
    state.pieces[2 * seat] = 2 * state.first_die + first - 1 if first else NONE
    state.pieces[2 * seat + 1] = 2 * state.second_die + second - 1 if second else NONE


def moved(state: Contest, move: i64) -> Contest:
    after = state.copy()
    after.advance(move)
    return after


class Reckoning:
    """The best move in a turn, and the chance of the seat that decides."""

    def __init__(self, state: Contest, sense: Sense) -> None:
        self.state = state
        self.sense = sense
        self.outlook = Outlook(state, sense)
        self.move: i64 = NONE
        self.chance: float = UNKNOWN
        self.certain: bool = True
        self.decide(state)
        self.certain = self.certain and self.outlook.certain

    def offer(self, move: i64, chance: float) -> None:
        if chance > self.chance:
            self.chance = chance
            self.move = move

    def decide(self, state: Contest) -> None:
        phase: i64 = state.phase
        if phase in (WINDOW, RAISING):
            self.use_window(state)
        elif phase in (PLACING, PLACING_SECOND):
            self.place(state)
        elif phase in (ROLLED, LUCKY):
            self.roll(state)
        elif phase == ORDER:
            self.order(state)

    def use_window(self, state: Contest) -> None:
        for move in state.moves():
            self.offer(move, self.strengthened(moved(state, move), state.seat))

    def strengthened(self, state: Contest, seat: i64) -> float:
        """What is told after the best that an exchange can be spent on."""
        if state.phase != RAISING:
            self.certain = False
            return self.sense.told(state, seat)
        best: float = UNKNOWN
        for move in state.moves():
            best = max(best, self.strengthened(moved(state, move), seat))
        return best

    def place(self, state: Contest) -> None:
        outlook = self.outlook
        active: bool = state.seat == outlook.active
        first: i64 = state.pieces[2 * state.seat] if state.phase == PLACING_SECOND else NONE
        theirs = placement_of(state, outlook.other)
        answers = placements(state.low(outlook.active), NONE)
        for own in placements(state.low(state.seat), first):
            move: i64 = PLACE + (own.first if first == NONE else own.second)
            if active:
                self.offer(move, outlook.placed(own, theirs))
            else:
                self.offer(move, 1.0 - outlook.answered(own, answers, 1.0 - self.chance))

    def roll(self, state: Contest) -> None:
        outlook = self.outlook
        first: i64 = state.first_die
        second: i64 = state.second_die
        duel: i64 = i64(state.keepers_die == DUEL_FACE)
        outlook.lay_placed(state)
        if state.phase == LUCKY:
            for other in range(TERRAINS):
                if other != first:
                    self.offer(CHANGE + other, outlook.kept[2 * (TERRAINS * first + other) + duel])
            return
        self.offer(KEEP, outlook.kept[2 * (TERRAINS * first + second) + duel])
        self.offer(REROLL + FIRST_DIE - 1, outlook.means[2 * second + duel])
        self.offer(REROLL + SECOND_DIE - 1, outlook.means[2 * first + duel])
        self.offer(REROLL + KEEPERS_DIE - 1, outlook.keepers_again(first, second))

    def order(self, state: Contest) -> None:
        for move in state.moves():
            chance = self.outlook.settled(moved(state, move), 0)
            self.offer(move, chance if state.seat == state.active else 1.0 - chance)


def foreseen(state: Contest, sense: Sense) -> float:
    """The Active Player's chance where chance speaks."""
    outlook = Outlook(state, sense)
    if state.phase != ROLL:
        return outlook.settled(state.copy(), 0)
    outlook.lay_placed(state)
    duel: i64 = i64(state.keepers_die == DUEL_FACE)
    if state.thrown == ALL_DICE:
        return outlook.thrown()
    if state.thrown == FIRST_DIE:
        return outlook.means[2 * state.second_die + duel]
    if state.thrown == SECOND_DIE:
        return outlook.means[2 * state.first_die + duel]
    return outlook.keepers_again(state.first_die, state.second_die)
