"""The ten Magic Cards, each with the rulebook's example where there is one."""

import pytest
from dice_table import DiceTable

from sortilege.engine import CHANCE, NOBODY, FastChance, IllegalMove
from sortilege.games.wizard_dice import GAME, content, position

rule = pytest.mark.rule


@rule("wizard_dice:magic-card")
def test_a_card_is_turned_up_each_round_and_holds_for_it() -> None:
    table = DiceTable(card=5)
    assert table.state.view(None)["card"]["number"] == 5
    table.do("predict 2 red", "predict 1 red", "predict 3 red", "colour red").roll("RBBBYYG")
    table.do("leave", "leave", "stop")
    assert table.state.phase == position.DRAWING
    assert table.state.seat == CHANCE
    assert table.state.view(None)["card"] is None
    assert GAME.start(3).view(None)["card"] is None


@rule("wizard_dice:magic-pile")
def test_the_pile_runs_out_before_a_card_comes_again() -> None:
    state = DiceTable(seats=2, goal=12).state
    state.magic = 1
    state.pile = 0
    state.begin_round()
    assert state.sides() == 10
    seen = set()
    for left in range(10, 0, -1):
        assert state.sides() == left
        state.take_card(left // 2)
        assert state.card not in seen
        seen.add(state.card)
        state.begin_round()
    assert seen == set(range(10))
    assert state.sides() == 10


@rule("wizard_dice:card-rainbow-wizards", "wizard_dice:doubled", "wizard_dice:rainbow-no-colour")
def test_card_1_wizards_are_all_colours_and_scores_double() -> None:
    """5 yellow and 2 red write two Xs, 3 yellow writes twice its difference."""
    table = DiceTable(card=1).do("predict 5 yellow", "predict 2 red", "predict 3 yellow")
    assert table.state.seat == CHANCE
    assert table.state.view(None)["wizard_colour"] == "all"
    table.roll("WWYYYBG").do("leave", "leave", "stop")
    assert table.mark(0, "5 yellow") == "XX"
    assert table.mark(1, "2 red") == "XX"
    assert table.mark(2, "3 yellow") == "4"


@rule("wizard_dice:doubled-xs")
def test_two_xs_count_twice() -> None:
    table = DiceTable(card=1).do("predict 5 yellow", "predict 2 red", "predict 3 yellow").roll("WWYYYBG")
    table.do("leave", "leave", "stop")
    assert table.state.xs[0] == 2
    assert table.state.points(0) == 10
    assert table.state.points(2) == -4


@rule("wizard_dice:card-stubborn-jesters", "wizard_dice:doubled")
def test_card_2_jesters_stay_and_scores_double() -> None:
    """Green comes to four: 5 green writes 2, 4 green two Xs, 2 yellow takes the Jester Score instead of 4."""
    table = DiceTable(card=2).do("predict 5 green", "predict 4 green", "predict 2 yellow", "colour green")
    table.roll("GGBJJRR").do("stay", "stay")
    assert "reroll 3" in table.texts()
    assert "reroll 3 4" not in table.texts()
    with pytest.raises(IllegalMove) as refused:
        table.do("reroll 3 4")
    assert refused.value.rule == "wizard_dice:card-stubborn-jesters"
    table.do("reroll 3 6").roll("WB").do("stay", "stay", "reroll 6").roll("G")
    table.do("jester refuse", "jester take", "jester refuse")
    assert table.mark(0, "5 green") == "2"
    assert table.mark(1, "4 green") == "XX"
    assert table.mark(2, "2 yellow") == "0"
    assert table.jesters(2) == [2]


@rule("wizard_dice:all-jesters")
def test_card_2_with_jesters_only_the_seer_stops() -> None:
    table = DiceTable(card=2).do("predict 5 green", "predict 4 green", "predict 2 yellow", "colour green")
    assert table.roll("JJJJJJJ").do("stay", "stay").texts() == ["stop"]


@rule("wizard_dice:card-first-sight", "wizard_dice:second-roll-made")
def test_card_3_the_first_roll_comes_before_the_predictions() -> None:
    """After roll 1: 5 red, 1 blue, 2 green; the Seer rolls three dice or more before anybody may score."""
    table = DiceTable(card=3)
    assert table.state.sides() == 6**7
    table.roll("RRRBGGY").do("predict 5 red", "predict 1 blue", "predict 2 green", "colour red")
    assert table.state.seat == 0
    assert all(len(text.split()) >= 4 for text in table.texts())
    assert len(table.texts()) == 127 - 7 - 21
    for text, broken in (
        ("stop", "second-roll-made"),
        ("leave", "second-roll-made"),
        ("reroll 5 6", "card-first-sight"),
    ):
        with pytest.raises(IllegalMove) as refused:
            table.do(text)
        assert refused.value.rule == f"wizard_dice:{broken}"
    table.do("reroll 5 6 7").roll("RBY").do("leave", "stay")
    assert table.mark(1, "1 blue") == "1"
    assert len(table.texts()) == 128
    table.do("reroll 6").roll("R")
    assert table.mark(0, "5 red") == "X"


@rule("wizard_dice:card-guiding-hand", "wizard_dice:set-any-face", "wizard_dice:second-roll-made")
def test_card_4_the_seer_sets_two_dice() -> None:
    """Two are set to yellow, then 5 yellow is predicted; the other five are rolled before anybody may score."""
    table = DiceTable(card=4)
    assert table.state.seat == 0
    assert len(table.texts()) == 21
    assert {"set wizard wizard", "set jester jester", "set blue jester"} <= set(table.texts())
    table.do("set yellow yellow")
    assert table.state.view(1)["dice"] == ["yellow", "yellow", None, None, None, None, None]
    table.do("predict 5 yellow", "predict 1 red", "predict 2 red", "colour yellow")
    assert table.state.seat == CHANCE
    assert table.state.sides() == 6**5
    table.roll("YWBRR").do("stay", "leave")
    assert table.mark(2, "2 red") == "X"
    assert table.state.roll == 2
    table.do("reroll 1 5 6").roll("BYB")
    assert table.state.round == 2
    assert table.mark(0, "5 yellow") == "1"
    assert table.mark(1, "1 red") == "X"


@rule("wizard_dice:card-four-more")
def test_card_5_one_more_of_each_colour() -> None:
    """3 blue writes 2, 1 yellow an X, 2 green 1, with blue Wizards."""
    table = DiceTable(card=5).do("predict 3 blue", "predict 1 yellow", "predict 2 green", "colour blue")
    table.roll("BBWWRRR").do("leave", "leave", "stop")
    assert [table.mark(*place) for place in ((0, "3 blue"), (1, "1 yellow"), (2, "2 green"))] == ["2", "X", "1"]


@rule("wizard_dice:card-turncoats")
def test_card_6_jesters_join_everybodys_colour() -> None:
    """2 yellow + 2 Wizards + 1 Jester make 5 yellow; 1 red + 1 Jester make 2 red; 3 green takes the Jester Score."""
    table = DiceTable(card=6).do("predict 5 yellow", "predict 2 red", "predict 3 green", "colour yellow")
    table.roll("YYWWJRB").do("stay", "stay", "stop", "jester refuse", "jester take", "jester refuse")
    assert table.mark(0, "5 yellow") == "X"
    assert table.mark(1, "2 red") == "X"
    assert table.mark(2, "3 green") == "0"
    assert table.jesters(2) == [1]


@rule("wizard_dice:card-forgiveness", "wizard_dice:crossed-stays-used")
def test_card_7_negative_points_are_crossed_out() -> None:
    """5 green keeps all; 4 green crosses out the 1 of 2 green; 2 blue crosses out the 2 of 3 blue."""
    table = DiceTable(card=7)
    table.write(0, "1 green", 3)
    table.write(1, "2 green", 1)
    table.write(1, "3 green", position.X)
    table.write(1, "1 green", 0)
    table.write(1, "1 red", 2)
    table.write(2, "3 blue", 2)
    table.do("predict 5 green")
    assert table.texts() == ["cross 1 green", "cross none"]
    table.do("cross none", "predict 4 green")
    assert table.texts() == ["cross 2 green", "cross none"]
    for text, broken in (
        ("cross 3 green", "crossed-stays-used"),
        ("cross 1 green", "crossed-stays-used"),
        ("cross 1 red", "card-forgiveness"),
    ):
        with pytest.raises(IllegalMove) as refused:
            table.do(text)
        assert refused.value.rule == f"wizard_dice:{broken}"
    table.do("cross 2 green", "predict 2 blue", "cross 3 blue")
    assert [table.mark(*place) for place in ((0, "1 green"), (1, "2 green"), (2, "3 blue"))] == ["3", "/", "/"]
    assert table.state.scores() == [-3, 1, 0]
    assert not table.state.open_boxes(1) >> 6 & 1


@rule("wizard_dice:crossed-stays-used")
def test_card_7_without_negative_points_there_is_nothing_to_cross() -> None:
    table = DiceTable(card=7)
    for where, mark in (("1 green", position.X), ("2 green", 0), ("3 green", position.CROSSED), ("1 red", 2)):
        table.write(0, where, mark)
    table.do("predict 5 green")
    assert table.state.seat == 1
    assert table.state.phase == position.PREDICTING


@rule("wizard_dice:card-as-foretold", "wizard_dice:magic-card")
def test_card_8_wizards_lose_the_colour_of_the_round_before() -> None:
    table = DiceTable(card=5).do("predict 2 red", "predict 1 blue", "predict 3 red", "colour green")
    table.roll("RBBBYYG").do("leave", "leave", "stop").turn_up(8)
    table.do("predict 1 green", "predict 2 green", "predict 3 green").roll("GWWWRRR")
    assert table.mark(1, "1 green") == "X"
    assert table.mark(2, "2 green") == "1"


@rule("wizard_dice:card-as-foretold")
def test_card_8_as_many_rolls_as_predicted() -> None:
    """5 blue allows five rolls; Wizards count for nothing; after the fifth a difference of 1 is written."""
    table = DiceTable(card=8).do("predict 5 blue", "predict 1 red", "predict 2 red")
    assert table.state.view(None)["wizard_colour"] == "none"
    table.roll("WWBBBYY")
    for faces in ("WY", "WY", "WY"):
        table.do("stay", "stay", "reroll 1 6").roll(faces)
    table.do("stay", "stay", "reroll 1").roll("B")
    assert table.state.round == 2
    assert table.mark(0, "5 blue") == "1"


@rule("wizard_dice:foretold-one")
def test_card_8_with_one_there_is_one_roll() -> None:
    table = DiceTable(card=8).do("predict 1 blue", "predict 1 red", "predict 2 red")
    assert table.state.seat == CHANCE
    table.roll("BRGGGGW")
    assert table.state.round == 2
    assert [table.mark(*place) for place in ((0, "1 blue"), (1, "1 red"), (2, "2 red"))] == ["X", "X", "1"]


@rule("wizard_dice:card-fools-luck")
def test_card_9_jesters_in_the_column_of_the_prediction_write_both() -> None:
    """After roll 2: 3 yellow takes three Jesters and an X, 3 green comes true by itself, the Seer goes on."""
    table = DiceTable(card=9).do("predict 5 yellow", "predict 3 yellow", "predict 3 green", "colour yellow")
    table.roll("JJGGBBB").do("stay", "stay", "reroll 5 6 7").roll("JGY")
    table.do("leave", "jester take", "leave", "jester refuse")
    assert table.mark(1, "3 yellow") == "X"
    assert table.jesters(1) == [3]
    assert table.mark(2, "3 green") == "X"
    assert table.state.seat == 0
    assert "reroll 1" in table.texts()
    other = DiceTable(card=9).do("predict 5 yellow", "predict 3 yellow", "predict 3 green", "colour yellow")
    other.roll("JJGGGBB").do("leave", "jester take")
    assert other.mark(1, "3 yellow") == "0"


@rule("wizard_dice:fools-luck-true")
def test_card_9_a_true_prediction_may_take_both_xs_too() -> None:
    table = DiceTable(card=9).do("predict 5 yellow", "predict 3 blue", "predict 3 green", "colour yellow")
    table.roll("JJJBBBG").do("leave", "jester take")
    assert table.mark(1, "3 blue") == "X"
    assert table.jesters(1) == [3]
    assert table.state.xs[1] == 2
    assert table.state.points(1) == 3


@rule("wizard_dice:card-sealed-lips", "wizard_dice:sealed-tie")
def test_card_10_secret_predictions_may_be_the_same() -> None:
    """Both predict 2 blue; the first clockwise from the Seer is the next Seer."""
    table = DiceTable(card=10)
    table.write(1, "4 red", position.X)
    table.do("predict 5 red")
    for text, broken in (("predict 5 red", "different"), ("predict 4 red", "used-box")):
        assert text not in table.texts()
        with pytest.raises(IllegalMove) as refused:
            table.do(text)
        assert refused.value.rule == f"wizard_dice:{broken}"
    table.do("predict 2 blue", "predict 2 blue")
    assert table.state.next_seer == 1


@rule("wizard_dice:sealed-tie-colours")
def test_card_10_equal_numbers_go_clockwise_from_the_seer() -> None:
    table = DiceTable(card=5).do("predict 2 red", "predict 3 blue", "predict 1 red", "colour red").roll("RBBBYYG")
    table.do("leave", "leave", "stop").turn_up(10)
    table.do("predict 5 red", "predict 2 green", "predict 2 blue")
    assert table.state.seer == 1
    assert table.state.next_seer == 2


@rule("wizard_dice:sealed-until-all")
def test_card_10_nobody_sees_a_secret_before_all_are_in() -> None:
    table = DiceTable(seats=4, card=10).do("predict 5 red")
    for eye in (0, 2, 3, None):
        assert table.state.news(table.state.parse("predict 2 blue"), eye) == ["{1} makes a secret prediction."]
    assert table.state.news(table.state.parse("predict 2 blue"), 1) == ["{1} predicts 2 blue."]
    state = table.do("predict 2 blue", "predict 4 green").state
    assert state.view(1)["players"][1]["prediction"] == {"number": 2, "colour": "blue"}
    for eye in (0, 2, 3, None):
        assert state.view(eye)["players"][1]["prediction"] == "sealed"
    assert state.seen_by(NOBODY).predictions[2] == position.HIDDEN
    assert {tuple(state.imagine(3, FastChance(seed)).predictions)[1:3] for seed in range(40)} - {(1, 8)}
    last = state.parse("predict 1 blue")
    assert state.reveals(last)
    told = state.news(last, 0)
    assert "{1} had predicted 2 blue." in told
    assert "{3} had predicted 1 blue." in told
    state.play(last)
    assert state.view(0)["players"][1]["prediction"] == {"number": 2, "colour": "blue"}


@rule("wizard_dice:sealed-until-all")
def test_card_10_only_what_others_sealed_is_a_reveal() -> None:
    state = DiceTable(card=10).do("predict 5 red").state
    assert not state.reveals(state.parse("predict 2 blue"))
    state.play(state.parse("predict 2 blue"))
    assert state.reveals(state.parse("predict 2 blue"))
    pair = DiceTable(seats=2, card=10)
    assert not pair.state.reveals(pair.state.parse("predict 5 red"))
    pair.do("predict 5 red")
    assert not pair.state.reveals(pair.state.parse("predict 2 blue"))


def test_all_ten_cards_are_there() -> None:
    assert len(content.CARD_NAMES) == len(set(content.CARD_NAMES)) == 10
    assert all(card["source"] == "rulebook" for card in content.CARDS)
