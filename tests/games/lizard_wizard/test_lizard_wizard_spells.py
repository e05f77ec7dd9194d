"""Every kind of spell, and every spell: what it costs, that it can be cast, that it does what its card says."""

import pytest
from lizard_table import SPELL, LizardTable

from sortilege.engine import IllegalMove
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.content import slug
from sortilege.games.lizard_wizard.rules import measures, moves, scoring
from sortilege.games.lizard_wizard.words import KINDS, MEASURES, effect_text, paired

rule = pytest.mark.rule


def amount(name: str) -> int:
    return content.SPELL_AMOUNT[SPELL[name]]


def price(name: str) -> str:
    cost = content.SPELL_COST[SPELL[name] * 7 : SPELL[name] * 7 + 7]
    return "".join(letter * count for letter, count in zip(content.REAGENT_LETTERS, cost))


def caster(name: str, more: str = "", seats: int = 3) -> LizardTable:
    """The first seat has gathered and casts this spell; it holds its price, three Horn, and more."""
    table = LizardTable(seats).own(0, name).cast(0, "Root Cellar").hand(0, "Horn 2").tokens(0, price(name) + more)
    return table.do("gather horn 2", f"cast {slug(name)}")


@rule("lizard_wizard:spell-limit")
def test_limit_takes_more_from_a_card() -> None:
    table = LizardTable().cast(0, "Green Thumb").hand(0, "Sulphur 8")
    table.do("gather sulphur 8", "leave newt")
    assert table.held(0) == "MSTN"
    both = LizardTable().cast(0, "Green Thumb", "Twin Baskets").hand(0, "Sulphur 8").do("gather sulphur 8")
    assert both.held(0) == "MSTNE"


@rule("lizard_wizard:spell-forage")
@pytest.mark.parametrize("name", [name for name in SPELL if KINDS[content.SPELL_KIND[SPELL[name]]] == "forage"])
def test_forage_gathers_like_a_wizard(name: str) -> None:
    table = LizardTable().cast(0, name).hand(0, "Horn 2").do("gather horn 2")
    letter = content.REAGENT_LETTERS[content.SPELL_REAGENT[SPELL[name]]]
    assert sorted(table.held(0)) == sorted("HHH" + letter * amount(name))


@rule("lizard_wizard:spell-yield")
def test_yield_pays_for_gathering() -> None:
    table = LizardTable().cast(0, "Grazing Herds").hand(0, "Horn 2").do("gather horn 2")
    assert table.state.mana[0] == 20 + amount("Grazing Herds")


@rule("lizard_wizard:spell-premium")
def test_premium_raises_what_tokens_bring() -> None:
    table = LizardTable().cast(0, "Fine Crucible").tokens(0, "MMM").values(mandrake=5).coins(0, 0)
    table.do("convert mandrake 3")
    assert table.state.mana[0] == 3 * (5 + amount("Fine Crucible"))


@rule("lizard_wizard:spell-steady")
def test_steady_values_fall_less() -> None:
    table = LizardTable().cast(0, "Slow Still").tokens(0, "MMMM").values(mandrake=8)
    table.do("convert mandrake 4")
    assert table.value("mandrake") == 8 - 4 + amount("Slow Still")
    table = LizardTable().cast(0, "Slow Still").tokens(0, "M").values(mandrake=8).do("convert mandrake 1")
    assert table.value("mandrake") == 8


@rule("lizard_wizard:spell-mixture")
def test_mixture_makes_mixed_tokens_dearer() -> None:
    table = LizardTable().cast(0, "Common Solvent").tokens(0, "MS").coins(0, 0).do("barter mandrake", "barter sulphur")
    assert table.state.mana[0] == 2 * (1 + amount("Common Solvent"))


@rule("lizard_wizard:spell-scholar")
def test_scholars_research_for_less() -> None:
    table = LizardTable().cast(0, "Borrowed Lore").offer("Magnum Opus").coins(0, 25).do("research magnum opus")
    assert table.state.mana[0] == 25 - (content.SPELL_MANA[SPELL["Magnum Opus"]] - amount("Borrowed Lore"))


@rule("lizard_wizard:spell-bond")
def test_bonded_familiars_cost_less() -> None:
    table = LizardTable().cast(0, "Familiar's Whistle").offer("Bat").coins(0, 10).do("summon bat")
    assert table.state.mana[0] == amount("Familiar's Whistle")


@rule("lizard_wizard:spell-thrift")
def test_thrift_spares_reagents_of_towers() -> None:
    table = LizardTable(4).cast(0, "Crane and Pulley").offer("Clock House").tokens(0, "H")
    table.do("build reagents")
    assert table.owner("Clock House") == 0
    assert table.held(0) == ""
    table = LizardTable(4).cast(0, "Crane and Pulley").offer("Clock House").tokens(0, "HE")
    label = GAME.words.label(table.state, moves.BUILD_REAGENTS)
    assert label == "Create Clock House (Thaumaturgy) for Horn and Eye of Newt, 1 spared"
    table.do("build reagents", "leave newt")
    assert table.held(0) == "E"


@rule("lizard_wizard:spell-ease")
def test_ease_spares_reagents_of_spells() -> None:
    table = LizardTable().cast(0, "Practised Gesture").own(0, "Slow Still").tokens(0, "TM").hand(0, "Horn 2")
    table.do("gather horn 2", "cast slow still")
    assert table.texts() == ["leave mandrake", "leave toadstool"]
    table.do("leave mandrake")
    assert table.held(0) == "MHHH"


@rule("lizard_wizard:spell-triumph")
def test_triumph_pays_the_winner() -> None:
    table = LizardTable(3).cast(1, "Winning Smile").offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "bid 3", "pass", "pass")
    assert table.state.mana[1] == 20 - 3 + amount("Winning Smile")


@rule("lizard_wizard:spell-solace")
def test_solace_pays_those_who_bid_and_lost() -> None:
    table = LizardTable(3).cast(0, "Graceful Defeat").offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "bid 3", "pass", "pass")
    assert table.state.mana[0] == 20 + amount("Graceful Defeat")
    table = LizardTable(3).cast(2, "Graceful Defeat").offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "pass", "pass")
    assert table.state.mana[2] == 20
    table = LizardTable(2).cast(0, "Graceful Defeat").offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "bid 3")
    assert table.state.mana[0] == 20 + amount("Graceful Defeat")


@rule("lizard_wizard:spell-foundation")
def test_foundation_pays_for_towers() -> None:
    table = LizardTable(4).cast(0, "Foundation Stone").offer("Hollow Oak").tokens(0, "F").do("build reagents")
    assert table.state.mana[0] == 20 + amount("Foundation Stone")
    table = LizardTable(4).cast(0, "Foundation Stone").own(0, "Tower from Thin Air").hand(0, "Horn 2")
    table.tokens(0, price("Tower from Thin Air")).do("gather horn 2", "cast tower from thin air")
    assert table.state.mana[0] == 20 + amount("Foundation Stone")


@rule("lizard_wizard:spell-echo")
def test_echo_pays_for_spells_cast_later() -> None:
    table = caster("Spark of Insight")
    assert table.state.mana[0] == 20
    table = LizardTable().cast(0, "Spark of Insight").own(0, "Rain Dance").tokens(0, "F").hand(0, "Horn 2")
    table.do("gather horn 2", "cast rain dance")
    assert table.state.mana[0] == 20 + amount("Spark of Insight")


@rule("lizard_wizard:spell-kinship")
def test_kinship_adds_gold_to_scoring() -> None:
    table = LizardTable().cast(0, "Kindly Spirits").offer("Bat").coins(0, 10).do("summon bat", "use score")
    assert table.state.gold[0] == 1 + amount("Kindly Spirits")


@rule("lizard_wizard:spell-armour")
def test_armour_bears_another_hit() -> None:
    table = LizardTable().cast(0, "Bone Guard").offer("Bat").coins(0, 10)
    table.then("Temple Plate", "Mimic", "Cave Slug", "Mud Troll").do("summon bat", "use dungeon", "delve", "delve")
    assert table.texts() == ["delve", "retreat"]
    table.do("delve")
    assert table.state.gold[0] == 0
    assert table.state.turn == 1


@rule("lizard_wizard:spell-plunder")
def test_plunder_adds_to_gold_cards() -> None:
    table = LizardTable().cast(0, "Grave Goods").offer("Bat").coins(0, 10).then("Temple Plate", "Crown of Wax")
    table.do("summon bat", "use dungeon", "delve", "retreat")
    assert table.state.gold[0] == 4 + amount("Grave Goods")


@rule("lizard_wizard:spell-income")
def test_income_comes_at_the_start_of_the_turn() -> None:
    table = LizardTable().cast(1, "Great Wheel", "Clockwork Mill").tokens(0, "M").do("convert mandrake 1")
    assert table.state.mana[1] == 20 + amount("Great Wheel") + amount("Clockwork Mill")


@rule("lizard_wizard:spell-haste")
def test_haste_casts_more_after_gathering() -> None:
    table = LizardTable().cast(0, "Quick Tongue").own(0, "Rain Dance", "Burning Wind", "Clear Sight")
    table.tokens(0, "FSS").hand(0, "Horn 2").do("gather horn 2", "cast rain dance", "name horn")
    assert table.texts() == ["cast clear sight", "cast burning wind", "done"]
    table.do("cast clear sight")
    assert table.state.turn == 1


@rule("lizard_wizard:spell-toll")
def test_toll_takes_from_what_others_convert() -> None:
    table = LizardTable(3).cast(1, "Silver Tongue").cast(2, "Assayer's Fee").tokens(0, "MMM").values(mandrake=4)
    table.coins(0, 0).do("convert mandrake 3")
    assert list(table.state.mana[:3]) == [12 - 3, 20 + amount("Silver Tongue"), 20 + amount("Assayer's Fee")]
    table = LizardTable(3).cast(1, "Silver Tongue").cast(2, "Assayer's Fee").tokens(0, "M").coins(0, 0)
    table.do("barter mandrake")
    assert list(table.state.mana[:3]) == [0, 21, 20]


@rule("lizard_wizard:spell-burden")
def test_burden_makes_others_store_less() -> None:
    table = LizardTable(3).cast(1, "Shroud of Dust")
    less = 10 - amount("Shroud of Dust")
    assert [table.state.storage(mage) for mage in range(3)] == [less, 10, less]
    table.state.powers[content.POWERS + content.BURDEN] = 50
    assert table.state.storage(0) == 0


@rule("lizard_wizard:spell-score")
@pytest.mark.parametrize("name", [name for name in SPELL if KINDS[content.SPELL_KIND[SPELL[name]]] == "score"])
def test_scoring_spells_count_what_they_say(name: str) -> None:
    table = LizardTable(5).cast(0, name).coins(0, 33, 0).tokens(0, "MMMMSSS")
    table.own(0, "Mossback Ned", "Pale Odo", "Hollow Oak", "Lych Gate", "Ember Post", "Bee", "Rat", "Sparrow")
    table.own(0, "Crown of Wax", "Singing Dagger", "Kindly Spirits")
    for tile in ("Skyline", "Menagerie"):
        table.state.at[table.tile(tile)] = 0
    school = content.SCHOOL[position.SPELLS + SPELL[name]]
    spells = {school, content.SCHOOL_IDS.index("conjuring")}
    measured = {
        "one": 1,
        "familiars": 3,
        "cards": 2 + (school == content.SCHOOL_IDS.index("conjuring")),
        "spells": 1,
        "mana": 33,
        "wizards": 2,
        "achievements": 2,
        "reagents": 7,
        "schools": len({4, 6, 1, 0} | spells),
        "towers": 3,
        "pairs": 2,
        "items": 2,
    }[MEASURES[content.SPELL_PER[SPELL[name]]]]
    expected = amount(name) * (measured // content.SPELL_EACH[SPELL[name]])
    assert expected > 0
    assert table.points(0, scoring.FOR_SCORING_SPELLS) == expected


@rule("lizard_wizard:spell-mana")
def test_mana_spells_pay_at_once() -> None:
    assert caster("Draught of Plenty").state.mana[0] == 20 + amount("Draught of Plenty")
    table = LizardTable(4).own(0, "Pale Odo", "Lady Drowse", "Muster of Pupils", "Hollow Oak", "Busy Scaffolds")
    table.tokens(0, price("Muster of Pupils") + price("Busy Scaffolds")).offer("Bee").coins(0, 5)
    table.do("summon bee", "use gather", "cast muster of pupils", "cast busy scaffolds")
    assert table.state.mana[0] == 2 * amount("Muster of Pupils") + amount("Busy Scaffolds")


@rule("lizard_wizard:spell-gold")
def test_gold_spells_pay_at_once() -> None:
    assert caster("Lead into Gold").state.gold[0] == amount("Lead into Gold")
    table = LizardTable(4).own(0, "Hollow Oak", "Gilded Roofs", "Wages of the Dead", "Rat").offer("Bee").coins(0, 5)
    table.tokens(0, price("Gilded Roofs") + price("Wages of the Dead"))
    table.do("summon bee", "use gather", "cast gilded roofs", "cast wages of the dead")
    assert table.state.gold[0] == amount("Gilded Roofs") + 2 * amount("Wages of the Dead")


@rule("lizard_wizard:spell-tokens")
@pytest.mark.parametrize("name", ["Open Larder", "Harvest Moon"])
def test_tokens_of_any_kind(name: str) -> None:
    table = caster(name)
    assert table.state.to_take == amount(name)
    table.do(*["take newt"] * amount(name))
    assert table.held(0).count("E") == amount(name)
    table = LizardTable(3).own(0, name).tokens(0, price(name)).hand(0, "Horn 2").do("gather horn 2")
    for reagent, letter in enumerate(content.REAGENT_LETTERS):
        table.tokens(1, table.held(1) + letter * table.state.supply[reagent])
    table.do(f"cast {slug(name)}")
    assert len(table.texts("take")) == len(set(price(name)))
    for _ in price(name):
        table.do(table.texts("take")[0])
    assert sum(table.state.supply) == 0
    assert table.state.turn == 1


@rule("lizard_wizard:spell-swell")
def test_swell_raises_all_values() -> None:
    table = LizardTable().own(0, "Springtide").tokens(0, price("Springtide")).offer("Bat").coins(0, 10)
    table.values(mandrake=12)
    table.do("summon bat", "use gather", "cast springtide")
    assert list(table.state.values) == [12, *[low + amount("Springtide") for low in list(content.LOWEST)[1:]]]


@rule("lizard_wizard:spell-shift")
@pytest.mark.parametrize("name", ["Rain Dance", "Burning Wind", "Sand in the Gears"])
def test_shift_moves_one_value(name: str) -> None:
    table = LizardTable().own(0, name).tokens(0, price(name)).offer("Bat").coins(0, 10).values(horn=8)
    table.do("summon bat", "use gather", f"cast {slug(name)}")
    assert len(table.texts("name")) == 7
    table.do("name horn")
    assert table.value("horn") == min(max(8 + amount(name), 3), 14)
    assert abs(amount(name)) >= 5


@rule("lizard_wizard:spell-tower")
def test_a_tower_for_nothing() -> None:
    table = (
        LizardTable(4).own(0, "Tower from Thin Air").tokens(0, price("Tower from Thin Air")).offer("Barrow of Kings")
    )
    table.hand(0, "Horn 2").do("gather horn 2", "cast tower from thin air")
    assert table.owner("Barrow of Kings") == 0
    assert table.state.offered(content.TOWER_DECK) == 1


@rule("lizard_wizard:spell-study")
def test_study_takes_a_spell_on_offer() -> None:
    table = LizardTable().own(0, "Open Page").tokens(0, price("Open Page")).hand(0, "Horn 2").offer("Magnum Opus")
    table.do("gather horn 2", "cast open page", "learn magnum opus")
    assert table.owner("Magnum Opus") == 0
    assert table.state.mana[0] == 20
    assert table.state.offered(content.SPELL_DECK) == 4


@rule("lizard_wizard:spell-delve")
def test_delve_enters_the_dungeon() -> None:
    table = LizardTable().own(0, "Barrow Lantern", "Rain Dance").tokens(0, "NFF").offer("Bat").coins(0, 10)
    table.then("Temple Plate").do("summon bat", "use gather", "cast barrow lantern", "retreat")
    assert table.state.gold[0] == 4
    assert table.texts() == ["cast rain dance", "done"]


@rule("lizard_wizard:spell-transmute")
def test_transmute_converts_at_once_for_more() -> None:
    table = caster("Quicksilver Trade", "MM").values(mandrake=5).coins(0, 0)
    table.do("convert mandrake 2")
    assert table.state.mana[0] == 2 * (5 + amount("Quicksilver Trade"))
    assert table.value("mandrake") == 3
    table = caster("Quicksilver Trade", "MM").do("done")
    assert table.state.turn == 1


@rule(
    "lizard_wizard:no-effect",
    "lizard_wizard:spell-tower",
    "lizard_wizard:spell-study",
    "lizard_wizard:spell-delve",
    "lizard_wizard:spell-transmute",
)
@pytest.mark.parametrize("name", ["Tower from Thin Air", "Open Page", "Barrow Lantern", "Quicksilver Trade"])
def test_a_spell_that_finds_nothing_is_used_all_the_same(name: str) -> None:
    """No tower, no other spell, no treasure, no token: nothing is asked, and nothing is gained."""
    table = LizardTable(3).plundered(2)
    for deck in (content.TOWER_DECK, content.SPELL_DECK):
        table.empty(deck).no_offer(deck)
    table.offer(name).tokens(0, price(name)).coins(0, 20)
    table.do(f"research {slug(name)}", f"cast {slug(name)}")
    state = table.state
    assert state.cast[SPELL[name]] == position.USED
    assert (state.turn, state.phase) == (1, position.ACTING)
    assert (state.mana[0], state.gold[0], table.held(0)) == (20 - content.SPELL_MANA[SPELL[name]], 0, "")
    assert measures.measure(state, 0, content.OWNED_SPELLS, 0) == 1
    assert measures.measure(state, 0, content.OF_TOWERS, 0) == 0


@rule("lizard_wizard:spell-filch")
@pytest.mark.parametrize("name", ["Swarm of Imps", "Light Fingers"])
def test_filch_takes_from_one_player(name: str) -> None:
    table = LizardTable(4).own(0, name).tokens(0, price(name)).hand(0, "Horn 2")
    table.tokens(1, "TTTT").tokens(2, "N").do("gather horn 2", f"cast {slug(name)}")
    assert table.texts() == ["aim 2", "aim 3"]
    table.do("aim 2", *["filch toadstool"] * amount(name))
    assert table.held(0).count("T") == amount(name)
    assert len(table.held(1)) == 4 - amount(name)
    table = LizardTable(4).own(0, name).tokens(0, price(name)).hand(0, "Horn 2").tokens(2, "N")
    table.do("gather horn 2", f"cast {slug(name)}", "filch nightshade")
    assert table.held(2) == ""
    assert table.state.turn == 1


@rule("lizard_wizard:spell-target")
def test_only_fitting_targets_can_be_chosen() -> None:
    table = LizardTable(4).own(0, "Light Fingers").tokens(0, "MS").hand(0, "Horn 2").tokens(1, "T").tokens(2, "N")
    table.do("gather horn 2", "cast light fingers")
    for text in ("aim 1", "aim 4"):
        with pytest.raises(IllegalMove) as refused:
            table.do(text)
        assert refused.value.rule == "lizard_wizard:spell-target"
    table.do("aim 3")
    with pytest.raises(IllegalMove) as refused:
        table.do("filch horn")
    assert refused.value.rule == "lizard_wizard:spell-target"


@rule("lizard_wizard:spell-tithe")
def test_tithe_takes_from_everybody() -> None:
    table = LizardTable(3).own(0, "Grasping Hands").tokens(0, "NM").hand(0, "Horn 2").tokens(1, "TTT").tokens(2, "T")
    table.do("gather horn 2", "cast grasping hands", "name toadstool")
    taken = min(3, amount("Grasping Hands"))
    assert table.held(0).count("T") == taken + 1
    assert table.held(1) == "T" * (3 - taken)
    assert table.held(2) == ""


@rule("lizard_wizard:spell-blight")
def test_blight_destroys_tokens_of_others() -> None:
    table = LizardTable(3).own(0, "Firestorm").tokens(0, "STT").hand(0, "Horn 2").tokens(1, "TTTTT").tokens(2, "T")
    table.do("gather horn 2", "cast firestorm", "name toadstool")
    assert table.held(0) == "THHH"
    assert table.held(1) == "T" * (5 - amount("Firestorm"))
    assert table.held(2) == ""


@rule("lizard_wizard:spell-dispel")
def test_dispel_stops_a_lasting_spell() -> None:
    table = LizardTable(3).own(0, "Sleep of Ages").tokens(0, "MNT").hand(0, "Horn 2")
    table.cast(1, "Root Cellar", "Foxglove Meadow", "Springtide").own(1, "Rain Dance").cast(0, "Clear Sight")
    table.do("gather horn 2", "cast sleep of ages")
    assert table.texts() == ["charm root cellar", "charm foxglove meadow"]
    table.do("charm root cellar")
    assert table.state.storage(1) == 10
    assert table.state.cast[SPELL["Root Cellar"]] == position.UNCAST
    assert table.owner("Root Cellar") == 1


@rule("lizard_wizard:spell-abduct")
def test_abduct_takes_an_uncast_spell() -> None:
    table = LizardTable(3).own(0, "Borrowed Thought").tokens(0, "MEN").hand(0, "Horn 2")
    table.cast(1, "Root Cellar").own(1, "Rain Dance").own(2, "Burning Wind")
    table.do("gather horn 2", "cast borrowed thought")
    assert table.texts() == ["charm burning wind", "charm rain dance"]
    table.do("charm rain dance")
    assert table.owner("Rain Dance") == 0
    assert table.state.cast[SPELL["Rain Dance"]] == position.UNCAST


@pytest.mark.parametrize("name", list(SPELL))
def test_every_spell_can_be_researched_cast_and_owned(name: str) -> None:
    """Bought at its price, cast for its reagents, and then at work or used; its text has nothing left open."""
    spell = SPELL[name]
    table = LizardTable(3).offer(name).tokens(0, price(name)).coins(0, 25).tokens(1, "T").tokens(2, "N")
    supply = sum(table.state.supply)
    table.do(f"research {slug(name)}")
    assert table.state.mana[0] == 25 - content.SPELL_MANA[spell]
    table.do(f"cast {slug(name)}")
    assert sum(table.state.supply) == supply + len(price(name))
    assert table.state.cast[spell] == (position.ACTIVE if content.SPELL_LASTING[spell] else position.USED)
    while table.state.turn == 0:
        table.do(table.texts()[-1])
    assert table.owner(name) == 0
    assert 3 <= content.SPELL_MANA[spell] <= 25
    assert 1 <= len(price(name)) <= 5
    assert "{" not in effect_text(spell)


def test_the_spells_are_spread_as_designed() -> None:
    schools = [content.SCHOOL[position.SPELLS + spell] for spell in range(65)]
    assert sorted(schools.count(school) for school in range(7)) == [9, 9, 9, 9, 9, 10, 10]
    assert 0.55 <= sum(content.SPELL_LASTING) / 65 <= 0.65
    assert sum(content.SPELL_STAR) == 12
    assert sum(kind == content.POINTS for kind in content.SPELL_KIND) == 12


def test_kinds_and_measures_are_known_by_their_words() -> None:
    ends = {"storage": content.STORAGE, "burden": content.BURDEN, "score": content.POINTS, "trap": content.TRAP}
    assert all(KINDS[number] == name for name, number in ends.items())
    assert content.KINDS["filch"] == content.STEAL
    assert content.KINDS["shift"] == content.SHIFT
    assert content.MEASURES["mana"] == content.OF_MANA
    assert content.MEASURES["pairs"] == content.PAIRS
    assert content.LOOKS["spell"] == content.SEES_SPELL
    assert content.DEEDS["explore"] == content.DOES_EXPLORE
    for pairs in (content.KINDS, content.MEASURES, content.LOOKS, content.DEEDS):
        assert sorted(pairs.values()) == list(range(len(pairs)))
    assert {KINDS[kind] for kind in content.SPELL_KIND} <= set(content.KINDS)


def test_words_that_lack_are_noticed() -> None:
    paired("numbers", ["one", "two"], {"two": 2, "one": 1})
    with pytest.raises(ValueError, match="numbers that are known or told, but not both: three, two"):
        paired("numbers", ["one", "two"], {"one": 1, "three": 3})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "fly"}, "kind must be one of .* not 'fly'"),
        ({"lasting": False}, "must last"),
        ({"kind": "mana", "lasting": True}, "cannot last"),
        ({"reagent": "horn"}, "belongs to forage"),
        ({"wings": 2}, "no rule knows"),
        ({"per": "towers"}, "count something"),
        ({"kind": "score", "per": "towers", "each": 0}, "at least 1"),
        ({"kind": "mana", "lasting": False, "per": "mana"}, "hidden"),
    ],
)
def test_a_spell_that_makes_no_sense_is_refused(change: dict[str, object], said: str) -> None:
    spell = {"name": "Root Cellar", "kind": "storage", "lasting": True, "amount": 10}
    with pytest.raises(ValueError, match=said):
        content.check_spell(content.CONTENT, {**spell, **change})


def test_two_spells_that_lay_the_traps_are_refused() -> None:
    """There are two Trap! cards, and one spell puts both into the dungeon."""
    spells = content.CONTENT["spells"]
    content.check_traps(content.CONTENT, spells)
    with pytest.raises(ValueError, match="only one may lay the traps, not Hidden Springs and Pitfalls"):
        content.check_traps(content.CONTENT, [*spells, {"name": "Pitfalls", "kind": "trap"}])


def test_costs_spread_and_rise_with_what_a_spell_does() -> None:
    mana = list(content.SPELL_MANA)
    reagents = [sum(content.SPELL_COST[spell * 7 : spell * 7 + 7]) for spell in range(65)]
    assert (min(mana), max(mana)) == (3, 25)
    assert set(reagents) == {1, 2, 3, 4, 5}
    for school in range(7):
        prices = [mana[spell] for spell in range(65) if content.SCHOOL[position.SPELLS + spell] == school]
        assert min(prices) <= 4
        assert max(prices) >= 16
