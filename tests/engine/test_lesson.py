"""How lessons are read and walked: what is wrong with one is said, with the step that it is wrong at."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import sortilege
from sortilege.engine import CHANCE
from sortilege.engine.lesson import BadLesson, Lesson, Place, read_lesson
from sortilege.engine.state import GAMES

DICE = sortilege.game("wizard_dice")
HEAD = """
seats = 2
seat = 1
names = ["Hazel"]
other = "Not that."
seed = "a lesson"
"""
TELLS = '[[step]]\nname = "hello"\ntitle = "Hello"\ntext = "**Look** here."\n'
ASKS = """
[[step]]
name = "ask"
title = "Ask"
text = "Predict 3 blue, or any red."
plays = ["0 predict 1 blue"]
moves = [
  { move = "predict 3 blue", says = "Blue.", plays = ["0 colour blue", "* 0/279936"] },
  { move = "predict * red", says = "Red.", plays = ["0 colour red"] },
]
wrong = [{ move = "predict 1 *", says = "Too small." }, { move = "predict 1 blue", label = "Hazel's" }]
"""
ROLLED = '"0 predict 1 blue", "1 predict 2 blue", "0 colour blue", "* 0/279936", "1 stay"'
AFTER = '[[step]]\nname = "after"\ntitle = "After"\ntext = "It was rolled."\n'


@pytest.fixture(autouse=True)
def the_same_game_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with another folder takes its place among all games."""
    monkeypatch.setitem(GAMES, DICE.rules, DICE)


def lesson(tmp_path: Path, text: str) -> Lesson:
    shutil.copy(DICE.folder / "guide.md", tmp_path)
    (tmp_path / "lesson.toml").write_text(text, encoding="utf-8")
    found = read_lesson(replace(DICE, folder=tmp_path))
    assert found is not None
    return found


def dice(place: Place) -> list[str]:
    return list(place.state.view(None)["dice"])


def test_a_game_without_the_file_has_no_lesson(tmp_path: Path) -> None:
    assert read_lesson(replace(DICE, folder=tmp_path)) is None


def test_a_lesson_is_walked_by_what_is_chosen(tmp_path: Path) -> None:
    taught = lesson(tmp_path, HEAD + TELLS + ASKS + AFTER)
    first = taught.at(0)
    assert (first.asks, taught.before(first), taught.after(first)) == (False, None, (1, ()))
    asked = taught.at(1)
    assert asked.asks
    assert asked.told == ("{0} predicts 1 blue.",)
    assert taught.after(asked) is None
    done = taught.answer(asked, "predict 3 blue").place
    assert done is not None
    assert (done.says, done.chosen, taught.before(done)) == ("Blue.", ("predict 3 blue",), (1, ()))
    assert dice(done) == ["blue"] * 7
    assert taught.at(*taught.after(done) or (0, ())).state == done.state


def test_what_was_not_chosen_is_the_first_that_is_offered(tmp_path: Path) -> None:
    taught = lesson(tmp_path, HEAD + TELLS + ASKS + AFTER)
    assert taught.at(2).chosen == ("predict 3 blue",)
    assert taught.at(99, ["no such move"]).chosen == ("predict 3 blue",)
    assert taught.at(2, ["predict 2 red"]).chosen == ("predict 2 red",)
    assert taught.at(1, ["predict 2 green"]).asks


def test_a_pattern_offers_every_legal_move_that_fits_and_the_seed_throws(tmp_path: Path) -> None:
    taught = lesson(tmp_path, HEAD + TELLS + ASKS + AFTER)
    chosen = [place.chosen for place in taught.places() if place.answer]
    assert chosen == [("predict 3 blue",), *[(f"predict {number} red",) for number in range(1, 6)]]
    assert taught.at(2, ["predict 2 red"]).state == taught.at(2, ["predict 2 red"]).state


@pytest.mark.parametrize(
    ("text", "says", "rule"),
    [
        ("predict 1 green", "Too small.", ""),
        ("predict 4 green", "Not that.", ""),
        ("predict 1 blue", "Too small.", "wizard_dice:different"),
        ("colour blue", "", "wizard_dice:round-order"),
        ("dance", "", ""),
    ],
)
def test_other_moves_are_answered_and_not_made(tmp_path: Path, text: str, says: str, rule: str) -> None:
    taught = lesson(tmp_path, HEAD + TELLS + ASKS + AFTER)
    answer = taught.answer(taught.at(1), text)
    assert (answer.place, answer.says, answer.rule) == (None, says, rule)
    assert answer.says or answer.reason


def test_a_step_can_jump_to_a_prepared_position(tmp_path: Path) -> None:
    positions = """
[position.early]
steps = ["0 predict 1 blue"]
[position.late]
after = "early"
steps = ["1 predict 2 blue", "0 colour unspoken", "* 5/279936"]
"""
    jump = '[[step]]\nname = "late"\ntitle = "Late"\ntext = "Later."\njump = "late"\n'
    taught = lesson(tmp_path, HEAD + positions + TELLS + jump)
    assert taught.at(1).told == ()
    assert dice(taught.at(1)) == ["jester", *["blue"] * 6]


def test_an_outcome_can_be_named_by_what_it_tells(tmp_path: Path) -> None:
    steps = (
        '["0 predict 1 blue", "1 predict 2 blue", "0 colour blue", "* 0/279936", "1 stay", "0 reroll 2", "* jester"]'
    )
    taught = lesson(tmp_path, f"{HEAD}[position.rolled]\nsteps = {steps}\n{TELLS}jump = 'rolled'\n")
    assert dice(taught.at(0)) == ["blue", "jester", *["blue"] * 5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TELLS, "it has no seats"),
        (HEAD.replace("seats = 2", "seats = 3") + TELLS, "one for each of the 2 others"),
        (HEAD.replace("seat = 1", "seat = 2") + TELLS, "seat is 0 to 1, not 2"),
        (HEAD.replace("seats = 2", "seats = 9") + TELLS, "has 2 to 5 seats, not 9"),
        (HEAD.replace("seats = 2", "seats = '2'") + TELLS, "has 2 to 5 seats, not '2'"),
        (HEAD + "[options]\ngoal = 10\n" + TELLS, "option 'goal' must be one of 9, 12"),
        (HEAD + TELLS + "points = 'tray'\n", "step 'hello': 'points' is a list"),
        (HEAD + "colour = 1\n" + TELLS, "'colour' is none of"),
        (HEAD + TELLS + "tittle = 'x'\n", "step 'hello': 'tittle' is none of"),
        (HEAD + TELLS.replace('text = "**Look** here."', ""), "step 'hello': it has no text"),
        (HEAD + TELLS + "rules = ['wizard_dice:luck']\n", "step 'hello': the guide has no rule 'wizard_dice:luck'"),
        (HEAD + TELLS + "jump = 'there'\n", "step 'hello': there is no position 'there'"),
        (HEAD + TELLS + "other = 'No.'\n", "step 'hello': it answers moves but asks for none"),
        (HEAD + TELLS + "moves = [{ move = 'stop' }]\n", "step 'hello': 'stop' has no answer"),
        (HEAD + TELLS + TELLS, "two steps have the same name"),
        (HEAD + "[position.a]\nafter = 'b'\nsteps = []\n" + TELLS, "position 'a': 'b' does not stand before it"),
        (HEAD + "[[step]\n", "lesson of wizard_dice: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadLesson, match=r"^lesson of wizard_dice") as error:
        lesson(tmp_path, text)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("plays = ['1 predict 1 blue']", "step 'hello': step 1: it is seat 0's turn"),
        ("plays = ['0 stop']", "step 'hello': step 1: That is not what is being decided now."),
        ("moves = [{ move = 'stop', says = 'Yes.' }]", "step 'hello': it asks, but seat 0 has to decide"),
        (
            "plays = ['0 predict 1 blue']\nmoves = [{ move = 'stop', says = 'Yes.' }]",
            "step 'hello': 'stop' is asked for: That is not what is being decided now.",
        ),
        (
            "plays = ['0 predict 1 blue']\nmoves = [{ move = 'reroll *', says = 'Yes.' }]",
            "step 'hello': none of the moves that are asked for is legal",
        ),
        (
            "plays = ['0 predict 1 blue', '1 predict 1 red', '0 colour red', '* jester']",
            "step 'hello': 'jester' is one of 279936 outcomes: write it as '* k/279936'",
        ),
        (
            f"plays = [{ROLLED}, '0 reroll 1', '* cat']",
            "step 'hello': no outcome tells 'cat'",
        ),
    ],
)
def test_a_step_that_cannot_be_played_is_named(tmp_path: Path, more: str, said: str) -> None:
    taught = lesson(tmp_path, f"{HEAD}{TELLS}{more}\n{AFTER}")
    with pytest.raises(BadLesson) as error:
        list(taught.places())
    assert said in str(error.value)


def test_without_a_seed_every_outcome_is_listed(tmp_path: Path) -> None:
    plays = "plays = ['0 predict 1 blue', '1 predict 1 red', '0 colour red']\n"
    taught = lesson(tmp_path, HEAD.replace('seed = "a lesson"', "") + TELLS + plays + AFTER + "plays = ['1 stay']\n")
    assert taught.at(0).state.seat == CHANCE
    with pytest.raises(BadLesson, match="step 'after': an outcome '\\* k/279936' is due, and there is no seed"):
        taught.at(1)


def test_a_lesson_is_no_content(tmp_path: Path) -> None:
    shutil.copytree(DICE.folder, tmp_path / "dice")
    changed = replace(DICE, folder=tmp_path / "dice")
    (tmp_path / "dice" / "lesson.toml").write_text("seats = 5\n", encoding="utf-8")
    assert changed.content == DICE.content
