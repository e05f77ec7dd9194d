"""Lizard Wizard's position: every field once, what each seat may see of it, and what it tells."""

from abc import abstractmethod
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.engine.chance import Chance
from sortilege.engine.fields import Field, Fields, card, flag, number, one_of, seat
from sortilege.engine.state import CHANCE, OVER, UNKNOWN, State
from sortilege.games.lizard_wizard.content import (
    ARMOUR,
    BURDEN,
    CARD_NAMES,
    CHART,
    COUNTS,
    DECKS,
    DUNGEON_DECK,
    EASE,
    FAMILIAR_NAMES,
    FORAGE,
    GATHER_LIMIT,
    GATHERED,
    GATHERING_DECK,
    GATHERING_NAMES,
    GIVE_TOKENS,
    HAND,
    HAND_SIZE,
    HIGHEST,
    HITS,
    LARGEST_HAND,
    LOWEST,
    MIXED_VALUE,
    MIXTURE,
    ON_OFFER,
    POWERS,
    SCHOOL,
    SCHOOL_REAGENT,
    SIDES,
    SPELL_AMOUNT,
    SPELL_COST,
    SPELL_KIND,
    SPELL_NAMES,
    SPELL_REAGENT,
    STEAL,
    STORAGE,
    STORAGE_FOR_TOWER,
    STORAGE_LIMIT,
    SUPPLY,
    THRIFT,
    TILE_DECK,
    TOWER_COST,
    TOWER_DECK,
    WIZARD_DECK,
    WIZARD_NAMES,
    most,
)

MAGES: Final = 5
MAGUS: Final = 1  # the Magus of a lone player plays second in all tables, without a seat
REAGENTS: Final = 7
SCHOOLS: Final = 7
SCHOOL_BITS: Final = 8  # room for the cards of a school, where those of all schools stand in one number
NONE: Final = -1

# All cards in one row; a card's place is a player, or one of those below.
WIZARDS: Final = 0
TOWERS: Final = 28
FAMILIARS: Final = 56
SPELLS: Final = 91
GATHERING: Final = 156
DUNGEON: Final = 212
ITEMS: Final = 233
MONSTERS: Final = 243
TRAPS: Final = 263
TILES: Final = 265
CARDS: Final = 285
SPELL_COUNT: Final = 65

OFFER: Final = 5
OUT: Final = 6
DISCARD: Final = 7  # gathering cards played; dungeon cards of the expedition under way
DECK: Final = 8  # plus the layer, the lowest on top
MOST_LAYERS: Final = 35  # every familiar puts the spells on offer under their deck once
BOTTOM: Final = 43
MAGE_NAMES: Final = [f"mage {mage}" for mage in range(MAGES)]
PLACES: Final = {
    **{name: mage for mage, name in enumerate(MAGE_NAMES)},
    "offer": OFFER,
    "out": OUT,
    "discard": DISCARD,
    **{f"deck, layer {layer}": DECK + layer for layer in range(MOST_LAYERS + 1)},
}

# Decks with an offer, and their places in the row of offers.
ONE_OF_SCHOOL: Final = vec[i64]([bit(school * SCHOOL_BITS) for school in SCHOOL])
FIRST_CARD: Final = vec[i64]([WIZARDS, TOWERS, FAMILIARS, SPELLS, GATHERING, DUNGEON, TILES, CARDS])
FIRST_SLOT: Final = vec[i64]([sum(ON_OFFER[:deck]) for deck in range(len(ON_OFFER) + 1)])
DECK_OF_SLOT: Final = vec[i64]([deck for deck, slots in enumerate(ON_OFFER) for _ in range(slots)])
SLOTS: Final[int] = len(DECK_OF_SLOT)

# What is being decided, or what comes when the cards that are missing have been turned up.
STARTING: Final = 0
DEALING: Final = 1
CHOOSING: Final = 2
LAYING: Final = 3
ACTING: Final = 4
LEAVING: Final = 5
CASTING: Final = 6
RETURNING: Final = 7
BARTERING: Final = 8
BIDDING: Final = 9
USING: Final = 10
LEARNING: Final = 11
EXPLORING: Final = 12
DELVING: Final = 13
TAKING: Final = 14
NAMING: Final = 15
AIMING: Final = 16
FILCHING: Final = 17
CHARMING: Final = 18
TRANSMUTING: Final = 19
FINISHING: Final = 20
MAGUS_THINKING: Final = 21
MAGUS_GATHERING: Final = 22
ENDED: Final = 23
PHASES: Final = {
    "starting": STARTING,
    "dealing": DEALING,
    "choosing": CHOOSING,
    "laying": LAYING,
    "acting": ACTING,
    "leaving": LEAVING,
    "casting": CASTING,
    "returning": RETURNING,
    "bartering": BARTERING,
    "bidding": BIDDING,
    "using": USING,
    "learning": LEARNING,
    "exploring": EXPLORING,
    "delving": DELVING,
    "taking": TAKING,
    "naming": NAMING,
    "aiming": AIMING,
    "filching": FILCHING,
    "charming": CHARMING,
    "transmuting": TRANSMUTING,
    "finishing": FINISHING,
    "magus thinking": MAGUS_THINKING,
    "magus gathering": MAGUS_GATHERING,
    "over": ENDED,
}

# What is drawn at a chance point.
NOTHING: Final = 0
START_PLAYER: Final = 1
HAND_CARD: Final = 2
MAGUS_WIZARD: Final = 3
OFFER_CARD: Final = 4
TILE: Final = 5
DUNGEON_CARD: Final = 6
MAGUS_CARD: Final = 7
MAGUS_BID: Final = 8
REMOVED_WIZARD: Final = 9
DRAWN: Final = {
    "nothing": NOTHING,
    "start player": START_PLAYER,
    "hand card": HAND_CARD,
    "magus wizard": MAGUS_WIZARD,
    "offer card": OFFER_CARD,
    "tile": TILE,
    "dungeon card": DUNGEON_CARD,
    "magus card": MAGUS_CARD,
    "magus bid": MAGUS_BID,
    "removed wizard": REMOVED_WIZARD,
}

# A spell that somebody owns.
UNCAST: Final = 0
ACTIVE: Final = 1
USED: Final = 2
SPELL_STATES: Final = {"uncast": UNCAST, "active": ACTIVE, "used": USED}

# How the game ended, or will end with this round.
GOING_ON: Final = 0
WIZARDS_GONE: Final = 1
TOWERS_GONE: Final = 2
FAMILIARS_GONE: Final = 3
SPELLS_GONE: Final = 4
ROUNDS_PLAYED: Final = 5
ENDINGS: Final = {
    "going on": GOING_ON,
    "wizards gone": WIZARDS_GONE,
    "towers gone": TOWERS_GONE,
    "familiars gone": FAMILIARS_GONE,
    "spells gone": SPELLS_GONE,
    "rounds played": ROUNDS_PLAYED,
}

MOST_ROUNDS: Final = 1000
MOST_MANA: Final = 1_000_000  # a thousand rounds of converting all tokens that there are at the highest value
MOST_GOLD: Final = 10_000  # every familiar scoring for all cards of its school, every treasure, every spell
MOST_BID: Final = 250
PASSED: Final = -1  # less the last bid
ENDLESS: Final = 65  # casts: as many as there are spells
MOST_SHOWN: Final = max([sum(GATHERED[first : first + REAGENTS]) for first in range(0, len(GATHERED), REAGENTS)])
MOST_ICONS: Final = max([*GATHERED, *TOWER_COST, *SPELL_COST])
MOST_LEFT_OUT: Final = max(MOST_SHOWN - GATHER_LIMIT, most(EASE), most(THRIFT))
MOST_TAKEN: Final = max([n for n, kind in zip(SPELL_AMOUNT, SPELL_KIND) if kind in (GIVE_TOKENS, STEAL)])


def mage(name: str, nobody: bool = False) -> Field:
    """A player, the Magus among them."""
    return card(name, MAGE_NAMES, none=NONE if nobody else None).of_seats()


def most_bonus() -> int:
    """All that wizards and spells can add of one reagent to a gathering card."""
    added = [0] * REAGENTS
    for wizard in range(WIZARDS, TOWERS):
        added[SCHOOL_REAGENT[SCHOOL[wizard]]] += 1
    for kind, reagent, amount in zip(SPELL_KIND, SPELL_REAGENT, SPELL_AMOUNT):
        if kind == FORAGE:
            added[reagent] += amount
    return max(added)


FIELDS: Final = Fields(
    flag("starred"),
    flag("memory_aid"),  # everybody is shown all coins
    number("rounds", 1, MOST_ROUNDS),
    one_of("phase", PHASES),
    one_of("drawing", DRAWN),
    mage("turn"),
    mage("first"),
    number("round", 1, MOST_ROUNDS),
    one_of("ended", ENDINGS),
    flag("again"),  # the duel was lost, so there is another action
    number("casts", 0, ENDLESS),  # spells that may still be cast
    card("only", SPELL_NAMES, none=NONE),  # the one spell that may be cast
    card("gathered", GATHERING_NAMES, none=NONE),  # the gathering card played, while some of its tokens are left out
    card("wizard", WIZARD_NAMES, none=NONE),  # whom the duel is for
    card("familiar", FAMILIAR_NAMES, none=NONE),  # the one summoned, until it is used
    card("at_work", SPELL_NAMES, none=NONE),  # the spell being cast, while it is paid and has its effect
    card("last_spell", SPELL_NAMES, none=NONE),  # the spell cast last in this turn
    number("to_leave", 0, MOST_LEFT_OUT),  # tokens to be left out still
    number("excess", 0, REAGENTS * SUPPLY),  # tokens to be put back still
    number("bartered", 0, REAGENTS * SUPPLY * (MIXED_VALUE + most(MIXTURE))),  # mana for mixed tokens so far
    number("bid", 0, MOST_BID),  # the highest bid of the duel
    number("to_take", 0, MOST_TAKEN),  # tokens that a spell lets its caster take still
    mage("target", nobody=True),  # who is robbed of them
    number("slot", NONE, SLOTS - 1),  # the place of the offer that is filled
    seat("dealt", nobody=True),  # whose hand is filled
    number("layer", 0, MOST_LAYERS),  # the lowest layer of the spell deck
    number("hits", 0, HITS + most(ARMOUR) - 1),
    mage("trapper", nobody=True),
    mage("asked", nobody=True),  # for a bid
    mage("leader", nobody=True),  # who bids most
    one_of("side", SIDES),  # of the chart that the Magus looks at next
    one_of("line", {f"line {line // 3}": line for line in range(0, len(CHART), 3)}),  # of the charts that it looks at
    one_of("at", PLACES).of_seats().steps_from(DECK).row(CARDS).hidden("some", UNKNOWN),
    one_of("cast", SPELL_STATES).row(SPELL_COUNT),
    card("offer", CARD_NAMES[:GATHERING], none=NONE).row(SLOTS),
    number("left", 0, max(COUNTS.values())).row(len(DECKS)),
    number("values", min(LOWEST), max(HIGHEST)).row(REAGENTS),
    number("supply", 0, SUPPLY).row(REAGENTS),
    number("tokens", 0, SUPPLY).row(MAGES * REAGENTS).for_seats(REAGENTS),
    number("bonus", 0, most_bonus()).row(MAGES * REAGENTS).for_seats(REAGENTS),  # gathered on top of every card
    number("powers", 0, max([most(kind) for kind in range(POWERS)])).row(MAGES * POWERS).for_seats(POWERS),
    number("mana", 0, MOST_MANA).row(MAGES).for_seats(),
    number("gold", 0, MOST_GOLD).row(MAGES).for_seats(),
    number("hands", 0, LARGEST_HAND).row(MAGES).for_seats(),
    flag("shuffled").row(DUNGEON - GATHERING),  # was the card in the deck when that was last shuffled?
    number("kept", 0, LARGEST_HAND).row(MAGES).for_seats(),  # cards in hand since before that; everybody can count them
    number("pick", 0, MOST_ICONS).row(REAGENTS),  # tokens of the card or price that are not left out
    number("bids", PASSED - MOST_BID, MOST_BID).row(MAGES).for_seats(),
)
ROOM: Final = 700  # for all cells


class Position(State):
    """A table of Lizard Wizard: cards, tokens, coins, and what is being decided."""

    def __init__(self, source: "Position | None", seats: i64, starred: i64, memory_aid: i64, rounds: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.starred: i64 = source.starred
            self.memory_aid: i64 = source.memory_aid
            self.rounds: i64 = source.rounds
            self.phase: i64 = source.phase
            self.drawing: i64 = source.drawing
            self.turn: i64 = source.turn
            self.first: i64 = source.first
            self.round: i64 = source.round
            self.ended: i64 = source.ended
            self.again: i64 = source.again
            self.casts: i64 = source.casts
            self.only: i64 = source.only
            self.gathered: i64 = source.gathered
            self.wizard: i64 = source.wizard
            self.familiar: i64 = source.familiar
            self.at_work: i64 = source.at_work
            self.last_spell: i64 = source.last_spell
            self.to_leave: i64 = source.to_leave
            self.excess: i64 = source.excess
            self.bartered: i64 = source.bartered
            self.bid: i64 = source.bid
            self.to_take: i64 = source.to_take
            self.target: i64 = source.target
            self.slot: i64 = source.slot
            self.dealt: i64 = source.dealt
            self.layer: i64 = source.layer
            self.hits: i64 = source.hits
            self.trapper: i64 = source.trapper
            self.asked: i64 = source.asked
            self.leader: i64 = source.leader
            self.side: i64 = source.side
            self.line: i64 = source.line
            self.at: vec[i64] = source.at[:]
            self.cast: vec[i64] = source.cast[:]
            self.offer: vec[i64] = source.offer[:]
            self.left: vec[i64] = source.left[:]
            self.values: vec[i64] = source.values[:]
            self.supply: vec[i64] = source.supply[:]
            self.tokens: vec[i64] = source.tokens[:]
            self.bonus: vec[i64] = source.bonus[:]
            self.powers: vec[i64] = source.powers[:]
            self.mana: vec[i64] = source.mana[:]
            self.gold: vec[i64] = source.gold[:]
            self.hands: vec[i64] = source.hands[:]
            self.shuffled: vec[i64] = source.shuffled[:]
            self.kept: vec[i64] = source.kept[:]
            self.pick: vec[i64] = source.pick[:]
            self.bids: vec[i64] = source.bids[:]
            return
        self.starred = starred
        self.memory_aid = memory_aid
        self.rounds = rounds
        self.phase = DEALING if seats > 1 else STARTING
        self.drawing = NOTHING
        self.turn = 0
        self.first = 0
        self.round = 1
        self.ended = GOING_ON
        self.again = 0
        self.casts = 0
        self.only = NONE
        self.gathered = NONE
        self.wizard = NONE
        self.familiar = NONE
        self.at_work = NONE
        self.last_spell = NONE
        self.to_leave = 0
        self.excess = 0
        self.bartered = 0
        self.bid = 0
        self.to_take = 0
        self.target = NONE
        self.slot = NONE
        self.dealt = NONE
        self.layer = 0
        self.hits = 0
        self.trapper = NONE
        self.asked = NONE
        self.leader = NONE
        self.side = 0
        self.line = 0
        self.at = vec[i64]([DECK] * CARDS)
        self.cast = vec[i64]([UNCAST] * SPELL_COUNT)
        self.offer = vec[i64]([NONE] * SLOTS)
        self.left = vec[i64]([0] * len(DECKS))
        self.values = LOWEST[:]
        self.supply = vec[i64]([SUPPLY] * REAGENTS)
        self.tokens = vec[i64]([0] * (MAGES * REAGENTS))
        self.bonus = vec[i64]([0] * (MAGES * REAGENTS))
        self.powers = vec[i64]([0] * (MAGES * POWERS))
        self.mana = vec[i64]([0] * MAGES)
        self.gold = vec[i64]([0] * MAGES)
        self.hands = vec[i64]([0] * MAGES)
        self.shuffled = vec[i64]([1] * (DUNGEON - GATHERING))
        self.kept = vec[i64]([0] * MAGES)
        self.pick = vec[i64]([0] * REAGENTS)
        self.bids = vec[i64]([0] * MAGES)

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        at = self.at[:]
        self.hide(seat, at)
        cells = vec[i64](
            [
                self.seats,
                self.seat,
                self.starred,
                self.memory_aid,
                self.rounds,
                self.phase,
                self.drawing,
                self.turn,
                self.first,
                self.round,
                self.ended,
                self.again,
                self.casts,
                self.only,
                self.gathered,
                self.wizard,
                self.familiar,
                self.at_work,
                self.last_spell,
                self.to_leave,
                self.excess,
                self.bartered,
                self.bid,
                self.to_take,
                self.target,
                self.slot,
                self.dealt,
                self.layer,
                self.hits,
                self.trapper,
                self.asked,
                self.leader,
                self.side,
                self.line,
            ],
            capacity=ROOM,
        )
        cells = extend(cells, at)
        cells = extend(cells, self.cast)
        cells = extend(cells, self.offer)
        cells = extend(cells, self.left)
        cells = extend(cells, self.values)
        cells = extend(cells, self.supply)
        cells = extend(cells, self.tokens)
        cells = extend(cells, self.bonus)
        cells = extend(cells, self.powers)
        cells = extend(cells, self.mana)
        cells = extend(cells, self.gold)
        cells = extend(cells, self.hands)
        cells = extend(cells, self.shuffled)
        cells = extend(cells, self.kept)
        cells = extend(cells, self.pick)
        return extend(cells, self.bids)

    # Who plays.

    def mages(self) -> i64:
        """How many play, the Magus among them."""
        return max(self.seats, 2)

    def by_magus(self, mage: i64) -> bool:
        return mage >= self.seats

    def power(self, mage: i64, kind: i64) -> i64:
        return self.powers[mage * POWERS + kind]

    # What lies where.

    def count_at(self, first: i64, end: i64, low: i64, high: i64) -> i64:
        """How many cards of a stretch lie at a place from low to high."""
        at = self.at
        count: i64 = 0
        while first < end:
            count += i64(low <= at[first] <= high)
            first += 1
        return count

    def offered(self, deck: i64) -> i64:
        """How many cards of a deck are on offer."""
        count: i64 = 0
        slot: i64 = FIRST_SLOT[deck]
        while slot < FIRST_SLOT[deck + 1]:
            if self.offer[slot] != NONE:
                count += 1
            slot += 1
        return count

    def tower_on_offer(self) -> i64:
        return self.offer[FIRST_SLOT[TOWER_DECK]]

    def deck_drawn(self) -> i64:
        """The deck that is drawn from now."""
        drawing: i64 = self.drawing
        if drawing == OFFER_CARD:
            return DECK_OF_SLOT[self.slot]
        if drawing in (HAND_CARD, MAGUS_CARD):
            return GATHERING_DECK
        if drawing == DUNGEON_CARD:
            return DUNGEON_DECK
        return WIZARD_DECK if drawing == MAGUS_WIZARD else TILE_DECK

    def top_layer(self, deck: i64) -> i64:
        top: i64 = NONE
        card: i64 = FIRST_CARD[deck]
        while card < FIRST_CARD[deck + 1] and top != DECK:
            place: i64 = self.at[card]
            if place >= DECK and (top == NONE or place < top):
                top = place
            card += 1
        return top

    def dungeon_open(self) -> bool:
        """Some treasure is left in it."""
        return self.count_at(DUNGEON, MONSTERS, DECK, DECK) > 0

    def hand_limit(self, mage: i64) -> i64:
        return min(HAND + self.power(mage, HAND_SIZE), LARGEST_HAND)

    # Tokens.

    def token_count(self, mage: i64) -> i64:
        total: i64 = 0
        reagent: i64 = mage * REAGENTS
        end: i64 = reagent + REAGENTS
        while reagent < end:
            total += self.tokens[reagent]
            reagent += 1
        return total

    def storage(self, mage: i64) -> i64:
        room: i64 = STORAGE_LIMIT + self.power(mage, STORAGE)
        room += STORAGE_FOR_TOWER * self.count_at(TOWERS, FAMILIARS, mage, mage)
        other: i64 = 0
        while other < self.mages():
            if other != mage:
                room -= self.power(other, BURDEN)
            other += 1
        return max(room, 0)

    def can_pay(self, mage: i64, costs: vec[i64], card: i64, spared: i64) -> bool:
        """Are the tokens of a price there, but for so many?"""
        reagent: i64 = 0
        while reagent < REAGENTS:
            missing: i64 = costs[card * REAGENTS + reagent] - self.tokens[mage * REAGENTS + reagent]
            if missing > 0:
                spared -= missing
            reagent += 1
        return spared >= 0

    # Schools.

    def by_school(self, mage: i64, first: i64, end: i64) -> i64:
        """How many cards of each school, side by side in one number."""
        at, one = self.at, ONE_OF_SCHOOL
        counts: i64 = 0
        while first < end:
            counts += i64(at[first] == mage) * one[first]  # no branch: who owns a card is not foreseen
            first += 1
        return counts

    def of_school(self, mage: i64, first: i64, end: i64, school: i64) -> i64:
        return in_school(self.by_school(mage, first, end), school)

    def cards_of_school(self, mage: i64, school: i64) -> i64:
        return self.of_school(mage, WIZARDS, GATHERING, school)

    # What is hidden: others' gathering cards. Mana and gold stand behind screens until the end, but every gain and
    # payment is announced: who counts knows them, and people are shown them where the table has the memory aid.

    def seen_by(self, seat: i64) -> "Position":
        seen = self.copy()
        self.hide(seat, seen.at)
        return seen

    def hide(self, seat: i64, at: vec[i64]) -> None:
        """Mask where the gathering cards are that this seat may not see."""
        card: i64 = GATHERING
        while card < DUNGEON:
            place: i64 = at[card]
            if place != seat and place != DISCARD:
                at[card] = UNKNOWN
            card += 1

    def screened(self, mage: i64) -> bool:
        """Are this player's coins behind a screen for whoever looks at the table, as the hand is?"""
        if self.memory_aid or self.phase == ENDED or self.hands[mage] == 0:
            return False
        return self.count_at(GATHERING, DUNGEON, mage, mage) == 0

    def as_shown(self) -> "Position":
        """The table without the coins behind screens."""
        shown = self.copy()
        mage: i64 = 0
        while mage < self.seats:
            if self.screened(mage):
                shown.mana[mage] = 0
                shown.gold[mage] = 0
            mage += 1
        return shown

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        """Others' cards as they may be; an unseen card that was not in the last shuffle is in a hand still."""
        state = self.seen_by(seat)
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                state.guess_cards(other, 0, self.kept[other], chance)
                state.guess_cards(other, 1, self.hands[other] - self.kept[other], chance)
            other += 1
        card: i64 = GATHERING
        while card < DUNGEON:
            if state.at[card] == UNKNOWN:
                state.at[card] = DECK
            card += 1
        return state

    def guess_cards(self, mage: i64, shuffled: i64, wanted: i64, chance: Chance) -> None:
        """So many unknown cards of those that were shuffled last, or were not, go to a hand."""
        unknown: i64 = 0
        card: i64 = GATHERING
        while card < DUNGEON:
            if self.at[card] == UNKNOWN and self.shuffled[card - GATHERING] == shuffled:
                unknown += 1
            card += 1
        while wanted > 0:
            self.at[self.nth_unknown(shuffled, chance.below(unknown))] = mage
            unknown -= 1
            wanted -= 1

    def nth_unknown(self, shuffled: i64, rank: i64) -> i64:
        card: i64 = GATHERING
        while True:
            if self.at[card] == UNKNOWN and self.shuffled[card - GATHERING] == shuffled:
                if rank == 0:
                    return card
                rank -= 1
            card += 1

    def secret(self, move: i64, seat: i64) -> bool:
        """The rank of a gathering card in its deck tells which others lie there: of a card drawn to a hand nobody is
        told it, of one that the Magus turns up only the lone player, who knows the deck."""
        if self.seat != CHANCE:
            return False
        return self.drawing == HAND_CARD or (self.drawing == MAGUS_CARD and seat != 0)

    def reveals(self, move: i64) -> bool:
        """At the end all screens fall."""
        after = self.copy()
        after.advance(move)
        return after.seat == OVER


def in_school(counts: i64, school: i64) -> i64:
    """One school's part of a number that `by_school` gave."""
    return counts >> school * SCHOOL_BITS & (1 << SCHOOL_BITS) - 1
