"""The cards fit all that is stated about them, and the game is as hard as it should be."""

from typing import Any

import pytest
from true_wizard_kit import give, table, take, uncover

from kit import bot_result, case_of
from sortilege.bots import Seat, bot
from sortilege.engine.content import BadContent, Content
from sortilege.games.true_wizard import content
from sortilege.games.true_wizard.content import CONTENT, ITEMS, KINDS, SPELLS, Item
from sortilege.games.true_wizard.position import NONE, WARMAGE
from sortilege.games.true_wizard.rules import cards


def test_four_spells_of_each_kind() -> None:
    assert [sum(spell.kind == kind for spell in SPELLS) for kind in range(4)] == [4, 4, 4, 4]
    assert KINDS == ("Spirit", "Mind", "Body", "Element")


def test_costs_and_points_of_spells() -> None:
    costs = [spell.cost for spell in SPELLS]
    assert set(costs) == {2, 3, 4, 5}
    assert 3 <= sum(costs) / 16 <= 3.5
    assert 16 <= sum(spell.points for spell in SPELLS) <= 24
    assert all(0 <= spell.points <= 3 and abs(spell.points - (spell.cost - 2)) <= 1 for spell in SPELLS)


def test_needs_and_points_of_items() -> None:
    assert all(1 <= sum(item.needs) <= 3 and 0 <= item.gems <= 4 and 2 <= item.points <= 6 for item in ITEMS)
    assert 60 <= sum(item.points for item in ITEMS) <= 70
    for one in ITEMS:
        for other in ITEMS:
            if demand(one) >= demand(other) and one.gems >= other.gems:
                assert one.points >= other.points, (one.name, other.name)


def demand(item: Item) -> int:
    """Spells that are asked for; several of one kind are harder to come by than several kinds."""
    return sum(item.needs) + max(item.needs) - 1


def test_no_two_spells_do_the_same() -> None:
    for mode in ("solo", "several"):
        casts = [tuple(step for step, _ in getattr(spell, mode).steps) for spell in SPELLS]
        assert len(set(casts)) == 16, mode


def test_everything_has_a_source() -> None:
    entries = [*CONTENT["spells"], *CONTENT["items"], *CONTENT["titles"]]
    entries += [CONTENT["numbers"], CONTENT["several"], CONTENT["limits"]]
    assert {entry["source"] for entry in entries} == {"rulebook", "public", "designed"}
    stated = [item["name"] for item in CONTENT["items"] if item["source"] == "rulebook"]
    assert stated == ["Death Potion", "Phantom Sceptre"]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "Soul"},
        {"cost": 0},
        {"cost": 8},
        {"points": -1},
        {"source": "hearsay"},
        {"solo": {"text": "", "steps": []}},
        {"solo": {"text": "", "steps": [["fly", 1]]}},
        {"solo": {"text": "", "steps": [["rob", 1]]}},
        {"solo": {"text": "", "steps": [["gems", 0]]}},
        {"solo": {"text": "", "steps": [["echo", 1], ["gems", 1]]}},
    ],
)
def test_a_damaged_spell_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadContent, match="Hush"):
        accept("spells", {**CONTENT["spells"][0], **change})


@pytest.mark.parametrize(
    "change", [{"needs": {}}, {"needs": {"Soul": 1}}, {"needs": {"Mind": 5}}, {"gems": 8}, {"points": None}]
)
def test_a_damaged_item_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadContent, match="Death Potion"):
        accept("items", {**CONTENT["items"][0], **change})


def accept(cards: str, first: dict[str, Any]) -> None:
    """Read all cards, with another first one."""
    content.read_cards(Content("true_wizard", {**CONTENT.data, cards: [first, *CONTENT[cards][1:]]}))


def test_names_are_different_and_cards_sixteen_of_a_kind() -> None:
    accept("spells", {**CONTENT["spells"][0], "name": "Silence"})
    with pytest.raises(BadContent, match="different names"):
        accept("spells", {**CONTENT["spells"][0], "name": "Iron Maw"})
    with pytest.raises(BadContent, match="16 spells and 16 dark items"):
        content.read_cards(Content("true_wizard", {**CONTENT.data, "items": CONTENT["items"][:15]}))


def points_of(name: str) -> list[int]:
    case = case_of("true_wizard", 1)
    return [bot_result(case, [name], number)["scores"][0] for number in range(100)]


def test_random_play_stays_below_thirty_points() -> None:
    assert sum(points < 30 for points in points_of("random")) >= 90


def test_good_sense_reaches_forty_to_forty_seven_on_average() -> None:
    assert 39 <= sum(points_of("greedy")) / 100 <= 48, "a hundred deals: the mean is good to about a point"


def test_the_archmage_sees_what_is_worth_most() -> None:
    """The last turn but one: an item of six points will be stolen, one of two can wait."""
    state = table(gems=4)
    names = [item.name for item in ITEMS if item.name not in ("Throne of Thorns", "Whispering Mask")]
    take(state, WARMAGE, *names)
    uncover(state, "a1", "Throne of Thorns", turns=3)
    uncover(state, "b1", "Whispering Mask", turns=2)
    for cell in range(2, 16):
        cards.clear(state, cell)
        state.item_at[cell] = NONE
    give(state, 0, "Echo", "Burrow", "Headwind", turns=3)
    assert bot("archmage:60").choose(Seat(state, 0)) == state.parse("destroy a1")
