"""The choices of a seat: moves that have a place on the picture, and the others in the form that suits them best."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sortilege.engine import Words
from sortilege.engine.picture import Picture

NUMBER = re.compile(r"\d+")
LONG = 7


class Form(StrEnum):
    """How moves are chosen: by buttons, by a number in a range, or by things picked on the picture."""

    BUTTONS = "buttons"
    RANGE = "range"
    PICK = "pick"


@dataclass
class Group:
    """Moves under one heading, each with what happens."""

    heading: str
    form: Form
    moves: dict[str, str]

    @property
    def numbers(self) -> list[int]:
        """Of a range: the numbers that can be chosen, ascending."""
        return sorted(self.by_number)

    @property
    def by_number(self) -> dict[int, tuple[str, str]]:
        return {int(number_in(text)): (text, label) for text, label in self.moves.items()}


def spots_of(picture: Picture) -> dict[str, str]:
    """The moves that have a place on the picture."""
    return {text: label for text, label in picture.moves.items() if text in picture.spots}


def groups_of(picture: Picture, words: Words[Any]) -> list[Group]:
    """The other moves, grouped by kind."""
    headed: dict[tuple[str, Form], dict[str, str]] = {}
    for text, label in picture.moves.items():
        if text not in picture.spots:
            heading = words.kind(words.parse(text))
            form = Form.PICK if is_picked(text, picture) else Form.BUTTONS
            headed.setdefault((heading, form), {})[text] = label
    return [Group(heading, form_of(form, moves), moves) for (heading, form), moves in headed.items()]


def is_picked(text: str, picture: Picture) -> bool:
    """Can all of this move be picked on the picture?"""
    kind, *values = text.split()
    return bool(values) and all((kind, value) in picture.picks for value in values)


def form_of(form: Form, moves: dict[str, str]) -> Form:
    """A range, where all moves differ in one number only and there are many."""
    if form == Form.BUTTONS and len(moves) >= LONG and all(len(NUMBER.findall(text)) == 1 for text in moves):
        if len({NUMBER.sub("#", text) for text in moves}) == 1:
            return Form.RANGE
    return form


def number_in(text: str) -> str:
    found = NUMBER.search(text)
    return found[0] if found else "0"
