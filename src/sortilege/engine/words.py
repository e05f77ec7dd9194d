"""The words of a game: what people read and write. It is only ever handed what a seat may know."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sortilege.engine.errors import NoSuchMove
from sortilege.engine.nearest import mended

if TYPE_CHECKING:
    from rich.console import RenderableType

Position = TypeVar("Position")
View = dict[str, Any]
"""What a seat may know, as plain data for JSON. Each game has a form of its own: nothing else that callers are given
is without types."""

LONGEST = 80
APART = re.compile(r",|(?<=[a-z])-(?=[a-z])")
BETWEEN_WORDS = {"and", "the"}
APOSTROPHES = re.compile("['’]")
SEAT = re.compile(r"\{(\d+)\}")
SENTENCE_END = re.compile(r"(?<=[.!?]) ")
IRREGULAR = {"is": "are", "has": "have", "was": "were"}
AND_VERB = re.compile(r"\band (beats|flees|loses|passes|sits|wins)\b")
"""What somebody does besides, in sentences of the games."""
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


class Way(NamedTuple):
    """A run of moves that is one thought: what goes, where to, by which moves, and what comes of it there."""

    piece: str
    place: str
    moves: tuple[str, ...]
    label: str
    """For the button that makes all of them: "Walk 4 and capture"."""
    outcome: str
    """What is set off at the place, as the end of a sentence about the piece; empty where nothing is."""
    rest: str
    """What is left then, in a sentence."""
    hits: tuple[str, ...] = ()
    """The ids, on a panel, of what else it concerns."""
    fate: str = ""
    """What becomes of that, in a word."""


class Listed(NamedTuple):
    """A card as the list of all cards tells it."""

    name: str
    copies: int
    about: str
    """Kind, price, points: what stands beside its name."""
    text: str
    art: str = ""
    """The card whose picture it has, where it has none of its own."""


class Shelf(NamedTuple):
    """Cards that are shown together when a game is over."""

    title: str
    about: str
    cards: Mapping[str, int | None]
    """By name: the points that stand on each, if any."""
    lost: bool = False


class Thing(NamedTuple):
    """What can be chosen in a run: its move, its name, what it is one of, and how many of those can be chosen."""

    move: str
    name: str
    kind: str
    most: int


class Run(NamedTuple):
    """Moves that are one thought: things are chosen together, and the moves made one after the other."""

    label: str
    """For the button that makes all of them, before what is chosen: "Put back"."""
    things: tuple[Thing, ...]
    least: int
    most: int
    rest: str = ""
    """What becomes of all that is not chosen, before its names: "You keep"."""
    last: str = ""
    """The move that ends it, where one does."""


class Words(ABC, Generic[Position]):
    """Notation and sentences. In sentences a seat is written {0}, {1}, …; see `named`."""

    notation: Sequence[str]
    """The text of every move, by its number."""

    refusals: Mapping[str, tuple[str, str]]
    """By the name that `refusal` gives: the rule's id and the reason in words."""

    endings: Sequence[str]
    """The names of all ways the game can end."""

    unit = "point"
    """What a score counts."""

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
    def draw(self, view: View, names: Sequence[str]) -> "RenderableType":
        """The table for a terminal: anything that rich can print."""

    def stage(self, view: View) -> str:
        """How far the game is, in a few words: which round, and what is left until its end."""
        return f"Round {view['round']}" if "round" in view else ""

    def outcome(self, seen: Position, move: int) -> str:
        """What this move brings, short, as far as the seat can tell; a reason may stand first: "2 of 3 blue: −1"."""
        return ""

    def focus(self, seen: Position, view: View) -> str:
        """What is being decided, by the name that panels.toml has for it."""
        return str(view.get("phase", ""))

    def paths(self, seen: Position) -> list[Way]:
        """Where runs of moves lead, each by the shortest, where one thinks in runs; none goes on past an event."""
        return []

    def run(self, seen: Position) -> Run | None:
        """The moves that can be chosen together now, where several in a row are one thought."""
        return None

    def emblems(self, seen: Position) -> list[str]:
        """What each seat stands for, by the names that panels.toml has for it, where it is more than a seat."""
        return []

    def sources(self, state: Position, seat: int) -> list[tuple[str, int]]:
        """Where this seat's points come from; their sum is its score."""
        return []

    def titles(self, state: Position) -> list[tuple[str, int]]:
        """The titles that can be reached alone, from the lowest, each with the points that it takes."""
        return []

    def piles(self) -> dict[str, list[Listed]]:
        """All cards of the content, pile by pile."""
        return {}

    def shelves(self, end: Position) -> list[Shelf]:
        """What was won and lost in a finished game, where that is more than what each seat holds."""
        return []

    def highlights(self, steps: Sequence[tuple[Position, int]], end: Position) -> list[str]:
        """At most three true sentences about a finished game: every position with the move made in it, and the end."""
        return []

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
    """What was typed, word by word: lower case, without commas, hyphens, "and" and "the", in British spelling."""
    words = APART.sub(" ", APOSTROPHES.sub("", text.lower())).split()
    return [SPELLINGS.get(word, word) for word in words if word not in BETWEEN_WORDS]


def named(sentence: str, names: Sequence[str], reader: int | None = None) -> str:
    """The sentence with the players' names in it; the seat that reads it is told of as "you"."""
    if reader is not None:
        sentence = " ".join(addressed(part, f"{{{reader}}}") for part in SENTENCE_END.split(sentence))
    return SEAT.sub(lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], sentence)


def addressed(sentence: str, seat: str) -> str:
    """One sentence to this seat: "{0} can do nothing and passes" is "You can do nothing and pass"."""
    before, _, after = sentence.partition(seat)
    verb = after.split(" ")[1].rstrip(".;:") if after.startswith(" ") else ""
    if verb in IRREGULAR or (verb and (not before or before.endswith((": ", "; ", "and ", "but ")))):
        after = after.replace(verb, second_person(verb), 1)
        sentence = before + seat + AND_VERB.sub(lambda also: f"and {second_person(also[1])}", after)
    sentence = sentence.replace(f"{seat}'s", "your").replace(seat, "you")
    return sentence[:1].upper() + sentence[1:] if not before else sentence


def second_person(verb: str) -> str:
    """The verb after "you", from the one after a name: "passes" gives "pass"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def plural(count: int, thing: str, things: str = "") -> str:
    """A number of things: "1 die", "3 dice"."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence in a row: "a, b and c"."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"
