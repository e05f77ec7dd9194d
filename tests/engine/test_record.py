"""Records: readable, replayable, and refused with a place where they are damaged."""

import json
from pathlib import Path
from typing import Any

import pytest

import kit
import sortilege
from sortilege.engine import CHANCE, OVER, BadRecord, EarlierCards, IllegalMove, Record, Seal, SealedChance, commitment

SECRET = bytes([5] * 32)
CASE = kit.case_of("wizard_dice", 3, {"magic_cards": True})


def sealed_record() -> Record:
    """A finished game whose outcomes come from a sealed stream."""
    additions = ("aa", "bb", "")
    record = Record(CASE.game, ["a", "b", "c"], CASE.options)
    chance = SealedChance(SECRET, "t", [bytes.fromhex(text) for text in additions])
    state = record.start()
    while state.seat != OVER:
        record.play(state, chance.below(state.sides()) if state.seat == CHANCE else state.moves()[0])
    record.seal = Seal("t", commitment(SECRET), additions, SECRET.hex())
    return record


def test_a_record_is_readable() -> None:
    data = json.loads(sealed_record().dumps())
    assert data["format"] == "sortilege record 1"
    assert data["steps"][0].startswith("* ")
    assert data["steps"][0].endswith("/10")
    assert "0 predict 1 blue" in data["steps"]
    assert data["options"] == {"goal": 9, "magic_cards": True}


def test_a_sealed_record_verifies(tmp_path: Path) -> None:
    record = sealed_record()
    record.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json").verify().seat == OVER
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]


def damaged(change: Any) -> str:
    data = json.loads(sealed_record().dumps())
    change(data)
    with pytest.raises(BadRecord) as error:
        Record.from_data(data)
    return str(error.value)


def steps(number: int, text: Any) -> Any:
    return lambda data: data["steps"].__setitem__(number - 1, text)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(format="chess"), "format"),
        (lambda data: data.pop("steps"), "'steps' is missing"),
        (lambda data: data.update(more=1), "'more'"),
        (lambda data: data.update(game="wizard_dise"), "did you mean 'wizard_dice'"),
        (lambda data: data.update(game=3), "game"),
        (lambda data: data.update(rules=1), "rules"),
        (lambda data: data.update(content=""), "content"),
        (lambda data: data.update(seats=["a"]), "2 to 5 seats"),
        (lambda data: data.update(seats="abc"), "seats"),
        (lambda data: data.update(options={"goal": 10}), "one of 9, 12"),
        (lambda data: data.update(options=[]), "options"),
        (lambda data: data.update(steps={}), "steps"),
        (steps(3, 7), "number 3"),
        (steps(1, "0 stop"), "step 1"),
        (steps(1, "* 10/10"), "step 1"),
        (steps(1, "* 3/6"), "step 1"),
        (steps(1, f"* {'9' * 5000}/10"), "step 1"),
        (steps(1, "* ١/10"), "step 1"),
        (steps(2, "1 predict 1 blue"), "step 2: it is seat 0's turn"),
        (steps(2, "0 predict 9 blue"), "step 2"),
        (steps(2, "0 stop"), "[wizard_dice:"),
        (lambda data: data["steps"].append("0 stop"), "comes after the end"),
        (lambda data: data["steps"].pop(), "result"),
        (lambda data: data["result"].update(scores=[1, 2, 3]), "result"),
        (lambda data: data["seal"].update(secret="00" * 32), "commitment"),
        (lambda data: data["seal"].update(secret="zz"), "hexadecimal"),
        (lambda data: data["seal"].update(additions=["ab", "bb", ""]), "the sealed stream gives"),
        (lambda data: data["seal"].update(additions=[1]), "additions"),
        (lambda data: data["seal"].update(table=5), "table"),
        (lambda data: data.update(seal={}), "seal"),
    ],
)
def test_a_damaged_record_says_where(change: Any, said: str) -> None:
    assert said in damaged(change)


EARLIER_CARDS = {"rules": "1", "content": "0", "options": {"tarot": 22}}


@pytest.mark.parametrize("change", [{"content": "0"}, {"rules": "0"}, EARLIER_CARDS])
def test_a_record_of_earlier_cards_is_read(change: dict[str, Any]) -> None:
    data = {**sealed_record().data(), **change}
    record = Record.from_data(data)
    assert record.earlier
    assert record.data() == data
    assert record.told()[:2] == ["Chance: 7 of 0 to 9", "a: predict 1 blue"]
    assert record.told(["Anna", "Bert", "Cleo"])[1] == "Anna: predict 1 blue"
    with pytest.raises(EarlierCards, match="earlier cards or rules"):
        record.start()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(seats=[]), "seats"),
        (lambda data: data.update(options=[]), "options"),
        (steps(1, "* 10/10"), "step 1"),
        (steps(1, "* 0/0"), "step 1"),
        (steps(1, f"* 0/{1 << 63}"), "step 1"),
        (steps(1, f"* 0/{'9' * 5000}"), "step 1"),
        (steps(1, "* 3/7"), "step 1"),
        (steps(2, "3 predict 1 blue"), "step 2"),
        (steps(2, "0"), "step 2"),
        (steps(2, ""), "step 2"),
        (steps(2, "٠ predict 1 blue"), "step 2"),
        (lambda data: data.update(result=3), "result"),
        (lambda data: data["result"].update(scores=[1, 2]), "result"),
        (lambda data: data["result"].update(ending=None), "result"),
        (lambda data: data["seal"].update(secret="00" * 32), "commitment"),
        (lambda data: data["seal"].update(additions=["ab", "bb", ""]), "the sealed stream gives"),
    ],
)
def test_what_needs_no_cards_is_checked_in_a_record_of_earlier_ones(change: Any, said: str) -> None:
    assert said in damaged(lambda data: (data.update(EARLIER_CARDS), change(data)))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', "[" * 100_000])
def test_foreign_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.loads(text)


def test_foreign_bytes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="UTF-8"):
        Record.load(tmp_path / "noise.json")


def test_an_unfinished_game_is_a_record_too(tmp_path: Path) -> None:
    record = Record(CASE.game, ["a", "b", "c"], CASE.options)
    state = record.start()
    record.play(state, 4)
    record.save(tmp_path / "half.json")
    assert Record.load(tmp_path / "half.json").final().snapshot() == state.snapshot()


def test_a_refused_move_is_not_written_down() -> None:
    record = Record(sortilege.game("wizard_dice"), ["a", "b"])
    state = record.start()
    for wrong in (99, -1, "0", None, True, 1 << 80):
        with pytest.raises(IllegalMove):
            record.play(state, wrong)  # type: ignore[arg-type]
    assert record.steps == []
