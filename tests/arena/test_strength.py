"""The measurement of docs/strength.md, in a short form: quick bots, two games a match."""

import copy
import re
import shutil
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sortilege.arena import MatchFolder, planned, play_match, speed, strength
from sortilege.arena.match import Match
from sortilege.arena.measured import BEFORE, bots_of, judgement, measured, source
from sortilege.arena.planned import PlannedMatch, planned_matches
from sortilege.arena.reports import strength as tables
from sortilege.arena.runner import Stopped
from sortilege.arena.wanted import Wanted, wanted
from sortilege.bots.search import MOST_NODES
from sortilege.engine import Game
from sortilege.games import game as find_game
from sortilege.games import games

QUICK = {
    "LADDER": ("archmage:2", "adept:1", "apprentice:1", "random"),
    "CHALLENGE": ("archmage:2", "greedy", "greedy", "greedy"),
    "DUEL": ("greedy", "adept:1"),
    "SOLO": ("archmage:1", "greedy", "random"),
    "COMPARED": "adept",
    "THINKS": "0.002s",
    "WITHOUT": {"without-choice": "slips=1", "without-value": "horizon=30"},
}
GAME_NAMES = games()
DOCS = Path(__file__).parents[2] / "docs" / "strength"
FEW = ["aeydor", "true_wizard"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUICK.items():
        monkeypatch.setattr(planned, name, value)
    for module in (planned, strength, tables):
        monkeypatch.setattr(module, "all_games", lambda: FEW)
    monkeypatch.setattr(tables, "FORESEEN", 2)
    monkeypatch.setattr(tables, "speed_lines", lambda: ["(speed)"])
    monkeypatch.setattr("sortilege.arena.reports.match.plots_of", lambda summary: [])


@pytest.fixture
def in_haste(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that ask for more time to think get no more than the others."""

    def planned_in_haste(seed: str | None = None, games: int | None = None) -> list[PlannedMatch]:
        return [replace(each, match=hasty(each.match)) for each in planned_matches(seed, games)]

    def hasty(match: Match) -> Match:
        return replace(match, bots=tuple(bot.replace(":0.02s", ":0.002s") for bot in match.bots))

    monkeypatch.setattr(strength, "planned_matches", planned_in_haste)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_every_match_that_makes_sense_for_it(game: str) -> None:
    found = {each.kind: each.match.seats for each in planned_matches() if each.match.game == game}
    assert {"ladder", "greedy", "three-greedy", "without-choice"} <= set(found)
    assert ("without-value" in found) == (find_game(game).sense.horizon() > 0)
    assert found.get("solo", 0) == (1 in find_game(game).seat_range)


def test_matches_have_as_many_games_as_planned_unless_told_otherwise(quick: None) -> None:
    assert {each.name: each.games for each in planned_matches()}.items() >= {
        ("aeydor-ladder", 120),
        ("true_wizard-solo", 90),
    }
    assert {each.name: each.games for each in planned_matches(games=4)}.items() >= {
        ("aeydor-ladder", 4),
        ("true_wizard-solo", 12),
    }
    assert {each.match.seed for each in planned_matches()} == {"2026", "2027"}
    assert {each.match.seed for each in planned_matches("deals")} == {"deals"}


HEADINGS = {
    "ladder": "The ladder: ratings",
    "greedy": "Greedy against the adept",
    "three-greedy": "Against three greedy",
    "without-choice": "The archmage against itself with slips=1",
    "without-value": "The archmage against itself with horizon=0",
}


def published(heading: str, title: str) -> dict[str, str]:
    """A game's row of a published table, by the table's columns."""
    lines = (DOCS / "strength.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("## ")[0].splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return dict(zip(rows[0], next(row for row in rows if row[0] == title)))


STRENGTH = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
EARLIER = STRENGTH.partition("earlier cards of")[2].partition(".")[0]
"""What docs/strength.md says of games whose cards have changed since."""


@pytest.mark.parametrize("planned", planned_matches(), ids=lambda planned: planned.name)
def test_the_published_matches_are_the_planned_ones(planned: PlannedMatch) -> None:
    """And they were played with these rules, and with the content that people are told of."""
    game, match = find_game(planned.match.game), planned.match
    if planned.kind == "solo":
        row = published(f"Alone: {game.title}, {planned.games // 3} deals each", match.bots[0])
        assert row["bot"] == match.bots[0]
    else:
        row = published(HEADINGS[planned.kind], game.title)
        assert row["games"] == str(planned.games)
        assert row.get("seats", str(match.seats)) == str(match.seats)
        assert row.get("thinks", match.bots[0].partition(":")[2]) == match.bots[0].partition(":")[2]
    row = published("What was played", game.title)
    assert (row["rules"], row["content"]) == (game.rules_version, wanted(game.name).cards["measured"])
    earlier = wanted(game.name).cards["measured"] != game.content
    assert ("earlier cards" in measured(game.name)) == earlier
    assert (game.title in EARLIER) == earlier
    assert re.search(rf"\b{match.seed}: [^;]*\b{planned.kind}\b", row["matches by seed"])


def test_a_match_that_is_cut_short_ends_the_measurement(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(game: str, bots: tuple[str, ...], games: int, *rest: Any, **others: Any) -> MatchFolder:
        return play_match(game, bots, games - 1, *rest, **others)

    monkeypatch.setattr(strength, "play_match", cut)
    with pytest.raises(Stopped, match="aeydor-ladder: 1 of 2 games"):
        strength.write_strength(tmp_path, "deals", 2, 1)
    assert not (tmp_path / "strength.md").exists()


def test_a_comparison_takes_one_part_of_the_sense_away(quick: None) -> None:
    bots = {each.name: each.match.bots for each in planned_matches()}
    assert bots["aeydor-without-choice"] == ("adept:0.02s", "adept:0.02s+slips=1")
    assert bots["true_wizard-without-choice"] == ("adept:0.002s", "adept:0.002s+slips=1")


def test_one_command_measures_and_writes_the_tables_and_again_adds_nothing(in_haste: None, tmp_path: Path) -> None:
    text = strength.write_strength(tmp_path, "deals", 2, 1).read_text(encoding="utf-8")
    assert text.startswith("# Strength as measured\n")
    assert text.endswith("(speed)\n")
    ladder = text.split("## ")[1].splitlines()
    assert ladder[4] == "| game | seats | games | archmage:2 | adept:1 | apprentice:1 | random |"
    assert [line.split(" | ")[:3] for line in ladder[6:8]] == [
        ["| Wizards of Æydor", "4", "2"],
        ["| True Wizard", "4", "2"],
    ]
    assert "| even chances | 0.693 | 1.099 | 1.386 |" in text
    assert "## Alone: True Wizard, 2 deals each" in text
    assert (tmp_path / "aeydor-without-value" / "report.html").exists()
    assert strength.write_strength(tmp_path, "deals", 2, 1).read_text(encoding="utf-8") == text
    assert (tmp_path / "ladder.svg").read_text(encoding="utf-8").startswith("<svg")
    assert sorted(folder.name for folder in (tmp_path / "games").iterdir()) == FEW
    told = tomllib.loads((tmp_path / "games" / "aeydor" / "studies.toml").read_text(encoding="utf-8"))
    assert told["matches"]["ladder"] == {"games": 120}
    assert list(told["measured"]) == [*planned.LADDER, BEFORE]
    assert sum(told["measured"][name] for name in planned.LADDER) == 100
    assert told["cards"] == {"measured": find_game("aeydor").content}
    assert told["bots"] == {"measured": bots_of("aeydor")}


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_people_are_told_is_what_was_measured(game: str) -> None:
    title, told = find_game(game).title, dict(wanted(game).measured)
    before = told.pop(BEFORE)
    wins = published("The ladder: who is placed before whom", title)["wins"]
    assert wins == f"{' / '.join(str(percent) for percent in told.values())} %"
    exactly = published("Greedy against the adept", title)["greedy before the adept"].partition(" %")[0]
    assert abs(float(exactly) - before) <= 0.5
    assert (*told,) == planned.LADDER


@pytest.mark.parametrize("game", GAME_NAMES)
def test_people_are_told_how_strong_the_levels_are(game: str) -> None:
    assert re.search(
        r"archmage \d+ %, adept \d+ %, apprentice \d+ %, random \d+ %\. .*Greedy .* \d+ % of games", measured(game)
    )


def test_people_are_told_what_has_changed_since(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("wizard_dice")
    bots = {"measured": bots_of(game.name)}
    now = Wanted(measured={"adept": 9, BEFORE: 8}, cards={"measured": game.content}, bots=bots)
    ladder, since = "adept 9 %.", " That was with earlier cards."
    greedy = "Greedy was placed before an adept in 8 % of games for two."

    def told(**changes: dict[str, str]) -> str:
        monkeypatch.setattr("sortilege.arena.measured.wanted", lambda name: replace(now, **changes))
        return measured(game.name).partition("games: ")[2]

    assert told() == f"{ladder} {greedy}"
    assert told(cards={"measured": "-"}).split(greedy) == [f"{ladder}{since} ", since]
    assert told(bots={"greedy": bots_of(game.name)}) == f"{ladder} That was with earlier bots. {greedy}"
    assert told(cards={}, bots={}).endswith(" That was with earlier cards and bots.")


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The dice game, whose sense is written in a folder that may be changed."""
    game = copy.copy(find_game("wizard_dice"))
    folder = tmp_path / game.folder.name
    shutil.copytree(game.folder, folder)
    object.__setattr__(game, "folder", folder)
    monkeypatch.setattr("sortilege.arena.measured.source", lambda module: folder / "sense.py")
    return game


@pytest.mark.parametrize("file", ["sense.py", "outlook.py", "prospect.py", "network.json"])
def test_whoever_judges_otherwise_is_another_bot(rooms: Game, file: str) -> None:
    before = judgement(rooms)
    with (rooms.folder / file).open("a", encoding="utf-8") as text:
        text.write("\nOTHER = 1\n")
    assert judgement(rooms) != before


@pytest.mark.parametrize("file", ["words.py", "rules.py", "studies.toml"])
def test_what_a_sense_does_not_judge_by_makes_no_other_bot(rooms: Game, file: str) -> None:
    before = judgement(rooms)
    with (rooms.folder / file).open("a", encoding="utf-8") as text:
        text.write("\nOTHER = 1\n")
    assert judgement(rooms) == before


def test_a_comment_makes_no_other_bot(rooms: Game) -> None:
    before = judgement(rooms)
    with (rooms.folder / "sense.py").open("a", encoding="utf-8") as text:
        text.write("\n\n# To whom it may concern.\n")
    assert judgement(rooms) == before == judgement(find_game("wizard_dice"))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_an_installed_sense_is_known_by_what_it_is_written_as(game: str) -> None:
    sense = find_game(game).sense
    assert source(type(sense).__module__) == find_game(game).folder / "sense.py"


def test_a_sense_without_its_source_is_known_by_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "sense.cpython.so"
    library.write_bytes(b"\x7fELF")
    game = find_game("wizard_dice")
    before = judgement(game)
    monkeypatch.setattr(sys.modules[type(game.sense).__module__], "__file__", str(library))
    assert source(type(game.sense).__module__) == library
    assert judgement(game) != before


@pytest.mark.parametrize("game", GAME_NAMES)
def test_playouts_are_counted_in_every_game(game: str) -> None:
    assert speed.playouts_a_second(game, 0.05) > 0


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_think_takes_all_of_its_time(game: str) -> None:
    started = time.perf_counter()
    speed.think(game, 0.2)
    assert time.perf_counter() - started >= 0.2


def test_cores_are_compared_round_by_round() -> None:
    rounds = speed.core_rounds(games=2, rounds=3)
    assert len(rounds) == 3
    assert all(one > 0 and every > 0 for one, every in rounds)


def test_the_memory_of_a_think_is_bounded_even_with_two_full_trees() -> None:
    assert 2 * MOST_NODES * 7 * 8 / 2**20 < speed.memory_of_long_think(0.05) < 500
