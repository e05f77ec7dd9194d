"""Lessons in the terminal."""

from pathlib import Path

import pytest

import sortilege
from sortilege.engine.lesson import STRONG, Lesson, Walk
from sortilege.terminal.command import main

GAMES = sortilege.games()
COLUMNS = 80
DOCS = Path(__file__).parents[2] / "docs" / "lessons.md"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    return tmp_path


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Learn":
    return Learn(monkeypatch, capsys)


class Learn:
    """Types lines into a lesson; what was shown comes back as one line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, game: str, *lines: str) -> str:
        typed = iter(lines)

        def read(*prompt: object) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        self.monkeypatch.setattr("builtins.input", read)
        assert main(["learn", game]) == 0
        self.shown = self.capsys.readouterr().out
        return " ".join(self.shown.split())


def whole(lesson: Lesson) -> list[str]:
    """What is typed by who takes what is offered first."""
    typed: list[str] = []
    place = lesson.at(0)
    while True:
        if place.asks:
            typed.append(lesson.offered(place.step, Walk(lesson, "", place.state))[0])
            place = lesson.at(place.number, (*place.chosen, typed[-1]))
        elif after := lesson.after(place):
            typed.append("")
            place = lesson.at(*after)
        else:
            return typed


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through(learn: Learn, game: str) -> None:
    lesson = sortilege.game(game).lesson
    assert lesson is not None
    shown = learn(game, *whole(lesson))
    for step in lesson.steps:
        assert STRONG.sub(r"\1", step.text) in shown, step.name
    assert f"sortilege play {game} --seats" in shown
    assert [line for line in learn.shown.split("\n") if len(line.rstrip()) > COLUMNS] == []


def test_where_one_was_is_kept_until_the_end(learn: Learn, data_folder: Path) -> None:
    assert "Step 4 of 19" in learn("wizard_dice", "", "", "", "predict 3 blue", "quit")
    assert learn("wizard_dice", "back", "quit").count("Step 4 of 19") == 2
    assert "Predict a number and a colour." in learn("wizard_dice", "back")
    assert "Step 1 of 19" in learn("wizard_dice", "again")
    (data_folder / "lessons.json").write_text("no JSON", encoding="utf-8")
    assert "Step 1 of 19" in learn("wizard_dice")
    lesson = sortilege.game("wizard_dice").lesson
    assert lesson is not None
    learn("wizard_dice", *whole(lesson), "")
    assert "Step 1 of 19" in learn("wizard_dice")


def test_other_moves_are_answered(learn: Learn) -> None:
    shown = learn("wizard_dice", "dance", "", "", "", "", "predict 1 red", "colour red", "why not stop", "help", "3")
    assert "There is nothing to decide just now" in shown
    assert "Make the move first" in shown
    assert "Careful! But one die is worth one point." in shown
    assert shown.count("wizard_dice:round-order: A round goes") == 2
    assert "a step back" in shown
    assert "Three blue it is" in shown


def test_what_is_pointed_at_is_named(learn: Learn) -> None:
    shown = learn("wizard_dice", "", "", "")
    assert "→ The dice" in shown
    assert "→ Your page" in shown
    assert "→ predict 3 blue" in shown
    assert "→ Reagents and their values in mana" in learn("lizard_wizard", "", "4", "", "6", "", "", "4", "")


def test_a_walk_is_typed_in_a_row(learn: Learn) -> None:
    start = ("", "", "guardian climb", "")
    begun = learn("wizard_wars", *start, "step circle se", "1", "again")
    assert "Several in a row are joined by ';': step circle se; step circle se" in begun
    assert begun.count("That is how it begins") == 2
    assert "Four used, six left." in learn("wizard_wars", *start, "step circle se se se se")


def test_figures_tell_how_many_rules_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--figures"]) == 0
    rows = [line.replace("│", " ").split() for line in capsys.readouterr().out.split("\n")]
    told = DOCS.read_text(encoding="utf-8")
    for row in rows:
        if row and row[0] in GAMES:
            assert row[-2] == row[-1], "first rules, and those shown"
            assert f"| {' | '.join(row)} |" in told, "docs/lessons.md is stale"


def test_one_says_which_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["learn"]) == 2
    assert "say which game" in capsys.readouterr().err
    monkeypatch.setitem(sortilege.game("wizard_dice").__dict__, "lesson", None)
    assert main(["learn", "wizard_dice"]) == 2
    assert "there is no lesson for Wizard: the dice game yet" in capsys.readouterr().err
