"""Results adjusted for luck: the same expectation, narrower intervals."""

import random
from pathlib import Path

import pytest

from sortilege.arena.luck import Weighed, adjust, luck_by_seat, slope
from sortilege.arena.match import Match
from sortilege.arena.match_folder import play_match
from sortilege.arena.reports.match import write_report
from sortilege.terminal.command import main


def coins(games: int, noise: float, seed: int = 1) -> list[Weighed]:
    """A game of skill 0.5 in which a coin decides, and an evaluator that sees the coin through so much noise."""
    chance = random.Random(seed)
    found: list[Weighed] = []
    for number in range(games):
        luck = chance.choice((-0.5, 0.5))
        found.append((number, 0.5 + luck, luck + chance.gauss(0, noise)))
    return found


def test_luck_that_decides_everything_is_taken_away() -> None:
    found = adjust(coins(400, 0.0))
    assert found.adjusted.value == pytest.approx(0.5, abs=0.01)
    assert found.factor > 100


def test_a_noisy_evaluator_is_trusted_less_and_never_harms_much() -> None:
    """With noise as large as the luck itself, half of it is taken away: the factor is 2, and 1 without any sense."""
    found = adjust(coins(20_000, 0.5))
    assert found.slope == pytest.approx(0.5, abs=0.03)
    assert found.factor == pytest.approx(2.0, abs=0.1)
    assert adjust(coins(2000, 50.0)).factor > 0.98


def test_adjusting_keeps_the_expectation() -> None:
    """Over many matches the mean of the adjusted figures is that of the raw ones."""
    matches = [adjust(coins(60, 0.3, seed)) for seed in range(200)]
    raw, adjusted = (sum(values) / len(values) for values in zip(*((m.raw.value, m.adjusted.value) for m in matches)))
    assert raw == pytest.approx(0.5, abs=0.02)
    assert adjusted == pytest.approx(0.5, abs=0.01)


def test_no_luck_means_no_slope() -> None:
    assert slope([(number, number % 2, 0.0) for number in range(10)]) == 0.0


def test_luck_of_all_seats_adds_up_to_nothing() -> None:
    match = Match("true_wizard", ("greedy",), 3, "luck", luck="quick").checked()
    result = match.play(0)
    assert any(result.luck)
    assert sum(result.luck) == pytest.approx(0.0, abs=1e-9)
    assert len(luck_by_seat(match, 2, jobs=1)) == 3


def test_a_report_shows_both_and_says_what_it_gains(tmp_path: Path) -> None:
    folder = play_match("true_wizard", ["greedy", "random"], 4, 2, tmp_path, luck="quick", jobs=1)
    summary = write_report(folder)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert summary.luck_told in page
    assert "adjusted for luck" in page
    with pytest.raises(ValueError, match="another match"):
        play_match("true_wizard", ["greedy", "random"], 4, 2, tmp_path, jobs=1)


def test_without_luck_nothing_is_said(tmp_path: Path) -> None:
    summary = write_report(play_match("true_wizard", ["greedy", "random"], 4, 2, tmp_path, jobs=1))
    assert summary.luck_told == ""


def test_an_unknown_budget_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "true_wizard", "--luck", "quik"]) == 2
    assert "quick" in capsys.readouterr().err
