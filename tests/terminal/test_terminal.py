"""The commands, as people type them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kit
import sortilege
from sortilege.arena.measured import measured
from sortilege.arena.wanted import Wanted
from sortilege.engine import Record
from sortilege.terminal import compilation
from sortilege.terminal.command import main
from sortilege.terminal.compilation import compiled
from sortilege.terminal.play import HELP, examples, verdict
from sortilege.terminal.simulate import RunningMean


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path / "data"


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    answers = iter(lines)

    def read(*prompt: object) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_games_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert "wizard_dice" in shown
    assert "magic_cards" in shown
    assert ("The rules are compiled." if compiled() else "The rules run interpreted") in shown


def test_games_names_those_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, wars = sortilege.game("wizard_dice"), sortilege.game("wizard_wars")
    monkeypatch.setattr(compilation, "compiled", lambda module="": module != dice.rules.__module__)
    assert compilation.how_rules_run([wars]) == "The rules are compiled."
    assert compilation.how_rules_run([dice, wars]) == "The rules are compiled, but those of Wizard: the dice game."


def test_a_missing_compilation_is_said_every_time_unless_it_is_meant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "wizard_dice", "--games", "1", "--jobs", "1"]
    monkeypatch.setattr(compilation, "compiled", lambda: False)
    monkeypatch.delenv("SORTILEGE_INTERPRETED", raising=False)
    for _ in range(2):
        assert main(words) == 0
        assert "WARNING: The rules run interpreted" in capsys.readouterr().err
    monkeypatch.setenv("SORTILEGE_INTERPRETED", "1")
    assert main(words) == 0
    assert "The rules run interpreted, some forty times slower, as" in capsys.readouterr().err
    assert main(words) == 0
    assert "interpreted" not in capsys.readouterr().err


def test_a_list_of_games_loads_neither_studies_nor_the_arena() -> None:
    code = """if True:
        import sys
        from sortilege.terminal.command import main
        main(["games"])
        print([name for name in sys.modules if name.endswith(".studies") or name.startswith("sortilege.arena")])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.endswith("\n[]\n"), done.stdout + done.stderr


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "sortilege", "games"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "aeydor" in done.stdout


def test_guide_shows_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", "wizard_dice", "--rule", "different"]) == 0
    assert "wizard_dice:different" in capsys.readouterr().out
    assert main(["guide", "wizard_dice", "--rule", "diferent"]) == 2
    assert "no rule 'diferent'" in capsys.readouterr().err
    assert main(["guide", "wizard-dice"]) == 0
    assert "The Seer predicts first" in capsys.readouterr().out


def rules_shown(text: str) -> set[str]:
    return set(re.findall(r"\[(?:ruling\s+)?([a-z0-9-]+)\]", text))


@pytest.mark.parametrize("game", sortilege.games())
def test_a_guide_teaches_first_and_folds_its_details(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", game]) == 0
    short = capsys.readouterr().out
    assert main(["guide", game, "--all"]) == 0
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) <= 80
    assert short.index("Learn it ─") < short.index("A worked turn") < short.index("Set-up ─")
    rules = sortilege.game(game).guide.rules.values()
    assert rules_shown(whole) == {rule.id.partition(":")[2] for rule in rules}
    assert rules_shown(short) == {rule.id.partition(":")[2] for rule in rules if not rule.folded}
    for pile in sortilege.game(game).words.piles():
        assert f"{pile}: " in whole


def test_a_guide_is_read_by_section_or_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", "aeydor", "the", "roll"]) == 0
    shown = capsys.readouterr().out
    assert "[lucky-roll]" in shown
    assert "Placement" not in shown
    assert main(["guide", "wizard_wars", "smite"]) == 0
    shown = capsys.readouterr().out
    assert "[smite]" in shown
    assert "2× Smite An enemy wizard dies." in shown
    assert main(["guide", "wizard_wars", "abracadabra"]) == 2
    assert "says nothing of 'abracadabra'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulat"], "did you mean 'simulate'"),
        (["guide", "wizard_dise"], "did you mean 'wizard_dice'"),
        (["simulate", "wizard_dice", "--games", "0"], "from 1 on"),
        (["replay"], "FILE"),
    ],
)
def test_bad_words_are_explained(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "wizard_dice", "--seats", "me,gredy"], "did you mean 'greedy'"),
        (["play", "wizard_dice", "--seats", "me"], "2 to 5 seats"),
        (["play"], "which game"),
        (["play", "wizard_dice", "-o", "goal=10"], "one of 9, 12"),
        (["play", "wizard_dice", "-o", "goal"], "NAME=VALUE"),
        (["play", "wizard_dice", "-o", "golf=9"], "did you mean 'goal'"),
        (["simulate", "wizard_dice", "--bots", "greedy,best"], "no bot 'best'"),
        (["verify", "/nowhere/at/all.json"], "No such file"),
    ],
)
def test_bad_values_are_explained(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_a_person_plays_asks_saves_and_resumes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    type_in(
        monkeypatch, "help", "why not stop", "why not predict 1 red", "abracadabra", "predict 5 green", f"save {file}"
    )
    assert main(["play", "wizard_dice", "--seats", "me:Minerva,greedy", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "wizard_dice:round-order" in shown
    assert "'predict 1 red' is legal" in shown
    assert "'abracadabra' is no move of this game" in shown
    assert "At the table: Minerva and greedy." in shown
    assert "You predict 5 green." in shown
    assert Record.load(file).steps[0] == "0 predict 5 green"
    type_in(monkeypatch, *["1"] * 2000)
    assert main(["play", "--resume", str(file)]) == 0
    shown = capsys.readouterr().out
    record = Record.load(file)
    assert record.result
    assert f"{record.result['scores'][0]}" in shown
    assert main(["verify", str(file)]) == 0
    assert "steps are legal" in capsys.readouterr().out


def test_moves_are_typed_as_people_mean_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    type_in(monkeypatch, "help", "why not predict green, 5", "predict gren 5", "predict green 5", f"save {file}")
    assert main(["play", "wizard_dice", "--seats", "me,greedy", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "reroll 1 3 7" in shown
    assert "step square se se sw" in shown
    assert "'predict 5 green' is legal" in shown
    assert "did you mean 'predict 5 green'" in shown
    assert Record.load(file).steps[0] == "0 predict 5 green"


def test_a_move_is_typed_as_the_list_tells_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    type_in(monkeypatch, "turn up the spell", "Turn up the spell at b2", "learn", "put", f"save {file}")
    assert main(["play", "true_wizard", "--seats", "me", "--seed", "3"]) == 0
    assert "'turn up the spell' is no move of this game." in capsys.readouterr().out, "that would be any of sixteen"
    moves = [step for step in Record.load(file).steps if not step.startswith("*")]
    assert moves[0] == "0 turn b2"
    assert len(moves) == 2


def test_help_fits_eighty_columns() -> None:
    assert max(map(len, HELP.splitlines())) <= 80


def test_several_moves_are_played_until_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    type_in(
        monkeypatch, "abracadabra; 1", "1; step circle w, w;; step sw square ; abracadabra; end turn", f"save {file}"
    )
    assert main(["play", "wizard_wars", "--seats", "me,random", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("'abracadabra' is no move of this game.\n") == 2
    assert shown.count("moves played") == 1
    assert "4 of 6 moves played; stopped before 'abracadabra'." in shown
    steps = ["0 guardian stay", "0 step circle w", "0 step circle w", "0 step square sw"]
    assert Record.load(file).steps == steps


def test_several_moves_stop_where_somebody_else_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "", "1; 2", "", "quit")
    assert main(["play", "wizard_dice", "--seats", "me:Ann,me:Bob", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Now it is for Bob to decide.\n1 of 2 moves played; stopped before 'predict 2 blue'." in shown
    assert "Bob predicts" not in shown


def test_long_lists_of_moves_show_how_several_dice_are_named() -> None:
    texts = [text for text in sortilege.game("wizard_dice").words.notation if text.startswith(("reroll", "stop"))]
    assert examples(texts) == ["reroll 2 5 6", "stop"]


def test_bots_lists_all_with_their_strength(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"adept +│ looks ahead, 50 playouts a move", shown)
    assert re.search(r"archmage +│ looks ahead, 1 s a move ", shown)
    assert re.search(r"Wizard Wars\. .* archmage \d+ %, adept \d+ %", shown)


def test_a_game_in_which_nothing_was_measured_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sortilege.arena.measured.wanted", lambda game: Wanted())
    assert measured("wizard_wars") == ""
    assert main(["bots"]) == 0
    assert "Wizard Wars. Nothing was measured." in capsys.readouterr().out


def test_hints_come_with_chances_and_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "hint", "quit")
    assert main(["play", "wizard_dice", "--seats", "me,random"]) == 0
    hint = r"predict \d \w+ +wins \d+ % \(\d+ to \d+\) +(clearly best|best|as good as any)"
    assert re.search(hint, capsys.readouterr().out)


def test_quitting_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    type_in(monkeypatch, "predict 3 red", "quit")
    assert main(["play", "wizard_dice", "--seats", "me,random"]) == 0
    saved = list((data_folder / "games").glob("*.json"))
    assert len(saved) == 1
    assert Record.load(saved[0]).steps[0] == "0 predict 3 red"
    assert f"--resume {saved[0]}" in capsys.readouterr().out.replace("\n", "")


def test_the_whole_table_is_shown_once_and_then_what_has_changed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "place ocean safe", "place cave safe", "board", "quit")
    assert main(["play", "aeydor", "--seats", "me,greedy", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("╭")
    assert "At the table: You and greedy." in shown
    first, *changed, board = re.split(r"\n(?:The table|What has changed) ─+\n", shown)[1:]
    assert "You place a piece in the Safe Zone of Ocean." in first
    assert "Your turn ─" in first
    for part in (first, board):
        assert "Snowland" in part.split("Your turn ─")[0]
        assert "5-Spell bonus" in part
    assert re.search(r"Ocean .*│ You ", changed[0])
    assert "5-Spell bonus" not in "".join(changed)


def test_a_person_reads_the_guide_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "guide", "guide seer", "guide abracadabra", "log", "table", "quit")
    assert main(["play", "wizard_dice", "--seats", "me,greedy"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("[round-order]") == 1
    assert shown.count("The next Seer is whoever") == 2
    assert "The guide says nothing of 'abracadabra'." in shown
    assert shown.count("The table ─") == 2


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_solo_game_says_how_it_ended(
    seed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    type_in(monkeypatch, *["1"] * 2000)
    assert main(["play", "true_wizard", "--seats", "me", "--seed", seed]) == 0
    shown = capsys.readouterr().out
    record = Record.load(next((data_folder / "games").glob("*.json")))
    assert record.result
    assert ("You win." if record.result["ranking"] == [1] else "You lose.") in shown
    assert re.search(rf"Score +{record.result['scores'][0]} ", shown)
    assert "You collect a gem." in shown


def test_who_comes_back_to_a_shared_keyboard_hears_what_they_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "", "predict 1 red", "", "predict 2 red", "", "quit")
    assert main(["play", "wizard_dice", "--seats", "me:Ann,me", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "At the table: Ann and Player." in shown
    missed = shown.split("Since you looked ─")[-1].split("The table ─")[0]
    assert "Player predicts 2 red." in missed
    assert "Ann predicts 1 red." in missed


def test_a_match_exchanges_the_seats_and_tells_who_won(capsys: pytest.CaptureFixture[str], data_folder: Path) -> None:
    words = ["play", "wizard_wars", "--seats", "greedy,random", "--seed", "1", "-o", "rounds=2"]
    assert main([*words, "--match"]) == 0
    shown = capsys.readouterr().out
    assert "The second game of the match: the seats are exchanged." in shown
    assert "the match. Games won: random" in shown.splitlines()[-1]
    first, second = sorted((data_folder / "games").glob("*.json"), key=lambda path: len(path.name))
    assert Record.load(first).seats == ["greedy", "random"]
    assert Record.load(second).seats == ["random", "greedy"]
    assert Record.load(second).steps != Record.load(first).steps


def test_a_match_that_was_left_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    type_in(monkeypatch, "1", "quit")
    assert main(["play", "wizard_wars", "--seats", "me:Ann,greedy", "-o", "rounds=1", "--match"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("--match")
    first = next((data_folder / "games").glob("*.json"))
    type_in(monkeypatch, *["1"] * 40)
    assert main(["play", "--resume", str(first), "--match"]) == 0
    second = first.with_stem(f"{first.stem}-second")
    ended = capsys.readouterr().out
    if not Record.load(second).result:
        assert ended.rstrip().endswith(f"--resume {second} --match {first}")
        type_in(monkeypatch, *["1"] * 400)
        assert main(["play", "--resume", str(second), "--match", str(first)]) == 0
        ended = capsys.readouterr().out
    assert "the match. Games won: greedy" in ended


@pytest.mark.parametrize("seats", ["greedy,greedy,greedy", "greedy"])
def test_a_match_is_for_two(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "wizard_wars", "--seats", seats, "--match"]) == 2
    assert "a match of two games is for two players" in capsys.readouterr().err


def test_several_people_share_a_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, "", "1", "", "1", "", "1")
    assert main(["play", "wizard_dice", "--seats", "me:Ann,me:Bob,me:Cid", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    for name in ("Ann", "Bob", "Cid"):
        assert f"{name} predicts" in shown


def test_a_game_of_earlier_cards_is_told_and_checked_as_far_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kit.RECORDS / "wizard_dice" / "xs-reached.json"
    record = Record.load(path)
    monkeypatch.setitem(vars(record.game), "content", "other")
    assert main(["replay", str(path), "--all"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("This game was played with earlier cards or rules")
    assert all(line in told for line in record.told())
    assert record.result
    assert f"scores: {record.seats[0]} {record.result['scores'][0]}" in told
    assert main(["verify", str(path)]) == 1
    assert "cannot be checked with the cards of now" in capsys.readouterr().out
    for words in (["play", "--resume", str(path)], ["replay", str(path), "--seat", "1"]):
        assert main(words) == 2
        assert "earlier cards or rules" in capsys.readouterr().err


def test_replay_shows_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    file = kit.RECORDS / "wizard_dice" / "xs-reached.json"
    assert main(["replay", str(file), "--all", "--seat", "2"]) == 0
    shown = capsys.readouterr().out
    record = Record.load(file)
    assert all(step in shown for step in record.steps if step.startswith("1"))
    assert main(["replay", str(file), "--seat", "9"]) == 2


def test_verify_says_where_a_file_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (kit.RECORDS / "wizard_dice" / "xs-reached.json").read_text()
    (tmp_path / "bad.json").write_text(text.replace("0 stay", "0 leave", 1))
    assert main(["verify", str(tmp_path / "bad.json")]) == 2
    assert "bad.json: step" in capsys.readouterr().err


def test_simulate_sums_up_and_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "wizard_dice", "--games", "40", "--bots", "greedy,random", "--seed", "7"]
    assert main([*words, "--jobs", "1"]) == 0
    alone = capsys.readouterr().out
    assert "40 games" in alone
    assert "ended by xs reached" in alone
    assert main([*words, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """The command interrupts itself after fifty games, so that no clock decides."""
    code = """if True:
        import os, signal, sys
        from sortilege.terminal import command, simulate
        add = simulate.SeatSums.add
        def add_and_press(sums, result):
            add(sums, result)
            if sums.decisions.count == 50:
                os.kill(os.getpid(), signal.SIGINT)
        simulate.SeatSums.add = add_and_press
        sys.exit(command.main(sys.argv[1:]))
    """
    words = ["simulate", "wizard_dice", "--games", "10000000", "--bots", "random,random"]
    environment = {**os.environ, "SORTILEGE_DATA": str(tmp_path)}
    run = subprocess.Popen(
        [sys.executable, "-c", code, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    shown, _ = run.communicate(timeout=300)
    assert run.returncode == 130
    assert "of 10000000; interrupted" in shown
    assert "wins %" in shown


def test_a_running_mean_and_its_interval() -> None:
    values = RunningMean()
    for value in (1, 2, 3, 4):
        values.add(value)
    assert values.mean == 2.5
    assert values.margin == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
    assert (values.least, values.most) == (1, 4)


def test_the_end_says_who_won() -> None:
    assert verdict([1], 0) == "You win."
    assert verdict([2], 0) == "You lose."
    assert verdict([1, 2], 1) == "You lose."
    assert verdict([1, 1], 0) == "You share the win."
