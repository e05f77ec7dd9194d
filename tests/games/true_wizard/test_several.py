"""Two to four players."""

import pytest
from true_wizard_kit import give, lay, legal, play, settle, table, take, turns, uncover

from sortilege.engine import OVER
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.content import ITEMS
from sortilege.games.true_wizard.position import PLACES
from sortilege.games.true_wizard.rules import Forest, cards

rule = pytest.mark.rule


@rule("true_wizard:several")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round_and_most_points_win(seats: int) -> None:
    state = table(seats, gems=0)
    for expected in [*range(seats), 0]:
        assert state.seat == expected
        play(state, "collect")
    assert state.round == 2
    take(state, 1, "Iron Maw")
    assert state.ranking()[1] == 1
    assert state.ranking()[0] == 2


@rule("true_wizard:no-warmage")
def test_nothing_is_stolen_rotated_or_opened_by_itself() -> None:
    state = table(2, gems=3)
    lay(state, "a1", "Echo", turns=3)
    uncover(state, "b1", "Iron Maw", turns=3)
    lay(state, "c1", "Hush")
    for _ in range(4):
        play(state, "collect")
    assert turns(state, "a1") == turns(state, "b1") == 3
    assert turns(state, "c1") == 0
    assert state.face[3] == position.DOWN
    assert state.view(0)["warmage"] is None


@rule("true_wizard:taken-spells", "true_wizard:taken-sets")
def test_a_spell_taken_leaves_its_owners_sets() -> None:
    state = table(2, gems=7)
    give(state, 1, "Burrow", "Echo", "Vigil", "Headwind", turns=1)
    give(state, 0, "Soul Tether")
    assert state.sets(1) == 1
    play(state, "cast soul-tether", "choose echo")
    assert state.sets(1) == 0
    assert state.of_kind(0, 1) == 1
    assert state.spell_turns[6] == 1


def nearly_over(seats: int) -> Forest:
    """One item is left, for whoever has a Body spell and four gems."""
    state = table(seats, gems=4)
    take(state, 0, *(item.name for item in ITEMS if item.name != "Iron Maw"))
    uncover(state, "a1", "Iron Maw")
    give(state, 0, "Burrow")
    return state


@rule("true_wizard:last-round")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_round_of_the_last_item_is_completed(seats: int) -> None:
    state = nearly_over(seats)
    play(state, "destroy a1")
    assert state.items_gone == 16
    for seat in range(1, seats):
        assert state.seat == seat
        play(state, "collect")
    assert state.seat == OVER
    assert state.ending() == "last item"


def barren(seats: int) -> Forest:
    """Nothing can be done by anybody: purses full or the bag empty, one item that nobody can destroy."""
    state = table(seats)
    for cell in range(len(PLACES)):
        cards.clear(state, cell)
        state.item_at[cell] = position.NONE
    uncover(state, "a1", "Death Potion")
    for seat in range(seats):
        state.gems[seat] = 7 if seats == 2 else 5
    if seats == 3:
        state.gems[0] = state.gems[1] = 7
        state.gems[2] = 6
    return state


@rule("true_wizard:all-pass")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_of_passes_is_the_last(seats: int) -> None:
    state = barren(seats)
    for seat in range(seats):
        assert state.seat == seat
        assert legal(state) == {"pass"}
        play(state, "pass")
    assert state.seat == OVER
    assert state.ending() == "all passed"


@rule("true_wizard:all-pass")
def test_one_who_acts_keeps_the_game_going() -> None:
    state = barren(2)
    state.gems[0] = 6
    play(state, "collect", "pass")
    assert state.seat == 0
    play(state, "pass", "pass")
    assert state.ending() == "all passed"


@rule("true_wizard:round-limit")
def test_the_round_limit_ends_the_game() -> None:
    state = table(2, round_limit=2, gems=0)
    for _ in range(4):
        assert state.seat != OVER
        play(state, "collect")
    assert state.ending() == "round limit"
    assert table(2).round_limit == 60
    alone = table(1, round_limit=1, gems=0)
    play(alone, "collect")
    settle(alone)
    assert alone.seat == 0, "alone the Warmage is the clock"


@rule("true_wizard:tie")
def test_ties_go_to_items_then_spells_then_are_shared() -> None:
    state = table(4, gems=0)
    take(state, 0, "Iron Maw")
    take(state, 1, "Phantom Sceptre")
    give(state, 1, "Vigil")
    give(state, 2, "Misdirection", "Second Wind", "Headwind")
    give(state, 3, "True Name", "Stopped Clock")
    assert state.scores() == [3, 3, 3, 3]
    assert state.ranking() == [2, 1, 3, 4], "one item each: the second has a spell besides"
    state = table(2, gems=0)
    take(state, 0, "Phantom Sceptre")
    take(state, 1, "Whispering Mask")
    assert state.ranking() == [1, 1]


@rule("true_wizard:tie")
def test_more_items_win_before_more_spells() -> None:
    state = table(2, gems=0)
    take(state, 0, "Phantom Sceptre", "Whispering Mask")
    take(state, 1, "Iron Maw")
    give(state, 1, "Vigil")
    assert state.scores() == [4, 4]
    assert state.ranking() == [1, 2]
