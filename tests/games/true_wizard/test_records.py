"""Finished games on file: one for each title and one for each way to end alone."""

import pytest

import kit
from sortilege.engine import Record
from sortilege.games.true_wizard.content import TITLES, slug, title


@pytest.mark.parametrize("name", [name for name, _ in TITLES])
def test_there_is_a_game_for_every_title(name: str) -> None:
    record = Record.load(kit.RECORDS / "true_wizard" / f"solo-{slug(name)}.json")
    assert record.result
    assert title(record.result["scores"][0]) == name
    assert record.result["ranking"] == [1 if record.result["scores"][0] > 50 else 2]


@pytest.mark.parametrize("ending", ["destroyed", "stolen"])
def test_there_is_a_game_for_both_ends_alone(ending: str) -> None:
    record = Record.load(kit.RECORDS / "true_wizard" / f"solo-{ending}.json")
    assert record.final().ending() == ending
