"""The extra `envs`: nobody waits for its libraries who does not use them, and who lacks them is told."""

import subprocess
import sys

import pytest

import sortilege
from sortilege import envs
from sortilege.engine.extra import MissingExtra
from sortilege.games import HOUSE


def test_playing_does_not_load_what_training_needs() -> None:
    code = (
        "import sys, sortilege; sortilege.game('wizard_dice').start(2); print({'numpy', 'gymnasium'} & {*sys.modules})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


@pytest.mark.parametrize(("library", "name"), [("numpy", "Batch"), ("pettingzoo", "wizard_dice_v0")])
def test_who_lacks_a_library_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch, library: str, name: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=rf"needs {library}, which comes with: pip install 'sortilege\[envs\]'"):
        getattr(envs, name)


def test_an_observation_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match="needs numpy"):
        sortilege.game("wizard_dice").start(2).observe(0)


def test_there_is_no_environment_of_a_game_that_is_not_there() -> None:
    for name in ("chess_v0", "wizard_dice_v1", "Bunch"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(envs, name)


def test_every_game_of_the_house_is_named_for_type_checkers() -> None:
    named = {name for name in envs.__annotations__ if name.endswith(f"_v{envs.VERSION}")}
    assert named == {f"{name}_v{envs.VERSION}" for name in HOUSE}
