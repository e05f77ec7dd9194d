"""What people read and see at a table of the dice game."""

import xml.etree.ElementTree as ET

from dice_table import FACE, DiceTable

from sortilege.games.wizard_dice import GAME, position


def question(table: DiceTable) -> str:
    return GAME.words.question(table.state.seen_by(table.state.seat))


def picks(table: DiceTable) -> list[str]:
    """The dice that the picture lets the Seer choose."""
    root = ET.fromstring(table.state.picture(table.state.seat))
    return [element.attrib["data-value"] for element in root.iter() if "data-pick" in element.attrib]


def rolled(card: int | None, faces: str) -> DiceTable:
    """The Seer is about to decide on roll 2."""
    table = DiceTable(card=card).do("predict 5 green", "predict 4 green", "predict 2 yellow", "colour green")
    return table.roll(faces).do("stay", "stay")


def test_the_seer_is_asked_what_can_be_done() -> None:
    assert question(rolled(None, "GGBJJRR")) == "Roll 1 of 3: stop, or choose dice to roll again."
    assert question(rolled(2, "JJJJJJJ")) == "Roll 1 of 3: none of these dice can be rolled again."
    early = DiceTable(card=3).roll("RRRBGGY").do("predict 5 red", "predict 1 blue", "predict 2 green", "colour red")
    assert question(early) == "Roll 1 of 3: choose 3 dice or more to roll again."
    assert picks(early) == ["1", "2", "3", "4", "5", "6", "7"]


def told_by_roll(table: DiceTable, faces: str) -> str:
    before = table.state.copy()
    table.roll(faces)
    return GAME.words.news(before, sum(FACE[face] * 6**place for place, face in enumerate(faces)), table.state, -1)[0]


def test_a_roll_is_told_as_it_fell() -> None:
    table = rolled(None, "GGBYYRR").do("reroll 3 7")
    assert told_by_roll(table, "WB") == "Roll 2: wizard, blue. Kept: green, green, yellow, yellow, red."


def test_the_roll_that_ends_a_round_is_told_as_it_fell() -> None:
    table = rolled(None, "GGBYYRR").do("reroll 3 7").roll("WB").do("stay", "stay", "reroll 4 7")
    assert told_by_roll(table, "RG") == "Roll 3: red, green. Kept: green, green, wizard, yellow, red."
    assert table.state.round == 2


def test_dice_that_cannot_be_rolled_again_cannot_be_picked() -> None:
    assert picks(rolled(2, "GGBJJRR")) == ["1", "2", "3", "6", "7"]
    assert picks(rolled(None, "GGBJJRR")) == ["1", "2", "3", "4", "5", "6", "7"]
    assert picks(rolled(2, "JJJJJJJ")) == []


def test_the_next_seer_is_known_when_all_have_predicted() -> None:
    table = DiceTable(card=3)
    assert table.state.view(None)["next_seer"] is None
    table.roll("RRRBGGY").do("predict 5 red", "predict 1 blue")
    assert table.state.view(None)["next_seer"] is None
    table.do("predict 2 green")
    assert table.state.view(None)["next_seer"] == 2
    assert "next Seer" in table.state.picture(None)


def test_who_sits_out_is_told_and_shown() -> None:
    table = DiceTable(seats=2)
    for number in range(20):
        table.state.boxes[20 + number] = 1
    table.state.free[1] = 0
    move = table.state.parse("predict 1 red")
    assert "{1} has no box to predict and sits the round out." in table.state.news(move, None)
    assert "sits out" not in table.state.picture(0)
    table.state.play(move)
    assert table.state.phase == position.COLOURING
    assert "sits out" in table.state.picture(0)
