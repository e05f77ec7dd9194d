"""What a horizon is worth where a search needs it: between the moves of one position, not between positions.

    .venv/bin/python benchmarks/horizons.py wizard_wars --positions 60

Moves of a position are played out from the same imagined positions with the same luck, to several horizons and to the
end. For each horizon: how well its leads agree with those at the end (correlation, freed of noise by halves), how many
playouts of a move it takes until signal and noise are equal, and the processor time that they take. The last column is
the correlation of one judgement with one end across positions, which is what a fitted value is usually measured by.
"""

import argparse
import statistics
import time

from sortilege import game as find_game
from sortilege.bots.search import Trial
from sortilege.engine import CHANCE, OVER, FastChance, Game, State

MOST_MOVES = 6
SLIPS = 12


def positions(game: Game, seed: str, count: int) -> list[State]:
    """Decisions from games that the sense plays with itself, with a random move in twelve: two of each game."""
    found: list[State] = []
    number = 0
    while len(found) < count:
        number += 1
        state, chance, seen = game.start(2), FastChance(f"{seed} {number}"), []
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(chance.below(state.sides()))
                continue
            moves = state.moves()
            if len(moves) > 2:
                seen.append(state.copy())
            slip = chance.below(SLIPS) == 0
            state.advance(moves[chance.below(len(moves))] if slip else game.sense.choose(state, chance))
        found += [seen[chance.below(len(seen))] for _ in range(2)]
    return found[:count]


def some_moves(game: Game, state: State, seed: str) -> list[int]:
    """What the sense chooses, and a few others."""
    chance = FastChance(seed)
    first = game.sense.choose(state, chance)
    others = [move for move in state.moves() if move != first]
    while len(others) >= MOST_MOVES:
        others.pop(chance.below(len(others)))
    return [first, *others]


class Horizon:
    """Leads of the moves of many positions at one horizon."""

    def __init__(self, decisions: int) -> None:
        self.decisions = decisions
        self.halves: list[tuple[list[float], list[float]]] = []
        self.noise: list[float] = []
        self.single: list[float] = []
        self.playouts, self.seconds = 0, 0.0

    def look(self, game: Game, state: State, moves: list[int], heats: int, seed: str) -> None:
        trial = Trial(game.sense, FastChance(seed), game.sense.slips(), self.decisions)
        imagined = FastChance(f"{seed} worlds")
        leads: list[list[float]] = []
        begun = time.thread_time()
        for heat in range(heats):
            world = state.seen_by(state.seat).imagine(state.seat, imagined)
            chances = [shares[state.seat] for shares in trial.heat(world, moves)]
            if heat == 0:
                self.single.append(chances[0])
            mean = statistics.fmean(chances)
            leads.append([each - mean for each in chances])
        self.seconds += time.thread_time() - begun
        self.playouts += heats * len(moves)
        self.halves.append((means(leads[::2]), means(leads[1::2])))
        self.noise.append(statistics.fmean(statistics.variance(column) for column in zip(*leads)))

    def signal(self) -> float:
        return statistics.fmean(shared(one, other) for one, other in self.halves)

    def agreement(self, end: "Horizon") -> float:
        """The correlation with the leads at the end."""
        both = [
            (shared(mine[0], theirs[1]) + shared(mine[1], theirs[0])) / 2
            for mine, theirs in zip(self.halves, end.halves)
        ]
        return statistics.fmean(both) / max(1e-12, self.signal() * end.signal()) ** 0.5

    def row(self, end: "Horizon") -> str:
        needed = statistics.fmean(self.noise) / max(1e-12, self.signal())
        each = 1000 * self.seconds / self.playouts
        across = statistics.correlation(self.single, end.single)
        name = str(self.decisions or "end")
        return f"{name:>8} {self.agreement(end):10.2f} {needed:10.0f} {each:10.3f} {needed * each:10.1f} {across:10.2f}"


def means(rows: list[list[float]]) -> list[float]:
    return [statistics.fmean(column) for column in zip(*rows)]


def shared(one: list[float], other: list[float]) -> float:
    """The covariance of two estimates of the same leads, which have the mean 0."""
    return sum(a * b for a, b in zip(one, other)) / (len(one) - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--horizons", default="1,4,14,40,0")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--heats", type=int, default=80)
    parser.add_argument("--seed", default="horizons")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    horizons = [Horizon(int(each)) for each in arguments.horizons.split(",")]
    for number, state in enumerate(positions(game, arguments.seed, arguments.positions)):
        moves = some_moves(game, state, f"{arguments.seed} {number}")
        for horizon in horizons:
            horizon.look(game, state, moves, arguments.heats, f"{arguments.seed} {number}")
    print(f"{'horizon':>8} {'agreement':>10} {'playouts':>10} {'ms each':>10} {'ms':>10} {'across':>10}")
    for horizon in horizons:
        print(horizon.row(horizons[-1]))


if __name__ == "__main__":
    main()
