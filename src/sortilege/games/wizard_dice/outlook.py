"""What a round of two comes to, over all that its dice can still show, if both play it as well as can be."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.engine.sense import Sense
from sortilege.engine.state import OVER, new_buffer
from sortilege.games.wizard_dice.content import ALL_WIZARDS, COLUMNS, CROSS, DICE, EXTRA, FIXED, JESTERS, JOIN, WIZARDS
from sortilege.games.wizard_dice.position import (
    BLANK,
    COLOURING,
    COLOURS,
    FACES,
    IN,
    JESTER,
    PREDICTING,
    REROLLING,
    ROLLING,
    STAYING,
    WIZARD,
)
from sortilege.games.wizard_dice.rules import COLOUR, REROLL, Rounds

# What a player gets from a round: the difference, a Jester Score, or nothing more, for it has scored.
DIFFERENCES: Final = 14
DONE: Final = DIFFERENCES + COLUMNS
OUTCOMES: Final = DONE + 1
STAYS: Final = OUTCOMES  # the other player has not scored yet

SIDE: Final = 8
MOST_ROLLS: Final = 5
UNKNOWN: Final = -1.0
NEVER: Final = -1.0


class Hands:
    """All hands of up to seven dice of so many sorts: the empty one first, the whole ones last.

    `more` and `less` are the hands with a die of a sort more, or less; `codes` have a digit for every sort.
    """

    def __init__(self, sorts: i64) -> None:
        self.sorts: i64 = sorts
        self.codes: vec[i64] = vec[i64]([0])
        self.places: vec[i64] = vec[i64]([-1] * (1 << 3 * sorts))
        self.places[0] = 0
        size: i64 = 0
        at: i64 = 0
        while size < DICE:
            end: i64 = len(self.codes)
            while at < end:
                self.grow(self.codes[at])
                at += 1
            size += 1
        self.whole: i64 = at
        self.more: vec[i64] = vec[i64]([-1] * (len(self.codes) * sorts))
        self.less: vec[i64] = vec[i64]([-1] * (len(self.codes) * sorts))
        self.link()

    def grow(self, code: i64) -> None:
        """Note the hands with one die more."""
        one: i64 = 1
        sort: i64 = 0
        while sort < self.sorts:
            if self.places[code + one] < 0:
                self.places[code + one] = len(self.codes)
                self.codes = append(self.codes, code + one)
            one *= SIDE
            sort += 1

    def link(self) -> None:
        hand: i64 = 0
        while hand < self.whole:
            one: i64 = 1
            sort: i64 = 0
            while sort < self.sorts:
                larger: i64 = self.places[self.codes[hand] + one]
                self.more[hand * self.sorts + sort] = larger
                self.less[larger * self.sorts + sort] = hand
                one *= SIDE
                sort += 1
            hand += 1


KNOWN: Final[dict[i64, Hands]] = {}


def hands_of(sorts: i64) -> Hands:
    found = KNOWN.get(sorts)
    if found is None:
        found = Hands(sorts)
        KNOWN[sorts] = found
    return found


class Outlook:
    """The Seer's chance to win, from the positions that come after the round by what both score.

    Both play for the win, and one wins what the other loses. Dice that nobody in the round tells apart are of one sort.
    """

    def __init__(self, state: Rounds, sense: Sense) -> None:
        self.state = state
        self.sense = sense
        self.seer: i64 = state.seer
        self.other: i64 = 1 - state.seer
        self.sorts: vec[i64] = vec[i64]([0] * FACES)
        self.faces: vec[float] = vec[float]()
        self.kinds: vec[i64] = vec[i64]()
        self.sort_faces()
        self.hands = hands_of(len(self.kinds))
        self.wins: vec[float] = vec[float]([UNKNOWN] * (OUTCOMES * OUTCOMES))
        self.jesters: vec[i64] = vec[i64]([0] * len(self.hands.codes))
        self.plain: vec[i64] = vec[i64]([0] * len(self.hands.codes))
        self.others: vec[i64] = vec[i64]([0] * len(self.hands.codes))
        self.read_hands()
        self.certain: bool = True
        self.status: i64 = STAYS
        if state.present[self.other] != IN:
            self.status = DONE
        self.worths: list[vec[float]] = [vec[float]() for _ in range((STAYS + 1) * MOST_ROLLS)]

    # Sorts of dice.

    def kind(self, face: i64) -> i64:
        """Bits: it counts for the Seer, for the other, it is a Jester, it cannot be rolled again."""
        kind: i64 = 0
        if self.counts(self.seer, face):
            kind |= 1
        if self.counts(self.other, face):
            kind |= 2
        if face == JESTER:
            kind |= 4
        if face == FIXED[self.state.card] - 1:
            kind |= 8
        return kind

    def counts(self, seat: i64, face: i64) -> bool:
        state = self.state
        box: i64 = state.predictions[seat]
        if box < 0:
            return False
        if face == WIZARD:
            return WIZARDS[state.card] == ALL_WIZARDS or state.wizard == box // COLUMNS
        if face == JESTER:
            return JESTERS[state.card] == JOIN
        return face == box // COLUMNS

    def sort_faces(self) -> None:
        face: i64 = 0
        while face < FACES:
            kind: i64 = self.kind(face)
            sort: i64 = 0
            while sort < len(self.kinds) and self.kinds[sort] != kind:
                sort += 1
            if sort == len(self.kinds):
                self.kinds = append(self.kinds, kind)
                self.faces = append(self.faces, 0.0)
            self.faces[sort] += 1.0 / float(FACES)
            self.sorts[face] = sort
            face += 1

    def hand(self, state: Rounds, rolled: i64) -> i64:
        """The hand of the dice that lie there, without those that are rolled."""
        code: i64 = 0
        die: i64 = 0
        while die < DICE:
            if not (rolled >> die) & 1 and state.dice[die] != BLANK:
                one: i64 = 1
                sort: i64 = self.sorts[state.dice[die]]
                while sort > 0:
                    one *= SIDE
                    sort -= 1
                code += one
            die += 1
        return self.hands.places[code]

    def read_hands(self) -> None:
        """What both would score plainly with every whole hand, and how many Jesters lie there."""
        hand: i64 = self.hands.whole
        while hand < len(self.hands.codes):
            code: i64 = self.hands.codes[hand]
            mine: i64 = 0
            theirs: i64 = 0
            jesters: i64 = 0
            for kind in self.kinds:
                count: i64 = code % SIDE
                code //= SIDE
                if kind & 1:
                    mine += count
                if kind & 2:
                    theirs += count
                if kind & 4:
                    jesters += count
            self.jesters[hand] = jesters
            self.plain[hand] = self.difference(self.seer, mine)
            self.others[hand] = self.difference(self.other, theirs)
            hand += 1

    def difference(self, seat: i64, count: i64) -> i64:
        box: i64 = self.state.predictions[seat]
        return self.state.difference(box, count + EXTRA[self.state.card]) if box >= 0 else 0

    # What the round comes to.

    def win(self, mine: i64, theirs: i64) -> float:
        """The Seer's chance if both score this; worked out once."""
        at: i64 = mine * OUTCOMES + theirs
        if self.wins[at] < 0.0:
            after = self.state.copy()
            self.give(after, self.other, theirs)
            self.give(after, self.seer, mine)
            after.end_round()
            self.certain = self.certain and after.seat == OVER
            self.wins[at] = standing(after, self.seer, self.sense)
        return self.wins[at]

    def give(self, after: Rounds, seat: i64, outcome: i64) -> None:
        after.seat = seat
        if outcome < DIFFERENCES:
            box: i64 = after.predictions[seat]
            after.write(box, after.mark_of(outcome))
        elif outcome < DONE:
            after.write_jesters(outcome - DIFFERENCES + 1)

    def by_jesters(self, seat: i64, hand: i64) -> i64:
        """The Jester Score that a seat may take, or DONE if it may not."""
        jesters: i64 = self.jesters[hand]
        if 1 <= jesters <= COLUMNS and self.state.jesters[seat * COLUMNS + jesters - 1] == 0:
            return DIFFERENCES + jesters - 1
        return DONE

    def seer_scores(self, hand: i64, theirs: i64) -> float:
        chance: float = self.win(self.plain[hand], theirs)
        jesters: i64 = self.by_jesters(self.seer, hand)
        return chance if jesters == DONE else max(chance, self.win(jesters, theirs))

    def closed(self, status: i64) -> vec[float]:
        """With every whole hand, if the round ends here."""
        chances: vec[float] = vec[float]([0.0] * len(self.hands.codes))
        hand: i64 = self.hands.whole
        while hand < len(self.hands.codes):
            if status == STAYS:
                chance: float = self.seer_scores(hand, self.others[hand])
                jesters: i64 = self.by_jesters(self.other, hand)
                chances[hand] = chance if jesters == DONE else min(chance, self.seer_scores(hand, jesters))
            else:
                chances[hand] = self.seer_scores(hand, status)
            hand += 1
        return chances

    def decided(self, status: i64, rolls: i64) -> vec[float]:
        """With every whole hand, if the Seer decides and has so many rolls left."""
        at: i64 = status * MOST_ROLLS + rolls
        if len(self.worths[at]) == 0:
            chances = self.closed(status)
            if rolls > 0:
                self.roll_on(chances, self.ahead(status, rolls))
            self.worths[at] = chances
        return self.worths[at]

    def roll_on(self, chances: vec[float], ahead: vec[float]) -> None:
        """Raise the chances with whole hands to those of the best part to keep while the rest is rolled."""
        hands = self.hands
        sorts: i64 = hands.sorts
        hand: i64 = 0
        while hand < len(hands.codes):
            best: float = NEVER
            if hand < hands.whole:
                best = ahead[hand]
            sort: i64 = 0
            while sort < sorts:
                part: i64 = hands.less[hand * sorts + sort]
                if part >= 0 and not self.kinds[sort] & 8 and ahead[part] > best:
                    best = ahead[part]
                sort += 1
            ahead[hand] = best
            if hand >= hands.whole and best > chances[hand]:
                chances[hand] = best
            hand += 1

    def asked(self, rolls: i64) -> vec[float]:
        """With every whole hand, if the other is asked to stay and the Seer has so many rolls left."""
        chances: vec[float] = self.decided(STAYS, rolls)[:]
        hand: i64 = self.hands.whole
        while hand < len(self.hands.codes):
            chances[hand] = min(chances[hand], self.decided(self.others[hand], rolls)[hand])
            jesters: i64 = self.by_jesters(self.other, hand)
            if jesters != DONE:
                chances[hand] = min(chances[hand], self.decided(jesters, rolls)[hand])
            hand += 1
        return chances

    def ahead(self, status: i64, rolls: i64) -> vec[float]:
        """With every hand that lacks dice, if they are rolled and it is one of so many rolls that are left."""
        chances: vec[float] = self.landed(status, rolls - 1)[:]
        hands = self.hands
        hand: i64 = hands.whole - 1
        while hand >= 0:
            mean: float = 0.0
            sort: i64 = 0
            while sort < hands.sorts:
                mean += self.faces[sort] * chances[hands.more[hand * hands.sorts + sort]]
                sort += 1
            chances[hand] = mean
            hand -= 1
        return chances

    def landed(self, status: i64, rolls: i64) -> vec[float]:
        """With every whole hand that has just been rolled."""
        return self.asked(rolls) if status == STAYS and rolls > 0 else self.decided(status, rolls)

    # The chances of positions in this round.

    def chance(self, state: Rounds) -> float:
        """The Seer's chance, while dice are rolled and nobody scores."""
        left: i64 = state.last_roll() - state.roll
        if state.phase == ROLLING:
            return self.ahead(self.status, left)[self.hand(state, state.thrown)]
        if state.phase == REROLLING:
            if state.must_roll():
                return self.rolled_on(state, left)
            return self.decided(self.status, left)[self.hand(state, 0)]
        return self.asked(left)[self.hand(state, 0)]

    def rolled_on(self, state: Rounds, left: i64) -> float:
        """The best if so many dice have to be rolled at least."""
        ahead = self.ahead(self.status, left)
        best: float = NEVER
        mask: i64 = 1
        while mask < 1 << DICE:
            if state.legal(REROLL + mask):
                best = max(best, ahead[self.hand(state, mask)])
            mask += 1
        return best


class Reckoning:
    """The best move in a round: all that is decided is tried, and an outlook tells what is rolled."""

    def __init__(self, state: Rounds, sense: Sense) -> None:
        self.sense = sense
        self.round: i64 = state.round
        self.seat: i64 = state.seat
        self.certain: bool = True

    def best(self, state: Rounds) -> i64:
        outlook = Outlook(state, self.sense) if state.phase == REROLLING else None
        moves = state.moves()[:COLOURS] if state.phase == COLOURING else self.ordered(state)
        best: i64 = moves[0]
        most: float = NEVER
        for move in moves:
            after = state.copy()
            after.advance(move)
            if outlook is not None and after.phase == ROLLING:
                chance: float = self.seen_from(outlook, after)
            else:
                chance = self.chance(after, max(most, 0.0), 1.0)
            if chance > most:
                most = chance
                best = move
        return best

    def chance(self, state: Rounds, low: float, high: float) -> float:
        """The chance of the seat that reckons, exact between these bounds, if everybody goes on for the own chance."""
        if state.seat == OVER or state.round != self.round:
            self.certain = self.certain and state.seat == OVER
            return standing(state, self.seat, self.sense)
        if state.phase == ROLLING or state.phase == STAYING or state.phase == REROLLING:
            return self.seen_from(Outlook(state, self.sense), state)
        own: bool = state.seat == self.seat
        best: float = 0.0 if own else 1.0
        for move in self.ordered(state):
            after = state.copy()
            after.advance(move)
            chance: float = self.chance(after, low, high)
            if own:
                best = max(best, chance)
                low = max(low, chance)
            else:
                best = min(best, chance)
                high = min(high, chance)
            if low >= high:
                return best
        return best

    def seen_from(self, outlook: Outlook, state: Rounds) -> float:
        chance: float = outlook.chance(state)
        self.certain = self.certain and outlook.certain
        return chance if state.seer == self.seat else 1.0 - chance

    def ordered(self, state: Rounds) -> list[int]:
        """The moves, those first that look best; of the colours only the Seer's own, which is nearly always best."""
        if state.phase == COLOURING:
            return [COLOUR + state.seer_colour()]
        buffer = new_buffer()
        count: i64 = self.sense.distinct(state, buffer, state.moves_into(buffer))
        moves = [buffer[place] for place in range(count)]
        if state.phase == PREDICTING:
            moves = unlike(state, moves)
            weights = {move: -self.sense.weigh(state, move) for move in moves}
            moves.sort(key=lambda move: weights[move])
        return moves


def unlike(state: Rounds, boxes: list[int]) -> list[int]:
    """Those boxes in the first of all colours that are alike, before dice or cards tell them apart."""
    if state.roll > 0 or CROSS[state.card]:
        return boxes
    pages = [page_of(state, colour) for colour in range(COLOURS)]
    return [box for box in boxes if pages.index(pages[box // COLUMNS]) == box // COLUMNS]


def page_of(state: Rounds, colour: i64) -> i64:
    """What both may still predict in a colour, and who has predicted it in this round."""
    page: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        page = page << COLUMNS | (state.free[seat] >> colour * COLUMNS) & ((1 << COLUMNS) - 1)
        page = page << 1 | i64(state.predictions[seat] >= 0 and state.predictions[seat] // COLUMNS == colour)
        seat += 1
    return page


def standing(state: Rounds, seat: i64, sense: Sense) -> float:
    """The chance after a round: what the end says, or the sense."""
    if state.seat != OVER:
        return sense.value(state, seat)
    one: i64 = state.points(seat) * 10 - state.jester_scores(seat)
    other: i64 = state.points(1 - seat) * 10 - state.jester_scores(1 - seat)
    if one == other:
        return 0.5
    return 1.0 if one > other else 0.0
