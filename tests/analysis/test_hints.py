"""Advice for a seat."""

from types import SimpleNamespace

import pytest

import sortilege
from kit import case_of, sample
from sortilege.analysis import Hint, hints
from sortilege.analysis.evaluator import Evaluator, Odds
from sortilege.analysis.hints import judgement
from sortilege.bots import Seat
from sortilege.bots.confidence import wilson
from sortilege.bots.levels import LEVELS
from sortilege.bots.search import Finding
from sortilege.engine import State


def with_choice(name: str) -> State:
    return next(state for state, _ in sample(case_of(name, 2), "hints", 9) if len(state.moves()) > 3)


def advice(state: State, most: int = 3) -> list[Hint]:
    return hints(Seat(state, state.seat), most=most, seconds=0, playouts=60)


@pytest.mark.parametrize("name", sortilege.games())
def test_the_best_moves_come_with_chances_and_words(name: str) -> None:
    state = with_choice(name)
    found = advice(state)
    assert 1 <= len(found) <= 3
    assert found == advice(state)
    for each in found:
        assert each.move in state.moves()
        assert state.parse(each.text) == each.move
        assert each.label
        assert 0 <= each.low <= each.chance <= each.high <= 1
        assert each.words
    assert [each.chance for each in found] == sorted((each.chance for each in found), reverse=True)
    assert sum(each.chosen for each in found) == 1
    by_race = sorted(found, key=lambda each: (not each.chosen, -each.playouts))
    finalists, others = by_race[:2], by_race[2:]
    assert all(each.playouts >= other.playouts for each in finalists for other in others)


def test_a_higher_chance_stands_before_the_bots_own_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = with_choice("wizard_dice")
    chosen, other, *_ = state.moves()
    found = [Finding(chosen, 40, 0.5, 0.5), Finding(other, 30, 0.6, 0.6)]
    search = SimpleNamespace(think=lambda *_: None, findings=lambda: found)
    monkeypatch.setitem(LEVELS, "archmage", SimpleNamespace(search=lambda *_: search))
    monkeypatch.setattr(Evaluator, "heats", lambda *_: [[[0.5, 0.5], [0.6, 0.4]], [[0.4, 0.6], [0.5, 0.5]]])
    assert [(each.move, each.words, each.chosen) for each in advice(state)] == [
        (other, "may be better", False),
        (chosen, "as good as any", True),
    ]


@pytest.mark.parametrize("name", sortilege.games())
def test_chances_are_those_of_the_analysis(name: str) -> None:
    """The same curve makes chances of the same playouts."""
    state = with_choice(name)
    seat = int(state.seat)
    found = advice(state)
    evaluator = Evaluator.of(sortilege.game(name), state.seats, "hints 0")
    heats = evaluator.heats(state, [each.move for each in found], found[0].playouts)
    for place, each in enumerate(found):
        assert each.chance == evaluator.calibrated([heat[place] for heat in heats], seat, seat).chance


def test_who_has_no_choice_gets_no_hint() -> None:
    state = with_choice("wizard_dice")
    assert hints(Seat(state, 1 - state.seat)) == []


def test_words_compare_with_the_best() -> None:
    first, low, wide, high = Odds(0.65, 0.02), Odds(0.3, 0.05), Odds(0.45, 0.1), Odds(0.67, 0.08)
    assert judgement(0, [first, low]) == "clearly best"
    assert judgement(0, [first, wide]) == "best"
    assert judgement(0, [first, high]) == "as good as any"
    assert judgement(0, [first]) == "best"
    assert judgement(1, [first, high]) == "may be better"
    assert judgement(1, [first, wide]) == "may be as good"
    assert judgement(1, [first, low]) == "weaker"


def test_wilsons_interval() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
