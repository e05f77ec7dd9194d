"""How well a game's value foresees the winner: its log loss over the positions of greedy games.

Even chances for four lose log 4, that is 1.39, in every position; a value that knew the winner would lose nothing.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from sortilege.arena.figures import Figure, mean
from sortilege.arena.match import Match
from sortilege.arena.runner import run_all
from sortilege.engine import State
from sortilege.games import game as find_game

LEAST = 1e-6


@dataclass
class Oracle:
    """Says before every decision who will win, and is judged at the end."""

    value: Callable[[State, int], float]
    chances: list[list[float]] = field(default_factory=list)
    loss: float = 0.0

    def saw(self, state: State, moves: list[int], move: int) -> None:
        values = [max(LEAST, self.value(state, seat)) for seat in range(state.seats)]
        total = sum(values)
        self.chances.append([value / total for value in values])

    def ended(self, state: State) -> None:
        won = [seat for seat, place in enumerate(state.ranking()) if place == 1]
        losses = [-sum(math.log(chances[seat]) for seat in won) / len(won) for chances in self.chances]
        self.loss = sum(losses) / len(losses)


@dataclass(frozen=True)
class Prophecy:
    """The mean loss over one game."""

    match: Match

    def __call__(self, number: int) -> float:
        oracle = Oracle(find_game(self.match.game).sense.value)
        self.match.play(number, oracle)
        return oracle.loss


def foresight(game: str, seats: int, games: int, seed: str = "0", jobs: int = 0) -> Figure:
    task = Prophecy(Match(game, ("greedy",), seats, seed).checked())
    return mean(enumerate(run_all(task, range(games), jobs)))
