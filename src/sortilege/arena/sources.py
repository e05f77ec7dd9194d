"""Where results come from: from dice and cards, or from what greedy bots choose at random.

Every outcome moves the chances, and so does every choice that could have been another. The squares of all these steps
add up to the variance of results; what falls to outcomes is the most that any judge of luck can take away. Of each kind
some steps of a game are tried: two ways in which a step could have gone, both played on to the end many times, in two
halves, so that the error of the one has nothing to do with the error of the other.
"""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sortilege.arena.figures import Figure, mean
from sortilege.arena.results import win_shares
from sortilege.arena.runner import game_seed, run_all
from sortilege.bots.search import Trial
from sortilege.engine import CHANCE, OVER, FastChance, Sense, State
from sortilege.games import game as find_game

TRIED = 8
"""Steps of each kind in a game,"""
HEATS = 64
"""and games to the end after both ways, in each half."""


@dataclass(frozen=True)
class Moved:
    """How much the outcomes and the choices of one game move the chances, as the mean of the seats, and its result."""

    outcomes: float
    choices: float
    shares: Sequence[float]


class Greedy:
    """A game of greedy bots, whose every step can be taken anew."""

    def __init__(self, sense: Sense, start: State, seed: object) -> None:
        self.sense = sense
        self.chance = FastChance(f"sources {seed}")
        self.trial = Trial(sense, FastChance(f"sources on {seed}"), 0, 0)
        self.start = start

    def step(self, state: State) -> int:
        return int(self.chance.below(state.sides()) if state.seat == CHANCE else self.sense.choose(state, self.chance))

    def moved(self) -> Moved:
        outcomes: list[State] = []
        choices: list[State] = []
        state = self.start.copy()
        while state.seat != OVER:
            (outcomes if state.seat == CHANCE else choices).append(state.copy())
            state.advance(self.step(state))
        return Moved(self.summed(outcomes), self.summed(choices), win_shares(state.ranking()))

    def summed(self, every: Sequence[State]) -> float:
        """The variance that all of these steps add: those that could have gone another way, as far as some tell."""
        twice = [(state, [self.step(state), self.step(state)]) for state in every]
        unlike = [(state, ways) for state, ways in twice if ways[0] != ways[1]]
        if not unlike:
            return 0.0
        tried = [unlike[int(self.chance.below(len(unlike)))] for _ in range(TRIED)]
        return len(unlike) * statistics.fmean(self.variance(state, ways) for state, ways in tried)

    def variance(self, state: State, ways: list[int]) -> float:
        """Half of the square by which two ways of a step lie apart."""
        one, other = (self.apart(state, ways) for _ in range(2))
        return statistics.fmean(a * b for a, b in zip(one, other)) / 2

    def apart(self, state: State, ways: list[int]) -> list[float]:
        heats = [self.trial.heat(state, ways) for _ in range(HEATS)]
        return [statistics.fmean(one[seat] - other[seat] for one, other in heats) for seat in range(state.seats)]


@dataclass(frozen=True)
class Weighing:
    """One game; other processes can play it too."""

    game: str
    seats: int
    seed: str

    def __call__(self, number: int) -> Moved:
        game = find_game(self.game)
        return Greedy(game.sense, game.start(self.seats), game_seed(self.seed, number)).moved()


@dataclass(frozen=True)
class Sources:
    """The shares of the variance of results that come from outcomes and from choices; they should add up to all."""

    outcomes: Figure
    choices: Figure


def sources(game: str, seats: int, games: int, seed: str, jobs: int = 0) -> Sources:
    every = run_all(Weighing(game, seats, seed), range(games), jobs)
    variance = statistics.fmean(map(statistics.variance, zip(*(each.shares for each in every))))

    def part(of: Callable[[Moved], float]) -> Figure:
        return mean((number, of(each) / variance) for number, each in enumerate(every))

    return Sources(part(lambda each: each.outcomes), part(lambda each: each.choices))
