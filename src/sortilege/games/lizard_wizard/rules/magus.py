"""The Mechanica Magus, against whom a lone player plays: it does what its charts say."""

from mypy_extensions import i64

from sortilege.engine.state import CHANCE
from sortilege.games.lizard_wizard.content import (
    BACK,
    BID_BASE,
    BID_KEPT,
    BID_MATCHING,
    BID_OF_MANA,
    BID_OF_WIZARDS,
    CHART,
    DOES_BUILD,
    DOES_CONVERT,
    DOES_GATHER,
    DOES_RECRUIT,
    DOES_RESEARCH,
    DOES_SCORE,
    FAMILIAR_DECK,
    FAMILIAR_MANA,
    MAGUS_HITS,
    MAGUS_TREASURES,
    SCHOOL,
    SEES_BID,
    SEES_CASTABLE,
    SEES_DUNGEON,
    SEES_FAMILIAR_GOLD,
    SEES_MATCHING_TOWER,
    SEES_SPELL,
    SEES_TOWER,
    SEES_YIELD,
    SPELL_COST,
    SPELL_DECK,
    SPELL_MANA,
    TOWER_COST,
    TOWER_GOLD,
    WIZARD_DECK,
)
from sortilege.games.lizard_wizard.position import (
    DISCARD,
    DUNGEON,
    FAMILIARS,
    FIRST_SLOT,
    GATHERING,
    MAGUS,
    MAGUS_BID,
    MAGUS_GATHERING,
    MAGUS_THINKING,
    MONSTERS,
    MOST_BID,
    NONE,
    NOTHING,
    REAGENTS,
    SLOTS,
    SPELL_COUNT,
    SPELLS,
    TOWERS,
    UNCAST,
    WIZARDS,
    Position,
)
from sortilege.games.lizard_wizard.rules import (
    achievements,
    casting,
    convert,
    duel,
    dungeon,
    familiars,
    offers,
    towers,
    turn,
)
from sortilege.games.lizard_wizard.rules import gather as gathering

# The charts.


def turn_chart(state: Position) -> None:
    """Front and back are used in turn."""
    state.line = BACK if state.side == 1 else 0
    state.side = 1 - state.side


def next_line(state: Position) -> None:
    """A duel that it started and lost sends it on."""
    state.line += 3
    state.phase = MAGUS_THINKING


def think(state: Position) -> None:
    """Down the chart to the first line that applies."""
    while sees(state, CHART[state.line]) < CHART[state.line + 1]:
        state.line += 3
    deed: i64 = CHART[state.line + 2]
    if deed == DOES_GATHER:
        state.phase = MAGUS_GATHERING
        turn.settle(state)
    elif deed == DOES_CONVERT:
        best: i64 = best_conversion(state)
        convert.convert(state, best, state.tokens[MAGUS * REAGENTS + best], 0)
    elif deed == DOES_RECRUIT:
        open_duel(state)
    elif deed == DOES_RESEARCH:
        research(state)
    elif deed == DOES_BUILD:
        build(state)
    elif deed == DOES_SCORE:
        familiar: i64 = summon(state, best_familiar(state, True))
        state.gold[MAGUS] += familiars.gold(state, MAGUS, familiar)
        turn.finish(state)
    else:
        summon(state, best_familiar(state, False))
        dungeon.enter(state)
        turn.settle(state)


def sees(state: Position, look: i64) -> i64:
    if look == SEES_YIELD:
        return conversion_value(state, best_conversion(state))
    if look == SEES_BID:
        slot: i64 = best_wizard(state)
        return 0 if slot == NONE else opening(state, state.offer[slot])
    if look == SEES_TOWER:
        return 1 if can_build(state) else 0
    if look == SEES_MATCHING_TOWER:
        return 1 if can_build(state) and wizard_waits(state, SCHOOL[state.tower_on_offer()]) else 0
    if look == SEES_FAMILIAR_GOLD:
        best: i64 = best_familiar(state, True)
        return 0 if best == NONE else familiars.gold(state, MAGUS, state.offer[best] - FAMILIARS) + 1
    if look == SEES_DUNGEON:
        return 1 if state.dungeon_open() and best_familiar(state, False) != NONE else 0
    if look == SEES_CASTABLE:
        return 1 if best_spell(state, True) != NONE else 0
    if look == SEES_SPELL:
        return 1 if best_spell(state, False) != NONE else 0
    return 1


# Converting.


def conversion_value(state: Position, reagent: i64) -> i64:
    return state.tokens[MAGUS * REAGENTS + reagent] * state.values[reagent]


def best_conversion(state: Position) -> i64:
    best: i64 = 0
    reagent: i64 = 1
    while reagent < REAGENTS:
        if conversion_value(state, reagent) > conversion_value(state, best):
            best = reagent
        reagent += 1
    return best


# Wizards.


def worth(state: Position, wizard: i64) -> i64:
    """What a wizard is worth to it at least: more with a tower that waits for it, with much mana, and late."""
    school: i64 = SCHOOL[wizard]
    total: i64 = BID_BASE + state.mana[MAGUS] // BID_OF_MANA
    total += state.count_at(WIZARDS, TOWERS, 0, MAGUS) // BID_OF_WIZARDS
    if state.of_school(MAGUS, TOWERS, FAMILIARS, school) > state.of_school(MAGUS, WIZARDS, TOWERS, school):
        total += BID_MATCHING
    return total


def purse(state: Position) -> i64:
    """What it spends on its own turn; the rest it keeps for the wizards that are still to be had."""
    wizards: i64 = state.left[WIZARD_DECK] + state.offered(WIZARD_DECK)
    return max(state.mana[MAGUS] - BID_KEPT * wizards, 0)


def opening(state: Position, wizard: i64) -> i64:
    return min(worth(state, wizard), purse(state), MOST_BID)


def most_bid(state: Position, wizard: i64, drawn: i64) -> i64:
    """The worth of a wizard with the part that is drawn, as far as the mana and the bids go."""
    return min(worth(state, wizard) + drawn, state.mana[MAGUS], MOST_BID)


def best_wizard(state: Position) -> i64:
    best: i64 = NONE
    slot: i64 = FIRST_SLOT[WIZARD_DECK]
    while slot < FIRST_SLOT[WIZARD_DECK + 1]:
        if state.offer[slot] != NONE:
            if best == NONE or worth(state, state.offer[slot]) > worth(state, state.offer[best]):
                best = slot
        slot += 1
    return best


def open_duel(state: Position) -> None:
    wizard: i64 = state.offer[best_wizard(state)]
    duel.open_for(state, wizard - WIZARDS)
    duel.bid(state, opening(state, wizard))


def consider(state: Position) -> None:
    """How far it goes is drawn when it is asked."""
    state.drawing = MAGUS_BID
    state.seat = CHANCE


def answer_bid(state: Position, drawn: i64) -> None:
    """One more than the bid, if the wizard is worth it and the mana is there."""
    state.drawing = NOTHING
    if state.bid < most_bid(state, WIZARDS + state.wizard, drawn):
        duel.bid(state, state.bid + 1)
    else:
        duel.pass_by(state)


# Towers.


def wizard_waits(state: Position, school: i64) -> bool:
    """It has more wizards than towers of the school."""
    return state.of_school(MAGUS, WIZARDS, TOWERS, school) > state.of_school(MAGUS, TOWERS, FAMILIARS, school)


def can_build(state: Position) -> bool:
    tower: i64 = state.tower_on_offer() - TOWERS
    if tower < 0:
        return False
    return state.can_pay(MAGUS, TOWER_COST, tower, 0) or state.gold[MAGUS] >= TOWER_GOLD[tower]


def build(state: Position) -> None:
    if state.can_pay(MAGUS, TOWER_COST, state.tower_on_offer() - TOWERS, 0):
        towers.build_for_reagents(state)
    else:
        towers.build_for_gold(state)


# Familiars.


def best_familiar(state: Position, for_gold: bool) -> i64:
    """The one it can pay that brings most gold; or simply the cheapest."""
    best: i64 = NONE
    best_worth: i64 = 0
    slot: i64 = FIRST_SLOT[FAMILIAR_DECK]
    while slot < FIRST_SLOT[FAMILIAR_DECK + 1]:
        if state.offer[slot] != NONE:
            familiar: i64 = state.offer[slot] - FAMILIARS
            price: i64 = FAMILIAR_MANA[familiar]
            value: i64 = -price
            if for_gold:
                value += 1000 * familiars.gold(state, MAGUS, familiar)
            if price <= purse(state) and (best == NONE or value > best_worth):
                best = slot
                best_worth = value
        slot += 1
    return best


def summon(state: Position, slot: i64) -> i64:
    familiar: i64 = state.offer[slot] - FAMILIARS
    state.mana[MAGUS] -= FAMILIAR_MANA[familiar]
    offers.acquire(state, FAMILIARS + familiar, MAGUS)
    return familiar


def has_enough(state: Position) -> bool:
    """It goes home from the dungeon."""
    if state.hits >= MAGUS_HITS:
        return True
    return state.count_at(DUNGEON, MONSTERS, DISCARD, DISCARD) >= MAGUS_TREASURES


# Gathering and spells.


def gather(state: Position, card: i64) -> None:
    """All that the card shows; then the dearest spell that it can cast."""
    state.at[card] = DISCARD
    gathering.show_icons(state, card - GATHERING)
    gathering.take_picked(state, card - GATHERING)
    achievements.claim(state, MAGUS)
    best: i64 = NONE
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if state.at[SPELLS + spell] == MAGUS and state.cast[spell] == UNCAST:
            if state.can_pay(MAGUS, SPELL_COST, spell, 0):
                if best == NONE or SPELL_MANA[spell] > SPELL_MANA[best]:
                    best = spell
        spell += 1
    if best != NONE:
        cast(state, best)
    turn.finish(state)


def best_spell(state: Position, castable: bool) -> i64:
    """The dearest spell on offer that it can pay, and cast at once if that is asked."""
    best: i64 = NONE
    slot: i64 = FIRST_SLOT[SPELL_DECK]
    while slot < SLOTS:
        if state.offer[slot] != NONE:
            spell: i64 = state.offer[slot] - SPELLS
            if SPELL_MANA[spell] <= purse(state):
                if not castable or state.can_pay(MAGUS, SPELL_COST, spell, 0):
                    if best == NONE or SPELL_MANA[spell] > SPELL_MANA[state.offer[best] - SPELLS]:
                        best = slot
        slot += 1
    return best


def research(state: Position) -> None:
    slot: i64 = best_spell(state, True)
    if slot == NONE:
        slot = best_spell(state, False)
    spell: i64 = state.offer[slot] - SPELLS
    state.mana[MAGUS] -= SPELL_MANA[spell]
    offers.acquire(state, SPELLS + spell, MAGUS)
    if state.can_pay(MAGUS, SPELL_COST, spell, 0):
        cast(state, spell)
    turn.finish(state)


def cast(state: Position, spell: i64) -> None:
    """A spell of the Magus has no effect but its points."""
    state.casts = 1
    casting.cast(state, spell)
    state.at_work = NONE
    state.last_spell = NONE
