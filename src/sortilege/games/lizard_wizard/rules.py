"""Lizard Wizard, as a position that goes on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.engine.chance import Chance
from sortilege.engine.state import CHANCE, OVER, UNKNOWN, State
from sortilege.games.lizard_wizard.content import (
    ACHIEVEMENT_POINTS,
    BACK,
    BID_BASE,
    BID_MATCHING,
    CHART,
    FAMILIAR_MANA,
    FAMILIAR_REAGENTS,
    GATHER_LIMIT,
    GATHERED,
    GOLD_VALUE,
    HAND,
    HIGHEST,
    HITS,
    LARGEST_HAND,
    LOWEST,
    MAGUS_HITS,
    MAGUS_MANA,
    MAGUS_TREASURES,
    MAGUS_WIZARDS,
    MATCHING_PAIR,
    MATCHING_SPELL,
    MIXED_VALUE,
    MOST_ITEMS,
    ON_OFFER,
    OTHER_PAIR,
    RAISED,
    REMOVED_FAMILIARS,
    REMOVED_TOWERS,
    REMOVED_WIZARDS,
    SCHOOL,
    SCHOOL_REAGENT,
    SECOND_ITEMS,
    SPELL_AMOUNT,
    SPELL_COST,
    SPELL_COUNTED,
    SPELL_EACH,
    SPELL_KIND,
    SPELL_LASTING,
    SPELL_MANA,
    SPELL_PER,
    SPELL_REAGENT,
    SPELL_STAR,
    START_MANA,
    START_REAGENTS,
    STORAGE_FOR_TOWER,
    STORAGE_LIMIT,
    SUPPLY,
    TILE_LEAST,
    TILE_MEASURE,
    TILES_ON_OFFER,
    TOWER_COST,
    TOWER_GOLD,
    TOWER_TIER,
    UNPAIRED,
)

MAGES: Final = 5
MAGUS: Final = 1  # the Magus of a lone player plays second in all tables, without a seat
REAGENTS: Final = 7
SCHOOLS: Final = 7
SCHOOL_BITS: Final = 8  # room for the cards of a school, where those of all schools stand in one number

# All cards in one row; a card's place is a player, or one of those below.
WIZARDS: Final = 0
TOWERS: Final = 28
FAMILIARS: Final = 56
SPELLS: Final = 91
GATHERING: Final = 156
DUNGEON: Final = 212
TILES: Final = 265
CARDS: Final = 285
ITEMS: Final = 233
MONSTERS: Final = 243
TRAPS: Final = 263

OFFER: Final = 5
OUT: Final = 6
DISCARD: Final = 7  # gathering cards played; dungeon cards of the expedition under way
DECK: Final = 8  # plus the layer, the lowest on top

# Decks with an offer, and their places in the row of offers.
FIRST_CARD: Final = vec[i64]([WIZARDS, TOWERS, FAMILIARS, SPELLS, GATHERING, DUNGEON, TILES, CARDS])
WIZARD_DECK: Final = 0
TOWER_DECK: Final = 1
FAMILIAR_DECK: Final = 2
SPELL_DECK: Final = 3
GATHERING_DECK: Final = 4
DUNGEON_DECK: Final = 5
TILE_DECK: Final = 6
DECKS: Final = 7
FIRST_SLOT: Final = vec[i64](
    [0, ON_OFFER[0], ON_OFFER[0] + ON_OFFER[1], ON_OFFER[0] + ON_OFFER[1] + ON_OFFER[2], sum(ON_OFFER)]
)
DECK_OF_SLOT: Final = vec[i64]([deck for deck in range(4) for slot in range(ON_OFFER[deck])])
SLOTS: Final[int] = len(DECK_OF_SLOT)

# Moves, in ranges by kind.
TAKE: Final = 0
LEAVE: Final = 7
RETURN: Final = 14
BARTER: Final = 21
NAME: Final = 28
FILCH: Final = 35
GATHER: Final = 42
CONVERT: Final = 98  # 30 for each reagent: one token, two, ...
MOST_TOKENS: Final = 30
RECRUIT: Final = 308
RESEARCH: Final = 336
BUILD_REAGENTS: Final = 401
BUILD_GOLD: Final = 402
SUMMON: Final = 403
USE_SCORE: Final = 438
USE_GATHER: Final = 439
USE_RESEARCH: Final = 440
USE_DUNGEON: Final = 441
LEARN: Final = 442
CAST: Final = 507
CHARM: Final = 572
DELVE: Final = 637
RETREAT: Final = 638
AIM: Final = 639
BID: Final = 643  # plus the bid, 1 to 250
MOST_BID: Final = 250
PASS: Final = 894
DONE: Final = 895
MOVES: Final = 896

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

# What is drawn at a chance point.
NOTHING: Final = 0
START_PLAYER: Final = 1
HAND_CARD: Final = 2
MAGUS_WIZARD: Final = 3
OFFER_CARD: Final = 4
TILE: Final = 5
DUNGEON_CARD: Final = 6
MAGUS_CARD: Final = 7

# What tokens are left out of.
GATHERING_CARD: Final = 0
SPELL_PRICE: Final = 1
TOWER_PRICE: Final = 2

# A spell that somebody owns.
UNCAST: Final = 0
ACTIVE: Final = 1
USED: Final = 2

# How the game ended.
GOING_ON: Final = 0
WIZARDS_GONE: Final = 1
TOWERS_GONE: Final = 2
FAMILIARS_GONE: Final = 3
SPELLS_GONE: Final = 4
ROUNDS_PLAYED: Final = 5

# Kinds of spells, in the order of content.KINDS; those before POINTS are powers that last and add up.
STORAGE: Final = 0
HAND_SIZE: Final = 1
LIMIT: Final = 2
FORAGE: Final = 3
YIELD: Final = 4
PREMIUM: Final = 5
STEADY: Final = 6
MIXTURE: Final = 7
SCHOLAR: Final = 8
BOND: Final = 9
THRIFT: Final = 10
EASE: Final = 11
TRIUMPH: Final = 12
SOLACE: Final = 13
FOUNDATION: Final = 14
ECHO: Final = 15
KINSHIP: Final = 16
ARMOUR: Final = 17
PLUNDER: Final = 18
INCOME: Final = 19
HASTE: Final = 20
TOLL: Final = 21
BURDEN: Final = 22
POWERS: Final = 23
POINTS: Final = 23
GIVE_MANA: Final = 24
GIVE_GOLD: Final = 25
GIVE_TOKENS: Final = 26
SWELL: Final = 27
SHIFT: Final = 28
FREE_TOWER: Final = 29
STUDY: Final = 30
EXPEDITION: Final = 31
TRANSMUTE: Final = 32
STEAL: Final = 33
TITHE: Final = 34
BLIGHT: Final = 35
DISPEL: Final = 36
ABDUCT: Final = 37
TRAP: Final = 38

# Measures, in the order of content.MEASURES.
ONE: Final = 0
OF_WIZARDS: Final = 1
OF_TOWERS: Final = 2
OF_FAMILIARS: Final = 3
CAST_SPELLS: Final = 4
OWNED_SPELLS: Final = 5
LASTING_SPELLS: Final = 6
USED_SPELLS: Final = 7
OF_ITEMS: Final = 8
GOLD_CARDS: Final = 9
OF_ACHIEVEMENTS: Final = 10
PAIRS: Final = 11
OF_SCHOOL: Final = 12
MOST_CARDS: Final = 13
ALL_SCHOOLS: Final = 14
WIZARD_SCHOOLS: Final = 15
TOWER_SCHOOLS: Final = 16
SPELL_SCHOOLS: Final = 17
TOKENS: Final = 18
MOST_REAGENT: Final = 19
REAGENT_KINDS: Final = 20
SETS: Final = 21
OF_MANA: Final = 22

# What the Magus looks at, in the order of content.LOOKS, and what it does, in that of content.DEEDS.
ALWAYS: Final = 0
SEES_MATCHING_TOWER: Final = 1
SEES_TOWER: Final = 2
SEES_BID: Final = 3
SEES_YIELD: Final = 4
SEES_FAMILIAR_GOLD: Final = 5
SEES_DUNGEON: Final = 6
SEES_CASTABLE: Final = 7
SEES_SPELL: Final = 8
DOES_GATHER: Final = 0
DOES_CONVERT: Final = 1
DOES_RECRUIT: Final = 2
DOES_RESEARCH: Final = 3
DOES_BUILD: Final = 4
DOES_SCORE: Final = 5
DOES_EXPLORE: Final = 6

# The items of the final scoring.
FOR_MATCHING: Final = 0
FOR_OTHER_PAIRS: Final = 1
FOR_UNPAIRED: Final = 2
FOR_SPELLS: Final = 3
FOR_GOLD: Final = 4
FOR_SCORING_SPELLS: Final = 5
FOR_ITEMS: Final = 6
FOR_ACHIEVEMENTS: Final = 7
HEADINGS: Final = 8

# Why a move is refused.
NOT_NOW: Final = 0
NOT_IN_HAND: Final = 1
NOT_OFFERED: Final = 2
TOO_LITTLE_MANA: Final = 3
TOO_LITTLE_GOLD: Final = 4
REAGENTS_LACK: Final = 5
NOT_CASTABLE: Final = 6
BID_TOO_LOW: Final = 7
BID_TOO_HIGH: Final = 8
MUST_OPEN: Final = 9
NONE_IN_SUPPLY: Final = 10
NOT_DIFFERENT: Final = 11
NOT_SO_MANY: Final = 12
DUNGEON_CLOSED: Final = 13
NO_SPELL_LEFT: Final = 14
MUST_ACT: Final = 15
NOT_SHOWN: Final = 16
NOT_A_TARGET: Final = 17
ONE_SPELL: Final = 18
NO_MANA: Final = 19
NONE_TO_RETURN: Final = 20
NOT_IN_PRICE: Final = 21
NONE_TO_BARTER: Final = 22

PASSED: Final = -1  # less the last bid
NONE: Final = -1
ENDLESS: Final = 65


class Astoria(State):
    """A table of Lizard Wizard: cards, tokens, coins, and what is being decided."""

    def __init__(self, source: "Astoria | None", seats: i64, starred: i64, rounds: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.starred: i64 = source.starred
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
            self.card: i64 = source.card
            self.spell: i64 = source.spell
            self.purpose: i64 = source.purpose
            self.quota: i64 = source.quota
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
        self.card = NONE
        self.spell = NONE
        self.purpose = GATHERING_CARD
        self.quota = 0
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
        self.cast = vec[i64]([UNCAST] * (GATHERING - SPELLS))
        self.offer = vec[i64]([NONE] * SLOTS)
        self.left = vec[i64]([0] * DECKS)
        self.values = LOWEST[:]
        self.supply = vec[i64]([SUPPLY] * REAGENTS)
        self.tokens = vec[i64]([0] * (MAGES * REAGENTS))
        self.bonus = vec[i64]([0] * (MAGES * REAGENTS))
        self.powers = vec[i64]([0] * (MAGES * POWERS))
        self.mana = vec[i64]([START_MANA if mage < seats else 0 for mage in range(MAGES)])
        self.gold = vec[i64]([0] * MAGES)
        self.hands = vec[i64]([0] * MAGES)
        self.shuffled = vec[i64]([1] * (DUNGEON - GATHERING))  # was the card in the deck when that was last shuffled?
        self.kept = vec[i64]([0] * MAGES)  # cards in hand since before that; everybody can count them
        self.pick = vec[i64]([0] * REAGENTS)
        self.bids = vec[i64]([0] * MAGES)
        if seats == 1:
            self.mana[MAGUS] = MAGUS_MANA
        self.remove_cards()
        self.settle()

    def copy(self) -> "Astoria":
        return Astoria(self, self.seats, 0, 0)

    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "seat", "starred", "rounds", "phase", "drawing", "turn", "first", "round", "ended", "again",
            "casts", "only", "card", "spell", "purpose", "quota", "target", "slot", "dealt", "layer", "hits",
            "trapper", "asked", "leader", "side", "line", "at", "cast", "offer", "left", "values", "supply", "tokens",
            "bonus", "powers", "mana", "gold", "hands", "shuffled", "kept", "pick", "bids",
        )  # fmt: skip

    def mages(self) -> i64:
        """How many play, the Magus among them."""
        return self.seats if self.seats > 1 else 2

    def by_magus(self, mage: i64) -> bool:
        return mage >= self.seats

    # Set-up.

    def remove_cards(self) -> None:
        card: i64 = 0
        while card < CARDS:
            if self.removed(card):
                self.at[card] = OUT
            else:
                self.at[card] = DECK + layer_of(card)
            card += 1
        deck: i64 = 0
        while deck < DECKS:
            self.left[deck] = self.count_at(FIRST_CARD[deck], FIRST_CARD[deck + 1], DECK, ENDLESS)
            deck += 1

    def removed(self, card: i64) -> bool:
        players: i64 = self.seats - 1
        if card < TOWERS:
            return rank_in_school(card) < REMOVED_WIZARDS[players]
        if card < FAMILIARS:
            return int(TOWER_TIER[card - TOWERS]) in REMOVED_TOWERS[players]
        if card < SPELLS:
            return int(FAMILIAR_MANA[card - FAMILIARS]) in REMOVED_FAMILIARS[players]
        if card < GATHERING:
            return self.starred == 0 and SPELL_STAR[card - SPELLS] == 1
        return TRAPS <= card < TILES

    def count_at(self, first: i64, end: i64, low: i64, high: i64) -> i64:
        """How many cards of a stretch lie at a place from low to high."""
        count: i64 = 0
        while first < end:
            place: i64 = self.at[first]
            if low <= place <= high:
                count += 1
            first += 1
        return count

    # What is missing is turned up, then whoever decides is asked.

    def settle(self) -> None:
        self.drawing = self.wanted()
        if self.drawing != NOTHING:
            self.seat = CHANCE
        elif self.phase == CASTING:
            self.ask_to_cast()
        elif self.phase == FINISHING:
            self.finish_action()
        elif self.phase == DEALING:
            self.turn = 0
            self.phase = CHOOSING
            self.seat = 0
        elif self.phase == LAYING:
            self.begin_turn()
        elif self.phase == MAGUS_THINKING:
            self.think()
        elif self.phase == BIDDING:
            self.seat = self.asked
        else:
            self.seat = self.turn

    def wanted(self) -> i64:
        phase: i64 = self.phase
        if phase == STARTING:
            return START_PLAYER
        if phase == DEALING:
            return self.hand_wanted()
        if phase == CHOOSING:
            return NOTHING
        if phase == LAYING and self.seats == 1 and self.count_at(WIZARDS, TOWERS, MAGUS, MAGUS) < MAGUS_WIZARDS:
            return MAGUS_WIZARD
        slot: i64 = 0
        while slot < SLOTS:
            if self.offer[slot] == NONE and self.left[DECK_OF_SLOT[slot]] > 0:
                self.slot = slot
                return OFFER_CARD
            slot += 1
        if phase == LAYING and self.count_at(TILES, CARDS, OFFER, OFFER) < TILES_ON_OFFER:
            return TILE
        if self.dealt != NONE:
            if self.hands[self.dealt] < self.hand_limit(self.dealt):
                self.reshuffle()
                return HAND_CARD
            self.dealt = NONE
        if phase == EXPLORING:
            return DUNGEON_CARD
        if phase == MAGUS_GATHERING:
            self.reshuffle()
            return MAGUS_CARD
        return NOTHING

    def hand_wanted(self) -> i64:
        """At the start, every seat is dealt a whole hand."""
        seat: i64 = 0
        while seat < self.seats:
            if self.hands[seat] < HAND:
                self.dealt = seat
                return HAND_CARD
            seat += 1
        self.dealt = NONE
        return NOTHING

    def reshuffle(self) -> None:
        """An empty gathering deck is made of the cards played."""
        if self.left[GATHERING_DECK] > 0:
            return
        card: i64 = GATHERING
        while card < DUNGEON:
            self.shuffled[card - GATHERING] = 0
            if self.at[card] == DISCARD:
                self.at[card] = DECK
                self.left[GATHERING_DECK] += 1
                self.shuffled[card - GATHERING] = 1
            card += 1
        self.kept = self.hands[:]

    def deck_drawn(self) -> i64:
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
        while card < FIRST_CARD[deck + 1]:
            place: i64 = self.at[card]
            if place >= DECK and (top == NONE or place < top):
                top = place
            card += 1
        return top

    def sides(self) -> i64:
        if self.drawing == START_PLAYER:
            return self.mages()
        deck: i64 = self.deck_drawn()
        top: i64 = self.top_layer(deck)
        return self.count_at(FIRST_CARD[deck], FIRST_CARD[deck + 1], top, top)

    def draw(self, rank: i64) -> None:
        if self.drawing == START_PLAYER:
            self.first = rank
            self.phase = DEALING
            self.settle()
            return
        deck: i64 = self.deck_drawn()
        top: i64 = self.top_layer(deck)
        card: i64 = FIRST_CARD[deck]
        while self.at[card] != top or rank > 0:
            if self.at[card] == top:
                rank -= 1
            card += 1
        self.left[deck] -= 1
        self.turn_up(card)

    def turn_up(self, card: i64) -> None:
        drawing: i64 = self.drawing
        if drawing == OFFER_CARD:
            self.at[card] = OFFER
            self.offer[self.slot] = card
        elif drawing == HAND_CARD:
            self.at[card] = self.dealt
            self.hands[self.dealt] += 1
        elif drawing == DUNGEON_CARD:
            self.meet(card)
            return
        elif drawing == MAGUS_CARD:
            self.magus_gather(card)
            return
        elif drawing == MAGUS_WIZARD:
            self.join(card, MAGUS)
        else:
            self.at[card] = OFFER
        self.settle()

    def choose_reagent(self, reagent: i64) -> None:
        self.give(self.turn, reagent, 1)
        if self.token_count(self.turn) == START_REAGENTS:
            self.turn += 1
        if self.turn == self.seats:
            self.turn = self.first
            self.phase = LAYING
        self.settle()

    # Tokens and coins.

    def give(self, mage: i64, reagent: i64, count: i64) -> None:
        """Tokens from the supply, as many as there are."""
        if count > self.supply[reagent]:
            count = self.supply[reagent]
        self.supply[reagent] -= count
        self.tokens[mage * REAGENTS + reagent] += count

    def put_back(self, mage: i64, reagent: i64, count: i64) -> None:
        self.supply[reagent] += count
        self.tokens[mage * REAGENTS + reagent] -= count

    def token_count(self, mage: i64) -> i64:
        total: i64 = 0
        reagent: i64 = mage * REAGENTS
        end: i64 = reagent + REAGENTS
        while reagent < end:
            total += self.tokens[reagent]
            reagent += 1
        return total

    def shift_value(self, reagent: i64, steps: i64) -> None:
        """Move a value along its track, as far as the track goes."""
        value: i64 = self.values[reagent] + steps
        if value > HIGHEST[reagent]:
            value = HIGHEST[reagent]
        if value < LOWEST[reagent]:
            value = LOWEST[reagent]
        self.values[reagent] = value

    def power(self, mage: i64, kind: i64) -> i64:
        return self.powers[mage * POWERS + kind]

    def hand_limit(self, mage: i64) -> i64:
        limit: i64 = HAND + self.power(mage, HAND_SIZE)
        return limit if limit < LARGEST_HAND else LARGEST_HAND

    def storage(self, mage: i64) -> i64:
        room: i64 = STORAGE_LIMIT + self.power(mage, STORAGE)
        room += STORAGE_FOR_TOWER * self.count_at(TOWERS, FAMILIARS, mage, mage)
        other: i64 = 0
        while other < self.mages():
            if other != mage:
                room -= self.power(other, BURDEN)
            other += 1
        return room if room > 0 else 0

    def spell_price(self, mage: i64, spell: i64) -> i64:
        price: i64 = SPELL_MANA[spell] - self.power(mage, SCHOLAR)
        return price if price > 0 else 0

    def familiar_price(self, mage: i64, familiar: i64) -> i64:
        price: i64 = FAMILIAR_MANA[familiar] - self.power(mage, BOND)
        return price if price > 0 else 0

    # A turn.

    def begin_turn(self) -> None:
        self.again = 0
        self.casts = 0
        self.only = NONE
        self.spell = NONE
        self.claim(self.turn)
        self.mana[self.turn] += self.power(self.turn, INCOME)
        if self.by_magus(self.turn):
            self.line = BACK if self.side == 1 else 0
            self.side = 1 - self.side
            self.phase = MAGUS_THINKING
        else:
            self.phase = ACTING
        self.settle()

    def act(self, move: i64) -> None:
        if move < GATHER:
            self.quota = 0
            self.barter(move - BARTER)
        elif move < CONVERT:
            self.gather(move - GATHER)
        elif move < RECRUIT:
            self.convert((move - CONVERT) // MOST_TOKENS, (move - CONVERT) % MOST_TOKENS + 1, 0)
        elif move < RESEARCH:
            self.open_duel(move - RECRUIT)
        elif move < BUILD_REAGENTS:
            self.research(move - RESEARCH)
        elif move == BUILD_REAGENTS:
            self.leave_out_of(TOWER_PRICE, TOWER_COST, self.offer[FIRST_SLOT[TOWER_DECK]] - TOWERS)
        elif move == BUILD_GOLD:
            self.gold[self.turn] -= TOWER_GOLD[self.offer[FIRST_SLOT[TOWER_DECK]] - TOWERS]
            self.raise_tower()
            self.finish()
        elif move < USE_SCORE:
            self.summon(move - SUMMON)
        else:
            self.finish()

    def finish(self) -> None:
        """The action is done but for what has to be turned up."""
        self.phase = FINISHING
        self.settle()

    def finish_action(self) -> None:
        """Storage is looked at when all is done."""
        self.quota = 0
        if not self.by_magus(self.turn):
            excess: i64 = self.token_count(self.turn) - self.storage(self.turn)
            if excess > 0:
                self.quota = excess
                self.phase = RETURNING
                self.seat = self.turn
                return
        self.end_turn()

    def return_token(self, reagent: i64) -> None:
        self.put_back(self.turn, reagent, 1)
        self.quota -= 1
        if self.quota == 0:
            self.end_turn()

    def end_turn(self) -> None:
        self.claim(self.turn)
        self.notice_end()
        self.turn = (self.turn + 1) % self.mages()
        if self.turn == self.first:
            if self.ended == GOING_ON and self.round == self.rounds:
                self.ended = ROUNDS_PLAYED
            if self.ended != GOING_ON:
                self.phase = ENDED
                self.seat = OVER
                return
            self.round += 1
        self.begin_turn()

    def notice_end(self) -> None:
        """A deck that is gone with its offer makes this the last round."""
        deck: i64 = 0
        while deck < 4 and self.ended == GOING_ON:
            if self.left[deck] == 0 and self.offered(deck) == 0:
                self.ended = WIZARDS_GONE + deck
            deck += 1

    def offered(self, deck: i64) -> i64:
        count: i64 = 0
        slot: i64 = FIRST_SLOT[deck]
        while slot < FIRST_SLOT[deck + 1]:
            if self.offer[slot] != NONE:
                count += 1
            slot += 1
        return count

    def claim(self, mage: i64) -> None:
        """Achievements go to whoever meets them on the own turn."""
        tile: i64 = TILES
        while tile < CARDS:
            if self.at[tile] == OFFER:
                if self.measure(mage, TILE_MEASURE[tile - TILES], 0) >= TILE_LEAST[tile - TILES]:
                    self.at[tile] = mage
            tile += 1

    def acquire(self, card: i64, mage: i64) -> None:
        """A card from the offer goes to a player."""
        self.at[card] = mage
        slot: i64 = 0
        while slot < SLOTS:
            if self.offer[slot] == card:
                self.offer[slot] = NONE
            slot += 1

    # Gathering.

    def gather(self, card: i64) -> None:
        self.at[GATHERING + card] = DISCARD
        self.hands[self.turn] -= 1
        if self.shuffled[card] == 0:
            self.kept[self.turn] -= 1
        self.card = card
        total: i64 = self.show_icons(card)
        self.quota = total - GATHER_LIMIT - self.power(self.turn, LIMIT)
        self.purpose = GATHERING_CARD
        self.leave_or_go()

    def show_icons(self, card: i64) -> i64:
        """What the card shows and the supply has; say how many tokens that are."""
        total: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            shown: i64 = GATHERED[card * REAGENTS + reagent]
            self.pick[reagent] = shown if shown < self.supply[reagent] else self.supply[reagent]
            total += self.pick[reagent]
            reagent += 1
        return total

    def leave_or_go(self) -> None:
        """Ask what to leave out while there is a choice; then take, or pay, the rest."""
        while self.quota > 0:
            kinds: i64 = 0
            last: i64 = 0
            reagent: i64 = 0
            while reagent < REAGENTS:
                if self.pick[reagent] > 0:
                    kinds += 1
                    last = reagent
                reagent += 1
            if kinds > 1:
                self.phase = LEAVING
                self.seat = self.turn
                return
            self.pick[last] -= 1
            self.quota -= 1
        self.quota = 0
        if self.purpose == GATHERING_CARD:
            self.take_gathered()
        elif self.purpose == SPELL_PRICE:
            self.pay_tokens()
            self.take_effect()
        else:
            self.pay_tokens()
            self.raise_tower()
            self.finish()

    def leave(self, reagent: i64) -> None:
        self.pick[reagent] -= 1
        self.quota -= 1
        self.leave_or_go()

    def take_gathered(self) -> None:
        self.take_picked()
        self.mana[self.turn] += self.power(self.turn, YIELD)
        self.dealt = self.turn
        self.begin_casting(1 + self.power(self.turn, HASTE), NONE)

    def take_picked(self) -> None:
        """Tokens from the supply, those of the own wizards on top, then the values rise."""
        reagent: i64 = 0
        while reagent < REAGENTS:
            self.give(self.turn, reagent, self.pick[reagent])
            self.give(self.turn, reagent, self.bonus[self.turn * REAGENTS + reagent])
            self.pick[reagent] = 0
            reagent += 1
        reagent = 0
        while reagent < REAGENTS:
            self.shift_value(reagent, RAISED[self.card * REAGENTS + reagent])
            reagent += 1

    # Converting.

    def convert(self, reagent: i64, count: i64, extra: i64) -> None:
        gained: i64 = count * (self.values[reagent] + self.power(self.turn, PREMIUM) + extra)
        self.put_back(self.turn, reagent, count)
        fall: i64 = count - self.power(self.turn, STEADY)
        if fall > 0:
            self.shift_value(reagent, -fall)
        self.earn(gained)
        self.finish_or_cast()

    def earn(self, gained: i64) -> None:
        """Mana from converting; others may take a toll of it, clockwise."""
        self.mana[self.turn] += gained
        step: i64 = 1
        while step < self.mages():
            other: i64 = (self.turn + step) % self.mages()
            toll: i64 = self.power(other, TOLL)
            if toll > gained:
                toll = gained
            gained -= toll
            self.mana[self.turn] -= toll
            self.mana[other] += toll
            step += 1

    def barter(self, reagent: i64) -> None:
        self.put_back(self.turn, reagent, 1)
        self.quota += MIXED_VALUE + self.power(self.turn, MIXTURE)
        self.phase = BARTERING
        if self.token_count(self.turn) == 0:
            self.end_barter()
        else:
            self.seat = self.turn

    def end_barter(self) -> None:
        self.earn(self.quota)
        self.quota = 0
        self.finish()

    # Recruiting.

    def open_duel(self, wizard: i64) -> None:
        self.card = wizard
        self.leader = NONE
        self.quota = 0
        mage: i64 = 0
        while mage < MAGES:
            self.bids[mage] = 0
            mage += 1
        self.asked = self.turn
        self.phase = BIDDING
        self.seat = self.turn

    def bid(self, amount: i64) -> None:
        self.bids[self.asked] = amount
        self.quota = amount
        self.leader = self.asked
        self.ask_next()

    def pass_by(self) -> None:
        self.bids[self.asked] = PASSED - self.bids[self.asked]
        self.ask_next()

    def ask_next(self) -> None:
        """The next one clockwise who has not passed; with two, the starter is not asked again."""
        if self.mages() == 2 and self.asked != self.turn:
            self.award()
            return
        self.asked = (self.asked + 1) % self.mages()
        while self.bids[self.asked] < 0:
            self.asked = (self.asked + 1) % self.mages()
        if self.asked == self.leader:
            self.award()
        elif self.by_magus(self.asked):
            self.magus_answer()
        else:
            self.seat = self.asked

    def award(self) -> None:
        winner: i64 = self.leader
        self.mana[winner] -= self.quota
        self.acquire(WIZARDS + self.card, winner)
        self.join(WIZARDS + self.card, winner)
        self.comfort_losers(winner)
        self.asked = NONE
        if winner == self.turn:
            self.phase = FINISHING
        elif self.by_magus(self.turn):
            self.line += 3
            self.phase = MAGUS_THINKING
        else:
            self.again = 1
            self.phase = ACTING
        self.settle()

    def join(self, card: i64, mage: i64) -> None:
        """A wizard gathers for its new owner."""
        self.at[card] = mage
        self.bonus[mage * REAGENTS + SCHOOL_REAGENT[SCHOOL[card]]] += 1

    def comfort_losers(self, winner: i64) -> None:
        self.mana[winner] += self.power(winner, TRIUMPH)
        mage: i64 = 0
        while mage < self.mages():
            if mage != winner and (self.bids[mage] > 0 or self.bids[mage] < PASSED):
                self.mana[mage] += self.power(mage, SOLACE)
            mage += 1

    # Spells.

    def research(self, spell: i64) -> None:
        self.mana[self.turn] -= self.spell_price(self.turn, spell)
        self.acquire(SPELLS + spell, self.turn)
        self.begin_casting(1, spell)

    def begin_casting(self, casts: i64, only: i64) -> None:
        self.casts = casts
        self.only = only
        self.phase = CASTING
        self.settle()

    def ask_to_cast(self) -> None:
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.may_cast(spell):
                self.seat = self.turn
                return
            spell += 1
        self.casts = 0
        self.finish_action()

    def may_cast(self, spell: i64) -> bool:
        if self.casts == 0 or self.at[SPELLS + spell] != self.turn or self.cast[spell] != UNCAST:
            return False
        if self.only != NONE and self.only != spell:
            return False
        return self.can_pay(self.turn, SPELL_COST, spell, self.power(self.turn, EASE))

    def can_pay(self, mage: i64, costs: vec[i64], card: i64, spared: i64) -> bool:
        """Are the tokens of a price there, but for so many?"""
        reagent: i64 = 0
        while reagent < REAGENTS:
            missing: i64 = costs[card * REAGENTS + reagent] - self.tokens[mage * REAGENTS + reagent]
            if missing > 0:
                spared -= missing
            reagent += 1
        return spared >= 0

    def leave_out_of(self, purpose: i64, costs: vec[i64], card: i64) -> None:
        """A price in tokens: what is spared falls first on what is missing, the rest is the player's choice."""
        self.purpose = purpose
        self.quota = self.power(self.turn, EASE if purpose == SPELL_PRICE else THRIFT)
        reagent: i64 = 0
        total: i64 = 0
        while reagent < REAGENTS:
            price: i64 = costs[card * REAGENTS + reagent]
            have: i64 = self.tokens[self.turn * REAGENTS + reagent]
            if price > have:
                self.quota -= price - have
                price = have
            self.pick[reagent] = price
            total += price
            reagent += 1
        if self.quota > total:
            self.quota = total
        self.leave_or_go()

    def pay_tokens(self) -> None:
        reagent: i64 = 0
        while reagent < REAGENTS:
            self.put_back(self.turn, reagent, self.pick[reagent])
            self.pick[reagent] = 0
            reagent += 1

    def cast_spell(self, spell: i64) -> None:
        self.spell = spell
        self.casts -= 1
        self.leave_out_of(SPELL_PRICE, SPELL_COST, spell)

    def take_effect(self) -> None:
        spell: i64 = self.spell
        self.mana[self.turn] += self.power(self.turn, ECHO)
        self.cast[spell] = ACTIVE if SPELL_LASTING[spell] else USED
        self.phase = CASTING
        kind: i64 = SPELL_KIND[spell]
        if self.by_magus(self.turn):
            return
        if kind < POWERS:
            self.lend_power(self.turn, spell, 1)
        elif kind > POINTS:
            self.work(kind, SPELL_AMOUNT[spell])
        self.settle()

    def lend_power(self, mage: i64, spell: i64, sign: i64) -> None:
        """A lasting spell begins to work for its owner, or ends; for the Magus spells only score."""
        kind: i64 = SPELL_KIND[spell]
        if kind >= POWERS or self.by_magus(mage):
            return
        if kind == FORAGE:
            self.bonus[mage * REAGENTS + SPELL_REAGENT[spell]] += sign * SPELL_AMOUNT[spell]
        else:
            self.powers[mage * POWERS + kind] += sign * SPELL_AMOUNT[spell]

    def work(self, kind: i64, amount: i64) -> None:
        """What a spell of a single use does; a choice that it asks for becomes the phase."""
        if kind == GIVE_MANA:
            self.mana[self.turn] += self.amount_of(self.turn, self.spell)
        elif kind == GIVE_GOLD:
            self.gold[self.turn] += self.amount_of(self.turn, self.spell)
        elif kind == GIVE_TOKENS:
            self.quota = amount
            self.phase = TAKING if self.any_supply() else CASTING
        elif kind == SWELL:
            reagent: i64 = 0
            while reagent < REAGENTS:
                self.shift_value(reagent, amount)
                reagent += 1
        elif kind in (SHIFT, TITHE, BLIGHT):
            self.phase = NAMING
        elif kind == FREE_TOWER:
            if self.offer[FIRST_SLOT[TOWER_DECK]] != NONE:
                self.raise_tower()
        elif kind == STUDY:
            self.phase = LEARNING if self.offered(SPELL_DECK) > 0 else CASTING
        elif kind == EXPEDITION:
            if self.dungeon_open():
                self.enter_dungeon()
        elif kind == TRANSMUTE:
            self.phase = TRANSMUTING if self.token_count(self.turn) > 0 else CASTING
        elif kind == STEAL:
            self.quota = amount
            self.aim_alone()
        elif kind in (DISPEL, ABDUCT):
            self.phase = CHARMING if self.any_charm() else CASTING
        else:
            self.lay_traps()

    def amount_of(self, mage: i64, spell: i64) -> i64:
        """A spell's amount, as often as what it counts is there."""
        return SPELL_AMOUNT[spell] * (self.measure(mage, SPELL_PER[spell], SPELL_COUNTED[spell]) // SPELL_EACH[spell])

    def finish_or_cast(self) -> None:
        """After a choice that may belong to a spell or to the action itself."""
        self.phase = CASTING if self.casting() else FINISHING
        self.settle()

    def casting(self) -> bool:
        """Is the choice part of a spell's effect?"""
        return self.spell != NONE

    def any_supply(self) -> bool:
        for count in self.supply:
            if count > 0:
                return True
        return False

    def take_token(self, reagent: i64) -> None:
        self.give(self.turn, reagent, 1)
        self.quota -= 1
        if self.quota == 0 or not self.any_supply():
            self.quota = 0
            self.phase = CASTING
        self.settle()

    def name_reagent(self, reagent: i64) -> None:
        kind: i64 = SPELL_KIND[self.spell]
        amount: i64 = SPELL_AMOUNT[self.spell]
        if kind == SHIFT:
            self.shift_value(reagent, amount)
        else:
            other: i64 = 0
            while other < self.mages():
                if other != self.turn:
                    have: i64 = self.tokens[other * REAGENTS + reagent]
                    lost: i64 = amount if amount < have else have
                    self.put_back(other, reagent, lost)
                    if kind == TITHE:
                        self.give(self.turn, reagent, lost)
                other += 1
        self.phase = CASTING
        self.settle()

    def can_rob(self, mage: i64) -> bool:
        return mage != self.turn and mage < self.mages() and self.token_count(mage) > 0

    def aim_alone(self) -> None:
        """Where only one can be robbed there is nothing to choose."""
        found: i64 = 0
        mage: i64 = 0
        while mage < self.mages():
            if self.can_rob(mage):
                found += 1
                self.target = mage
            mage += 1
        if found > 1:
            self.phase = AIMING
        elif found == 1:
            self.aim(self.target)

    def aim(self, mage: i64) -> None:
        self.target = mage
        have: i64 = self.token_count(mage)
        if self.quota > have:
            self.quota = have
        self.phase = FILCHING

    def filch(self, reagent: i64) -> None:
        self.tokens[self.target * REAGENTS + reagent] -= 1
        self.tokens[self.turn * REAGENTS + reagent] += 1
        self.quota -= 1
        if self.quota == 0:
            self.phase = CASTING
        self.settle()

    def can_charm(self, spell: i64) -> bool:
        owner: i64 = self.at[SPELLS + spell]
        wanted: i64 = ACTIVE if SPELL_KIND[self.spell] == DISPEL else UNCAST
        return owner < MAGES and owner != self.turn and self.cast[spell] == wanted

    def any_charm(self) -> bool:
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.can_charm(spell):
                return True
            spell += 1
        return False

    def charm(self, spell: i64) -> None:
        if SPELL_KIND[self.spell] == DISPEL:
            self.cast[spell] = UNCAST
            self.lend_power(self.at[SPELLS + spell], spell, -1)
        else:
            self.at[SPELLS + spell] = self.turn
        self.phase = CASTING
        self.settle()

    def lay_traps(self) -> None:
        self.trapper = self.turn
        trap: i64 = TRAPS
        while trap < TILES:
            self.at[trap] = DECK
            self.left[DUNGEON_DECK] += 1
            trap += 1

    # Towers.

    def raise_tower(self) -> None:
        self.acquire(self.offer[FIRST_SLOT[TOWER_DECK]], self.turn)
        self.mana[self.turn] += self.power(self.turn, FOUNDATION)

    # Familiars.

    def summon(self, familiar: i64) -> None:
        self.mana[self.turn] -= self.familiar_price(self.turn, familiar)
        self.acquire(FAMILIARS + familiar, self.turn)
        self.card = familiar
        self.phase = USING
        self.settle()

    def use(self, move: i64) -> None:
        if move == USE_SCORE:
            self.gold[self.turn] += self.familiar_gold(self.turn, self.card)
            self.finish()
        elif move == USE_GATHER:
            reagent: i64 = 0
            while reagent < REAGENTS:
                self.give(self.turn, reagent, FAMILIAR_REAGENTS[self.card * REAGENTS + reagent])
                reagent += 1
            self.begin_casting(ENDLESS, NONE)
        elif move == USE_RESEARCH:
            self.clear_spells()
            self.phase = LEARNING
            self.settle()
        else:
            self.enter_dungeon()
            self.settle()

    def familiar_gold(self, mage: i64, familiar: i64) -> i64:
        """One for each card of its school, itself among them once it is owned."""
        return self.cards_of_school(mage, SCHOOL[FAMILIARS + familiar]) + self.power(mage, KINSHIP)

    def clear_spells(self) -> None:
        """The spells on offer go under the deck, as its lowest layer."""
        self.layer += 1
        slot: i64 = FIRST_SLOT[SPELL_DECK]
        while slot < SLOTS:
            if self.offer[slot] != NONE:
                self.at[self.offer[slot]] = DECK + self.layer
                self.offer[slot] = NONE
                self.left[SPELL_DECK] += 1
            slot += 1

    def learn(self, spell: i64) -> None:
        self.acquire(SPELLS + spell, self.turn)
        self.finish_or_cast()

    # The dungeon.

    def dungeon_open(self) -> bool:
        """Some treasure is left in it."""
        return self.count_at(DUNGEON, MONSTERS, DECK, DECK) > 0

    def enter_dungeon(self) -> None:
        self.hits = 0
        self.phase = EXPLORING

    def meet(self, card: i64) -> None:
        self.at[card] = DISCARD
        if card >= TRAPS and self.trapper != self.turn:
            self.at[card] = OUT
            self.leave_dungeon(False)
            return
        if MONSTERS <= card < TRAPS:
            self.hits += 1
        if self.hits >= HITS + self.power(self.turn, ARMOUR):
            self.leave_dungeon(False)
        elif self.left[DUNGEON_DECK] == 0 or (self.by_magus(self.turn) and self.magus_has_enough()):
            self.leave_dungeon(True)
        else:
            self.phase = EXPLORING if self.by_magus(self.turn) else DELVING
            self.settle()

    def leave_dungeon(self, unbeaten: bool) -> None:
        """Treasures are kept by those who leave unbeaten; all else goes back."""
        card: i64 = DUNGEON
        while card < TILES:
            if self.at[card] == DISCARD:
                if unbeaten and card < MONSTERS:
                    self.at[card] = self.turn
                    if card < ITEMS:
                        self.gold[self.turn] += GOLD_VALUE[card - DUNGEON] + self.power(self.turn, PLUNDER)
                else:
                    self.at[card] = DECK
                    self.left[DUNGEON_DECK] += 1
            card += 1
        self.hits = 0
        self.finish_or_cast()

    # The Mechanica Magus.

    def think(self) -> None:
        """Down the chart to the first line that applies."""
        while self.magus_sees(CHART[self.line]) < CHART[self.line + 1]:
            self.line += 3
        deed: i64 = CHART[self.line + 2]
        if deed == DOES_GATHER:
            self.phase = MAGUS_GATHERING
            self.settle()
        elif deed == DOES_CONVERT:
            best: i64 = self.best_conversion()
            self.convert(best, self.tokens[MAGUS * REAGENTS + best], 0)
        elif deed == DOES_RECRUIT:
            self.open_duel(self.offer[self.best_wizard()] - WIZARDS)
            self.magus_bid(self.magus_worth(WIZARDS + self.card))
        elif deed == DOES_RESEARCH:
            self.magus_research()
        elif deed == DOES_BUILD:
            self.magus_build()
        elif deed == DOES_SCORE:
            self.magus_summon(self.best_familiar(True))
            self.gold[MAGUS] += self.familiar_gold(MAGUS, self.card)
            self.finish()
        else:
            self.magus_summon(self.best_familiar(False))
            self.enter_dungeon()
            self.settle()

    def magus_sees(self, look: i64) -> i64:
        if look == SEES_YIELD:
            return self.conversion_value(self.best_conversion())
        if look == SEES_BID:
            slot: i64 = self.best_wizard()
            if slot == NONE:
                return 0
            worth: i64 = self.magus_worth(self.offer[slot])
            return worth if worth < self.mana[MAGUS] else self.mana[MAGUS]
        if look == SEES_TOWER:
            return 1 if self.magus_can_build() else 0
        if look == SEES_MATCHING_TOWER:
            if not self.magus_can_build():
                return 0
            school: i64 = SCHOOL[self.offer[FIRST_SLOT[TOWER_DECK]]]
            waiting: bool = self.of_school(MAGUS, WIZARDS, TOWERS, school) > self.of_school(
                MAGUS, TOWERS, FAMILIARS, school
            )
            return 1 if waiting else 0
        if look == SEES_FAMILIAR_GOLD:
            best: i64 = self.best_familiar(True)
            return 0 if best == NONE else self.familiar_gold(MAGUS, self.offer[best] - FAMILIARS) + 1
        if look == SEES_DUNGEON:
            return 1 if self.dungeon_open() and self.best_familiar(False) != NONE else 0
        if look == SEES_CASTABLE:
            return 1 if self.best_spell(True) != NONE else 0
        if look == SEES_SPELL:
            return 1 if self.best_spell(False) != NONE else 0
        return 1

    def conversion_value(self, reagent: i64) -> i64:
        return self.tokens[MAGUS * REAGENTS + reagent] * self.values[reagent]

    def best_conversion(self) -> i64:
        best: i64 = 0
        reagent: i64 = 1
        while reagent < REAGENTS:
            if self.conversion_value(reagent) > self.conversion_value(best):
                best = reagent
            reagent += 1
        return best

    def magus_worth(self, wizard: i64) -> i64:
        school: i64 = SCHOOL[wizard]
        waiting: bool = self.of_school(MAGUS, TOWERS, FAMILIARS, school) > self.of_school(
            MAGUS, WIZARDS, TOWERS, school
        )
        return BID_BASE + BID_MATCHING if waiting else BID_BASE

    def best_wizard(self) -> i64:
        best: i64 = NONE
        slot: i64 = FIRST_SLOT[WIZARD_DECK]
        while slot < FIRST_SLOT[WIZARD_DECK + 1]:
            if self.offer[slot] != NONE:
                if best == NONE or self.magus_worth(self.offer[slot]) > self.magus_worth(self.offer[best]):
                    best = slot
            slot += 1
        return best

    def magus_bid(self, worth: i64) -> None:
        self.bid(worth if worth < self.mana[MAGUS] else self.mana[MAGUS])

    def magus_answer(self) -> None:
        """One more than the bid, if the wizard is worth it and the mana is there."""
        more: i64 = self.quota + 1
        if more <= self.magus_worth(WIZARDS + self.card) and more <= self.mana[MAGUS]:
            self.bid(more)
        else:
            self.pass_by()

    def magus_can_build(self) -> bool:
        tower: i64 = self.offer[FIRST_SLOT[TOWER_DECK]]
        if tower == NONE:
            return False
        price: i64 = TOWER_GOLD[tower - TOWERS]
        return self.can_pay(MAGUS, TOWER_COST, tower - TOWERS, 0) or self.gold[MAGUS] >= price

    def magus_build(self) -> None:
        tower: i64 = self.offer[FIRST_SLOT[TOWER_DECK]] - TOWERS
        if self.can_pay(MAGUS, TOWER_COST, tower, 0):
            self.leave_out_of(TOWER_PRICE, TOWER_COST, tower)
        else:
            self.gold[MAGUS] -= TOWER_GOLD[tower]
            self.raise_tower()
            self.finish()

    def best_familiar(self, for_gold: bool) -> i64:
        """The one it can pay that brings most gold; or simply the cheapest."""
        best: i64 = NONE
        best_worth: i64 = 0
        slot: i64 = FIRST_SLOT[FAMILIAR_DECK]
        while slot < FIRST_SLOT[FAMILIAR_DECK + 1]:
            if self.offer[slot] != NONE:
                familiar: i64 = self.offer[slot] - FAMILIARS
                price: i64 = FAMILIAR_MANA[familiar]
                worth: i64 = -price
                if for_gold:
                    worth += 1000 * self.familiar_gold(MAGUS, familiar)
                if price <= self.mana[MAGUS] and (best == NONE or worth > best_worth):
                    best = slot
                    best_worth = worth
            slot += 1
        return best

    def magus_summon(self, slot: i64) -> None:
        self.card = self.offer[slot] - FAMILIARS
        self.mana[MAGUS] -= FAMILIAR_MANA[self.card]
        self.acquire(self.offer[slot], MAGUS)

    def best_spell(self, castable: bool) -> i64:
        """The dearest spell on offer that it can pay, and cast at once if that is asked."""
        best: i64 = NONE
        slot: i64 = FIRST_SLOT[SPELL_DECK]
        while slot < SLOTS:
            if self.offer[slot] != NONE:
                spell: i64 = self.offer[slot] - SPELLS
                if SPELL_MANA[spell] <= self.mana[MAGUS]:
                    if not castable or self.can_pay(MAGUS, SPELL_COST, spell, 0):
                        if best == NONE or SPELL_MANA[spell] > SPELL_MANA[self.offer[best] - SPELLS]:
                            best = slot
            slot += 1
        return best

    def magus_research(self) -> None:
        slot: i64 = self.best_spell(True)
        if slot == NONE:
            slot = self.best_spell(False)
        spell: i64 = self.offer[slot] - SPELLS
        self.mana[MAGUS] -= SPELL_MANA[spell]
        self.acquire(SPELLS + spell, MAGUS)
        if self.can_pay(MAGUS, SPELL_COST, spell, 0):
            self.magus_cast(spell)
        self.finish()

    def magus_gather(self, card: i64) -> None:
        """All that the card shows; then the dearest spell that it can cast."""
        self.at[card] = DISCARD
        self.card = card - GATHERING
        self.show_icons(self.card)
        self.take_picked()
        best: i64 = NONE
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.at[SPELLS + spell] == MAGUS and self.cast[spell] == UNCAST:
                if self.can_pay(MAGUS, SPELL_COST, spell, 0):
                    if best == NONE or SPELL_MANA[spell] > SPELL_MANA[best]:
                        best = spell
            spell += 1
        if best != NONE:
            self.magus_cast(best)
        self.finish()

    def magus_cast(self, spell: i64) -> None:
        self.casts = 1
        self.cast_spell(spell)
        self.spell = NONE

    def magus_has_enough(self) -> bool:
        if self.hits >= MAGUS_HITS:
            return True
        return self.count_at(DUNGEON, MONSTERS, DISCARD, DISCARD) >= MAGUS_TREASURES

    # What is counted.

    def of_school(self, mage: i64, first: i64, end: i64, school: i64) -> i64:
        return in_school(self.by_school(mage, first, end), school)

    def by_school(self, mage: i64, first: i64, end: i64) -> i64:
        """How many cards of each school, side by side in one number."""
        counts: i64 = 0
        while first < end:
            if self.at[first] == mage:
                counts += bit(SCHOOL[first] * SCHOOL_BITS)
            first += 1
        return counts

    def cards_of_school(self, mage: i64, school: i64) -> i64:
        return self.of_school(mage, WIZARDS, GATHERING, school)

    def schools_among(self, mage: i64, first: i64, end: i64) -> i64:
        """How many different schools."""
        seen: i64 = 0
        count: i64 = 0
        while first < end:
            if self.at[first] == mage and seen >> SCHOOL[first] & 1 == 0:
                seen |= 1 << SCHOOL[first]
                count += 1
            first += 1
        return count

    def count_spells(self, mage: i64, state: i64) -> i64:
        count: i64 = 0
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.at[SPELLS + spell] == mage and self.cast[spell] == state:
                count += 1
            spell += 1
        return count

    def matching_pairs(self, mage: i64) -> i64:
        """How many pairs of each school, side by side in one number."""
        wizards: i64 = self.by_school(mage, WIZARDS, TOWERS)
        towers: i64 = self.by_school(mage, TOWERS, FAMILIARS)
        pairs: i64 = 0
        school: i64 = 0
        while school < SCHOOLS:
            fewer: i64 = min(in_school(wizards, school), in_school(towers, school))
            pairs += fewer << school * SCHOOL_BITS
            school += 1
        return pairs

    def measure(self, mage: i64, what: i64, school: i64) -> i64:
        if what == OF_WIZARDS:
            return self.count_at(WIZARDS, TOWERS, mage, mage)
        if what == OF_TOWERS:
            return self.count_at(TOWERS, FAMILIARS, mage, mage)
        if what == OF_FAMILIARS:
            return self.count_at(FAMILIARS, SPELLS, mage, mage)
        if what == OWNED_SPELLS:
            return self.count_at(SPELLS, GATHERING, mage, mage)
        if what == CAST_SPELLS:
            return self.count_spells(mage, ACTIVE) + self.count_spells(mage, USED)
        if what == LASTING_SPELLS:
            return self.count_spells(mage, ACTIVE)
        if what == USED_SPELLS:
            return self.count_spells(mage, USED)
        if what == OF_ITEMS:
            return self.count_at(ITEMS, MONSTERS, mage, mage)
        if what == GOLD_CARDS:
            return self.count_at(DUNGEON, ITEMS, mage, mage)
        if what == OF_ACHIEVEMENTS:
            return self.count_at(TILES, CARDS, mage, mage)
        if what == OF_SCHOOL:
            return self.cards_of_school(mage, school)
        if what == ALL_SCHOOLS:
            return self.schools_among(mage, WIZARDS, GATHERING)
        if what == WIZARD_SCHOOLS:
            return self.schools_among(mage, WIZARDS, TOWERS)
        if what == TOWER_SCHOOLS:
            return self.schools_among(mage, TOWERS, FAMILIARS)
        if what == SPELL_SCHOOLS:
            return self.schools_among(mage, SPELLS, GATHERING)
        if what == TOKENS:
            return self.token_count(mage)
        if what == OF_MANA:
            return self.mana[mage] if self.mana[mage] != UNKNOWN else 0
        if what == ONE:
            return 1
        return self.measure_by_kind(mage, what)

    def measure_by_kind(self, mage: i64, what: i64) -> i64:
        """Measures that go through the seven reagents or the seven schools."""
        if what in (REAGENT_KINDS, MOST_REAGENT):
            return self.measure_reagents(mage, what)
        if what == SETS:
            return self.whole_sets(mage)
        if what == PAIRS:
            return pairs_in(self.matching_pairs(mage))
        cards: i64 = self.by_school(mage, WIZARDS, GATHERING)
        most: i64 = 0
        school: i64 = 0
        while school < SCHOOLS:
            most = max(most, in_school(cards, school))
            school += 1
        return most

    def whole_sets(self, mage: i64) -> i64:
        """Schools with a wizard, a tower, a familiar and a spell."""
        pairs: i64 = self.matching_pairs(mage)
        familiars: i64 = self.by_school(mage, FAMILIARS, SPELLS)
        spells: i64 = self.by_school(mage, SPELLS, GATHERING)
        sets: i64 = 0
        school: i64 = 0
        while school < SCHOOLS:
            if in_school(pairs, school) > 0 and in_school(familiars, school) > 0 and in_school(spells, school) > 0:
                sets += 1
            school += 1
        return sets

    def measure_reagents(self, mage: i64, what: i64) -> i64:
        result: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            tokens: i64 = self.tokens[mage * REAGENTS + reagent]
            if what == MOST_REAGENT:
                result = max(result, tokens)
            elif tokens > 0:
                result += 1
            reagent += 1
        return result

    # Scoring.

    def points_for(self, mage: i64, heading: i64) -> i64:
        return self.points_with(mage, heading, self.matching_pairs(mage))

    def points_with(self, mage: i64, heading: i64, matching: i64) -> i64:
        """The points under a heading, given the matching pairs of all schools."""
        if heading == FOR_GOLD:
            return self.gold[mage] if self.gold[mage] != UNKNOWN else 0
        if heading == FOR_SCORING_SPELLS:
            return self.scoring_spells(mage)
        if heading == FOR_ITEMS:
            return self.item_points(mage)
        if heading == FOR_ACHIEVEMENTS:
            return ACHIEVEMENT_POINTS * self.count_at(TILES, CARDS, mage, mage)
        if heading == FOR_SPELLS:
            return MATCHING_SPELL * self.matching_spells(mage, matching)
        pairs: i64 = pairs_in(matching)
        if heading == FOR_MATCHING:
            return MATCHING_PAIR * pairs
        wizards: i64 = self.count_at(WIZARDS, TOWERS, mage, mage) - pairs
        towers: i64 = self.count_at(TOWERS, FAMILIARS, mage, mage) - pairs
        others: i64 = wizards if wizards < towers else towers
        if heading == FOR_OTHER_PAIRS:
            return OTHER_PAIR * others
        return UNPAIRED * (wizards + towers - 2 * others)

    def matching_spells(self, mage: i64, matching: i64) -> i64:
        """Cast spells of schools in which there is a matching pair."""
        count: i64 = 0
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.at[SPELLS + spell] == mage and self.cast[spell] != UNCAST:
                if in_school(matching, SCHOOL[SPELLS + spell]) > 0:
                    count += 1
            spell += 1
        return count

    def scoring_spells(self, mage: i64) -> i64:
        total: i64 = 0
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.at[SPELLS + spell] == mage and self.cast[spell] != UNCAST and SPELL_KIND[spell] == POINTS:
                total += self.amount_of(mage, spell)
            spell += 1
        return total

    def item_points(self, mage: i64) -> i64:
        own: i64 = self.measure(mage, OF_ITEMS, 0)
        if own == 0:
            return 0
        most: i64 = 0
        second: i64 = 0
        other: i64 = 0
        while other < self.mages():
            items: i64 = self.measure(other, OF_ITEMS, 0)
            if items > most:
                second = most
                most = items
            elif items < most and items > second:
                second = items
            other += 1
        if own == most:
            return MOST_ITEMS
        return SECOND_ITEMS if own == second else 0

    def points(self, mage: i64) -> i64:
        matching: i64 = self.matching_pairs(mage)
        total: i64 = 0
        heading: i64 = 0
        while heading < HEADINGS:
            total += self.points_with(mage, heading, matching)
            heading += 1
        return total

    def standing(self, mage: i64) -> i64:
        return self.points(mage) * 1000000 + self.mana[mage]

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [self.standing(seat) for seat in range(self.seats)]

    def ranking(self) -> list[int]:
        if self.seats > 1:
            return super().ranking()
        return [1 if self.standing(0) >= self.standing(MAGUS) else 2]

    # What can be done.

    def moves_into(self, buffer: vec[i64]) -> i64:
        phase: i64 = self.phase
        if phase == ACTING:
            return self.actions_into(buffer)
        if phase == BIDDING:
            return self.bids_into(buffer)
        if phase in (CASTING, CHARMING):
            return self.spells_into(buffer)
        if phase == LEARNING:
            return self.offers_into(buffer, 0, SPELL_DECK, LEARN)
        if phase == USING:
            return self.uses_into(buffer)
        if phase == DELVING:
            buffer[0] = DELVE
            buffer[1] = RETREAT
            return 2
        if phase == TRANSMUTING:
            count: i64 = self.conversions_into(buffer, 0)
            buffer[count] = DONE
            return count + 1
        if phase == AIMING:
            return self.targets_into(buffer)
        return self.reagents_into(buffer)

    def reagents_into(self, buffer: vec[i64]) -> i64:
        """All phases in which one of the seven reagents is named."""
        phase: i64 = self.phase
        first: i64 = TAKE
        if phase == LEAVING:
            first = LEAVE
        elif phase == RETURNING:
            first = RETURN
        elif phase == BARTERING:
            first = BARTER
        elif phase == NAMING:
            first = NAME
        elif phase == FILCHING:
            first = FILCH
        count: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            if self.reagent_fits(reagent):
                buffer[count] = first + reagent
                count += 1
            reagent += 1
        if phase == BARTERING:
            buffer[count] = DONE
            count += 1
        return count

    def reagent_fits(self, reagent: i64) -> bool:
        phase: i64 = self.phase
        if phase == LEAVING:
            return self.pick[reagent] > 0
        if phase == TAKING:
            return self.supply[reagent] > 0
        if phase == CHOOSING:
            return self.supply[reagent] > 0 and self.tokens[self.turn * REAGENTS + reagent] == 0
        if phase == FILCHING:
            return self.tokens[self.target * REAGENTS + reagent] > 0
        return phase == NAMING or self.tokens[self.turn * REAGENTS + reagent] > 0

    def actions_into(self, buffer: vec[i64]) -> i64:
        mage: i64 = self.turn
        count: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            if self.tokens[mage * REAGENTS + reagent] > 0:
                buffer[count] = BARTER + reagent
                count += 1
            reagent += 1
        card: i64 = GATHERING
        while card < DUNGEON:
            if self.at[card] == mage:
                buffer[count] = GATHER + card - GATHERING
                count += 1
            card += 1
        count = self.conversions_into(buffer, count)
        if self.mana[mage] > 0:
            count = self.offers_into(buffer, count, WIZARD_DECK, RECRUIT)
        count = self.offers_into(buffer, count, SPELL_DECK, RESEARCH)
        tower: i64 = self.offer[FIRST_SLOT[TOWER_DECK]]
        if tower != NONE:
            if self.can_pay(mage, TOWER_COST, tower - TOWERS, self.power(mage, THRIFT)):
                buffer[count] = BUILD_REAGENTS
                count += 1
            if self.gold[mage] >= TOWER_GOLD[tower - TOWERS]:
                buffer[count] = BUILD_GOLD
                count += 1
        count = self.offers_into(buffer, count, FAMILIAR_DECK, SUMMON)
        if self.again:
            buffer[count] = DONE
            count += 1
        return count

    def conversions_into(self, buffer: vec[i64], count: i64) -> i64:
        reagent: i64 = 0
        while reagent < REAGENTS:
            first: i64 = CONVERT + reagent * MOST_TOKENS
            end: i64 = first + self.tokens[self.turn * REAGENTS + reagent]
            while first < end:
                buffer[count] = first
                count += 1
                first += 1
            reagent += 1
        return count

    def offers_into(self, buffer: vec[i64], count: i64, deck: i64, base: i64) -> i64:
        """Cards on offer that can be paid, ascending."""
        begin: i64 = count
        slot: i64 = FIRST_SLOT[deck]
        while slot < FIRST_SLOT[deck + 1]:
            if self.offer[slot] != NONE:
                card: i64 = self.offer[slot] - FIRST_CARD[deck]
                if self.affordable(base, card):
                    move: i64 = base + card
                    place: i64 = count
                    while place > begin and buffer[place - 1] > move:
                        buffer[place] = buffer[place - 1]
                        place -= 1
                    buffer[place] = move
                    count += 1
            slot += 1
        return count

    def affordable(self, base: i64, card: i64) -> bool:
        if base == RESEARCH:
            return self.mana[self.turn] >= self.spell_price(self.turn, card)
        if base == SUMMON:
            return self.mana[self.turn] >= self.familiar_price(self.turn, card)
        return True

    def bids_into(self, buffer: vec[i64]) -> i64:
        most: i64 = self.mana[self.asked]
        if most > MOST_BID:
            most = MOST_BID
        count: i64 = 0
        amount: i64 = self.quota + 1
        while amount <= most:
            buffer[count] = BID + amount
            count += 1
            amount += 1
        if self.leader != NONE:
            buffer[count] = PASS
            count += 1
        return count

    def spells_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if self.phase == CASTING:
                if self.may_cast(spell):
                    buffer[count] = CAST + spell
                    count += 1
            elif self.can_charm(spell):
                buffer[count] = CHARM + spell
                count += 1
            spell += 1
        if self.phase == CASTING:
            buffer[count] = DONE
            count += 1
        return count

    def uses_into(self, buffer: vec[i64]) -> i64:
        buffer[0] = USE_SCORE
        buffer[1] = USE_GATHER
        count: i64 = 2
        if self.offered(SPELL_DECK) > 0:
            buffer[count] = USE_RESEARCH
            count += 1
        if self.dungeon_open():
            buffer[count] = USE_DUNGEON
            count += 1
        return count

    def targets_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        mage: i64 = 0
        while mage < self.mages():
            if self.can_rob(mage):
                buffer[count] = AIM + mage
                count += 1
            mage += 1
        return count

    def advance(self, move: i64) -> None:
        phase: i64 = self.phase
        if self.seat == CHANCE:
            self.draw(move)
        elif phase == ACTING:
            self.act(move)
        elif phase == BIDDING:
            if move == PASS:
                self.pass_by()
            else:
                self.bid(move - BID)
        elif phase == CASTING:
            self.cast_or_finish(move)
        elif phase == LEAVING:
            self.leave(move - LEAVE)
        elif phase == RETURNING:
            self.return_token(move - RETURN)
        elif phase == USING:
            self.use(move)
        elif phase == DELVING:
            self.delve(move)
        elif phase == BARTERING:
            if move == DONE:
                self.end_barter()
            else:
                self.barter(move - BARTER)
        elif phase == LEARNING:
            self.learn(move - LEARN)
        elif phase == CHOOSING:
            self.choose_reagent(move - TAKE)
        elif phase == TAKING:
            self.take_token(move - TAKE)
        elif phase == NAMING:
            self.name_reagent(move - NAME)
        elif phase == AIMING:
            self.aim(move - AIM)
            self.settle()
        elif phase == FILCHING:
            self.filch(move - FILCH)
        elif phase == CHARMING:
            self.charm(move - CHARM)
        else:
            self.transmute(move)

    def cast_or_finish(self, move: i64) -> None:
        if move == DONE:
            self.casts = 0
            self.finish()
        else:
            self.cast_spell(move - CAST)

    def delve(self, move: i64) -> None:
        if move == DELVE:
            self.phase = EXPLORING
            self.settle()
        else:
            self.leave_dungeon(True)

    def transmute(self, move: i64) -> None:
        if move == DONE:
            self.finish_or_cast()
        else:
            extra: i64 = SPELL_AMOUNT[self.spell]
            self.convert((move - CONVERT) // MOST_TOKENS, (move - CONVERT) % MOST_TOKENS + 1, extra)

    def refusal(self, move: i64) -> i64:
        phase: i64 = self.phase
        if phase == ACTING:
            return self.action_refusal(move)
        if phase == BIDDING:
            if move == PASS:
                return MUST_OPEN
            if BID < move < PASS:
                return BID_TOO_LOW if move - BID <= self.quota else BID_TOO_HIGH
        elif phase == CASTING:
            if CAST <= move < CHARM:
                return ONE_SPELL if self.only != NONE and self.only != move - CAST else NOT_CASTABLE
        elif phase == LEARNING:
            if LEARN <= move < CAST:
                return NOT_OFFERED
        elif phase == USING:
            if move == USE_RESEARCH:
                return NO_SPELL_LEFT
            if move == USE_DUNGEON:
                return DUNGEON_CLOSED
        elif phase in (AIMING, CHARMING):
            if CHARM <= move < DELVE or AIM <= move < AIM + MAGES:
                return NOT_A_TARGET
        elif phase == TRANSMUTING:
            if CONVERT <= move < RECRUIT:
                return NOT_SO_MANY
        elif move < GATHER:
            return self.reagent_refusal(move)
        return NOT_NOW

    def reagent_refusal(self, move: i64) -> i64:
        phase: i64 = self.phase
        if phase == CHOOSING and move < LEAVE:
            return NOT_DIFFERENT
        if phase == TAKING and move < LEAVE:
            return NONE_IN_SUPPLY
        if phase == LEAVING and LEAVE <= move < RETURN:
            return NOT_SHOWN if self.purpose == GATHERING_CARD else NOT_IN_PRICE
        if phase == RETURNING and RETURN <= move < BARTER:
            return NONE_TO_RETURN
        if phase == BARTERING and BARTER <= move < NAME:
            return NONE_TO_BARTER
        if phase == FILCHING and move >= FILCH:
            return NOT_A_TARGET
        return NOT_NOW

    def action_refusal(self, move: i64) -> i64:
        if BARTER <= move < NAME:
            return NONE_TO_BARTER
        if CONVERT <= move < RECRUIT:
            return NOT_SO_MANY
        if GATHER <= move < CONVERT:
            return NOT_IN_HAND
        if RECRUIT <= move < RESEARCH:
            return NO_MANA if self.at[WIZARDS + move - RECRUIT] == OFFER else NOT_OFFERED
        if RESEARCH <= move < BUILD_REAGENTS:
            return TOO_LITTLE_MANA if self.at[SPELLS + move - RESEARCH] == OFFER else NOT_OFFERED
        if SUMMON <= move < USE_SCORE:
            return TOO_LITTLE_MANA if self.at[FAMILIARS + move - SUMMON] == OFFER else NOT_OFFERED
        if move in (BUILD_REAGENTS, BUILD_GOLD):
            if self.offer[FIRST_SLOT[TOWER_DECK]] == NONE:
                return NOT_OFFERED
            return REAGENTS_LACK if move == BUILD_REAGENTS else TOO_LITTLE_GOLD
        return MUST_ACT if move == DONE else NOT_NOW

    # What is hidden: others' gathering cards for good, their mana and gold until the end.

    def seen_by(self, seat: i64) -> "Astoria":
        seen = self.copy()
        card: i64 = GATHERING
        while card < DUNGEON:
            if seen.at[card] != seat and seen.at[card] != DISCARD:
                seen.at[card] = UNKNOWN
            card += 1
        if self.phase != ENDED:
            other: i64 = 0
            while other < self.seats:
                if other != seat:
                    seen.mana[other] = UNKNOWN
                    seen.gold[other] = UNKNOWN
                other += 1
        return seen

    def imagine(self, seat: i64, chance: Chance) -> "Astoria":
        """Others' cards as they may be; an unseen card that was not in the last shuffle is in a hand still. Their coins
        could be added up from what was said, so they stay as they are; where they are masked, they are guessed."""
        state = self.seen_by(seat)
        state.mana = self.mana[:]
        state.gold = self.gold[:]
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                state.guess_cards(other, 0, self.kept[other], chance)
                state.guess_cards(other, 1, self.hands[other] - self.kept[other], chance)
                if state.mana[other] == UNKNOWN:
                    state.guess_coins(other, chance)
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

    def guess_coins(self, mage: i64, chance: Chance) -> None:
        """Up to twice the mana of the start, but no less than was bid; little gold."""
        self.mana[mage] = chance.below(2 * START_MANA + 1)
        bid: i64 = self.bids[mage] if self.bids[mage] > 0 else PASSED - self.bids[mage]
        if self.phase == BIDDING and self.mana[mage] < bid:
            self.mana[mage] = bid
        self.gold[mage] = chance.below(START_MANA // 2)

    def secret(self, move: i64, seat: i64) -> bool:
        """The rank of a gathering card in its deck tells which others lie there: of a card drawn to a hand nobody is
        told it, of one that the Magus turns up only the lone player, who knows the deck."""
        if self.seat != CHANCE:
            return False
        return self.drawing == HAND_CARD or (self.drawing == MAGUS_CARD and seat != 0)

    def reveals(self, move: i64) -> bool:
        """The end opens everybody's coins."""
        after = self.copy()
        after.advance(move)
        return after.seat == OVER


def in_school(counts: i64, school: i64) -> i64:
    """One school's part of a number that `by_school` gave."""
    return counts >> school * SCHOOL_BITS & (1 << SCHOOL_BITS) - 1


def pairs_in(matching: i64) -> i64:
    """The matching pairs of all schools together."""
    total: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        total += in_school(matching, school)
        school += 1
    return total


def layer_of(card: i64) -> i64:
    """The layer of its deck in which a card lies at the start: towers and familiars in order of their price."""
    if TOWERS <= card < FAMILIARS:
        return TOWER_TIER[card - TOWERS]
    if FAMILIARS <= card < SPELLS:
        return FAMILIAR_MANA[card - FAMILIARS]
    return 0


def rank_in_school(wizard: i64) -> i64:
    """How many wizards of the same school come before this one."""
    rank: i64 = 0
    other: i64 = 0
    while other < wizard:
        if SCHOOL[other] == SCHOOL[wizard]:
            rank += 1
        other += 1
    return rank
