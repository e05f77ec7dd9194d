"""The rules of Wizard Wars, each by its id."""

import pytest
from war_table import HUB, KEYS, WarTable, go, school, starts, wall

from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.games.wizard_wars import GAME, board, content, position
from sortilege.games.wizard_wars.content import NAMES

rule = pytest.mark.rule


def hunt(**more: int) -> WarTable:
    """Fire's circle stands next to Water's circle; one step east brings Fire's square there too."""
    places = {
        "fire_circle": go(HUB, "w"),
        "fire_square": go(HUB, "se", "w", "w"),
        "water_circle": HUB,
        "water_square": 100,
    }
    return WarTable().stand(**{**places, **more}).act()


CATCH = "step square e"


# The board and the set-up.


@rule("wizard_wars:players")
def test_two_to_six_players_with_an_element_each() -> None:
    assert list(GAME.seat_range) == [2, 3, 4, 5, 6]
    for seats in GAME.seat_range:
        elements = [player["element"] for player in GAME.start(seats).view(None)["players"]]
        assert len(set(elements)) == seats


@rule("wizard_wars:line-up")
def test_the_usual_elements_and_chosen_ones() -> None:
    usual = {
        2: ["fire", "water"],
        3: ["fire", "sky", "darkness"],
        4: ["fire", "light", "water", "darkness"],
        5: ["fire", "light", "sky", "water", "darkness"],
        6: ["fire", "light", "sky", "water", "darkness", "earth"],
    }
    for seats, elements in usual.items():
        assert [player["element"] for player in GAME.start(seats).view(None)["players"]] == elements
    chosen = GAME.start(3, elements=["earth", "light", "fire"])
    assert [player["element"] for player in chosen.view(None)["players"]] == ["earth", "light", "fire"]
    for bad in (["earth"], ["earth", "earth"], ["earth", "wood"]):
        with pytest.raises(ValueError, match="elements"):
            GAME.start(2, elements=bad)


@rule("wizard_wars:board")
def test_six_rings_for_two_and_three_eight_for_more() -> None:
    for seats, rings, spaces in ((2, 6, 127), (3, 6, 127), (4, 8, 217), (5, 8, 217), (6, 8, 217)):
        view = GAME.start(seats).view(None)
        assert view["rings"] == rings
        assert len(view["spaces"]) == spaces
    for space in range(217):
        for way, back in (("nw", "se"), ("ne", "sw"), ("e", "w")):
            beyond = go(space, way)
            assert beyond == -1 or go(beyond, back) == space
    assert [len(list(board.NEIGHBOURS[space])) for space in (0, 1, HUB, 169, 170)] == [6, 6, 6, 3, 4]


@rule("wizard_wars:numbers")
def test_spaces_are_numbered_in_a_spiral_on_every_board() -> None:
    assert [go(0, way) for way in ("nw", "ne", "e", "se", "sw", "w")] == [1, 2, 3, 4, 5, 6]
    assert go(0, "nw", "nw") == 7
    assert go(7, "e") == 8
    assert go(18, "ne") == 7
    small, large = GAME.start(2).view(None)["spaces"], GAME.start(6).view(None)["spaces"]
    for one, other in zip(small, large):
        assert (one["number"], one["right"], one["down"]) == (other["number"], other["right"], other["down"])


@rule("wizard_wars:numbers")
def test_sentences_name_spaces_by_what_the_board_shows() -> None:
    names = [space["name"] for space in GAME.start(6).view(None)["spaces"]]
    assert len(set(names)) == len(names)
    assert [names[space] for space in (0, 7, 8, go(8, "ne"))] == [
        "the Temple", "Earth's wall, row 2", "Fire's land, row 2, place 1", "Fire's land, row 3, place 2",
    ]  # fmt: skip


@rule("wizard_wars:territories")
def test_walls_run_to_the_corners_and_territories_lie_between() -> None:
    spaces = GAME.start(6).view(None)["spaces"]
    kinds = {space["number"]: space["kind"] for space in spaces}
    for way in ("nw", "ne", "e", "se", "sw", "w"):
        assert all(kinds[go(0, *[way] * ring)] == "wall" for ring in range(1, 9))
    assert NAMES == ("fire", "light", "sky", "water", "darkness", "earth")
    for number, element in enumerate(NAMES):
        rows = [
            [space for space in range(board.ring_start(ring), board.ring_start(ring + 1))
             if board.territory_of(space) == number]
            for ring in range(1, 9)
        ]  # fmt: skip
        assert [len(row) for row in rows] == [0, 1, 2, 3, 4, 5, 6, 7]
        assert spaces[rows[-1][0]]["element"] == element
    assert [board.territory_of(space) for space in (0, go(0, "e", "e"))] == [-1, -1]
    assert board.territory_of(go(0, "nw", "ne")) == NAMES.index("fire")
    assert board.territory_of(go(0, "ne", "e")) == NAMES.index("light")


@rule("wizard_wars:school", "wizard_wars:start-spaces")
def test_schools_lie_two_rings_inside_and_wizards_start_behind_them() -> None:
    for seats in (2, 6):
        state = GAME.start(seats)
        view = state.view(None)
        for player in view["players"]:
            element = NAMES.index(player["element"])
            home = board.school(view["rings"], element)
            ring = view["rings"] - 2
            row = [
                s for s in range(board.ring_start(ring), board.ring_start(ring + 1)) if board.TERRITORY[s] == element
            ]
            assert home == row[len(row) // 2]
            assert view["spaces"][home]["kind"] == "school"
            wizards = [wizard for wizard in view["wizards"] if wizard["element"] == player["element"]]
            assert [wizard["shape"] for wizard in wizards] == ["circle", "square", "pentagon"]
            last = board.ring_start(view["rings"])
            edge = [s for s in range(last, last + 6 * view["rings"]) if board.TERRITORY[s] == element]
            middle = len(edge) // 2
            assert [wizard["space"] for wizard in wizards] == edge[middle - 1 : middle + 2]
    assert go(school("fire"), "nw", "ne") == starts("fire")[1]


@rule("wizard_wars:no-school")
def test_schools_of_absent_elements_are_ordinary_spaces() -> None:
    table = WarTable().stand(fire_circle=go(school("light"), "w"), water_circle=100).act()
    assert table.state.view(None)["spaces"][school("light")]["kind"] == "territory"
    assert table.state.view(None)["spaces"][starts("light")[0]]["kind"] == "territory"
    table.do("step circle e")
    assert table.at("fire circle") == school("light")
    assert table.state.wizards[NAMES.index("fire")] == 1


@rule("wizard_wars:guardian-start")
def test_guardians_start_outside_the_clockwise_corner() -> None:
    table = WarTable()
    assert table.at("fire guardian") == position.START
    table.do("guardian climb")
    assert table.at("fire guardian") == go(0, *["ne"] * 6) == wall("fire", 6)
    assert wall("water", 6) == go(0, *["sw"] * 6)


@rule("wizard_wars:wizards")
def test_an_element_has_three_shapes_twice() -> None:
    table = WarTable().act()
    assert content.SHAPES == ("circle", "square", "pentagon")
    assert table.state.view(None)["players"][0]["twins_to_come"] == ["circle", "square", "pentagon"]
    assert table.refused("step circle-twin ne") == "wizard_wars:wizards"


@rule("wizard_wars:decks")
def test_two_decks_of_thirty_every_design_twice() -> None:
    for deck in ("temple", "combat"):
        designs = [card for card in content.CARDS if card.deck == deck]
        assert len(designs) == 15
        assert all(card.copies == 2 for card in designs)
    assert GAME.start(2).view(None)["decks"] == {"temple": 30, "combat": 30, "below": []}
    assert sum(card.strikes for card in content.CARDS) == 7
    printed = {card.key for card in content.CARDS if card.source == "rulebook"}
    assert len(printed) == 21
    assert {card.source for card in content.CARDS} == {"rulebook", "designed"}


@rule("wizard_wars:fire-first")
def test_fire_begins_and_then_it_goes_clockwise() -> None:
    table = WarTable("earth", "water", "fire", "sky")
    order = []
    for _ in range(5):
        order.append((table.turn(), table.state.seat))
        table.pass_turn()
    assert order == [("fire", 2), ("sky", 3), ("water", 1), ("earth", 0), ("fire", 2)]
    assert table.state.round == 2


@rule("wizard_wars:first-without-fire")
def test_without_fire_the_next_clockwise_begins() -> None:
    assert WarTable("earth", "sky", "darkness").turn() == "sky"
    assert WarTable("earth", "darkness").turn() == "darkness"


# The turn.


@rule("wizard_wars:guardian-first")
def test_the_guardian_comes_first() -> None:
    table = WarTable()
    assert table.texts() == ["guardian stay", "guardian climb"]
    assert table.refused("step circle sw") == "wizard_wars:guardian-first"
    assert table.refused("end turn") == "wizard_wars:guardian-first"
    table.do("guardian stay")
    assert table.at("fire guardian") == position.START
    assert table.state.stage == position.ACTING


@rule("wizard_wars:guardian-unasked")
def test_a_guardian_that_cannot_climb_is_not_asked() -> None:
    table = WarTable().stand(fire_circle=50, water_circle=100, water_square=wall("fire", 6))
    table.pass_turn().pass_turn()
    assert table.turn() == "fire"
    assert table.state.stage == position.ACTING
    assert "guardian stay" not in table.texts()


@rule("wizard_wars:any-order")
def test_steps_combat_and_a_card_come_in_any_order() -> None:
    table = hunt().give("fire", "second-wind")
    assert table.refused("capture water circle") == "wizard_wars:any-order"
    table.do(CATCH).draw("smite")
    assert table.dead("water circle")
    table.do("play second-wind", "step circle w")
    assert table.state.left == 10 - 1 + 3 - 1
    early = hunt().give("fire", "second-wind").do("play second-wind", "step circle w")
    assert early.state.left == 12


@rule("wizard_wars:ten-steps")
def test_ten_spaces_split_as_one_likes() -> None:
    table = WarTable().act()
    assert table.state.left == 10
    table.do(*["step circle sw", "step circle ne"] * 3)
    table.do("step square sw", "step square ne", "step pentagon se", "step pentagon nw")
    assert table.state.left == 0
    assert table.texts() == ["end turn"]
    assert table.refused("step circle sw") == "wizard_wars:ten-steps"
    alone = WarTable().act().do(*["step circle sw", "step circle ne"] * 5)
    assert alone.state.left == 0


@rule("wizard_wars:exactly")
def test_all_of_the_movement_has_to_be_used() -> None:
    table = WarTable().act()
    for _ in range(5):
        for step in ("step circle sw", "step circle ne"):
            assert table.refused("end turn") == "wizard_wars:exactly"
            table.do(step)
    assert table.do("end turn").turn() == "water"


@rule("wizard_wars:stuck")
def test_movement_that_nobody_can_use_is_lost() -> None:
    table = WarTable().stand(fire_circle=50, water_circle=100).act().freeze("fire circle")
    assert table.texts() == ["end turn"]
    assert table.state.left == 10
    assert "lost" in GAME.words.label(table.state, table.state.parse("end turn"))
    assert GAME.words.question(table.state).startswith("Nobody can step")
    assert table.do("end turn").turn() == "water"


@rule("wizard_wars:end-turn")
def test_a_turn_ends_when_its_player_says_so() -> None:
    table = WarTable().give("fire", "sanctuary").act()
    table.do(*["step circle sw", "step circle ne"] * 5)
    assert table.turn() == "fire"
    assert table.texts() == ["end turn", "play sanctuary"]
    table.do("play sanctuary")
    assert table.texts() == ["end turn"]
    assert table.do("end turn").turn() == "water"


@rule("wizard_wars:out-of-turn")
def test_nobody_acts_in_the_turn_of_another() -> None:
    table = WarTable().give("water", "smite").act()
    assert table.state.seat == 0
    assert "play smite" not in table.texts()
    assert table.refused("play smite") == "wizard_wars:one-card"
    before = {name: table.at(name) for name in ("water circle", "water square", "water pentagon")}
    table.do("step circle sw")
    assert {name: table.at(name) for name in before} == before


# Steps.


@rule("wizard_wars:adjacent")
def test_a_step_leads_to_a_space_next_to_it() -> None:
    for way in ("nw", "ne", "e", "se", "sw", "w"):
        table = WarTable().stand(fire_circle=HUB, water_circle=100).act().do(f"step circle {way}")
        assert table.at("fire circle") in list(board.NEIGHBOURS[HUB])
        assert table.at("fire circle") == go(HUB, way)
        assert table.state.left == 9


@rule("wizard_wars:occupied")
def test_nobody_steps_onto_a_piece() -> None:
    around = {"fire_square": go(HUB, "e"), "water_circle": go(HUB, "w")}
    table = WarTable().stand(fire_circle=HUB, **around).act()
    assert table.refused("step circle e") == "wizard_wars:occupied"
    assert table.refused("step circle w") == "wizard_wars:occupied"
    barred = WarTable().stand(fire_circle=go(wall("water", 3), "nw"), water_circle=HUB).climbed("water", 3).act()
    assert barred.refused("step circle se") == "wizard_wars:occupied"


@rule("wizard_wars:open-board")
def test_wizards_go_anywhere_inside_the_hexagon() -> None:
    table = WarTable().stand(fire_circle=wall("fire", 6), water_circle=HUB).act()
    assert table.refused("step circle ne") == "wizard_wars:open-board"
    assert table.refused("step circle e") == "wizard_wars:open-board"
    table.do("step circle sw", "step circle w")
    assert board.TERRITORY[table.at("fire circle")] == NAMES.index("fire")
    guest = WarTable().stand(fire_circle=go(starts("water")[1], "ne"), water_circle=HUB).act().do("step circle sw")
    assert guest.at("fire circle") == starts("water")[1]
    widest = WarTable("fire", "water", "sky", "earth").act()
    widest.do("step circle sw")
    assert widest.at("fire circle") == go(starts("fire", 8)[0], "sw")


# The Temple.


def pilgrim(**more: int) -> WarTable:
    """Fire's circle is a step from the Temple."""
    return WarTable().stand(**{"fire_circle": 1, "water_circle": 100, **more}).act()


@rule("wizard_wars:temple")
def test_the_temple_warps_home_and_gives_a_card() -> None:
    table = pilgrim().do("step circle se")
    assert table.at("fire circle") == school("fire")
    assert table.state.stage == position.TEMPLE_DRAW
    assert table.state.sides() == 30
    table.draw("celerity")
    assert table.hand("fire") == ["celerity"]
    assert table.state.temple_left == 29
    assert table.state.left == 9
    assert table.state.on[position.TEMPLE] == position.EMPTY


@rule("wizard_wars:temple-school")
def test_the_temple_is_closed_while_an_own_wizard_is_in_the_school() -> None:
    table = pilgrim(fire_square=school("fire"))
    assert table.refused("step circle se") == "wizard_wars:temple-school"
    table.do("step square se", "step circle se").draw("celerity")
    assert table.at("fire circle") == school("fire")


@rule("wizard_wars:temple-itself")
def test_a_wizard_does_not_stand_in_its_own_way() -> None:
    table = (
        WarTable().stand(fire_circle=school("fire"), fire_square=50, water_circle=100).give("fire", "temp-warp").act()
    )
    table.do("play temp-warp")
    assert table.texts() == ["wizard fire circle"]
    assert table.refused("wizard fire square") == "wizard_wars:choices-follow"
    table.do("wizard fire circle").draw("celerity")
    assert table.at("fire circle") == school("fire")


@rule("wizard_wars:school-kill", "wizard_wars:school-kill-card", "wizard_wars:temple-order")
def test_an_enemy_in_the_school_dies_when_its_owner_comes_home() -> None:
    table = pilgrim(water_square=school("fire")).do("step circle se")
    assert table.dead("water square")
    assert table.at("fire circle") == school("fire")
    assert table.state.stage == position.COMBAT_DRAW
    table.draw("twins")
    assert table.hand("fire") == ["twins"]
    assert table.state.stage == position.TEMPLE_DRAW
    table.draw("celerity")
    assert table.hand("fire") == ["celerity", "twins"]
    assert table.hand("water") == []
    spawning = pupil(water_square=school("fire")).do("step circle e")
    assert spawning.dead("water square")
    assert spawning.draw("twins").hand("fire") == ["twins"]


# Duplication.


def pupil(**more: int) -> WarTable:
    """Fire's circle is a step from Water's School."""
    return WarTable().stand(**{"fire_circle": go(school("water"), "w"), "water_circle": 100, **more}).act()


@rule("wizard_wars:duplicate")
def test_a_wizard_in_an_enemy_school_is_doubled() -> None:
    table = pupil().do("step circle e")
    assert table.at("fire circle") == school("water")
    assert table.at("fire circle-twin") == school("fire")
    assert table.state.wizards[0] == 2
    table.do("step circle-twin nw")
    home = WarTable().stand(fire_circle=go(school("fire"), "w"), water_circle=100).act().do("step circle e")
    assert home.state.wizards[0] == 1


@rule("wizard_wars:duplicate-once")
def test_every_original_is_doubled_once() -> None:
    table = pupil().do("step circle e", "step circle-twin nw", "step circle w", "step circle e")
    assert table.state.wizards[0] == 2
    fallen = pupil()
    fallen.state.at[3] = position.DEAD
    assert fallen.do("step circle e").state.wizards[0] == 1
    twin = pupil(fire_circle=50, fire_square_twin=go(school("water"), "w")).do("step square-twin e")
    assert twin.state.wizards[0] == 2


@rule("wizard_wars:duplicate-room")
def test_no_duplication_while_the_own_school_is_taken() -> None:
    table = pupil(fire_square=school("fire")).do("step circle e")
    assert table.at("fire circle") == school("water")
    assert table.at("fire circle-twin") == position.UNBORN


@rule("wizard_wars:duplicate-means")
def test_a_swap_into_a_school_doubles_too() -> None:
    table = (
        WarTable().stand(fire_circle=50, fire_square=school("water"), water_circle=100).give("fire", "changing-places")
    )
    table.act().do("play changing-places", "wizard fire circle", "wizard fire square")
    assert table.at("fire circle") == school("water")
    assert table.at("fire circle-twin") == school("fire")
    jump = WarTable().stand(fire_circle=go(school("water"), "w", "w"), water_circle=go(school("water"), "w"))
    jump.give("fire", "ghost-walk").act()
    jump.do("play ghost-walk", "wizard fire circle", f"space {school('water')}")
    assert jump.at("fire circle-twin") == school("fire")


@rule("wizard_wars:duplicate-own-turn")
def test_a_wizard_put_into_a_school_by_an_opponent_is_not_doubled() -> None:
    table = WarTable("fire", "water", "sky").stand(fire_circle=school("sky"), water_circle=50, sky_circle=100)
    table.give("fire", "wiz-swap").act().do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert table.at("water circle") == school("sky")
    assert table.at("water circle-twin") == position.UNBORN


@rule("wizard_wars:duplicate-eliminated")
def test_the_school_of_an_element_that_is_out_still_teaches() -> None:
    table = WarTable("fire", "water", "sky").stand(
        fire_circle=go(school("sky"), "w"), fire_square=50, water_circle=100, sky_circle=110
    )
    table.give("fire", "smite").act().do("play smite", "wizard sky circle")
    assert table.state.out[NAMES.index("sky")] == 1
    table.do("step circle e")
    assert table.at("fire circle-twin") == school("fire")


# Guardians.


@rule("wizard_wars:guardian-one")
def test_a_guardian_climbs_one_space_a_turn_along_its_wall() -> None:
    table = WarTable()
    for ring in (6, 5, 4):
        assert table.do("guardian climb").at("fire guardian") == wall("fire", ring)
        assert table.refused("guardian climb") == "wizard_wars:guardian-one"
        assert table.refused("guardian stay") == "wizard_wars:guardian-one"
        table.pass_turn().pass_turn()
    assert WarTable().do("guardian stay").refused("guardian climb") == "wizard_wars:guardian-one"


@rule("wizard_wars:guardian-blocked")
def test_a_guardian_is_blocked_by_any_piece() -> None:
    table = WarTable().stand(fire_circle=wall("fire", 3), water_circle=100).climbed("fire", 4).pass_turn().pass_turn()
    assert table.turn() == "fire"
    assert table.state.stage == position.ACTING
    table.do("step circle w").pass_turn().pass_turn()
    assert table.do("guardian climb").at("fire guardian") == wall("fire", 3)
    barred = WarTable().stand(fire_circle=50, water_circle=100, water_square=wall("fire", 6))
    assert barred.state.stage == position.ACTING
    assert barred.refused("guardian climb") == "wizard_wars:guardian-blocked"
    assert barred.refused("guardian stay") == "wizard_wars:guardian-blocked"
    assert barred.do("step circle e").refused("guardian climb") == "wizard_wars:guardian-one"
    played = WarTable().stand(fire_circle=50, water_circle=100, water_square=wall("fire", 6)).give("fire", "sanctuary")
    assert played.do("play sanctuary").refused("guardian climb") == "wizard_wars:guardian-one"


@rule("wizard_wars:guardian-temple")
def test_a_guardian_in_the_temple_draws_and_returns() -> None:
    table = WarTable().climbed("fire", 1).do("guardian climb")
    assert table.state.stage == position.TEMPLE_DRAW
    assert table.at("fire guardian") == position.START
    table.draw("celerity")
    assert table.hand("fire") == ["celerity"]
    assert table.state.stage == position.ACTING
    assert table.state.left == 10


@rule("wizard_wars:guardian-captured")
def test_a_captured_guardian_returns_and_gives_a_card() -> None:
    stone = wall("water", 4)
    table = (
        WarTable()
        .stand(fire_circle=go(stone, "w"), fire_square=go(stone, "e", "e"), water_circle=100)
        .climbed("water", 4)
    )
    table.act().do("step square w")
    assert table.at("water guardian") == position.START
    assert table.state.on[stone] == position.EMPTY
    assert table.draw("smite").hand("fire") == ["smite"]
    assert table.state.captured[0] == 0


@rule("wizard_wars:guardian-unarmed")
def test_guardians_take_no_part_in_captures() -> None:
    stone = wall("fire", 4)
    table = WarTable().stand(fire_circle=go(stone, "w", "w", "w"), water_circle=go(stone, "w"), water_square=100)
    table.climbed("fire", 4).act().do("step circle e")
    assert not table.dead("water circle")
    climbing = WarTable().stand(fire_circle=go(wall("fire", 4), "w", "sw"), water_circle=go(wall("fire", 4), "w"))
    climbing.climbed("fire", 5).do("guardian climb")
    assert not climbing.dead("water circle")


@rule("wizard_wars:guardian-safe")
def test_a_guardian_on_its_start_cannot_be_captured() -> None:
    corner = wall("water", 6)
    table = WarTable().stand(fire_circle=corner, fire_square=go(corner, "e", "e"), water_circle=HUB).act()
    table.do("step square w")
    assert table.state.seat == 0
    assert table.at("water guardian") == position.START
    assert table.hand("fire") == []


# Combat.


@rule("wizard_wars:capture")
def test_two_wizards_next_to_an_enemy_capture_it() -> None:
    table = hunt()
    table.do("step square w")
    assert not table.dead("water circle")
    table.do("step square e", CATCH)
    assert table.dead("water circle")
    assert table.state.wizards[NAMES.index("water")] == 1
    assert table.state.captured[0] == 1


@rule("wizard_wars:capture-any-time")
def test_a_capture_does_not_end_the_movement() -> None:
    table = hunt().do(CATCH).draw("smite")
    assert table.state.left == 9
    table.do("step circle e")
    assert table.at("fire circle") == HUB


@rule("wizard_wars:capture-together", "wizard_wars:capture-cards")
def test_another_players_wizard_helps_and_draws_too() -> None:
    table = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "w", "w"), sky_circle=go(HUB, "e"), water_circle=HUB, water_square=100
    )
    table.act().do("step circle e")
    assert table.dead("water circle")
    assert table.state.sides() == 30
    table.draw("smite")
    assert table.hand("fire") == ["smite"]
    assert table.hand("sky") == []
    table.draw("twins")
    assert table.hand("sky") == ["twins"]
    assert table.state.seat == 0
    order = WarTable("fire", "sky", "water", "earth").stand(
        fire_circle=20, sky_circle=go(HUB, "e"), earth_circle=go(HUB, "se"), water_circle=go(HUB, "w", "w"),
        fire_square=HUB, fire_pentagon=140,
    )  # fmt: skip
    order.pass_turn().pass_turn()
    assert order.turn() == "water"
    order.act().do("step circle e").draw("smite", "twins", "wiz-swap")
    assert (order.hand("water"), order.hand("earth"), order.hand("sky")) == (["smite"], ["twins"], ["wiz-swap"])
    icy = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "se", "w", "w"), sky_circle=go(HUB, "e"), water_circle=HUB,
        water_square=100,
    )  # fmt: skip
    icy.freeze("sky circle").act().do(CATCH).draw("smite")
    assert (icy.hand("fire"), icy.hand("sky")) == (["smite"], [])
    assert icy.state.stage == position.ACTING


@rule("wizard_wars:capture-cards")
def test_the_victims_own_element_draws_nothing() -> None:
    table = hunt(water_square=go(HUB, "e")).do(CATCH).draw("smite")
    assert table.dead("water circle")
    assert (table.hand("fire"), table.hand("water")) == (["smite"], [])
    assert table.state.stage == position.ACTING


@rule("wizard_wars:capture-always")
def test_a_capture_is_not_optional() -> None:
    table = hunt().do(CATCH)
    assert table.dead("water circle")
    assert table.state.seat == CHANCE


@rule("wizard_wars:capture-choice", "wizard_wars:capture-again")
def test_in_a_knot_the_mover_chooses_who_falls() -> None:
    """Sky's and Water's circles stand side by side, each would help against the other."""
    table = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "sw", "sw"), sky_circle=HUB, water_circle=go(HUB, "w"), sky_square=100, water_square=110
    )
    table.act().do("step circle ne")
    assert table.state.stage == position.CAPTURING
    assert table.texts() == ["capture sky circle", "capture water circle"]
    assert table.refused("capture water square") == "wizard_wars:capture-choice"
    assert table.refused("end turn") == "wizard_wars:capture-choice"
    table.do("capture water circle")
    assert table.dead("water circle")
    table.draw("smite", "twins")
    assert (table.hand("fire"), table.hand("sky")) == (["smite"], ["twins"])
    assert not table.dead("sky circle")
    assert table.state.stage == position.ACTING


@rule("wizard_wars:capture-choice")
def test_several_captures_are_taken_one_at_a_time() -> None:
    table = WarTable().stand(
        fire_circle=go(HUB, "sw", "sw"), fire_square=go(HUB, "nw"), water_circle=HUB, water_square=go(HUB, "w"),
        water_pentagon=100,
    )  # fmt: skip
    table.act().do("step circle ne")
    assert table.texts() == ["capture water circle", "capture water square"]
    table.do("capture water square").draw("smite")
    assert table.dead("water square")
    assert table.dead("water circle")
    table.draw("twins")
    assert table.state.captured[0] == 2


@rule("wizard_wars:stand-between")
def test_stepping_between_two_enemies_is_safe_until_somebody_moves() -> None:
    table = WarTable().stand(
        fire_circle=go(HUB, "nw", "nw"), fire_square=100, water_circle=go(HUB, "w"), water_square=go(HUB, "e")
    )
    table.act().do("step circle se", "step circle se")
    assert table.at("fire circle") == HUB
    assert not table.dead("fire circle")
    table.pass_turn().act()
    assert not table.dead("fire circle")
    table.do("step square sw")
    assert table.dead("fire circle")


@rule("wizard_wars:own-turn-safe")
def test_nobody_loses_a_piece_in_the_own_turn() -> None:
    for seed in range(8):
        state = GAME.start(3)
        chance = FastChance(f"own turn {seed}")
        while state.seat != OVER:
            before = state.copy()
            if state.seat == CHANCE:
                state.advance(chance.below(state.sides()))
            else:
                state.advance(GAME.sense.choose(state.seen_by(state.seat), chance))
            assert state.wizards[before.turn] >= before.wizards[before.turn]


@rule("wizard_wars:moves-count")
def test_warps_swaps_jumps_and_spawns_capture() -> None:
    """An enemy next to the School falls to the wizard that warps there, spawns there, or comes by a card."""
    near = {"fire_square": go(school("fire"), "nw"), "water_circle": go(school("fire"), "w"), "water_square": 100}
    warp = WarTable().stand(fire_circle=1, **near).act().do("step circle se").draw("celerity")
    assert warp.dead("water circle")
    spawn = WarTable().stand(fire_circle=go(school("water"), "w"), **near).act().do("step circle e")
    assert spawn.dead("water circle")
    mirror = WarTable().stand(fire_circle=20, **near).give("fire", "magic-mirror").act()
    mirror.do("play magic-mirror", "wizard fire circle", f"space {school('fire')}")
    assert mirror.dead("water circle")
    places = {"fire_circle": go(HUB, "w"), "fire_square": 100, "water_circle": HUB, "water_square": go(HUB, "e")}
    swap = WarTable().stand(**places).give("fire", "wiz-swap").act()
    swap.do("play wiz-swap", "wizard fire square", "wizard water square")
    assert swap.dead("water circle")
    jump = WarTable().stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "e", "e", "e"), fire_pentagon=go(HUB, "e", "e"), water_circle=HUB,
        water_square=100,
    )  # fmt: skip
    jump.give("fire", "ghost-walk").act().do("play ghost-walk", "wizard fire square", f"space {go(HUB, 'e')}")
    assert jump.dead("water circle")


@rule("wizard_wars:moves-count")
def test_a_wizard_brought_back_or_sent_home_captures() -> None:
    revived = WarTable().stand(
        fire_circle=50, fire_square=go(school("fire"), "nw"), water_circle=go(school("fire"), "w"), water_square=100
    )
    revived.give("fire", "necromancy").act().do("play necromancy", "wizard fire pentagon")
    assert revived.at("fire pentagon") == school("fire")
    assert revived.dead("water circle")
    assert revived.draw("smite").hand("fire") == ["smite"]
    prey = go(starts("fire")[0], "sw")
    homesick = WarTable().stand(
        fire_circle=1, fire_square=50, fire_pentagon=go(prey, "w"), water_circle=prey, water_square=100
    )
    homesick.act().do("step circle se").draw("homesick")
    assert not homesick.dead("water circle")
    homesick.outcome(1)
    assert homesick.at("fire square") == starts("fire")[0]
    assert homesick.dead("water circle")
    assert homesick.draw("smite").hand("fire") == ["smite"]


@rule("wizard_wars:moves-count", "wizard_wars:duplicate-means")
def test_the_second_of_two_own_wizards_that_swap_doubles_and_captures() -> None:
    prey = go(school("water"), "e")
    for card in ("changing-places", "wiz-swap"):
        table = WarTable().stand(
            fire_circle=school("water"), fire_square=HUB, fire_pentagon=go(prey, "e"), water_circle=prey,
            water_square=100,
        )  # fmt: skip
        table.give("fire", card).act().do(f"play {card}", "wizard fire circle", "wizard fire square")
        assert (table.at("fire circle"), table.at("fire square")) == (HUB, school("water"))
        assert table.at("fire square-twin") == school("fire")
        assert table.at("fire circle-twin") == position.UNBORN
        assert table.dead("water circle")
        assert table.draw("smite").hand("fire") == ["smite"]
        assert table.state.stage == position.ACTING


@rule("wizard_wars:forced-falls")
def test_an_enemy_moved_between_two_others_falls() -> None:
    table = WarTable().stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "e"), fire_pentagon=HUB, water_circle=100, water_square=110
    )
    table.give("fire", "wiz-swap").act().do("play wiz-swap", "wizard fire pentagon", "wizard water circle")
    assert table.at("fire pentagon") == 100
    assert table.dead("water circle")
    icy = WarTable().stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "e"), fire_pentagon=HUB, water_circle=100, water_square=110
    )
    icy.give("fire", "wiz-swap").act().freeze("fire square")
    icy.do("play wiz-swap", "wizard fire pentagon", "wizard water circle")
    assert icy.at("water circle") == HUB


@rule("wizard_wars:forced-captures")
def test_an_enemy_moved_by_force_captures_neither_its_own_nor_the_movers() -> None:
    table = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "e", "e"),
        sky_circle=go(HUB, "e"),
        sky_square=100,
        water_circle=go(HUB, "w"),
        water_square=120,
    )
    table.give("fire", "mind-control").act().do("play mind-control", "wizard water circle", "steer e")
    assert table.dead("sky circle")
    assert table.state.captured[0] == 1
    own = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "e"),
        sky_circle=go(HUB, "e", "ne"),
        sky_square=100,
        water_circle=go(HUB, "w"),
        water_square=120,
    )
    own.give("fire", "mind-control").act().do("play mind-control", "wizard water circle", "steer e")
    assert own.at("fire circle") == go(HUB, "e")
    fellow = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "e", "e"), water_square=go(HUB, "e"), sky_square=100, water_circle=go(HUB, "w")
    )
    fellow.give("fire", "mind-control").act().do("play mind-control", "wizard water circle", "steer e")
    assert not fellow.dead("water square")
    swap = WarTable("fire", "sky", "water").stand(
        fire_circle=HUB, fire_square=go(HUB, "e", "e"), sky_circle=go(HUB, "e"), sky_square=100, water_circle=110
    )
    swap.give("fire", "wiz-swap").act().do("play wiz-swap", "wizard fire circle", "wizard water circle")
    assert swap.at("water circle") == HUB
    assert swap.dead("sky circle")
    swap.draw("smite", "twins")
    assert (swap.hand("fire"), swap.hand("water")) == (["smite"], ["twins"])


@rule("wizard_wars:step-order")
def test_thaw_then_temple_or_school_then_captures() -> None:
    """The twin spawns and thaws a wizard, which then is the second attacker for the moved one."""
    prey = go(school("water"), "e")
    table = WarTable().stand(
        fire_circle=go(school("water"), "w"), fire_square=go(prey, "e"), water_circle=prey,
        water_square=go(school("fire"), "w"),
        fire_pentagon=go(school("fire"), "nw"), water_pentagon=100,
    )  # fmt: skip
    table.act().freeze("fire pentagon").do("step circle e")
    assert table.at("fire circle-twin") == school("fire")
    assert not table.frozen("fire pentagon")
    assert table.dead("water circle")
    assert not table.dead("water square")
    table.draw("smite")
    assert table.dead("water square")
    table.draw("twins")
    assert table.state.stage == position.ACTING


@rule("wizard_wars:eliminated")
def test_an_element_without_wizards_leaves_with_guardian_and_hand() -> None:
    table = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "w"), fire_square=go(HUB, "se", "w", "w"), water_circle=HUB, sky_circle=100
    )
    table.climbed("water", 3).give("water", "smite", "celerity").act().do(CATCH)
    assert table.state.out[NAMES.index("water")] == 1
    assert table.at("water guardian") == position.DEAD
    assert table.state.on[wall("water", 3)] == position.EMPTY
    assert table.hand("water") == []
    assert sorted(table.gone()) == ["celerity", "smite"]
    assert sorted(table.state.view(None)["gone"]) == ["celerity", "smite"]
    table.draw("twins").pass_turn()
    assert table.turn() == "sky"
    assert table.pass_turn().turn() == "fire"


# Cards in general.


@rule("wizard_wars:no-hand-limit")
def test_a_hand_holds_any_number_of_cards() -> None:
    table = WarTable()
    good = [card.key for card in content.CARDS if not card.strikes]
    table.give("fire", *good, *good)
    assert len(table.hand("fire")) == 46
    assert len(table.state.view(0)["players"][0]["hand"]) == 46


@rule("wizard_wars:hidden-hands")
def test_hands_are_hidden_backs_and_discards_are_open() -> None:
    table = WarTable().give("water", "smite", "celerity", "twins").give("fire", "iron-boots").act()
    table.do("play iron-boots", "against water")
    for eye in (0, None):
        view = table.state.view(eye)
        assert [card["key"] for card in view["players"][1]["hand"]] == [None] * 3
        assert (view["players"][1]["temple_cards"], view["players"][1]["combat_cards"]) == (1, 2)
        assert view["gone"] == ["iron-boots"]
    own = table.state.view(1)["players"][1]["hand"]
    assert [card["key"] for card in own] == ["celerity", "twins", "smite"], "sorted by designs"
    assert [card["deck"] for card in own] == ["temple", "combat", "combat"]


@rule("wizard_wars:seen-stays")
def test_a_card_once_seen_is_known_after_it_changed_hands() -> None:
    table = (
        WarTable("fire", "sky", "water")
        .give("water", "smite")
        .give("fire", "clairvoyance")
        .give("sky", "thievery")
        .act()
    )
    table.do("play clairvoyance", "against water").pass_turn().act()
    assert table.turn() == "sky"
    table.do("play thievery", "against water").outcome(0)
    for eye, known in ((0, "smite"), (1, "smite"), (2, "smite")):
        assert [card["key"] for card in table.state.view(eye)["players"][1]["hand"]] == [known]
    assert [card["key"] for card in table.state.view(None)["players"][1]["hand"]] == [None]
    for seed in range(20):
        assert table.state.imagine(0, FastChance(seed)).face[position.MOST_TOKENS - 30] == KEYS.index("smite")


@rule("wizard_wars:one-card")
def test_one_card_a_turn() -> None:
    table = WarTable().give("fire", "second-wind", "running-shoes").act().do("play second-wind")
    assert table.refused("play running-shoes") == "wizard_wars:one-card"
    table.pass_turn().pass_turn().act().do("play running-shoes")
    assert table.state.left == 15


@rule("wizard_wars:card-leaves")
def test_a_played_card_leaves_the_game() -> None:
    table = WarTable().give("fire", "second-wind").act().do("play second-wind")
    assert table.hand("fire") == []
    assert table.gone() == ["second-wind"]
    assert table.state.deck[KEYS.index("second-wind")] == 1


@rule("wizard_wars:good-kept")
def test_a_good_temple_card_is_kept_unseen() -> None:
    table = pilgrim().do("step circle se").draw("magic-mirror")
    assert table.hand("fire") == ["magic-mirror"]
    assert table.state.view(0)["players"][0]["hand"][0]["key"] == "magic-mirror"
    assert table.state.view(1)["players"][0]["hand"][0]["key"] is None


@rule("wizard_wars:bad-strikes", "wizard_wars:bad-shown")
def test_a_bad_card_strikes_at_once_besides_the_card_of_the_turn() -> None:
    table = pilgrim().give("fire", "second-wind").do("play second-wind", "step circle se").draw("silence")
    assert table.hand("fire") == []
    assert sorted(table.gone()) == ["second-wind", "silence"]
    assert "silence" in table.state.view(1)["gone"]
    assert table.state.silenced == 1
    fresh = pilgrim().give("fire", "second-wind").do("step circle se").draw("silence")
    assert "play second-wind" in fresh.texts()
    assert fresh.refused("play silence") == "wizard_wars:bad-strikes"


@rule("wizard_wars:needs-effect")
def test_a_card_without_effect_cannot_be_played() -> None:
    table = WarTable().give("fire", "necromancy", "thievery", "smite").act()
    assert [text for text in table.texts() if text.startswith("play")] == ["play smite"]
    assert table.refused("play necromancy") == "wizard_wars:needs-effect"
    assert table.refused("play thievery") == "wizard_wars:needs-effect"
    tired = WarTable().give("fire", "twins").act()
    assert "play twins" in tired.texts()
    tired.state.left = 0
    assert tired.refused("play twins") == "wizard_wars:needs-effect"
    stone = WarTable().give("fire", "watchful-stone")
    assert stone.act().refused("play watchful-stone") == "wizard_wars:needs-effect"
    stone.pass_turn().pass_turn().do("guardian climb", "play watchful-stone")
    assert stone.gone() == ["watchful-stone"]


@rule("wizard_wars:choices-follow")
def test_what_a_card_asks_is_answered_first() -> None:
    table = WarTable().give("fire", "smite").act().do("play smite")
    assert table.refused("step circle sw") == "wizard_wars:choices-follow"
    assert table.refused("wizard fire circle") == "wizard_wars:choices-follow"
    assert table.texts() == ["wizard water circle", "wizard water square", "wizard water pentagon"]


@rule("wizard_wars:empty-deck")
def test_an_empty_deck_gives_nothing() -> None:
    table = hunt().use_up("combat").do(CATCH)
    assert table.dead("water circle")
    assert table.state.stage == position.ACTING
    temple = pilgrim().use_up("temple").do("step circle se")
    assert temple.at("fire circle") == school("fire")
    assert temple.state.stage == position.ACTING
    one = WarTable("fire", "sky", "water").stand(
        fire_circle=go(HUB, "w", "w"), sky_circle=go(HUB, "e"), water_circle=HUB, water_square=100
    )
    one.use_up("combat", "smite").act().do("step circle e").draw("smite")
    assert (one.hand("fire"), one.hand("sky")) == (["smite"], [])
    assert one.state.stage == position.ACTING


# The end.


@rule("wizard_wars:last-element")
def test_the_last_element_wins_at_once() -> None:
    table = WarTable().stand(fire_circle=go(HUB, "w"), fire_square=go(HUB, "se", "w", "w"), water_circle=HUB).act()
    table.do(CATCH)
    assert table.state.seat == OVER
    assert table.state.ending() == "last element"
    assert table.state.ranking() == [1, 2]


@rule("wizard_wars:rank-out")
def test_later_out_ranks_higher() -> None:
    table = WarTable("fire", "sky", "water").stand(fire_circle=50, sky_circle=100, water_circle=110)
    table.give("fire", "smite", "smite").act().do("play smite", "wizard water circle")
    assert table.state.ranking() == [1, 1, 3]
    assert table.state.seat != OVER
    table.pass_turn().pass_turn().act().do("play smite", "wizard sky circle")
    assert table.state.seat == OVER
    assert table.state.ranking() == [1, 2, 3]


@rule("wizard_wars:round-limit")
def test_the_game_ends_after_the_last_round() -> None:
    table = WarTable(rounds=2)
    for _ in range(3):
        table.pass_turn()
        assert table.state.seat != OVER
    table.pass_turn()
    assert table.state.seat == OVER
    assert table.state.ending() == "round limit"
    assert GAME.start(2).view(None)["limit"] == 60


@rule("wizard_wars:limit-ranking")
def test_at_the_limit_wizards_then_captures_decide() -> None:
    table = WarTable("fire", "sky", "water", "earth", rounds=1).stand(
        fire_circle=50, fire_square=60, sky_circle=100, water_circle=110, water_square=120, earth_circle=130
    )
    table.state.captured[NAMES.index("water")] = 1
    for _ in range(4):
        table.pass_turn()
    assert table.state.ending() == "round limit"
    assert table.state.ranking() == [2, 3, 1, 3]


@rule("wizard_wars:limit-ranking")
def test_smite_and_a_death_in_a_school_are_no_captures() -> None:
    table = WarTable(rounds=1).stand(fire_circle=1, water_circle=100, water_square=school("fire"), water_pentagon=110)
    table.give("fire", "smite").act().do("step circle se").draw("twins", "celerity")
    table.do("play smite", "wizard water pentagon")
    assert table.dead("water square")
    assert table.dead("water pentagon")
    assert list(table.state.captured) == [0] * 6
    table.pass_turn().pass_turn()
    assert table.state.ending() == "round limit"
    assert table.state.ranking() == [1, 1]


@rule("wizard_wars:score")
def test_the_score_is_the_wizards_on_the_board() -> None:
    table = hunt()
    assert table.state.scores() == [2, 2]
    assert table.do(CATCH).state.scores() == [2, 1]
