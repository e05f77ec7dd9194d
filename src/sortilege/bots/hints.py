"""Advice for a seat: its best moves, with chances and a few words. It rests on what the seat may know."""

import math
import time
from dataclasses import dataclass
from typing import Literal

from sortilege.bots.confidence import wilson
from sortilege.bots.levels import LEVELS, MOST_PLAYOUTS
from sortilege.bots.search import NONE, Race, Search, forced_win
from sortilege.bots.seat import Seat
from sortilege.engine import FastChance

Judgement = Literal[
    "wins whatever happens", "clearly best", "best", "as good as any", "may be better", "may be as good", "weaker"
]  # fmt: skip
Odds = tuple[float, float, float]
"""Chance, low and high."""


@dataclass(frozen=True)
class Hint:
    """A move with the chance that this seat wins after it, from 0 to 1, as the playouts see it.

    The 95 % interval is that of the playouts: how players really go on may differ.
    """

    move: int
    text: str
    """The move in notation."""
    label: str
    """What the move does; seats stand as {0}, {1}."""
    chance: float
    low: float
    high: float
    playouts: int
    words: Judgement
    chosen: bool
    """A bot would do this: it leaves what the game's sense suggests only for what is surely better."""


def hints(
    seat: Seat, most: int = 3, seconds: float = 1.0, playouts: int = MOST_PLAYOUTS, seed: object = 0
) -> list[Hint]:
    """The best moves of the seat, the highest chance first; none where it has nothing to choose.

    With seconds 0 only the playouts count, and the same seed gives the same hints.
    """
    if len(seat.moves()) < 2:
        return []
    chance = FastChance(f"hints {seed}")
    winning = forced_win(seat.seen, seat.number, chance)
    if winning != NONE:
        return [hint(seat, winning, (1.0, 1.0, 1.0), 0, "wins whatever happens", chosen=True)]
    search = LEVELS["archmage"].search(seat, chance)
    search.unwanted = seat.unwanted
    search.think(seat.seen, playouts, seconds)
    found = search.findings()[:most]
    odds = [(each.wins, *wilson(each.wins * each.visits, each.visits)) for each in found]
    advice = [
        hint(seat, each.move, odds[place], each.visits, judgement(place, odds), chosen=place == 0)
        for place, each in enumerate(found)
    ]
    return sorted(advice, key=lambda each: -each.chance)


def hint(seat: Seat, move: int, odds: Odds, playouts: int, words: Judgement, chosen: bool) -> Hint:
    return Hint(move, seat.text(move), seat.game.words.label(seat.seen, move), *odds, playouts, words, chosen)


def judgement(place: int, odds: list[Odds]) -> Judgement:
    """How a move stands beside the one that the search chose, which is the first."""
    chance, low, _ = odds[0]
    others = odds[1:]
    if place > 0 and odds[place][0] > chance:
        return "may be better"
    if place > 0:
        return "may be as good" if odds[place][2] >= low else "weaker"
    if others and all(high < low for _, _, high in others):
        return "clearly best"
    return "best" if all(other <= chance for other, _, _ in others) else "as good as any"


MUCH = 0.1
"""What a move must bring more to be worth a word, as a part of the win;"""
SURE = 3.0
"""and by how many standard errors."""


@dataclass(frozen=True)
class Missed:
    """A move that was surely much better than the one that was made, and the chances to win after both."""

    text: str
    label: str
    chance: float
    instead: float


def missed(
    seat: Seat, move: int, seconds: float = 0.5, playouts: int = MOST_PLAYOUTS, seed: object = 0
) -> Missed | None:
    """What was much better than this move; None where nothing surely was. What the search would choose runs against it
    once more, from the same imagined positions, so that luck in the choice does not count."""
    if len(seat.moves()) < 2:
        return None
    chance = FastChance(f"missed {seed}")
    search = LEVELS["archmage"].search(seat, chance)
    search.unwanted = seat.unwanted
    search.think(seat.seen, playouts, seconds)
    winning = forced_win(seat.seen, seat.number, chance)
    best = search.winner if winning == NONE else winning
    race = run_against(search, seat, best, move, playouts, seconds) if best != move else None
    if race is None or race.lead(1) < MUCH or race.lead(1) < SURE * race.error(1):
        return None
    wins = {each.move: each.wins for each in search.findings()}
    return Missed(seat.text(best), seat.game.words.label(seat.seen, best), wins[best], wins[move])


def run_against(search: Search, seat: Seat, best: int, move: int, playouts: int, seconds: float) -> Race:
    race, left = Race([move, best]), playouts
    end = time.perf_counter() + seconds if seconds > 0 else math.inf
    while left > 0 and time.perf_counter() < end:
        left -= search.heat(seat.seen, race, 2, end)
    return race
