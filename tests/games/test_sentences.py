"""One thing is never told of as several, and whoever reads is told of as "you"."""

import re
from collections.abc import Iterator

import pytest

import kit
import sortilege
from sortilege.conformance import Case, cases
from sortilege.engine import State, named

VERBS = "loses|wins|fails|is|offers|counts"  # as in "Power 1 wins", "Seat 1 is"
ONE_OF_SEVERAL = re.compile(rf"\b1 (?!(?:{VERBS})\b)[A-Z]?[a-z]*s\b")


NAMES = ["Ada", "Bea", "Cyd", "Dot", "Eve", "Fay"]
TO_SOMEBODY_ELSE = re.compile(r"\b[Yy]ou(?:'s| is| has| was| [a-z]*[^s\W]s)\b")
AND_ALSO = re.compile(r"\b[Yy]ou [^.]*\band [a-z]*[^s\W]s\b")


@pytest.mark.parametrize("case", [case for name in sortilege.games() for case in cases(sortilege.game(name))], ids=str)
def test_whoever_reads_is_told_of_as_you(case: Case) -> None:
    for state, move in kit.walk(case.start(), 43, 1500):
        for sentence in state.news(move, 0):
            read = named(sentence, NAMES, 0)
            assert "{" not in read
            assert "Ada" not in read
            assert not TO_SOMEBODY_ELSE.search(read), read
            assert not AND_ALSO.search(read), read
            assert read[0] == read[0].upper()


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
