"""Positions, results and settings as plain data, as they stand in files and travel between processes."""

from typing import TypedDict

Setting = bool | int | str | list[str]
"""The value of an option."""

PlainPosition = dict[str, int | list[int]]
"""Every field of a position by its name."""


class Snapshot(TypedDict):
    """A whole position, or what a seat sees of it."""

    game: str
    rules: str
    content: str
    position: PlainPosition


class Result(TypedDict):
    """How a game ended: by which of its endings, with which scores and places."""

    ending: str
    scores: list[int]
    ranking: list[int]
