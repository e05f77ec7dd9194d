"""The measurement of docs/strength.md, in a short form: quick bots, two games a match."""

import json
import re
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sortilege.arena import Match, Series, play_match, strength
from sortilege.arena.measured import MEASURED, measured
from sortilege.arena.runner import Stopped
from sortilege.bots.search import MOST_NODES
from sortilege.games import game as find_game
from sortilege.games import games

QUICK = {
    "LADDER": ("archmage:2", "adept:1", "apprentice:1", "random"),
    "CHALLENGE": ("archmage:2", "greedy", "greedy", "greedy"),
    "DUEL": ("greedy", "adept:1"),
    "SOLO": ("archmage:1", "greedy", "random"),
    "QUICK": "archmage:2",
    "QUICKER": {"aeydor": "archmage:1"},
    "WITHOUT": {"without-choice": "slips=1", "without-value": "horizon=30"},
}
GAME_NAMES = games()
DOCS = Path(__file__).parents[2] / "docs" / "strength"
FEW = ["aeydor", "true_wizard"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUICK.items():
        monkeypatch.setattr(strength, name, value)
    monkeypatch.setattr(strength, "all_games", lambda: FEW)
    monkeypatch.setattr(strength, "FORESEEN", 2)
    monkeypatch.setattr(strength, "speed_lines", lambda: ["(speed)"])


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_every_trial_that_makes_sense_for_it(game: str) -> None:
    found = {trial.name: trial.seats for trial in strength.trials() if trial.game == game}
    assert {"ladder", "greedy", "three-greedy", "without-choice"} <= set(found)
    assert ("without-value" in found) == (find_game(game).sense.horizon() > 0)
    assert found.get("solo", 0) == (1 in find_game(game).seat_range)


def test_matches_have_as_many_games_as_planned_unless_told_otherwise(quick: None) -> None:
    planned = {(trial.game, trial.name): trial.games for trial in strength.trials()}
    assert planned["aeydor", "ladder"] == 120
    assert planned["true_wizard", "solo"] == 90
    told = {(trial.game, trial.name): trial.games for trial in strength.trials(4)}
    assert told["aeydor", "ladder"] == 4
    assert told["true_wizard", "solo"] == 12


@pytest.mark.parametrize("trial", strength.trials(), ids=lambda trial: f"{trial.game}-{trial.name}")
def test_the_published_matches_are_the_planned_ones(trial: strength.Trial) -> None:
    """So the command goes on with them, or plays them again."""
    folder = DOCS / f"{trial.game}-{trial.name}"
    match = Match(trial.game, trial.bots, trial.seats, trial.seed)
    settings = json.loads(json.dumps(Series(match, folder).settings()))
    assert json.loads((folder / "match.json").read_text(encoding="utf-8")) == settings
    assert len(list(Series(match, folder).results())) == trial.games


def test_a_match_that_is_cut_short_ends_the_measurement(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(game: str, bots: tuple[str, ...], games: int, *rest: Any, **others: Any) -> Series:
        return play_match(game, bots, games - 1, *rest, **others)

    monkeypatch.setattr(strength, "play_match", cut)
    with pytest.raises(Stopped, match="aeydor-ladder: 1 of 2 games"):
        strength.write_strength(tmp_path, "deals", 2, 1)
    assert not (tmp_path / "strength.md").exists()


def test_a_comparison_takes_one_part_of_the_sense_away(quick: None) -> None:
    bots = {(trial.game, trial.name): trial.bots for trial in strength.trials()}
    assert bots["aeydor", "without-choice"] == ("archmage:1", "archmage:1+slips=1")
    assert bots["true_wizard", "without-choice"] == ("archmage:2", "archmage:2+slips=1")


def test_one_command_measures_and_writes_the_tables_and_again_adds_nothing(quick: None, tmp_path: Path) -> None:
    text = strength.write_strength(tmp_path, "deals", 2, 1).read_text(encoding="utf-8")
    assert text.startswith("# Strength as measured\n")
    assert text.endswith("(speed)\n")
    ladder = text.split("## ")[1].splitlines()
    assert ladder[2] == "| game | seats | games | archmage:2 | adept:1 | apprentice:1 | random |"
    assert [line.split(" | ")[:3] for line in ladder[4:6]] == [
        ["| Wizards of Æydor", "4", "2"],
        ["| True Wizard", "4", "2"],
    ]
    assert "| even chances | 0.693 | 1.099 | 1.386 |" in text
    assert "## Alone: True Wizard, 2 deals each" in text
    assert (tmp_path / "aeydor-without-value" / "report.html").exists()
    assert strength.write_strength(tmp_path, "deals", 2, 1).read_text(encoding="utf-8") == text
    told = tomllib.loads((tmp_path / "measured.toml").read_text(encoding="utf-8"))
    assert list(told) == FEW
    assert list(told["aeydor"]) == [*strength.LADDER, "greedy before adept"]
    assert sum(told["aeydor"][name] for name in strength.LADDER) == 100


def test_what_people_are_told_is_what_was_measured() -> None:
    assert MEASURED.read_text(encoding="utf-8") == (DOCS / MEASURED.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_people_are_told_how_strong_the_levels_are(game: str) -> None:
    assert re.search(
        r"archmage \d+ %, adept \d+ %, apprentice \d+ %, random \d+ %\. Greedy .* \d+ % of games", measured(game)
    )


@pytest.mark.parametrize("game", GAME_NAMES)
def test_playouts_are_counted_in_every_game(game: str) -> None:
    assert strength.playouts_a_second(game, 0.05) > 0


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_think_takes_all_of_its_time(game: str) -> None:
    started = time.perf_counter()
    strength.think(game, 0.2)
    assert time.perf_counter() - started >= 0.2


def test_cores_are_compared_round_by_round() -> None:
    rounds = strength.core_rounds(games=2, rounds=3)
    assert len(rounds) == 3
    assert all(one > 0 and every > 0 for one, every in rounds)


def test_the_memory_of_a_think_is_bounded_even_with_two_full_trees() -> None:
    assert 2 * MOST_NODES * 7 * 8 / 2**20 < strength.memory_of_long_think(0.05) < 500
