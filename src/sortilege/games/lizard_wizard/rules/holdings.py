"""What a player has, counted once: scores, achievements and spells ask for it again and again."""

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.engine.bits import bit
from sortilege.games.lizard_wizard.content import POINTS, SCHOOL, SPELL_KIND
from sortilege.games.lizard_wizard.position import (
    ACTIVE,
    CARDS,
    DUNGEON,
    FAMILIARS,
    GATHERING,
    ITEMS,
    MONSTERS,
    SCHOOL_BITS,
    SCHOOLS,
    SPELL_COUNT,
    SPELLS,
    TILES,
    TOWERS,
    UNCAST,
    USED,
    WIZARDS,
    Position,
    in_school,
)


class Holdings:
    """A player's cards; those with a school are counted by school, side by side in one number."""

    def __init__(self, state: Position, mage: i64, source: "Holdings | None" = None) -> None:
        self.state = state
        self.mage: i64 = mage
        if source is not None:
            self.wizards: i64 = source.wizards
            self.towers: i64 = source.towers
            self.familiars: i64 = source.familiars
            self.spells: i64 = source.spells
            self.cast: i64 = source.cast
            self.active: i64 = source.active
            self.used: i64 = source.used
            self.scoring: vec[i64] = source.scoring
            self.gold_cards: i64 = source.gold_cards
            self.items: i64 = source.items
            self.tiles: i64 = source.tiles
            return
        self.wizards = state.by_school(mage, WIZARDS, TOWERS)
        self.towers = state.by_school(mage, TOWERS, FAMILIARS)
        self.familiars = state.by_school(mage, FAMILIARS, SPELLS)
        self.spells = state.by_school(mage, SPELLS, GATHERING)
        self.gold_cards = state.count_at(DUNGEON, ITEMS, mage, mage)
        self.items = state.count_at(ITEMS, MONSTERS, mage, mage)
        self.tiles = state.count_at(TILES, CARDS, mage, mage)
        self.cast = 0
        self.active = 0
        self.used = 0
        self.scoring = vec[i64]()
        if self.spells > 0:
            self.note_cast_spells()

    def note_cast_spells(self) -> None:
        at, cast, mage = self.state.at, self.state.cast, self.mage
        spell: i64 = 0
        while spell < SPELL_COUNT:
            if at[SPELLS + spell] == mage and cast[spell] != UNCAST:
                self.note_cast(spell, cast[spell])
            spell += 1

    def note_cast(self, spell: i64, condition: i64) -> None:
        self.cast += bit(SCHOOL[SPELLS + spell] * SCHOOL_BITS)
        if condition == ACTIVE:
            self.active += 1
        else:
            self.used += 1
        if SPELL_KIND[spell] == POINTS:
            self.scoring = append(self.scoring[:], spell)

    def with_card(self, card: i64) -> "Holdings":
        """The same with one card more, a spell as it is when it was cast; one that is there already stays one."""
        after = Holdings(self.state, self.mage, self)
        owned: bool = self.state.at[card] == self.mage
        one: i64 = 0 if owned else bit(SCHOOL[card] * SCHOOL_BITS)
        if card < TOWERS:
            after.wizards += one
        elif card < FAMILIARS:
            after.towers += one
        elif card < SPELLS:
            after.familiars += one
        else:
            after.spells += one
            spell: i64 = card - SPELLS
            if not owned or self.state.cast[spell] == UNCAST:
                after.note_cast(spell, ACTIVE if SPELL_KIND[spell] <= POINTS else USED)
        return after

    def cards(self) -> i64:
        """All cards that have a school."""
        return self.wizards + self.towers + self.familiars + self.spells

    def matching_pairs(self) -> i64:
        """How many pairs of each school."""
        pairs: i64 = 0
        school: i64 = 0
        while school < SCHOOLS:
            fewer: i64 = min(in_school(self.wizards, school), in_school(self.towers, school))
            pairs += fewer << school * SCHOOL_BITS
            school += 1
        return pairs


def of_all_schools(counts: i64) -> i64:
    """All schools' parts of a number of counts by school together."""
    total: i64 = 0
    while counts > 0:
        total += counts & (1 << SCHOOL_BITS) - 1
        counts >>= SCHOOL_BITS
    return total


def schools_in(counts: i64) -> i64:
    """How many schools are among the counts."""
    total: i64 = 0
    while counts > 0:
        if counts & (1 << SCHOOL_BITS) - 1:
            total += 1
        counts >>= SCHOOL_BITS
    return total
