"""Studies: what cards and actions do for those who use them."""

import argparse
import json
import math
import sys
from pathlib import Path

import pytest

import sortilege
from kit import walk
from sortilege.arena import study_game, write_study
from sortilege.arena.extra import MissingExtra
from sortilege.arena.results import GameResult
from sortilege.arena.study import Observer, thing
from sortilege.arena.uses import Notes, UseCounts, length_class
from sortilege.engine import CHANCE
from sortilege.terminal.arena import add_commands, exit_code


def notes(length: int, ranking: list[int], used: list[list[str]], offered: list[list[str]] | None = None) -> Notes:
    played = GameResult(0, 0, ("a", "b"), [0, 0], ranking, "end", [length, length], [9, 9], [0.0, 0.0], 0)
    return Notes(played, offered or used, [dict.fromkeys(each, 1) for each in used])


def test_numbers_are_left_out_of_things() -> None:
    assert thing("bid 12") == "bid"
    assert thing("predict 5 green") == "predict green"
    assert thing("learn root cellar") == "learn root cellar"


def test_offers_and_uses_are_counted_by_game() -> None:
    counts = UseCounts()
    counts.add(notes(10, [1, 2], [["fire"], []], [["fire", "ice"], ["ice"]]))
    counts.add(notes(10, [2, 1], [[], []], [["ice"], ["ice"]]))
    table = {use.name: use for use in counts.table()}
    assert table["fire"].offered.value == 0.5
    assert table["fire"].used.value == 1.0
    assert table["fire"].uses == 0.5
    assert table["ice"].offered.value == 1.0
    assert table["ice"].used.value == 0.0
    assert table["ice"].lead.count == 0


def test_the_lead_of_a_card_that_wins() -> None:
    counts = UseCounts()
    for _ in range(30):
        counts.add(notes(10, [1, 2], [["fire"], ["ice"]]))
        counts.add(notes(10, [2, 1], [["ice"], ["fire"]]))
        counts.add(notes(10, [1, 2], [["ice"], ["fire"]]))
    lead = counts.lead("fire")
    assert lead.value == pytest.approx(1 / 3)
    assert lead.high - lead.value == pytest.approx(1.987 * math.sqrt(4 * 2 / 3 * 1 / 3 / 90), rel=0.001)
    assert lead.count == 90


def test_a_lead_goes_by_games_where_several_used_it_or_nobody_did() -> None:
    """Three seats; worked out by hand: users win 40 of 80, others 20 of 100, in 60 games."""
    counts = UseCounts()
    for _ in range(20):
        counts.add(notes(10, [1, 2, 2], [["fire"], ["fire"], ["ice"]]))
        counts.add(notes(10, [2, 1, 2], [["fire"], ["fire"], ["ice"]]))
        counts.add(notes(10, [2, 2, 1], [["ice"], ["ice"], ["ice"]]))
    lead = counts.lead("fire")
    assert lead.value == pytest.approx(40 / 80 - 20 / 100)
    used, unused = (1 - 0.5 * 2) / 80 - (0 - 0.2 * 1) / 100, -(1 - 0.2 * 3) / 100
    assert lead.high - lead.value == pytest.approx(2.023 * math.sqrt(40 * used**2 + 20 * unused**2), rel=0.001)


def test_a_lead_of_few_games_is_as_unsure_as_they_are() -> None:
    counts = UseCounts()
    for _ in range(20):
        counts.add(notes(10, [1, 2, 2], [[], ["ice"], []]))
    counts.add(notes(10, [1, 2, 2], [["fire"], [], []]))
    assert counts.lead("fire").count == 0
    counts.add(notes(10, [1, 2, 2], [["fire"], [], []]))
    assert counts.lead("fire").value - counts.lead("fire").low > 0.15


def test_a_lead_over_few_who_did_without_is_unsure_too() -> None:
    counts = UseCounts()
    for _ in range(20):
        counts.add(notes(10, [1, 2, 2], [["fire"], ["fire"], ["fire"]]))
    counts.add(notes(10, [1, 2, 2], [["fire"], ["fire"], []]))
    assert counts.lead("fire").count == 0
    counts.add(notes(10, [1, 2, 2], [["fire"], ["fire"], []]))
    assert counts.lead("fire").high - counts.lead("fire").value > 0.05


def test_a_card_of_long_games_gets_no_lead_from_their_length() -> None:
    """Both seats share the wins of long games, where the card is used; in short games one wins, and nobody uses it."""
    counts = UseCounts()
    for _ in range(20):
        counts.add(notes(100, [1, 1], [["late"], ["late"]]))
        counts.add(notes(100, [1, 1], [["late"], []]))
        counts.add(notes(10, [2, 1], [[], []]))
    assert counts.lead("late").value == pytest.approx(0.0)
    assert length_class(100) != length_class(10)


def test_a_study_of_a_game(tmp_path: Path) -> None:
    findings = study_game("wizard_dice", 20, 3, jobs=1)
    assert findings.games == 20
    assert sum(figure.value for figure in findings.by_seat) == pytest.approx(1.0)
    assert sum(findings.endings.values()) == 20
    named = {use.name for use in findings.uses}
    assert {"reroll", "stay", "predict blue"} <= named
    write_study(findings, tmp_path)
    assert json.loads((tmp_path / "study.json").read_text())["games"] == 20
    page = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "predict blue" in page


@pytest.mark.parametrize(
    ("game", "deed", "card"),
    [
        ("true_wizard", "learn", "echo"),
        ("true_wizard", "destroy", "iron-maw"),
        ("lizard_wizard", "build", "mirror house"),
    ],
)
def test_cards_have_their_names_where_the_notation_tells_a_place(game: str, deed: str, card: str) -> None:
    observer = Observer(game, 2)
    for seed in range(6):
        for state, move in walk(sortilege.game(game).start(2), seed):
            if state.seat != CHANCE:
                observer.saw(state, state.moves(), move)
    named = set.union(*observer.offered)
    assert f"{deed} {card}" in named
    assert not named & {"learn a1", "destroy d4", "build gold"}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    add_commands(made.add_subparsers(), str)
    return made


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("arena wizard_dice --bots greedy,random --games 4", "study wizard_dice --games 4 --seats 2"):
        arguments = parser().parse_args([*words.split(), "--jobs", "1", "--out", str(tmp_path / words.split()[0])])
        assert arguments.run(arguments) == 0
    shown = capsys.readouterr().out
    assert "4 games, 2 seats" in shown
    assert (tmp_path / "arena" / "report.html").exists()
    assert (tmp_path / "study" / "study.html").exists()


def test_a_study_has_two_seats_where_one_could_play_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = parser().parse_args(["study", "true_wizard", "--games", "2", "--jobs", "1", "--out", str(tmp_path)])
    assert arguments.run(arguments) == 0
    assert "2 games, 2 seats" in capsys.readouterr().out


def test_a_command_that_was_stopped_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = parser().parse_args(["arena", "aeydor", "--games", "9"])
    assert exit_code(9, arguments, "; more") == 0
    assert capsys.readouterr().out == ""
    assert exit_code(4, arguments, "; more") == 130
    assert capsys.readouterr().out == "Stopped after 4 of 9 games; more.\n"


@pytest.mark.parametrize("command", ["arena", "study"])
def test_a_command_says_at_once_what_is_missing(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    arguments = parser().parse_args([command, "aeydor", "--games", "1000000000"])
    with pytest.raises(MissingExtra, match="openskill"):
        arguments.run(arguments)


def test_a_command_without_a_game_says_so() -> None:
    arguments = parser().parse_args(["arena"])
    with pytest.raises(ValueError, match="which game"):
        arguments.run(arguments)
