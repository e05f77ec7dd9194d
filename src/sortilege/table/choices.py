"""The moves that have no place on the picture, in the form in which they are best chosen."""

import html
import re
from dataclasses import dataclass

from sortilege.table.live import Table

SPOT = re.compile(r'data-move="([^"]*)"')
PICK = re.compile(r'data-pick="([^"]*)" data-value="([^"]*)"')
NUMBER = re.compile(r"\d+")
LONG = 7


@dataclass
class Group:
    """Moves under one heading: as buttons, as a number in a range, or as things picked on the picture."""

    heading: str
    form: str
    moves: dict[str, str]

    @property
    def numbers(self) -> list[int]:
        """Of a range: the numbers that can be chosen, ascending."""
        return sorted(int(number_in(text)) for text in self.moves)

    @property
    def by_number(self) -> dict[int, tuple[str, str]]:
        return {int(number_in(text)): (text, label) for text, label in self.moves.items()}


def spots_of(table: Table, eye: int, picture: str) -> dict[str, str]:
    """The moves that have a place on the picture."""
    drawn = {html.unescape(text) for text in SPOT.findall(picture)}
    return {text: label for text, label in table.labels(eye).items() if text in drawn}


def groups_for(table: Table, eye: int, picture: str, spots: dict[str, str]) -> list[Group]:
    """The other moves, grouped by kind."""
    picks = {(html.unescape(kind), html.unescape(value)) for kind, value in PICK.findall(picture)}
    words = table.game.words
    headed: dict[tuple[str, str], dict[str, str]] = {}
    for text, label in table.labels(eye).items():
        if text not in spots:
            kind, *values = text.split()
            picked = bool(values) and all((kind, value) in picks for value in values)
            heading = words.kind(words.parse(text))
            headed.setdefault((heading, "pick" if picked else "buttons"), {})[text] = label
    return [Group(heading, form_of(form, moves), moves) for (heading, form), moves in headed.items()]


def form_of(form: str, moves: dict[str, str]) -> str:
    """A range, where all moves differ in one number only and there are many."""
    if form == "buttons" and len(moves) >= LONG and all(len(NUMBER.findall(text)) == 1 for text in moves):
        if len({NUMBER.sub("#", text) for text in moves}) == 1:
            return "range"
    return form


def number_in(text: str) -> str:
    found = NUMBER.search(text)
    return found[0] if found else "0"
