"""A sixth game is a folder: that of docs/adding-a-game.md, installed as a package of its own, is served like ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sortilege

HERE = Path(__file__).parent
TESTS = HERE.parent
TUTORIAL = TESTS.parent / "docs" / "adding-a-game.md"


class Guest:
    """An environment in which the package of the sixth game is installed beside ours."""

    def __init__(self, folder: Path) -> None:
        source = shutil.copytree(HERE, folder / "source", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        shutil.copytree(HERE / "moonstones", source / "moonstones", dirs_exist_ok=True)
        site = folder / "site"
        options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(site)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
        house = Path(sortilege.__file__).parents[1]
        path = os.pathsep.join(map(str, (site, house, TESTS)))
        self.folder = folder
        self.env = {**os.environ, "PYTHONPATH": path, "SORTILEGE_DATA": str(folder), "COLUMNS": "200"}

    def run(self, *words: str, typed: str = "") -> str:
        found = subprocess.run(
            [sys.executable, *words], input=typed, env=self.env, cwd=self.folder, capture_output=True, text=True
        )
        assert found.returncode == 0, found.stdout + found.stderr
        return found.stdout


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Guest:
    return Guest(tmp_path_factory.mktemp("guest"))


def test_it_is_listed_with_the_others(guest: Guest) -> None:
    listed = guest.run("-m", "sortilege", "games")
    assert "Moonstones" in listed
    assert "Wizard Wars" in listed
    assert "archmage" in guest.run("-m", "sortilege", "bots")
    guide = guest.run("-m", "sortilege", "guide", "moonstones")
    assert "You draw the full moon: 5 points." in guide
    assert "Before the game each player is dealt a charm" in guide


def test_it_is_played_in_the_terminal(guest: Guest) -> None:
    typed = "stop\nwhy not stop\nhint\n" + "draw\nstop\n" * 20
    shown = guest.run("-m", "sortilege", "play", "moonstones", "--seats", "me,greedy", "--seed", "3", typed=typed)
    assert "A turn begins with a stone" in shown
    assert "moonstones:draw-first" in shown
    assert "The last turn is played." in shown


def test_it_is_played_in_the_arena_and_studied(guest: Guest) -> None:
    games = ("--games", "8", "--jobs", "1")
    guest.run("-m", "sortilege", "simulate", "moonstones", *games)
    guest.run("-m", "sortilege", "arena", "moonstones", "--bots", "greedy,random", *games, "--out", "match")
    guest.run("-m", "sortilege", "study", "moonstones", *games, "--out", "study")


def test_it_is_served_at_the_table(guest: Guest) -> None:
    assert guest.run(str(HERE / "visit.py"), str(guest.folder)).endswith("everything was there\n")


def test_the_tutorial_builds_exactly_this_game() -> None:
    """Every file of the package stands in the tutorial, to the letter."""
    told = TUTORIAL.read_text(encoding="utf-8")
    written = [path for path in (HERE / "moonstones").rglob("*.*") if path.suffix != ".pyc"]
    for path in [HERE / "pyproject.toml", *sorted(written)]:
        assert path.read_text(encoding="utf-8").rstrip() in told, path.name
