"""What a bot is given: its own seat, and nothing behind it."""

from collections.abc import Callable
from typing import Any

from sortilege.engine import Chance, Game, State
from sortilege.engine.state import game_of


class Seat:
    """A seat's knowledge of a position. It holds what `seen_by` left of it: the true position is not in here."""

    def __init__(self, state: State, seat: int, unwanted: Callable[[], int] | None = None) -> None:
        """`unwanted` tells whoever thinks long that nobody waits for it any more."""
        self.number = seat
        self.seen = state.seen_by(seat)
        self.unwanted = unwanted

    @property
    def game(self) -> Game:
        found: Game = game_of(self.seen)
        return found

    def view(self) -> dict[str, Any]:
        """All that this seat may know, as plain data."""
        return self.seen.view(self.number)

    def moves(self) -> list[int]:
        """The legal moves, if it is this seat's turn."""
        return self.seen.moves() if self.seen.seat == self.number else []

    def imagine(self, chance: Chance) -> State:
        """A whole position that this seat cannot tell from the true one."""
        return self.seen.imagine(self.number, chance)

    def text(self, move: int) -> str:
        return self.seen.text(move)
