"""What buttons say they bring is what they bring."""

import itertools
import re

import pytest

import sortilege
from kit import case_of, sample
from sortilege.games.wizard_dice import position, rules
from sortilege.games.wizard_dice.rules import Rounds
from sortilege.games.wizard_dice.words import counting_faces

GAME = sortilege.game("wizard_dice")
SIGNS = re.compile(r"[^\d+−-]")


def asked(seed: str, count: int) -> list[Rounds]:
    """Positions with Magic Cards in which somebody decides."""
    states = [
        state for state, _ in sample(case_of("wizard_dice", 3, {"magic_cards": True}), seed, count) if state.seat >= 0
    ]
    return [state for state in states if isinstance(state, Rounds)]


def brought(text: str) -> int:
    """The points that an outcome names: of "X, +3" 3, of "−2" -2."""
    return int(SIGNS.sub("", text.rpartition(": ")[2]).replace("−", "-") or 0)


def test_to_leave_brings_what_is_said() -> None:
    told = 0
    for state in asked("leave", 600):
        if state.phase == position.STAYING and not state.jester_open():
            seat, before = state.seat, state.scores()[state.seat]
            text = GAME.words.outcome(state.seen_by(seat), rules.LEAVE)
            state.play(rules.LEAVE)
            bonus = GAME.words.sources(state, seat)[-1][1]
            assert state.scores()[seat] - before - bonus == brought(text)
            told += 1
    assert told > 10


@pytest.mark.parametrize("move", [rules.TAKE_JESTER, rules.REFUSE_JESTER])
def test_a_jester_score_brings_what_is_said(move: int) -> None:
    told = 0
    for state in asked("jesters", 900):
        if state.phase == position.JESTING:
            seat, before = state.seat, state.scores()[state.seat]
            xs = state.xs[seat]
            text = GAME.words.outcome(state.seen_by(seat), move)
            state.play(move)
            bonus = GAME.words.sources(state, seat)[-1][1]
            assert state.scores()[seat] - before - bonus == brought(text)
            assert (state.xs[seat] > xs) == ("X" in text.rpartition(": ")[2])
            told += 1
    assert told > 3


def test_the_chance_of_a_roll_is_counted_out() -> None:
    told = 0
    for state in asked("rolls", 400):
        if state.phase != position.REROLLING or state.fixed_dice():
            continue
        for mask in (0b1, 0b110, 0b1110000):
            if rules.SIZES[mask] < state.least_dice():
                continue
            text = GAME.words.outcome(state.seen_by(state.seat), rules.REROLL + mask)
            assert text.endswith(f": {round(100 * counted_out(state, mask))} %")
            told += 1
    assert told > 10


def counted_out(state: Rounds, mask: int) -> float:
    box = state.predictions[state.seat]
    rolled = [die for die in range(7) if mask >> die & 1]
    hits = 0
    for faces in itertools.product(range(6), repeat=len(rolled)):
        after = state.copy()
        for die, face in zip(rolled, faces):
            after.dice[die] = face
        hits += after.count_for(box) == box % 5 + 1
    return hits / 6 ** len(rolled)


def test_dice_that_glow_are_those_that_count() -> None:
    for state in asked("glow", 200):
        for seat in range(state.seats):
            page = state.view(state.seat)["players"][seat]
            if page["counted"] is not None:
                box = state.predictions[seat]
                assert len(page["counting"]) == sum(face in counting_faces(state, box) for face in state.dice)
                assert page["counted"] == state.count_for(box)


def test_highlights_are_told_of_a_finished_game() -> None:
    *_, (state, move) = sample(case_of("wizard_dice", 3), "end", 10_000)
    state.play(move)
    told = GAME.words.highlights([], state)
    assert 1 <= len(told) <= 3
    assert all(sentence.endswith(".") for sentence in told)
