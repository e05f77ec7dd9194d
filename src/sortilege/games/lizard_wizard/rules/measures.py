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
from sortilege.games.lizard_wizard.position import REAGENTS, SCHOOLS, Position, in_school
from sortilege.games.lizard_wizard.rules.holdings import Holdings, of_all_schools, schools_in


def amount_of(state: Position, mage: i64, spell: i64) -> i64:
    """A spell's amount, as often as what it counts is there."""
    return amount_with(Holdings(state, mage), spell)


def amount_with(holdings: Holdings, spell: i64) -> i64:
    return SPELL_AMOUNT[spell] * (measured(holdings, SPELL_PER[spell], SPELL_COUNTED[spell]) // SPELL_EACH[spell])


def measure(state: Position, mage: i64, what: i64, school: i64) -> i64:
    return measured(Holdings(state, mage), what, school)


def measured(holdings: Holdings, what: i64, school: i64) -> i64:
    if what == OF_WIZARDS:
        return of_all_schools(holdings.wizards)
    if what == OF_TOWERS:
        return of_all_schools(holdings.towers)
    if what == OF_FAMILIARS:
        return of_all_schools(holdings.familiars)
    if what == OWNED_SPELLS:
        return of_all_schools(holdings.spells)
    if what == CAST_SPELLS:
        return holdings.active + holdings.used
    if what == LASTING_SPELLS:
        return holdings.active
    if what == USED_SPELLS:
        return holdings.used
    if what == OF_ITEMS:
        return holdings.items
    if what == GOLD_CARDS:
        return holdings.gold_cards
    if what == OF_ACHIEVEMENTS:
        return holdings.tiles
    if what == OF_SCHOOL:
        return in_school(holdings.cards(), school)
    if what == MOST_CARDS:
        return most_cards(holdings)
    if what == ALL_SCHOOLS:
        return schools_in(holdings.cards())
    if what == WIZARD_SCHOOLS:
        return schools_in(holdings.wizards)
    if what == TOWER_SCHOOLS:
        return schools_in(holdings.towers)
    if what == SPELL_SCHOOLS:
        return schools_in(holdings.spells)
    if what == PAIRS:
        return of_all_schools(holdings.matching_pairs())
    if what == SETS:
        return whole_sets(holdings)
    if what == TOKENS:
        return holdings.state.token_count(holdings.mage)
    if what == MOST_REAGENT:
        return most_reagent(holdings.state, holdings.mage)
    if what == REAGENT_KINDS:
        return reagent_kinds(holdings.state, holdings.mage)
    if what == OF_MANA:
        return holdings.state.mana[holdings.mage]
    return 1


def most_cards(holdings: Holdings) -> i64:
    """The cards of the school of which there are most."""
    cards: i64 = holdings.cards()
    most: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        most = max(most, in_school(cards, school))
        school += 1
    return most


def whole_sets(holdings: Holdings) -> i64:
    """Schools with a wizard, a tower, a familiar and a spell."""
    pairs: i64 = holdings.matching_pairs()
    sets: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        if in_school(pairs, school) > 0 and in_school(holdings.familiars, school) > 0:
            if in_school(holdings.spells, school) > 0:
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
