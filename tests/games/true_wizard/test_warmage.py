"""The Evil Warmage, the end of the solo game, and points."""

import pytest
from true_wizard_kit import (
    face,
    give,
    hide,
    items_of,
    lay,
    play,
    refused,
    settle,
    spells_of,
    table,
    take,
    turns,
    uncover,
)

from sortilege.engine import CHANCE, OVER
from sortilege.games.true_wizard import GAME, position
from sortilege.games.true_wizard.content import ITEMS, SPELLS, title
from sortilege.games.true_wizard.position import WARMAGE

rule = pytest.mark.rule
NAMES = [item.name for item in ITEMS if item.name != "Phantom Sceptre"]


@rule("true_wizard:warmage-order")
def test_he_steals_then_rotates_then_opens() -> None:
    state = table()
    lay(state, "a1", "Echo", turns=3)
    lay(state, "b1", "Hush", turns=2)
    play(state, "collect")
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert turns(state, "b1") == 2, "stealing comes first"
    play(state, "*Iron Maw")
    assert turns(state, "b1") == 3
    assert turns(state, "a1") == 1
    assert state.seat == CHANCE, "then he opens"
    play(state, "*Vigil")
    assert face(state, "c1") == position.OPEN
    assert state.seat == 0
    assert spells_of(state, WARMAGE) == {"Echo"}, "what is exhausted now is stolen next time"


@rule("true_wizard:steal")
def test_he_steals_what_was_rotated_three_times() -> None:
    state = table(gems=0)
    lay(state, "a1", "Echo", turns=3)
    hide(state, "a1", "Iron Maw")
    lay(state, "b1", "Hush", turns=2)
    uncover(state, "c1", "Tar Heart", turns=3)
    uncover(state, "d1", "Death Potion", turns=2)
    play(state, "collect")
    assert spells_of(state, WARMAGE) == {"Echo"}
    assert items_of(state, WARMAGE) == {"Tar Heart"}
    assert state.items_gone == 1


@rule("true_wizard:steal-uncovers")
def test_a_theft_uncovers_the_item_below() -> None:
    state = table(gems=0)
    lay(state, "a1", "Echo", turns=3)
    play(state, "collect", "*Iron Maw")
    assert state.view(0)["grid"][0]["item"]["name"] == "Iron Maw"
    assert state.view(0)["grid"][0]["item_open"]


@rule("true_wizard:stolen-idle")
def test_stolen_spells_do_nothing() -> None:
    state = table(gems=0)
    give(state, WARMAGE, "Burrow", "Stopped Clock", turns=3)
    play(state, "collect")
    assert state.gems[0] == 1
    assert refused(state, "cast burrow") == "cast"
    assert state.scores() == [0]


@rule("true_wizard:rotate")
def test_he_rotates_all_open_cards_and_nothing_else() -> None:
    state = table(gems=0)
    lay(state, "a1", "Echo")
    lay(state, "b1", "Hush", face="down")
    uncover(state, "c1", "Tar Heart", turns=1)
    give(state, 0, "Vigil")
    play(state, "collect")
    assert turns(state, "a1") == 1
    assert turns(state, "c1") == 2
    assert state.spell_turns[0] == state.spell_turns[1] == 0


@rule("true_wizard:rotate")
def test_an_opened_spell_gives_four_chances_and_an_item_three() -> None:
    state = table(gems=2)
    state.quiet = 99
    lay(state, "a1", "Echo", turns=0)
    uncover(state, "b1", "Tar Heart")
    lives = {"a1": 0, "b1": 0}
    for _ in range(6):
        for cell, place in enumerate(lives):
            lives[place] += bool(state.face[cell] == position.OPEN or (cell == 1 and state.item_open(1)))
        state.gems[0] = 2
        play(state, "collect")
        settle(state)
    assert lives == {"a1": 4, "b1": 4}, "on the table at four of your turns"
    state = table(gems=7)
    lay(state, "a1", "Hush")
    hide(state, "a1", "Tar Heart")
    play(state, "learn a1")
    settle(state)
    chances = 0
    while state.item_open(0):
        chances += 1
        state.gems[0] = 0
        play(state, "collect")
        settle(state)
    assert chances == 3, "an item uncovered by you is rotated before your next turn"


@rule("true_wizard:rotate-uncovered")
def test_an_item_uncovered_by_theft_is_rotated_at_once() -> None:
    state = table(gems=0)
    lay(state, "a1", "Echo", turns=3)
    hide(state, "a1", "Iron Maw")
    play(state, "collect")
    assert turns(state, "a1") == 1


@rule("true_wizard:open", "true_wizard:open-then-rotate")
def test_with_two_gems_he_opens_a_spell_and_rotates_it_next_time() -> None:
    state = table(gems=1)
    play(state, "collect", "*Echo")
    assert face(state, "a1") == position.OPEN
    assert turns(state, "a1") == 0
    play(state, "collect", "*Hush")
    assert turns(state, "a1") == 1
    assert turns(state, "b1") == 0


@rule("true_wizard:open-few-gems")
def test_with_less_than_two_gems_he_opens_nothing() -> None:
    state = table(gems=0)
    play(state, "collect")
    assert state.seat == 0
    assert list(state.face) == [position.DOWN] * 16


@rule("true_wizard:open-order")
def test_he_opens_the_first_face_down_spell_in_reading_order() -> None:
    state = table(gems=2)
    lay(state, "a1", "Echo")
    uncover(state, "b1", "Iron Maw")
    play(state, "turn c1", "*Hush", "return")
    assert face(state, "c1") == position.OPEN, "known or not"
    state.gems[0] = 2
    play(state, "collect", "*Vigil")
    assert face(state, "d1") == position.OPEN
    state.gems[0] = 2
    play(state, "collect", "*Burrow")
    assert face(state, "a2") == position.OPEN


def test_with_two_gems_throughout_the_game_ends_on_his_23rd_turn() -> None:
    state = table(gems=7)
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.play(0)
        else:
            state.gems[0] = 6
            play(state, "collect")
    assert state.round == 23
    assert state.ending() == "stolen"


# The end.


@rule("true_wizard:end")
def test_the_game_ends_when_the_sixteenth_item_is_destroyed() -> None:
    state = table(gems=2)
    take(state, WARMAGE, *NAMES[:7])
    take(state, 0, *NAMES[7:])
    uncover(state, "a1", "Phantom Sceptre")
    give(state, 0, "Hush")
    assert state.seat == 0
    play(state, "destroy a1")
    assert state.seat == OVER
    assert state.ending() == "destroyed"


@rule("true_wizard:end")
def test_the_game_ends_when_the_sixteenth_item_is_stolen() -> None:
    state = table(gems=2)
    take(state, WARMAGE, *NAMES[:7])
    take(state, 0, *NAMES[7:])
    uncover(state, "a1", "Phantom Sceptre", turns=3)
    play(state, "collect")
    assert state.seat == OVER
    assert state.ending() == "stolen"
    assert "Phantom Sceptre" in items_of(state, WARMAGE)


@rule("true_wizard:end-at-once")
def test_it_ends_inside_the_warmages_turn() -> None:
    state = table(gems=2)
    take(state, WARMAGE, *NAMES)
    lay(state, "a1", "Echo", turns=2)
    uncover(state, "b1", "Phantom Sceptre", turns=3)
    play(state, "collect")
    assert state.seat == OVER
    assert turns(state, "a1") == 2, "he does not come to rotate"


@rule("true_wizard:end-at-once")
def test_it_ends_inside_a_cast() -> None:
    state = table(gems=2)
    take(state, WARMAGE, *NAMES)
    uncover(state, "a1", "Phantom Sceptre")
    give(state, 0, "Hush", "Hammer Fist")
    play(state, "cast hammer-fist", "choose a1")
    assert state.seat == OVER
    assert state.ending() == "destroyed"
    assert state.gems[0] == 2, "the gem that would follow is not taken any more"


@rule("true_wizard:win")
def test_more_than_fifty_points_win() -> None:
    state = table(gems=6)
    for name in NAMES:
        if state.points(0) < 45:
            take(state, 0, name)
    singles = [spell.name for spell in SPELLS if spell.points == 1 and spell.kind < 3]
    while state.points(0) < 50:
        give(state, 0, singles.pop())
    assert state.scores() == [50]
    assert state.ranking() == [2]
    give(state, 0, singles.pop())
    assert state.scores() == [51]
    assert state.ranking() == [1]


@rule("true_wizard:titles")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "Human"),
        (49, "Human"),
        (50, "Apprentice"),
        (60, "Apprentice"),
        (61, "Magician"),
        (69, "Magician"),
        (70, "True Wizard"),
        (101, "True Wizard"),
    ],
)
def test_titles(points: int, name: str) -> None:
    assert title(points) == name


# Points.


@rule("true_wizard:score-items", "true_wizard:score-spells", "true_wizard:score-gems", "true_wizard:score-sets")
def test_the_rulebooks_example_thirteen_points() -> None:
    """Items 4, spells 4, gems 1, a set 4."""
    state = table(gems=3)
    take(state, 0, "Phantom Sceptre", "Whispering Mask")
    give(state, 0, "Vigil", "Misdirection", "Second Wind", "Headwind")
    parts = state.view(0)["players"][0]["points_for"]
    assert parts == {"items": 4, "spells": 4, "gems": 1, "sets": 4}
    assert state.scores() == [13]


@rule("true_wizard:score-gems")
@pytest.mark.parametrize(("gems", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2)])
def test_a_point_for_three_gems(gems: int, points: int) -> None:
    assert table(gems=gems).scores() == [points]


@rule("true_wizard:score-spells")
def test_exhausted_spells_score() -> None:
    state = table(gems=0)
    give(state, 0, "Vigil", turns=3)
    assert state.scores() == [1]


@rule("true_wizard:score-sets", "true_wizard:score-limits")
def test_four_points_a_set_sixteen_at_most() -> None:
    state = table(gems=0)
    points = []
    for number in range(4):
        for kind in range(4):
            give(state, 0, [spell.name for spell in SPELLS if spell.kind == kind][number])
        points.append(state.view(0)["players"][0]["points_for"]["sets"])
    assert points == [4, 8, 12, 16]
    assert state.sets(0) == 4


@rule("true_wizard:cast-adds")
def test_holding_the_warmage_back_adds_up() -> None:
    state = table(gems=3)
    give(state, 0, "Hush", "Stopped Clock")
    play(state, "cast hush")
    assert state.quiet == 1
    play(state, "cast hush")
    assert state.quiet == 2
    play(state, "cast stopped-clock")
    assert (state.quiet, state.asleep) == (2, 1), "turns that he loses are not counted"
    play(state, "collect")
    assert (state.quiet, state.asleep) == (2, 0)
    play(state, "collect")
    assert state.quiet == 1
    assert list(state.face) == [position.DOWN] * 16


@rule("true_wizard:cast-adds")
def test_lost_turns_and_turns_without_theft_add_up_too() -> None:
    state = table(gems=0)
    give(state, 0, "Vigil", "Stopped Clock")
    uncover(state, "a1", "Iron Maw", turns=3)
    play(state, "cast vigil", "cast vigil")
    assert state.vigil == 2
    play(state, "cast stopped-clock", "cast stopped-clock")
    assert (state.vigil, state.asleep) == (2, 2)
    for gone in (0, 0, 0, 0, 1):
        state.gems[0] = 0
        play(state, "collect")
        assert state.items_gone == gone


def test_the_end_alone_shows_what_was_destroyed_and_what_he_has() -> None:
    state = table(gems=0)
    take(state, 0, "Iron Maw", "Tar Heart")
    take(state, WARMAGE, "Maze of Lies")
    destroyed, carried_off = GAME.words.shelves(state)
    assert destroyed[1:] == ("2 of 16 dark items, 7 points", {"Iron Maw": 3, "Tar Heart": 4}, False)
    assert carried_off[1:] == ("1, worth 5", {"Maze of Lies": 5}, True)
    assert GAME.words.shelves(table(seats=2)) == []
