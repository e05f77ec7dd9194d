"""Whole games: what an analysis of a record says, and what cannot be analysed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sortilege
from kit import bot_game, case_of
from sortilege.analysis import BUDGETS, Analysis, Found, Point, analyse
from sortilege.analysis.budget import Budget
from sortilege.analysis.decisions import GRADES
from sortilege.engine import CHANCE, BadRecord, EarlierCards, Record
from sortilege.terminal import analyse as terminal
from sortilege.terminal.command import main

TINY = Budget(playouts=2, heats=(1, 1), last_heats=2, outcomes=4, looks=2, points=8)


@pytest.fixture(autouse=True)
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "quick", TINY)


def played(name: str, seats: int = 2) -> Record:
    return bot_game(case_of(name, seats), ["greedy", "random"] * (seats // 2) + ["greedy"] * (seats % 2), "analysis")


@pytest.mark.parametrize("name", sortilege.games())
def test_every_game_is_analysed(name: str) -> None:
    record = played(name)
    found = analyse(record, "quick")
    assert found.whole
    assert found.points[0].step == 0
    assert found.points[-1].chances == found.result
    choices = [number for number, (state, _) in enumerate(record.replay()) if len(state.moves()) > 1]
    assert [each.step for each in found.decisions] == choices
    throws = [n for n, (state, _) in enumerate(record.replay()) if state.seat == CHANCE and state.sides() > 1]
    assert [each.step for each in found.found if each.kind == "luck"] == throws
    assert sum(sum(found.grades(seat).values()) for seat in range(2)) == len(choices)
    for each in found.decisions:
        assert each.grade in GRADES
        assert each.loss >= 0
        assert each.best is not None if each.blamed else True
    assert len(found.turning_points) <= 3


def test_the_same_record_is_found_the_same() -> None:
    record = played("true_wizard")
    found = analyse(record, "quick")
    assert found == analyse(record, "quick")
    assert Analysis.from_data(json.loads(found.dumps())) == found


def test_a_result_is_luck_and_play_and_the_rest() -> None:
    found = analyse(played("wizard_dice", 3), "quick")
    for seat in range(3):
        each = found.balance(seat)
        parts = each.start + each.luck.value + each.skill.value + each.others.value + each.rest
        assert parts == pytest.approx(found.result[seat])


def test_only_a_finished_game_of_the_rules_of_now_is_analysed(tmp_path: Path) -> None:
    record = played("true_wizard")
    begun = Record(record.game, record.seats, record.options, record.steps[:20])
    with pytest.raises(BadRecord, match="not over"):
        analyse(begun)
    earlier = Record(record.game, record.seats, record.options, record.steps, record.result, rules="0")
    with pytest.raises(EarlierCards):
        analyse(earlier)


def test_the_terminal_tells_and_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    played("true_wizard").save(file)
    assert main(["analyse", str(file), "--budget", "quick", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    for part in ("Chances of winning", "100%", "luck", "own play", "blunder"):
        assert part in told
    assert main(["analyse", str(file), "--budget", "quick", "--jobs", "1", "--json"]) == 0
    assert Analysis.from_data(json.loads(capsys.readouterr().out)).whole


def test_what_is_done_before_ctrl_c_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    played("true_wizard").save(file)
    monkeypatch.setattr(terminal, "run", lambda task, numbers, *_: map(task, numbers[:30]))
    assert main(["analyse", str(file), "--budget", "quick"]) == 130
    assert "Stopped after 30 of" in capsys.readouterr().out
    assert main(["analyse", str(file), "--budget", "quick", "--json"]) == 130
    found = Analysis.from_data(json.loads(capsys.readouterr().out))
    assert found.done == 30
    assert max(each.step for each in found.found) < 30


def test_the_terminal_tells_how_it_would_have_gone_on() -> None:
    found = Found(3, "decision", 0, [], [], why=["{0} has more points."], line=["{0}: cast", "{0}: done"])
    assert terminal.reasons(found, ["Ann", "Bob"]) == ["Ann has more points.", "It would go on: Ann: cast; Ann: done."]
    assert terminal.reasons(replace(found, line=["{0}: cast"]), ["Ann", "Bob"]) == ["Ann has more points."]


def test_a_graph_goes_straight_from_point_to_point() -> None:
    points = [Point(0, [0.5, 0.5], [0.0, 0.0]), Point(4, [0.9, 0.1], [0.0, 0.0])]
    found = Analysis("a game", "1", "1", "quick", "greedy", ["A", "B"], 4, [0.9, 0.1], points, [], 4)
    assert [found.chances_at(step)[0] for step in (0, 1, 4)] == pytest.approx([0.5, 0.6, 0.9])


def test_the_terminal_refuses_what_it_cannot_analyse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("true_wizard")
    begun, torn, wrong = (tmp_path / f"{name}.json" for name in ("begun", "torn", "wrong"))
    Record(record.game, record.seats, record.options, record.steps[:20]).save(begun)
    torn.write_text(record.dumps()[:400], encoding="utf-8")
    data = json.loads(record.dumps())
    data["steps"][30] = "cast nothing"
    wrong.write_text(json.dumps(data), encoding="utf-8")
    for file, said in ((begun, "not over"), (torn, "no JSON"), (wrong, "step 31")):
        assert main(["analyse", str(file)]) == 2
        assert said in capsys.readouterr().err
    whole = tmp_path / "whole.json"
    record.save(whole)
    assert main(["analyse", str(whole), "--seat", "3"]) == 2
    assert "1 to 2" in capsys.readouterr().err
