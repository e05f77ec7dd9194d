"""What games want measured, found in their folders."""

import copy
import shutil
from pathlib import Path

import pytest

from sortilege.arena import wanted as wanted_module
from sortilege.arena.measured import measured
from sortilege.arena.wanted import FILE, MatchPlan, Wanted, has_calibration, package, wanted
from sortilege.engine import Game
from sortilege.engine.game import fingerprint
from sortilege.games import game


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose folder is empty."""
    moved = copy.copy(game("wizard_dice"))
    object.__setattr__(moved, "folder", tmp_path)
    monkeypatch.setattr(wanted_module, "find_game", lambda name: moved)
    monkeypatch.setattr(wanted_module, "wanted", wanted.__wrapped__)
    monkeypatch.setattr("sortilege.arena.measured.wanted", wanted.__wrapped__)
    return moved


def test_a_game_without_studies_has_none(elsewhere: Game) -> None:
    assert wanted_module.wanted("wizard_dice") == Wanted()
    assert measured("wizard_dice") == ""
    assert not has_calibration(elsewhere)


def test_plans_are_read_and_faults_named(elsewhere: Game) -> None:
    file = elsewhere.folder / FILE
    file.write_text('[matches]\nladder = { games = 7, seats = 2 }\n[measured]\n"greedy before adept" = 51\n')
    found = wanted_module.wanted("wizard_dice")
    assert found == Wanted({"ladder": MatchPlan(7, seats=2)}, {"greedy before adept": 51})
    for text, fault in [("lader = { games = 7 }", "did you mean 'ladder'"), ("ladder = { game = 7 }", "'game'")]:
        file.write_text(f"[matches]\n{text}\n")
        with pytest.raises(ValueError, match=rf"studies\.toml: .*{fault}"):
            wanted_module.wanted("wizard_dice")


def test_the_package_of_a_game_is_its_folder() -> None:
    assert package(game("lizard_wizard")) == "sortilege.games.lizard_wizard"


def test_studies_are_not_played_with(tmp_path: Path) -> None:
    own = game("wizard_dice")
    shutil.copy(own.folder / "content.toml", tmp_path)
    assert fingerprint(tmp_path) == own.content
