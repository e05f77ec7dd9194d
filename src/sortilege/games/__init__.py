"""The games, one folder each, all alike."""

from functools import cache
from importlib import import_module

from sortilege.engine import Game, Record, nearest

NAMES = ("aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars")


def games() -> list[str]:
    """The names of all games."""
    return sorted(NAMES)


@cache
def game(name: str) -> Game:
    """A game by its name."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}{nearest(str(name), NAMES)}; the games are: {', '.join(games())}")
    found: Game = import_module(f"sortilege.games.{name}").GAME
    return found


Record.find = staticmethod(game)
