"""What a game wants measured, as its folder says: `studies.toml`, and `studies.py` where data cannot say it.

Both may be absent. `studies.toml` has four tables. `[matches]` has the matches between levels that `sortilege arena
--all-levels` plays in this game, by kind, with their number of games and what differs from the same match in other
games. `[measured]` is what came out, in percent, `[cards]` with which content, and `[bots]` with which levels and which
judgement of the game: that command writes all three. Where the match of greedy and the adept was played apart, both
name it for itself.
`studies.py` has `calibrate`, which `sortilege study GAME --calibration` calls; nothing else imports it.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, get_args

from sortilege.engine import Game, nearest
from sortilege.games import game as find_game

if TYPE_CHECKING:
    from sortilege.arena.calibration import CalibrationGames

MatchKind = Literal["ladder", "greedy", "three-greedy", "without-choice", "without-value", "solo"]
Calibrate = Callable[["CalibrationGames"], Iterator[str]]

FILE = "studies.toml"
CODE = "studies.py"
FRESH = "2027"
"""The seed of deals on which no setting of a bot was tried."""


@dataclass(frozen=True)
class MatchPlan:
    """What a game says of one match; seats and the time to think only where they are not those of other games."""

    games: int
    seed: str = FRESH
    seats: int | None = None
    thinks: str | None = None


@dataclass(frozen=True)
class Wanted:
    """The data of a game's studies."""

    matches: Mapping[MatchKind, MatchPlan] = field(default_factory=dict)
    measured: Mapping[str, float] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    """The fingerprint of the content that was measured, and of that in the match of greedy and the adept."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The fingerprint of the bots, in the same way."""


@cache
def wanted(game: str) -> Wanted:
    """What this game wants measured, and what was; a ValueError says what is wrong with its file."""
    file = find_game(game).folder / FILE
    if not file.exists():
        return Wanted()
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        matches = {read_kind(name): MatchPlan(**plan) for name, plan in data.get("matches", {}).items()}
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from None
    return Wanted(matches, data.get("measured", {}), data.get("cards", {}), data.get("bots", {}))


def read_kind(name: str) -> MatchKind:
    kinds: tuple[MatchKind, ...] = get_args(MatchKind)
    for kind in kinds:
        if kind == name:
            return kind
    raise ValueError(f"there is no match {name!r}{nearest(name, kinds)}; the matches are: {', '.join(kinds)}")


def has_calibration(game: Game) -> bool:
    return (game.folder / CODE).exists()


def calibration(game: Game) -> Calibrate:
    """What a game's own code measures."""
    found: Calibrate = import_module(f"{package(game)}.{CODE.removesuffix('.py')}").calibrate
    return found


def package(game: Game) -> str:
    """The package that a game's folder is."""
    parts = game.rules.__module__.split(".")
    return ".".join(parts[: parts.index(game.folder.name) + 1])
