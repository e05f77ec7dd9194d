"""One thing is never told of as several."""

import re
from collections.abc import Iterator

import pytest

import kit
import sortilege
from sortilege.conformance import Case, cases
from sortilege.engine import State

ONE_OF_SEVERAL = re.compile(r"\b1 (?!loses\b|is\b|offers\b)[A-Z]?[a-z]*s\b")  # but "Power 1 loses", "Seat 1 is"


def told(case: Case, state: State, move: int) -> Iterator[str]:
    words = case.game.words
    yield from state.news(move, None)
    if state.seat >= 0:
        seen = state.seen_by(state.seat)
        yield words.question(seen)
        for legal in seen.moves():
            yield words.label(seen, legal)


@pytest.mark.parametrize("case", [case for name in sortilege.games() for case in cases(sortilege.game(name))], ids=str)
def test_one_is_not_told_as_several(case: Case) -> None:
    for number, (state, move) in enumerate(kit.walk(case.start(), 41, 1500)):
        for sentence in told(case, state, move):
            assert not ONE_OF_SEVERAL.search(sentence), sentence
        if number % 200 == 0:
            assert not ONE_OF_SEVERAL.search(re.sub(r"<[^>]*?>", "|", state.picture(0)))
