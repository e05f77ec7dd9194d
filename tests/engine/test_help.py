"""What games say about their own tables: every panel, question, sign and card has rules, and the guide knows them."""

import re
from collections.abc import Iterator

import pytest

import sortilege
from kit import walk
from sortilege.engine import Game
from sortilege.engine.art import icons
from sortilege.engine.help import Help, help_of
from sortilege.engine.panels import draw, plan_of

MOST_RULES = 4
MOST_WORDS = 70
DEPTH = 150

GAMES = [sortilege.game(name) for name in sortilege.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def lists_of_rules(known: Help) -> Iterator[list[str]]:
    yield from known.panels.values()
    yield from known.cards.values()
    yield from (sign.rules for sign in known.signs.values())
    yield from (question.rules for question in known.questions.values())


@every_game
def test_all_that_can_be_asked_about_has_a_few_rules_of_the_guide(game: Game) -> None:
    known, plan = help_of(game.folder), plan_of(game.folder)
    assert set(known.panels) == set(plan.by_name)
    assert set(known.questions) == set(plan.focus) - {"over"}
    assert set(known.signs) <= set(icons())
    for rules in lists_of_rules(known):
        assert 1 <= len(rules) <= MOST_RULES
        assert set(rules) <= set(game.guide.rules)


@every_game
def test_every_question_says_what_it_is_about_and_what_matters(game: Game) -> None:
    for question in help_of(game.folder).questions.values():
        assert question.title
        assert question.about.endswith(".")
        assert question.matters.endswith(".")
        assert len(f"{question.about} {question.matters}".split()) <= MOST_WORDS


@every_game
def test_aims_begin_moves_of_the_game(game: Game) -> None:
    for beginning in help_of(game.folder).aims:
        assert any(f"{text} ".startswith(f"{beginning} ") for text in game.words.notation)


@every_game
def test_whatever_is_asked_and_drawn_in_a_game_is_explained(game: Game) -> None:
    known = help_of(game.folder)
    for seats in {game.seat_range[0], min(3, game.seat_range[-1])}:
        for state, _ in walk(game.start(seats), f"help {game.name}", DEPTH):
            if (seat := int(state.seat)) >= 0:
                drawing = draw(game, state.seen_by(seat), seat, None)
                assert drawing.question in known.questions
                assert set(re.findall(r"#i-(\w+)", drawing.svg)) <= set(known.signs)
                assert set(re.findall(r"/art/\w+/([\w-]+)\.svg", drawing.svg)) <= set(known.cards)
