"""What a sensible contender does: odds of activation and of duels, and what Power, Health and crystals are good for."""

import math
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.network import Network
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, OVER, State, new_buffer
from sortilege.engine.weights import own_network
from sortilege.games.aeydor.content import (
    BONUS_CARDS,
    BONUS_NAMES,
    BONUS_NEEDS,
    CRYSTAL_BONUS,
    CRYSTAL_POINTS,
    DUEL_FACES,
    ENDING_SPELLS,
    EXCHANGE_POINTS,
    KEEPERS_FACES,
    SPELL_BONUSES,
    SPELL_POINTS,
    TRACK_TOP,
    TRADE_CRYSTALS,
)
from sortilege.games.aeydor.outlook import Reckoning, foreseen
from sortilege.games.aeydor.position import (
    BONUSES,
    DUEL_ZONE,
    FIRST_DIE,
    GIVING,
    KEEPERS_DIE,
    LUCKY,
    NONE,
    ONES,
    ORDER,
    PAID,
    PLACING,
    PLACING_SECOND,
    RAISING,
    ROLLED,
    SECOND_DIE,
    SPOTS,
    TAKING,
    TERRAINS,
    WINDOW,
    kinds_of,
    number_of,
)
from sortilege.games.aeydor.prospect import can_tell, signs_of
from sortilege.games.aeydor.rules import Contest, barter, roll
from sortilege.games.aeydor.rules.moves import (
    ACCEPT,
    ASK,
    BARTER,
    CHANGE,
    EXCHANGE,
    FIRST,
    GIVE,
    HEALTH,
    KEEP,
    OFFER,
    PASS,
    PLACE,
    POWER,
    RAISE,
    REFUSE,
    REROLL,
    SELL,
    TAKE,
    TRADE,
)
from sortilege.games.aeydor.rules.roll import THROWS


def summed(gains: list[float], top: i64) -> vec[float]:
    """What so many are worth together, from 0 to the top; the last gain goes on."""
    worth = [0.0]
    while len(worth) <= top:
        worth.append(worth[-1] + gains[min(len(worth), len(gains)) - 1])
    return vec[float](worth)


def share_of(part: float, whole: float) -> float:
    return 1.0 if part > whole else part / whole


# What a choice goes by. In points, while the whole game is still to come; found by letting variants of this player play
# each other.
POWER_WORTH: Final = summed([3.2, 2.8, 2.4, 2.0, 2.5, 2.5], TRACK_TOP)
HEALTH_WORTH: Final = summed([1.5, 1.5, 3.0, 1.6, 1.0, 0.8], TRACK_TOP)
KINDS_WORTH: Final = summed([0.07, 0.07, 0.11, 0.18, 0.11, 0.18], TERRAINS)
STRIDE: Final = 0.9  # what the way to a bonus card is worth, compared to an even share of the card
TURNS_A_SPELL: Final = 5.6  # until the foremost player has one more
FULL_HOPE: Final = 8.6  # with so many turns to come everything pays back in full
ENVY: Final = 0.6  # how much of the others' gain together counts as the Active Player's loss

# What a position is judged by: fitted to who won 4,500 games of this player with itself, for two, three and four, with
# a random move in twenty; rounded. As guides for single choices these numbers are worse than those above.
POWER_PROSPECT: Final = summed([2.0, 3.0, 3.6, 4.1, 4.8, 4.8], TRACK_TOP)
HEALTH_PROSPECT: Final = summed([0.5, 4.3, 3.5, 2.4, 0.5, 1.2], TRACK_TOP)
KINDS_PROSPECT: Final = summed([0.5, 0.6, 0.9, 0.6, 1.4, 1.0], TERRAINS)
WAYS: Final = {"crystal": 1.44, "3-spell": 1.0, "5-spell": 0.96}  # compared to an even share of the bonus card
WAY_PROSPECT: Final = vec[float]([WAYS[name] for name in BONUS_NAMES])
FULL_PROSPECT: Final = 11.4  # turns
LUCK: Final = 2.7  # points behind that make a win e times less likely at the end,
LUCK_A_TURN: Final = 0.19  # and more for every turn to come

FOLDER: Final = Path(__file__).parent
ANY_ZONE: Final = 3  # masks of zones
SAFE_ZONE: Final = 1
BRAVE_ZONE: Final = 2
DUEL_SHARE: Final = float(sum(KEEPERS_FACES)) / float(len(KEEPERS_FACES))
EVEN: Final = 1e-9


def can_reckon(state: Contest) -> bool:
    """For two, without the advanced variant."""
    return state.seats == 2 and state.advanced == 0 and state.seat != OVER


def ends_here(state: Contest) -> bool:
    """It is the last turn, and its windows are over."""
    return state.phase >= PLACING and (state.left == 1 or state.turn == state.limit)


class AeydorSense(Sense):
    """Greedy in expectation: every choice takes what is worth most on average, with chance between equals."""

    def __init__(self) -> None:
        self.buffer: vec[i64] = new_buffer()
        self.network: Network | None = None
        self.reckoned: Reckoning | None = None

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Contest)
        phase = state.phase
        if phase in (PLACING, PLACING_SECOND):
            return self.place(state, chance, ANY_ZONE)
        if phase in (ROLLED, PAID):
            return self.reroll(state)
        if phase == WINDOW:
            return self.use_window(state)
        if phase == RAISING:
            return RAISE + self.track_to_raise(state.power[state.seat], state.health[state.seat])
        if phase == LUCKY:
            return CHANGE + self.best_other(self.spoils(state), state.first_die, state.keepers_die)
        if phase == ORDER:
            return FIRST + (self.first(state) >> 1)
        if phase == TAKING:
            return TAKE + self.crystal_to_take(state)
        if phase == GIVING:
            return self.compose(state)
        return self.answer(state)

    def horizon(self) -> i64:
        return 40

    def slips(self) -> i64:
        return 0

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Contest)
        turns = self.turns(state)
        luck = LUCK + LUCK_A_TURN * turns
        hope = share_of(turns, FULL_PROSPECT)
        own = self.prospect(state, seat, hope)
        total: float = 0.0
        other: i64 = 0
        while other < state.seats:
            total += math.exp((self.prospect(state, other, hope) - own) / luck)
            other += 1
        return 1.0 / total

    def reckon(self, state: State, to_end: bool) -> i64:
        assert isinstance(state, Contest)
        if not can_reckon(state) or (to_end and not ends_here(state)):
            return NONE
        reckoning = self.reckoning(state)
        return reckoning.move if reckoning.certain or not to_end else NONE

    def foresee(self, state: State, seat: i64) -> float:
        assert isinstance(state, Contest)
        if not can_reckon(state):
            return -1.0
        if state.seat == CHANCE:
            chance = foreseen(state, self)
            return chance if seat == state.active else 1.0 - chance
        reckoning = self.reckoning(state)
        return reckoning.chance if seat == state.seat else 1.0 - reckoning.chance

    def reckoning(self, state: Contest) -> Reckoning:
        """For the position that was asked about last, it is known."""
        known = self.reckoned
        if known is None or known.state != state:
            known = Reckoning(state.copy(), self)
            self.reckoned = known
        return known

    def signs(self, state: State) -> vec[float]:
        """For two, in a window and where the first piece is placed."""
        assert isinstance(state, Contest)
        return signs_of(state) if can_tell(state) else vec[float]()

    def told(self, state: State, seat: i64) -> float:
        assert isinstance(state, Contest)
        if not can_tell(state):
            return self.value(state, seat)
        network = self.network
        if network is None:
            network = own_network(FOLDER)
            self.network = network
        chance: float = network.chance(signs_of(state))
        return chance if seat == state.seat else 1.0 - chance

    def prospect(self, state: Contest, seat: i64, hope: float) -> float:
        """The points of a seat, and what it may expect to make of the rest."""
        different = ONES[kinds_of(state.spells, seat)]
        crystals = number_of(state.crystals, seat)
        rest = POWER_PROSPECT[state.power[seat]] + HEALTH_PROSPECT[state.health[seat]]
        rest += KINDS_PROSPECT[ONES[kinds_of(state.crystals, seat)]]
        kind: i64 = 0
        while kind < BONUSES:
            if state.bonus[BONUSES * seat + kind] == NONE:
                gone = share_of(float(crystals if kind == CRYSTAL_BONUS else different), float(BONUS_NEEDS[kind]))
                rest += WAY_PROSPECT[kind] * gone * float(BONUS_CARDS[kind][state.taken[kind]])
            kind += 1
        return float(state.score(seat)) + hope * rest

    # What things are worth.

    def hope(self, state: Contest) -> float:
        """How much of the game is still to come, from 0 to 1."""
        return share_of(self.turns(state), FULL_HOPE)

    def turns(self, state: Contest) -> float:
        """How many turns are probably still to come."""
        if state.seat == OVER:
            return 0.0
        turns = float(state.seats - 1 if state.left == NONE else state.left)
        if state.trigger == NONE:
            most: i64 = 0
            seat: i64 = 0
            while seat < state.seats:
                spells = number_of(state.spells, seat)
                if spells > most:
                    most = spells
                seat += 1
            turns += TURNS_A_SPELL * float(ENDING_SPELLS - most)
        if turns > float(state.limit - state.turn):
            turns = float(state.limit - state.turn)
        return turns + 1.0 if state.phase < ORDER else turns

    def way(self, state: Contest, seat: i64, kind: i64, have: i64, hope: float) -> float:
        """What has been gone of the way to a bonus card that the seat does not hold."""
        if state.bonus[BONUSES * seat + kind] != NONE:
            return 0.0
        card = float(BONUS_CARDS[kind][state.taken[kind]])
        needs = BONUS_NEEDS[kind]
        return card if have >= needs else hope * STRIDE * card * float(have) / float(needs)

    def hoard(self, state: Contest, seat: i64, crystals: i64, kinds: i64, hope: float) -> float:
        """What so many crystals of so many kinds are worth to a seat."""
        way = self.way(state, seat, CRYSTAL_BONUS, crystals, hope)
        return float(CRYSTAL_POINTS * crystals) + hope * KINDS_WORTH[kinds] + way

    def crystal_gain(self, state: Contest, seat: i64, terrain: i64, count: i64, hope: float) -> float:
        crystals = number_of(state.crystals, seat)
        kinds = ONES[kinds_of(state.crystals, seat)]
        more = kinds if state.crystals[TERRAINS * seat + terrain] > 0 else kinds + 1
        before = self.hoard(state, seat, crystals, kinds, hope)
        return self.hoard(state, seat, crystals + count, more, hope) - before

    def spell_gain(self, state: Contest, seat: i64, terrain: i64, hope: float) -> float:
        gain = float(SPELL_POINTS)
        if state.spells[TERRAINS * seat + terrain] == 0:
            different = ONES[kinds_of(state.spells, seat)]
            for pile in SPELL_BONUSES:
                gain += self.way(state, seat, pile, different + 1, hope) - self.way(state, seat, pile, different, hope)
        return gain

    def odds(self, state: Contest, seat: i64) -> float:
        """How likely a duel is won."""
        wins: i64 = 0
        for number in DUEL_FACES:
            if number <= state.power[seat]:
                wins += 1
        lost = 1.0 - float(wins) / float(len(DUEL_FACES))
        return 1.0 - lost * lost if state.advanced and state.holds_crystal_bonus(seat) else 1.0 - lost

    def duel_gain(self, state: Contest, seat: i64, terrain: i64, hope: float) -> float:
        odds = self.odds(state, seat)
        power = state.power[seat]
        health = state.health[seat]
        gain: float = 0.0
        if power > 0:
            worn = POWER_WORTH[power] - POWER_WORTH[power - 1]
            gain += odds * (self.spell_gain(state, seat, terrain, hope) - hope * worn)
        if health > 0:
            gain -= (1.0 - odds) * hope * (HEALTH_WORTH[health] - HEALTH_WORTH[health - 1])
        return gain

    def spot_gain(self, state: Contest, seat: i64, spot: i64, duel: i64, hope: float) -> float:
        """What a piece brings if its terrain is activated and the SpellKeepers' die shows this."""
        if duel and spot & 1 == DUEL_ZONE:
            return self.duel_gain(state, seat, spot >> 1, hope)
        return self.crystal_gain(state, seat, spot >> 1, state.reward(spot), hope)

    def average_gain(self, state: Contest, seat: i64, spot: i64, hope: float) -> float:
        duel = self.spot_gain(state, seat, spot, 1, hope)
        return DUEL_SHARE * duel + (1.0 - DUEL_SHARE) * self.spot_gain(state, seat, spot, 0, hope)

    # The placement.

    def place(self, state: Contest, chance: Chance, zones: i64) -> i64:
        """The best spot in these zones, or in a Safe Zone where Health allows no other."""
        seat = state.seat
        hope = self.hope(state)
        allowed: i64 = SAFE_ZONE if state.low(seat) else zones
        taken: i64 = state.pieces[2 * seat] >> 1 if state.phase == PLACING_SECOND else NONE
        best: float = -1000.0
        choice: i64 = NONE
        equals: i64 = 0
        spot: i64 = 0
        while spot < SPOTS:
            if spot >> 1 != taken and allowed >> (spot & 1) & 1:
                gain = self.average_gain(state, seat, spot, hope)
                if seat == state.active:
                    gain -= self.others_gain(state, spot >> 1, NONE, hope)
                if gain > best + EVEN:
                    best = gain
                    equals = 0
                if gain > best - EVEN:
                    equals += 1
                    if chance.below(equals) == 0:
                        choice = spot
            spot += 1
        return PLACE + choice

    def others_gain(self, state: Contest, terrain: i64, duel: i64, hope: float) -> float:
        """What the others gain from this terrain, as far as the Active Player minds; duel is NONE before the roll."""
        gain: float = 0.0
        piece: i64 = 0
        while piece < 2 * state.seats:
            if piece >> 1 != state.active and state.pieces[piece] >> 1 == terrain:
                if duel == NONE:
                    gain += self.average_gain(state, piece >> 1, state.pieces[piece], hope)
                else:
                    gain += self.spot_gain(state, piece >> 1, state.pieces[piece], duel, hope)
            piece += 1
        return ENVY * gain / float(state.seats - 1)

    # The roll.

    def spoils(self, state: Contest) -> vec[float]:
        """What each terrain brings the Active Player, without and with a duel, less what others get."""
        hope = self.hope(state)
        spoils = vec[float]([0.0] * (2 * TERRAINS))
        case: i64 = 0
        while case < 2 * TERRAINS:
            piece: i64 = 2 * state.active
            while piece < 2 * state.active + 2:
                if state.pieces[piece] >> 1 == case >> 1:
                    spoils[case] += self.spot_gain(state, state.active, state.pieces[piece], case & 1, hope)
                piece += 1
            spoils[case] -= self.others_gain(state, case >> 1, case & 1, hope)
            case += 1
        return spoils

    def best_other(self, spoils: vec[float], terrain: i64, duel: i64) -> i64:
        best: i64 = NONE
        other: i64 = 0
        while other < TERRAINS:
            if other != terrain and (best == NONE or spoils[2 * other + duel] > spoils[2 * best + duel]):
                best = other
            other += 1
        return best

    def outcome_worth(self, spoils: vec[float], first: i64, second: i64, duel: i64) -> float:
        if first == second:
            second = self.best_other(spoils, first, duel)
        return spoils[2 * first + duel] + spoils[2 * second + duel]

    def throw_worth(self, state: Contest, spoils: vec[float], mask: i64) -> float:
        """What is to be expected when the dice of this mask are thrown again."""
        worth: float = 0.0
        outcome: i64 = 0
        while outcome < THROWS[mask]:
            rest = outcome
            first = state.first_die
            second = state.second_die
            duel = state.keepers_die
            if mask & FIRST_DIE:
                first = rest % 6
                rest //= 6
            if mask & SECOND_DIE:
                second = rest % 6
                rest //= 6
            if mask & KEEPERS_DIE:
                duel = KEEPERS_FACES[rest]
            worth += self.outcome_worth(spoils, first, second, duel)
            outcome += 1
        return worth / float(THROWS[mask])

    def reroll(self, state: Contest) -> i64:
        spoils = self.spoils(state)
        best = self.outcome_worth(spoils, state.first_die, state.second_die, state.keepers_die)
        choice: i64 = KEEP
        if state.phase == PAID:
            best = -1000.0
        several = state.phase == PAID or roll.can_sell(state)
        selling: i64 = self.crystal_to_sell(state)
        mask: i64 = 1
        while mask < len(THROWS):
            free = state.phase == PAID or (state.rerolled == 0 and ONES[mask] == 1)
            if free or several:
                worth = self.throw_worth(state, spoils, mask)
                if not free:
                    worth -= self.price(state, selling)
                if worth > best + EVEN:
                    best = worth
                    choice = REROLL + mask - 1 if free else SELL + selling
            mask += 1
        return choice

    def crystal_to_sell(self, state: Contest) -> i64:
        """The kind of which the Active Player has most."""
        best: i64 = 0
        terrain: i64 = 1
        while terrain < TERRAINS:
            if state.crystals[TERRAINS * state.active + terrain] > state.crystals[TERRAINS * state.active + best]:
                best = terrain
            terrain += 1
        return best

    def price(self, state: Contest, terrain: i64) -> float:
        """What the Active Player loses with one crystal of this kind."""
        hope = self.hope(state)
        crystals = number_of(state.crystals, state.active)
        kinds = ONES[kinds_of(state.crystals, state.active)]
        fewer = kinds - 1 if state.crystals[TERRAINS * state.active + terrain] == 1 else kinds
        before = self.hoard(state, state.active, crystals, kinds, hope)
        return before - self.hoard(state, state.active, crystals - 1, fewer, hope)

    # Collection.

    def first(self, state: Contest) -> i64:
        """The better spell first; crystals before a duel, and where there are enough before where there are not."""
        duels = state.is_duel(state.spot)
        if duels != state.is_duel(state.later):
            return state.later if duels else state.spot
        if duels:
            hope = self.hope(state)
            now = self.spell_gain(state, state.seat, state.spot >> 1, hope)
            return state.later if self.spell_gain(state, state.seat, state.later >> 1, hope) > now else state.spot
        return state.later if state.is_short(state.spot) else state.spot

    # The window.

    def use_window(self, state: Contest) -> i64:
        hope = self.hope(state)
        count = state.moves_into(self.buffer)
        best: float = EVEN
        choice: i64 = PASS
        i: i64 = 1
        while i < count:
            move = self.buffer[i]
            gain: float = 0.0
            if move < RAISE:
                gain = self.exchange_gain(state, move - EXCHANGE + 1, hope)
            elif move < TAKE:
                gain = self.trade_gain(state, move - TRADE, hope)
            else:
                gain = self.barter_gain(state, move - BARTER, self.best_barter(state, move - BARTER, hope), hope)
            if gain > best:
                best = gain
                choice = move
            i += 1
        return choice

    def track_to_raise(self, power: i64, health: i64) -> i64:
        if power == TRACK_TOP or health == TRACK_TOP:
            return HEALTH if power == TRACK_TOP else POWER
        more_power = POWER_WORTH[power + 1] - POWER_WORTH[power]
        return POWER if more_power >= HEALTH_WORTH[health + 1] - HEALTH_WORTH[health] else HEALTH

    def exchange_gain(self, state: Contest, mask: i64, hope: float) -> float:
        seat = state.seat
        power = state.power[seat]
        health = state.health[seat]
        points = EXCHANGE_POINTS[ONES[mask]]
        while points > 0:
            if self.track_to_raise(power, health) == POWER:
                power += 1
            else:
                health += 1
            points -= 1
        raised = POWER_WORTH[power] - POWER_WORTH[state.power[seat]]
        raised += HEALTH_WORTH[health] - HEALTH_WORTH[state.health[seat]]
        kinds: i64 = 0
        terrain: i64 = 0
        while terrain < TERRAINS:
            if state.crystals[TERRAINS * seat + terrain] > (mask >> terrain & 1):
                kinds += 1
            terrain += 1
        crystals = number_of(state.crystals, seat)
        before = self.hoard(state, seat, crystals, ONES[kinds_of(state.crystals, seat)], hope)
        return hope * raised + self.hoard(state, seat, crystals - ONES[mask], kinds, hope) - before

    def trade_gain(self, state: Contest, terrain: i64, hope: float) -> float:
        seat = state.seat
        kinds = kinds_of(state.crystals, seat)
        new = ONES[kinds_of(state.crystals_left) & ~kinds]
        more = ONES[kinds] + (TRADE_CRYSTALS if new > TRADE_CRYSTALS else new)
        crystals = number_of(state.crystals, seat)
        before = self.hoard(state, seat, crystals, ONES[kinds], hope)
        gain = self.hoard(state, seat, crystals + TRADE_CRYSTALS, more, hope) - before - float(SPELL_POINTS)
        if state.spells[TERRAINS * seat + terrain] == 1:
            different = ONES[kinds_of(state.spells, seat)]
            for pile in SPELL_BONUSES:
                gain += self.way(state, seat, pile, different - 1, hope) - self.way(state, seat, pile, different, hope)
        return gain

    def crystal_to_take(self, state: Contest) -> i64:
        """A kind that the seat lacks; among equals the one of which the supply has most."""
        best: i64 = NONE
        most: i64 = 0
        terrain: i64 = 0
        while terrain < TERRAINS:
            supply = state.crystals_left[terrain]
            rank = 2 * supply
            if supply > 0 and state.crystals[TERRAINS * state.seat + terrain] == 0:
                rank += 1000
            if rank > most:
                most = rank
                best = terrain
            terrain += 1
        return best

    def swap_gain(self, state: Contest, seat: i64, given: vec[i64], got: vec[i64], hope: float) -> float:
        crystals: i64 = 0
        kinds: i64 = 0
        terrain: i64 = 0
        while terrain < TERRAINS:
            after = state.crystals[TERRAINS * seat + terrain] + got[terrain] - given[terrain]
            crystals += after
            if after > 0:
                kinds += 1
            terrain += 1
        total = number_of(state.crystals, seat)
        before = self.hoard(state, seat, total, ONES[kinds_of(state.crystals, seat)], hope)
        return self.hoard(state, seat, crystals, kinds, hope) - before

    def best_barter(self, state: Contest, partner: i64, hope: float) -> i64:
        """The best crystal for a crystal that the partner would like too: 6 * given + asked."""
        best: float = 0.0
        choice: i64 = NONE
        pair: i64 = 0
        while pair < TERRAINS * TERRAINS:
            given = pair // TERRAINS
            asked = pair % TERRAINS
            own = state.crystals[TERRAINS * state.at + given]
            theirs = state.crystals[TERRAINS * partner + asked]
            if given != asked and own > 0 and theirs > 0:
                gain = self.barter_gain(state, partner, pair, hope)
                if gain > best + EVEN:
                    best = gain
                    choice = pair
            pair += 1
        return choice

    def barter_gain(self, state: Contest, partner: i64, pair: i64, hope: float) -> float:
        """What the one who offers gains, if the partner will accept."""
        if pair == NONE:
            return 0.0
        given = vec[i64]([0] * TERRAINS)
        asked = vec[i64]([0] * TERRAINS)
        given[pair // TERRAINS] = 1
        asked[pair % TERRAINS] = 1
        own = self.swap_gain(state, state.at, given, asked, hope)
        return own if self.agreeable(self.swap_gain(state, partner, asked, given, hope), own) else 0.0

    def agreeable(self, own: float, other: float) -> bool:
        return own > EVEN and own >= 0.5 * other

    def compose(self, state: Contest) -> i64:
        """Goes on with the best offer; one that somebody else began is finished in the shortest way."""
        if number_of(state.asked) > 0:
            return OFFER
        pair = self.best_barter(state, state.partner, self.hope(state))
        count = state.moves_into(self.buffer)
        if pair == NONE:
            return self.buffer[count - 1]
        if number_of(state.given) == 0:
            return GIVE + pair // TERRAINS
        return ASK + pair % TERRAINS if barter.can_ask(state, pair % TERRAINS) else self.buffer[count - 1]

    def answer(self, state: Contest) -> i64:
        hope = self.hope(state)
        own = self.swap_gain(state, state.partner, state.asked, state.given, hope)
        other = self.swap_gain(state, state.at, state.given, state.asked, hope)
        return ACCEPT if self.agreeable(own, other) else REFUSE
