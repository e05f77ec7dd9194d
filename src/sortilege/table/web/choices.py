"""The choices of a seat: moves that have a place on a panel, and the others in the form that suits them best."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sortilege.engine import Words, named
from sortilege.engine.panels import Branch, Drawing

NUMBER = re.compile(r"\d+")
LONG = 7
FEW = 4
FIGURE = 12
"""What is longer than that is told, not shown as a figure."""


class Form(StrEnum):
    """How moves are chosen: by buttons, by a number in a range, or by things picked on the drawing."""

    BUTTONS = "buttons"
    RANGE = "range"
    PICK = "pick"


class Button(NamedTuple):
    """A move, what happens, and what it brings: why, and what."""

    move: str
    label: str
    why: str
    brings: str


def parts(outcome: str) -> tuple[str, str]:
    """Of an outcome as words tell it: what stands before the last colon, and what stands behind it."""
    why, _, brings = outcome.rpartition(": ")
    return (why, brings) if why or len(brings) <= FIGURE else (brings, "")


@dataclass
class Group:
    """Moves under one heading, each with what happens."""

    heading: str
    form: Form
    moves: dict[str, str]
    outcomes: dict[str, str]

    @property
    def verb(self) -> str:
        """The first word of its moves."""
        return verb_of(next(iter(self.moves)))

    @property
    def buttons(self) -> list[Button]:
        return [Button(text, label, *parts(self.outcomes.get(text, ""))) for text, label in self.moves.items()]

    @property
    def numbers(self) -> list[int]:
        """Of a range: the numbers that can be chosen, ascending."""
        return sorted(self.by_number)

    @property
    def amounts(self) -> list[int]:
        """Of a range: the numbers that are worth a button."""
        least, *_, most = numbers = self.numbers
        return [number for number in (least, least + 1, (least + most) // 2, most) if number in numbers]

    @property
    def by_number(self) -> dict[int, Button]:
        return {int(number_in(button.move)): button for button in self.buttons}

    @property
    def by_move(self) -> dict[str, Button]:
        return {button.move: button for button in self.buttons}


def paths_of(drawing: Drawing) -> dict[str, dict[str, list[object]]]:
    """By piece and place: the place before it, the last move to it, and what the way says about itself."""
    places = {(way.piece, way.moves): way.place for way in drawing.paths}
    found: dict[str, dict[str, list[object]]] = {}
    for way in drawing.paths:
        before = places.get((way.piece, way.moves[:-1]), "")
        told: list[object] = [before, way.moves[-1], way.label, named(way.outcome, drawing.names), way.rest]
        told += [way.hits, way.fate] if way.hits else []
        found.setdefault(way.piece, {})[way.place] = told
    return found


def spots_of(drawing: Drawing) -> dict[str, str]:
    """The moves that have a place on a panel, or begin a path on it, where there are too many of them for buttons."""
    walked = {way.moves[0] for way in drawing.paths}
    found = {text: label for text, label in drawing.moves.items() if text in drawing.spots | walked}
    if drawing.branches:
        verbs = {verb for branch in drawing.branches for verb in branch.verbs}
        return {text: label for text, label in found.items() if verb_of(text) in verbs}
    return found if len(found) > FEW or walked else {}


def groups_of(drawing: Drawing, words: Words[Any]) -> list[Group]:
    """The other moves, grouped by kind."""
    spots = spots_of(drawing)
    headed: dict[tuple[str, Form], dict[str, str]] = {}
    for text, label in drawing.moves.items():
        if text not in spots:
            heading = words.kind(words.parse(text))
            form = Form.PICK if is_picked(text, drawing) else Form.BUTTONS
            headed.setdefault((heading, form), {})[text] = label
    return [Group(heading, form_of(form, moves), moves, drawing.outcomes) for (heading, form), moves in headed.items()]


def branches_of(drawing: Drawing) -> list[tuple[Branch, int]]:
    """The kinds of moves that are chosen first, where there are several: each with the number of its moves."""
    verbs = [verb_of(text) for text in drawing.moves]
    found = [(branch, sum(map(verbs.count, branch.verbs))) for branch in drawing.branches]
    return found if sum(count > 0 for _, count in found) > 1 else []


def verb_of(text: str) -> str:
    return text.split()[0]


def is_picked(text: str, drawing: Drawing) -> bool:
    """Can all of this move be picked on a panel?"""
    kind, *values = text.split()
    return bool(values) and all((kind, value) in drawing.picks for value in values)


def form_of(form: Form, moves: dict[str, str]) -> Form:
    """A range, where all moves differ in one number only and there are many."""
    if form == Form.BUTTONS and len(moves) >= LONG and all(len(NUMBER.findall(text)) == 1 for text in moves):
        if len({NUMBER.sub("#", text) for text in moves}) == 1:
            return Form.RANGE
    return form


def number_in(text: str) -> str:
    found = NUMBER.search(text)
    return found[0] if found else "0"
