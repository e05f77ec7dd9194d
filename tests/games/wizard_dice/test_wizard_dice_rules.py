"""The rules of the dice game, each by its id."""

import pytest
from dice_table import DiceTable, box, sheet, use_jesters, write

from sortilege.engine import CHANCE, OVER, FastChance, IllegalMove
from sortilege.games.wizard_dice import GAME, content, position

rule = pytest.mark.rule
MINERVA, HARRY, GREGOR = 0, 1, 2


def predicted() -> DiceTable:
    """The first example: Minerva is the Seer, everybody has predicted."""
    return DiceTable().do("predict 5 green", "predict 2 blue", "predict 2 red")


def refused(table: DiceTable, text: str) -> str:
    with pytest.raises(IllegalMove) as error:
        table.do(text)
    return error.value.rule


@rule("wizard_dice:players")
def test_two_to_five_players_with_a_page_each() -> None:
    assert list(GAME.seat_range) == [2, 3, 4, 5]
    for seats in GAME.seat_range:
        pages = GAME.start(seats).view(None)["players"]
        assert len(pages) == seats
        for page in pages:
            assert page["jesters"] == [False] * 5
            assert page["boxes"] == {colour: [""] * 5 for colour in ("blue", "green", "yellow", "red")}


@rule("wizard_dice:faces")
def test_seven_dice_of_six_faces() -> None:
    assert content.FACE_NAMES == ("blue", "green", "yellow", "red", "wizard", "jester")
    assert content.FOLK[:4] == ("humans", "elves", "giants", "dwarves")
    table = predicted().do("colour green")
    assert table.state.sides() == 6**7
    assert table.roll("BGYRWJB").shows() == "BGYRWJB"


@rule("wizard_dice:first-seer", "wizard_dice:seer-first", "wizard_dice:clockwise")
def test_the_first_seat_is_seer_and_predicts_first_then_clockwise() -> None:
    table = DiceTable(seats=4)
    assert table.state.seer == 0
    for seat, text in enumerate(("predict 1 red", "predict 2 red", "predict 3 red", "predict 4 red")):
        assert table.state.seat == seat
        table.do(text)
    assert table.state.view(3)["players"][0]["prediction"] == {"number": 1, "colour": "red"}


@rule("wizard_dice:number-and-colour", "wizard_dice:no-wizards-or-jesters")
def test_a_prediction_is_one_to_five_of_a_colour() -> None:
    colours = ("blue", "green", "yellow", "red")
    assert DiceTable().texts() == [f"predict {number} {colour}" for colour in colours for number in range(1, 6)]
    for text in ("predict 3 wizard", "predict 1 jester", "predict 6 blue", "predict 0 red"):
        with pytest.raises(IllegalMove):
            DiceTable().do(text)


@rule("wizard_dice:different")
def test_nobody_repeats_a_prediction() -> None:
    table = DiceTable().do("predict 5 green")
    assert "predict 5 green" not in table.texts()
    assert refused(table, "predict 5 green") == "wizard_dice:different"
    table.do("predict 2 blue")
    assert refused(table, "predict 2 blue") == "wizard_dice:different"


@rule("wizard_dice:used-box")
def test_a_scored_box_is_closed() -> None:
    table = DiceTable()
    for mark in (position.X, position.DOUBLE_X, position.CROSSED, 0, 3):
        table.write(0, "4 red", mark)
        assert "predict 4 red" not in table.texts()
        assert refused(table, "predict 4 red") == "wizard_dice:used-box"
    table.do("predict 4 blue")
    assert "predict 4 red" in table.texts()


@rule("wizard_dice:round-order")
def test_one_thing_at_a_time() -> None:
    table = DiceTable()
    assert refused(table, "stop") == "wizard_dice:round-order"
    table = predicted()
    assert table.texts() == ["colour blue", "colour green", "colour yellow", "colour red", "colour unspoken"]
    assert refused(table, "predict 1 blue") == "wizard_dice:round-order"


@rule("wizard_dice:round-order")
def test_a_round_begins_with_nothing_of_the_last() -> None:
    table = predicted().do("colour green").roll("GGWBBRY").do("leave", "leave", "stop")
    view = table.state.view(None)
    assert (view["round"], view["roll"], view["wizard_colour"]) == (2, 0, None)
    assert view["dice"] == [None] * 7
    assert [(page["status"], page["prediction"]) for page in view["players"]] == [("out", None)] * 3


def full_page_but(table: DiceTable, seat: int, *free: str) -> None:
    for number in range(20):
        write(table.state, seat, number, 1)
    for text in free:
        table.write(seat, text, position.FREE)


@rule("wizard_dice:sits-out")
def test_who_has_no_box_left_sits_out() -> None:
    table = DiceTable()
    full_page_but(table, HARRY, "5 green")
    full_page_but(table, GREGOR, "1 red", "2 red")
    table.do("predict 5 green", "predict 2 red", "colour green").roll("GGGGGBB").do("stay", "stop")
    assert table.state.round == 2
    assert table.mark(HARRY, "5 green") == ""
    assert table.mark(GREGOR, "2 red") == "2"


@rule("wizard_dice:sits-out", "wizard_dice:next-seer")
def test_who_sits_out_is_no_candidate_for_seer() -> None:
    table = DiceTable()
    full_page_but(table, HARRY)
    table.do("predict 1 green", "predict 1 red")
    assert table.state.next_seer == GREGOR


@rule("wizard_dice:seer-without-box")
def test_a_seer_without_a_box_hands_on() -> None:
    table = predicted().do("colour green")
    full_page_but(table, HARRY, "2 blue")
    table.roll("GGGGGBB").do("leave", "stay", "stop")
    assert table.state.next_seer == GREGOR
    assert table.state.seer == GREGOR
    assert table.state.seat == GREGOR


@rule("wizard_dice:seer-without-box")
def test_who_is_seer_is_settled_before_dice_are_set_or_rolled() -> None:
    table = DiceTable(card=5).do("predict 2 green", "predict 3 blue", "predict 1 red", "colour green")
    full_page_but(table, HARRY, "3 blue")
    table.roll("GGRBBYY").do("leave", "leave", "stop").turn_up(4)
    assert table.state.seer == table.state.seat == GREGOR
    table.do("set red red")
    assert table.state.seat == GREGOR
    table.do("predict 5 red", "predict 4 red", "colour red").roll("RRRBB")
    assert table.state.seat == MINERVA


@rule("wizard_dice:nobody-can-predict")
def test_when_nobody_can_predict_the_game_ends() -> None:
    table = DiceTable(seats=2)
    full_page_but(table, 0, "1 red")
    full_page_but(table, 1, "2 red")
    table.do("predict 1 red", "predict 2 red", "colour red").roll("BBBGGGY").do("leave", "stop")
    assert table.state.seat == OVER
    assert table.state.ending() == "no box left"
    view = table.state.view(None)
    assert (view["round"], view["seer"], table.shows()) == (1, 0, "BBBGGGY")


@rule("wizard_dice:wizard-colour", "wizard_dice:wizards-count", "wizard_dice:exact")
def test_wizards_count_in_the_colour_named_for_everybody() -> None:
    table = predicted().do("colour blue").roll("WBGGGRR").do("leave", "leave", "stop")
    assert table.mark(HARRY, "2 blue") == "X"
    assert table.mark(GREGOR, "2 red") == "X"
    assert table.mark(MINERVA, "5 green") == "2"


@rule("wizard_dice:wizard-colour-unspoken")
def test_an_unspoken_wizard_colour_is_the_seers_own() -> None:
    table = predicted().do("colour unspoken")
    assert table.state.view(0)["wizard_colour"] == "green"


@rule("wizard_dice:next-seer", "wizard_dice:next-seer-tie")
def test_example_the_next_seer() -> None:
    """Harry and Gregor both predicted 2 outside green; Harry did so first."""
    assert predicted().state.next_seer == HARRY
    higher = DiceTable().do("predict 1 green", "predict 2 blue", "predict 3 red")
    assert higher.state.next_seer == GREGOR
    seer_colour = DiceTable().do("predict 1 green", "predict 5 green", "predict 1 red")
    assert seer_colour.state.next_seer == GREGOR


@rule("wizard_dice:seer-stays")
def test_all_in_the_seer_colour_keeps_the_seer() -> None:
    table = DiceTable().do("predict 1 green", "predict 5 green", "predict 4 green", "colour green")
    table.roll("BBBRRRY").do("leave", "leave", "stop")
    assert table.state.round == 2
    assert table.state.seer == MINERVA


@rule("wizard_dice:three-rolls", "wizard_dice:seer-ends-round")
def test_three_rolls_at_most_and_the_last_is_scored_by_all() -> None:
    table = predicted().do("colour green").roll("BBBYYYY")
    assert refused(table, "reroll 1") == "wizard_dice:three-rolls"
    table.do("stay", "stay", "reroll 1 2 3 4 5 6 7").roll("YYYYYYY")
    table.do("stay", "stay", "reroll 1").roll("R")
    assert table.state.round == 2
    assert [table.mark(*place) for place in ((0, "5 green"), (1, "2 blue"), (2, "2 red"))] == ["5", "2", "1"]


@rule("wizard_dice:roll-one")
def test_the_first_roll_takes_all_dice() -> None:
    assert predicted().do("colour red").state.thrown == 127


@rule("wizard_dice:reroll-any")
def test_any_dice_are_rolled_again() -> None:
    table = predicted().do("colour green").roll("BBBYYYY").do("stay", "stay")
    assert len(table.texts()) == 128
    table.do("reroll 2 7").roll("RG")
    assert table.shows() == "BRBYYYG"


@rule("wizard_dice:leave", "wizard_dice:leave-order")
def test_the_others_are_asked_from_the_seers_left() -> None:
    table = DiceTable(seats=4).do("predict 5 green", "predict 2 blue", "predict 2 red", "predict 1 red", "colour green")
    table.roll("GGGGBBR")
    order = []
    for answer in ("stay", "leave", "stay"):
        order.append(table.state.seat)
        table.do(answer)
    assert order == [1, 2, 3]
    assert table.state.seat == 0
    assert refused(table, "leave") == "wizard_dice:seer-ends-round"
    assert table.mark(2, "2 red") == "1"
    table.do("reroll 5").roll("G")
    assert table.state.seat == 1


@rule("wizard_dice:leave-order", "wizard_dice:next-seer-tie")
def test_clockwise_from_the_seer_is_not_from_the_first_seat() -> None:
    table = DiceTable()
    table.state.seer = table.state.seat = HARRY
    table.do("predict 5 green", "predict 2 blue", "predict 2 red", "colour green").roll("GGGGBBR")
    assert table.state.next_seer == GREGOR
    order = []
    for _ in range(2):
        order.append(table.state.seat)
        table.do("stay")
    assert order == [GREGOR, MINERVA]


@rule("wizard_dice:leave", "wizard_dice:exact", "wizard_dice:difference", "wizard_dice:seer-ends-round")
def test_example_rolling_and_scoring() -> None:
    """Harry leaves with 2 blue; Minerva keeps two greens and a Wizard, hits 5 green; Gregor misses 2 red by one."""
    table = predicted().do("colour green").roll("GGWBBRY").do("leave", "stay")
    assert table.mark(HARRY, "2 blue") == "X"
    table.do("reroll 4 5 6 7").roll("GGRY").do("stay", "stop")
    assert table.mark(MINERVA, "5 green") == "X"
    assert table.mark(GREGOR, "2 red") == "1"
    assert table.state.seer == HARRY


@rule("wizard_dice:difference")
def test_too_many_cost_as_too_few() -> None:
    for dice, written in (("RRRRBBY", "2"), ("BBBBGGY", "2"), ("RRRRRRR", "5")):
        table = predicted().do("colour green").roll(dice).do("stay", "stay", "stop")
        assert table.mark(GREGOR, "2 red") == written


@rule("wizard_dice:jester-score", "wizard_dice:jester-once")
def test_example_jesters() -> None:
    """Nobody hits after roll 3: Gregor writes 1, Harry and Minerva take the Jester Score for two."""
    table = DiceTable()
    table.state.seer = table.state.seat = HARRY
    table.do("predict 5 green", "predict 3 red", "predict 4 green", "colour green")
    for _ in range(2):
        table.roll("BBBBBBB").do("stay", "stay", "reroll 1 2 3 4 5 6 7")
    table.roll("RRJJBYG").do("jester refuse", "jester take", "jester take")
    assert table.mark(GREGOR, "3 red") == "1"
    assert table.mark(HARRY, "5 green") == table.mark(MINERVA, "4 green") == "0"
    assert [table.jesters(seat) for seat in (MINERVA, HARRY, GREGOR)] == [[2], [2], []]
    assert table.state.seer == GREGOR
    table.do("predict 1 blue", "predict 3 blue", "predict 4 blue", "colour red").roll("JJRRRRR")
    table.do("leave", "leave", "stop")
    assert table.texts() == ["jester take", "jester refuse"]
    assert table.state.seat == GREGOR
    table.do("jester take")
    assert [table.jesters(seat) for seat in (MINERVA, HARRY, GREGOR)] == [[2], [2], [2]]


@rule("wizard_dice:jester-score")
def test_one_to_five_jesters_have_a_box_each() -> None:
    for jesters in range(1, 6):
        table = predicted().do("colour green").roll("J" * jesters + "B" * (7 - jesters)).do("leave", "jester take")
        assert table.jesters(HARRY) == [jesters]
        assert table.mark(HARRY, "2 blue") == "0"


@rule("wizard_dice:jester-score")
def test_no_jester_score_for_none_or_more_than_five() -> None:
    for dice in ("BBBBBBB", "JJJJJJB", "JJJJJJJ"):
        table = predicted().do("colour green").roll(dice).do("leave")
        assert table.state.phase == position.STAYING
        assert table.jesters(HARRY) == []


@rule("wizard_dice:jester-offered")
def test_a_jester_score_is_offered_to_a_true_prediction_and_may_be_refused() -> None:
    table = predicted().do("colour green").roll("BBJGGGG").do("leave")
    assert table.texts() == ["jester take", "jester refuse"]
    table.do("jester refuse")
    assert table.mark(HARRY, "2 blue") == "X"
    assert table.jesters(HARRY) == []
    taken = predicted().do("colour green").roll("BBJGGGG").do("leave", "jester take")
    assert taken.mark(HARRY, "2 blue") == "0"


@rule("wizard_dice:scoring-order")
def test_at_the_end_the_seer_scores_last() -> None:
    table = predicted().do("colour green").roll("JBBBBBB").do("stay", "stay", "stop")
    order = []
    while table.state.phase == position.JESTING:
        order.append(table.state.seat)
        table.do("jester take")
    assert order == [HARRY, GREGOR, MINERVA]


def one_x_from(goal: int, seats: int = 3) -> DiceTable:
    """Minerva and Harry lack one X."""
    table = DiceTable(seats=seats, goal=goal)
    for seat in (MINERVA, HARRY):
        for number in range(goal - 3):
            write(table.state, seat, number, position.X)
        use_jesters(table.state, seat, 1, 2)
    return table


@rule("wizard_dice:nine-xs", "wizard_dice:jester-xs", "wizard_dice:round-finished", "wizard_dice:bonus")
def test_nine_xs_end_the_game_after_the_round_with_a_bonus_for_each() -> None:
    table = one_x_from(9).do("predict 2 red", "predict 1 red", "predict 5 blue", "colour red")
    table.roll("RBBBYYG").do("leave")
    assert table.state.xs[HARRY] == 9
    assert table.state.seat == GREGOR
    before = table.state.points(GREGOR)
    table.do("stay", "reroll 2").roll("R").do("stay", "stop")
    assert table.state.seat == OVER
    assert table.state.ending() == "xs reached"
    assert table.mark(GREGOR, "5 blue") == "3"
    assert table.state.points(GREGOR) == before - 3
    assert table.state.view(None)["players"][MINERVA]["bonus"] == 3
    assert table.state.view(None)["players"][HARRY]["bonus"] == 3
    assert table.state.points(MINERVA) == 1 + 2 + 3 + 4 + 5 + 1 + 2 + 3


@rule("wizard_dice:jester-xs", "wizard_dice:nine-xs")
def test_a_jester_score_is_the_ninth_x() -> None:
    table = one_x_from(9).do("predict 2 red", "predict 1 red", "predict 5 blue", "colour red")
    table.roll("JJJBYYG").do("leave", "jester take", "leave", "jester refuse", "stop", "jester refuse")
    assert table.state.xs[HARRY] == 9
    assert table.state.ending() == "xs reached"
    assert [page["bonus"] for page in table.state.view(None)["players"]] == [0, 3, 0]


@rule("wizard_dice:nine-xs", "wizard_dice:bonus", "wizard_dice:doubled-xs")
def test_the_goal_may_be_passed() -> None:
    table = DiceTable(card=1)
    for number in range(8):
        write(table.state, MINERVA, number, position.X)
    table.do("predict 1 red", "predict 5 blue", "predict 4 blue").roll("RGGYYGG").do("leave", "leave", "stop")
    assert table.state.xs[MINERVA] == 10
    assert table.state.ending() == "xs reached"
    assert [page["bonus"] for page in table.state.view(None)["players"]] == [3, 0, 0]


@rule("wizard_dice:expert", "wizard_dice:bonus")
def test_experts_play_to_twelve() -> None:
    table = one_x_from(12)
    write(table.state, HARRY, 0, position.FREE)
    table.do("predict 1 red", "predict 2 red", "predict 5 red", "colour red").roll("RRBBBYY").do("leave", "leave")
    assert table.state.xs[HARRY] == 11
    assert table.state.view(None)["players"][HARRY]["bonus"] == 0
    table.do("reroll 1").roll("B").do("stop")
    assert table.state.xs[MINERVA] == 12
    assert table.state.ending() == "xs reached"
    assert [page["bonus"] for page in table.state.view(None)["players"]] == [3, 0, 0]


@rule("wizard_dice:expert")
def test_experts_go_on_at_nine() -> None:
    table = DiceTable(goal=12)
    for number in range(8):
        write(table.state, MINERVA, number, position.X)
    table.do("predict 1 red", "predict 2 red", "predict 5 red", "colour red").roll("RBBBYYG")
    table.do("leave", "leave", "stop")
    assert table.state.xs[MINERVA] == 9
    assert table.state.round == 2


@rule(
    "wizard_dice:points",
    "wizard_dice:negative",
    "wizard_dice:jesters-no-points",
    "wizard_dice:bonus",
    "wizard_dice:most-points",
    "wizard_dice:tie",
)
def test_example_final_sheets() -> None:
    """23, 13 and 13 points; Harry comes before Gregor on fewer Jester Scores."""
    table = DiceTable()
    sheet(table.state, MINERVA, ["X . . X X", ". 1 . 0 X", "X . 1 1 1", ". X X X 1"], [1])
    sheet(table.state, HARRY, [". X 1 1 X", ". . 0 2 0", ". X 1 1 .", ". X 1 X X"], [1, 2])
    sheet(table.state, GREGOR, [". 0 . 1 X", ". 1 0 3 X", "X 1 . 0 X", ". 1 1 . X"], [1, 2, 3])
    assert table.state.scores() == [23, 13, 13]
    assert table.state.ranking() == [1, 2, 3]
    pages = table.state.view(None)["players"]
    assert [page["sums"] for page in pages] == [[2, 1, 2, 7, 8], [0, 6, -3, 0, 10], [1, -3, -1, -4, 20]]
    assert [page["bonus"] for page in pages] == [3, 0, 0]


@rule("wizard_dice:tie-shared")
def test_full_equals_share_the_place() -> None:
    table = DiceTable(seats=2)
    for seat in (0, 1):
        sheet(table.state, seat, ["X . . . .", ". . . . .", ". . . . .", ". . . . ."], [4])
    assert table.state.ranking() == [1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_the_view_adds_up(seed: int) -> None:
    """Sums by column and the bonus make the points, in any position of any game."""
    state = GAME.start(3, magic_cards=True)
    chance = FastChance(seed)
    while state.seat != OVER:
        moves = state.moves()
        state.play(chance.below(state.sides()) if state.seat == CHANCE else moves[chance.below(len(moves))])
        for page, score in zip(state.view(None)["players"], state.scores()):
            assert sum(page["sums"]) + page["bonus"] == page["points"] == score


def test_boxes_are_numbered_by_colour_and_number() -> None:
    assert [box(text) for text in ("1 blue", "5 blue", "1 green", "5 red")] == [0, 4, 5, 19]
