"""Every achievement: met exactly, and missed by one."""

import pytest
from lizard_table import NAMES, LizardTable, card_number

from sortilege.games.lizard_wizard import content, position
from sortilege.games.lizard_wizard.rules import achievements, measures
from sortilege.games.lizard_wizard.words import MEASURES, tile_text

rule = pytest.mark.rule
DRUIDS = ("Mossback Ned", "Ivra Fernskink", "Hollow Oak", "Standing Ring", "Bee", "Hare", "Root Cellar")
EACH_SCHOOL = ("Pell Manytoes", "Ember Post", "Toad", "Mandrake Lullaby", "Bee", "Windmill", "Pale Odo")
WIZARDS = ("Pell Manytoes", "Ashka Emberfrill", "Doctor Vitrine", "Lady Drowse")
TOWERS = ("Gate of Smoke", "Ember Post", "Brick Chimney", "Dovecote of Sighs")
SPELLS = ("Clear Sight", "Twin Baskets", "Fine Crucible", "Mandrake Lullaby", "Root Cellar", "Bone Guard", "Keystone")
ONCE = ("Springtide", "Rain Dance", "Open Larder", "Firestorm", "Lead into Gold", "Barrow Lantern", "Hidden Springs")


def named(first: int, end: int, count: int) -> list[str]:
    return list(NAMES[first:end][:count])


def furnish(table: LizardTable, measure: str, count: int) -> None:
    """The first seat comes to exactly this much."""
    state = table.state
    if measure in ("most_cards", "schools"):
        table.own(0, *(DRUIDS if measure == "most_cards" else EACH_SCHOOL)[:count])
    elif measure in ("wizards", "wizard_schools"):
        table.own(0, *WIZARDS[:count])
    elif measure in ("towers", "tower_schools"):
        table.own(0, *TOWERS[:count])
    elif measure in ("owned_spells", "spell_schools"):
        table.own(0, *SPELLS[:count])
    elif measure in ("spells", "lasting_spells"):
        table.cast(0, *SPELLS[:count])
    elif measure == "used_spells":
        table.cast(0, *ONCE[:count])
    elif measure == "familiars":
        table.own(0, *content.FAMILIAR_NAMES[:count])
    elif measure in ("items", "gold_cards"):
        first, end = (position.ITEMS, position.MONSTERS) if measure == "items" else (position.DUNGEON, position.ITEMS)
        for card in range(first, end):
            if count > 0 and state.at[card] == position.DECK:
                table.lift(card)
                state.at[card] = 0
                count -= 1
    elif measure == "pairs":
        pairs = (("Pell Manytoes", "Gate of Smoke"), ("Ashka Emberfrill", "Ember Post"), ("Pale Odo", "Lych Gate"))
        for pair in pairs[:count]:
            table.own(0, *pair)
    elif measure == "sets":
        table.own(0, "Pale Odo", "Lych Gate", "Rat", *(["Bone Guard"] if count else []))
    elif measure == "most_reagent":
        table.tokens(0, "N" * count)
    elif measure == "reagent_kinds":
        table.tokens(0, "MSTHNFE"[:count])
    else:
        table.cast(0, "Root Cellar").tokens(0, ("MSTHNFE" * 5)[:count])


@rule("lizard_wizard:achievements")
@pytest.mark.parametrize("tile", range(20), ids=lambda tile: content.ACHIEVEMENT_NAMES[tile])
def test_an_achievement_is_met_at_its_number_and_not_before(tile: int) -> None:
    measure, least = MEASURES[content.TILE_MEASURE[tile]], content.TILE_LEAST[tile]
    for count, owner in ((least - 1, position.OFFER), (least, 0)):
        table = LizardTable(5)
        furnish(table, measure, count)
        card = table.tile(content.ACHIEVEMENT_NAMES[tile])
        if not (measure == "sets" and count == 0):
            assert measures.measure(table.state, 0, content.TILE_MEASURE[tile], 0) == count
        achievements.claim(table.state, 0)
        assert table.state.at[card] == owner
    assert tile_text(tile)


def test_all_achievements_have_their_own_name_and_demand() -> None:
    assert len(set(content.ACHIEVEMENT_NAMES)) == 20
    assert len({(content.TILE_MEASURE[tile], content.TILE_LEAST[tile]) for tile in range(20)}) == 20
    assert card_number("Skyline", position.TILES) >= position.TILES
