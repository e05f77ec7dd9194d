"""Calibrations: their players, what they look at, and the tables that docs/calibration keeps."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from sortilege.arena import calibration
from sortilege.arena.calibration import MEASURED, CalibrationGames, calibrate
from sortilege.arena.match import Match
from sortilege.arena.results import GameResult
from sortilege.arena.study import StudyTask
from sortilege.arena.tables import heading, row, tenths
from sortilege.arena.uses import Notes
from sortilege.arena.wanted import has_calibration
from sortilege.bots import Seat, bot
from sortilege.engine import FastChance
from sortilege.games import game, games
from sortilege.games.aeydor import studies as aeydor
from sortilege.games.aeydor.position import WINDOW
from sortilege.games.aeydor.rules import Contest
from sortilege.games.aeydor.rules.moves import PASS
from sortilege.games.lizard_wizard import position
from sortilege.games.lizard_wizard import studies as lizard_wizard
from sortilege.games.lizard_wizard.rules import Astoria, moves
from sortilege.games.true_wizard import studies as true_wizard
from sortilege.terminal.arena import add_commands

DOCS = Path(__file__).parents[2] / "docs" / "calibration"


def first_cells(lines: Sequence[str]) -> list[str]:
    return [line.split(" | ")[0].removeprefix("| ") for line in lines if line.startswith("| ")]


# What all share.


def test_a_table_and_its_tenths() -> None:
    assert heading("seats", "rounds", "points") == "| seats | rounds | points |\n|---|--:|--:|"
    assert row(2, "7.0", 9) == "| 2 | 7.0 | 9 |"
    assert tenths(range(100, 0, -1)) == "11 / 51 / 91"
    assert tenths([7]) == "7 / 7 / 7"


def test_any_number_of_jobs_gives_the_same_figure() -> None:
    match = aeydor.StyleMatch("aeydor", ("all-duel", "all-safe"), 2, "test")
    alone, together = (CalibrationGames(6, jobs=jobs).wins_of_first(match, "") for jobs in (1, 2))
    assert alone == together
    assert alone.count == 6
    assert CalibrationGames(6, jobs=1).wins_of_first(Match("aeydor", ("greedy", "random"), 2), "").value > 0.6


def test_after_ctrl_c_what_is_done_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_in_part(task: Callable[[int], GameResult], numbers: range, jobs: int, title: str) -> Iterator[GameResult]:
        return map(task, islice(numbers, 2 if "3 players" in title else None))

    monkeypatch.setattr(calibration, "run", run_in_part)
    lines = list(calibrate("wizard_wars", CalibrationGames(3, progress=True)))
    assert first_cells(lines) == ["players", "2", "3"]
    assert lines[-1].endswith("| – |")


def test_one_game_without_a_calibration() -> None:
    with pytest.raises(ValueError, match="wizard_dice has no calibration; these games have one: aeydor, lizard_wizard"):
        calibrate("wizard_dice", CalibrationGames(1))
    with pytest.raises(ValueError, match="at least one game, not 0"):
        calibrate("aeydor", CalibrationGames(0))


def run_command(words: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(), str)
    arguments = parser.parse_args(words.split())
    return int(arguments.run(arguments))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("study wizard_wars --calibration --games 2 --seed test --jobs 1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        line for part in calibrate("wizard_wars", CalibrationGames(2, "test", 1)) for line in part.splitlines()
    ]
    assert first_cells(lines) == ["players", "2", "3", "4", "5", "6"]
    assert lines[2].count("%") == 4, "ended, two seats, greedy among random"
    with pytest.raises(ValueError, match="bots, seats and options of its own"):
        run_command("study wizard_wars --calibration --seats 2")


def test_the_command_writes_its_tables_below_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "study wizard_wars --calibration --games 1 --seed test --jobs 1"
    file = tmp_path / "made" / "wizard_wars.md"
    assert run_command(f"{command} --out {file.parent}") == 0
    made = file.read_text(encoding="utf-8")
    assert made.startswith(f"# Wizard Wars: calibration\n\n{MEASURED}\nOn 2")
    assert f"`{game('wizard_wars').content}`" in made
    assert f"\n    {command.removesuffix(' --jobs 1').replace('study', 'sortilege study', 1)}\n\n| players |" in made
    assert capsys.readouterr().out.startswith(made[made.index("| players |") :].rstrip())
    _, below = made.split(MEASURED)
    file.write_text(f"Wanted: peace.\n\n{MEASURED}\nlong ago\n", encoding="utf-8")
    run_command(f"{command} --out {file.parent}")
    assert file.read_text(encoding="utf-8") == f"Wanted: peace.\n\n{MEASURED}{below}"


def test_what_was_stopped_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "run", lambda *_: iter(()))
    assert run_command(f"study wizard_wars --calibration --games 1 --out {tmp_path}") == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [name for name in games() if has_calibration(game(name))])
def test_every_calibration_is_kept_and_the_guide_says_where(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {game(name).title}: calibration\n")
    assert f"    sortilege study {name} --calibration --games " in text.split(MEASURED)[1]
    assert f"with the content `{game(name).content}`" in text, "the cards have changed since: make calibration"
    assert f"`docs/calibration/{name}.md`" in game(name).guide.text
    assert "--calibration" not in game(name).guide.text


# Wizards of Æydor.


def test_a_line_for_each_number_of_players_of_aeydor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aeydor, "SEARCHER", "archmage:1")
    lines = list(calibrate("aeydor", CalibrationGames(2, "test", 1)))
    base = ["players", "2", "3", "4"]
    both = [*base, "2, advanced", "3, advanced", "4, advanced"]
    assert first_cells(lines) == [*both, *both, *base]
    assert [line.split(" | ")[1] for line in lines[-3:]] == ["50.0 %", "33.3 %", "25.0 %"]
    kept = (DOCS / "aeydor.md").read_text(encoding="utf-8").split(MEASURED)[1]
    assert first_cells(kept.splitlines()) == first_cells(lines)


def test_pure_styles_place_as_they_are_called() -> None:
    state = game("aeydor").start(2)
    seat = Seat(state, state.seat)
    assert state.text(aeydor.AllSafe("styles").choose(seat)).endswith("safe")
    assert state.text(aeydor.AllDuel("styles").choose(seat)).endswith("duel")


def test_who_keeps_safe_keeps_the_crystals() -> None:
    """The sensible player does something in this window."""
    course = Match("aeydor", ("greedy",), 2).course(0)
    state = course.state
    assert isinstance(state, Contest)
    while not (state.phase == WINDOW and bot("greedy").choose(Seat(state, state.seat)) != PASS):
        course.step()
    seat = Seat(state, state.seat)
    assert aeydor.AllSafe("window").choose(seat) == PASS
    assert aeydor.AllDuel("window").choose(seat) == bot("greedy").choose(seat)


# Lizard Wizard.


def test_everybody_is_given_a_spell_of_the_deck_before_the_first_turn() -> None:
    course = Match("lizard_wizard", ("greedy",), 4).course(0)
    state = course.state
    assert isinstance(state, Astoria)
    while state.phase != position.ACTING:
        course.step()
    before = state.copy()
    presents = lizard_wizard.give_spells(state, FastChance("gifts"))
    assert len(set(presents)) == 4
    for seat, card in enumerate(presents):
        assert before.at[card] >= position.DECK
        assert state.at[card] == seat
    assert game("lizard_wizard").fault(state) == ""
    course.play()
    assert game("lizard_wizard").fault(state) == ""


def test_gifts_share_one_win() -> None:
    presents = lizard_wizard.Gifts(Match("lizard_wizard", ("greedy",), 4))(1)
    assert sum(win for _, win in presents) == pytest.approx(1.0)
    assert all(card in lizard_wizard.SPELLS for card, _ in presents)


def test_an_onlooker_sees_what_was_on_offer_and_who_has_it() -> None:
    notes = StudyTask(Match("lizard_wizard", ("greedy",), 2), lizard_wizard.Onlooker)(0)
    shown, taken = set(notes.last["shown"]), set(notes.last["taken"])
    assert taken <= shown
    bought = {action for used in notes.used for action in used if action.startswith("research ")}
    words = game("lizard_wizard").words
    owned = {words.text(moves.RESEARCH + card - position.SPELLS) for card in taken if card in lizard_wizard.SPELLS}
    assert bought
    assert bought <= owned
    assert [sum(points) for points in notes.last["points"]] == notes.result.scores


def test_actions_are_counted_by_their_first_words() -> None:
    result = GameResult(0, 0, ("a",), [0], [1], "end", [4], [9], [0.0], 0)
    notes = [Notes(result, [], [{"gather newt": 2, "build gold": 1, "gather horn": 1, "pass": 5}])]
    assert [figure.value for figure in lizard_wizard.shares_of(("gather", "build", "use"), notes)] == [0.75, 0.25, 0.0]


def test_an_opener_always_opens_with_the_same_bid_or_with_all_it_has() -> None:
    notes = lizard_wizard.openers(CalibrationGames(5, "test", 1), 30)
    bids = [bid for each in notes for bid, _ in each.last["duels"]]
    assert max(bids) == 30
    assert min(bids) < 30
    low, high = (lizard_wizard.openers(CalibrationGames(5, "test", 1), opening) for opening in (1, 200))
    assert lizard_wizard.first_duels(low).value == 0.0, "the Magus answers what a wizard is worth to it"
    assert lizard_wizard.first_duels(high, 200).count == 0, "nobody has so much"


@pytest.mark.parametrize("opening", [12, 20, 30])
def test_no_opening_wins_four_of_five_first_duels(opening: int) -> None:
    figure = lizard_wizard.first_duels(lizard_wizard.openers(CalibrationGames(30, "first duels", 1), opening), opening)
    assert figure.count > 30
    assert figure.value < 0.8


@pytest.mark.long
@pytest.mark.parametrize("opening", range(1, 41))
def test_no_opening_at_all_wins_four_of_five_first_duels(opening: int) -> None:
    notes = lizard_wizard.openers(CalibrationGames(500, "first duels", 1), opening)
    for least in (0, opening):
        figure = lizard_wizard.first_duels(notes, least)
        assert figure.count > 200
        assert figure.value < 0.8


def test_a_library_counts_the_spells_that_were_cast() -> None:
    notes = StudyTask(Match("lizard_wizard", ("greedy",), 3), lizard_wizard.Library)(0)
    cast = [sum(times for move, times in used.items() if move.startswith("cast ")) for used in notes.used]
    assert 0 < sum(notes.last["cast"]) <= sum(cast), "a spell may be lost and cast again"
    assert len(notes.last["bought"]) >= sum(notes.last["cast"])


def test_tables_of_lizard_wizard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lizard_wizard, "READER", "greedy")
    monkeypatch.setattr(lizard_wizard, "OPENINGS", (10, 20))
    lines = list(calibrate("lizard_wizard", CalibrationGames(1, "test", 1)))
    cells = first_cells(lines)
    assert cells[:6] == ["seats", "1", "2", "3", "4", "5"]
    assert cells.count("seats") == 6
    assert len(cells) == 5 * 6 + 3 + 4 + 1 + len(lizard_wizard.SPELLS) + 1 + len(lizard_wizard.TILES)
    assert sum("beats the Magus in" in line for line in lines) == 1


# True Wizard.


def deal(points: int, learnt: list[int], casts: int) -> Notes:
    result = GameResult(points, points, ("somebody",), [points], [1], "end", [4], [9], [0.0], 0)
    return Notes(result, [], [{"cast hush": casts}], {"turns": 10, "learnt": learnt, "destroyed": [0]})


def test_a_line_counts_what_the_guide_quotes() -> None:
    notes = [deal(points, [0] if points < 30 else [], 3) for points in (29, 30, 50, 51, 69, 70, 80, 10)]
    cells = true_wizard.summary("somebody", notes).strip("| ").split(" | ")
    assert [cell.partition(" (")[0] for cell in cells] == [
        "somebody", "8", "48.6", "10", "80", "25.0 %", "50.0 %", "25.0 %", "10.0"
    ]  # fmt: skip
    hush, vigil = list(true_wizard.spells(notes))[1:3]
    assert hush.startswith("| Hush | 25.0 %")
    assert "| 3.0 (" in hush
    assert vigil.startswith("| Vigil | 0.0 %")
    assert vigil.endswith("| – |")
    assert next(islice(true_wizard.items(notes), 1, 2)).startswith("| Death Potion | 100.0 %")


def test_trophies_are_what_a_lone_player_ends_with() -> None:
    notes = StudyTask(Match("true_wizard", ("greedy",), 1, "test"), true_wizard.Trophies)(0)
    assert notes.last["destroyed"]
    cast = {action for action in notes.used[0] if action.startswith("cast ")}
    words = game("true_wizard").words
    assert cast <= {words.text(true_wizard.CAST + spell) for spell in notes.last["learnt"]}
    assert cast


def test_tables_of_true_wizard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(true_wizard, "SEARCHER", "archmage:8")
    lines = list(calibrate("true_wizard", CalibrationGames(1, "test", 1)))
    assert first_cells(lines)[:4] == ["player", "random", "greedy", "archmage:8"]
    assert [line.split(" | ")[1] for line in lines[1:4]] == ["10", "10", "1"]
    assert len(lines) == 4 + 1 + 17 + 1 + 17
    assert lines == list(calibrate("true_wizard", CalibrationGames(1, "test", 1))), "the same seed plays the same"
