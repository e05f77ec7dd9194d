"""The position that every game keeps, and the verbs that drive it."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sortilege.engine.chance import Chance
from sortilege.engine.errors import GameOver, IllegalMove, NoSuchMove, NoSuchOutcome
from sortilege.engine.fields import Fields
from sortilege.engine.plain import PlainPosition, Snapshot

if TYPE_CHECKING:
    from numpy import float32, int8
    from numpy.typing import NDArray

    from sortilege.engine.game import Game
    from sortilege.engine.panels import Panel, PanelForm

CHANCE: Final = -1
OVER: Final = -2
NOBODY: Final = -1
UNKNOWN: Final = -1

MOST_MOVES: Final = 1024
BLANK: Final = vec[i64]([0] * MOST_MOVES)


def new_buffer() -> vec[i64]:
    """Room for the legal moves of any position of any game."""
    return BLANK[:]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. Subclasses are the games' rules; the verbs that people use are here.

    It does not derive from ABC: below a base that is not compiled, mypyc doubts at every read whether an attribute is
    set, and plays some 8 % slower.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.seat: i64 = 0

    # What a game's rules say.

    @abstractmethod
    def copy(self) -> "State":
        """An independent copy."""

    @abstractmethod
    def fields(self) -> Fields:
        """Every attribute: a position is exactly these."""

    @abstractmethod
    def moves_into(self, buffer: vec[i64]) -> i64:
        """Write the legal moves of the seat that decides into the buffer, ascending; say how many."""

    @abstractmethod
    def sides(self) -> i64:
        """At CHANCE: how many outcomes are equally likely."""

    @abstractmethod
    def advance(self, move: i64) -> None:
        """Go on with a legal move, or an outcome at CHANCE, unchecked."""

    @abstractmethod
    def refusal(self, move: i64) -> str:
        """The name of the reason why this move is not legal now."""

    @abstractmethod
    def scores(self) -> list[int]:
        """One number a seat, at any time."""

    @abstractmethod
    def standings(self) -> list[int]:
        """One number a seat with all tie-breaks in it: the higher is placed before the lower, equals share."""

    @abstractmethod
    def seen_by(self, seat: i64) -> "State":
        """A copy in which all that this seat may not know is masked. A spectator is NOBODY."""

    @abstractmethod
    def imagine(self, seat: i64, chance: Chance) -> "State":
        """A whole position drawn from those that this seat cannot tell from the true one."""

    def secret(self, move: i64, seat: i64) -> bool:
        """Is the move, or outcome, about to be made hidden from this seat?"""
        return False

    def reveals(self, move: i64) -> bool:
        """Does this move show anybody something that was hidden, besides the move itself?"""
        return False

    # What everybody uses.

    def moves(self) -> list[int]:
        """The legal moves of the seat that decides; empty at CHANCE and when the game is over."""
        if self.seat < 0:
            return []
        buffer = new_buffer()
        count = self.moves_into(buffer)
        result: list[int] = []
        i: i64 = 0
        while i < count:
            result.append(buffer[i])
            i += 1
        return result

    def legal(self, move: i64) -> bool:
        buffer = new_buffer()
        count = self.moves_into(buffer)
        i: i64 = 0
        while i < count:
            if buffer[i] == move:
                return True
            i += 1
        return False

    def play(self, move: object) -> None:
        """Go on with a move, or an outcome at CHANCE; an IllegalMove changes nothing."""
        if self.seat == OVER:
            raise GameOver("The game is over: nothing can be played any more.")
        if not isinstance(move, int) or isinstance(move, bool):
            raise NoSuchMove(f"A move is a whole number, not {type(move).__name__}.")
        if self.seat == CHANCE:
            if not 0 <= move < int(self.sides()):
                raise NoSuchOutcome(f"This is a chance point with {self.sides()} outcomes, 0 to {self.sides() - 1}.")
        elif not 0 <= move < MOST_MOVES or not self.legal(move):
            raise self.why_not(move)
        self.advance(move)

    def why_not(self, move: int) -> IllegalMove:
        """The refusal of a move that is not legal: an IllegalMove with reason and rule."""
        return game_of(self).refuse(self, move)

    def ranking(self) -> list[int]:
        """The place of each seat, from 1; ties share a place."""
        standings = self.standings()
        return [1 + sum([1 for other in standings if other > own]) for own in standings]

    def text(self, move: object) -> str:
        """The notation of a move."""
        return game_of(self).words.text(move)

    def parse(self, text: object) -> int:
        """The move that a text in notation means, legal now or not."""
        return game_of(self).words.parse(text)

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that this seat may know, as plain data; None is a spectator."""
        eye = self.eye(seat)
        return game_of(self).words.view(self.seen_by(eye), eye)

    def news(self, move: int, seat: int | None) -> list[str]:
        """What this seat is told when the move, or outcome, is played now; seats stand as {0}, {1}."""
        eye = self.eye(seat)
        after = self.copy()
        after.advance(move)
        known = None if self.secret(move, eye) else move
        return game_of(self).words.news(self.seen_by(eye), known, after.seen_by(eye), eye)

    def ending(self) -> str:
        """How the game ended, by the name that the guide gives it; empty while it goes on."""
        return game_of(self).words.ending(self) if self.seat == OVER else ""

    def panels(
        self, seat: int | None = None, names: list[str] | None = None, form: "PanelForm" = "wide"
    ) -> "list[Panel]":
        """The table as this seat sees it, in panels, first those that the question is about."""
        eye = self.eye(seat)
        return game_of(self).panels(self.seen_by(eye), eye, names, form)

    def picture(self, seat: int | None = None, names: list[str] | None = None) -> str:
        """The table as this seat sees it: all panels in one SVG that stands alone."""
        eye = self.eye(seat)
        return game_of(self).picture(self.seen_by(eye), eye, names)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as a spectator sees it."""
        return self.picture()

    def position(self) -> PlainPosition:
        """Every field by its name, as a number or a list of numbers."""
        found: PlainPosition = {}
        for name in self.fields().names:
            value = getattr(self, name)
            found[name] = value if isinstance(value, int) else list(value)
        return found

    def set_position(self, position: PlainPosition, masked: bool = False) -> None:
        """Take over every field of a position with as many seats, or of what a seat sees of one; a BadSnapshot changes
        nothing. Rows are written into those that are there: mypyc's setter never frees one that it is handed."""
        fields = self.fields()
        fields.check(position, masked)
        for name in fields.names:
            value = position[name]
            if isinstance(value, int):
                setattr(self, name, value)
            else:
                row = getattr(self, name)
                for place, cell in enumerate(value):
                    row[place] = cell

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        """Every cell of every field, in their order, as in `seen_by`. Games have a faster one, which copies nothing."""
        cells: list[int] = []
        for value in self.seen_by(seat).position().values():
            cells += [value] if isinstance(value, int) else value
        return vec[i64](cells)

    def observe(self, seat: int | None) -> "NDArray[float32]":
        """All that this seat may know as a row of numbers from 0 to 1; `layout` of the game says what they mean."""
        return game_of(self).observation(self, self.eye(seat))

    def mask(self) -> "NDArray[int8]":
        """For every move of the game a 1 if it is legal now, else a 0."""
        return game_of(self).mask(self)

    def snapshot(self) -> Snapshot:
        """The whole position as plain data."""
        game = game_of(self)
        return {"game": game.name, "rules": game.rules_version, "content": game.content, "position": self.position()}

    # What Python people expect.

    def __eq__(self, other: object) -> bool:
        """Is it the same position of the same game?"""
        if not isinstance(other, State) or type(self) is not type(other):
            return NotImplemented
        for name in self.fields().names:
            mine = getattr(self, name)
            theirs = getattr(other, name)
            if mine != theirs if isinstance(mine, int) else list(mine) != list(theirs):
                return False
        return True

    def __hash__(self) -> int:
        """Of the position as it stands: it changes when the position goes on."""
        cells = [value if isinstance(value, int) else tuple(value) for value in self.position().values()]
        return hash((type(self).__name__, tuple(cells)))

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (revive, (type(self), self.position()))

    def eye(self, seat: int | None) -> i64:
        if seat is None:
            return NOBODY
        if isinstance(seat, bool) or not -1 <= seat < self.seats:
            raise ValueError(f"seats are 0 to {self.seats - 1}, or None for a spectator; not {seat!r}")
        return seat


GAMES: Final[dict[type[State], "Game"]] = {}


def game_of(state: State) -> "Game":
    """The game a position belongs to."""
    return GAMES[type(state)]


def revive(rules: type[State], position: PlainPosition) -> State:
    """A position that was pickled."""
    return GAMES[rules].set_out(position, masked=True)
