"""What games say about their own tables: every panel, question, sign and card has rules, and the guide knows them."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

import sortilege
from kit import walk
from sortilege.conformance.cases import Case, cases
from sortilege.engine import Game, State
from sortilege.engine.art import gallery, icons
from sortilege.engine.help import Help, begins, help_of
from sortilege.engine.panels import BROAD, NARROW, WIDE, draw, plan_of
from sortilege.engine.state import game_of

MOST_RULES = 4
MOST_WORDS = 70

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
        assert any(begins(text, beginning) for text in game.words.notation)


@dataclass
class Met:
    """What was asked and drawn in whole games."""

    questions: set[str] = field(default_factory=set)
    panels: set[str] = field(default_factory=set)
    signs: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)

    def draw(self, state: State, form: str) -> None:
        game, seat = game_of(state), max(int(state.seat), 0)
        drawing = draw(game, state.seen_by(seat), seat, None, form)
        self.panels |= {panel.kind for panel in drawing.panels}
        self.signs |= set(re.findall(r"#i-(\w+)", drawing.svg))
        self.cards |= set(re.findall(r"/art/\w+/([\w-]+)\.svg", drawing.svg))


def met_in(case: Case, every: int) -> Met:
    """A whole random game: every question is met, and some positions are drawn, in every form in turn."""
    met, forms, state = Met(), itertools.cycle([BROAD, WIDE, NARROW]), case.start()
    for number, _ in enumerate(walk(state, f"help {case}")):
        if (seat := int(state.seat)) >= 0:
            seen = state.seen_by(seat)
            question = case.game.words.focus(seen, case.game.words.view(seen, seat))
            if number % every == 0 or question not in met.questions:
                met.draw(state, next(forms))
            met.questions.add(question)
    for form in (BROAD, WIDE, NARROW):
        met.draw(state, form)
    return met


@every_game
def test_whatever_is_asked_and_drawn_in_whole_games_is_explained(game: Game, request: pytest.FixtureRequest) -> None:
    known, long = help_of(game.folder), request.config.getoption("--long")
    found = cases(game)
    for case in found if long else [found[0], found[-1]]:
        met = met_in(case, 5 if long else 100)
        assert met.questions <= set(known.questions), case
        assert met.panels <= set(known.panels), case
        assert met.signs <= set(known.signs), case
        assert met.cards <= set(known.cards), case


@every_game
def test_every_card_that_can_be_drawn_opens_a_rule(game: Game) -> None:
    known = help_of(game.folder)
    assert {art.slug for art in gallery(game.folder).cards.values()} == set(known.cards)
    assert all(known.cards.values())
