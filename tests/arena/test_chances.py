"""How true chances are: a curve is found again in what it made, and grades are held against more thought."""

import random
from pathlib import Path

import pytest

import sortilege
from sortilege.analysis.curve import PLAIN, Curve, curve, effort, fitted
from sortilege.arena.chances import Sample, calibration_error, fit, predicted, samples, truth, with_curve
from sortilege.arena.grades import agreement
from sortilege.arena.match import Match


def made_by(curve: Curve, games: int, seed: int = 0) -> list[Sample]:
    """Two seats with any shares, who win as often as this curve says."""
    chance = random.Random(seed)
    found = []
    for number in range(games):
        share = chance.uniform(0.02, 0.98)
        mover = chance.randrange(2)
        odds = curve.chances([share, 1 - share], mover)[0]
        found.append(Sample(number, 0, mover, [share, 1 - share], float(chance.random() < odds)))
    return found


@pytest.mark.parametrize("true", [Curve(0.6, 0.0), Curve(1.4, 0.3), PLAIN])
def test_a_curve_is_found_again(true: Curve) -> None:
    found = fit(made_by(true, 6000))
    assert found.slope == pytest.approx(true.slope, abs=0.12)
    assert found.mover == pytest.approx(true.mover, abs=0.12)


def test_chances_are_truer_with_the_curve_and_tried_on_other_games() -> None:
    found = truth(made_by(Curve(0.5, 0.0), 4000))
    assert found.error.value < 0.025
    assert found.plain > 0.06
    assert sum(each.count for each in found.bins) == 4000


def test_a_perfect_prophet_has_no_error() -> None:
    every = made_by(PLAIN, 50)
    assert calibration_error([(each, each.got) for each in every]) == 0.0


def test_chances_add_up_and_keep_their_order() -> None:
    chances = Curve(0.7, 0.2).chances([0.5, 0.3, 0.2], 2)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[0] > chances[1]
    assert Curve(0.7, 0.2).chances([0.4], 0)[0] < 1.0
    assert PLAIN.chances([0.7, 0.3], 0) == [0.7, 0.3]


def test_games_are_sampled_and_their_curve_is_written_down(tmp_path: Path) -> None:
    found = samples("true_wizard", "greedy", (2, 3), 2, "test", jobs=1)
    assert {each.number for each in found} == {0, 1, 2, 3}
    assert all(0 <= predicted(each, PLAIN) <= 1 for each in found)
    text = with_curve("true_wizard", "greedy", Curve(0.9, 0.1), "a command")
    (tmp_path / "analysis.toml").write_text(text, encoding="utf-8")
    written = fitted(tmp_path)
    assert written["levels"]["greedy"]["slope"] == 0.9
    assert written["levels"]["greedy"]["by"] == "a command"
    assert written["effort"] == effort(sortilege.game("true_wizard"))


@pytest.mark.parametrize("name", sortilege.games())
def test_every_curve_says_where_it_comes_from(name: str) -> None:
    game = sortilege.game(name)
    for level, values in fitted(game.folder).get("levels", {}).items():
        assert set(values) == {"slope", "mover", "fitted", "cards", "by"}
        assert curve(game, level).slope > 0


def test_two_budgets_agree_on_what_is_clear() -> None:
    found = agreement(Match("true_wizard", ("random",), 2, "grades"), 1, ("quick", "quick"), jobs=1)
    assert found.counts.total() == 10
    assert 0 <= found.blame.value <= 1
