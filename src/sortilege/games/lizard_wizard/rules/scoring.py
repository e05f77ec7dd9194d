"""The final scoring, heading by heading; it can be asked at any time."""

from typing import Final

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    ACHIEVEMENT_POINTS,
    MATCHING_PAIR,
    MATCHING_SPELL,
    MOST_ITEMS,
    OTHER_PAIR,
    SECOND_ITEMS,
    UNPAIRED,
)
from sortilege.games.lizard_wizard.position import ITEMS, MONSTERS, SCHOOLS, Position, in_school
from sortilege.games.lizard_wizard.rules import measures
from sortilege.games.lizard_wizard.rules.holdings import Holdings, of_all_schools

FOR_MATCHING: Final = 0
FOR_OTHER_PAIRS: Final = 1
FOR_UNPAIRED: Final = 2
FOR_SPELLS: Final = 3
FOR_GOLD: Final = 4
FOR_SCORING_SPELLS: Final = 5
FOR_ITEMS: Final = 6
FOR_ACHIEVEMENTS: Final = 7
HEADINGS: Final = {
    "matching pairs": FOR_MATCHING,
    "other pairs": FOR_OTHER_PAIRS,
    "unpaired wizards and towers": FOR_UNPAIRED,
    "spells of matching pairs": FOR_SPELLS,
    "gold": FOR_GOLD,
    "scoring spells": FOR_SCORING_SPELLS,
    "items": FOR_ITEMS,
    "achievements": FOR_ACHIEVEMENTS,
}


def points(state: Position, mage: i64) -> i64:
    return points_of(Holdings(state, mage))


def points_of(holdings: Holdings) -> i64:
    matching: i64 = holdings.matching_pairs()
    total: i64 = 0
    heading: i64 = FOR_MATCHING
    while heading <= FOR_ACHIEVEMENTS:
        total += points_with(holdings, heading, matching)
        heading += 1
    return total


def points_for(state: Position, mage: i64, heading: i64) -> i64:
    holdings = Holdings(state, mage)
    return points_with(holdings, heading, holdings.matching_pairs())


def points_with(holdings: Holdings, heading: i64, matching: i64) -> i64:
    """The points under a heading, given the matching pairs of all schools."""
    if heading == FOR_GOLD:
        return holdings.state.gold[holdings.mage]
    if heading == FOR_SCORING_SPELLS:
        return scoring_spells(holdings)
    if heading == FOR_ITEMS:
        return item_points(holdings)
    if heading == FOR_ACHIEVEMENTS:
        return ACHIEVEMENT_POINTS * holdings.tiles
    if heading == FOR_SPELLS:
        return MATCHING_SPELL * matching_spells(holdings, matching)
    pairs: i64 = of_all_schools(matching)
    if heading == FOR_MATCHING:
        return MATCHING_PAIR * pairs
    wizards: i64 = of_all_schools(holdings.wizards) - pairs
    towers: i64 = of_all_schools(holdings.towers) - pairs
    others: i64 = wizards if wizards < towers else towers
    if heading == FOR_OTHER_PAIRS:
        return OTHER_PAIR * others
    return UNPAIRED * (wizards + towers - 2 * others)


def matching_spells(holdings: Holdings, matching: i64) -> i64:
    """Cast spells of schools in which there is a matching pair."""
    count: i64 = 0
    school: i64 = 0
    while school < SCHOOLS:
        if in_school(matching, school) > 0:
            count += in_school(holdings.cast, school)
        school += 1
    return count


def scoring_spells(holdings: Holdings) -> i64:
    total: i64 = 0
    for spell in holdings.scoring:
        total += measures.amount_with(holdings, spell)
    return total


def item_points(holdings: Holdings) -> i64:
    """For the most items, and for the second most."""
    own: i64 = holdings.items
    if own == 0:
        return 0
    state = holdings.state
    most: i64 = 0
    second: i64 = 0
    other: i64 = 0
    while other < state.mages():
        items: i64 = state.count_at(ITEMS, MONSTERS, other, other)
        if items > most:
            second = most
            most = items
        elif items < most and items > second:
            second = items
        other += 1
    if own == most:
        return MOST_ITEMS
    return SECOND_ITEMS if own == second else 0


def standing(state: Position, mage: i64) -> i64:
    """Points; of equals, whoever has more mana is placed before."""
    return points(state, mage) * 1000000 + state.mana[mage]
