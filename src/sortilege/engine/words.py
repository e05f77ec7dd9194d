"""The words of a game: what people read and write. It is only ever handed what a seat may know."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from sortilege.engine.errors import NoSuchMove
from sortilege.engine.nearest import nearest

Position = TypeVar("Position")
View = dict[str, Any]


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
            raise NoSuchMove(f"{text[:80]!r} is no move of this game{nearest(text, self.numbers)}.")
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {text: move for move, text in enumerate(self.notation)}

    def subject(self, state: Position, move: int) -> str:
        """What a move is about, for those who count uses: its notation, or the card where that only tells its place."""
        return self.notation[move]

    def kind(self, move: int) -> str:
        """The heading under which this move is offered."""
        word = self.notation[move].split()[0]
        return self.kinds.get(word, word.capitalize())


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
