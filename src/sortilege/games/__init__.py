"""The games, one folder each, all alike; and those that other packages bring.

A package of somebody else's brings a game by an entry point of the group `sortilege.games`: the game's name, and where
its `Game` is found, such as `moonstones = "moonstones:GAME"`. A game whose package has been imported is found without.
"""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from sortilege.engine import Game, Record, nearest
from sortilege.engine.state import GAMES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sortilege.games"
HOUSE = tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def brings(folder: Path) -> bool:
    """May a package in this folder, or archive, bring games? Loading importlib.metadata takes longer than a look."""
    return folder.is_file() or any(GROUP in each.read_text("utf-8") for each in folder.glob("*-info/entry_points.txt"))


@cache
def guests() -> dict[str, "EntryPoint"]:
    """The games of other packages, by name; none takes the name of one of the house."""
    if not any(brings(Path(folder)) for folder in sys.path):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in HOUSE}


def games() -> list[str]:
    """The names of all games."""
    return sorted([*HOUSE, *guests()])


@cache
def game(name: str) -> Game:
    """A game by its name."""
    if name in HOUSE:
        found = import_module(f"{__name__}.{name}").GAME
    elif name in guests():
        found = guests()[name].load()
    elif name in (made := {each.name: each for each in GAMES.values()}):
        found = made[name]
    else:
        raise ValueError(f"there is no game {name!r}{nearest(str(name), games())}; the games are: {', '.join(games())}")
    if not isinstance(found, Game) or found.name != name:
        raise TypeError(f"what {GROUP} gives for {name!r} is no game of that name")
    return found


Record.find = staticmethod(game)
