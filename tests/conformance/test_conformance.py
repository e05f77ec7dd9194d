"""What every game keeps, whatever it is. A new game is covered by being listed."""

import ast
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import kit
import sortilege
from kit import Case
from sortilege.bots import Seat
from sortilege.engine import (
    CHANCE,
    OVER,
    BadSnapshot,
    FastChance,
    GameOver,
    IllegalMove,
    NoSuchMove,
    NoSuchOutcome,
    Record,
    State,
    new_buffer,
)
from sortilege.engine.playout import play_out

CASES = kit.cases()
GAMES = sortilege.games()
SRC = Path(__file__).parents[2] / "src"
SVG = "{http://www.w3.org/2000/svg}"

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("name", GAMES)


@every_case
def test_every_random_game_ends(case: Case) -> None:
    for seed in range(10):
        state = case.start()
        play_out(state, FastChance(seed), new_buffer())
        assert state.seat == OVER
        assert state.moves() == []
        assert state.ending() in case.game.words.endings
        with pytest.raises(GameOver):
            state.play(0)


@every_case
def test_moves_are_sorted_unique_and_in_range(case: Case) -> None:
    for state, _ in kit.walk(case.start(), 1):
        if state.seat == CHANCE:
            assert state.moves() == []
            assert state.sides() >= 1
        else:
            moves = state.moves()
            assert 0 <= state.seat < case.seats
            assert moves
            assert moves == sorted(set(moves))
            assert moves[0] >= 0
            assert moves[-1] < case.game.move_count


@every_game
def test_text_and_parse_are_inverse(name: str) -> None:
    game = sortilege.game(name)
    state = game.start(game.seat_range[0])
    for move in range(game.move_count):
        text = state.text(move)
        assert text == " ".join(text.lower().split())
        assert text.isascii()
        assert state.parse(text) == move
        assert state.parse(f"  {text.upper()} ") == move
    for nonsense in ("", "abracadabra", "💥", None, 7):
        with pytest.raises(NoSuchMove):
            state.parse(nonsense)  # type: ignore[arg-type]
    for number in (-1, game.move_count, True, "0"):
        with pytest.raises(NoSuchMove):
            state.text(number)  # type: ignore[arg-type]


@every_case
def test_snapshot_and_restore_are_inverse(case: Case) -> None:
    for number, (state, _) in enumerate(kit.walk(case.start(), 2)):
        if number < 200 or number % 10 == 0:
            snapshot = state.snapshot()
            again = case.game.restore(json.loads(json.dumps(snapshot)))
            assert again.snapshot() == snapshot
            assert again.moves() == state.moves()


@every_case
def test_a_copy_is_independent(case: Case) -> None:
    for state, move in kit.sample(case, 3, 30):
        before = state.snapshot()
        other = state.copy()
        other.advance(move)
        assert state.snapshot() == before
        third = state.copy()
        third.advance(move)
        assert third.snapshot() == other.snapshot()


@every_case
def test_an_illegal_move_changes_nothing_and_names_a_rule(case: Case) -> None:
    rules = case.game.guide.rules
    for state, _ in kit.sample(case, 4, 40):
        before = state.snapshot()
        if state.seat == CHANCE:
            for outcome in (-1, state.sides(), 1 << 70):
                with pytest.raises(NoSuchOutcome):
                    state.play(outcome)
        else:
            legal = set(state.moves())
            for move in range(0, case.game.move_count, max(1, case.game.move_count // 150)):
                if move not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        state.play(move)
                    assert refused.value.rule in rules
                    assert refused.value.reason
            for move in (-1, case.game.move_count, 1 << 70, "0", None, 1.0, True):
                with pytest.raises(NoSuchMove):
                    state.play(move)
        assert state.snapshot() == before


@every_case
def test_a_seat_cannot_tell_imagined_from_true(case: Case) -> None:
    """The leak test: view, legal moves and picture of a seat are the same, byte for byte."""
    chance = FastChance("imagine")
    for seed in (5, 6):
        for state, _ in kit.sample(case, seed, 12):
            for eye in kit.eyes(state):
                seat = -1 if eye is None else eye
                for source in (state, state.seen_by(seat)):
                    imagined = source.imagine(seat, chance)
                    assert json.dumps(imagined.view(eye)) == json.dumps(state.view(eye))
                    assert imagined.seat == state.seat
                    if state.seat == seat:
                        assert imagined.moves() == state.moves()
                        assert state.seen_by(seat).moves() == state.moves()
            eye = kit.eyes(state)[seed % (case.seats + 1)]
            imagined = state.imagine(-1 if eye is None else eye, chance)
            assert imagined.picture(eye) == state.picture(eye)


@every_case
def test_what_is_imagined_can_be_played_to_its_end(case: Case) -> None:
    chance = FastChance("imagined games")
    for state, _ in kit.sample(case, 7, 15):
        for seat in range(-1, case.seats):
            imagined = state.imagine(seat, chance)
            case.game.restore(imagined.snapshot())
            play_out(imagined, chance, new_buffer())
            assert imagined.seat == OVER


@every_case
def test_news_tell_no_more_than_the_view(case: Case) -> None:
    """Moves after which a seat sees the same are told to it in the same words; imagined positions too."""
    chance = FastChance("news")
    for state, move in kit.sample(case, 8, 25):
        after = state.copy()
        after.advance(move)
        options = state.moves() if state.seat >= 0 else list(range(min(state.sides(), 12)))
        for eye in kit.eyes(state):
            told = state.news(move, eye)
            seen = after.view(eye)
            for other in options[:: max(1, len(options) // 12)]:
                if outcome_view(state, other, eye) == seen:
                    secret = state.secret(other, -1 if eye is None else eye)
                    if secret or state.secret(move, -1 if eye is None else eye):
                        assert state.news(other, eye) == told
            imagined = state.imagine(-1 if eye is None else eye, chance)
            if can_play(imagined, move) and outcome_view(imagined, move, eye) == seen:
                assert imagined.news(move, eye) == told


def can_play(state: State, move: int) -> bool:
    return 0 <= move < state.sides() if state.seat == CHANCE else state.legal(move)


def outcome_view(state: State, move: int, eye: int | None) -> dict[str, Any]:
    after = state.copy()
    after.advance(move)
    return after.view(eye)


@every_case
def test_a_move_that_reveals_nothing_does_not(case: Case) -> None:
    """What the mover sees after such a move follows from what it saw before."""
    chance = FastChance("reveals")
    for state, move in kit.sample(case, 9, 40):
        if state.seat >= 0 and not state.reveals(move):
            mover = state.seat
            imagined = state.imagine(mover, chance)
            assert outcome_view(imagined, move, mover) == outcome_view(state, move, mover)


@every_case
def test_a_record_replays_to_the_same_states(case: Case, tmp_path: Path) -> None:
    record = Record(case.game, [f"seat {number}" for number in range(case.seats)], case.options)
    state = record.start()
    passed = []
    for _, move in kit.walk(state.copy(), 10):
        passed.append(state.snapshot())
        record.play(state, move)
    assert [before.snapshot() for before, _ in record.replay()] == passed
    assert record.result == {"ending": state.ending(), "scores": state.scores(), "ranking": state.ranking()}
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again.data() == json.loads(json.dumps(record.data()))
    assert again.final().snapshot() == state.snapshot()


@every_case
def test_ranking_follows_standings(case: Case) -> None:
    for state, _ in kit.sample(case, 11, 20):
        scores, standings, ranking = state.scores(), state.standings(), state.ranking()
        assert len(scores) == len(standings) == len(ranking) == case.seats
        if case.seats > 1:
            assert min(ranking) == 1
            for one in range(case.seats):
                assert ranking[one] == 1 + sum(other > standings[one] for other in standings)


@every_case
def test_everything_has_words(case: Case) -> None:
    words = case.game.words
    for state, move in kit.sample(case, 12, 30):
        for eye in kit.eyes(state):
            json.dumps(state.view(eye), allow_nan=False)
            assert all(isinstance(line, str) and line for line in state.news(move, eye))
        if state.seat >= 0:
            seen = state.seen_by(state.seat)
            assert words.question(seen)
            for legal in state.moves():
                assert words.label(seen, legal)
                assert words.kind(legal)


@every_case
def test_the_picture_offers_legal_moves_only(case: Case) -> None:
    for state, _ in kit.sample(case, 13, 8):
        for eye in {state.seat if state.seat >= 0 else 0, 0, None}:
            root = ET.fromstring(state.picture(eye))
            assert root.tag == f"{SVG}svg"
            legal = {state.text(move) for move in state.moves()} if state.seat == eye else set()
            for element in root.iter():
                if "data-move" in element.attrib:
                    assert element.attrib["data-move"] in legal
                    assert element.attrib["aria-label"]
                    assert element.find(f"{SVG}title") is not None
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))


@every_case
def test_sense_chooses_legal_moves_from_what_the_seat_knows(case: Case) -> None:
    sense = case.game.sense
    for state, _ in kit.sample(case, 14, 30):
        if state.seat >= 0:
            seat = Seat(state, state.seat)
            assert sense.choose(seat.seen, FastChance(1)) in state.moves()
        for seat_number in range(case.seats):
            assert 0.0 <= sense.value(state.imagine(seat_number, FastChance(2)), seat_number) <= 1.0


@every_case
def test_sense_chooses_alike_when_it_is_shown_what_is_hidden(case: Case) -> None:
    """It looks only at what its seat knows, in whole positions too."""
    state, chance, sense = case.start(), FastChance(15), case.game.sense
    for number in range(600):
        if state.seat == OVER:
            break
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        else:
            move = sense.choose(state.seen_by(state.seat), FastChance(number))
            assert move == sense.choose(state, FastChance(number))
            state.advance(move)


@every_case
def test_a_damaged_snapshot_is_refused(case: Case) -> None:
    game = case.game
    state = kit.sample(case, 15, 3)[1][0]
    snapshot = state.snapshot()
    for field in snapshot["position"]:
        for value in (None, "x", 1.5, True, [], [None], 1 << 64):
            with pytest.raises(BadSnapshot):
                game.restore({**snapshot, "position": {**snapshot["position"], field: value}})
        without = {key: value for key, value in snapshot["position"].items() if key != field}
        with pytest.raises(BadSnapshot):
            game.restore({**snapshot, "position": without})
    for wrong in ({}, {**snapshot, "game": "chess"}, {**snapshot, "rules": "0"}, {**snapshot, "position": 3}):
        with pytest.raises(BadSnapshot):
            game.restore(wrong)
    with pytest.raises(BadSnapshot):
        game.restore({**snapshot, "position": {**snapshot["position"], "surplus": 1}})
    with pytest.raises(BadSnapshot):
        game.restore({**snapshot, "position": {**snapshot["position"], "seat": 77}})


@every_game
def test_bad_options_say_what_fits(name: str) -> None:
    game = sortilege.game(name)
    low, high = game.seat_range[0], game.seat_range[-1]
    for seats in (low - 1, high + 1, "2", True, None):
        with pytest.raises(ValueError, match=f"{low} to {high} seats"):
            game.start(seats)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no option 'wibble'"):
        game.start(low, wibble=1)
    for option in game.options:
        for value in (object(), 10**9, "wibble", None):
            with pytest.raises(ValueError, match=option.name):
                game.start(low, **{option.name: value})


@every_game
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    rules = set(sortilege.game(name).guide.rules)
    assert rules
    named = rules_named_by_tests(name)
    assert rules - named == set(), "rules without a test"
    assert named - rules == set(), "tests of rules that the guide does not have"


def rules_named_by_tests(name: str) -> set[str]:
    found = set()
    for path in (kit.TESTS / "games" / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("pytest.mark.rule", "rule"):
                        found.update(ast.literal_eval(argument) for argument in mark.args)
    return found


@every_game
def test_refusals_cite_rules_of_the_guide(name: str) -> None:
    game = sortilege.game(name)
    assert {rule for rule, _ in game.words.refusals} <= set(game.guide.rules)
    assert len(set(game.words.notation)) == game.move_count


@every_game
def test_golden_playthroughs(name: str) -> None:
    """A change of rules shows as a diff here; `make golden` writes the files anew."""
    paths = sorted((kit.GOLDEN / name).glob("*.txt"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert kit.playthrough_again(text) == text, path.name


@every_game
def test_there_is_a_finished_game_for_every_ending(name: str) -> None:
    found = set()
    for path in sorted((kit.RECORDS / name).glob("*.json")):
        record = Record.load(path)
        assert record.result
        found.add(record.result["ending"])
    assert found == set(sortilege.game(name).words.endings)


@every_game
def test_interpreted_and_compiled_agree(name: str) -> None:
    """The installed package and the plain sources go through the same games, move by move."""
    script = Path(__file__).parent / "trace.py"
    installed = Path(sortilege.__file__).parents[1]
    traces = [
        subprocess.run(
            [sys.executable, script, name],
            env={"PYTHONPATH": f"{package}:{kit.TESTS}", "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for package in (installed, SRC)
    ]
    assert traces[0] == traces[1]
    assert len(traces[0].splitlines()) == len([case for case in CASES if case.name == name])
