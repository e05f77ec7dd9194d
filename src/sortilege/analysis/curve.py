"""From shares of playouts to chances: how often seats that stood so have won, in games of the level that is assumed."""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.engine import Game

FILE = "analysis.toml"
ASSUMED = "archmage:48"
"""The level that people are taken for: one that looks ahead, with few playouts."""
LEAST = 0.002
"""No share of playouts is so small that it means never."""
MOST_STRETCH = 1.5
NEAR = 8


@dataclass(frozen=True)
class Curve:
    """Chances are shares to the power of the slope, with a bonus for the seat that decides, made to add up to one."""

    slope: float = 1.0
    mover: float = 0.0

    def chances(self, shares: Sequence[float], mover: int) -> list[float]:
        if len(shares) == 1:
            return self.chances([shares[0], 1 - shares[0]], mover)[:1]
        if self == PLAIN:
            return list(shares)
        weights = [max(share, LEAST) ** self.slope for share in shares]
        if 0 <= mover < len(weights):
            weights[mover] *= math.exp(self.mover)
        total = sum(weights)
        return [weight / total for weight in weights]

    def stretch(self, shares: Sequence[float], seat: int, mover: int) -> float:
        """How much the chance of a seat changes with its share, here."""
        if self == PLAIN or len(shares) == 1:
            return 1.0
        share = min(max(shares[seat], LEAST), 1 - LEAST)
        chance = self.chances(shares, mover)[seat]
        return min(MOST_STRETCH, self.slope * chance * (1 - chance) / (share * (1 - share)))


PLAIN = Curve()


def curve(game: Game, level: str = ASSUMED) -> Curve:
    """The fitted curve of a game and a level; shares as they are where nothing was fitted."""
    found = fitted(game.folder).get("levels", {}).get(level)
    return Curve(found["slope"], found["mover"]) if found else PLAIN


def effort(game: Game) -> int:
    """How many times as much as usual is thought about a game: those that are quickly played on have more."""
    return int(fitted(game.folder).get("effort", 1))


def near(game: Game) -> int:
    """After how many decisions an outcome shows in the sense's value."""
    return int(fitted(game.folder).get("near", NEAR))


def looks(game: Game) -> int:
    """How many times as many looks as usual there are at each outcome: the longer they are, the more are needed."""
    return int(fitted(game.folder).get("looks", 1))


def worth_of_luck(game: Game) -> float:
    """By how much results follow luck as the sense sees it."""
    return float(fitted(game.folder).get("luck", 1.0))


@cache
def fitted(folder: Path) -> dict[str, Any]:
    """What a game's own file says; nothing where there is none."""
    file = folder / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
