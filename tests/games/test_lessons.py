"""Every lesson is played to its end, along every choice that it offers; what fails names its step."""

from functools import cache

import pytest

import kit
import sortilege
from sortilege.engine.lesson import Lesson, Place, Walk, missing
from sortilege.engine.panels import NARROW, WIDE, draw

GAMES = sortilege.games()
STEPS = range(15, 31)
WORDS = range(400, 901)
MOST_SAID = 60
"""Words of one step: it says one thing."""


@cache
def lesson_of(name: str) -> Lesson:
    lesson = sortilege.game(name).lesson
    assert lesson is not None
    return lesson


@cache
def places_of(name: str) -> list[Place]:
    return list(lesson_of(name).places())


def where(place: Place) -> str:
    return f"step {place.step.name!r} after {place.chosen}"


def offered(lesson: Lesson, place: Place) -> list[str]:
    return lesson.offered(place.step, Walk(lesson, where(place), place.state))


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_that_is_offered_leads_to_the_end(name: str) -> None:
    lesson, places = lesson_of(name), places_of(name)
    assert {place.number for place in places} == set(range(len(lesson.steps)))
    for place in places:
        for text in offered(lesson, place) if place.asks else ():
            answer = lesson.answer(place, text)
            assert answer.place is not None, f"{where(place)}: {text!r} {answer}"
            assert answer.place.says, where(answer.place)


@pytest.mark.parametrize("name", GAMES)
def test_every_other_move_is_answered(name: str) -> None:
    lesson = lesson_of(name)
    for place in places_of(name):
        if not place.asks:
            continue
        legal, good = [place.state.text(move) for move in place.state.moves()], offered(lesson, place)
        for text in legal:
            answer = lesson.answer(place, text)
            assert answer.place or answer.says, f"{where(place)}: {text!r}"
            assert answer.place or text not in good, f"{where(place)}: {text!r}"
        for wrong in place.step.wrong:
            if "*" in wrong.move:
                assert any(wrong.fits(text) for text in legal), f"{where(place)}: nothing fits {wrong.move!r}"
                continue
            answer = lesson.answer(place, wrong.move)
            assert answer.place is None, f"{where(place)}: {wrong.move!r} is asked for"
            assert answer.says or answer.rule in place.step.rules, f"{where(place)}: {wrong.move!r} {answer}"


@pytest.mark.parametrize("form", [WIDE, NARROW])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_pointed_at_is_there(name: str, form: str) -> None:
    lesson = lesson_of(name)
    for place in places_of(name):
        seen = place.state.seen_by(lesson.seat)
        drawing = draw(lesson.game, seen, lesson.seat, list(lesson.names), form, asked=place.asks)
        assert missing(place.points, drawing) == [], where(place)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_do_what_every_step_says(name: str) -> None:
    """A rule that changes shows here, at the step that it is shown by; `make golden` writes the files anew."""
    kept = kit.lesson_file(name).read_text(encoding="utf-8").split("\n\n")
    now = kit.lesson_text(lesson_of(name), places_of(name)).split("\n\n")
    for before, after in zip(kept, now, strict=False):
        assert after == before, f"step {before.partition(chr(10))[0]!r} is no longer what it says"
    assert len(now) == len(kept)


@pytest.mark.parametrize("name", GAMES)
def test_all_rules_of_a_first_game_are_shown(name: str) -> None:
    rules = sortilege.game(name).guide.rules.values()
    assert [rule.id for rule in rules if rule.kind == "first" and rule.id not in lesson_of(name).rules] == []


@pytest.mark.parametrize("name", GAMES)
def test_it_takes_five_to_ten_minutes_and_says_one_thing_at_a_time(name: str) -> None:
    lesson = lesson_of(name)
    assert len(lesson.steps) in STEPS
    assert lesson.words in WORDS
    assert [step.name for step in lesson.steps if len(step.text.split()) > MOST_SAID] == []


@pytest.mark.parametrize("name", GAMES)
def test_one_can_go_back_from_everywhere(name: str) -> None:
    """Every way back is one nearer to the start and keeps what was chosen until there, so it ends at the first step."""
    lesson = lesson_of(name)
    for place in places_of(name):
        before = lesson.before(place)
        if before is None:
            assert place.number == 0, where(place)
            continue
        again = lesson.at(*before)
        assert (again.number, again.answer is not None) < (place.number, place.answer is not None), where(place)
        assert again.chosen == place.chosen[: len(again.chosen)], where(place)
