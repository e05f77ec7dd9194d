"""What spells and achievements count."""

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    ALL_SCHOOLS,
    CAST_SPELLS,
    GOLD_CARDS,
    LASTING_SPELLS,
    MOST_CARDS,
    MOST_REAGENT,
    OF_ACHIEVEMENTS,
    OF_FAMILIARS,
    OF_ITEMS,
    OF_MANA,
    OF_SCHOOL,
    OF_TOWERS,
    OF_WIZARDS,
    OWNED_SPELLS,
    PAIRS,
    REAGENT_KINDS,
    SCHOOL,
    SETS,
    SPELL_AMOUNT,
    SPELL_COUNTED,
    SPELL_EACH,
    SPELL_PER,
    SPELL_SCHOOLS,
    TOKENS,
    TOWER_SCHOOLS,
    USED_SPELLS,
    WIZARD_SCHOOLS,
)
from sortilege.games.lizard_wizard.position import (
    ACTIVE,
    CARDS,
    DUNGEON,
    FAMILIARS,
    GATHERING,
    ITEMS,
    MONSTERS,
    REAGENTS,
    SCHOOL_BITS,
    SCHOOLS,
    SPELL_COUNT,
    SPELLS,
    TILES,
    TOWERS,
    USED,
    WIZARDS,
    Position,
    in_school,
)


def amount_of(state: Position, mage: i64, spell: i64) -> i64:
    """A spell's amount, as often as what it counts is there."""
    return SPELL_AMOUNT[spell] * (measure(state, mage, SPELL_PER[spell], SPELL_COUNTED[spell]) // SPELL_EACH[spell])


def measure(state: Position, mage: i64, what: i64, school: i64) -> i64:
    if what == OF_WIZARDS:
        return state.count_at(WIZARDS, TOWERS, mage, mage)
    if what == OF_TOWERS:
        return state.count_at(TOWERS, FAMILIARS, mage, mage)
    if what == OF_FAMILIARS:
        return state.count_at(FAMILIARS, SPELLS, mage, mage)
    if what == OWNED_SPELLS:
        return state.count_at(SPELLS, GATHERING, mage, mage)
    if what == CAST_SPELLS:
        return spells_in(state, mage, ACTIVE) + spells_in(state, mage, USED)
    if what == LASTING_SPELLS:
        return spells_in(state, mage, ACTIVE)
    if what == USED_SPELLS:
        return spells_in(state, mage, USED)
    if what == OF_ITEMS:
        return state.count_at(ITEMS, MONSTERS, mage, mage)
    if what == GOLD_CARDS:
        return state.count_at(DUNGEON, ITEMS, mage, mage)
    if what == OF_ACHIEVEMENTS:
        return state.count_at(TILES, CARDS, mage, mage)
    if what == OF_SCHOOL:
        return state.cards_of_school(mage, school)
    if what == MOST_CARDS:
        return most_cards(state, mage)
    if what == ALL_SCHOOLS:
        return schools_among(state, mage, WIZARDS, GATHERING)
    if what == WIZARD_SCHOOLS:
        return schools_among(state, mage, WIZARDS, TOWERS)
    if what == TOWER_SCHOOLS:
        return schools_among(state, mage, TOWERS, FAMILIARS)
    if what == SPELL_SCHOOLS:
        return schools_among(state, mage, SPELLS, GATHERING)
    if what == PAIRS:
        return pairs_in(matching_pairs(state, mage))
    if what == SETS:
        return whole_sets(state, mage)
    if what == TOKENS:
        return state.token_count(mage)
    if what == MOST_REAGENT:
        return most_reagent(state, mage)
    if what == REAGENT_KINDS:
        return reagent_kinds(state, mage)
    if what == OF_MANA:
        return state.mana[mage]
    return 1


def spells_in(state: Position, mage: i64, condition: i64) -> i64:
    """How many spells are active, or used, or uncast."""
    count: i64 = 0
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if state.at[SPELLS + spell] == mage and state.cast[spell] == condition:
            count += 1
        spell += 1
    return count


def schools_among(state: Position, mage: i64, first: i64, end: i64) -> i64:
    """How many different schools."""
    seen: i64 = 0
    count: i64 = 0
    while first < end:
        if state.at[first] == mage and seen >> SCHOOL[first] & 1 == 0:
            seen |= 1 << SCHOOL[first]
            count += 1
        first += 1
    return count


def most_cards(state: Position, mage: i64) -> i64:
    """The cards of the school of which there are most."""
    cards: i64 = state.by_school(mage, WIZARDS, GATHERING)
    most: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        most = max(most, in_school(cards, school))
        school += 1
    return most


def matching_pairs(state: Position, mage: i64) -> i64:
    """How many pairs of each school, side by side in one number."""
    wizards: i64 = state.by_school(mage, WIZARDS, TOWERS)
    towers: i64 = state.by_school(mage, TOWERS, FAMILIARS)
    pairs: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        fewer: i64 = min(in_school(wizards, school), in_school(towers, school))
        pairs += fewer << school * SCHOOL_BITS
        school += 1
    return pairs


def pairs_in(matching: i64) -> i64:
    """The matching pairs of all schools together."""
    total: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        total += in_school(matching, school)
        school += 1
    return total


def whole_sets(state: Position, mage: i64) -> i64:
    """Schools with a wizard, a tower, a familiar and a spell."""
    pairs: i64 = matching_pairs(state, mage)
    familiars: i64 = state.by_school(mage, FAMILIARS, SPELLS)
    spells: i64 = state.by_school(mage, SPELLS, GATHERING)
    sets: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        if in_school(pairs, school) > 0 and in_school(familiars, school) > 0 and in_school(spells, school) > 0:
            sets += 1
        school += 1
    return sets


def most_reagent(state: Position, mage: i64) -> i64:
    most: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        most = max(most, state.tokens[mage * REAGENTS + reagent])
        reagent += 1
    return most


def reagent_kinds(state: Position, mage: i64) -> i64:
    count: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        if state.tokens[mage * REAGENTS + reagent] > 0:
            count += 1
        reagent += 1
    return count
