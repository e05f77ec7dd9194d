"""Exact odds of small positions, by trying everything: what the search is measured against."""

from collections.abc import Iterator
from dataclasses import dataclass

import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State


class TooLarge(Exception):
    """There is more in the position than may be tried."""


class Solver:
    """Everybody plays for the own share of the win."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def shares(self, state: State) -> list[float]:
        """The share of the win that each seat can expect."""
        if state.seat == OVER:
            ranking = state.ranking()
            return [1 / ranking.count(1) if place == 1 else 0.0 for place in ranking]
        if state.seat == CHANCE:
            every = [self.after(state, outcome) for outcome in range(self.room(state.sides()))]
            return [sum(column) / len(every) for column in zip(*every)]
        seat = state.seat
        return max((self.after(state, move) for move in state.moves()), key=lambda shares: shares[seat])

    def after(self, state: State, move: int) -> list[float]:
        self.left -= self.room(1)
        later = state.copy()
        later.advance(move)
        return self.shares(later)

    def room(self, steps: int) -> int:
        if steps > self.left:
            raise TooLarge
        return steps


@dataclass
class Puzzle:
    """A position, its exact chances by move, and the one move that is best by a clear margin."""

    state: State
    chances: dict[int, float]
    best: int


def chances(state: State, steps: int) -> dict[int, float]:
    solver = Solver(steps)
    return {move: solver.after(state, move)[state.seat] for move in state.moves()}


def puzzle(state: State, steps: int, margin: float) -> Puzzle | None:
    """The puzzle of a position, if it is small enough, has one best move, and nothing hidden decides which."""
    try:
        known = chances(state, steps)
        first, second = sorted(known.values(), reverse=True)[:2]
        best = max(known, key=lambda move: known[move])
        if first - second < margin:
            return None
        for seed in range(3):
            other = chances(state.imagine(state.seat, FastChance(seed)), 2 * steps)
            if max(other.values()) - other[best] > 1e-9 or abs(other[best] - known[best]) > 1e-9:
                return None
    except TooLarge:
        return None
    return Puzzle(state, known, best)


def puzzles(name: str, seats: int, count: int, steps: int = 3000, margin: float = 0.2) -> Iterator[Puzzle]:
    """So many puzzles from the ends of games, at most one a game."""
    for seed in range(400):
        for state in reversed(last_positions(name, seats, seed)):
            found = puzzle(state, steps, margin)
            if found:
                yield found
                count -= 1
                break
        if count == 0:
            return


def last_positions(name: str, seats: int, seed: int, most: int = 12) -> list[State]:
    """The last positions with a choice of a game between greedy bots, which slip now and then."""
    chance = FastChance(f"puzzle {seed}")
    state = sortilege.game(name).start(seats)
    players = [bot("greedy", f"{seed} {seat}") for seat in range(seats)]
    kept: list[State] = []
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
            continue
        moves = state.moves()
        if len(moves) > 1:
            kept = [*kept[1 - most :], state.copy()]
        slip = chance.below(4) == 0
        state.advance(moves[chance.below(len(moves))] if slip else players[state.seat].choose(Seat(state, state.seat)))
    return kept
