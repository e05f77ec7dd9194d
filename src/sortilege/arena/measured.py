"""How strong the bots were where they were measured, in a sentence for those who choose one."""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from sortilege.arena.wanted import FILE, wanted
from sortilege.bots import LEVELS
from sortilege.engine import Game
from sortilege.engine.sense import Sense
from sortilege.engine.weights import OWN
from sortilege.games import game as find_game

BEFORE = "greedy before adept"
RULES = {"content", "position", "rules"}
"""Rooms of a game that a sense plays by as everybody does."""


def measured(game: str) -> str:
    """What came out in this game; nothing where nothing was measured."""
    studied = wanted(game)
    wins = dict(studied.measured)
    before = wins.pop(BEFORE, None)
    said = ", ".join(f"{name.partition(':')[0]} {percent} %" for name, percent in wins.items())
    sentences = []
    if wins:
        sentences.append(
            f"In matches between the levels, the archmage with a tenth of its time, they won this share of their "
            f"games: {said}.{earlier(game, 'measured')}"
        )
    if before is not None:
        sentences.append(f"Greedy was placed before an adept in {before} % of games for two.{earlier(game, 'greedy')}")
    return " ".join(sentences)


def earlier(game: str, match: str) -> str:
    """What has changed since, as a sentence; nothing where nothing has."""
    studied = wanted(game)
    cards = studied.cards.get(match, studied.cards.get("measured"))
    bots = studied.bots.get(match, studied.bots.get("measured"))
    changed = ["cards"] * (cards != find_game(game).content) + ["bots"] * (bots != bots_of(game))
    return f" That was with earlier {' and '.join(changed)}." if changed else ""


@cache
def bots_of(game: str) -> str:
    """A fingerprint of the bots: how far each level thinks, how often it plays on a whim, what it lets the game's sense
    work out, if that can, and the judgement that all of them have of the game."""
    told: list[tuple[object, ...]] = [
        (name, level.playouts, level.seconds, level.whims, level.sure) for name, level in LEVELS.items()
    ]
    if type(find_game(game).sense).reckon is not Sense.reckon:
        told.append(tuple((level.reckons, level.haste) for level in LEVELS.values()))
    return hashed(told, judgement(find_game(game)))


def judgement(game: Game) -> str:
    """A fingerprint of what a game's sense judges by: its source, that of what it imports from the game's folder, and
    the network there. Comments say nothing to it."""
    first = source(type(game.sense).__module__)
    sources, found = {}, [first]
    while found:
        if (file := found.pop()) not in sources:
            sources[file] = file.read_bytes()
            found += beside(file)
    network = game.folder / OWN
    judged = [without_comments(sources[file]) for file in sorted(sources)]
    return hashed(judged, network.read_bytes() if network.exists() else b"")


def source(module: str) -> Path:
    """Where a module is written; where its source was left out, its compiled code."""
    file = Path(sys.modules[module].__file__ or "")
    written = file.with_name(f"{file.name.partition('.')[0]}.py")
    return written if written.exists() else file


def beside(file: Path) -> Iterator[Path]:
    """The files in the same folder that this one imports, without the rules."""
    parsed = ast.parse(file.read_bytes()).body if file.suffix == ".py" else []
    for node in parsed:
        if isinstance(node, ast.ImportFrom) and (node.level or file.parent.name in (node.module or "").split(".")):
            names = {(node.module or "").rpartition(".")[2], *(each.name for each in node.names)} - RULES
            yield from (path for name in names if (path := file.with_name(f"{name}.py")).exists())


def without_comments(written: bytes) -> list[bytes]:
    lines = (line.partition(b"#")[0].rstrip() for line in written.splitlines())
    return [line for line in lines if line]


def hashed(*told: object) -> str:
    return sha256(repr(told).encode()).hexdigest()[:16]


def with_measured(game: str, percents: Mapping[str, float]) -> str:
    """A game's `studies.toml` with these figures: what each level won of its games, and how often greedy was placed
    before the adept."""
    found = find_game(game)
    kept = (found.folder / FILE).read_text(encoding="utf-8").partition("[measured]")[0]
    played = f'[cards]\nmeasured = "{found.content}"\n\n[bots]\nmeasured = "{bots_of(game)}"\n'
    return kept + "\n".join(measured_lines(percents)) + f"\n\n{played}"


def measured_lines(percents: Mapping[str, float]) -> Iterator[str]:
    yield "[measured]"
    yield from (f'"{name}" = {percent:.0f}' for name, percent in percents.items())
