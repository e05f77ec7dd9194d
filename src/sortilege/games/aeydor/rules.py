"""Wizards of Æydor as a state machine: windows, placement, the roll, collection, and the end of the turn.

Crystals and spells lie with holders: the seats, and after them the supply. Nothing is hidden in this game.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import nth_bit
from sortilege.engine.chance import Chance
from sortilege.engine.state import CHANCE, OVER, State
from sortilege.games.aeydor.content import (
    BARTER_MOST,
    BONUS_CARDS,
    BONUS_NEEDS,
    BONUS_TOTAL,
    BRAVE_REWARD,
    CRYSTAL_POINTS,
    CRYSTALS,
    DUEL_FACES,
    ENDING_EMPTY,
    ENDING_SPELLS,
    EXCHANGE_POINTS,
    HIGHEST_LOW,
    KEEPERS_DUEL,
    SAFE_REWARD,
    SPELL_POINTS,
    SPELLS,
    START_HEALTH,
    START_POWER,
    TRACK_TOP,
    TRADE_CRYSTALS,
)

# Moves.
PASS: Final = 0
EXCHANGE: Final = 1  # + mask of terrains - 1
RAISE: Final = 64  # + track
TRADE: Final = 66  # + terrain, and so below where nothing else is said
TAKE: Final = 72
BARTER: Final = 78  # + seat
GIVE: Final = 82
ASK: Final = 88
OFFER: Final = 94
ACCEPT: Final = 95
REFUSE: Final = 96
STAY: Final = 97
PLACE: Final = 98  # + spot
KEEP: Final = 110
REROLL: Final = 111  # + mask of dice - 1
SELL: Final = 118
CHANGE: Final = 124
FIRST: Final = 130
MOVE_COUNT: Final = 136

# Phases: what is being decided or thrown.
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

# Why the last round began, or the game stopped.
SIX_SPELLS: Final = 1
EMPTY_TERRAINS: Final = 2
TURN_LIMIT: Final = 3

# Why a move is refused.
NOT_NOW: Final = 0
EXCHANGE_BEFORE_TURN: Final = 1
EXCHANGE_RATES: Final = 2
EXCHANGE_FIVE: Final = 3
EXCHANGE_HAVE: Final = 4
EXCHANGE_ROOM: Final = 5
TRACK_FULL: Final = 6
ADVANCED_ONLY: Final = 7
TRADE_HAVE: Final = 8
TRADE_SUPPLY: Final = 9
TAKE_EMPTY: Final = 10
BARTER_HOLDER: Final = 11
BARTER_ONCE: Final = 12
BARTER_PARTNER: Final = 13
BARTER_PAYABLE: Final = 14
BARTER_FULL: Final = 15
BARTER_LEAST: Final = 16
BARTER_SIDES: Final = 17
BARTER_NOTHING_LEFT: Final = 18
BARTER_POINTLESS: Final = 19
BARTER_ALIKE: Final = 20
BARTER_ORDER: Final = 21
STAY_UNPLACED: Final = 22
LOW_HEALTH: Final = 23
SAME_TERRAIN: Final = 24
REROLL_ONE: Final = 25
REROLL_USED: Final = 26
SELL_USED: Final = 27
SELL_HAVE: Final = 28
SELL_ROLL: Final = 29
LUCKY_MUST: Final = 30
LUCKY_OTHER: Final = 31
LUCKY_ENDS: Final = 32
ORDER_OWN: Final = 33

NONE: Final = -1
TERRAINS: Final = 6
POWER: Final = 0
DUEL_ZONE: Final = 1
CRYSTAL_BONUS: Final = 0
BONUSES: Final = 3
KEEPERS_DIE: Final = 2
ALL_DICE: Final = 7

ONES: Final[vec[i64]] = vec[i64]([mask.bit_count() for mask in range(64)])
THROWS: Final[vec[i64]] = vec[i64]([6 ** mask.bit_count() for mask in range(8)])


def filled(length: i64, value: i64) -> vec[i64]:
    return vec[i64]([value] * length)


def stock(seats: i64, supply: i64) -> vec[i64]:
    """Nothing in the hands of the seats, and so much of each terrain in the supply."""
    return vec[i64]([0] * (TERRAINS * seats) + [supply] * TERRAINS)


class Contest(State):
    """A position in the contest for the title of OverSeer."""

    advanced: i64  # is this the advanced variant
    limit: i64  # the last turn there can be
    phase: i64
    turn: i64  # from 1
    active: i64  # the Active Player
    at: i64  # whose window, placement or collection it is
    dice: vec[i64]  # terrain, terrain, do the SpellKeepers duel
    thrown: i64  # mask of the dice being thrown
    rerolled: i64  # is the free re-roll used up
    sold: i64  # is the re-roll for a crystal used up
    crystals: vec[i64]  # of each holder, by terrain
    spells: vec[i64]
    power: vec[i64]
    health: vec[i64]
    pieces: vec[i64]  # two spots a seat; a spot is 2 * terrain + zone
    bonus: vec[i64]  # for each seat and kind the rank of its card in the pile
    taken: vec[i64]  # cards taken from each pile
    points: i64  # still to be placed after an exchange
    taking: i64  # crystals still to be taken for a spell
    bartered: i64  # has there been an offer in this window
    partner: i64  # to whom the offer is made
    given: vec[i64]  # in the offer, by terrain
    asked: vec[i64]
    spot: i64  # the piece that collects now
    later: i64  # the piece that collects after it
    owed: i64  # crystals still to be had for the piece that collects
    again: i64  # is this the extra roll of a duel
    shown: i64  # the last number of the Duel die since the roll, or 0
    trigger: i64  # who set off the last round
    reason: i64
    left: i64  # turns left once the turn of the trigger is over

    def __init__(self, source: "Contest | None", seats: i64, advanced: i64, limit: i64) -> None:
        super().__init__(seats)
        self.advanced = advanced
        self.limit = limit
        if source is not None:
            self.seat = source.seat
            self.phase = source.phase
            self.turn = source.turn
            self.active = source.active
            self.at = source.at
            self.dice = source.dice[:]
            self.thrown = source.thrown
            self.rerolled = source.rerolled
            self.sold = source.sold
            self.crystals = source.crystals[:]
            self.spells = source.spells[:]
            self.power = source.power[:]
            self.health = source.health[:]
            self.pieces = source.pieces[:]
            self.bonus = source.bonus[:]
            self.taken = source.taken[:]
            self.points = source.points
            self.taking = source.taking
            self.bartered = source.bartered
            self.partner = source.partner
            self.given = source.given[:]
            self.asked = source.asked[:]
            self.spot = source.spot
            self.later = source.later
            self.owed = source.owed
            self.again = source.again
            self.shown = source.shown
            self.trigger = source.trigger
            self.reason = source.reason
            self.left = source.left
        else:
            self.seat = CHANCE
            self.phase = WINDOW
            self.turn = 1
            self.active = 0
            self.at = 0
            self.dice = filled(3, NONE)
            self.thrown = 0
            self.rerolled = 0
            self.sold = 0
            self.crystals = stock(seats, CRYSTALS[seats])
            self.spells = stock(seats, SPELLS[seats])
            self.power = filled(seats, START_POWER)
            self.health = filled(seats, START_HEALTH)
            self.pieces = filled(2 * seats, NONE)
            self.bonus = filled(BONUSES * seats, NONE)
            self.taken = filled(BONUSES, 0)
            self.points = 0
            self.taking = 0
            self.bartered = 0
            self.partner = NONE
            self.given = filled(TERRAINS, 0)
            self.asked = filled(TERRAINS, 0)
            self.spot = NONE
            self.later = NONE
            self.owed = 0
            self.again = 0
            self.shown = 0
            self.trigger = NONE
            self.reason = 0
            self.left = NONE
            self.open_window()

    def fields(self) -> tuple[str, ...]:
        return (
            "seat", "seats", "advanced", "limit", "phase", "turn", "active", "at", "dice", "thrown", "rerolled", "sold",
            "crystals", "spells", "power", "health", "pieces", "bonus", "taken", "points", "taking", "bartered",
            "partner", "given", "asked", "spot", "later", "owed", "again", "shown", "trigger", "reason", "left",
        )  # fmt: skip

    def copy(self) -> "Contest":
        return Contest(self, self.seats, self.advanced, self.limit)

    # What the table shows.

    def total(self, things: vec[i64], holder: i64) -> i64:
        count: i64 = 0
        i: i64 = TERRAINS * holder
        end: i64 = i + TERRAINS
        while i < end:
            count += things[i]
            i += 1
        return count

    def kinds(self, things: vec[i64], holder: i64) -> i64:
        """The terrains of which this holder has something, as a mask."""
        mask: i64 = 0
        terrain: i64 = 0
        while terrain < TERRAINS:
            if things[TERRAINS * holder + terrain] > 0:
                mask |= 1 << terrain
            terrain += 1
        return mask

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
        crystals = self.total(self.crystals, seat)
        spells = self.total(self.spells, seat)
        return CRYSTAL_POINTS * crystals + SPELL_POINTS * spells + self.bonus_points(seat)

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [self.score(seat) * (BONUS_TOTAL + 1) + self.bonus_points(seat) for seat in range(self.seats)]

    def room(self, seat: i64) -> i64:
        """Points that still fit on the two tracks."""
        return 2 * TRACK_TOP - self.power[seat] - self.health[seat]

    def low(self, seat: i64) -> bool:
        return self.health[seat] <= HIGHEST_LOW

    def holds_crystal_bonus(self, seat: i64) -> bool:
        return self.bonus[BONUSES * seat + CRYSTAL_BONUS] != NONE

    def next(self, seat: i64) -> i64:
        return 0 if seat == self.seats - 1 else seat + 1

    def is_active(self, spot: i64) -> bool:
        return spot >> 1 == self.dice[0] or spot >> 1 == self.dice[1]

    def is_duel(self, spot: i64) -> bool:
        return spot & 1 == DUEL_ZONE and self.dice[KEEPERS_DIE] == 1

    def reward(self, spot: i64) -> i64:
        return BRAVE_REWARD if spot & 1 == DUEL_ZONE else SAFE_REWARD

    # Legal moves.

    def moves_into(self, buffer: vec[i64]) -> i64:
        phase = self.phase
        if phase in (PLACING, PLACING_SECOND):
            return self.placements_into(buffer)
        if phase == ROLLED:
            return self.rerolls_into(buffer)
        if phase == WINDOW:
            return self.window_into(buffer)
        if phase == RAISING:
            return self.raises_into(buffer)
        if phase == LUCKY:
            return self.terrains_into(buffer, 0, CHANGE, ~(1 << self.dice[0]))
        if phase == ORDER:
            return self.terrains_into(buffer, 0, FIRST, 1 << self.dice[0] | 1 << self.dice[1])
        if phase == TAKING:
            return self.terrains_into(buffer, 0, TAKE, self.kinds(self.crystals, self.seats))
        if phase == GIVING:
            return self.barter_into(buffer)
        if phase == PAID:
            return self.dice_into(buffer, 0, 1)
        if phase == ANSWER:
            buffer[0] = ACCEPT
            buffer[1] = REFUSE
            return 2
        return 0

    def terrains_into(self, buffer: vec[i64], count: i64, kind: i64, mask: i64) -> i64:
        terrain: i64 = 0
        while terrain < TERRAINS:
            if mask >> terrain & 1:
                buffer[count] = kind + terrain
                count += 1
            terrain += 1
        return count

    def window_into(self, buffer: vec[i64]) -> i64:
        buffer[0] = PASS
        count: i64 = 1
        own = self.kinds(self.crystals, self.at)
        room = self.room(self.at)
        mask: i64 = 1
        while mask <= own:
            if mask & ~own == 0:
                points = EXCHANGE_POINTS[ONES[mask]]
                if 0 < points <= room:
                    buffer[count] = EXCHANGE + mask - 1
                    count += 1
            mask += 1
        if self.advanced:
            if self.can_trade():
                count = self.terrains_into(buffer, count, TRADE, self.kinds(self.spells, self.at))
            partner: i64 = 0
            while partner < self.seats:
                if self.can_barter(partner):
                    buffer[count] = BARTER + partner
                    count += 1
                partner += 1
        return count

    def can_exchange(self) -> bool:
        different = ONES[self.kinds(self.crystals, self.at)]
        room = self.room(self.at)
        while different > 0:
            if 0 < EXCHANGE_POINTS[different] <= room:
                return True
            different -= 1
        return False

    def can_trade(self) -> bool:
        return self.kinds(self.spells, self.at) != 0 and self.total(self.crystals, self.seats) >= TRADE_CRYSTALS

    def can_barter(self, partner: i64) -> bool:
        if partner == self.at or self.bartered or not self.holds_crystal_bonus(self.at):
            return False
        own = self.kinds(self.crystals, self.at)
        theirs = self.kinds(self.crystals, partner)
        return own != 0 and theirs != 0 and ONES[own | theirs] > 1

    def can_use_window(self) -> bool:
        if self.can_exchange():
            return True
        if self.advanced:
            if self.can_trade():
                return True
            partner: i64 = 0
            while partner < self.seats:
                if self.can_barter(partner):
                    return True
                partner += 1
        return False

    def raises_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        if self.power[self.at] < TRACK_TOP:
            buffer[count] = RAISE + POWER
            count += 1
        if self.health[self.at] < TRACK_TOP:
            buffer[count] = RAISE + 1
            count += 1
        return count

    def in_offer(self, side: vec[i64]) -> i64:
        count: i64 = 0
        for crystals in side:
            count += crystals
        return count

    def can_give(self, terrain: i64) -> bool:
        """Is there such a crystal to give, and something left that can be asked for it."""
        if self.in_offer(self.asked) > 0 or self.in_offer(self.given) == BARTER_MOST:
            return False
        given = self.kinds(self.given, 0) | 1 << terrain
        return (
            self.crystals[TERRAINS * self.at + terrain] > self.given[terrain]
            and self.kinds(self.crystals, self.partner) & ~given != 0
        )

    def can_ask(self, terrain: i64) -> bool:
        if self.in_offer(self.given) == 0 or self.in_offer(self.asked) == BARTER_MOST or self.given[terrain] > 0:
            return False
        return self.crystals[TERRAINS * self.partner + terrain] > self.asked[terrain]

    def barter_into(self, buffer: vec[i64]) -> i64:
        give: i64 = 0
        ask: i64 = 0
        terrain: i64 = 0
        while terrain < TERRAINS:
            if self.can_give(terrain):
                give |= 1 << terrain
            if self.can_ask(terrain):
                ask |= 1 << terrain
            terrain += 1
        count = self.terrains_into(buffer, 0, GIVE, give)
        count = self.terrains_into(buffer, count, ASK, ask)
        if self.in_offer(self.asked) > 0:
            buffer[count] = OFFER
            count += 1
        return count

    def placements_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        step: i64 = 2 if self.low(self.at) else 1
        taken: i64 = NONE
        if self.phase == PLACING_SECOND:
            taken = self.pieces[2 * self.at] >> 1
        elif self.pieces[2 * self.at] != NONE:
            buffer[0] = STAY
            count = 1
        spot: i64 = 0
        while spot < 2 * TERRAINS:
            if spot >> 1 != taken:
                buffer[count] = PLACE + spot
                count += 1
            spot += step
        return count

    def can_sell(self) -> bool:
        return self.advanced == 1 and self.sold == 0 and self.kinds(self.crystals, self.active) != 0

    def rerolls_into(self, buffer: vec[i64]) -> i64:
        buffer[0] = KEEP
        count: i64 = 1
        if self.rerolled == 0:
            count = self.dice_into(buffer, count, 0)
        if self.can_sell():
            count = self.terrains_into(buffer, count, SELL, self.kinds(self.crystals, self.active))
        return count

    def dice_into(self, buffer: vec[i64], count: i64, several: i64) -> i64:
        mask: i64 = 1
        while mask <= ALL_DICE:
            if several or ONES[mask] == 1:
                buffer[count] = REROLL + mask - 1
                count += 1
            mask += 1
        return count

    # Chance.

    def sides(self) -> i64:
        if self.phase == ROLL:
            return THROWS[self.thrown]
        if self.phase == DUEL:
            return len(DUEL_FACES)
        if self.phase == CRYSTAL_ELSEWHERE:
            return ONES[self.kinds(self.crystals, self.seats)]
        return ONES[self.kinds(self.spells, self.seats)]

    # Going on.

    def advance(self, move: i64) -> None:
        phase = self.phase
        if phase in (PLACING, PLACING_SECOND):
            self.place(move)
        elif phase == ROLL:
            self.throw(move)
        elif phase == ROLLED:
            self.after_roll(move)
        elif phase == DUEL:
            self.duel(DUEL_FACES[move])
        elif phase == WINDOW:
            self.use_window(move)
        elif phase == RAISING:
            self.raise_track(move - RAISE)
        elif phase == LUCKY:
            self.dice[1] = move - CHANGE
            self.begin_collection()
        elif phase == ORDER:
            self.choose_first(move - FIRST)
        elif phase == CRYSTAL_ELSEWHERE:
            self.owed -= 1
            self.take_crystal(nth_bit(self.kinds(self.crystals, self.seats), move))
            self.collect()
        elif phase == SPELL_ELSEWHERE:
            self.take_spell(nth_bit(self.kinds(self.spells, self.seats), move))
            self.collect()
        elif phase == TAKING:
            self.take_for_spell(move - TAKE)
        elif phase == GIVING:
            self.compose(move)
        elif phase == ANSWER:
            self.answer(move)
        elif phase == PAID:
            self.begin_throw(move - REROLL + 1)

    def ask_seat(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat

    # The windows before the turn.

    def open_window(self) -> None:
        """Goes to the next window that is of any use to its player, from this one on, then to the placement."""
        while not self.can_use_window():
            self.bartered = 0
            self.at = self.next(self.at)
            if self.at == self.active:
                self.begin_placement()
                return
        self.ask_seat(WINDOW, self.at)

    def use_window(self, move: i64) -> None:
        if move == PASS:
            self.bartered = 0
            self.at = self.next(self.at)
            if self.at == self.active:
                self.begin_placement()
            else:
                self.open_window()
        elif move < RAISE:
            self.exchange(move - EXCHANGE + 1)
        elif move < TAKE:
            self.hand(self.spells, self.at, self.seats, move - TRADE)
            self.taking = TRADE_CRYSTALS
            self.phase = TAKING
        else:
            self.bartered = 1
            self.partner = move - BARTER
            self.phase = GIVING

    def hand(self, things: vec[i64], giver: i64, taker: i64, terrain: i64) -> None:
        things[TERRAINS * giver + terrain] -= 1
        things[TERRAINS * taker + terrain] += 1

    def exchange(self, mask: i64) -> None:
        self.points = EXCHANGE_POINTS[ONES[mask]]
        terrain: i64 = 0
        while terrain < TERRAINS:
            if mask >> terrain & 1:
                self.hand(self.crystals, self.at, self.seats, terrain)
            terrain += 1
        self.phase = RAISING

    def raise_track(self, track: i64) -> None:
        if track == POWER:
            self.power[self.at] += 1
        else:
            self.health[self.at] += 1
        self.points -= 1
        if self.points == 0:
            self.open_window()

    def take_for_spell(self, terrain: i64) -> None:
        self.take_crystal(terrain)
        self.taking -= 1
        if self.taking == 0:
            self.open_window()

    def compose(self, move: i64) -> None:
        if move == OFFER:
            self.ask_seat(ANSWER, self.partner)
        elif move < ASK:
            self.given[move - GIVE] += 1
        else:
            self.asked[move - ASK] += 1

    def answer(self, move: i64) -> None:
        terrain: i64 = 0
        while terrain < TERRAINS:
            if move == ACCEPT:
                self.crystals[TERRAINS * self.at + terrain] += self.asked[terrain] - self.given[terrain]
                self.crystals[TERRAINS * self.partner + terrain] += self.given[terrain] - self.asked[terrain]
            self.given[terrain] = 0
            self.asked[terrain] = 0
            terrain += 1
        self.claim_crystal_bonus(self.partner)
        self.partner = NONE
        self.open_window()

    # The placement.

    def begin_placement(self) -> None:
        self.at = self.next(self.active)
        self.ask_seat(PLACING, self.at)

    def place(self, move: i64) -> None:
        first = 2 * self.at
        spot = move - PLACE
        if move != STAY:
            if self.phase == PLACING:
                if self.pieces[first + 1] == spot:
                    self.pieces[first + 1] = self.pieces[first]
                self.pieces[first] = spot
                self.phase = PLACING_SECOND
                return
            self.pieces[first + 1] = spot
        if self.at == self.active:
            self.rerolled = 0
            self.sold = 0
            self.shown = 0
            self.begin_throw(ALL_DICE)
        else:
            self.at = self.next(self.at)
            self.ask_seat(PLACING, self.at)

    # The roll.

    def begin_throw(self, dice: i64) -> None:
        self.thrown = dice
        self.ask_seat(ROLL, CHANCE)

    def throw(self, outcome: i64) -> None:
        die: i64 = 0
        while die < KEEPERS_DIE:
            if self.thrown >> die & 1:
                self.dice[die] = outcome % 6
                outcome //= 6
            die += 1
        if self.thrown >> KEEPERS_DIE & 1:
            self.dice[KEEPERS_DIE] = KEEPERS_DUEL[outcome]
        self.thrown = 0
        if self.dice[0] == self.dice[1]:
            self.ask_seat(LUCKY, self.active)
        elif self.rerolled == 0 or self.can_sell():
            self.ask_seat(ROLLED, self.active)
        else:
            self.begin_collection()

    def after_roll(self, move: i64) -> None:
        if move == KEEP:
            self.begin_collection()
        elif move >= SELL:
            self.hand(self.crystals, self.active, self.seats, move - SELL)
            self.sold = 1
            self.phase = PAID
        else:
            self.rerolled = 1
            self.begin_throw(move - REROLL + 1)

    # Collection.

    def begin_collection(self) -> None:
        self.at = self.active
        self.begin_collecting()

    def begin_collecting(self) -> None:
        """Finds what the pieces of the player whose turn to collect it is have coming."""
        first = self.pieces[2 * self.at]
        second = self.pieces[2 * self.at + 1]
        self.spot = first if self.is_active(first) else NONE
        self.later = second if self.is_active(second) else NONE
        if self.spot != NONE and self.later != NONE and self.order_matters():
            self.ask_seat(ORDER, self.at)
        else:
            if self.spot == NONE:
                self.spot = self.later
                self.later = NONE
            self.begin_spot()

    def order_matters(self) -> bool:
        duels: i64 = 0
        if self.is_duel(self.spot):
            duels += 1
        if self.is_duel(self.later):
            duels += 1
        if duels == 1:
            return self.advanced == 1 and self.nears_crystal_bonus()
        return duels == 2 or self.is_short(self.spot) or self.is_short(self.later)

    def nears_crystal_bonus(self) -> bool:
        """Would the crystal of a Safe Zone bring the player who collects the card that helps in a duel."""
        crystals = self.total(self.crystals, self.at) + SAFE_REWARD
        return crystals >= BONUS_NEEDS[CRYSTAL_BONUS] and not self.holds_crystal_bonus(self.at)

    def is_short(self, spot: i64) -> bool:
        return self.crystals[TERRAINS * self.seats + (spot >> 1)] < self.reward(spot)

    def choose_first(self, terrain: i64) -> None:
        if self.spot >> 1 != terrain:
            other = self.spot
            self.spot = self.later
            self.later = other
        self.begin_spot()

    def begin_spot(self) -> None:
        if self.spot == NONE:
            self.owed = 0
        elif self.is_duel(self.spot):
            self.ask_seat(DUEL, CHANCE)
            return
        else:
            self.owed = self.reward(self.spot)
        self.collect()

    def collect(self) -> None:
        """Hands out what is owed, then goes on to the next piece, player or turn; stops where chance must speak."""
        while self.owed > 0:
            terrain = self.spot >> 1
            if self.crystals[TERRAINS * self.seats + terrain] == 0:
                if self.kinds(self.crystals, self.seats) != 0:
                    self.ask_seat(CRYSTAL_ELSEWHERE, CHANCE)
                    return
                self.owed = 0
            else:
                self.owed -= 1
                self.take_crystal(terrain)
        if self.later != NONE:
            self.spot = self.later
            self.later = NONE
            self.begin_spot()
            return
        self.spot = NONE
        self.at = self.next(self.at)
        if self.at == self.active:
            self.end_turn()
        else:
            self.begin_collecting()

    def duel(self, number: i64) -> None:
        self.shown = number
        if number <= self.power[self.at]:
            self.again = 0
            self.power[self.at] -= 1
            terrain = self.spot >> 1
            if self.spells[TERRAINS * self.seats + terrain] > 0:
                self.take_spell(terrain)
            elif self.kinds(self.spells, self.seats) != 0:
                self.ask_seat(SPELL_ELSEWHERE, CHANCE)
                return
        elif self.advanced and self.again == 0 and self.holds_crystal_bonus(self.at):
            self.again = 1
            return
        else:
            self.again = 0
            if self.health[self.at] > 0:
                self.health[self.at] -= 1
        self.collect()

    def take_crystal(self, terrain: i64) -> None:
        self.hand(self.crystals, self.seats, self.at, terrain)
        self.claim_crystal_bonus(self.at)
        if TERRAINS - ONES[self.kinds(self.crystals, self.seats)] >= ENDING_EMPTY:
            self.set_off(EMPTY_TERRAINS)

    def take_spell(self, terrain: i64) -> None:
        self.hand(self.spells, self.seats, self.at, terrain)
        different = ONES[self.kinds(self.spells, self.at)]
        kind: i64 = CRYSTAL_BONUS + 1
        while kind < BONUSES:
            if different >= BONUS_NEEDS[kind]:
                self.claim(self.at, kind)
            kind += 1
        if self.total(self.spells, self.at) >= ENDING_SPELLS:
            self.set_off(SIX_SPELLS)

    def claim_crystal_bonus(self, seat: i64) -> None:
        if self.total(self.crystals, seat) >= BONUS_NEEDS[CRYSTAL_BONUS]:
            self.claim(seat, CRYSTAL_BONUS)

    def claim(self, seat: i64, kind: i64) -> None:
        if self.bonus[BONUSES * seat + kind] == NONE:
            self.bonus[BONUSES * seat + kind] = self.taken[kind]
            self.taken[kind] += 1

    # The end of the turn and of the game.

    def set_off(self, reason: i64) -> None:
        """The last round is set off by the player whose doing this is; a trigger once met stands."""
        if self.trigger == NONE:
            self.trigger = self.at
            self.reason = reason

    def end_turn(self) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if self.low(seat):
                self.pieces[2 * seat] &= ~DUEL_ZONE
                self.pieces[2 * seat + 1] &= ~DUEL_ZONE
            seat += 1
        if self.trigger != NONE:
            self.left = self.seats - 1 if self.left == NONE else self.left - 1
        if self.left != 0 and self.turn < self.limit:
            self.begin_turn()
            return
        if self.left != 0:
            self.reason = TURN_LIMIT
        self.ask_seat(ENDED, OVER)

    def begin_turn(self) -> None:
        self.turn += 1
        self.active = self.next(self.active)
        if self.active == self.trigger:
            self.active = self.next(self.active)
        self.at = self.active
        self.open_window()

    # Nothing is hidden.

    def seen_by(self, seat: i64) -> State:
        return self.copy()

    def imagine(self, seat: i64, chance: Chance) -> State:
        return self.copy()

    # Refusals.

    def refusal(self, move: i64) -> i64:
        if self.advanced == 0 and (TRADE <= move < STAY or SELL <= move < CHANGE):
            return ADVANCED_ONLY
        if EXCHANGE <= move < RAISE or TRADE <= move < TAKE or BARTER <= move < GIVE:
            if self.phase == WINDOW:
                return self.window_refusal(move)
            return EXCHANGE_BEFORE_TURN if self.phase >= PLACING else NOT_NOW
        if self.phase == RAISING and RAISE <= move < TRADE:
            return TRACK_FULL
        if self.phase == TAKING and TAKE <= move < BARTER:
            return TAKE_EMPTY
        if self.phase == GIVING and GIVE <= move <= OFFER:
            return self.barter_refusal(move)
        if self.phase in (PLACING, PLACING_SECOND) and STAY <= move < KEEP:
            return self.placement_refusal(move)
        if self.phase in (ROLLED, PAID) and KEEP <= move < CHANGE:
            return self.reroll_refusal(move)
        if self.phase == LUCKY and KEEP <= move < FIRST:
            if move >= CHANGE:
                return LUCKY_OTHER
            return LUCKY_MUST if move == KEEP else LUCKY_ENDS
        if self.phase == ORDER and move >= FIRST:
            return ORDER_OWN
        return NOT_NOW

    def window_refusal(self, move: i64) -> i64:
        if move < RAISE:
            mask: i64 = move - EXCHANGE + 1
            if mask & ~self.kinds(self.crystals, self.at):
                return EXCHANGE_HAVE
            if EXCHANGE_POINTS[ONES[mask]] > 0:
                return EXCHANGE_ROOM
            return EXCHANGE_FIVE if ONES[mask] == TERRAINS - 1 else EXCHANGE_RATES
        if move < TAKE:
            return TRADE_SUPPLY if self.spells[TERRAINS * self.at + move - TRADE] else TRADE_HAVE
        if not self.holds_crystal_bonus(self.at):
            return BARTER_HOLDER
        if self.bartered:
            return BARTER_ONCE
        partner: i64 = move - BARTER
        if partner == self.at or partner >= self.seats:
            return BARTER_PARTNER
        own = self.kinds(self.crystals, self.at)
        theirs = self.kinds(self.crystals, partner)
        return BARTER_ALIKE if own != 0 and theirs != 0 else BARTER_POINTLESS

    def barter_refusal(self, move: i64) -> i64:
        given = self.in_offer(self.given)
        asked = self.in_offer(self.asked)
        if move == OFFER:
            return BARTER_LEAST
        if (move < ASK and asked > 0) or (move >= ASK and given == 0):
            return BARTER_ORDER
        if (given if move < ASK else asked) == BARTER_MOST:
            return BARTER_FULL
        if move < ASK:
            have = self.crystals[TERRAINS * self.at + move - GIVE] > self.given[move - GIVE]
            return BARTER_NOTHING_LEFT if have else BARTER_PAYABLE
        return BARTER_SIDES if self.given[move - ASK] > 0 else BARTER_PAYABLE

    def placement_refusal(self, move: i64) -> i64:
        if move == STAY:
            return STAY_UNPLACED if self.phase == PLACING else NOT_NOW
        spot: i64 = move - PLACE
        if self.phase == PLACING_SECOND and spot >> 1 == self.pieces[2 * self.at] >> 1:
            return SAME_TERRAIN
        return LOW_HEALTH

    def reroll_refusal(self, move: i64) -> i64:
        if self.phase == PAID:
            return SELL_USED if move >= SELL else SELL_ROLL
        if move >= SELL:
            return SELL_USED if self.sold else SELL_HAVE
        return REROLL_USED if self.rerolled else REROLL_ONE
