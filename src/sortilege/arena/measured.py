"""How strong the bots were where they were measured, in a sentence for those who choose one."""

from collections.abc import Iterator, Mapping
from hashlib import sha256

from sortilege.arena.wanted import FILE, wanted
from sortilege.bots import LEVELS
from sortilege.engine.sense import Sense
from sortilege.games import game as find_game

BEFORE = "greedy before adept"


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
    changed = ["cards"] * (cards != find_game(game).content) + ["bots"] * (bots != levels(game))
    return f" That was with earlier {' and '.join(changed)}." if changed else ""


def levels(game: str) -> str:
    """A fingerprint of how far each level thinks, how often it plays on a whim, and what it lets the game's sense work
    out, if that can."""
    told: list[tuple[object, ...]] = [
        (name, level.playouts, level.seconds, level.whims, level.sure) for name, level in LEVELS.items()
    ]
    if type(find_game(game).sense).reckon is not Sense.reckon:
        told.append(tuple(level.reckons for level in LEVELS.values()))
    return sha256(repr(told).encode()).hexdigest()[:16]


def with_measured(game: str, percents: Mapping[str, float]) -> str:
    """A game's `studies.toml` with these figures: what each level won of its games, and how often greedy was placed
    before the adept."""
    found = find_game(game)
    kept = (found.folder / FILE).read_text(encoding="utf-8").partition("[measured]")[0]
    played = f'[cards]\nmeasured = "{found.content}"\n\n[bots]\nmeasured = "{levels(game)}"\n'
    return kept + "\n".join(measured_lines(percents)) + f"\n\n{played}"


def measured_lines(percents: Mapping[str, float]) -> Iterator[str]:
    yield "[measured]"
    yield from (f'"{name}" = {percent:.0f}' for name, percent in percents.items())
