"""Bots that look ahead, in the strengths that people meet."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from sortilege.bots.search import NONE, SURE, Reckons, Search, forced_win
from sortilege.bots.seat import Seat
from sortilege.engine import FastChance, State
from sortilege.engine.network import Judge
from sortilege.engine.sense import Sense
from sortilege.engine.state import GAMES
from sortilege.engine.weights import read_weights

MOST_PLAYOUTS = 1_000_000
MOST_CORES = 256
RECKONS: dict[str, Reckons] = {"no": "never", "end": "to the end", "yes": "always"}
Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Level:
    """How far a bot thinks, and how often it plays on a whim.

    Seconds 0 mean that only the playouts count: then the same seed plays the same. Whims are the share of the bot's own
    moves that are any legal one instead of the best. Slips, in its playouts, and horizon are those of `Search`; where
    they are not given, those of the game's sense.
    """

    playouts: int
    seconds: float = 0.0
    whims: float = 0.0
    slips: int | None = None
    horizon: int | None = None
    sure: float = SURE
    """So many standard errors a move must be ahead to be played instead of what the sense suggests."""
    reckons: Reckons = "never"
    """Where it plays what the sense works out: the best move, and what that rests on may be the sense's value, or goes
    to the end of the game."""
    haste: float = 0.0
    """In so many seconds or less it plays all that is worked out: that is better than so short a search."""
    cores: int = 1
    """So many processes think, each with the whole budget."""
    network: str = ""
    """A file with a network that judges in place of the sense."""

    @property
    def about(self) -> str:
        """In a few words, for those who choose a bot."""
        budget = f"{self.seconds:g} s" if self.seconds else f"{self.playouts} playouts"
        whims = f"; {100 * self.whims:.0f} % of its moves are any legal ones" if self.whims else ""
        return f"looks ahead, {budget} a move{whims}"

    def search(self, seat: Seat, chance: FastChance) -> Search:
        """A new search for a seat. Alone, the points at the end count: then there is no horizon."""
        sense = self.sense(seat)
        slips = sense.slips() if self.slips is None else self.slips
        horizon = sense.horizon() if self.horizon is None else self.horizon
        search = Search(sense, chance, seat.number, slips, horizon if seat.seen.seats > 1 else 0)
        search.sure = self.sure
        search.reckons = "always" if 0 < self.seconds <= self.haste else self.reckons
        return search

    def sense(self, seat: Seat) -> Sense:
        """The game's sense, or one with a network as its judge where several play."""
        if not self.network or seat.seen.seats == 1:
            return seat.game.sense
        return judge_from(self.network, seat.game.name)

    def changed(self, text: str) -> "Level":
        """The same level with another budget, playouts ("400") or seconds ("0.5s"), and other settings if wanted:
        "400+horizon=0+slips=1"."""
        budget, *settings = text.split("+")
        try:
            level = self.with_budget(budget)
            for each in settings:
                name, _, value = each.partition("=")
                level = level.with_setting(name, value)
        except (ValueError, KeyError):
            raise ValueError(
                f"a budget is a number of playouts (400) or seconds (0.5s), perhaps with settings "
                f"(+whims=0.5 +slips=8 +horizon=30 +sure=2 +reckons=no +cores=2 +network=FILE), not {text!r}"
            ) from None
        return level

    def with_budget(self, budget: str) -> "Level":
        if budget.endswith("s"):
            return replace(self, playouts=MOST_PLAYOUTS, seconds=between(float(budget[:-1]), 0.001, 3600))
        return replace(self, playouts=between(int(budget), 1, MOST_PLAYOUTS), seconds=0.0)

    def with_setting(self, name: str, value: str) -> "Level":
        if name in ("whims", "noise"):  # matches of earlier versions say noise
            return replace(self, whims=between(float(value), 0, 1))
        if name == "slips":
            return replace(self, slips=between(int(value), 0, 1000))
        if name == "horizon":
            return replace(self, horizon=between(int(value), 0, 100_000))
        if name == "sure":
            return replace(self, sure=between(float(value), 0, 100))
        if name == "reckons":
            return replace(self, reckons=RECKONS[value], haste=0.0)
        if name == "cores":
            return replace(self, cores=between(int(value), 1, MOST_CORES))
        if name == "network":
            return replace(self, network=value)
        raise ValueError


@cache
def judge_from(path: str, name: str) -> Judge:
    """The judge of a file, read once."""
    game = next(game for game in GAMES.values() if game.name == name)
    return read_weights(Path(path), game).judge(game)


def between(number: Number, low: float, high: float) -> Number:
    if not low <= number <= high:
        raise ValueError
    return number


LEVELS = {
    "apprentice": Level(playouts=16, whims=0.5),
    "adept": Level(playouts=50, sure=2.5, reckons="to the end"),
    "archmage": Level(playouts=MOST_PLAYOUTS, seconds=1.0, reckons="to the end", haste=0.2),
}


class SearchBot:
    """Plays what its search finds best; at once where there is one move, a win by force that nothing hidden could
    change, or a move that the game's sense has worked out."""

    def __init__(self, name: str, level: Level, seed: object = 0) -> None:
        self.name = name
        self.level = level
        self.chance = FastChance(f"{name} {seed}")
        self.search: Search | None = None
        self.before: State | None = None
        self.played = NONE

    def choose(self, seat: Seat) -> int:
        moves = seat.moves()
        if len(moves) == 1:
            return moves[0]
        winning = forced_win(seat.seen, seat.number, self.chance)
        if winning != NONE:
            return winning
        search = self.resume(seat)
        search.unwanted = seat.unwanted
        search.winner = search.reckoned(seat.seen)
        if search.winner == NONE and self.level.cores > 1:
            self.think_together(search, seat)
        elif search.winner == NONE:
            search.think(seat.seen, self.level.playouts, self.level.seconds)
        self.before = seat.seen
        self.played = self.pick(search, moves)
        return self.played

    def think_together(self, search: Search, seat: Seat) -> None:
        """Let others race the moves too, all against the same one, and count their heats in."""
        from sortilege.bots.helpers import ask  # loads what a bot on one core does not need

        search.first = search.sense.choose(seat.seen, self.chance)
        beside = [ask(seat, self.level, search.first, self.chance.word()) for _ in range(self.level.cores - 1)]
        search.think(seat.seen, self.level.playouts, self.level.seconds)
        for each in beside:
            search.join(each.result())

    def resume(self, seat: Seat) -> Search:
        """The search of this seat with the tree where the game has come to, or a new one."""
        search = self.search
        if search is None or search.seat != seat.number or search.sense is not self.level.sense(seat):
            search = self.level.search(seat, self.chance)
            self.search = search
        elif self.before is not None:
            search.follow(self.before, self.played, seat.seen)
        return search

    def pick(self, search: Search, moves: list[int]) -> int:
        if int(self.chance.below(1000)) < 1000 * self.level.whims:
            return moves[self.chance.below(len(moves))]
        return search.winner
