"""The words of a game: what people read and write. It is only ever handed what a seat may know."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from sortilege.engine.errors import NoSuchMove
from sortilege.engine.nearest import mended

Position = TypeVar("Position")
View = dict[str, Any]

LONGEST = 80
APART = re.compile(r",|(?<=[a-z])-(?=[a-z])")
APOSTROPHES = re.compile("['’]")
SPELLINGS = {
    "armor": "armour",
    "center": "centre",
    "color": "colour",
    "favor": "favour",
    "gray": "grey",
    "honor": "honour",
    "jewelry": "jewellery",
    "mold": "mould",
    "practiced": "practised",
    "scepter": "sceptre",
    "specter": "spectre",
    "sulfur": "sulphur",
    "theater": "theatre",
    "traveler": "traveller",
}


class Words(ABC, Generic[Position]):
    """Notation and sentences. In sentences a seat is written {0}, {1}, …; see `named`."""

    notation: Sequence[str]
    """The text of every move, by its number."""

    refusals: Mapping[str, tuple[str, str]]
    """By the name that `refusal` gives: the rule's id and the reason in words."""

    endings: Sequence[str]
    """The names of all ways the game can end."""

    kinds: dict[str, str] = {}
    """Headings for groups of moves by the first word of their notation, where the word alone does not do."""

    unordered: frozenset[str] = frozenset()
    """First words of moves whose other words may be typed in any order."""

    @abstractmethod
    def view(self, seen: Position, eye: int) -> View:
        """All that this seat may know, as plain data for JSON."""

    @abstractmethod
    def question(self, seen: Position) -> str:
        """What the seat that decides has to decide, in one sentence to it."""

    @abstractmethod
    def label(self, seen: Position, move: int) -> str:
        """What happens if this move is made, for a button or to read aloud."""

    @abstractmethod
    def news(self, before: Position, move: int | None, after: Position, eye: int) -> list[str]:
        """What happened, in sentences; the move is None where this seat may not know it."""

    @abstractmethod
    def ending(self, state: Position) -> str:
        """Which of the endings it was."""

    @abstractmethod
    def draw(self, view: View, names: Sequence[str]) -> Any:
        """The table for a terminal: anything that rich can print."""

    def reason(self, state: Position, move: int, name: str) -> tuple[str, str]:
        """The rule and the reason of a refusal; a game may say more than its table does."""
        return self.refusals[name]

    def text(self, move: object) -> str:
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < len(self.notation):
            raise NoSuchMove(f"Moves are numbered 0 to {len(self.notation) - 1}; {move!r} is none of them.")
        return self.notation[move]

    def parse(self, text: object) -> int:
        if not isinstance(text, str):
            raise NoSuchMove(f"A move in notation is text, not {type(text).__name__}.")
        found = self.numbers.get(" ".join(text.lower().split()))
        if found is None:
            found = self.meanings.get(self.meaning(plain_words(text)))
        if found is None:
            raise NoSuchMove(f"{text[:LONGEST]!r} is no move of this game{self.suggestion(text)}.")
        return found

    def expand(self, text: str) -> list[str]:
        """The moves that a text stands for, where a game has a short form for several in a row."""
        return [text]

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {text: move for move, text in enumerate(self.notation)}

    @cached_property
    def meanings(self) -> dict[str, int]:
        """The moves by what their words mean; those that mean the same have to be written exactly."""
        keys = [self.meaning(plain_words(text)) for text in self.notation]
        often = Counter(keys)
        return {key: move for move, key in enumerate(keys) if often[key] == 1}

    @cached_property
    def vocabulary(self) -> set[str]:
        return {word for text in self.notation for word in plain_words(text)}

    def meaning(self, words: list[str]) -> str:
        """The words in one order, where that says nothing."""
        return " ".join([*words[:1], *sorted(words[1:])] if words and words[0] in self.unordered else words)

    def suggestion(self, text: str) -> str:
        """The move whose words were misspelt: it never names another piece than was typed."""
        words = [mended(word, self.vocabulary) for word in plain_words(text)] if len(text) <= LONGEST else []
        found = self.meanings.get(self.meaning(words))
        return "" if found is None else f"; did you mean {self.notation[found]!r}"

    def subject(self, state: Position, move: int) -> str:
        """What a move is about, for those who count uses: its notation, or the card where that only tells its place."""
        return self.notation[move]

    def kind(self, move: int) -> str:
        """The heading under which this move is offered."""
        word = self.notation[move].split()[0]
        return self.kinds.get(word, word.capitalize())


def plain_words(text: str) -> list[str]:
    """What was typed, word by word: lower case, without commas, hyphens and apostrophes, in British spelling."""
    words = APART.sub(" ", APOSTROPHES.sub("", text.lower())).split()
    return [SPELLINGS.get(word, word) for word in words]


def named(sentence: str, names: Sequence[str]) -> str:
    """The sentence with the players' names in it."""
    for number, name in enumerate(names):
        sentence = sentence.replace("{" + str(number) + "}", name)
    return sentence


def plural(count: int, thing: str, things: str = "") -> str:
    """A number of things: "1 die", "3 dice"."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence in a row: "a, b and c"."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"
