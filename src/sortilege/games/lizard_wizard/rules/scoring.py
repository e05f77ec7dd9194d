"""The final scoring, heading by heading; it can be asked at any time."""

from typing import Final

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    ACHIEVEMENT_POINTS,
    MATCHING_PAIR,
    MATCHING_SPELL,
    MOST_ITEMS,
    OTHER_PAIR,
    POINTS,
    SCHOOL,
    SECOND_ITEMS,
    SPELL_KIND,
    UNPAIRED,
)
from sortilege.games.lizard_wizard.position import (
    CARDS,
    FAMILIARS,
    ITEMS,
    MONSTERS,
    SPELL_COUNT,
    SPELLS,
    TILES,
    TOWERS,
    UNCAST,
    WIZARDS,
    Position,
    in_school,
)
from sortilege.games.lizard_wizard.rules import measures

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
    matching: i64 = measures.matching_pairs(state, mage)
    total: i64 = 0
    heading: i64 = FOR_MATCHING
    while heading <= FOR_ACHIEVEMENTS:
        total += points_with(state, mage, heading, matching)
        heading += 1
    return total


def points_for(state: Position, mage: i64, heading: i64) -> i64:
    return points_with(state, mage, heading, measures.matching_pairs(state, mage))


def points_with(state: Position, mage: i64, heading: i64, matching: i64) -> i64:
    """The points under a heading, given the matching pairs of all schools."""
    if heading == FOR_GOLD:
        return state.gold[mage]
    if heading == FOR_SCORING_SPELLS:
        return scoring_spells(state, mage)
    if heading == FOR_ITEMS:
        return item_points(state, mage)
    if heading == FOR_ACHIEVEMENTS:
        return ACHIEVEMENT_POINTS * state.count_at(TILES, CARDS, mage, mage)
    if heading == FOR_SPELLS:
        return MATCHING_SPELL * matching_spells(state, mage, matching)
    pairs: i64 = measures.pairs_in(matching)
    if heading == FOR_MATCHING:
        return MATCHING_PAIR * pairs
    wizards: i64 = state.count_at(WIZARDS, TOWERS, mage, mage) - pairs
    towers: i64 = state.count_at(TOWERS, FAMILIARS, mage, mage) - pairs
    others: i64 = wizards if wizards < towers else towers
    if heading == FOR_OTHER_PAIRS:
        return OTHER_PAIR * others
    return UNPAIRED * (wizards + towers - 2 * others)


def matching_spells(state: Position, mage: i64, matching: i64) -> i64:
    """Cast spells of schools in which there is a matching pair."""
    count: i64 = 0
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if state.at[SPELLS + spell] == mage and state.cast[spell] != UNCAST:
            if in_school(matching, SCHOOL[SPELLS + spell]) > 0:
                count += 1
        spell += 1
    return count


def scoring_spells(state: Position, mage: i64) -> i64:
    total: i64 = 0
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if state.at[SPELLS + spell] == mage and state.cast[spell] != UNCAST and SPELL_KIND[spell] == POINTS:
            total += measures.amount_of(state, mage, spell)
        spell += 1
    return total


def item_points(state: Position, mage: i64) -> i64:
    """For the most items, and for the second most."""
    own: i64 = state.count_at(ITEMS, MONSTERS, mage, mage)
    if own == 0:
        return 0
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
