"""The log of a table: what happened, in words for one seat."""

from collections.abc import Sequence

from sortilege.engine import State

Told = list[list[str]]
"""One list of sentences a step; seats stand as {0}, {1}."""


def tell(state: State, eye: int, moves: Sequence[int]) -> tuple[State, Told]:
    """What these moves do, one after the other, and where they lead. The position given goes there itself."""
    told: Told = []
    for move in moves:
        told.append(state.news(move, eye))
        state.advance(move)
    return state, told


class Log:
    """All that was told so far, and the position up to which it was told."""

    def __init__(self, start: State, eye: int) -> None:
        self.state = start
        self.eye = eye
        self.told: Told = []

    def behind(self, moves: Sequence[int]) -> int:
        return len(moves) - len(self.told)

    def follow(self, moves: Sequence[int]) -> None:
        """Tell what came since; `moves` are all of them."""
        self.state, told = tell(self.state, self.eye, moves[len(self.told) :])
        self.told += told

    def back_to(self, steps: int, state: State) -> None:
        """A step was taken back: so many are left, and they lead here."""
        if len(self.told) > steps:
            del self.told[steps:]
            self.state = state.copy()
