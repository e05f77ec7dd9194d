"""The rules of Lizard Wizard, by their ids, with the rulebook's examples."""

import io

import pytest
from lizard_table import LETTERS, NAMES, LizardTable, card_number
from rich.console import Console

from sortilege.engine import CHANCE, OVER, FastChance, IllegalMove, State
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.content import slug
from sortilege.games.lizard_wizard.rules import (
    Astoria,
    drawing,
    familiars,
    measures,
    moves,
    research,
    scoring,
    setup,
)
from sortilege.games.lizard_wizard.words import MEASURES

rule = pytest.mark.rule


def fresh(seats: int, **options: object) -> Astoria:
    state = GAME.start(seats, **options)
    assert isinstance(state, Astoria)
    return state


def in_deck(state: Astoria, deck: int) -> list[int]:
    cards = range(position.FIRST_CARD[deck], position.FIRST_CARD[deck + 1])
    return [card for card in cards if state.at[card] >= position.DECK]


def refuses(table: LizardTable, text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        table.do(text)
    return refused.value.rule


# The things.


@rule("lizard_wizard:players")
def test_one_to_five_play_and_a_lone_player_meets_the_magus() -> None:
    assert list(GAME.seat_range) == [1, 2, 3, 4, 5]
    assert fresh(1).mages() == 2
    assert [fresh(seats).mages() for seats in (2, 3, 4, 5)] == [2, 3, 4, 5]


@rule("lizard_wizard:schools", "lizard_wizard:reagents")
def test_seven_schools_and_seven_reagents() -> None:
    assert list(content.SCHOOL_NAMES) == [
        "Conjuring", "Sorcery", "Alchemy", "Enchantment", "Druidry", "Thaumaturgy", "Necromancy",
    ]  # fmt: skip
    assert list(content.REAGENT_NAMES) == [
        "Mandrake", "Sulphur", "Toadstool", "Horn", "Nightshade", "Foxglove", "Eye of Newt",
    ]  # fmt: skip
    reagent = {
        school: content.REAGENT_IDS[content.SCHOOL_REAGENT[number]] for number, school in enumerate(content.SCHOOL_IDS)
    }
    assert reagent["enchantment"] == "mandrake"
    assert reagent["necromancy"] == "nightshade"
    assert len(set(reagent.values())) == 7


@rule("lizard_wizard:decks")
def test_the_decks_hold_what_the_box_holds() -> None:
    state = fresh(5)
    assert [len(in_deck(state, deck)) for deck in range(len(content.DECKS))] == [28, 28, 35, 65, 56 - 0, 51, 20]
    for school in range(7):
        towers = [tower for tower in range(28) if content.SCHOOL[position.TOWERS + tower] == school]
        familiars = [number for number in range(35) if content.SCHOOL[position.FAMILIARS + number] == school]
        assert sorted(content.TOWER_TIER[tower] for tower in towers) == [1, 2, 3, 4]
        assert sorted(content.FAMILIAR_MANA[number] for number in familiars) == [5, 10, 15, 20, 25]
        assert sum(content.SCHOOL[wizard] == school for wizard in range(28)) == 4
    gold = sorted(content.GOLD_VALUE)
    assert (len(gold), gold[0], gold[-1]) == (21, 1, 6)
    assert all(sum(content.GATHERED[card * 7 : card * 7 + 7]) >= 3 for card in range(56))


@rule("lizard_wizard:school-cards")
def test_cards_of_a_school_are_wizards_towers_familiars_and_all_spells() -> None:
    table = LizardTable(4).own(0, "Pale Odo", "Lych Gate", "Rat", "Bone Guard", "Crown of Wax")
    table.cast(0, "Grave Goods", "Barrow Lantern")
    state = table.state
    assert measures.measure(state, 0, content.OF_SCHOOL, content.SCHOOL_IDS.index("necromancy")) == 6
    assert measures.measure(state, 0, content.OF_SCHOOL, content.SCHOOL_IDS.index("druidry")) == 0
    assert measures.measure(state, 0, content.MOST_CARDS, 0) == 6
    assert measures.measure(state, 0, content.ALL_SCHOOLS, 0) == 1
    assert familiars.gold(state, 0, content.FAMILIAR_NAMES.index("Bat")) == 6


@rule("lizard_wizard:coins")
def test_coins_never_run_out() -> None:
    table = LizardTable().tokens(0, "N" * 29).values(nightshade=13).coins(0, 2000)
    table.do("convert nightshade 29")
    assert table.state.mana[0] == 2000 + 29 * 13


# Setting up.


@rule("lizard_wizard:track-start")
def test_values_start_at_the_lowest_and_one_token_marks_them() -> None:
    state = fresh(2)
    assert list(state.values) == list(content.LOWEST)
    assert list(state.supply) == [29] * 7
    assert set(content.LOWEST) <= {1, 2, 3}


@rule("lizard_wizard:start-hand", "lizard_wizard:start-mana")
def test_three_cards_and_twenty_mana_each() -> None:
    state = LizardTable(4).state
    assert list(state.hands[:4]) == [3, 3, 3, 3]
    assert list(state.mana[:4]) == [20, 20, 20, 20]
    assert state.left[content.GATHERING_DECK] == 56 - 12


def to_choice(seats: int) -> State:
    state = fresh(seats)
    while state.seat == CHANCE:
        state.play(0)
    return state


@rule("lizard_wizard:start-reagents")
def test_two_different_reagents_to_start_with() -> None:
    state = to_choice(2)
    state.play(state.parse("take horn"))
    with pytest.raises(IllegalMove) as refused:
        state.play(state.parse("take horn"))
    assert refused.value.rule == "lizard_wizard:start-reagents"
    state.play(state.parse("take newt"))
    assert list(state.tokens[:7]) == [0, 0, 0, 1, 0, 0, 1]  # type: ignore[attr-defined]
    assert state.seat == 1


@rule("lizard_wizard:start-order")
def test_the_choice_goes_round_before_the_offers_are_laid_out() -> None:
    state = to_choice(3)
    assert isinstance(state, Astoria)
    order = []
    while state.seat != CHANCE:
        order.append(state.seat)
        assert set(state.offer) == {position.NONE}
        state.play(state.moves()[0])
    assert order == [0, 0, 1, 1, 2, 2]


@rule("lizard_wizard:removed-wizards", "lizard_wizard:removed-towers", "lizard_wizard:removed-familiars")
@pytest.mark.parametrize(
    ("seats", "wizards", "tiers", "prices"),
    [
        (1, 2, [2, 3], [10, 15, 20]),
        (2, 2, [2, 3], [10, 15, 20]),
        (3, 3, [1, 2, 3], [5, 10, 15, 20]),
        (4, 4, [1, 2, 3, 4], [5, 10, 15, 20, 25]),
        (5, 4, [1, 2, 3, 4], [5, 10, 15, 20, 25]),
    ],
)
def test_cards_are_removed_by_the_number_of_players(
    seats: int, wizards: int, tiers: list[int], prices: list[int]
) -> None:
    state = without_wizards(seats, "removed")
    for school in range(7):
        assert state.of_school(position.DECK, position.WIZARDS, position.TOWERS, school) == wizards
    towers = [content.TOWER_TIER[card - position.TOWERS] for card in in_deck(state, content.TOWER_DECK)]
    familiars = [content.FAMILIAR_MANA[card - position.FAMILIARS] for card in in_deck(state, content.FAMILIAR_DECK)]
    assert sorted(towers) == sorted(tiers * 7)
    assert sorted(familiars) == sorted(prices * 7)


def without_wizards(seats: int, seed: object) -> Astoria:
    """A table from which the wizards that leave the game have been drawn."""
    state, chance = fresh(seats), FastChance(seed)
    while state.drawing == position.REMOVED_WIZARD:
        state.play(chance.below(state.sides()))
    return state


@rule("lizard_wizard:removed-drawn")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_which_wizards_leave_is_drawn_first_and_open(seats: int) -> None:
    removed = [tuple(without_wizards(seats, seed).view(None)["removed"]) for seed in range(6)]
    assert len(set(removed)) == (6 if seats < 4 else 1)
    assert {len(names) for names in removed} == {7 * content.REMOVED_WIZARDS[seats - 1]}
    if seats < 4:
        state = fresh(seats)
        assert (state.seat, state.drawing, state.sides()) == (CHANCE, position.REMOVED_WIZARD, 4)
        assert state.news(2, None) == [f"Not in this game: {content.WIZARD_NAMES[2]} (Conjuring)."]
        assert GAME.restore(state.snapshot()) == state


@rule("lizard_wizard:ordered-decks")
def test_towers_and_familiars_come_up_cheapest_first() -> None:
    state = fresh(4)
    for deck, prices in ((content.TOWER_DECK, [1, 2, 3, 4]), (content.FAMILIAR_DECK, [5, 10, 15, 20, 25])):
        came = []
        chance = FastChance(deck)
        while in_deck(state, deck):
            top = state.top_layer(deck)
            cards = [card for card in in_deck(state, deck) if state.at[card] == top]
            card = cards[chance.below(len(cards))]
            came.append(setup.layer_of(card))
            state.at[card] = position.OUT
        assert came == [price for price in prices for _ in range(7)]


@rule("lizard_wizard:offers")
def test_what_is_on_offer_and_that_it_is_refilled() -> None:
    table = LizardTable().coins(0, 50)
    state = table.state
    assert [state.offered(deck) for deck in range(4)] == [2, 1, 2, 4]
    gone = state.offer[position.FIRST_SLOT[content.SPELL_DECK]] - position.SPELLS
    table.do(f"research {slug(content.SPELL_NAMES[gone])}")
    assert [state.offered(deck) for deck in range(4)] == [2, 1, 2, 4]
    assert refuses(table, f"research {slug(content.SPELL_NAMES[gone])}") == "lizard_wizard:offers"


@rule("lizard_wizard:two-familiars")
def test_two_familiars_are_on_offer_from_the_start() -> None:
    for seats in (2, 5):
        assert LizardTable(seats).state.offered(content.FAMILIAR_DECK) == 2


@rule("lizard_wizard:tiles", "lizard_wizard:traps-aside")
def test_four_tiles_and_no_trap() -> None:
    state = fresh(3)
    while state.phase != position.ACTING:
        state.play(0 if state.seat == CHANCE else state.moves()[0])
    assert state.count_at(position.TILES, position.CARDS, position.OFFER, position.OFFER) == 4
    assert [state.at[trap] for trap in range(position.TRAPS, position.TILES)] == [position.OUT, position.OUT]
    assert state.left[content.DUNGEON_DECK] == 51


@rule("lizard_wizard:start-player", "lizard_wizard:rounds")
def test_rounds_go_clockwise_from_the_first_seat() -> None:
    table = LizardTable(3)
    order = []
    for _ in range(6):
        order.append((table.state.round, table.state.turn))
        table.tokens(table.state.turn, "M").do("convert mandrake 1")
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@rule("lizard_wizard:starred-option")
def test_starred_spells_can_be_left_out() -> None:
    stars = [spell for spell in range(65) if content.SPELL_STAR[spell]]
    assert len(in_deck(fresh(3), content.SPELL_DECK)) == 65
    left = in_deck(fresh(3, starred=False), content.SPELL_DECK)
    assert len(left) == 65 - len(stars)
    assert not {card - position.SPELLS for card in left} & set(stars)


# Turns.


@rule("lizard_wizard:one-action")
def test_a_turn_is_one_of_six_actions() -> None:
    table = LizardTable().tokens(0, "MMSSTTHHNNFFEE").coins(0, 100, 20)
    kinds = {text.split()[0] for text in table.texts()}
    assert kinds == {"gather", "convert", "barter", "recruit", "research", "build", "summon"}
    table.do("convert mandrake 2")
    assert table.state.phase == position.RETURNING or table.state.turn == 1
    assert refuses(table, "cast root cellar") == "lizard_wizard:one-action"


@rule("lizard_wizard:must-act")
def test_a_turn_cannot_be_passed_over() -> None:
    table = LizardTable().coins(0, 0)
    assert {text.split()[0] for text in table.texts()} == {"gather"}
    assert refuses(table, "done") == "lizard_wizard:must-act"


# Gathering.


@rule("lizard_wizard:gather-card")
def test_a_card_from_the_hand_is_played() -> None:
    table = LizardTable().hand(0, "Horn 2")
    assert len(table.texts("gather")) == 3
    table.do("gather horn 2")
    assert table.held(0) == "HHH"
    assert table.owner("Horn 2") == position.DISCARD
    missing = next(name for name in NAMES[position.GATHERING : position.DUNGEON] if table.owner(name) == position.DECK)
    text = GAME.words.notation[moves.GATHER + card_number(missing) - position.GATHERING]
    assert refuses(table, text) == "lizard_wizard:gather-card"


@rule("lizard_wizard:gather-three", "lizard_wizard:gather-choice", "lizard_wizard:raise-values")
def test_julie_takes_three_of_five_and_two_values_rise() -> None:
    """The rulebook's example: Sulphur, Toadstool and Nightshade of five; Foxglove and Mandrake rise."""
    table = LizardTable().hand(0, "Sulphur 8")
    before = list(table.state.values)
    table.do("gather sulphur 8")
    assert table.texts() == ["leave mandrake", "leave sulphur", "leave toadstool", "leave nightshade", "leave newt"]
    assert refuses(table, "leave horn") == "lizard_wizard:gather-choice"
    table.do("leave newt", "leave mandrake")
    assert table.held(0) == "STN"
    rises = [after - start for start, after in zip(before, table.state.values)]
    assert rises == [1, 0, 0, 0, 0, 1, 0]


@rule("lizard_wizard:wizard-bonus")
def test_jack_gathers_five_with_an_enchanter_and_a_necromancer() -> None:
    """The rulebook's example: Mandrake, Sulphur and Foxglove, and a Mandrake and a Nightshade of his wizards."""
    table = LizardTable().hand(0, "Mandrake 3").own(0, "Lady Drowse", "Pale Odo")
    table.do("gather mandrake 3")
    assert sorted(table.held(0)) == sorted("MSFMN")


@rule("lizard_wizard:supply")
def test_what_the_supply_lacks_is_not_taken() -> None:
    table = LizardTable(3).hand(0, "Horn 2").tokens(1, "H" * 28)
    table.do("gather horn 2")
    assert table.held(0) == "H"
    table = LizardTable(3).hand(0, "Sulphur 8").tokens(1, "E" * 29 + "T" * 29)
    table.do("gather sulphur 8")
    assert table.held(0) == "MSN"
    table = LizardTable(3).own(0, "Open Larder").tokens(0, "EM").tokens(1, "T" * 29).hand(0, "Horn 2")
    table.do("gather horn 2", "cast open larder")
    assert refuses(table, "take toadstool") == "lizard_wizard:supply"


@rule("lizard_wizard:track-top")
def test_a_value_stops_at_the_top() -> None:
    table = LizardTable().hand(0, "Sulphur 8").values(foxglove=12)
    table.do("gather sulphur 8", "leave newt", "leave mandrake")
    assert table.value("foxglove") == 12


@rule("lizard_wizard:refill-hand")
def test_the_hand_is_filled_and_the_card_lies_open() -> None:
    table = LizardTable().hand(0, "Horn 2")
    table.do("gather horn 2")
    assert table.state.hands[0] == 3
    for eye in (0, 1, None):
        assert [card["name"] for card in table.state.view(eye)["played"]] == ["Horn 2"]


@rule("lizard_wizard:hand-later", "lizard_wizard:spell-hand")
def test_a_larger_hand_is_filled_at_the_next_gathering() -> None:
    table = LizardTable().offer("Clear Sight").tokens(0, "S").coins(0, 20)
    table.do("research clear sight", "cast clear sight")
    assert table.state.hands[0] == 3
    table.tokens(1, "M").do("convert mandrake 1").hand(0, "Horn 2").do("gather horn 2")
    assert table.state.hands[0] == 4
    both = LizardTable().cast(0, "Clear Sight", "Whispering Skulls")
    assert both.state.hand_limit(0) == 5
    both.state.powers[content.HAND_SIZE] = 7
    assert both.state.hand_limit(0) == 5


@rule("lizard_wizard:reshuffle")
def test_an_empty_deck_is_made_of_the_cards_played() -> None:
    table = LizardTable().hand(0, "Horn 2")
    for card in range(position.GATHERING, position.DUNGEON):
        if table.state.at[card] == position.DECK:
            table.state.at[card] = position.DISCARD
    table.state.left[content.GATHERING_DECK] = 0
    table.do("gather horn 2")
    assert table.state.hands[0] == 3
    assert table.state.left[content.GATHERING_DECK] == 56 - 6


@rule("lizard_wizard:gather-order", "lizard_wizard:cast-after-gathering")
def test_tokens_values_card_one_spell_storage_in_this_order() -> None:
    table = LizardTable().hand(0, "Horn 2").own(0, "Rain Dance", "Burning Wind")
    table.tokens(0, "FSMMMMMMMM")
    table.do("gather horn 2")
    assert table.state.hands[0] == 3
    assert table.value("sulphur") == content.LOWEST[1] + 1
    assert table.texts() == ["cast burning wind", "cast rain dance", "done"]
    assert len(table.held(0)) == 13
    table.do("cast rain dance", "name horn")
    assert table.state.phase == position.RETURNING
    assert table.state.excess == 2


@rule("lizard_wizard:storage")
def test_above_ten_tokens_some_go_back() -> None:
    table = LizardTable().hand(0, "Horn 2").tokens(0, "MMMMSSSSS")
    table.do("gather horn 2")
    assert table.texts() == ["return mandrake", "return sulphur", "return horn"]
    table.do("return horn", "return mandrake")
    assert table.held(0) == "MMMSSSSSHH"
    assert table.state.turn == 1
    assert table.state.supply[3] == 27
    full = LizardTable().tokens(0, "M" * 13).do("convert mandrake 1")
    assert refuses(full, "return horn") == "lizard_wizard:storage"


@rule("lizard_wizard:storage-towers", "lizard_wizard:spell-storage")
def test_dan_stores_thirteen_and_with_root_cellar_twenty_three() -> None:
    """The rulebook's example."""
    table = LizardTable(4).own(0, "Hollow Oak", "Windmill", "Lych Gate")
    assert table.state.storage(0) == 13
    table.cast(0, "Root Cellar")
    assert table.state.storage(0) == 23
    assert table.state.storage(1) == 10


@rule("lizard_wizard:storage-when")
def test_storage_is_checked_after_every_own_action() -> None:
    table = LizardTable(3).own(0, "Grasping Hands").tokens(0, "NM" + "S" * 8).tokens(1, "TT").tokens(2, "TTT")
    table.hand(0, "Mandrake 2").do("gather mandrake 2", "cast grasping hands", "name toadstool")
    assert table.held(0).count("T") == 4
    assert table.state.phase == position.RETURNING
    table = LizardTable().tokens(0, "M" * 12 + "S").tokens(1, "S" * 12)
    table.do("convert mandrake 1")
    assert table.state.excess == 2
    table.do("return mandrake", "return mandrake")
    assert table.state.turn == 1
    assert len(table.held(1)) == 12


# Converting.


@rule("lizard_wizard:convert", "lizard_wizard:value-falls")
def test_dan_converts_four_mandrake_for_twenty_four() -> None:
    """The rulebook's example: at 6 each, and the value falls to 2."""
    table = LizardTable().tokens(0, "MMMMS").values(mandrake=6).coins(0, 0)
    assert refuses(table, "convert mandrake 5") == "lizard_wizard:convert"
    table.do("convert mandrake 4")
    assert table.state.mana[0] == 24
    assert table.value("mandrake") == 2
    assert table.held(0) == "S"
    assert table.state.supply[0] == 29
    low = LizardTable().tokens(0, "EEEE").values(newt=4)
    low.do("convert newt 4")
    assert low.value("newt") == content.LOWEST[6]


@rule("lizard_wizard:convert-mixed")
def test_mixed_tokens_bring_one_each_and_no_value_falls() -> None:
    table = LizardTable().tokens(0, "MSSE").values(mandrake=6, sulphur=6).coins(0, 0)
    assert refuses(table, "barter horn") == "lizard_wizard:convert-mixed"
    table.do("barter sulphur", "barter mandrake")
    assert refuses(table, "barter mandrake") == "lizard_wizard:convert-mixed"
    table.do("barter newt", "done")
    assert table.state.mana[0] == 3
    assert (table.value("mandrake"), table.value("sulphur")) == (6, 6)
    assert table.held(0) == "S"
    assert table.state.turn == 1


# Recruiting.


@rule("lizard_wizard:duel", "lizard_wizard:duel-raise", "lizard_wizard:duel-pass", "lizard_wizard:duel-won")
def test_a_duel_goes_round_until_one_is_left() -> None:
    table = LizardTable(3).offer("Pale Odo")
    table.do("recruit pale odo", "bid 5")
    assert table.state.seat == 1
    assert refuses(table, "bid 5") == "lizard_wizard:duel-raise"
    table.do("bid 7")
    assert table.state.seat == 2
    table.do("pass", "bid 8")
    assert table.state.seat == 1
    table.do("bid 9")
    assert table.state.seat == 0
    table.do("pass")
    assert table.owner("Pale Odo") == 1
    assert list(table.state.mana[:3]) == [20, 11, 20]
    assert table.state.bonus[7 + 4] == 1


@rule("lizard_wizard:duel-opening", "lizard_wizard:duel-no-mana")
def test_the_starter_must_bid_and_needs_mana() -> None:
    table = LizardTable(3).offer("Pale Odo")
    table.do("recruit pale odo")
    assert table.texts()[0] == "bid 1"
    assert refuses(table, "pass") == "lizard_wizard:duel-opening"
    poor = LizardTable(3).offer("Pale Odo").coins(0, 0)
    assert refuses(poor, "recruit pale odo") == "lizard_wizard:duel-no-mana"


@rule("lizard_wizard:duel-no-more-than-mana")
def test_nobody_bids_more_than_they_have_nor_more_than_250() -> None:
    table = LizardTable(3).offer("Pale Odo").coins(1, 400)
    table.do("recruit pale odo")
    assert refuses(table, "bid 21") == "lizard_wizard:duel-no-more-than-mana"
    table.do("bid 20")
    assert table.texts()[-2:] == ["bid 250", "pass"]


@rule("lizard_wizard:duel-all-asked")
def test_those_who_can_only_pass_are_asked_too() -> None:
    table = LizardTable(3).offer("Pale Odo").coins(1, 0).coins(2, 3)
    table.do("recruit pale odo", "bid 3")
    assert (table.state.seat, table.texts()) == (1, ["pass"])
    table.do("pass")
    assert (table.state.seat, table.texts()) == (2, ["pass"])


@rule("lizard_wizard:duel-starter-wins")
def test_a_starter_who_wins_has_had_the_turn() -> None:
    table = LizardTable(3).offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "pass", "pass")
    assert table.owner("Pale Odo") == 0
    assert table.state.turn == 1
    assert table.state.offered(content.WIZARD_DECK) == 2


@rule("lizard_wizard:duel-starter-loses")
def test_a_starter_who_loses_acts_again_or_ends_the_turn() -> None:
    table = LizardTable(3).offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "bid 3", "pass", "pass")
    assert table.state.seat == 0
    assert {"gather", "recruit", "done"} <= {text.split()[0] for text in table.texts()}
    other = table.texts("recruit")[0]
    table.do(other, "bid 4", "pass", "bid 5", "pass")
    assert table.state.seat == 0
    table.do("done")
    assert table.state.turn == 1


@rule("lizard_wizard:duel-two")
def test_with_two_the_starter_bids_once() -> None:
    table = LizardTable(2).offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "bid 3")
    assert table.owner("Pale Odo") == 1
    assert table.state.seat == 0
    table = LizardTable(2).offer("Pale Odo")
    table.do("recruit pale odo", "bid 2", "pass")
    assert table.owner("Pale Odo") == 0
    solo = LizardTable(1).offer("Pale Odo").coins(0, 100)
    solo.do("recruit pale odo", "bid 100")
    assert solo.owner("Pale Odo") == 0


# Research and casting.


@rule("lizard_wizard:research", "lizard_wizard:pay-mana")
def test_a_spell_is_paid_and_owned_uncast() -> None:
    table = LizardTable().offer("Root Cellar").coins(0, 4)
    assert refuses(table, "research root cellar") == "lizard_wizard:pay-mana"
    table.coins(0, 20).do("research root cellar")
    assert table.state.mana[0] == 20 - content.SPELL_MANA[content.SPELL_NAMES.index("Root Cellar")]
    assert table.owner("Root Cellar") == 0
    assert measures.measure(table.state, 0, content.CAST_SPELLS, 0) == 0
    assert table.state.turn == 1


@rule("lizard_wizard:cast-researched")
def test_after_research_only_that_spell_can_be_cast() -> None:
    table = LizardTable().offer("Root Cellar").own(0, "Rain Dance").tokens(0, "FFM").coins(0, 20)
    table.do("research root cellar")
    assert table.texts() == ["cast root cellar", "done"]
    assert refuses(table, "cast rain dance") == "lizard_wizard:cast-researched"


@rule("lizard_wizard:cast-cost")
def test_casting_takes_the_reagents_shown_and_happens_once() -> None:
    table = LizardTable().own(0, "Root Cellar", "Slow Still").tokens(0, "FMM").hand(0, "Horn 2")
    table.do("gather horn 2")
    assert refuses(table, "cast slow still") == "lizard_wizard:cast-cost"
    table.do("cast root cellar")
    assert table.held(0) == "MHHH"
    assert table.state.supply[5] == 29
    assert table.state.turn == 1
    table.do(table.texts("gather")[0])
    while table.state.turn == 1:
        table.do(table.texts()[0])
    table.tokens(0, "FM").hand(0, "Toadstool 2").do("gather toadstool 2")
    assert "cast root cellar" not in table.texts()


@rule("lizard_wizard:lasting", "lizard_wizard:single-use")
def test_spells_last_or_are_used() -> None:
    table = LizardTable().own(0, "Root Cellar", "Draught of Plenty").tokens(0, "FMTT").coins(0, 15)
    table.offer("Toad").do("summon toad", "use gather", "cast draught of plenty", "cast root cellar")
    state = table.state
    assert state.storage(0) == 20
    assert state.cast[content.SPELL_NAMES.index("Root Cellar")] == position.ACTIVE
    assert state.cast[content.SPELL_NAMES.index("Draught of Plenty")] == position.USED
    assert table.owner("Draught of Plenty") == 0


@rule("lizard_wizard:no-effect")
def test_a_spell_may_be_cast_for_nothing() -> None:
    table = LizardTable().own(0, "Light Fingers", "Sleep of Ages", "Borrowed Thought").tokens(0, "MSMNTMEN")
    table.offer("Toad").coins(0, 15)
    table.do("summon toad", "use gather", "cast light fingers", "cast sleep of ages", "cast borrowed thought")
    assert measures.measure(table.state, 0, content.USED_SPELLS, 0) == 3


@rule("lizard_wizard:discount-floor")
def test_discounts_end_at_nothing_and_spare_what_is_missing_first() -> None:
    table = LizardTable(4).cast(0, "Familiar's Whistle", "Borrowed Lore", "Practised Gesture", "Crane and Pulley")
    state = table.state
    assert familiars.price(state, 0, content.FAMILIAR_NAMES.index("Bat")) == 5
    state.powers[content.BOND] = 30
    state.powers[content.SCHOLAR] = 30
    assert familiars.price(state, 0, content.FAMILIAR_NAMES.index("Rat")) == 0
    assert research.price(state, 0, 0) == 0
    table.own(0, "Rain Dance", "Slow Still").tokens(0, "M").hand(0, "Horn 2")
    table.do("gather horn 2", "cast slow still")
    assert table.held(0) == "MHHH"[1:]


@rule("lizard_wizard:discount-floor")
def test_only_what_belongs_to_the_price_is_spared() -> None:
    table = LizardTable().cast(0, "Practised Gesture").own(0, "Slow Still").tokens(0, "TM").hand(0, "Horn 2")
    table.do("gather horn 2", "cast slow still")
    assert refuses(table, "leave horn") == "lizard_wizard:discount-floor"
    table.do("leave toadstool")
    assert table.held(0) == "THHH"
    table = LizardTable(4).cast(0, "Crane and Pulley").offer("Clock House").tokens(0, "MHE").do("build reagents")
    assert refuses(table, "leave mandrake") == "lizard_wizard:discount-floor"
    table.do("leave newt")
    assert table.held(0) == "ME"


# Towers.


@rule("lizard_wizard:tower-reagents")
def test_a_tower_for_reagents() -> None:
    table = LizardTable(4).offer("Hollow Oak")
    assert refuses(table, "build reagents") == "lizard_wizard:tower-reagents"
    table.tokens(0, "FF").do("build reagents")
    assert table.owner("Hollow Oak") == 0
    assert table.held(0) == "F"
    assert table.state.offered(content.TOWER_DECK) == 1


@rule("lizard_wizard:tower-gold")
def test_a_tower_for_gold() -> None:
    table = LizardTable(4).offer("Hollow Oak")
    price = content.TOWER_GOLD[content.TOWER_NAMES.index("Hollow Oak")]
    table.coins(0, 20, price - 1)
    assert refuses(table, "build gold") == "lizard_wizard:tower-gold"
    table.coins(0, 20, price + 2).do("build gold")
    assert table.owner("Hollow Oak") == 0
    assert table.state.gold[0] == 2


# Familiars.


@rule("lizard_wizard:summon")
def test_a_familiar_is_paid_and_used_at_once() -> None:
    table = LizardTable().offer("Bat").coins(0, 12)
    table.do("summon bat")
    assert table.state.mana[0] == 2
    assert table.state.offered(content.FAMILIAR_DECK) == 2
    assert table.texts() == ["use score", "use gather", "use research", "use dungeon"]
    table.do("use score")
    assert table.owner("Bat") == 0
    assert table.state.turn == 1


@rule("lizard_wizard:use-score")
def test_scoring_counts_all_cards_of_the_school() -> None:
    table = LizardTable().offer("Bat").coins(0, 12)
    table.own(0, "Pale Odo", "Bone Belfry", "Bone Guard", "Raven", "Root Cellar").cast(0, "Grave Goods")
    table.do("summon bat", "use score")
    assert table.state.gold[0] == 6


@rule("lizard_wizard:use-gather", "lizard_wizard:use-gather-plain", "lizard_wizard:use-gather-storage")
def test_a_familiar_gathers_and_casts_many() -> None:
    table = LizardTable(4).offer("Bone Serpent").coins(0, 25).own(0, "Pale Odo", "Bone Guard", "Grave Goods")
    table.tokens(0, "TTTTTTTTT")
    table.do("summon bone serpent", "use gather")
    shown = content.FAMILIAR_REAGENTS[34 * 7 : 35 * 7]
    assert sum(shown) == 6
    assert len(table.held(0)) == 9 + 6
    assert table.texts() == ["cast bone guard", "cast grave goods", "done"]
    table.do("cast bone guard")
    assert table.state.phase == position.RETURNING
    assert table.state.excess == 3


@rule("lizard_wizard:use-research")
def test_new_research_turns_up_four_and_takes_one() -> None:
    table = LizardTable().offer("Bat").coins(0, 10)
    state = table.state
    old = [card for card in state.offer[5:] if card != position.NONE]
    left = state.left[content.SPELL_DECK]
    table.do("summon bat", "use research")
    assert len(table.texts("learn")) == 4
    assert not set(old) & set(state.offer)
    assert {state.at[card] for card in old} == {position.DECK + 1}
    text = table.texts()[2]
    table.do(text)
    assert state.offered(content.SPELL_DECK) == 4
    assert state.left[content.SPELL_DECK] == left - 1
    assert state.count_at(position.SPELLS, position.GATHERING, 0, 0) == 1
    assert state.mana[0] == 0


@rule("lizard_wizard:new-research-few")
def test_new_research_with_few_spells() -> None:
    table = LizardTable().offer("Bat").coins(0, 10).empty(content.SPELL_DECK, keep=1)
    table.do("summon bat", "use research")
    assert len(table.texts("learn")) == 4
    assert refuses(table, "learn " + missing_spell(table)) == "lizard_wizard:offers"
    table.do(table.texts()[0])
    assert table.state.left[content.SPELL_DECK] + table.state.offered(content.SPELL_DECK) == 4


@rule("lizard_wizard:new-research-few")
def test_new_research_with_two_spells_in_all() -> None:
    table = LizardTable().offer("Bat").coins(0, 10).empty(content.SPELL_DECK).no_offer(content.SPELL_DECK)
    table.state.layer = 1
    for name in ("Root Cellar", "Rain Dance"):
        table.state.at[card_number(name)] = position.DECK + 1
        table.state.left[content.SPELL_DECK] += 1
    table.state.drawing = drawing.wanted(table.state)
    table.state.seat = CHANCE
    table.settle()
    table.do("summon bat", "use research")
    assert table.texts() == ["learn root cellar", "learn rain dance"]
    assert refuses(table, "done") == "lizard_wizard:one-action"
    table.do("learn rain dance")
    assert table.state.left[content.SPELL_DECK] + table.state.offered(content.SPELL_DECK) == 1


@rule("lizard_wizard:new-research-few")
def test_spells_under_the_deck_come_up_last() -> None:
    table = LizardTable().offer("Bat").coins(0, 10).empty(content.SPELL_DECK, keep=5)
    old = set(table.state.offer[position.FIRST_SLOT[content.SPELL_DECK] :])
    table.do("summon bat", "use research")
    assert not old & set(table.state.offer)
    table.do(table.texts("learn")[0])
    assert not old & set(table.state.offer)
    newer = spells_on_offer(table)
    table.offer("Raven").coins(1, 15).do("summon raven", "use research")
    assert len(old & set(table.state.offer)) == 4
    assert table.state.view(0)["spells_below"] == [newer]


@rule("lizard_wizard:use-research", "lizard_wizard:open")
def test_spells_under_the_deck_are_known_to_all() -> None:
    table = LizardTable().offer("Bat").coins(0, 10)
    state = table.state
    assert state.view(0)["spells_below"] == []
    assert "Under the spell deck" not in printed(table)
    old = spells_on_offer(table)
    table.do("summon bat", "use research")
    for eye in (0, 1, None):
        assert state.view(eye)["spells_below"] == [old]
    table.do(table.texts("learn")[0])
    newer = spells_on_offer(table)
    table.offer("Raven").coins(1, 15).do("summon raven", "use research")
    for eye in (0, 1, None):
        assert state.view(eye)["spells_below"] == [old, newer]
    assert f"Under the spell deck: {', '.join(old)}; then {', '.join(newer)}" in printed(table)


def spells_on_offer(table: LizardTable) -> list[str]:
    """By name, in the order of the content file."""
    return [NAMES[card] for card in sorted(table.state.offer[position.FIRST_SLOT[content.SPELL_DECK] :])]


def printed(table: LizardTable) -> str:
    """The table on a wide terminal."""
    out = io.StringIO()
    Console(file=out, width=400).print(GAME.words.draw(table.state.view(0), ["Ada", "Ben"]))
    return out.getvalue()


def missing_spell(table: LizardTable) -> str:
    return next(slug(name) for name in content.SPELL_NAMES if table.owner(name) == position.OUT)


@rule("lizard_wizard:new-research-empty")
def test_no_new_research_without_spells() -> None:
    table = LizardTable().offer("Bat").coins(0, 10).empty(content.SPELL_DECK).no_offer(content.SPELL_DECK)
    table.do("summon bat")
    assert refuses(table, "use research") == "lizard_wizard:new-research-empty"


# The dungeon.


def explorers(*drawn: str, seats: int = 2) -> LizardTable:
    table = LizardTable(seats).offer("Bat").coins(0, 10)
    return table.then(*drawn).do("summon bat", "use dungeon")


@rule("lizard_wizard:use-dungeon", "lizard_wizard:dungeon-hit")
def test_card_after_card_with_a_choice() -> None:
    table = explorers("Temple Plate", "Crown of Wax", "Mimic")
    assert table.state.hits == 0
    assert table.texts() == ["delve", "retreat"]
    table.do("delve")
    assert table.state.hits == 0
    table.do("delve")
    assert table.state.hits == 1
    assert table.texts() == ["delve", "retreat"]


@rule("lizard_wizard:dungeon-defeat")
def test_the_second_hit_loses_everything() -> None:
    table = explorers("Temple Plate", "Mimic", "Cave Slug").do("delve", "delve")
    assert table.state.gold[0] == 0
    assert table.state.left[content.DUNGEON_DECK] == 51
    assert table.owner("Temple Plate") == position.DECK
    assert table.state.turn == 1


@rule("lizard_wizard:dungeon-home")
def test_home_in_time_keeps_the_treasures() -> None:
    table = explorers("Temple Plate", "Mimic", "Crown of Wax").do("delve", "delve", "retreat")
    assert table.state.gold[0] == 4
    assert table.owner("Crown of Wax") == 0
    assert table.owner("Mimic") == position.DECK
    assert table.state.left[content.DUNGEON_DECK] == 49
    assert measures.measure(table.state, 0, content.OF_ITEMS, 0) == 1


@rule("lizard_wizard:dungeon-empty")
def test_an_empty_deck_ends_the_expedition() -> None:
    table = LizardTable().offer("Bat").coins(0, 10)
    for card in range(position.DUNGEON, position.TRAPS):
        if NAMES[card] not in ("Crown of Wax", "Mimic"):
            table.lift(card)
            table.state.at[card] = position.OUT
    table.then("Crown of Wax", "Mimic").do("summon bat", "use dungeon", "delve")
    assert table.owner("Crown of Wax") == 0
    assert table.state.turn == 1


@rule("lizard_wizard:dungeon-closed")
def test_without_treasure_the_dungeon_is_closed() -> None:
    table = LizardTable().offer("Bat").coins(0, 10).plundered(1)
    table.do("summon bat")
    assert refuses(table, "use dungeon") == "lizard_wizard:dungeon-closed"


@rule("lizard_wizard:trap", "lizard_wizard:spell-trap")
def test_traps_end_the_expeditions_of_others_only() -> None:
    table = LizardTable().own(0, "Hidden Springs").tokens(0, "HS").hand(0, "Horn 2")
    table.do("gather horn 2", "cast hidden springs")
    assert table.state.left[content.DUNGEON_DECK] == 53
    table.offer("Bat").coins(1, 10).then("Temple Plate", "Trap!").do("summon bat", "use dungeon", "delve")
    assert table.state.gold[1] == 0
    assert table.state.turn == 0
    assert table.state.left[content.DUNGEON_DECK] == 52
    assert [table.state.at[trap] for trap in range(position.TRAPS, position.TILES)].count(position.OUT) == 1
    table.offer("Raven").coins(0, 15).then("Trap!", "Temple Plate").do("summon raven", "use dungeon")
    assert table.state.hits == 0
    table.do("delve", "retreat")
    assert table.state.gold[0] == 4
    assert table.state.left[content.DUNGEON_DECK] == 51


# Achievements and what is open.


@rule("lizard_wizard:achievements-when")
def test_seven_kinds_of_reagent_count_before_a_spell_is_cast_with_them() -> None:
    table = LizardTable().own(0, "Rain Dance").tokens(0, "SHNFE").hand(0, "Mandrake 1")
    cabinet = table.tile("Full Cabinet")
    table.do("gather mandrake 1")
    assert (table.state.phase, table.state.at[cabinet]) == (position.CASTING, 0)
    table.do("cast rain dance")
    assert measures.measure(table.state, 0, content.REAGENT_KINDS, 0) == 6
    assert table.state.at[cabinet] == 0


@rule("lizard_wizard:achievements-when")
def test_fourteen_tokens_count_before_storage_takes_them() -> None:
    table = LizardTable().own(0, "Lady Drowse").tokens(0, "SSSSSTTTTT").hand(0, "Mandrake 1")
    shelves = table.tile("Overflowing Shelves")
    table.do("gather mandrake 1")
    assert (table.state.phase, table.state.excess, table.state.at[shelves]) == (position.RETURNING, 4, 0)


@rule("lizard_wizard:achievements-when")
def test_a_familiar_counts_before_it_is_used() -> None:
    table = LizardTable(4).own(0, "Bee", "Hare", "Toad").offer("Rat").coins(0, 30)
    menagerie = table.tile("Menagerie")
    table.do("summon rat")
    assert (table.state.phase, table.state.at[menagerie]) == (position.USING, 0)


@rule("lizard_wizard:achievements-when")
def test_what_a_spell_gives_counts_before_the_next_one_is_paid() -> None:
    table = LizardTable(4).own(0, "Harvest Moon", "Rain Dance").offer("Bee").coins(0, 30).tokens(0, "FFFFHH")
    specialist = table.tile("Specialist")
    table.do("summon bee", "use gather", "cast harvest moon", *["take foxglove"] * 3)
    assert (table.held(0).count("F"), table.state.at[specialist]) == (7, position.OFFER)
    table.do(*["take sulphur"] * 2)
    assert (table.state.phase, table.state.at[specialist]) == (position.CASTING, 0)


@rule("lizard_wizard:achievements-when")
def test_achievements_are_taken_at_start_and_end_of_the_own_turn() -> None:
    table = LizardTable(4).own(1, "Pale Odo", "Mossback Ned", "Lady Drowse", "Cog Barnaby")
    many, circle = table.tile("Many Masters"), table.tile("Circle of Wizards")
    table.tokens(0, "M").do("convert mandrake 1")
    assert (table.state.at[many], table.state.at[circle]) == (1, 1)
    table = LizardTable(4).own(0, "Windmill", "Lych Gate", "Ember Post").offer("Hollow Oak").tokens(0, "F")
    skyline = table.tile("Skyline")
    table.do("build reagents")
    assert table.state.at[skyline] == 0
    assert table.points(0, scoring.FOR_ACHIEVEMENTS) == 10


@rule("lizard_wizard:achievements-when")
def test_what_others_meet_during_a_turn_goes_to_the_next_in_turn() -> None:
    """The third seat is the first to meet it, but the second seat's turn comes first."""
    table = LizardTable(3).own(1, "Pale Odo", "Mossback Ned").own(2, "Lady Drowse", "Cog Barnaby")
    tile = table.tile("Many Masters")
    table.offer("Doctor Vitrine").do("recruit doctor vitrine", "bid 1", "pass", "bid 2", "pass")
    assert table.owner("Doctor Vitrine") == 2
    assert table.state.at[tile] == position.OFFER
    table.offer("Ashka Emberfrill").do("recruit ashka emberfrill", "bid 1", "bid 2", "pass", "pass")
    assert table.owner("Ashka Emberfrill") == 1
    assert [measures.measure(table.state, mage, content.WIZARD_SCHOOLS, 0) for mage in range(3)] == [0, 3, 3]
    assert (table.state.turn, table.state.at[tile]) == (0, position.OFFER)
    table.do("done")
    assert (table.state.turn, table.state.at[tile]) == (1, 1)


@rule("lizard_wizard:achievements-open")
def test_achievements_measure_open_things() -> None:
    measured = {MEASURES[measure] for measure in content.TILE_MEASURE}
    assert "mana" not in measured
    with pytest.raises(ValueError, match="open things"):
        content.check_achievement(content.CONTENT, {"name": "Rich", "measure": "mana", "at_least": 1})


@rule("lizard_wizard:open", "lizard_wizard:hidden")
def test_cards_are_open_and_coins_and_hands_are_not() -> None:
    table = LizardTable(3).own(1, "Pale Odo", "Rain Dance").cast(1, "Root Cellar").tokens(1, "MMS").coins(1, 33, 7)
    for eye in (0, None):
        view = table.state.view(eye)
        other = view["players"][1]
        assert [card["name"] for card in other["wizards"]] == ["Pale Odo"]
        assert {spell["name"]: spell["state"] for spell in other["spells"]} == {
            "Root Cellar": "active",
            "Rain Dance": "uncast",
        }
        assert other["tokens"]["mandrake"] == 2
        assert (other["mana"], other["gold"], other["cards_in_hand"]) == (None, None, 3)
    table.cast(1, "Philosopher's Purse")
    assert table.state.seen_by(0).scores()[1] == 1
    assert table.state.scores()[1] == 7 + 33 // 5 + 1
    own = table.state.view(1)["players"][1]
    assert (own["mana"], own["gold"]) == (33, 7)
    assert len(table.state.view(1)["hand"]) == 3
    assert table.state.view(None)["hand"] == []


@rule("lizard_wizard:open")
def test_familiars_treasures_and_used_spells_are_open_too() -> None:
    table = LizardTable(3).own(1, "Bat", "Crown of Wax", "Temple Plate").cast(1, "Springtide")
    for eye in (0, None):
        other = table.state.view(eye)["players"][1]
        assert [card["name"] for card in other["familiars"]] == ["Bat"]
        assert [card["name"] for card in other["items"]] == ["Crown of Wax"]
        assert [card["name"] for card in other["gold_cards"]] == ["Temple Plate"]
        assert [(spell["name"], spell["state"]) for spell in other["spells"]] == [("Springtide", "used")]


@rule("lizard_wizard:memory-aid")
def test_the_memory_aid_shows_all_coins_to_all() -> None:
    for aid in (False, True):
        table = LizardTable(3, memory_aid=aid).coins(1, 33, 7)
        for eye in (0, 2, None):
            view = table.state.view(eye)
            assert view["memory_aid"] == aid
            assert (view["players"][1]["mana"], view["players"][1]["gold"]) == ((33, 7) if aid else (None, None))
            assert view["players"][1]["total"] == (7 if aid else 0)
            assert (">33<" in table.state.picture(eye)) == aid


@rule("lizard_wizard:hidden-end")
def test_coins_are_shown_at_the_end() -> None:
    table = LizardTable(2, rounds=1).tokens(0, "M").tokens(1, "M").coins(1, 33, 7)
    table.do("convert mandrake 1")
    last = table.state.parse("convert mandrake 1")
    assert table.state.reveals(last)
    table.do("convert mandrake 1")
    assert table.state.view(0)["players"][1]["gold"] == 7


# The end.


@rule("lizard_wizard:end-deck")
@pytest.mark.parametrize("deck", [0, 1, 2, 3])
def test_the_last_card_of_a_deck_ends_the_game_after_the_round(deck: int) -> None:
    table = one_card_left(deck).tokens(0, "MSTHNFE").coins(0, 50, 20).tokens(1, "M").tokens(2, "M")
    kind = ("recruit", "build", "summon", "research")[deck]
    table.do(table.texts(kind)[0])
    while table.state.turn == 0:
        table.do(table.texts()[0] if table.state.seat == 0 else "pass")
    assert table.state.ended == deck + 1
    assert table.state.seat == 1
    table.do("convert mandrake 1", "convert mandrake 1")
    assert table.state.seat == OVER
    assert table.state.ending() == GAME.words.endings[deck]


@rule("lizard_wizard:end-deck")
@pytest.mark.parametrize("deck", [0, 1, 2, 3])
def test_while_a_card_is_still_on_offer_the_game_goes_on(deck: int) -> None:
    table = one_card_left(deck).tokens(0, "M").tokens(1, "M").tokens(2, "M")
    table.do("convert mandrake 1", "convert mandrake 1", "convert mandrake 1")
    assert (table.state.left[deck], table.state.offered(deck)) == (0, 1)
    assert table.state.ended == position.GOING_ON
    assert (table.state.round, table.state.seat) == (2, 0)


def one_card_left(deck: int) -> LizardTable:
    """A deck is empty, and of its offer one card is left."""
    table = LizardTable(3).empty(deck)
    for slot in range(position.FIRST_SLOT[deck] + 1, position.FIRST_SLOT[deck + 1]):
        table.state.at[table.state.offer[slot]] = position.OUT
        table.state.offer[slot] = position.NONE
    return table


@rule("lizard_wizard:round-limit")
def test_the_game_ends_after_the_last_round() -> None:
    table = LizardTable(2, rounds=2)
    for _ in range(4):
        table.tokens(table.state.turn, "M").do("convert mandrake 1")
    assert table.state.seat == OVER
    assert table.state.ending() == "rounds played"
    assert fresh(2).rounds == 100


# Scoring.


@rule(
    "lizard_wizard:score-matching",
    "lizard_wizard:score-other",
    "lizard_wizard:score-unpaired",
    "lizard_wizard:score-spells",
)
def test_christine_has_43_points() -> None:
    """The rulebook's example: three wizards, six towers, two matching pairs, one of Druidry with three spells."""
    table = LizardTable(5).own(0, "Mossback Ned", "Pale Odo", "Lady Drowse")
    table.own(0, "Hollow Oak", "Lych Gate", "Windmill", "Ember Post", "Brick Chimney", "Gate of Smoke")
    table.cast(0, "Root Cellar", "Green Thumb", "Springtide")
    points = [table.points(0, heading) for heading in range(len(scoring.HEADINGS))]
    assert points[:4] == [20, 5, 3, 15]
    assert scoring.points(table.state, 0) == 43


@rule("lizard_wizard:score-pairing")
def test_matching_pairs_are_made_first() -> None:
    table = LizardTable(5).own(0, "Mossback Ned", "Pale Odo", "Hollow Oak", "Windmill")
    assert table.points(0, scoring.FOR_MATCHING) == 10
    assert table.points(0, scoring.FOR_OTHER_PAIRS) == 5
    assert table.points(0, scoring.FOR_UNPAIRED) == 0


@rule("lizard_wizard:score-spells-once")
def test_a_spell_counts_once_and_only_if_cast() -> None:
    table = LizardTable(5).own(0, "Mossback Ned", "Old Slowclaw", "Hollow Oak", "Ivy Stair", "Rain Dance")
    table.cast(0, "Root Cellar", "Clear Sight")
    assert table.points(0, scoring.FOR_MATCHING) == 20
    assert table.points(0, scoring.FOR_SPELLS) == 5


@rule("lizard_wizard:score-gold")
def test_gold_is_points() -> None:
    assert scoring.points(LizardTable().coins(0, 50, 9).state, 0) == 9


@rule("lizard_wizard:score-scoring-spells")
def test_scoring_spells_score_if_cast() -> None:
    table = LizardTable(5).own(0, "Long Shadows", "Hollow Oak", "Windmill")
    assert table.points(0, scoring.FOR_SCORING_SPELLS) == 0
    table.cast(0, "Long Shadows")
    amount = content.SPELL_AMOUNT[content.SPELL_NAMES.index("Long Shadows")]
    assert table.points(0, scoring.FOR_SCORING_SPELLS) == 2 * amount


@rule("lizard_wizard:score-items")
@pytest.mark.parametrize(
    ("items", "points"),
    [
        ((3, 2, 1, 0), (10, 5, 0, 0)),
        ((2, 1, 1, 0), (10, 5, 5, 0)),
        ((2, 2, 2, 0), (10, 10, 10, 0)),
    ],
)
def test_items_score_for_most_and_second_most(items: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert item_points(items) == points


@rule("lizard_wizard:score-no-items")
def test_no_items_no_points_and_a_tie_leaves_the_second_place() -> None:
    assert item_points((0, 0, 0, 0)) == (0, 0, 0, 0)
    assert item_points((2, 2, 1, 0)) == (10, 10, 5, 0)
    assert item_points((3, 0, 0, 0)) == (10, 0, 0, 0)


def item_points(items: tuple[int, ...]) -> tuple[int, ...]:
    table = LizardTable(len(items))
    names = iter(NAMES[position.ITEMS : position.MONSTERS])
    for mage, count in enumerate(items):
        table.own(mage, *[next(names) for _ in range(count)])
    return tuple(table.points(mage, scoring.FOR_ITEMS) for mage in range(len(items)))


@rule("lizard_wizard:achievements")
def test_an_achievement_is_ten_points() -> None:
    table = LizardTable().own(0, "Pale Odo", "Mossback Ned", "Lady Drowse").tokens(0, "M")
    table.tile("Many Masters")
    table.do("convert mandrake 1")
    assert table.points(0, scoring.FOR_ACHIEVEMENTS) == 10
    table.own(1, "Sexton Mould", "Ivra Fernskink", "Ratchet Sal").tokens(1, "M").do("convert mandrake 1")
    assert table.points(1, scoring.FOR_ACHIEVEMENTS) == 0


@rule("lizard_wizard:winner", "lizard_wizard:shared-win")
def test_most_points_then_most_mana_then_shared() -> None:
    table = LizardTable(3).coins(0, 5, 9).coins(1, 50, 8).coins(2, 0, 0)
    assert table.state.ranking() == [1, 2, 3]
    table.coins(1, 50, 9)
    assert table.state.ranking() == [2, 1, 3]
    table.coins(0, 50, 9)
    assert table.state.ranking() == [1, 1, 3]


def test_letters_stand_for_the_reagents() -> None:
    assert LETTERS == "MSTHNFE"
