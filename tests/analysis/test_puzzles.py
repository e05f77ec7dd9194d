"""Puzzles: each can be asked, and what is said of it holds together."""

import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import sortilege
from kit import case_of, sample
from sortilege.analysis.puzzles import (
    DIFFICULTIES,
    Puzzle,
    margin,
    missing_grades,
    of_the_day,
    one_of_each,
    puzzles,
    read,
    write,
)
from sortilege.engine import FastChance, Game
from sortilege.terminal import puzzle as terminal
from sortilege.terminal.command import main

GAMES = [sortilege.game(name) for name in sortilege.games()]
ASKED = [game for game in GAMES if puzzles(game)]


@pytest.mark.parametrize("game", ASKED, ids=lambda game: game.name)
def test_every_puzzle_has_one_best_move_that_is_missed_at_once(game: Game) -> None:
    for each in puzzles(game).values():
        state = each.state(game)
        best, usual = state.parse(each.best), state.parse(each.usual)
        assert state.legal(best)
        assert each.difficulty in DIFFICULTIES
        top = each.chances[each.best]
        assert top - each.chances[each.usual] >= margin(game) - 0.001
        assert all(
            top - chance >= margin(game) / 2 - 0.001 for text, chance in each.chances.items() if text != each.best
        )
        assert each.solved(state, best)
        assert not each.solved(state, usual)
        seen = state.seen_by(state.seat)
        assert game.sense.choose(seen, FastChance(each.name)) != best


@pytest.mark.parametrize("game", ASKED, ids=lambda game: game.name)
def test_every_day_has_its_puzzle(game: Game) -> None:
    week = [of_the_day(game, date(2026, 5, day)) for day in range(1, 8)]
    assert len({each.name for each in week if each}) == min(7, len(puzzles(game)))


def test_which_of_two_equal_dice_is_thrown_makes_no_difference() -> None:
    game = sortilege.game("wizard_dice")
    thrown = (state for state, _ in sample(case_of(game.name, 2), "dice", 40))
    state = next(state for state in thrown if state.seat >= 0 and state.text(state.moves()[-1]).startswith("reroll"))
    seen = state.seen_by(state.seat)
    kinds = one_of_each(seen, state.moves())
    assert len(kinds) == len({game.words.label(seen, move) for move in state.moves()})
    assert len(kinds) < len(state.moves())


def test_what_was_found_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ASKED[0]
    first, second, *_ = puzzles(game).values()
    monkeypatch.setattr(terminal, "find", lambda *_: iter([first, second]))
    file = tmp_path / "puzzles.json"
    write(file, [first])
    command = ["puzzle", game.name, "--find", "2", "--out", str(file), "--jobs", "1"]
    for _ in range(2):
        assert main(command) == 0
        assert read(file) == [first, second]


def test_only_the_grades_that_are_missing_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ASKED[0]
    easy, medium, hard = (
        replace(next(iter(puzzles(game).values())), name=each, difficulty=each) for each in DIFFICULTIES
    )
    asked: list[tuple[int, list[str]]] = []

    def find(game: Game, number: int, seed: str, grades: list[str]) -> Iterator[Puzzle]:
        asked.append((number, grades))
        return iter([hard, medium] if number == 1 else [])

    monkeypatch.setattr(terminal, "find", find)
    file = tmp_path / "puzzles.json"
    write(file, [replace(easy, name=f"easy {n}") for n in range(10)])
    assert main(["puzzle", game.name, "--find", "10", "--out", str(file), "--jobs", "1"]) == 0
    assert asked == [(0, ["medium", "hard"]), (1, ["medium", "hard"])]
    assert len(read(file)) == 12


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = puzzles(ASKED[0]).values()

    def find(game: Game, number: int, seed: str, grades: list[str]) -> Iterator[Puzzle]:
        signal.raise_signal(signal.SIGINT)
        yield first

    monkeypatch.setattr(terminal, "find", find)
    file = tmp_path / "puzzles.json"
    assert main(["puzzle", ASKED[0].name, "--find", "9", "--out", str(file), "--jobs", "1"]) == 130
    assert read(file) == [first]


def test_of_every_grade_there_are_some() -> None:
    easy, hard = (replace(next(iter(puzzles(ASKED[0]).values())), difficulty=grade) for grade in ("easy", "hard"))
    assert missing_grades([easy] * 12 + [hard] * 7, 20) == ["easy", "medium", "hard"]
    assert missing_grades([easy] * 12 + [hard] * 8, 20) == ["medium"]


def few(monkeypatch: pytest.MonkeyPatch, *every: Puzzle) -> None:
    monkeypatch.setattr(terminal, "puzzles", lambda _: {each.name: each for each in every})


def test_a_check_tells_how_many_hold_and_writes_them_graded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = sortilege.game("true_wizard"), tmp_path / "held.json"
    first, second = [each for each in puzzles(game).values() if each.difficulty == "easy"][:2]
    few(monkeypatch, replace(first, difficulty="hard"), replace(second, best=second.usual))
    command = ["puzzle", game.name, "--check", "2000", "--seed", "test", "--out", str(file), "--jobs", "1"]
    assert main(command) == 0
    assert "all: 2 puzzles, still best 50.0 %" in capsys.readouterr().out
    assert read(file) == [first]


def test_a_check_that_is_stopped_loses_no_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, file = sortilege.game("true_wizard"), tmp_path / "held.json"
    first, second, third, *_ = puzzles(game).values()
    few(monkeypatch, first, second, third)

    def lead(*_: object) -> float:
        signal.raise_signal(signal.SIGINT)
        return -1.0

    monkeypatch.setattr(terminal.Finder, "lead", lead)
    assert main(["puzzle", game.name, "--check", "8", "--out", str(file), "--jobs", "1"]) == 130
    assert read(file) == [second, third]


def raise_end(*_: object) -> str:
    raise EOFError


def test_the_terminal_asks_until_it_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ASKED[0]
    puzzle: Puzzle = next(iter(puzzles(game).values()))
    typed = iter(["fly", puzzle.usual, puzzle.best])
    monkeypatch.setattr(terminal.Console, "input", lambda *_: next(typed))
    assert main(["puzzle", game.name, "--name", puzzle.name]) == 0
    told = capsys.readouterr().out
    for part in ("is no move", "Not the best", "That is it.", "looks best at once"):
        assert part in told
    monkeypatch.setattr(terminal.Console, "input", raise_end)
    assert main(["puzzle", game.name, "--name", puzzle.name]) == 0, "who leaves is not scolded"
    assert main(["puzzle", game.name, "--list"]) == 0
    assert puzzle.name in capsys.readouterr().out
    assert main(["puzzle", game.name, "--name", "none"]) == 2
