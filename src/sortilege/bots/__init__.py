"""Bots. They see what their seat sees, and know the engine but no game."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from sortilege.bots.levels import LEVELS, Level, SearchBot
from sortilege.bots.seat import Seat
from sortilege.bots.simple import GreedyBot, RandomBot
from sortilege.engine import nearest


class Bot(Protocol):
    """Somebody who chooses moves for a seat."""

    name: str

    def choose(self, seat: Seat) -> int: ...


BOTS: dict[str, Callable[[object], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{name: partial(SearchBot, name, level) for name, level in LEVELS.items()},
}
ABOUT = {
    "random": RandomBot.about,
    "greedy": GreedyBot.about,
    **{name: level.about for name, level in LEVELS.items()},
}
"""How each bot plays, in a few words."""


def bots() -> list[str]:
    """The names of all bots: those that do not look ahead, then the levels from weak to strong."""
    return list(BOTS)


def bot(name: str, seed: object = 0) -> Bot:
    """A new bot by its name; the same seed plays the same.

    A level can be given another budget: "archmage:400" thinks 400 playouts, "archmage:0.5s" half a second.
    """
    level, colon, budget = name.partition(":")
    if colon and level in LEVELS:
        return SearchBot(name, LEVELS[level].changed(budget), seed)
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}{nearest(str(name), BOTS)}; the bots are: {', '.join(BOTS)}")
    return BOTS[name](seed)


__all__ = [
    "ABOUT", "BOTS", "LEVELS", "Bot", "GreedyBot", "Level", "RandomBot", "SearchBot", "Seat",
    "bot", "bots",
]  # fmt: skip
