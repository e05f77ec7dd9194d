"""Bots that look ahead, in the strengths that people meet."""

from dataclasses import dataclass, replace

from sortilege.bots.search import NONE, Search, forced_win
from sortilege.bots.seat import Seat
from sortilege.engine import FastChance, State

MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class Level:
    """How far a bot thinks, and how often it slips.

    Seconds 0 mean that only the playouts count: then the same seed plays the same. Noise is the chance that a move is
    drawn by how often it was looked at, instead of taking the one looked at most.
    """

    playouts: int
    seconds: float = 0.0
    noise: float = 0.0
    slips: int = 8
    horizon: int = 0

    def with_budget(self, budget: str) -> "Level":
        """The same level with another budget: playouts ("400") or seconds ("0.5s")."""
        try:
            if budget.endswith("s"):
                return replace(self, playouts=MOST_PLAYOUTS, seconds=positive(float(budget[:-1])))
            return replace(self, playouts=int(positive(int(budget))), seconds=0.0)
        except ValueError:
            raise ValueError(f"a budget is a number of playouts (400) or seconds (0.5s), not {budget!r}") from None


def positive(number: float) -> float:
    if not 0 < number <= MOST_PLAYOUTS:
        raise ValueError
    return number


LEVELS = {
    "apprentice": Level(playouts=24, noise=0.5),
    "adept": Level(playouts=200),
    "archmage": Level(playouts=MOST_PLAYOUTS, seconds=1.0),
}


class SearchBot:
    """Plays what its search looked at most; at once where there is one move or a win by force."""

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
        winning = forced_win(seat.seen, seat.number, self.chance) if seat.seen.seats > 1 else NONE
        if winning != NONE:
            return winning
        search = self.resume(seat)
        search.think(seat.seen, self.level.playouts, self.level.seconds)
        self.before = seat.seen
        self.played = self.pick(search)
        return self.played

    def resume(self, seat: Seat) -> Search:
        """The search of this seat with the tree where the game has come to, or a new one."""
        search = self.search
        if search is None or search.seat != seat.number or search.sense is not seat.game.sense:
            search = Search(seat.game.sense, self.chance, seat.number, self.level.slips, self.level.horizon)
            self.search = search
        elif self.before is not None:
            search.follow(self.before, self.played, seat.seen)
        return search

    def pick(self, search: Search) -> int:
        found = search.findings()
        if int(self.chance.below(1000)) < 1000 * self.level.noise:
            ticket = self.chance.below(sum(visits for _, visits, _, _ in found))
            for move, visits, _, _ in found:
                ticket -= visits
                if ticket < 0:
                    return move
        return found[0][0]
