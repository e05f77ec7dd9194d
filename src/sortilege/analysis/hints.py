"""Advice for a seat: its best moves, with chances and a few words. It rests on what the seat may know.

A search says which moves are good; what they are worth is told by the evaluator that analyses games afterwards.
"""

import math
import statistics
import time
from dataclasses import dataclass
from typing import Literal

from sortilege.analysis.evaluator import Evaluator, Odds, Shares, standard_error
from sortilege.bots.levels import LEVELS, MOST_PLAYOUTS
from sortilege.bots.search import NONE, Search, Unwanted, forced_win
from sortilege.bots.seat import Seat
from sortilege.engine import FastChance

HEATS = 8
"""In which moves are compared at a time; so many at least."""
Judgement = Literal[
    "wins whatever happens", "clearly best", "best", "as good as any", "may be better", "may be as good", "weaker"
]  # fmt: skip
SURELY = Odds(1.0, 0.0)


@dataclass(frozen=True)
class Hint:
    """A move with the chance that this seat wins after it, from 0 to 1, as in games of the level that is assumed.

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

    Half of the budget finds them, the other half weighs them. With seconds 0 only the playouts count, and the same seed
    gives the same hints.
    """
    if len(seat.moves()) < 2:
        return []
    chance = FastChance(f"hints {seed}")
    winning = forced_win(seat.seen, seat.number, chance)
    if winning != NONE:
        return [hint(seat, winning, SURELY, 0, "wins whatever happens", chosen=True)]
    search = searched(seat, chance, playouts // 2, seconds / 2)
    moves = [each.move for each in search.findings()[:most]]
    evaluator = evaluator_for(seat, seed)
    heats = weighed(evaluator, seat, moves, playouts // 2, seconds / 2)
    odds = [chance_after(evaluator, seat, heats, place) for place in range(len(moves))]
    advice = [
        hint(seat, move, odds[place], len(heats), judgement(place, odds), chosen=place == 0)
        for place, move in enumerate(moves)
    ]
    return sorted(advice, key=lambda each: -each.chance)


def hint(seat: Seat, move: int, odds: Odds, playouts: int, words: Judgement, chosen: bool) -> Hint:
    label = seat.game.words.label(seat.seen, move)
    return Hint(move, seat.text(move), label, odds.chance, odds.low, odds.high, playouts, words, chosen)


def searched(seat: Seat, chance: FastChance, playouts: int, seconds: float) -> Search:
    search = LEVELS["archmage"].search(seat, chance)
    search.unwanted = seat.unwanted
    search.think(seat.seen, playouts, seconds)
    return search


def evaluator_for(seat: Seat, seed: object) -> Evaluator:
    return Evaluator.of(seat.game, seat.seen.seats, f"hints {seed}")


def weighed(evaluator: Evaluator, seat: Seat, moves: list[int], playouts: int, seconds: float) -> list[list[Shares]]:
    """Heats in which these moves compete, until the budget is used up. Unwanted where nobody waits any more."""
    end = time.perf_counter() + seconds if seconds > 0 else math.inf
    heats: list[list[Shares]] = []
    while not heats or (len(heats) * len(moves) < playouts and time.perf_counter() < end):
        if seat.unwanted is not None and seat.unwanted():
            raise Unwanted
        heats += evaluator.heats(seat.seen, moves, HEATS)
    return heats


def chance_after(evaluator: Evaluator, seat: Seat, heats: list[list[Shares]], place: int) -> Odds:
    return evaluator.calibrated([heat[place] for heat in heats], seat.number, seat.number)


def judgement(place: int, odds: list[Odds]) -> Judgement:
    """How a move stands beside the one that the search chose, which is the first."""
    first, others = odds[0], odds[1:]
    if place > 0 and odds[place].chance > first.chance:
        return "may be better"
    if place > 0:
        return "may be as good" if odds[place].high >= first.low else "weaker"
    if others and all(other.high < first.low for other in others):
        return "clearly best"
    return "best" if all(other.chance <= first.chance for other in others) else "as good as any"


MUCH = 0.1
"""What a move must bring more to be worth a word, as a part of the win;"""
SURE = 3.0
"""and by how many standard errors,"""
ENOUGH = 4 * HEATS
"""in so many heats at least: a few that happen to agree prove nothing."""


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
    best = forced_win(seat.seen, seat.number, chance)
    if best == NONE:
        best = searched(seat, chance, playouts // 2, seconds / 2).winner
    if best == move:
        return None
    evaluator = evaluator_for(seat, seed)
    heats = weighed(evaluator, seat, [best, move], playouts // 2, seconds / 2)
    leads = [better[seat.number] - done[seat.number] for better, done in heats]
    better, done = (chance_after(evaluator, seat, heats, place).chance for place in (0, 1))
    if len(heats) < ENOUGH or better - done < MUCH or statistics.fmean(leads) < SURE * standard_error(leads):
        return None
    return Missed(seat.text(best), seat.game.words.label(seat.seen, best), better, done)
