"""Æydor's position: every field once, and what the table shows. Nothing is hidden in this game."""

from abc import abstractmethod
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.fields import Fields, card, flag, in_order, number, one_of, seat, set_of
from sortilege.engine.state import State
from sortilege.games.aeydor.content import (
    BARTER_MOST,
    BONUS_CARDS,
    BONUS_TOTAL,
    BRAVE_REWARD,
    CRYSTAL_BONUS,
    CRYSTAL_POINTS,
    CRYSTALS,
    DUEL_FACE,
    DUEL_FACES,
    EXCHANGE_POINTS,
    HIGHEST_LOW,
    KEEPERS,
    LIMIT,
    MOST_SEATS,
    SAFE_REWARD,
    SPELL_POINTS,
    SPELLS,
    START_HEALTH,
    START_POWER,
    TERRAIN_NAMES,
    TRACK_TOP,
    TRADE_CRYSTALS,
)

TERRAINS: Final = 6
BONUSES: Final = 3
NONE: Final = -1

# A spot is twice the terrain plus the zone.
SAFE_ZONE: Final = 0
DUEL_ZONE: Final = 1
ZONES: Final = {"safe": SAFE_ZONE, "duel": DUEL_ZONE}
SPOTS: Final = 12

# What is being decided or thrown.
WINDOW: Final = 0
RAISING: Final = 1
TAKING: Final = 2
GIVING: Final = 3
ANSWER: Final = 4
PLACING: Final = 5
PLACING_SECOND: Final = 6
ROLL: Final = 7
ROLLED: Final = 8
PAID: Final = 9
LUCKY: Final = 10
ORDER: Final = 11
DUEL: Final = 12
CRYSTAL_ELSEWHERE: Final = 13
SPELL_ELSEWHERE: Final = 14
ENDED: Final = 15
PHASES: Final = {
    "window": WINDOW,
    "raising": RAISING,
    "taking": TAKING,
    "giving": GIVING,
    "answer": ANSWER,
    "placing": PLACING,
    "placing second": PLACING_SECOND,
    "roll": ROLL,
    "rolled": ROLLED,
    "paid": PAID,
    "lucky": LUCKY,
    "order": ORDER,
    "duel": DUEL,
    "crystal elsewhere": CRYSTAL_ELSEWHERE,
    "spell elsewhere": SPELL_ELSEWHERE,
    "over": ENDED,
}

# The dice of the roll, as a set.
FIRST_DIE: Final = 1
SECOND_DIE: Final = 2
KEEPERS_DIE: Final = 4
ALL_DICE: Final = 7
DICE: Final = {"first Terrain die": FIRST_DIE, "second Terrain die": SECOND_DIE, "SpellKeepers' die": KEEPERS_DIE}

# Why the last round began, or the game stopped.
GOING_ON: Final = 0
SIX_SPELLS: Final = 1
EMPTY_TERRAINS: Final = 2
TURN_LIMIT: Final = 3
ENDINGS: Final = {
    "going on": GOING_ON,
    "six spells": SIX_SPELLS,
    "empty terrains": EMPTY_TERRAINS,
    "turn limit": TURN_LIMIT,
}

SPOT_NAMES: Final = [f"{terrain} {zone}" for terrain in TERRAIN_NAMES for zone in in_order(ZONES)]

FIELDS: Final = Fields(
    flag("advanced"),  # is this the advanced variant
    number("limit", LIMIT["least"], LIMIT["most"]),  # the last turn there can be
    one_of("phase", PHASES),
    number("turn", 1, LIMIT["most"]),
    seat("active"),  # the Active Player
    seat("at"),  # whose window, placement or collection it is
    card("first_die", TERRAIN_NAMES, none=NONE),
    card("second_die", TERRAIN_NAMES, none=NONE),
    one_of("keepers_die", {"not rolled": NONE, **KEEPERS}),
    set_of("thrown", in_order(DICE)),  # the dice being thrown
    flag("rerolled"),  # is the free re-roll used up
    flag("sold"),  # is the re-roll for a crystal used up
    number("crystals", 0, max(CRYSTALS)).each_seat(TERRAINS),
    number("crystals_left", 0, max(CRYSTALS)).row(TERRAINS),
    number("spells", 0, max(SPELLS)).each_seat(TERRAINS),
    number("spells_left", 0, max(SPELLS)).row(TERRAINS),
    number("power", 0, TRACK_TOP).each_seat(),
    number("health", 0, TRACK_TOP).each_seat(),
    card("pieces", SPOT_NAMES, none=NONE).each_seat(2),
    number("bonus", NONE, MOST_SEATS - 1).each_seat(BONUSES),  # the rank in the pile of the card that a seat holds
    number("taken", 0, MOST_SEATS).row(BONUSES),  # cards taken from each pile
    number("points", 0, max(EXCHANGE_POINTS)),  # still to be placed after an exchange
    number("taking", 0, TRADE_CRYSTALS),  # crystals still to be taken for a spell
    flag("bartered"),  # has there been an offer in this window
    seat("partner", nobody=True),  # to whom the offer is made
    number("given", 0, BARTER_MOST).row(TERRAINS),
    number("asked", 0, BARTER_MOST).row(TERRAINS),
    card("spot", SPOT_NAMES, none=NONE),  # the piece that collects now
    card("later", SPOT_NAMES, none=NONE),  # the piece that collects after it
    number("owed", 0, max(SAFE_REWARD, BRAVE_REWARD)),  # crystals still to be had for the piece that collects
    flag("again"),  # is this the extra roll of a duel
    number("shown", 0, max(DUEL_FACES)),  # the last number of the Duel die since the roll, or 0
    seat("trigger", nobody=True),  # who set off the last round
    one_of("reason", ENDINGS),
    number("left", NONE, MOST_SEATS - 1),  # turns left once the turn of the trigger is over
)
ROOM: Final = 260  # for all cells

NOTHING: Final = vec[i64]([0] * TERRAINS)
ONES: Final = vec[i64]([mask.bit_count() for mask in range(1 << TERRAINS)])


def number_of(things: vec[i64], row: i64 = 0) -> i64:
    """How many things of all terrains there are, in this row of six."""
    count: i64 = 0
    i: i64 = TERRAINS * row
    end: i64 = i + TERRAINS
    while i < end:
        count += things[i]
        i += 1
    return count


def kinds_of(things: vec[i64], row: i64 = 0) -> i64:
    """The set of terrains of which there is something, in this row of six."""
    mask: i64 = 0
    terrain: i64 = 0
    while terrain < TERRAINS:
        if things[TERRAINS * row + terrain] > 0:
            mask |= 1 << terrain
        terrain += 1
    return mask


def replaced(row: vec[i64], place: i64, value: i64) -> vec[i64]:
    """Another row, with this value at one place."""
    other = row[:]
    other[place] = value
    return other


class Position(State):
    """A position in the contest for the title of OverSeer.

    What seldom changes, cards and offers, is never written in place but `replaced`: copies share it.
    """

    def __init__(self, source: "Position | None", seats: i64, advanced: i64, limit: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.advanced: i64 = source.advanced
            self.limit: i64 = source.limit
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn
            self.active: i64 = source.active
            self.at: i64 = source.at
            self.first_die: i64 = source.first_die
            self.second_die: i64 = source.second_die
            self.keepers_die: i64 = source.keepers_die
            self.thrown: i64 = source.thrown
            self.rerolled: i64 = source.rerolled
            self.sold: i64 = source.sold
            self.crystals: vec[i64] = source.crystals[:]
            self.crystals_left: vec[i64] = source.crystals_left[:]
            self.spells: vec[i64] = source.spells[:]
            self.spells_left: vec[i64] = source.spells_left[:]
            self.power: vec[i64] = source.power[:]
            self.health: vec[i64] = source.health[:]
            self.pieces: vec[i64] = source.pieces[:]
            self.bonus: vec[i64] = source.bonus
            self.taken: vec[i64] = source.taken
            self.points: i64 = source.points
            self.taking: i64 = source.taking
            self.bartered: i64 = source.bartered
            self.partner: i64 = source.partner
            self.given: vec[i64] = source.given
            self.asked: vec[i64] = source.asked
            self.spot: i64 = source.spot
            self.later: i64 = source.later
            self.owed: i64 = source.owed
            self.again: i64 = source.again
            self.shown: i64 = source.shown
            self.trigger: i64 = source.trigger
            self.reason: i64 = source.reason
            self.left: i64 = source.left
            return
        self.advanced = advanced
        self.limit = limit
        self.phase = WINDOW
        self.turn = 1
        self.active = 0
        self.at = 0
        self.first_die = NONE
        self.second_die = NONE
        self.keepers_die = NONE
        self.thrown = 0
        self.rerolled = 0
        self.sold = 0
        self.crystals = vec[i64]([0] * (TERRAINS * seats))
        self.crystals_left = vec[i64]([CRYSTALS[seats]] * TERRAINS)
        self.spells = vec[i64]([0] * (TERRAINS * seats))
        self.spells_left = vec[i64]([SPELLS[seats]] * TERRAINS)
        self.power = vec[i64]([START_POWER] * seats)
        self.health = vec[i64]([START_HEALTH] * seats)
        self.pieces = vec[i64]([NONE] * (2 * seats))
        self.bonus = vec[i64]([NONE] * (BONUSES * seats))
        self.taken = vec[i64]([0] * BONUSES)
        self.points = 0
        self.taking = 0
        self.bartered = 0
        self.partner = NONE
        self.given = NOTHING[:]
        self.asked = NOTHING[:]
        self.spot = NONE
        self.later = NONE
        self.owed = 0
        self.again = 0
        self.shown = 0
        self.trigger = NONE
        self.reason = GOING_ON
        self.left = NONE

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        cells = vec[i64](
            [
                self.seats,
                self.seat,
                self.advanced,
                self.limit,
                self.phase,
                self.turn,
                self.active,
                self.at,
                self.first_die,
                self.second_die,
                self.keepers_die,
                self.thrown,
                self.rerolled,
                self.sold,
            ],
            capacity=ROOM,
        )
        cells = extend(cells, self.crystals)
        cells = extend(cells, self.crystals_left)
        cells = extend(cells, self.spells)
        cells = extend(cells, self.spells_left)
        cells = extend(cells, self.power)
        cells = extend(cells, self.health)
        cells = extend(cells, self.pieces)
        cells = extend(cells, self.bonus)
        cells = extend(cells, self.taken)
        cells = append(cells, self.points)
        cells = append(cells, self.taking)
        cells = append(cells, self.bartered)
        cells = append(cells, self.partner)
        cells = extend(cells, self.given)
        cells = extend(cells, self.asked)
        cells = append(cells, self.spot)
        cells = append(cells, self.later)
        cells = append(cells, self.owed)
        cells = append(cells, self.again)
        cells = append(cells, self.shown)
        cells = append(cells, self.trigger)
        cells = append(cells, self.reason)
        return append(cells, self.left)

    def ask(self, phase: i64, seat: i64) -> None:
        """What is decided or thrown next, and by whom."""
        self.phase = phase
        self.seat = seat

    # What the table shows.

    def next(self, seat: i64) -> i64:
        return 0 if seat == self.seats - 1 else seat + 1

    def room(self, seat: i64) -> i64:
        """Points that still fit on the two tracks."""
        return 2 * TRACK_TOP - self.power[seat] - self.health[seat]

    def low(self, seat: i64) -> bool:
        return self.health[seat] <= HIGHEST_LOW

    def holds_crystal_bonus(self, seat: i64) -> bool:
        return self.bonus[BONUSES * seat + CRYSTAL_BONUS] != NONE

    def is_active(self, spot: i64) -> bool:
        return spot >> 1 == self.first_die or spot >> 1 == self.second_die

    def is_duel(self, spot: i64) -> bool:
        return spot & 1 == DUEL_ZONE and self.keepers_die == DUEL_FACE

    def reward(self, spot: i64) -> i64:
        """Crystals for a piece on an Active Terrain that does not duel."""
        return BRAVE_REWARD if spot & 1 == DUEL_ZONE else SAFE_REWARD

    def is_short(self, spot: i64) -> bool:
        """Has the terrain fewer crystals left than this piece should bring?"""
        return self.crystals_left[spot >> 1] < self.reward(spot)

    def bonus_points(self, seat: i64) -> i64:
        points: i64 = 0
        kind: i64 = 0
        while kind < BONUSES:
            rank = self.bonus[BONUSES * seat + kind]
            if rank != NONE:
                points += BONUS_CARDS[kind][rank]
            kind += 1
        return points

    def score(self, seat: i64) -> i64:
        things = CRYSTAL_POINTS * number_of(self.crystals, seat) + SPELL_POINTS * number_of(self.spells, seat)
        return things + self.bonus_points(seat)

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [self.score(seat) * (BONUS_TOTAL + 1) + self.bonus_points(seat) for seat in range(self.seats)]

    def seen_by(self, seat: i64) -> "Position":
        return self.copy()

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        return self.copy()
