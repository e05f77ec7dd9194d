"""The thirty cards of Wizard Wars, each by its id."""

import pytest
from war_table import HUB, KEYS, WarTable, go, school, starts, wall

from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.games.wizard_wars import position
from sortilege.games.wizard_wars.content import NAMES

rule = pytest.mark.rule
FIRE, WATER = NAMES.index("fire"), NAMES.index("water")


def holding(*keys: str, **wizards: int) -> WarTable:
    """Fire is to act, with these cards."""
    places = {"fire_circle": HUB, "fire_square": 50, "water_circle": 100, "water_square": 110, **wizards}
    return WarTable().stand(**places).give("fire", *keys).act()


def struck(key: str, table: WarTable | None = None) -> WarTable:
    """Fire's circle enters the Temple and draws a bad card."""
    table = table or WarTable().stand(fire_circle=1, fire_square=50, water_circle=100, water_square=110).act()
    return table.do("step circle se").draw(key)


# Temple Cards, good.


@rule("wizard_wars:temp-warp")
def test_temp_warp_is_entering_the_temple() -> None:
    table = holding("temp-warp", water_square=school("fire")).do("play temp-warp", "wizard fire circle")
    assert table.at("fire circle") == school("fire")
    assert table.dead("water square")
    assert table.draw("smite", "celerity").hand("fire") == ["celerity", "smite"]
    assert table.state.left == 10
    full = holding("temp-warp", fire_square=school("fire"), fire_circle=50)
    assert full.do("play temp-warp").texts() == ["wizard fire square"]


@rule("wizard_wars:training-dummy")
def test_training_dummy_draws_a_combat_card() -> None:
    table = holding("training-dummy").do("play training-dummy")
    assert table.state.stage == position.COMBAT_DRAW
    assert table.draw("smite").hand("fire") == ["smite"]
    assert table.refused("play smite") == "wizard_wars:one-card"
    assert holding("training-dummy").use_up("combat").refused("play training-dummy") == "wizard_wars:needs-effect"


@rule("wizard_wars:celerity")
def test_celerity_moves_the_guardian_one_space_more() -> None:
    table = WarTable().give("fire", "celerity").do("guardian climb", "play celerity")
    assert table.at("fire guardian") == wall("fire", 5)
    temple = WarTable().give("fire", "celerity").climbed("fire", 2).do("guardian climb", "play celerity")
    assert temple.at("fire guardian") == position.START
    assert temple.draw("sanctuary").hand("fire") == ["sanctuary"]
    barred = holding("celerity", water_circle=wall("fire", 6))
    assert barred.refused("play celerity") == "wizard_wars:needs-effect"


@rule("wizard_wars:celerity-stayed")
def test_celerity_works_if_the_guardian_stayed() -> None:
    table = WarTable().give("fire", "celerity").do("guardian stay", "play celerity")
    assert table.at("fire guardian") == wall("fire", 6)


@rule("wizard_wars:magic-mirror")
def test_magic_mirror_warps_to_any_free_space_of_the_own_territory() -> None:
    table = holding("magic-mirror", fire_square=starts("fire")[0], water_square=starts("fire")[1])
    table.do("play magic-mirror", "wizard fire circle")
    spaces = [int(text.split()[1]) for text in table.texts()]
    assert len(spaces) == 15 - 2
    assert set(starts("fire")) & set(spaces) == {starts("fire")[2]}
    assert table.refused(f"space {wall('fire', 3)}") == "wizard_wars:choices-follow"
    table.do(f"space {starts('fire')[2]}")
    assert table.at("fire circle") == starts("fire")[2]
    assert table.state.left == 10


@rule("wizard_wars:magic-mirror-school")
def test_magic_mirror_into_the_school_kills_an_enemy_there() -> None:
    table = holding("magic-mirror", water_square=school("fire")).do("play magic-mirror", "wizard fire circle")
    table.do(f"space {school('fire')}")
    assert table.dead("water square")
    assert table.draw("smite").hand("fire") == ["smite"]
    taken = holding("magic-mirror", fire_square=school("fire")).do("play magic-mirror", "wizard fire circle")
    assert f"space {school('fire')}" not in taken.texts()


def hunted(space: int, card: str = "", **more: int) -> WarTable:
    """Fire's circle stands on a space, Water's circle next to it, and one step brings Water's square there too."""
    table = WarTable().stand(
        fire_circle=space, fire_square=110, water_circle=go(space, "w"), water_square=go(space, "se", "w", "w"), **more
    )
    return table.give("fire", card) if card else table


@rule("wizard_wars:sanctuary")
def test_sanctuary_guards_inside_the_territory_until_the_next_turn() -> None:
    home = go(school("fire"), "se")
    plain = hunted(home).pass_turn().act().do("step square e")
    assert plain.dead("fire circle")
    table = hunted(home, "sanctuary").act().do("play sanctuary").pass_turn().act().do("step square e")
    assert not table.dead("fire circle")
    outside = hunted(HUB, "sanctuary").act().do("play sanctuary").pass_turn().act().do("step square e")
    assert outside.dead("fire circle")
    table.do("step square w").pass_turn().pass_turn().act().do("step square e")
    assert table.dead("fire circle")


@rule("wizard_wars:second-wind")
def test_second_wind_adds_three() -> None:
    table = holding("second-wind").do("play second-wind")
    assert (table.state.left, table.state.total) == (13, 13)
    assert table.pass_turn().pass_turn().state.total == 10


@rule("wizard_wars:changing-places")
def test_changing_places_swaps_two_own_wizards() -> None:
    table = holding("changing-places").do("play changing-places", "wizard fire circle")
    assert table.texts() == ["wizard fire square"]
    table.do("wizard fire square")
    assert (table.at("fire circle"), table.at("fire square")) == (50, HUB)
    lonely = WarTable().stand(fire_circle=HUB, water_circle=100).give("fire", "changing-places").act()
    assert lonely.refused("play changing-places") == "wizard_wars:needs-effect"


@rule("wizard_wars:watchful-stone")
def test_watchful_stone_keeps_the_guardian_where_it_is() -> None:
    stone = wall("fire", 4)

    def besieged(card: str = "") -> WarTable:
        table = WarTable().stand(
            fire_circle=1, water_circle=go(stone, "w"), water_square=go(stone, "e", "e"), water_pentagon=100
        )
        table.climbed("fire", 4)
        return table.give("fire", card) if card else table

    assert besieged().pass_turn().act().do("step square w").at("fire guardian") == position.START
    table = besieged("watchful-stone").act().do("play watchful-stone").pass_turn().act().do("step square w")
    assert table.at("fire guardian") == stone
    for bad in ("retreat", "teleporter"):
        own = struck(bad, besieged("watchful-stone").act().do("play watchful-stone"))
        assert own.at("fire guardian") == stone
    table.do("step square e").pass_turn().pass_turn().act().do("step square w")
    assert table.at("fire guardian") == position.START


# Temple Cards, bad.


def with_guardian(ring: int, **more: int) -> WarTable:
    places = {"fire_circle": 1, "fire_square": 50, "water_circle": 100, **more}
    return WarTable().stand(**places).climbed("fire", ring).act()


@rule("wizard_wars:retreat")
def test_retreat_moves_the_guardian_one_space_back() -> None:
    assert struck("retreat", with_guardian(3)).at("fire guardian") == wall("fire", 4)
    assert struck("retreat", with_guardian(6)).at("fire guardian") == position.START


@rule("wizard_wars:retreat-nothing")
def test_retreat_from_the_start_or_with_the_way_barred_is_nothing() -> None:
    assert struck("retreat").at("fire guardian") == position.START
    assert struck("retreat", with_guardian(3, water_square=wall("fire", 4))).at("fire guardian") == wall("fire", 3)


@rule("wizard_wars:lose-a-card")
def test_lose_a_card_takes_another_card_as_its_owner_chooses() -> None:
    table = (
        WarTable()
        .stand(fire_circle=1, fire_square=50, water_circle=100)
        .give("fire", "smite", "twins", "celerity")
        .act()
    )
    struck("lose-a-card", table)
    assert table.state.stage == position.LOSING
    assert table.texts() == ["lose celerity", "lose twins", "lose smite"]
    assert table.refused("lose wiz-swap") == "wizard_wars:choices-follow"
    assert table.refused("end turn") == "wizard_wars:choices-follow"
    table.do("lose twins")
    assert table.hand("fire") == ["celerity", "smite"]
    assert sorted(table.gone()) == ["lose-a-card", "twins"]
    assert "play smite" in table.texts()


@rule("wizard_wars:lose-a-card-nothing")
def test_lose_a_card_without_another_is_nothing_more() -> None:
    table = struck("lose-a-card")
    assert table.state.stage == position.ACTING
    assert table.gone() == ["lose-a-card"]


@rule("wizard_wars:teleporter")
def test_teleporter_sends_the_guardian_to_its_start() -> None:
    table = struck("teleporter", with_guardian(3))
    assert table.at("fire guardian") == position.START
    assert table.state.on[wall("fire", 3)] == position.EMPTY
    assert struck("teleporter").at("fire guardian") == position.START


@rule("wizard_wars:petrification")
def test_petrification_takes_the_next_turn() -> None:
    table = struck("petrification")
    assert table.state.left == 9
    table.do("step circle se")
    assert table.state.view(1)["players"][0]["effects"] == ["petrified next turn"]
    table.pass_turn().pass_turn()
    assert table.turn() == "fire"
    assert table.texts() == ["end turn"]
    assert table.refused("step circle se") == "wizard_wars:petrification"
    assert table.refused("guardian climb") == "wizard_wars:petrification"
    table.do("end turn").pass_turn()
    assert table.state.total == 10


@rule("wizard_wars:petrification-cards")
def test_a_petrified_player_may_play_cards_but_not_add_movement() -> None:
    table = struck("petrification").give(
        "fire",
        "second-wind",
        "celerity",
        "magic-carpet",
        "ghost-walk",
        "mind-control",
        "smite",
        "hermes-shoes",
        "wiz-swap",
    )
    table.pass_turn().pass_turn()
    assert [text for text in table.texts() if text != "end turn"] == [
        "play smite",
        "play wiz-swap",
        "play hermes-shoes",
    ]
    table.do("play hermes-shoes")
    assert (table.state.left, table.state.total) == (0, 0)
    assert table.do("end turn").pass_turn().state.total == 12


@rule("wizard_wars:heavy-robes")
def test_heavy_robes_take_five_from_the_next_turn() -> None:
    table = struck("heavy-robes")
    assert table.state.left == 9
    assert table.pass_turn().pass_turn().state.total == 5
    assert table.pass_turn().pass_turn().state.total == 10


@rule("wizard_wars:homesick")
def test_homesick_warps_a_random_wizard_to_a_start_space() -> None:
    table = struck("homesick", WarTable().stand(
        fire_circle=1, fire_square=50, fire_pentagon=51, water_circle=starts("fire")[0], water_square=100
    ).act().freeze("fire pentagon"))  # fmt: skip
    assert table.state.seat == CHANCE
    assert table.state.sides() == 2
    table.outcome(1)
    assert table.at("fire square") == starts("fire")[1]
    assert table.state.stage == position.ACTING
    full = {f"water_{shape}": space for shape, space in zip(("circle", "square", "pentagon"), starts("fire"))}
    nothing = struck("homesick", WarTable().stand(fire_circle=1, fire_square=50, **full).act())
    assert nothing.state.stage == position.ACTING
    assert nothing.at("fire square") == 50


@rule("wizard_wars:silence")
def test_silence_forbids_cards_in_the_next_turn() -> None:
    table = struck("silence").give("fire", "smite")
    assert "play smite" in table.texts()
    table.pass_turn().pass_turn().act()
    assert table.refused("play smite") == "wizard_wars:silence"
    table.pass_turn().pass_turn().act().do("play smite", "wizard water circle")
    assert table.dead("water circle")


# Combat Cards.


@rule("wizard_wars:mind-control")
def test_mind_control_moves_an_enemy_and_nobody_draws() -> None:
    table = holding(
        "mind-control", fire_circle=go(HUB, "w"), fire_square=go(HUB, "e"), water_circle=go(HUB, "nw", "nw")
    )
    table.do("play mind-control", "wizard water circle")
    assert table.refused("step circle w") == "wizard_wars:mind-control"
    assert table.refused("end turn") == "wizard_wars:exactly"
    table.do("steer se", "steer se")
    assert table.dead("water circle")
    assert table.hand("fire") == []
    assert table.state.combat_left == 29
    assert table.texts() == ["end turn"]
    assert table.refused("steer e") == "wizard_wars:mind-control"
    assert WarTable().act().refused("steer e") == "wizard_wars:mind-control"


@rule("wizard_wars:mind-control-first")
def test_mind_control_comes_before_any_own_step_and_takes_all_movement() -> None:
    table = holding("mind-control").do("step circle e")
    assert table.refused("play mind-control") == "wizard_wars:mind-control-first"
    table = holding("mind-control", water_circle=30).freeze("water square").do("play mind-control")
    assert table.texts() == ["wizard water circle"]
    table.do("wizard water circle", *["steer ne", "steer sw"] * 5)
    assert table.state.left == 0
    assert table.refused("steer ne") == "wizard_wars:ten-steps"
    assert table.texts() == ["end turn"]


@rule("wizard_wars:mind-control-limits")
def test_a_controlled_wizard_enters_neither_temple_nor_school() -> None:
    table = holding("mind-control", water_circle=1).do("play mind-control", "wizard water circle")
    assert table.refused("steer se") == "wizard_wars:mind-control-limits"
    for element in ("fire", "water"):
        table = holding("mind-control", water_circle=go(school(element), "w")).do(
            "play mind-control", "wizard water circle"
        )
        assert table.refused("steer e") == "wizard_wars:mind-control-limits"
    open_space = holding("mind-control", water_circle=go(school("sky"), "w")).do(
        "play mind-control", "wizard water circle"
    )
    assert open_space.do("steer e").at("water circle") == school("sky")


def studying(**more: int) -> WarTable:
    """Fire holds Twins, and its circle is a step from Water's School."""
    places = {"fire_circle": go(school("water"), "w"), "fire_square": 50, "water_circle": 100, **more}
    return WarTable().stand(**places).give("fire", "twins").act()


@rule("wizard_wars:twins")
def test_twins_doubles_two_wizards() -> None:
    table = studying().do("play twins", "step circle e")
    assert table.at("fire circle-twin") == school("fire")
    assert table.at("fire square-twin") == starts("fire")[0]
    assert table.state.wizards[FIRE] == 4
    late = studying().do("play twins")
    assert late.state.view(1)["players"][0]["effects"] == ["Twins at the next School"]
    late.pass_turn().pass_turn().act().do("step circle e")
    assert late.state.wizards[FIRE] == 3


@rule("wizard_wars:twins-second")
def test_the_second_twin_is_chosen_and_arrives_on_a_free_start_space() -> None:
    table = studying(fire_pentagon=30, water_square=starts("fire")[0]).do("play twins", "step circle e")
    assert table.texts() == ["wizard fire square", "wizard fire pentagon"]
    table.do("wizard fire pentagon")
    assert table.at("fire pentagon-twin") == starts("fire")[1]
    assert table.at("fire square-twin") == position.UNBORN
    full = {f"water_{shape}": space for shape, space in zip(("circle", "square", "pentagon"), starts("fire"))}
    crowded = studying(**full).do("play twins", "step circle e")
    assert crowded.at("fire circle-twin") == school("fire")
    assert crowded.at("fire square-twin") == position.UNBORN
    alone = WarTable().stand(fire_circle=HUB, water_circle=100).give("fire", "twins").act()
    assert alone.refused("play twins") == "wizard_wars:needs-effect"
    after = studying().do("step circle e")
    assert after.refused("play twins") == "wizard_wars:needs-effect"


@rule("wizard_wars:smite")
def test_smite_kills_a_wizard() -> None:
    table = holding("smite").do("play smite", "wizard water square")
    assert table.dead("water square")
    last = WarTable().stand(fire_circle=HUB, water_circle=100).give("fire", "smite").act()
    assert last.do("play smite", "wizard water circle").state.seat == OVER


@rule("wizard_wars:smite-enemy")
def test_smite_takes_an_enemy_and_gives_no_card() -> None:
    table = holding("smite", water_circle=go(HUB, "e")).do("play smite")
    assert table.texts() == ["wizard water circle", "wizard water square"]
    table.do("wizard water circle")
    assert table.state.stage == position.ACTING
    assert table.state.combat_left == 29
    assert table.state.captured[FIRE] == 0


@rule("wizard_wars:necromancy", "wizard_wars:necromancy-school")
def test_necromancy_brings_back_an_own_dead_wizard_into_the_school() -> None:
    table = holding("necromancy", water_square=school("fire")).do("play necromancy")
    assert table.texts() == ["wizard fire pentagon"]
    table.do("wizard fire pentagon")
    assert table.at("fire pentagon") == school("fire")
    assert table.dead("water square")
    assert table.draw("smite").hand("fire") == ["smite"]
    assert table.state.wizards[FIRE] == 3
    full = holding("necromancy", fire_square=school("fire"))
    assert full.refused("play necromancy") == "wizard_wars:needs-effect"


@rule("wizard_wars:thievery")
def test_thievery_takes_a_random_card() -> None:
    table = holding("thievery").give("water", "smite", "celerity", "twins").do("play thievery", "against water")
    assert table.state.seat == CHANCE
    assert table.state.sides() == 3
    taken = []
    for outcome in range(3):
        after = holding("thievery").give("water", "smite", "celerity", "twins").do("play thievery", "against water")
        taken += after.outcome(outcome).hand("fire")
        assert len(after.hand("water")) == 2
    assert sorted(taken) == ["celerity", "smite", "twins"]


@rule("wizard_wars:thievery-hand")
def test_thievery_robs_hands_only() -> None:
    table = holding("thievery").give("water", "hermes-shoes")
    table.pass_turn().act().do("play hermes-shoes").pass_turn().act()
    assert table.state.shoes[WATER] == 2
    assert table.refused("play thievery") == "wizard_wars:needs-effect"
    three = WarTable("fire", "sky", "water").give("fire", "thievery").give("sky", "smite").act().do("play thievery")
    assert three.texts() == ["against sky"]


@rule("wizard_wars:eeny-meeny")
def test_eeny_meeny_shows_three_and_keeps_one() -> None:
    table = holding("eeny-meeny").do("play eeny-meeny").draw("smite", "twins", "wiz-swap")
    assert table.texts() == ["keep twins", "keep smite", "keep wiz-swap"]
    assert [card["key"] for card in table.state.view(0)["looked"]] == ["smite", "twins", "wiz-swap"]
    assert [card["key"] for card in table.state.view(1)["looked"]] == [None] * 3
    assert table.refused("keep clairvoyance") == "wizard_wars:choices-follow"
    keep = table.state.parse("keep twins")
    assert table.state.secret(keep, 1)
    assert not table.state.secret(keep, 0)
    table.do("keep twins")
    assert table.hand("fire") == ["twins"]
    assert [card["key"] for card in table.state.view(0)["decks"]["below"]] == ["smite", "wiz-swap"]
    assert [card["key"] for card in table.state.view(1)["decks"]["below"]] == [None, None]


@rule("wizard_wars:eeny-meeny-below")
def test_the_cards_below_come_last_and_in_their_order() -> None:
    table = holding("eeny-meeny", "training-dummy").use_up("combat", "smite", "twins", "wiz-swap", "iron-boots")
    table.do("play eeny-meeny").draw("smite", "twins", "wiz-swap").do("keep twins")
    assert table.state.combat_left == 1
    for seed in range(10):
        imagined = table.state.imagine(0, FastChance(seed))
        assert [imagined.face[token] for token in imagined.below][:2] == [KEYS.index("smite"), KEYS.index("wiz-swap")]
    others = {table.state.imagine(1, FastChance(seed)).face[table.state.below[0]] for seed in range(40)}
    assert len(others) > 1
    table.pass_turn().pass_turn().act().do("play training-dummy").draw("iron-boots")
    table.give("fire", "training-dummy").pass_turn().pass_turn().act().do("play training-dummy")
    assert table.state.sides() == 1
    table.outcome(0)
    assert sorted(table.hand("fire")) == ["iron-boots", "smite", "twins"]
    few = holding("eeny-meeny").use_up("combat", "smite", "twins").do("play eeny-meeny").draw("smite", "twins")
    assert few.state.stage == position.KEEPING
    assert few.do("keep smite").state.combat_cards() == 1


@rule("wizard_wars:wiz-swap")
def test_wiz_swap_changes_places_with_any_wizard() -> None:
    table = holding("wiz-swap").do("play wiz-swap", "wizard fire circle")
    assert table.texts() == ["wizard fire square", "wizard water circle", "wizard water square"]
    table.do("wizard water square")
    assert (table.at("fire circle"), table.at("water square")) == (110, HUB)
    own = holding("wiz-swap").do("play wiz-swap", "wizard fire circle", "wizard fire square")
    assert (own.at("fire circle"), own.at("fire square")) == (50, HUB)


@rule("wizard_wars:wiz-swap", "wizard_wars:duplicate-means", "wizard_wars:school-kill")
def test_a_swap_of_schools_doubles_and_kills_the_one_swapped() -> None:
    table = holding("wiz-swap", fire_circle=school("fire"), water_circle=school("water"))
    table.do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert table.at("fire circle") == school("water")
    assert table.at("fire circle-twin") == school("fire")
    assert table.dead("water circle")
    assert table.draw("smite").hand("fire") == ["smite"]
    assert table.state.stage == position.ACTING


@rule("wizard_wars:sanctuary", "wizard_wars:forced-falls")
def test_sanctuary_guards_one_that_was_swapped_too() -> None:
    home = go(school("water"), "sw")
    places = {"fire_circle": go(home, "w"), "fire_square": go(home, "e"), "fire_pentagon": home, "water_circle": 20}
    for guarded in (False, True):
        table = holding("wiz-swap", **places)
        table.state.sanctuary = int(guarded) << WATER
        table.do("play wiz-swap", "wizard fire pentagon", "wizard water circle")
        assert table.dead("water circle") != guarded


@rule("wizard_wars:magic-carpet", "wizard_wars:magic-carpet-total")
def test_magic_carpet_doubles_the_whole_turn() -> None:
    table = holding("magic-carpet").do("step circle e", "step circle e", "step circle e", "play magic-carpet")
    assert (table.state.left, table.state.total) == (17, 20)
    assert table.pass_turn().pass_turn().state.total == 10


@rule("wizard_wars:iron-boots")
def test_iron_boots_halve_an_opponents_next_turn() -> None:
    table = holding("iron-boots").do("play iron-boots", "against water")
    assert table.state.view(None)["players"][1]["effects"] == ["movement halved next turn"]
    assert table.state.total == 10
    assert table.pass_turn().state.total == 5
    assert table.pass_turn().pass_turn().state.total == 10


@rule("wizard_wars:iron-boots-down")
def test_effects_on_the_movement_add_up_and_round_down() -> None:
    table = struck("heavy-robes").give("fire", "hermes-shoes").give("water", "iron-boots").do("play hermes-shoes")
    table.pass_turn().act().do("play iron-boots", "against fire").pass_turn()
    assert table.state.total == (10 + 2 - 5) // 2
    twice = WarTable("fire", "sky", "water").give("fire", "iron-boots").give("sky", "iron-boots").act()
    twice.do("play iron-boots", "against water").pass_turn().act().do("play iron-boots", "against water").pass_turn()
    assert twice.state.total == 2
    crushed = struck("heavy-robes").state
    crushed.burden[FIRE] += 10
    assert crushed.movement(FIRE) == 0


@rule("wizard_wars:running-shoes")
def test_running_shoes_add_five() -> None:
    table = holding("running-shoes").do("play running-shoes")
    assert (table.state.left, table.state.total) == (15, 15)
    assert table.pass_turn().pass_turn().state.total == 10


@rule("wizard_wars:clairvoyance")
def test_clairvoyance_shows_a_hand_to_this_player_alone() -> None:
    table = WarTable("fire", "sky", "water").give("fire", "clairvoyance").give("water", "smite", "celerity").act()
    assert table.do("play clairvoyance").texts() == ["against water"]
    assert table.state.reveals(table.state.parse("against water"))
    table.do("against water")
    hands = {eye: [card["key"] for card in table.state.view(eye)["players"][2]["hand"]] for eye in (0, 1, None)}
    assert hands == {0: ["celerity", "smite"], 1: [None, None], None: [None, None]}
    for seed in range(20):
        imagined = table.state.imagine(0, FastChance(seed))
        assert imagined.view(2)["players"][2]["hand"] == table.state.view(2)["players"][2]["hand"]
    table.give("water", "twins")
    assert [card["key"] for card in table.state.view(0)["players"][2]["hand"]] == ["celerity", "smite", None]


@rule("wizard_wars:wizardcicle")
def test_wizardcicle_freezes_until_a_fellow_arrives() -> None:
    table = holding("wizardcicle").do("play wizardcicle", "wizard water circle")
    assert table.frozen("water circle")
    table.pass_turn().act()
    assert table.refused("step circle e") == "wizard_wars:frozen"
    thawing = (
        WarTable()
        .stand(fire_circle=20, water_circle=HUB, water_square=go(HUB, "e", "e", "e"))
        .give("fire", "wizardcicle")
    )
    thawing.act().do("play wizardcicle", "wizard water circle").pass_turn().act().do("step square w")
    assert thawing.frozen("water circle")
    thawing.do("step square w")
    assert not thawing.frozen("water circle")
    assert "step circle w" in thawing.texts()


@rule("wizard_wars:frozen")
def test_a_frozen_wizard_neither_moves_nor_attacks_but_can_be_taken_and_swapped() -> None:
    cards = ("temp-warp", "magic-mirror", "changing-places", "wiz-swap", "ghost-walk")
    table = holding(*cards, water_circle=go(HUB, "e"), water_square=go(HUB, "w")).freeze("fire circle")
    for card in ("temp-warp", "magic-mirror", "wiz-swap"):
        assert holding(card).freeze("fire circle").do(f"play {card}").texts() == ["wizard fire square"]
    assert table.refused("play changing-places") == "wizard_wars:needs-effect"
    assert table.refused("play ghost-walk") == "wizard_wars:needs-effect"
    assert holding("wiz-swap").freeze("fire square").do("play wiz-swap", "wizard fire circle").texts() == [
        "wizard water circle", "wizard water square",
    ]  # fmt: skip
    hunters = {"fire_circle": go(HUB, "w"), "fire_square": go(HUB, "se", "w", "w"), "water_circle": HUB}
    cold = WarTable().stand(**hunters, water_square=100).act().freeze("fire circle").do("step square e")
    assert not cold.frozen("fire circle")
    assert cold.dead("water circle")
    apart = WarTable().stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "e", "e"), water_circle=HUB, water_square=100
    )
    apart.act().freeze("fire circle").do("step square w")
    assert apart.frozen("fire circle")
    assert not apart.dead("water circle")
    prey = WarTable().stand(**hunters, water_square=100).act().freeze("water circle").do("step square e")
    assert prey.dead("water circle")
    assert not prey.frozen("water circle")
    swapped = (
        holding("wiz-swap").freeze("water circle").do("play wiz-swap", "wizard fire circle", "wizard water circle")
    )
    assert swapped.at("water circle") == HUB
    assert swapped.frozen("water circle")


@rule("wizard_wars:thaw")
def test_any_arrival_thaws() -> None:
    beside = go(school("fire"), "w")
    warp = WarTable().stand(fire_circle=1, fire_square=beside, water_circle=100).act().freeze("fire square")
    assert not warp.do("step circle se").draw("celerity").frozen("fire square")
    spawn = WarTable().stand(fire_circle=go(school("water"), "w"), fire_square=beside, water_circle=100).act()
    assert not spawn.freeze("fire square").do("step circle e").frozen("fire square")
    swap = WarTable().stand(fire_circle=50, fire_square=HUB, water_circle=go(HUB, "e")).give("fire", "wiz-swap").act()
    swap.freeze("fire square").do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert not swap.frozen("fire square")
    forced = (
        WarTable().stand(fire_circle=go(HUB, "e"), water_square=HUB, water_circle=100).give("fire", "wiz-swap").act()
    )
    forced.freeze("water square").do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert not forced.frozen("water square")
    icy = holding("wiz-swap", water_square=go(HUB, "ne")).freeze("water circle").freeze("water square")
    icy.do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert icy.at("water circle") == HUB
    assert (icy.frozen("water circle"), icy.frozen("water square")) == (True, False)


@rule("wizard_wars:hermes-shoes")
def test_hermes_shoes_add_two_for_good() -> None:
    table = holding("hermes-shoes", "hermes-shoes").do("step circle e", "play hermes-shoes")
    assert (table.state.left, table.state.total) == (11, 12)
    table.pass_turn().pass_turn().act()
    assert table.state.total == 12
    table.do("play hermes-shoes")
    assert table.state.total == 14
    assert table.pass_turn().pass_turn().state.total == 14
    assert table.state.view(1)["players"][0]["effects"] == ["+4 movement for good"]


@rule("wizard_wars:shieldmate")
def test_shieldmate_guards_one_wizard_until_the_next_turn() -> None:
    table = hunted(HUB, "shieldmate").act().do("play shieldmate")
    assert table.texts() == ["wizard fire circle", "wizard fire square"]
    table.do("wizard fire circle").pass_turn().act().do("step square e")
    assert not table.dead("fire circle")
    table.do("step square w").pass_turn().pass_turn().act().do("step square e")
    assert table.dead("fire circle")
    other = hunted(HUB, "shieldmate").act().do("play shieldmate", "wizard fire square")
    assert other.pass_turn().act().do("step square e").dead("fire circle")


@rule("wizard_wars:ghost-walk")
def test_ghost_walk_jumps_over_a_piece_for_two_movement() -> None:
    table = holding("ghost-walk", fire_circle=HUB, water_circle=go(HUB, "e")).do(
        "play ghost-walk", "wizard fire circle"
    )
    landings = sorted(int(text.split()[1]) for text in table.texts())
    assert landings == sorted(go(HUB, "e", way) for way in ("ne", "e", "se"))
    table.do(f"space {go(HUB, 'e', 'e')}")
    assert table.at("fire circle") == go(HUB, "e", "e")
    assert table.state.left == 8
    assert holding("ghost-walk").refused("play ghost-walk") == "wizard_wars:needs-effect"
    tired = holding("ghost-walk", water_circle=go(HUB, "e"))
    tired.state.left = 1
    assert tired.refused("play ghost-walk") == "wizard_wars:needs-effect"
    temple = holding("ghost-walk", fire_circle=7, water_circle=1).do("play ghost-walk", "wizard fire circle")
    assert "space 0" not in temple.texts()
    over_stone = holding("ghost-walk", fire_circle=go(wall("water", 3), "e"))
    over_stone.climbed("water", 3).do("play ghost-walk", "wizard fire circle", f"space {go(wall('water', 3), 'w')}")
    assert over_stone.at("fire circle") == go(wall("water", 3), "w")


@rule("wizard_wars:guards-limits")
def test_guards_help_neither_against_smite_nor_in_a_school() -> None:
    shielded = hunted(HUB, "shieldmate").give("water", "smite").act().do("play shieldmate", "wizard fire circle")
    shielded.pass_turn().act().do("play smite", "wizard fire circle")
    assert shielded.dead("fire circle")
    home = hunted(go(school("fire"), "se"), "sanctuary").give("water", "smite").act().do("play sanctuary")
    home.pass_turn().act().do("play smite", "wizard fire circle")
    assert home.dead("fire circle")
    guest = (
        WarTable().stand(fire_circle=school("water"), fire_square=50, water_circle=4).give("fire", "shieldmate").act()
    )
    guest.do("play shieldmate", "wizard fire circle").pass_turn().act().do("step circle nw")
    assert guest.dead("fire circle")
