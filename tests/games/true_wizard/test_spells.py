"""Every spell, alone and with several players."""

import pytest
from true_wizard_kit import (
    face,
    give,
    hide,
    items_of,
    lay,
    legal,
    play,
    refused,
    settle,
    spell_turns,
    spells_of,
    table,
    take,
    turns,
    uncover,
)

from sortilege.engine import CHANCE
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.position import WARMAGE
from sortilege.games.true_wizard.rules import cards

rule = pytest.mark.rule


# Spirit.


@rule("true_wizard:hush")
def test_hush_alone_stops_two_openings() -> None:
    state = table(gems=3)
    give(state, 0, "Hush")
    play(state, "cast hush", "collect")
    assert list(state.face) == [position.DOWN] * 16
    play(state, "collect")
    assert state.seat == CHANCE, "in his third turn he opens again"


@rule("true_wizard:hush")
def test_hush_alone_needs_a_spell_to_open() -> None:
    state = table(gems=3)
    give(state, 0, "Hush")
    for cell in range(16):
        cards.clear(state, cell)
    assert refused(state, "cast hush") == "cast-effect"


@rule("true_wizard:hush")
def test_hush_keeps_a_rival_from_casting_for_one_turn() -> None:
    state = table(3)
    give(state, 0, "Hush")
    give(state, 1, "Burrow")
    play(state, "cast hush")
    assert legal(state) == {"choose seat 2", "choose seat 3"}
    play(state, "choose seat 2")
    assert state.gems[0] == 4
    assert state.view(None)["players"][1]["hushed"]
    assert refused(state, "cast burrow") == "hush"
    play(state, "collect", "collect", "collect")
    play(state, "cast burrow")


@rule("true_wizard:vigil")
def test_vigil_alone_stops_two_thefts() -> None:
    state = table(gems=0)
    give(state, 0, "Vigil")
    uncover(state, "a1", "Iron Maw", turns=3)
    play(state, "cast vigil")
    assert items_of(state, WARMAGE) == set()
    assert turns(state, "a1") == 3
    play(state, "collect")
    assert items_of(state, WARMAGE) == set()
    state.gems[0] = 0
    play(state, "collect")
    assert items_of(state, WARMAGE) == {"Iron Maw"}


@rule("true_wizard:vigil")
def test_vigil_alone_needs_something_open() -> None:
    state = table(gems=0)
    give(state, 0, "Vigil")
    assert refused(state, "cast vigil") == "cast-effect"


@rule("true_wizard:vigil")
def test_vigil_guards_an_area_for_three_turns() -> None:
    state = table(2, gems=2)
    give(state, 0, "Vigil")
    give(state, 1, "Ebb Tide", "Stopped Clock", "Soul Tether", "Misdirection", "Hush")
    play(state, "cast vigil")
    assert state.gems[0] == 4
    for _ in range(3):
        state.gems[1] = 7
        assert state.view(None)["players"][0]["guarded"]
        for spell in ("ebb-tide", "stopped-clock", "soul-tether", "misdirection", "hush"):
            assert refused(state, f"cast {spell}") == "cast-effect"
        play(state, "turn a1" if state.round == 1 else f"turn {'bc'[state.round - 2]}1")
        settle(state)
        play(state, "return")
        state.gems[0] = 1
        play(state, "collect")
    state.gems[1] = 2
    play(state, "cast ebb-tide", "choose seat 1")
    assert list(state.gems)[:2] == [0, 4]


@rule("true_wizard:vigil", "true_wizard:ebb-tide", "true_wizard:stopped-clock")
def test_vigil_guards_gems() -> None:
    state = table(3, gems=3)
    state.gems[0] = 2
    state.guarded[1] = 2
    give(state, 0, "Ebb Tide", "Stopped Clock")
    twin = state.copy()
    play(state, "cast ebb-tide")
    assert legal(state) == {"choose seat 3"}, "the other is guarded"
    play(state, "choose seat 3")
    assert list(state.gems)[:3] == [4, 3, 1]
    play(twin, "cast stopped-clock")
    assert list(twin.gems)[:3] == [5, 3, 2]


@rule("true_wizard:soul-tether")
def test_soul_tether_takes_a_spell_from_the_warmage() -> None:
    state = table(gems=0)
    give(state, 0, "Soul Tether")
    give(state, WARMAGE, "Burrow", turns=3)
    play(state, "cast soul-tether")
    assert legal(state) == {"choose burrow"}
    play(state, "choose burrow")
    assert spells_of(state, 0) == {"Soul Tether", "Burrow"}
    assert refused(state, "cast burrow") == "three-casts"


@rule("true_wizard:soul-tether")
def test_soul_tether_takes_an_item_that_could_be_destroyed() -> None:
    state = table(gems=2)
    give(state, 0, "Soul Tether")
    take(state, WARMAGE, "Phantom Sceptre", "Iron Maw")
    play(state, "cast soul-tether")
    assert legal(state) == {"choose phantom-sceptre"}
    play(state, "choose phantom-sceptre")
    assert items_of(state, 0) == {"Phantom Sceptre"}
    assert items_of(state, WARMAGE) == {"Iron Maw"}
    assert state.items_gone == 2


@rule("true_wizard:soul-tether")
def test_soul_tether_buys_a_rivals_spell() -> None:
    state = table(3, gems=3)
    state.gems[1] = 6
    give(state, 0, "Soul Tether")
    give(state, 1, "Vigil", turns=2)
    give(state, 2, "True Name")
    play(state, "cast soul-tether")
    assert legal(state) == {"choose vigil"}, "the other is too dear"
    play(state, "choose vigil")
    assert spells_of(state, 0) == {"Soul Tether", "Vigil"}
    assert spell_turns(state, "Vigil") == 2
    assert list(state.gems)[:3] == [0, 7, 3]
    assert state.bag() == 10, "what the rival has no room for is in the bag"


@rule("true_wizard:stopped-clock")
def test_stopped_clock_alone_costs_the_warmage_two_turns() -> None:
    state = table(gems=5)
    give(state, 0, "Stopped Clock")
    lay(state, "a1", "Echo", turns=3)
    uncover(state, "b1", "Iron Maw", turns=1)
    play(state, "cast stopped-clock", "collect")
    assert spells_of(state, WARMAGE) == set()
    assert turns(state, "b1") == 1
    assert face(state, "c1") == position.DOWN
    play(state, "collect")
    settle(state)
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert turns(state, "b1") == 2
    assert face(state, "c1") == position.OPEN


@rule("true_wizard:stopped-clock")
def test_stopped_clock_takes_a_gem_from_each_rival_and_two_more() -> None:
    state = table(4, gems=2)
    state.gems[2] = 0
    give(state, 0, "Stopped Clock")
    play(state, "cast stopped-clock")
    assert list(state.gems) == [6, 1, 0, 1]
    assert state.seat == 1


@rule("true_wizard:stopped-clock", "true_wizard:no-room", "true_wizard:tithe-order")
def test_stopped_clock_takes_no_more_than_there_is_room_for() -> None:
    state = table(3, gems=3)
    state.gems[0] = 6
    give(state, 0, "Stopped Clock")
    play(state, "cast stopped-clock")
    assert list(state.gems)[:3] == [7, 2, 3], "the next seat pays first"


@rule("true_wizard:echo", "true_wizard:misdirection")
def test_echo_itself_can_be_given_away_by_the_spell_it_echoes() -> None:
    state = table(2)
    give(state, 0, "Echo")
    give(state, 1, "Misdirection")
    play(state, "cast echo", "choose misdirection", "choose echo", "choose misdirection")
    assert (spells_of(state, 0), spells_of(state, 1)) == ({"Misdirection"}, {"Echo"})
    assert (spell_turns(state, "Echo"), spell_turns(state, "Misdirection")) == (1, 0)
    assert state.seat == 1


@rule("true_wizard:echo", "true_wizard:soul-tether")
def test_echo_and_guard_a_rival_under_vigil_loses_nothing() -> None:
    state = table(3, gems=7)
    state.gems[2] = 0
    give(state, 0, "Echo")
    give(state, 1, "Vigil", "Soul Tether")
    state.guarded[1] = 2
    play(state, "cast echo")
    assert legal(state) == {"choose vigil"}, "there is no spell that Soul Tether could buy"


# Mind.


@rule("true_wizard:second-sight", "true_wizard:look-secret")
def test_second_sight_looks_at_two_places_for_its_caster_only() -> None:
    state = table(2)
    give(state, 0, "Second Sight")
    lay(state, "d4", "Echo")
    play(state, "cast second-sight", "choose a1", "*Hush", "*Iron Maw", "choose d4", "*Tar Heart")
    assert state.gems[0] == 3
    assert state.seat == 1
    mine, other, public = (state.view(eye)["grid"] for eye in (0, 1, None))
    assert mine[0]["spell"]["card"]["name"] == "Hush"
    assert mine[0]["item"]["name"] == "Iron Maw"
    assert not mine[0]["item_open"]
    assert mine[15]["item"]["name"] == "Tar Heart"
    for grid in (other, public):
        assert grid[0]["spell"]["card"] is None
        assert grid[0]["item"] is None
        assert grid[15]["spell"]["card"]["name"] == "Echo"
        assert grid[15]["item"] is None
        assert grid[0]["spell"]["seen_by"] == grid[0]["item_seen_by"] == [0]
    assert "Hush" in state.view(1)["unseen_spells"]
    assert "Hush" not in state.view(0)["unseen_spells"]


@rule("true_wizard:second-sight")
def test_what_second_sight_found_can_be_learnt_by_the_caster_and_turned_up_by_others() -> None:
    state = table(2)
    give(state, 0, "Second Sight")
    play(state, "cast second-sight", "choose a1", "*Hush", "*Iron Maw", "choose b1", "*Vigil", "*Tar Heart")
    assert {"turn a1", "turn b1"} <= legal(state)
    play(state, "turn a1")
    assert state.seat == 1, "it is settled already what it is"
    assert state.view(None)["grid"][0]["spell"]["card"]["name"] == "Hush"
    play(state, "return")
    assert {"learn a1", "learn b1"} <= legal(state)
    assert {"turn a1", "turn b1"} & legal(state) == set()
    play(state, "learn b1")
    assert state.view(None)["grid"][1]["item"]["name"] == "Tar Heart"


@rule("true_wizard:second-sight")
def test_second_sight_looks_where_there_is_something_unknown() -> None:
    state = table()
    give(state, 0, "Second Sight")
    play(state, "cast second-sight", "choose a1", "*Hush", "*Iron Maw", "choose b1", "*Vigil", "*Tar Heart")
    settle(state)
    play(state, "cast second-sight")
    assert {"choose a1", "choose b1"} & legal(state) == set()
    assert "choose c1" in legal(state)


@rule("true_wizard:misdirection")
def test_misdirection_turns_an_open_spell_face_down_and_upright() -> None:
    state = table(gems=0)
    give(state, 0, "Misdirection")
    lay(state, "b2", "Echo", turns=3)
    uncover(state, "c2", "Iron Maw")
    play(state, "cast misdirection")
    assert legal(state) == {"choose b2"}
    play(state, "choose b2")
    assert face(state, "b2") == position.DOWN
    assert spell_turns(state, "Echo") == 0
    assert spells_of(state, WARMAGE) == set()
    assert state.view(None)["grid"][5]["spell"]["card"]["name"] == "Echo"


@rule("true_wizard:misdirection", "true_wizard:taken-spells")
def test_misdirection_exchanges_spells_with_a_rival() -> None:
    state = table(3)
    give(state, 0, "Misdirection", "Burrow")
    give(state, 1, "Vigil", turns=2)
    give(state, 2, "Long Arm", "True Name")
    play(state, "cast misdirection")
    assert legal(state) == {"choose misdirection", "choose burrow"}
    play(state, "choose burrow")
    assert legal(state) == {"choose vigil"}, "the price may be higher by one"
    play(state, "choose vigil")
    assert spells_of(state, 0) == {"Misdirection", "Vigil"}
    assert spells_of(state, 1) == {"Burrow"}
    assert spell_turns(state, "Vigil") == 2
    assert [state.of_kind(0, kind) for kind in range(4)] == [1, 1, 0, 0]
    assert [state.of_kind(1, kind) for kind in range(4)] == [0, 0, 1, 0]


@rule("true_wizard:misdirection")
def test_misdirection_itself_can_be_given_away() -> None:
    state = table(2)
    give(state, 0, "Misdirection")
    give(state, 1, "Echo")
    play(state, "cast misdirection", "choose misdirection", "choose echo")
    assert spells_of(state, 1) == {"Misdirection"}
    assert spell_turns(state, "Misdirection") == 1


@rule("true_wizard:echo")
def test_echo_does_what_an_open_or_stolen_spell_does() -> None:
    state = table(gems=0)
    give(state, 0, "Echo", "Second Wind")
    give(state, WARMAGE, "Burrow", turns=3)
    lay(state, "a1", "Ebb Tide", turns=1)
    lay(state, "b1", "Headwind", face="down")
    play(state, "cast echo")
    assert legal(state) == {"choose burrow", "choose ebb-tide"}
    play(state, "choose ebb-tide", "choose a1")
    assert spell_turns(state, "Echo") == 1
    assert turns(state, "a1") == 1, "turned upright, then by the Warmage"
    play(state, "cast echo", "choose burrow")
    assert state.gems[0] == 2
    assert spell_turns(state, "Burrow") == 3


@rule("true_wizard:echo")
def test_echo_does_what_a_rivals_spell_does() -> None:
    state = table(2, gems=0)
    give(state, 0, "Echo")
    give(state, 1, "Burrow", "Forked Lightning")
    play(state, "cast echo")
    assert legal(state) == {"choose burrow"}, "the other would do nothing"
    play(state, "choose burrow")
    assert list(state.gems)[:2] == [2, 0]
    assert spell_turns(state, "Burrow") == 0


@rule("true_wizard:echo")
def test_echo_needs_something_to_echo() -> None:
    state = table(gems=0)
    give(state, 0, "Echo", "Burrow")
    assert refused(state, "cast echo") == "cast-effect"


@rule("true_wizard:true-name")
@pytest.mark.parametrize("seats", [1, 2])
def test_true_name_does_with_one_spell_less(seats: int) -> None:
    state = table(seats, gems=1)
    give(state, 0, "True Name")
    uncover(state, "a1", "Death Potion")
    uncover(state, "b1", "Widow's Mirror")
    uncover(state, "c1", "Phantom Sceptre")
    uncover(state, "d1", "Maze of Lies")
    assert refused(state, "cast true-name") == "cast-effect", "two spells or gems are lacking everywhere"
    state.gems[0] = 2
    play(state, "cast true-name")
    assert legal(state) == {"choose c1"}
    play(state, "choose c1")
    assert items_of(state, 0) == {"Phantom Sceptre"}
    assert state.gems[0] == 2


@rule("true_wizard:true-name", "true_wizard:hit-back")
def test_true_name_reaches_what_the_warmage_has_stolen() -> None:
    state = table(gems=2)
    give(state, 0, "True Name")
    take(state, WARMAGE, "Phantom Sceptre", "Death Potion", "Whispering Mask")
    assert state.points(0) == 2
    play(state, "cast true-name")
    assert legal(state) == {"choose phantom-sceptre"}, "two spells are lacking for one, a gem for the other"
    play(state, "choose phantom-sceptre")
    assert items_of(state, 0) == {"Phantom Sceptre"}
    assert items_of(state, WARMAGE) == {"Death Potion", "Whispering Mask"}
    assert state.points(0) == 4
    assert state.items_gone == 3, "it was gone before"


# Body.


@rule("true_wizard:burrow")
@pytest.mark.parametrize("seats", [1, 4])
def test_burrow_digs_two_gems(seats: int) -> None:
    state = table(seats, gems=0)
    give(state, 0, "Burrow")
    play(state, "cast burrow")
    assert state.gems[0] == 2


@rule("true_wizard:second-wind")
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("gems", [0, 1, 2])
def test_second_wind_fills_up_to_three(seats: int, gems: int) -> None:
    state = table(seats, gems=gems)
    give(state, 0, "Second Wind")
    play(state, "cast second-wind")
    assert state.gems[0] == 3


@rule("true_wizard:second-wind")
def test_second_wind_does_nothing_for_three_gems() -> None:
    state = table(gems=3)
    give(state, 0, "Second Wind")
    assert refused(state, "cast second-wind") == "cast-effect"


@rule("true_wizard:long-arm")
def test_long_arm_takes_a_cheap_known_spell_unpaid() -> None:
    state = table(2, gems=0)
    give(state, 0, "Long Arm")
    lay(state, "a1", "Vigil", turns=1)
    lay(state, "b1", "True Name")
    lay(state, "c1", "Burrow", face="down")
    lay(state, "d1", "Headwind", face="down")
    state.spell_known[2] = 1
    state.spell_known[3] = 2
    play(state, "cast long-arm")
    assert legal(state) == {"choose a1", "choose c1"}
    play(state, "choose a1", "*Iron Maw")
    assert spells_of(state, 0) == {"Long Arm", "Vigil"}
    assert spell_turns(state, "Vigil") == 1
    assert state.gems[0] == 0
    assert state.item_open(0)
    assert state.seat == 1


@rule("true_wizard:long-arm")
def test_long_arm_alone_reaches_what_was_put_back() -> None:
    state = table(gems=0)
    give(state, 0, "Long Arm")
    assert refused(state, "cast long-arm") == "cast-effect"
    play(state, "turn d4", "*Burrow", "return", "cast long-arm", "choose d4", "*Iron Maw")
    assert spells_of(state, 0) == {"Long Arm", "Burrow"}


@rule("true_wizard:long-arm", "true_wizard:hit-back")
def test_long_arm_reaches_cheap_spells_of_the_warmage() -> None:
    state = table(gems=0)
    give(state, 0, "Long Arm")
    give(state, WARMAGE, "Headwind", "Echo", turns=3)
    lay(state, "a1", "Burrow")
    play(state, "cast long-arm")
    assert legal(state) == {"choose a1", "choose headwind"}, "Echo costs four"
    play(state, "choose headwind")
    assert spells_of(state, 0) == {"Long Arm", "Headwind"}
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert refused(state, "cast headwind") == "three-casts"


@rule("true_wizard:hammer-fist")
@pytest.mark.parametrize("seats", [1, 2])
def test_hammer_fist_needs_no_gems(seats: int) -> None:
    state = table(seats, gems=0)
    give(state, 0, "Hammer Fist")
    uncover(state, "a1", "Iron Maw")
    uncover(state, "b1", "Bone Flute")
    play(state, "cast hammer-fist")
    assert legal(state) == {"choose a1"}, "the spells must be there"
    play(state, "choose a1")
    assert items_of(state, 0) == {"Iron Maw"}
    assert state.gems[0] == 0


# Element.


@rule("true_wizard:ebb-tide")
def test_ebb_tide_turns_an_open_card_upright() -> None:
    state = table(gems=0)
    give(state, 0, "Ebb Tide")
    lay(state, "a1", "Echo", turns=3)
    uncover(state, "b1", "Iron Maw", turns=2)
    lay(state, "c1", "Hush", turns=0)
    play(state, "cast ebb-tide")
    assert legal(state) == {"choose a1", "choose b1"}
    play(state, "choose a1")
    assert spells_of(state, WARMAGE) == set()
    assert turns(state, "a1") == 1
    assert turns(state, "b1") == 3


@rule("true_wizard:ebb-tide")
def test_ebb_tide_takes_two_gems_from_a_rival() -> None:
    state = table(3, gems=3)
    state.gems[2] = 0
    give(state, 0, "Ebb Tide")
    play(state, "cast ebb-tide")
    assert legal(state) == {"choose seat 2"}, "the other has none"
    play(state, "choose seat 2")
    assert list(state.gems)[:3] == [5, 1, 0]


@rule("true_wizard:headwind", "true_wizard:turned-back")
def test_headwind_makes_the_warmage_turn_cards_back() -> None:
    state = table(gems=0)
    give(state, 0, "Headwind")
    lay(state, "a1", "Echo", turns=2)
    uncover(state, "b1", "Iron Maw", turns=1)
    lay(state, "d4", "Hush")
    play(state, "cast headwind")
    assert [turns(state, place) for place in ("a1", "b1", "d4")] == [1, 0, 0]
    play(state, "collect")
    assert [turns(state, place) for place in ("a1", "b1", "d4")] == [2, 1, 1], "one turn, not more"


@rule("true_wizard:turned-back")
def test_against_the_wind_he_steals_and_opens_as_ever() -> None:
    state = table(gems=2)
    give(state, 0, "Headwind")
    lay(state, "a1", "Echo", turns=3)
    uncover(state, "b1", "Tar Heart", turns=3)
    play(state, "cast headwind", "*Iron Maw", "*Hush")
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert items_of(state, WARMAGE) == {"Tar Heart"}
    assert turns(state, "a1") == 0, "what the theft uncovers stays upright"
    assert face(state, "c1") == position.OPEN


@rule("true_wizard:turned-back", "true_wizard:cast-adds")
def test_the_wind_waits_for_a_turn_that_he_does_not_lose() -> None:
    state = table(gems=0)
    state.asleep = state.vigil = 1
    give(state, 0, "Headwind")
    uncover(state, "a1", "Iron Maw", turns=3)
    play(state, "cast headwind")
    assert (state.recoil, turns(state, "a1")) == (1, 3)
    play(state, "collect")
    assert (state.recoil, turns(state, "a1")) == (0, 2), "guarded from his hand, and turned back"


@rule("true_wizard:headwind")
def test_headwind_alone_needs_something_open() -> None:
    state = table(gems=0)
    give(state, 0, "Headwind")
    assert refused(state, "cast headwind") == "cast-effect"


@rule("true_wizard:headwind", "true_wizard:echo")
def test_headwind_can_be_echoed() -> None:
    state = table(gems=0)
    give(state, 0, "Echo")
    give(state, WARMAGE, "Headwind", turns=3)
    uncover(state, "a1", "Iron Maw", turns=2)
    play(state, "cast echo", "choose headwind")
    assert turns(state, "a1") == 1


@rule("true_wizard:headwind")
def test_headwind_opens_a_line_among_several() -> None:
    state = table(2, gems=0)
    give(state, 0, "Headwind")
    lay(state, "a1", "Echo", turns=1)
    lay(state, "b1", "Hush", face="down")
    uncover(state, "c1", "Iron Maw")
    play(state, "cast headwind", "choose row 1", "*Vigil")
    assert [face(state, place) for place in ("a1", "b1", "c1", "d1")] == [
        position.OPEN,
        position.OPEN,
        position.GONE,
        position.OPEN,
    ]
    assert state.view(1)["grid"][3]["spell"]["card"]["name"] == "Vigil"
    assert state.gems[0] == 2
    assert turns(state, "a1") == 1


@rule("true_wizard:landslide")
def test_landslide_buries_an_item_and_uncovers_another() -> None:
    state = table(gems=0)
    give(state, 0, "Landslide")
    lay(state, "a1", "Echo", turns=2)
    uncover(state, "b1", "Iron Maw", turns=3)
    play(state, "cast landslide")
    assert "choose a1" in legal(state)
    assert "choose c1" in legal(state), "face-down spells can be moved too"
    assert "choose b1" not in legal(state)
    play(state, "choose a1")
    assert legal(state) == {"choose b1"}
    play(state, "choose b1", "*Tar Heart")
    assert items_of(state, WARMAGE) == set()
    assert face(state, "b1") == position.OPEN
    assert turns(state, "b1") == 3, "the spell lies as it lay, and was rotated on"
    assert state.item_turns[1] == 0
    assert state.item_open(0)
    assert state.view(None)["grid"][1]["item"]["name"] == "Iron Maw", "everybody has seen it"
    play(state, "collect")
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert turns(state, "b1") == 1, "uncovered again and rotated"


@rule("true_wizard:landslide")
def test_landslide_moves_a_secret_as_it_is() -> None:
    state = table(2, gems=0)
    give(state, 0, "Landslide")
    lay(state, "a1", "Echo", face="down")
    hide(state, "a1", "Tar Heart")
    state.spell_known[0] = 2
    uncover(state, "b1", "Iron Maw")
    play(state, "cast landslide", "choose a1", "choose b1")
    assert state.seat == 1
    assert state.view(1)["grid"][1]["spell"]["card"]["name"] == "Echo"
    assert state.view(0)["grid"][1]["spell"]["card"] is None
    assert state.view(0)["grid"][0]["item"]["name"] == "Tar Heart"


@rule("true_wizard:landslide")
def test_landslide_needs_an_open_item() -> None:
    state = table(gems=0)
    give(state, 0, "Landslide")
    assert refused(state, "cast landslide") == "cast-effect"


@rule("true_wizard:forked-lightning")
@pytest.mark.parametrize("seats", [1, 3])
def test_forked_lightning_destroys_two(seats: int) -> None:
    state = table(seats, gems=4)
    give(state, 0, "Forked Lightning", "Long Arm")
    uncover(state, "a1", "Cinder Crown")
    uncover(state, "c3", "Tar Heart")
    uncover(state, "d4", "Death Potion")
    play(state, "cast forked-lightning")
    assert legal(state) == {"choose a1", "choose c3"}
    play(state, "choose a1")
    assert legal(state) == {"choose c3"}
    play(state, "choose c3")
    settle(state)
    assert items_of(state, 0) == {"Cinder Crown", "Tar Heart"}


@rule("true_wizard:forked-lightning")
def test_forked_lightning_does_with_one() -> None:
    state = table(2, gems=4)
    give(state, 0, "Forked Lightning")
    uncover(state, "a1", "Cinder Crown")
    play(state, "cast forked-lightning", "choose a1")
    assert state.seat == 1
    assert items_of(state, 0) == {"Cinder Crown"}
