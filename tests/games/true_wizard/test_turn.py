"""The table and the four actions."""

import pytest
from true_wizard_kit import (
    GAME,
    SPELL,
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

import kit
from sortilege.engine import CHANCE, UNKNOWN
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.position import PLACES
from sortilege.games.true_wizard.rules import Forest, cards, moves

rule = pytest.mark.rule


@rule("true_wizard:grid")
def test_sixteen_unseen_spells_cover_sixteen_unseen_items() -> None:
    state = table()
    assert list(state.face) == [position.DOWN] * 16
    assert list(state.spell_at) == list(state.item_at) == [UNKNOWN] * 16
    view = state.view(0)
    assert [cell["place"] for cell in view["grid"]][:5] == ["a1", "b1", "c1", "d1", "a2"]
    assert len(view["unseen_spells"]) == len(view["unseen_items"]) == 16
    assert all(cell["spell"]["face"] == "down" and cell["item"] is None for cell in view["grid"])


@rule("true_wizard:bag")
def test_alone_five_of_twenty_gems() -> None:
    state = table()
    assert list(state.gems) == [5, 0, 0, 0]
    assert state.bag() == 15


@rule("true_wizard:start-several")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_several_begin_with_three_gems(seats: int) -> None:
    state = table(seats)
    assert list(state.gems)[:seats] == [3] * seats
    assert state.bag() == 20 - 3 * seats


@rule("true_wizard:open-areas")
def test_everybody_sees_all_areas() -> None:
    state = table(3)
    give(state, 1, "Echo", "Hush")
    take(state, 2, "Iron Maw")
    views = [state.view(eye) for eye in (0, 1, 2, None)]
    assert all(view["players"] == views[0]["players"] for view in views)
    assert [card["name"] for card in views[0]["players"][1]["spells"]] == ["Hush", "Echo"]
    assert [item["name"] for item in views[0]["players"][2]["items"]] == ["Iron Maw"]


@rule("true_wizard:gems-alike")
def test_gems_are_only_counted() -> None:
    assert table().view(0)["players"][0]["gems"] == 5
    assert table().view(0)["bag"] == 15


@rule("true_wizard:undrawn")
def test_a_card_is_settled_when_it_is_first_seen() -> None:
    state = table()
    play(state, "turn b2")
    assert state.seat == CHANCE
    assert state.sides() == 16
    play(state, "*Echo", "learn b2")
    assert state.seat == CHANCE
    assert state.sides() == 16
    play(state, "*Iron Maw")
    assert state.spells_left.bit_count() == 15
    assert state.items_left.bit_count() == 15
    play(state, "turn c3")
    assert state.sides() == 15


@rule("true_wizard:one-action")
def test_a_turn_is_one_action() -> None:
    state = table(2, gems=4)
    lay(state, "a1", "Misdirection")
    give(state, 0, "Burrow")
    uncover(state, "d4", "Death Potion")
    give(state, 0, "Hush", "Vigil")
    assert {"collect", "learn a1", "turn b1", "destroy d4", "cast burrow"} <= legal(state)
    play(state, "collect")
    assert state.seat == 1
    play(state, "collect")
    assert state.seat == 0
    play(state, "cast burrow")
    assert state.seat == 1


@rule("true_wizard:turn-order")
def test_alone_you_begin_and_the_warmage_follows_each_of_your_turns() -> None:
    state = table(gems=0)
    uncover(state, "a1", "Iron Maw")
    assert state.seat == 0
    play(state, "collect")
    assert turns(state, "a1") == 1
    assert state.seat == 0
    play(state, "collect")
    assert turns(state, "a1") == 2
    assert table(4).seat == 0


@rule("true_wizard:no-skip")
def test_doing_nothing_is_refused() -> None:
    assert refused(table(), "pass") == "no-skip"


def stuck(seats: int, gems: int) -> Forest:
    """Nothing face down, nothing to learn, destroy or cast."""
    state = table(seats, gems)
    for place in PLACES:
        cards.clear(state, PLACES.index(place))
        state.item_at[PLACES.index(place)] = position.NONE
    uncover(state, "a1", "Death Potion")
    return state


@rule("true_wizard:pass")
def test_pass_if_nothing_else_is_possible() -> None:
    assert legal(stuck(1, gems=7)) == {"pass"}
    assert legal(stuck(1, gems=6)) == {"collect"}
    state = stuck(1, gems=7)
    play(state, "pass")
    assert turns(state, "a1") == 1, "the Warmage goes on"


@rule("true_wizard:finish-first")
def test_what_was_begun_is_finished() -> None:
    state = table(gems=2)
    play(state, "turn a1", "*Hush")
    assert legal(state) == {"return", "learn a1"}
    assert refused(state, "collect") == "finish-first"
    assert refused(state, "learn a2") == "finish-first"
    state = table()
    give(state, 0, "Second Sight")
    play(state, "cast second-sight")
    assert refused(state, "collect") == "finish-first"
    assert refused(state, "choose row 1") == "cast-parts"
    assert refused(table(), "choose a1") == "finish-first"
    assert refused(table(), "return") == "finish-first"


# Collect.


@rule("true_wizard:collect")
def test_collect_one_gem() -> None:
    state = table(2)
    play(state, "collect")
    assert state.gems[0] == 4
    assert state.bag() == 13


@rule("true_wizard:gem-limit")
def test_seven_gems_at_most() -> None:
    state = table(gems=6)
    play(state, "collect")
    settle(state)
    assert state.gems[0] == 7
    assert refused(state, "collect") == "gem-limit"


@rule("true_wizard:bag-empty")
def test_an_empty_bag_gives_nothing() -> None:
    state = table(4, gems=5)
    assert state.bag() == 0
    assert "collect" not in legal(state)
    assert refused(state, "collect") == "bag-empty"
    give(state, 0, "Burrow")
    assert refused(state, "cast burrow") == "cast-effect"


# Learn.


@rule("true_wizard:learn")
def test_learning_costs_the_price() -> None:
    state = table(2, gems=4)
    lay(state, "b3", "Misdirection")
    lay(state, "c3", "True Name")
    assert refused(state, "learn c3") == "learn"
    play(state, "learn b3")
    assert state.gems[0] == 0
    assert spells_of(state, 0) == {"Misdirection"}
    settle(state)
    assert refused(state, "learn b3") == "learn"


@rule("true_wizard:paid-gems")
def test_paid_gems_go_into_the_bag() -> None:
    state = table()
    lay(state, "b3", "Vigil")
    play(state, "learn b3")
    assert state.gems[0] == 2
    assert state.bag() == 18


@rule("true_wizard:turn-up")
def test_a_spell_is_turned_up_for_all_before_one_decides() -> None:
    state = table(2, gems=7)
    assert refused(state, "learn c2") == "turn-up"
    play(state, "turn c2", "*Echo")
    assert state.seat == 0
    for eye in (0, 1, None):
        assert state.view(eye)["grid"][6]["spell"]["card"]["name"] == "Echo"
    assert legal(state) == {"return", "learn c2"}
    play(state, "learn c2")
    settle(state)
    assert spells_of(state, 0) == {"Echo"}
    lay(state, "a1", "Hush")
    assert refused(state, "turn a1") == "turn-up"


@rule("true_wizard:turn-up-poor")
def test_turning_up_needs_no_gems() -> None:
    state = table(gems=0)
    assert {f"turn {place}" for place in PLACES} <= legal(state)
    play(state, "turn a1", "*Hush")
    assert legal(state) == {"return"}
    assert refused(state, "learn a1") == "learn"


@rule("true_wizard:put-back")
def test_a_spell_put_back_lies_face_down_and_the_turn_is_over() -> None:
    state = table(2)
    play(state, "turn a1", "*Hush", "return")
    assert face(state, "a1") == position.DOWN
    assert state.seat == 1
    assert state.gems[0] == 3
    assert spells_of(state, 0) == set()


@rule("true_wizard:known-once")
def test_a_known_spell_can_only_be_learnt() -> None:
    state = table(2, gems=1)
    play(state, "turn a1", "*Hush", "return")
    assert "turn a1" not in legal(state)
    assert refused(state, "turn a1") == "known-once"
    assert refused(state, "learn a1") == "learn"
    play(state, "collect")
    assert "learn a1" not in legal(state)
    play(state, "collect")
    assert "learn a1" in legal(state)
    play(state, "learn a1")
    assert spells_of(state, 1) == {"Hush"}
    assert state.seat == CHANCE, "the item below is uncovered"


@rule("true_wizard:remembered")
def test_what_was_shown_stays_visible_to_all() -> None:
    state = table(2)
    play(state, "turn a1", "*Hush", "return")
    for eye in (0, 1, None):
        spell = state.view(eye)["grid"][0]["spell"]
        assert spell["face"] == "down"
        assert spell["card"]["name"] == "Hush"
        assert "Hush" not in state.view(eye)["unseen_spells"]


@rule("true_wizard:keep-rotation")
def test_an_open_spell_keeps_its_rotation() -> None:
    state = table()
    lay(state, "a1", "Burrow", turns=2)
    play(state, "learn a1")
    settle(state)
    assert spell_turns(state, "Burrow") == 2
    play(state, "cast burrow")
    settle(state)
    assert refused(state, "cast burrow") == "three-casts"


@rule("true_wizard:learn-exhausted")
def test_an_exhausted_open_spell_can_be_learnt_before_it_is_stolen() -> None:
    state = table()
    lay(state, "a1", "Vigil", turns=3)
    play(state, "learn a1")
    settle(state)
    assert spells_of(state, 0) == {"Vigil"}
    assert state.of_kind(0, 0) == 1
    assert refused(state, "cast vigil") == "three-casts"
    assert state.view(0)["players"][0]["points_for"]["spells"] == 1


@rule("true_wizard:learn-then-cast")
def test_a_new_spell_is_cast_in_a_later_turn() -> None:
    state = table(2, gems=5)
    lay(state, "a1", "Burrow")
    hide(state, "a1", "Iron Maw")
    play(state, "learn a1")
    assert state.seat == 1
    play(state, "collect")
    assert "cast burrow" in legal(state)


@rule("true_wizard:uncover")
def test_the_item_below_is_turned_up() -> None:
    state = table(2, gems=5)
    lay(state, "a1", "Burrow")
    play(state, "learn a1", "*Tar Heart")
    cell = state.view(1)["grid"][0]
    assert cell["spell"] is None
    assert cell["item_open"]
    assert cell["item"]["name"] == "Tar Heart"


# Destroy.


@rule("true_wizard:destroy")
def test_the_rulebooks_two_items() -> None:
    state = table(2, gems=2)
    uncover(state, "a1", "Death Potion")
    uncover(state, "b1", "Phantom Sceptre")
    give(state, 0, "Hush")
    assert refused(state, "destroy a1") == "destroy"
    assert refused(state, "destroy c1") == "destroy"
    assert "destroy b1" in legal(state)
    give(state, 0, "Vigil")
    play(state, "destroy a1")
    assert items_of(state, 0) == {"Death Potion"}
    assert state.view(0)["grid"][0]["empty"]
    state.gems[1] = 1
    give(state, 1, "Soul Tether")
    assert refused(state, "destroy b1") == "destroy"


@rule("true_wizard:destroy-free")
def test_destroying_costs_nothing() -> None:
    state = table(2, gems=2)
    uncover(state, "b1", "Phantom Sceptre")
    give(state, 0, "Hush", turns=1)
    play(state, "destroy b1")
    assert items_of(state, 0) == {"Phantom Sceptre"}
    assert state.gems[0] == 2
    assert spell_turns(state, "Hush") == 1
    assert spells_of(state, 0) == {"Hush"}


@rule("true_wizard:exhausted-count")
def test_exhausted_spells_count_for_items() -> None:
    state = table(2, gems=2)
    uncover(state, "b1", "Phantom Sceptre")
    give(state, 0, "Hush", turns=3)
    play(state, "destroy b1")
    assert items_of(state, 0) == {"Phantom Sceptre"}


@rule("true_wizard:rotated-items")
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_rotated_item_gives_all_its_points(quarters: int) -> None:
    state = table(gems=2)
    uncover(state, "b1", "Phantom Sceptre", turns=quarters)
    give(state, 0, "Hush")
    play(state, "destroy b1")
    assert state.view(0)["players"][0]["points_for"]["items"] == 2


# Cast.


@rule("true_wizard:cast")
def test_a_cast_rotates_the_spell() -> None:
    state = table(2)
    give(state, 0, "Burrow")
    play(state, "cast burrow")
    assert spell_turns(state, "Burrow") == 1
    assert state.gems[0] == 5
    assert refused(state, "cast burrow") == "cast", "it belongs to the other"


@rule("true_wizard:three-casts")
def test_three_casts_exhaust_a_spell() -> None:
    state = table(2, gems=0)
    give(state, 0, "Burrow")
    for number in (1, 2, 3):
        play(state, "cast burrow")
        assert spell_turns(state, "Burrow") == number
        play(state, "collect")
    assert refused(state, "cast burrow") == "three-casts"


@rule("true_wizard:cast-effect")
def test_a_cast_must_do_something() -> None:
    state = table(gems=7)
    give(state, 0, "Burrow", "Second Wind", "Ebb Tide", "Forked Lightning", "Soul Tether", "Echo", "Second Sight")
    for spell in ("burrow", "second-wind", "ebb-tide", "forked-lightning", "soul-tether"):
        assert refused(state, f"cast {spell}") == "cast-effect"
    assert "cast second-sight" in legal(state), "there is something to look at"


@rule("true_wizard:cast-parts")
def test_parts_in_order_as_far_as_possible() -> None:
    state = table(2, gems=0)
    state.hushed[1] = 1
    give(state, 0, "Hush")
    play(state, "cast hush")
    assert state.gems[0] == 1, "nobody to hush, but the gem is taken"
    assert state.seat == 1
    state = table(2, gems=7)
    give(state, 0, "Headwind", "Second Sight")
    lay(state, "a1", "Echo", face="down")
    play(state, "cast headwind")
    assert refused(state, "choose a1") == "cast-parts"
    play(state, "choose row 1", "*Burrow", "*Vigil", "*Hush")
    assert state.seat == 1
    assert state.gems[0] == 7, "no room for gems, but the row is open"


@rule("true_wizard:no-room")
def test_gains_stop_at_seven_and_at_what_is_there() -> None:
    state = table(2, gems=6)
    give(state, 0, "Burrow")
    play(state, "cast burrow")
    assert state.gems[0] == 7
    state = table(4, gems=4)
    state.gems[3] = 7
    give(state, 0, "Burrow")
    assert state.bag() == 1
    play(state, "cast burrow")
    assert state.gems[0] == 5
    state = table(2, gems=1)
    give(state, 0, "Ebb Tide")
    play(state, "cast ebb-tide", "choose seat 2")
    assert list(state.gems)[:2] == [2, 0]
    state = table(2, gems=7)
    state.gems[0] = 6
    give(state, 0, "Ebb Tide")
    play(state, "cast ebb-tide", "choose seat 2")
    assert list(state.gems)[:2] == [7, 6]


@rule("true_wizard:no-recast", "true_wizard:cast-once")
def test_casting_never_turns_an_owned_spell_back_nor_gives_a_second_action() -> None:
    """Over whole games: owned spells only ever rotate on, and after a turn somebody else acts."""
    for seats in (1, 3):
        for seed in range(12):
            before: dict[int, int] = {}
            last = (0, 0)
            for state, move in kit.walk(GAME.start(seats), seed):
                assert isinstance(state, Forest)
                now = {spell: state.spell_turns[spell] for spell in range(16) if state.spell_owner[spell] >= 0}
                assert all(now[spell] >= count for spell, count in before.items())
                before = now
                if state.seat >= 0 and state.phase == position.TURN:
                    assert (state.round, state.seat) != last
                    last = (state.round, state.seat)
                assert move >= 0


def test_the_notation_of_every_spell_is_its_name() -> None:
    assert table().text(moves.CAST + SPELL["True Name"]) == "cast true-name"
