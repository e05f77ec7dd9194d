"""The log of a table: what happened, in words for one seat."""

from collections.abc import Sequence

from sortilege.engine import State


class Log:
    """One list of sentences a step; seats stand as {0}, {1}."""

    def __init__(self, start: State, eye: int) -> None:
        self.state = start
        self.eye = eye
        self.told: list[list[str]] = []

    def follow(self, moves: Sequence[int]) -> None:
        """Tell what came since; `moves` are all of them."""
        for move in moves[len(self.told) :]:
            self.told.append(self.state.news(move, self.eye))
            self.state.advance(move)
