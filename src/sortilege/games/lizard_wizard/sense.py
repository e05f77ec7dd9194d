"""Good sense for Lizard Wizard: everything is weighed in mana, and points by what a point costs in mana."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.engine.chance import Chance
from sortilege.engine.fields import in_order
from sortilege.engine.sense import Best, Sense
from sortilege.engine.state import State, new_buffer
from sortilege.games.lizard_wizard.content import (
    ABDUCT,
    ARMOUR,
    BID_DRAWN,
    BLIGHT,
    DISPEL,
    DUNGEON_DECK,
    EASE,
    EXPEDITION,
    FAMILIAR_DECK,
    FAMILIAR_REAGENTS,
    FREE_TOWER,
    GATHER_LIMIT,
    GATHERED,
    GIVE_GOLD,
    GIVE_MANA,
    GIVE_TOKENS,
    GOLD_VALUE,
    HITS,
    KINDS,
    LIMIT,
    MIXED_VALUE,
    PLUNDER,
    POINTS,
    POWERS,
    PREMIUM,
    RAISED,
    SCHOOL,
    SCHOOL_REAGENT,
    SHIFT,
    SPELL_AMOUNT,
    SPELL_COST,
    SPELL_DECK,
    SPELL_KIND,
    STEAL,
    STUDY,
    SWELL,
    TITHE,
    TOLL,
    TOWER_COST,
    TOWER_DECK,
    TOWER_GOLD,
    TRANSMUTE,
    WIZARD_DECK,
    YIELD,
)
from sortilege.games.lizard_wizard.position import (
    ACTING,
    AIMING,
    BIDDING,
    CARDS,
    CASTING,
    CHARMING,
    DECK,
    DELVING,
    DISCARD,
    DUNGEON,
    FAMILIARS,
    ITEMS,
    LEARNING,
    LEAVING,
    MAGES,
    MONSTERS,
    MOST_BID,
    NAMING,
    NONE,
    OFFER,
    REAGENTS,
    RETURNING,
    SCHOOLS,
    SPELL_COUNT,
    SPELLS,
    TILES,
    TOWERS,
    TRANSMUTING,
    TRAPS,
    UNCAST,
    USING,
    WIZARDS,
    in_school,
)
from sortilege.games.lizard_wizard.rules import (
    Astoria,
    achievements,
    familiars,
    magus,
    measures,
    research,
    scoring,
)
from sortilege.games.lizard_wizard.rules.holdings import Holdings, of_all_schools
from sortilege.games.lizard_wizard.rules.moves import (
    AIM,
    BARTER,
    BID,
    BUILD_GOLD,
    BUILD_REAGENTS,
    CAST,
    CHARM,
    CONVERT,
    DELVE,
    DONE,
    GATHER,
    LEARN,
    MOST_TOKENS,
    PASS,
    RECRUIT,
    RESEARCH,
    RETREAT,
    SUMMON,
    USE_DUNGEON,
    USE_GATHER,
    USE_RESEARCH,
    USE_SCORE,
)

# Tuned by games for two of this player with itself, half with all numbers a little more or less than the others.
POINT: Final = 2.25  # mana for a point
HELD: Final = 0.43  # of its value, for a token that is still to be converted
NEEDED: Final = 2.0  # more for a token that a spell or tower waits for
UNPAIRED_HOPE: Final = 3.2  # points that a wizard or tower without a partner may still bring
SPELL_HOPE: Final = 1.8  # points that a spell of a school without wizard and tower may still bring,
HALF_HOPE: Final = 3.5  # and one of a school with either of them
HOPEFUL: Final = 9.7  # rounds in which hopes are full
NEW_SPELL: Final = 16.0  # the best of four spells for nothing, if there is time to cast it
CAST_AT_ONCE: Final = 2.8  # for each own spell that a familiar brings what it lacks for
CAST_PRICE: Final = 0.35  # of their value, for tokens that a spell costs its owner,
BOUGHT_PRICE: Final = 0.57  # one that has to be bought first,
TOWER_PRICE: Final = 0.4  # and a tower
PAYABLE_LATER: Final = 0.72  # of its worth, for a spell whose reagents are not there,
TOO_LATE: Final = 0.13  # and when there is no time to gather them
TIME_TO_CAST: Final = 1.8  # rounds
GATHERING_PLUS: Final = 2.4  # a new card, and perhaps a spell cast
PACE: Final = 0.64  # cards that a player takes from the quickest deck in a round
LONGEST: Final = 22.0  # rounds worth planning for
GATHERINGS: Final = 0.32  # of all turns
USUAL_VALUE: Final = 2.9  # of a reagent
SHARE: Final = 0.85  # of its worth, for a bid
DUEL: Final = 0.83  # of its worth, for a wizard that may be had in a duel now
DENIED: Final = 0.27  # of its worth to a rival, for a wizard or tower that the rival does not get
LEAST_USE: Final = 0.4  # of mana, in a duel
HURRY: Final = 6.0  # mana that it is worth to the leader to shorten the game
LEAD: Final = 17.0
PURSE: Final = 22.0  # mana beyond this is worth less and less
LATE: Final = 2.5  # rounds before the end in which mana loses its use
LAST_USE: Final = 0.1  # of mana, at the end
LIKELY_DRAWN: Final[int] = BID_DRAWN[len(BID_DRAWN) // 2 - 1]  # enough for half of the answers of the Magus

# What a position is judged by, in points: fitted to who won 24,000 games of a player like this with itself, for two,
# three and four, with a random move in twelve; rounded.
MANA_PROSPECT: Final = 0.07  # for a coin at the end of the game,
MANA_HOPE: Final = 0.75  # and more while there is time to spend it
RICHEST: Final = 40  # mana beyond this is no prospect
TOKEN_HOPE: Final = 0.13  # for each coin that a token fetches
WIZARD_HOPE: Final = 9.0
TOWER_HOPE: Final = 5.5
FAMILIAR_HOPE: Final = 3.3
ALONE_HOPE: Final = 3.3  # for a wizard or tower without a partner
SPELL_HOPES: Final = vec[float]([10.0, 7.3, 4.0])  # uncast, active, used
TURN_HOPE: Final = 2.3  # for whose turn it is
POWER_PROSPECT: Final = 0.46  # for a lasting power, of what it is worth in mana
FULL_HOPE: Final = 8.0  # rounds
LUCK: Final = 8.0  # points behind that make a win e times less likely at the end,
LUCK_A_ROUND: Final = 2.4  # and more for every round to come

# A lasting power in mana for one unit and one round left.
UPKEEPS: Final = {
    "storage": 0.02,
    "hand": 0.19,
    "limit": 0.63,
    "forage": 0.67,
    "yield": 0.37,
    "premium": 0.89,
    "steady": 0.18,
    "mixture": 0.14,
    "scholar": 0.13,
    "bond": 0.12,
    "thrift": 0.45,
    "ease": 0.43,
    "triumph": 0.10,
    "solace": 0.21,
    "foundation": 0.15,
    "echo": 0.22,
    "kinship": 0.19,
    "armour": 0.57,
    "plunder": 0.39,
    "income": 1.05,
    "haste": 0.16,
    "toll": 0.42,
    "burden": 0.11,
}
UPKEEP: Final = vec[float]([UPKEEPS[word] for word in in_order(KINDS)[:POWERS]])

UNCOUNTED: Final = -1000.0
NOTHING_COUNTED: Final = vec[float]([UNCOUNTED] * MAGES)
NO_TOKEN_COUNTED: Final = vec[float]([UNCOUNTED] * (MAGES * REAGENTS))
NOTHING_LOOKED_UP: Final = vec[i64]([NONE] * MAGES)


class LizardSense(Sense):
    """Plays for the worth of the next thing it gets."""

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Astoria)
        ledger = Ledger(state)
        if state.phase == BIDDING:
            return ledger.bid()
        if state.phase == DELVING:
            return DELVE if ledger.go_deeper() else RETREAT
        return ledger.act(chance) if state.phase == ACTING else ledger.answer(chance)

    def weigh(self, state: State, move: i64) -> float:
        assert isinstance(state, Astoria)
        ledger = Ledger(state)
        if state.phase == BIDDING:
            away: i64 = move - ledger.bid()
            return -float(away if away > 0 else -away)
        if state.phase == DELVING:
            return 0.0
        return ledger.action(move) if state.phase == ACTING else ledger.worth(move)

    def horizon(self) -> i64:
        return 24

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Astoria)
        ledger = Ledger(state)
        luck: float = LUCK + LUCK_A_ROUND * ledger.left
        own: float = ledger.prospects(seat)
        total: float = 0.0
        mage: i64 = 0
        while mage < state.mages():
            total += math.exp((ledger.prospects(mage) - own) / luck)
            mage += 1
        return 1.0 / total


class Ledger:
    """What a position is worth to its mages; what is asked again and again is counted once."""

    def __init__(self, state: Astoria) -> None:
        self.state = state
        self.left: float = rounds_left(state)
        self.uses: vec[float] = NOTHING_COUNTED[:]
        self.standings: vec[float] = NOTHING_COUNTED[:]
        self.tokens: vec[float] = NO_TOKEN_COUNTED[:]
        self.wanted: vec[i64] = NOTHING_LOOKED_UP[:]
        self.wizard: i64 = NONE
        self.wizards: vec[float] = NOTHING_COUNTED[:]
        self.kept: list[Holdings | None] = [None] * MAGES

    def holdings(self, mage: i64) -> Holdings:
        found = self.kept[mage]
        if found is None:
            found = Holdings(self.state, mage)
            self.kept[mage] = found
        return found

    def prospects(self, mage: i64) -> float:
        """Points, and what everything else may still bring."""
        left: float = self.left
        mana: float = float(min(self.state.mana[mage], RICHEST))
        holdings = self.holdings(mage)
        rest: float = MANA_HOPE * mana
        rest += ALONE_HOPE * float(alone(holdings.wizards, holdings.towers))
        rest += WIZARD_HOPE * float(of_all_schools(holdings.wizards))
        rest += TOWER_HOPE * float(of_all_schools(holdings.towers))
        rest += FAMILIAR_HOPE * float(of_all_schools(holdings.familiars))
        if self.state.turn == mage:
            rest += TURN_HOPE
        reagent: i64 = 0
        while reagent < REAGENTS:
            rest += TOKEN_HOPE * float(self.state.tokens[mage * REAGENTS + reagent] * self.state.values[reagent])
            reagent += 1
        spell: i64 = 0
        while spell < SPELL_COUNT:
            if self.state.at[SPELLS + spell] == mage:
                rest += SPELL_HOPES[self.state.cast[spell]]
            spell += 1
        lasting: float = 0.0
        kind: i64 = 0
        while kind < POWERS:
            lasting += UPKEEP[kind] * float(self.state.power(mage, kind))
            kind += 1
        rest *= min(left / FULL_HOPE, 1.0)
        return float(scoring.points_of(holdings)) + MANA_PROSPECT * mana + rest + POWER_PROSPECT * left * lasting

    def use_of_mana(self, mage: i64) -> float:
        """Mana loses its use when there is no turn left to spend it, and when there is more than can be spent."""
        if self.uses[mage] == UNCOUNTED:
            use: float = 1.0 if self.left >= LATE else LAST_USE + (1.0 - LAST_USE) * self.left / LATE
            mana: float = float(self.state.mana[mage])
            self.uses[mage] = use if mana <= PURSE else use * max(PURSE / mana, 0.05)
        return self.uses[mage]

    # What things are worth to a player, in mana.

    def worth(self, move: i64) -> float:
        """The worth of a move in every phase but bidding, acting and the dungeon."""
        phase: i64 = self.state.phase
        if phase == CASTING:
            if move == DONE:
                return 0.0
            mage, spell = self.state.turn, move - CAST
            return self.spell_worth(mage, spell) - self.price_of(mage, SPELL_COST, spell, CAST_PRICE)
        if phase == USING:
            return self.familiar_use(self.state.turn, self.state.familiar, move)
        if phase == LEARNING:
            return self.spell_worth(self.state.turn, move - LEARN)
        if phase == TRANSMUTING:
            if move == DONE:
                return 0.0
            return self.conversion(move, SPELL_AMOUNT[self.state.at_work])
        if phase == NAMING:
            return self.naming(move % REAGENTS)
        if phase == AIMING:
            return float(self.state.token_count(move - AIM))
        if phase == CHARMING:
            return self.spell_worth(self.state.at[SPELLS + move - CHARM], move - CHARM)
        if move == DONE:
            return 0.5
        token: float = self.token(self.state.turn, move % REAGENTS)
        if phase == RETURNING or (phase == LEAVING and self.state.gathered != NONE):
            return -token
        if BARTER <= move < BARTER + REAGENTS:
            return float(MIXED_VALUE) - token
        return token

    def token(self, mage: i64, reagent: i64) -> float:
        """One more token."""
        place: i64 = mage * REAGENTS + reagent
        if self.tokens[place] == UNCOUNTED:
            worth: float = HELD * float(self.state.values[reagent]) * self.use_of_mana(mage)
            self.tokens[place] = worth + NEEDED if (self.lacking(mage) >> reagent) & 1 else worth
        return self.tokens[place]

    def lacking(self, mage: i64) -> i64:
        """The set of reagents of which there are too few for the tower on offer, or for an own spell."""
        if self.wanted[mage] == NONE:
            self.wanted[mage] = 0
            tower: i64 = self.state.tower_on_offer()
            if tower != NONE:
                self.want(mage, TOWER_COST, tower - TOWERS)
            spell: i64 = 0
            while spell < SPELL_COUNT:
                if self.state.at[SPELLS + spell] == mage and self.state.cast[spell] == UNCAST:
                    self.want(mage, SPELL_COST, spell)
                spell += 1
        return self.wanted[mage]

    def want(self, mage: i64, costs: vec[i64], card: i64) -> None:
        reagent: i64 = 0
        while reagent < REAGENTS:
            if costs[card * REAGENTS + reagent] > self.state.tokens[mage * REAGENTS + reagent]:
                self.wanted[mage] |= bit(reagent)
            reagent += 1

    def price_of(self, mage: i64, costs: vec[i64], card: i64, share: float) -> float:
        """Tokens to be paid, at a share of their value."""
        total: float = 0.0
        reagent: i64 = 0
        while reagent < REAGENTS:
            total += float(costs[card * REAGENTS + reagent] * self.state.values[reagent])
            reagent += 1
        return total * share * self.use_of_mana(mage)

    def standing(self, mage: i64) -> float:
        """The points, with hopes."""
        if self.standings[mage] == UNCOUNTED:
            holdings = self.holdings(mage)
            self.standings[mage] = float(scoring.points_of(holdings)) + hopes(holdings, self.left)
        return self.standings[mage]

    def points_with(self, mage: i64, card: i64) -> float:
        """The points, with hopes and achievements, that a card more would bring."""
        after = self.holdings(mage).with_card(card)
        tile: i64 = TILES
        while tile < CARDS:
            if self.state.at[tile] == OFFER and achievements.is_met(after, tile):
                after.tiles += 1
            tile += 1
        return float(scoring.points_of(after)) + hopes(after, self.left) - self.standing(mage)

    def wizard_worth(self, mage: i64, wizard: i64) -> float:
        """A wizard, and that no rival gets it."""
        return self.worth_to(mage, wizard) + self.denied(mage, wizard)

    def worth_to(self, mage: i64, wizard: i64) -> float:
        if self.wizard != wizard:
            self.wizard = wizard
            self.wizards = NOTHING_COUNTED[:]
        if self.wizards[mage] == UNCOUNTED:
            value: i64 = self.state.values[SCHOOL_REAGENT[SCHOOL[WIZARDS + wizard]]]
            gathered: float = HELD * (float(value) + USUAL_VALUE) / 2.0 * GATHERINGS
            self.wizards[mage] = POINT * self.points_with(mage, WIZARDS + wizard) + gathered * self.left
        return self.wizards[mage]

    def denied(self, mage: i64, wizard: i64) -> float:
        most: float = 0.0
        other: i64 = 0
        while other < self.state.mages():
            if other != mage:
                most = max(most, self.worth_to(other, wizard))
            other += 1
        return DENIED * most / float(self.state.mages() - 1)

    def tower_worth(self, mage: i64) -> float:
        """The tower on offer, and that no rival gets it."""
        tower: i64 = self.state.tower_on_offer()
        if tower == NONE:
            return 0.0
        most: float = 0.0
        other: i64 = 0
        while other < self.state.mages():
            if other != mage:
                most = max(most, self.points_with(other, tower))
            other += 1
        return POINT * (self.points_with(mage, tower) + 1.0 + DENIED * most / float(self.state.mages() - 1))

    def spell_worth(self, mage: i64, spell: i64) -> float:
        """A spell that gets cast."""
        points: float = self.points_with(mage, SPELLS + spell)
        kind: i64 = SPELL_KIND[spell]
        if kind < POWERS:
            others: float = float(self.state.mages() - 1) if kind == TOLL else 1.0
            return POINT * points + UPKEEP[kind] * float(SPELL_AMOUNT[spell]) * self.left * others
        if kind == POINTS:
            return POINT * (points + self.growth(spell))
        return POINT * points + self.deed_worth(mage, spell, kind, float(SPELL_AMOUNT[spell]))

    def growth(self, spell: i64) -> float:
        """What a scoring spell may still grow by."""
        return 0.11 * float(SPELL_AMOUNT[spell]) * self.left if SPELL_AMOUNT[spell] < 6 else 0.0

    def deed_worth(self, mage: i64, spell: i64, kind: i64, amount: float) -> float:
        """A spell of a single use."""
        use: float = self.use_of_mana(mage)
        if kind == GIVE_MANA:
            return use * float(measures.amount_of(self.state, mage, spell))
        if kind == GIVE_GOLD:
            return POINT * float(measures.amount_of(self.state, mage, spell))
        if kind == GIVE_TOKENS:
            return use * 4.4 * amount
        if kind == SWELL:
            return use * 0.4 * amount * float(self.state.token_count(mage))
        if kind == SHIFT:
            return use * 0.7 * amount * self.most_tokens(mage) if amount > 0.0 else 3.0
        if kind == FREE_TOWER:
            return self.tower_worth(mage)
        if kind == STUDY:
            return 9.0
        if kind == EXPEDITION:
            return self.dungeon_worth(mage)
        if kind == TRANSMUTE:
            return use * (amount + 2.2) * self.most_tokens(mage)
        if kind == STEAL:
            return use * 5.0 * amount
        if kind == TITHE:
            return use * 2.5 * amount * 0.6 * float(self.state.mages() - 1)
        if kind == BLIGHT:
            return use * 1.2 * amount
        if kind in (DISPEL, ABDUCT):
            return 7.2
        return 4.0

    def most_tokens(self, mage: i64) -> float:
        most: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            if self.state.tokens[mage * REAGENTS + reagent] > most:
                most = self.state.tokens[mage * REAGENTS + reagent]
            reagent += 1
        return float(most)

    # Actions.

    def answer(self, chance: Chance) -> i64:
        """The best answer in every phase but bidding, acting and the dungeon."""
        best = Best(chance)
        buffer = new_buffer()
        count: i64 = self.state.moves_into(buffer)
        i: i64 = 0
        while i < count:
            best.offer(buffer[i], self.worth(buffer[i]))
            i += 1
        return best.move

    def act(self, chance: Chance) -> i64:
        """The best action; taking a card from the deck that will end the game is worth more to the leader."""
        shortest: i64 = self.shortest_deck()
        hurry: float = self.hurry(self.state.turn)
        best = Best(chance)
        buffer = new_buffer()
        count: i64 = self.state.moves_into(buffer)
        i: i64 = 0
        while i < count:
            worth: float = self.action(buffer[i])
            if worth >= 0.0 and deck_taken(buffer[i]) == shortest:
                worth += hurry
            best.offer(buffer[i], worth)
            i += 1
        return best.move

    def shortest_deck(self) -> i64:
        """The deck that will end the game."""
        best: i64 = 0
        deck: i64 = 1
        while deck < 4:
            if self.state.left[deck] + self.state.offered(deck) < self.state.left[best] + self.state.offered(best):
                best = deck
            deck += 1
        return best

    def hurry(self, mage: i64) -> float:
        """Who leads wants the game to end, the more the further ahead."""
        rival: i64 = 0
        other: i64 = 0
        while other < self.state.mages():
            if other != mage:
                rival = max(rival, scoring.points_of(self.holdings(other)))
            other += 1
        lead: float = float(scoring.points_of(self.holdings(mage)) - rival)
        return max(0.0, min(HURRY, HURRY * lead / LEAD))

    def action(self, move: i64) -> float:
        mage: i64 = self.state.turn
        use: float = self.use_of_mana(mage)
        if move == DONE:
            return 0.0
        if move < GATHER:
            return float(MIXED_VALUE) - HELD * float(self.state.values[move - BARTER]) - 1.0
        if move < CONVERT:
            return self.gathering(mage, move - GATHER) + GATHERING_PLUS * min(self.left, 1.0)
        if move < RECRUIT:
            return self.conversion(move, 0)
        if move < RESEARCH:
            return self.duel(mage, move - RECRUIT)
        if move < BUILD_REAGENTS:
            spell: i64 = move - RESEARCH
            worth: float = self.spell_worth(mage, spell)
            if not self.state.can_pay(mage, SPELL_COST, spell, self.state.power(mage, EASE)):
                worth *= PAYABLE_LATER if self.left > TIME_TO_CAST else TOO_LATE
            worth -= self.price_of(mage, SPELL_COST, spell, BOUGHT_PRICE)
            return worth - use * float(research.price(self.state, mage, spell))
        if move == BUILD_REAGENTS:
            tower: i64 = self.state.tower_on_offer() - TOWERS
            return self.tower_worth(mage) - self.price_of(mage, TOWER_COST, tower, TOWER_PRICE)
        if move == BUILD_GOLD:
            gold: i64 = TOWER_GOLD[self.state.tower_on_offer() - TOWERS]
            return self.tower_worth(mage) - POINT * float(gold)
        familiar: i64 = move - SUMMON
        best: float = self.familiar_use(mage, familiar, USE_SCORE)
        best = max(best, self.familiar_use(mage, familiar, USE_GATHER))
        best = max(best, self.familiar_use(mage, familiar, USE_RESEARCH))
        best = max(best, self.familiar_use(mage, familiar, USE_DUNGEON))
        worth = best + POINT * self.points_with(mage, FAMILIARS + familiar)
        return worth - use * float(familiars.price(self.state, mage, familiar))

    def gathering(self, mage: i64, card: i64) -> float:
        """The best tokens of the card, those of the wizards, and what rises in the own store."""
        room: i64 = self.state.storage(mage) - self.state.token_count(mage)
        limit: i64 = GATHER_LIMIT + self.state.power(mage, LIMIT)
        use: float = self.use_of_mana(mage)
        total: float = use * float(self.state.power(mage, YIELD))
        taken: vec[i64] = GATHERED[card * REAGENTS : (card + 1) * REAGENTS]
        while limit > 0 and room > 0:
            best: float = -1.0
            choice: i64 = NONE
            reagent: i64 = 0
            while reagent < REAGENTS:
                if taken[reagent] > 0 and self.state.supply[reagent] > 0:
                    worth: float = self.token(mage, reagent)
                    if worth > best:
                        best = worth
                        choice = reagent
                reagent += 1
            if choice == NONE:
                break
            taken[choice] -= 1
            total += best
            limit -= 1
            room -= 1
        reagent = 0
        while reagent < REAGENTS:
            more: i64 = self.state.bonus[mage * REAGENTS + reagent]
            if more > room:
                more = room
            total += float(more) * self.token(mage, reagent)
            room -= more
            rise: float = float(RAISED[card * REAGENTS + reagent])
            total += use * rise * (0.26 + 0.46 * float(self.state.tokens[mage * REAGENTS + reagent]))
            reagent += 1
        return total

    def conversion(self, move: i64, extra: i64) -> float:
        """Mana now, less what the tokens are worth."""
        mage: i64 = self.state.turn
        reagent: i64 = (move - CONVERT) // MOST_TOKENS
        count: i64 = (move - CONVERT) % MOST_TOKENS + 1
        each: i64 = self.state.values[reagent] + self.state.power(mage, PREMIUM) + extra
        mana: float = float(count * each) * self.use_of_mana(mage)
        kept: float = HELD * float(count * self.state.values[reagent]) * self.use_of_mana(mage)
        needed: float = 0.0
        if self.state.tokens[mage * REAGENTS + reagent] == count:
            needed = self.token(mage, reagent) - HELD * float(self.state.values[reagent]) * self.use_of_mana(mage)
        return mana - kept - needed

    def duel(self, mage: i64, wizard: i64) -> float:
        """What is left of a wizard's worth after the likely price; a duel lost does not cost the turn."""
        own: float = self.wizard_worth(mage, wizard)
        price: float = self.likely_price(mage, wizard)
        cost: float = price * self.use_of_mana(mage)
        if float(self.state.mana[mage]) < price or own <= cost:
            return -1.0
        return DUEL * own - cost

    def likely_price(self, mage: i64, wizard: i64) -> float:
        """What the keenest of the others would pay."""
        if self.state.seats == 1:
            return float(magus.most_bid(self.state, WIZARDS + wizard, LIKELY_DRAWN))
        most: float = 0.0
        other: i64 = 0
        while other < self.state.seats:
            if other != mage:
                most = max(most, self.highest_bid(other, wizard))
            other += 1
        return most

    def highest_bid(self, mage: i64, wizard: i64) -> float:
        """What a wizard is worth in a duel, and no more than can be paid."""
        worth: float = SHARE * self.wizard_worth(mage, wizard) / max(self.use_of_mana(mage), LEAST_USE)
        return min(worth, float(self.state.mana[mage]))

    def familiar_use(self, mage: i64, familiar: i64, move: i64) -> float:
        if move == USE_SCORE:
            gold: i64 = familiars.gold(self.state, mage, familiar)
            if self.state.at[FAMILIARS + familiar] == OFFER:
                gold += 1
            return POINT * float(gold)
        if move == USE_GATHER:
            total: float = 0.0
            reagent: i64 = 0
            while reagent < REAGENTS:
                count: i64 = FAMILIAR_REAGENTS[familiar * REAGENTS + reagent]
                if count > 0:
                    total += float(count) * self.token(mage, reagent)
                reagent += 1
            return total + CAST_AT_ONCE * float(self.castable_with(mage, familiar))
        if move == USE_RESEARCH:
            return NEW_SPELL if self.left > TIME_TO_CAST and self.state.offered(SPELL_DECK) > 0 else 0.0
        return self.dungeon_worth(mage)

    def castable_with(self, mage: i64, familiar: i64) -> i64:
        """How many own spells can be paid when the familiar has gathered."""
        count: i64 = 0
        spell: i64 = 0
        while spell < SPELL_COUNT:
            if self.state.at[SPELLS + spell] == mage and self.state.cast[spell] == UNCAST:
                spared: i64 = self.state.power(mage, EASE)
                reagent: i64 = 0
                while reagent < REAGENTS:
                    lack: i64 = SPELL_COST[spell * REAGENTS + reagent] - self.state.tokens[mage * REAGENTS + reagent]
                    lack -= FAMILIAR_REAGENTS[familiar * REAGENTS + reagent]
                    if lack > 0:
                        spared -= lack
                    reagent += 1
                if spared >= 0:
                    count += 1
            spell += 1
        return count

    # Duels.

    def bid(self) -> i64:
        mage: i64 = self.state.asked
        mana: i64 = self.state.mana[mage]
        limit: i64 = i64(self.highest_bid(mage, self.state.wizard))
        if self.state.leader == NONE:
            two: bool = self.state.mages() == 2
            opening: i64 = i64(self.likely_price(mage, self.state.wizard)) if two else limit // 2
            if opening > limit:
                opening = limit
            return BID + between(opening, 1, mana)
        if self.state.bid >= limit or self.state.bid >= mana or self.state.bid >= MOST_BID:
            return PASS
        raised: i64 = self.state.bid + 1
        if self.state.mages() > 2:
            raised += (limit - self.state.bid) // 4
        return BID + between(raised, self.state.bid + 1, mana)

    # The dungeon.

    def go_deeper(self) -> bool:
        """Go on while the next card is likely to bring more than it risks."""
        if self.state.hits < HITS + self.state.power(self.state.turn, ARMOUR) - 1:
            return True
        treasure: float = 0.0
        card: i64 = DUNGEON
        while card < MONSTERS:
            if self.state.at[card] == DISCARD:
                treasure += self.treasure_worth(self.state.turn, card)
            card += 1
        cards: float = float(self.state.left[DUNGEON_DECK])
        bad: float = float(self.dangers())
        return self.treasure_left(self.state.turn) / cards > treasure * bad / cards

    def dangers(self) -> i64:
        count: i64 = self.state.count_at(MONSTERS, TRAPS, DECK, DECK)
        if self.state.trapper != self.state.turn:
            count += self.state.count_at(TRAPS, TILES, DECK, DECK)
        return count

    def treasure_worth(self, mage: i64, card: i64) -> float:
        if card >= ITEMS:
            return 2.3
        return float(GOLD_VALUE[card - DUNGEON] + self.state.power(mage, PLUNDER))

    def treasure_left(self, mage: i64) -> float:
        total: float = 0.0
        card: i64 = DUNGEON
        while card < MONSTERS:
            if self.state.at[card] == DECK:
                total += self.treasure_worth(mage, card)
            card += 1
        return total

    def dungeon_worth(self, mage: i64) -> float:
        """About three cards' worth of what lies there, more for those who bear more."""
        cards: i64 = self.state.left[DUNGEON_DECK]
        if cards == 0:
            return 0.0
        reach: float = 3.0 + 1.0 * float(self.state.power(mage, ARMOUR))
        return POINT * reach * self.treasure_left(mage) / float(cards)

    # Choices of spells.

    def naming(self, reagent: i64) -> float:
        own: float = float(self.state.tokens[self.state.turn * REAGENTS + reagent])
        others: float = 0.0
        mage: i64 = 0
        while mage < self.state.mages():
            if mage != self.state.turn:
                have: i64 = self.state.tokens[mage * REAGENTS + reagent]
                others += float(have if have < SPELL_AMOUNT[self.state.at_work] else SPELL_AMOUNT[self.state.at_work])
            mage += 1
        if SPELL_KIND[self.state.at_work] == SHIFT:
            if SPELL_AMOUNT[self.state.at_work] > 0:
                return own - 0.1 * float(self.state.values[reagent])
            return self.others_hold(reagent) * float(self.state.values[reagent]) - own * 10.0
        return others * float(self.state.values[reagent])

    def others_hold(self, reagent: i64) -> float:
        total: i64 = 0
        mage: i64 = 0
        while mage < MAGES:
            if mage != self.state.turn:
                total += self.state.tokens[mage * REAGENTS + reagent]
            mage += 1
        return float(total)


def rounds_left(state: Astoria) -> float:
    if state.ended > 0:
        return 0.0
    left: float = LONGEST
    deck: i64 = 0
    while deck < 4:
        cards: float = float(state.left[deck] + state.offered(deck))
        left = min(left, cards / (PACE * float(state.mages())))
        deck += 1
    return min(left, float(state.rounds - state.round))


def hopes(holdings: Holdings, left: float) -> float:
    """Points that cards without a partner may still bring."""
    wizards: i64 = holdings.wizards
    towers: i64 = holdings.towers
    spells: i64 = holdings.spells
    hoped: float = 0.0
    school: i64 = 0
    while school < SCHOOLS:
        if in_school(wizards, school) == 0 and in_school(towers, school) == 0:
            hoped += SPELL_HOPE * float(in_school(spells, school))
        elif in_school(wizards, school) == 0 or in_school(towers, school) == 0:
            hoped += HALF_HOPE * float(in_school(spells, school))
        school += 1
    unpaired: float = UNPAIRED_HOPE * float(alone(wizards, towers))
    share: float = min(left / HOPEFUL, 1.0)
    return share * (unpaired + hoped)


def alone(wizards: i64, towers: i64) -> i64:
    """How many have no partner of their school, given both by school."""
    count: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        more: i64 = in_school(wizards, school) - in_school(towers, school)
        count += more if more > 0 else -more
        school += 1
    return count


def deck_taken(move: i64) -> i64:
    """The deck from which an action takes a card."""
    if RECRUIT <= move < RESEARCH:
        return WIZARD_DECK
    if RESEARCH <= move < BUILD_REAGENTS:
        return SPELL_DECK
    if move in (BUILD_REAGENTS, BUILD_GOLD):
        return TOWER_DECK
    return FAMILIAR_DECK if SUMMON <= move < USE_SCORE else NONE


def between(amount: i64, low: i64, high: i64) -> i64:
    if high > MOST_BID:
        high = MOST_BID
    if amount > high:
        amount = high
    return amount if amount > low else low
