"""Good sense for Lizard Wizard: everything is weighed in mana, and points by what a point costs in mana."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.sense import Best, Sense
from sortilege.engine.state import UNKNOWN, State, new_buffer
from sortilege.games.lizard_wizard.content import (
    FAMILIAR_REAGENTS,
    GATHER_LIMIT,
    GATHERED,
    GOLD_VALUE,
    HITS,
    MIXED_VALUE,
    RAISED,
    SCHOOL,
    SCHOOL_REAGENT,
    SPELL_AMOUNT,
    SPELL_COST,
    SPELL_KIND,
    TOWER_COST,
    TOWER_GOLD,
)
from sortilege.games.lizard_wizard.rules import (
    ABDUCT,
    ACTING,
    ACTIVE,
    AIM,
    AIMING,
    ARMOUR,
    BARTER,
    BIDDING,
    BLIGHT,
    BUILD_GOLD,
    BUILD_REAGENTS,
    CAST,
    CASTING,
    CHARM,
    CHARMING,
    CONVERT,
    DECK,
    DELVE,
    DELVING,
    DISCARD,
    DISPEL,
    DONE,
    DUNGEON,
    DUNGEON_DECK,
    EASE,
    EXPEDITION,
    FAMILIAR_DECK,
    FAMILIARS,
    FIRST_SLOT,
    FOR_GOLD,
    FREE_TOWER,
    GATHER,
    GATHERING,
    GATHERING_CARD,
    GIVE_GOLD,
    GIVE_MANA,
    GIVE_TOKENS,
    ITEMS,
    LEARN,
    LEARNING,
    LEAVING,
    LIMIT,
    MAGES,
    MAGUS,
    MONSTERS,
    MOST_BID,
    MOST_TOKENS,
    NAMING,
    NONE,
    OFFER,
    PASS,
    PLUNDER,
    POINTS,
    POWERS,
    PREMIUM,
    REAGENTS,
    RECRUIT,
    RESEARCH,
    RETREAT,
    RETURNING,
    SCHOOLS,
    SHIFT,
    SPELL_DECK,
    SPELLS,
    STEADY,
    STEAL,
    STUDY,
    SUMMON,
    SWELL,
    TILES,
    TITHE,
    TOLL,
    TOWER_DECK,
    TOWERS,
    TRANSMUTE,
    TRANSMUTING,
    TRAPS,
    UNCAST,
    USE_DUNGEON,
    USE_GATHER,
    USE_RESEARCH,
    USE_SCORE,
    USED,
    USING,
    WIZARD_DECK,
    WIZARDS,
    YIELD,
    Astoria,
    in_school,
)
from sortilege.games.lizard_wizard.rules import BID as BID_MOVE

POINT: Final = 3.5  # mana for a point
HELD: Final = 0.5  # of its value, for a token that is still to be converted
NEEDED: Final = 1.6  # more for a token that a spell or tower waits for
UNPAIRED_HOPE: Final = 3.0  # points that a wizard or tower without a partner may still bring
SPELL_HOPE: Final = 1.2  # points that a cast spell of a school without a pair may still bring
FAMILIAR_HOPE: Final = 0.5
PACE: Final = 0.5  # cards that a player takes from the quickest deck in a round
LONGEST: Final = 22.0  # rounds worth planning for
GATHERINGS: Final = 0.32  # of all turns
SHARE: Final = 0.54  # of its worth, for a bid
HURRY: Final = 25.0  # mana that it is worth to the leader to shorten the game
LEAD: Final = 12.0
PURSE: Final = 22.0  # mana beyond this is worth less and less
LATE: Final = 2.0  # rounds before the end in which mana loses its use
TURN: Final = 6.0  # what an action is worth at least; a duel that ends the turn must beat it

# What a position is judged by, in points: fitted to who won 12,000 games of this player with itself, for two, three and
# four, with a random move in twenty; rounded, and lowered by hand for spells that are not cast.
MANA_PROSPECT: Final = 0.13  # for a coin at the end of the game,
MANA_HOPE: Final = 0.18  # and more while there is time to spend it
RICHEST: Final = 40  # mana beyond this is no prospect
TOKEN_HOPE: Final = 0.12  # for each coin that a token fetches
TOWER_HOPE: Final = 3.6
ALONE_HOPE: Final = 1.7  # for a wizard or tower without a partner
SPELL_HOPES: Final = vec[float]([5.5, 3.7, 5.0])  # uncast, active, used
POWER_PROSPECT: Final = 0.16  # for a lasting power, of what it is worth in mana
FULL_HOPE: Final = 8.0  # rounds
LUCK: Final = 4.0  # points behind that make a win e times less likely at the end,
LUCK_A_ROUND: Final = 1.18  # and more for every round to come

# A lasting power in mana for one unit and one round left; the order is that of the kinds.
UPKEEP: Final = vec[float](
    [
        0.02, 0.20, 0.55, 1.00, 0.42, 1.10, 0.35, 0.12, 0.16, 0.12, 0.40, 0.45,
        0.12, 0.20, 0.14, 0.22, 0.20, 0.50, 0.30, 1.00, 0.20, 0.30, 0.10,
    ]
)  # fmt: skip


class LizardSense(Sense):
    """Plays for the worth of the next thing it gets."""

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Astoria)
        if state.phase == BIDDING:
            return self.bid(state)
        if state.phase == DELVING:
            return DELVE if self.go_deeper(state) else RETREAT
        if state.phase == ACTING:
            return self.act(state, chance)
        buffer = new_buffer()
        count: i64 = state.moves_into(buffer)
        best = Best(chance)
        i: i64 = 0
        while i < count:
            best.offer(buffer[i], self.worth(state, buffer[i]))
            i += 1
        return best.move

    def horizon(self) -> i64:
        return 24

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Astoria)
        luck: float = LUCK + LUCK_A_ROUND * self.rounds_left(state)
        own: float = self.prospects(state, seat)
        total: float = 0.0
        mage: i64 = 0
        while mage < state.mages():
            total += math.exp((self.prospects(state, mage) - own) / luck)
            mage += 1
        return 1.0 / total

    def prospects(self, state: Astoria, mage: i64) -> float:
        """Points, and what everything else may still bring."""
        left: float = self.rounds_left(state)
        mana: float = float(min(state.mana[mage], RICHEST)) if state.mana[mage] != UNKNOWN else 15.0
        wizards: i64 = state.by_school(mage, WIZARDS, TOWERS)
        rest: float = MANA_HOPE * mana
        rest += ALONE_HOPE * float(alone(wizards, state.by_school(mage, TOWERS, FAMILIARS)))
        rest += TOWER_HOPE * float(state.count_at(TOWERS, FAMILIARS, mage, mage))
        reagent: i64 = 0
        while reagent < REAGENTS:
            rest += TOKEN_HOPE * float(state.tokens[mage * REAGENTS + reagent] * state.values[reagent])
            reagent += 1
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if state.at[SPELLS + spell] == mage:
                rest += SPELL_HOPES[state.cast[spell]]
            spell += 1
        lasting: float = 0.0
        kind: i64 = 0
        while kind < POWERS:
            lasting += UPKEEP[kind] * float(state.power(mage, kind))
            kind += 1
        rest *= min(left / FULL_HOPE, 1.0)
        return float(state.points(mage)) + MANA_PROSPECT * mana + rest + POWER_PROSPECT * left * lasting

    # The time that is left.

    def rounds_left(self, state: Astoria) -> float:
        left: float = LONGEST
        if state.ended > 0:
            return 0.0
        deck: i64 = 0
        while deck < 4:
            cards: float = float(state.left[deck] + state.offered(deck))
            left = min(left, cards / (PACE * float(state.mages())))
            deck += 1
        return min(left, float(state.rounds - state.round))

    def use_of_mana(self, state: Astoria, mage: i64) -> float:
        """Mana loses its use when there is no turn left to spend it, and when there is more than can be spent."""
        left: float = self.rounds_left(state)
        use: float = 1.0 if left >= LATE else 0.15 + 0.85 * left / LATE
        mana: float = float(state.mana[mage])
        return use if mana <= PURSE else use * max(PURSE / mana, 0.05)

    # What things are worth to a player, in mana.

    def worth(self, state: Astoria, move: i64) -> float:
        """The worth of a move in every phase but bidding, acting and the dungeon."""
        phase: i64 = state.phase
        if phase == CASTING:
            if move == DONE:
                return 0.0
            spell: i64 = move - CAST
            return self.spell_worth(state, state.turn, spell) - self.price_of(state, state.turn, SPELL_COST, spell, 0.6)
        if phase == USING:
            return self.familiar_use(state, state.turn, state.card, move)
        if phase == LEARNING:
            return self.spell_worth(state, state.turn, move - LEARN)
        if phase == TRANSMUTING:
            if move == DONE:
                return 0.0
            return self.conversion(state, move, SPELL_AMOUNT[state.spell])
        if phase == NAMING:
            return self.naming(state, move % REAGENTS)
        if phase == AIMING:
            return float(state.token_count(move - AIM))
        if phase == CHARMING:
            return self.spell_worth(state, state.at[SPELLS + move - CHARM], move - CHARM)
        if move == DONE:
            return 0.5
        token: float = self.token(state, state.turn, move % REAGENTS)
        if phase == RETURNING or (phase == LEAVING and state.purpose == GATHERING_CARD):
            return -token
        if BARTER <= move < BARTER + REAGENTS:
            return float(MIXED_VALUE) - token
        return token

    def token(self, state: Astoria, mage: i64, reagent: i64) -> float:
        """One more token."""
        worth: float = HELD * float(state.values[reagent]) * self.use_of_mana(state, mage)
        return worth + NEEDED if self.waits_for(state, mage, reagent) else worth

    def waits_for(self, state: Astoria, mage: i64, reagent: i64) -> bool:
        """Is it lacking for the tower on offer, or for an own spell?"""
        have: i64 = state.tokens[mage * REAGENTS + reagent]
        tower: i64 = state.offer[FIRST_SLOT[TOWER_DECK]]
        if tower != NONE and TOWER_COST[(tower - TOWERS) * REAGENTS + reagent] > have:
            return True
        spell: i64 = 0
        while spell < GATHERING - SPELLS:
            if state.at[SPELLS + spell] == mage and state.cast[spell] == UNCAST:
                if SPELL_COST[spell * REAGENTS + reagent] > have:
                    return True
            spell += 1
        return False

    def price_of(self, state: Astoria, mage: i64, costs: vec[i64], card: i64, share: float) -> float:
        """Tokens to be paid, at a share of their value."""
        total: float = 0.0
        reagent: i64 = 0
        while reagent < REAGENTS:
            total += float(costs[card * REAGENTS + reagent] * state.values[reagent])
            reagent += 1
        return total * share * self.use_of_mana(state, mage)

    def hopes(self, state: Astoria, mage: i64) -> float:
        """Points that cards without a partner may still bring."""
        left: float = min(self.rounds_left(state) / 6.0, 1.0)
        wizards: i64 = state.by_school(mage, WIZARDS, TOWERS)
        towers: i64 = state.by_school(mage, TOWERS, FAMILIARS)
        unmatched: i64 = state.by_school(mage, SPELLS, GATHERING)
        spells: i64 = 0
        school: i64 = 0
        while school < SCHOOLS:
            if in_school(wizards, school) == 0 or in_school(towers, school) == 0:
                spells += in_school(unmatched, school)
            school += 1
        familiars: i64 = state.count_at(FAMILIARS, SPELLS, mage, mage)
        unpaired: float = UNPAIRED_HOPE * float(alone(wizards, towers))
        return left * (unpaired + SPELL_HOPE * float(spells) + FAMILIAR_HOPE * float(familiars))

    def points_with(self, state: Astoria, mage: i64, card: i64) -> float:
        """The points, with hopes and achievements, that a card more would bring."""
        with_it = state.copy()
        with_it.at[card] = mage
        with_it.claim(mage)
        gained: i64 = with_it.points(mage) - state.points(mage)
        return float(gained) + self.hopes(with_it, mage) - self.hopes(state, mage)

    def wizard_worth(self, state: Astoria, mage: i64, wizard: i64) -> float:
        reagent: i64 = SCHOOL_REAGENT[SCHOOL[WIZARDS + wizard]]
        gathered: float = HELD * (float(state.values[reagent]) + 3.0) / 2.0 * GATHERINGS
        return POINT * self.points_with(state, mage, WIZARDS + wizard) + gathered * self.rounds_left(state)

    def tower_worth(self, state: Astoria, mage: i64) -> float:
        tower: i64 = state.offer[FIRST_SLOT[TOWER_DECK]]
        return 0.0 if tower == NONE else POINT * self.points_with(state, mage, tower) + 1.0

    def spell_worth(self, state: Astoria, mage: i64, spell: i64) -> float:
        """A spell that gets cast."""
        with_it = state.copy()
        with_it.at[SPELLS + spell] = mage
        with_it.cast[spell] = ACTIVE if SPELL_KIND[spell] <= POINTS else USED
        with_it.claim(mage)
        points: float = float(with_it.points(mage) - state.points(mage))
        points += self.hopes(with_it, mage) - self.hopes(state, mage)
        kind: i64 = SPELL_KIND[spell]
        if kind < POWERS:
            others: float = float(state.mages() - 1) if kind == TOLL else 1.0
            return POINT * points + UPKEEP[kind] * float(SPELL_AMOUNT[spell]) * self.rounds_left(state) * others
        if kind == POINTS:
            return POINT * (points + self.growth(state, spell))
        return POINT * points + self.deed_worth(state, mage, spell, kind, float(SPELL_AMOUNT[spell]))

    def growth(self, state: Astoria, spell: i64) -> float:
        """What a scoring spell may still grow by."""
        return 0.12 * float(SPELL_AMOUNT[spell]) * self.rounds_left(state) if SPELL_AMOUNT[spell] < 6 else 0.0

    def deed_worth(self, state: Astoria, mage: i64, spell: i64, kind: i64, amount: float) -> float:
        """A spell of a single use."""
        use: float = self.use_of_mana(state, mage)
        if kind == GIVE_MANA:
            return use * float(state.amount_of(mage, spell))
        if kind == GIVE_GOLD:
            return POINT * float(state.amount_of(mage, spell))
        if kind == GIVE_TOKENS:
            return use * 3.0 * amount
        if kind == SWELL:
            return use * 0.5 * amount * float(state.token_count(mage))
        if kind == SHIFT:
            return use * 0.7 * amount * self.most_tokens(state, mage) if amount > 0.0 else 3.0
        if kind == FREE_TOWER:
            return self.tower_worth(state, mage)
        if kind == STUDY:
            return 7.0
        if kind == EXPEDITION:
            return self.dungeon_worth(state, mage)
        if kind == TRANSMUTE:
            return use * (amount + 2.0) * self.most_tokens(state, mage)
        if kind == STEAL:
            return use * 3.5 * amount
        if kind == TITHE:
            return use * 2.5 * amount * 0.6 * float(state.mages() - 1)
        if kind == BLIGHT:
            return use * 1.2 * amount
        if kind in (DISPEL, ABDUCT):
            return 6.0
        return 4.0

    def most_tokens(self, state: Astoria, mage: i64) -> float:
        most: i64 = 0
        reagent: i64 = 0
        while reagent < REAGENTS:
            if state.tokens[mage * REAGENTS + reagent] > most:
                most = state.tokens[mage * REAGENTS + reagent]
            reagent += 1
        return float(most)

    # Actions.

    def act(self, state: Astoria, chance: Chance) -> i64:
        """The best action; taking a card from the deck that will end the game is worth more to the leader."""
        shortest: i64 = self.shortest_deck(state)
        hurry: float = self.hurry(state, state.turn)
        buffer = new_buffer()
        count: i64 = state.moves_into(buffer)
        best = Best(chance)
        i: i64 = 0
        while i < count:
            worth: float = self.action(state, buffer[i])
            if worth >= 0.0 and deck_taken(buffer[i]) == shortest:
                worth += hurry
            best.offer(buffer[i], worth)
            i += 1
        return best.move

    def shortest_deck(self, state: Astoria) -> i64:
        """The deck that will end the game."""
        best: i64 = 0
        deck: i64 = 1
        while deck < 4:
            if state.left[deck] + state.offered(deck) < state.left[best] + state.offered(best):
                best = deck
            deck += 1
        return best

    def hurry(self, state: Astoria, mage: i64) -> float:
        """Who leads wants the game to end, the more the further ahead."""
        rival: i64 = 0
        other: i64 = 0
        while other < state.mages():
            if other != mage:
                rival = max(rival, self.shown_points(state, other))
            other += 1
        lead: float = float(state.points(mage) - rival)
        return max(0.0, min(HURRY, HURRY * lead / LEAD))

    def shown_points(self, state: Astoria, mage: i64) -> i64:
        """The points that everybody sees: all but those for gold, which only the Magus shows."""
        if state.by_magus(mage):
            return state.points(mage)
        return state.points(mage) - state.points_for(mage, FOR_GOLD)

    def action(self, state: Astoria, move: i64) -> float:
        mage: i64 = state.turn
        use: float = self.use_of_mana(state, mage)
        if move == DONE:
            return 0.0
        if move < GATHER:
            return float(MIXED_VALUE) - HELD * float(state.values[move - BARTER]) - 1.0
        if move < CONVERT:
            return self.gathering(state, mage, move - GATHER)
        if move < RECRUIT:
            return self.conversion(state, move, 0)
        if move < RESEARCH:
            return self.duel(state, mage, move - RECRUIT)
        if move < BUILD_REAGENTS:
            spell: i64 = move - RESEARCH
            worth: float = self.spell_worth(state, mage, spell)
            if not state.can_pay(mage, SPELL_COST, spell, state.power(mage, EASE)):
                worth *= 0.6 if self.rounds_left(state) > 3.0 else 0.1
            return (
                worth - self.price_of(state, mage, SPELL_COST, spell, 0.6) - use * float(state.spell_price(mage, spell))
            )
        if move == BUILD_REAGENTS:
            tower: i64 = state.offer[FIRST_SLOT[TOWER_DECK]] - TOWERS
            return self.tower_worth(state, mage) - self.price_of(state, mage, TOWER_COST, tower, HELD)
        if move == BUILD_GOLD:
            gold: i64 = TOWER_GOLD[state.offer[FIRST_SLOT[TOWER_DECK]] - TOWERS]
            return self.tower_worth(state, mage) - POINT * float(gold)
        familiar: i64 = move - SUMMON
        best: float = self.familiar_use(state, mage, familiar, USE_SCORE)
        best = max(best, self.familiar_use(state, mage, familiar, USE_GATHER))
        best = max(best, self.familiar_use(state, mage, familiar, USE_RESEARCH))
        best = max(best, self.familiar_use(state, mage, familiar, USE_DUNGEON))
        worth = best + POINT * self.points_with(state, mage, FAMILIARS + familiar)
        return worth - use * float(state.familiar_price(mage, familiar))

    def gathering(self, state: Astoria, mage: i64, card: i64) -> float:
        """The best tokens of the card, those of the wizards, and what rises in the own store."""
        room: i64 = state.storage(mage) - state.token_count(mage)
        limit: i64 = GATHER_LIMIT + state.power(mage, LIMIT)
        use: float = self.use_of_mana(state, mage)
        total: float = use * float(state.power(mage, YIELD))
        taken: vec[i64] = GATHERED[card * REAGENTS : (card + 1) * REAGENTS]
        while limit > 0 and room > 0:
            best: float = -1.0
            choice: i64 = NONE
            reagent: i64 = 0
            while reagent < REAGENTS:
                if taken[reagent] > 0 and state.supply[reagent] > 0:
                    worth: float = self.token(state, mage, reagent)
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
            more: i64 = state.bonus[mage * REAGENTS + reagent]
            if more > room:
                more = room
            total += float(more) * self.token(state, mage, reagent)
            room -= more
            rise: float = float(RAISED[card * REAGENTS + reagent])
            total += use * rise * (0.2 + 0.5 * float(state.tokens[mage * REAGENTS + reagent]))
            reagent += 1
        return total

    def conversion(self, state: Astoria, move: i64, extra: i64) -> float:
        """Mana now, less what the tokens are worth and what the fall of the value costs."""
        mage: i64 = state.turn
        reagent: i64 = (move - CONVERT) // MOST_TOKENS
        count: i64 = (move - CONVERT) % MOST_TOKENS + 1
        each: i64 = state.values[reagent] + state.power(mage, PREMIUM) + extra
        mana: float = float(count * each) * self.use_of_mana(state, mage)
        kept: float = HELD * float(count * state.values[reagent]) * self.use_of_mana(state, mage)
        fall: float = float(count - state.power(mage, STEADY)) * 0.15
        needed: float = 0.0
        if state.tokens[mage * REAGENTS + reagent] == count:
            needed = self.token(state, mage, reagent) - HELD * float(state.values[reagent]) * self.use_of_mana(
                state, mage
            )
        return mana - kept - fall - needed

    def duel(self, state: Astoria, mage: i64, wizard: i64) -> float:
        """What is left of a wizard's worth after the likely price; a duel lost does not cost the turn."""
        own: float = self.wizard_worth(state, mage, wizard)
        price: float = self.likely_price(state, mage, wizard)
        cost: float = price * self.use_of_mana(state, mage)
        if float(state.mana[mage]) < price or own <= cost:
            return -1.0
        return own - cost

    def likely_price(self, state: Astoria, mage: i64, wizard: i64) -> float:
        """What the keenest of the others would pay."""
        if state.seats == 1:
            worth: i64 = state.magus_worth(WIZARDS + wizard)
            return float(worth if worth < state.mana[MAGUS] else state.mana[MAGUS])
        most: float = 4.0
        share: float = SHARE if state.seats == 2 else 0.6
        other: i64 = 0
        while other < state.seats:
            if other != mage:
                most = max(most, share * self.wizard_worth(state, other, wizard))
            other += 1
        return min(most, 30.0)

    def familiar_use(self, state: Astoria, mage: i64, familiar: i64, move: i64) -> float:
        if move == USE_SCORE:
            gold: i64 = state.familiar_gold(mage, familiar)
            if state.at[FAMILIARS + familiar] == OFFER:
                gold += 1
            return POINT * float(gold)
        if move == USE_GATHER:
            total: float = 0.0
            reagent: i64 = 0
            while reagent < REAGENTS:
                count: i64 = FAMILIAR_REAGENTS[familiar * REAGENTS + reagent]
                if count > 0:
                    total += float(count) * self.token(state, mage, reagent)
                reagent += 1
            return total
        if move == USE_RESEARCH:
            return 9.0 if self.rounds_left(state) > 3.0 and state.offered(3) > 0 else 0.0
        return self.dungeon_worth(state, mage)

    # Duels.

    def bid(self, state: Astoria) -> i64:
        mage: i64 = state.asked
        worth: float = self.wizard_worth(state, mage, state.card)
        mana: i64 = state.mana[mage]
        limit: i64 = i64(worth * SHARE / max(self.use_of_mana(state, mage), 0.4))
        if state.leader == NONE:
            opening: i64 = i64(worth / 2.0) if state.mages() > 2 else i64(self.likely_price(state, mage, state.card))
            if opening > limit:
                opening = limit
            return BID_MOVE + between(opening, 1, mana)
        if state.quota >= limit or state.quota >= mana or state.quota >= MOST_BID:
            return PASS
        raised: i64 = state.quota + 1
        if state.mages() > 2:
            raised += (limit - state.quota) // 4
        return BID_MOVE + between(raised, state.quota + 1, mana)

    # The dungeon.

    def go_deeper(self, state: Astoria) -> bool:
        """Go on while the next card is likely to bring more than it risks."""
        if state.hits < HITS + state.power(state.turn, ARMOUR) - 1:
            return True
        treasure: float = 0.0
        card: i64 = DUNGEON
        while card < MONSTERS:
            if state.at[card] == DISCARD:
                treasure += self.treasure_worth(state, state.turn, card)
            card += 1
        cards: float = float(state.left[DUNGEON_DECK])
        bad: float = float(self.dangers(state))
        return self.treasure_left(state, state.turn) / cards > treasure * bad / cards

    def dangers(self, state: Astoria) -> i64:
        count: i64 = state.count_at(MONSTERS, TRAPS, DECK, DECK)
        if state.trapper != state.turn:
            count += state.count_at(TRAPS, TILES, DECK, DECK)
        return count

    def treasure_worth(self, state: Astoria, mage: i64, card: i64) -> float:
        if card >= ITEMS:
            return 2.5
        return float(GOLD_VALUE[card - DUNGEON] + state.power(mage, PLUNDER))

    def treasure_left(self, state: Astoria, mage: i64) -> float:
        total: float = 0.0
        card: i64 = DUNGEON
        while card < MONSTERS:
            if state.at[card] == DECK:
                total += self.treasure_worth(state, mage, card)
            card += 1
        return total

    def dungeon_worth(self, state: Astoria, mage: i64) -> float:
        """About three cards' worth of what lies there, more for those who bear more."""
        cards: i64 = state.left[DUNGEON_DECK]
        if cards == 0:
            return 0.0
        reach: float = 2.6 + 1.4 * float(state.power(mage, ARMOUR))
        return POINT * reach * self.treasure_left(state, mage) / float(cards)

    # Choices of spells.

    def naming(self, state: Astoria, reagent: i64) -> float:
        own: float = float(state.tokens[state.turn * REAGENTS + reagent])
        others: float = 0.0
        mage: i64 = 0
        while mage < state.mages():
            if mage != state.turn:
                have: i64 = state.tokens[mage * REAGENTS + reagent]
                others += float(have if have < SPELL_AMOUNT[state.spell] else SPELL_AMOUNT[state.spell])
            mage += 1
        if SPELL_KIND[state.spell] == SHIFT:
            if SPELL_AMOUNT[state.spell] > 0:
                return own - 0.1 * float(state.values[reagent])
            return self.others_hold(state, reagent) * float(state.values[reagent]) - own * 10.0
        return others * float(state.values[reagent])

    def others_hold(self, state: Astoria, reagent: i64) -> float:
        total: i64 = 0
        mage: i64 = 0
        while mage < MAGES:
            if mage != state.turn:
                total += state.tokens[mage * REAGENTS + reagent]
            mage += 1
        return float(total)


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
