"""What playouts are worth."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.sense import Sense
from sortilege.engine.state import State

MOST_SEATS: Final = 8
PLACES: Final = 0.2  # what the places count, beside the win
LEAST_VALUE: Final = 1e-6
FIRST_RESULTS: Final = 10.0
LEAST_SPREAD: Final = 0.01


class Results:
    """What one playout gave every seat: its share of the win, and the reward that it goes for."""

    def __init__(self) -> None:
        self.rewards: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.shares: vec[float] = vec[float]([0.0] * MOST_SEATS)

    def settle(self, state: State, sense: Sense) -> None:
        """The end: the win, shared between equals, counts most, then the seats that are left behind."""
        ranking = state.ranking()
        seats = state.seats
        if seats == 1:
            won = 1.0 if ranking[0] == 1 else 0.0
            self.shares[0] = won
            self.rewards[0] = 0.5 * won + 0.5 * sense.value(state, 0)
            return
        firsts = float(ranking.count(1))
        seat: i64 = 0
        while seat < seats:
            ahead: float = 0.0
            for place in ranking:
                if place > ranking[seat]:
                    ahead += 1.0
                elif place == ranking[seat]:
                    ahead += 0.5
            share: float = 1.0 / firsts if ranking[seat] == 1 else 0.0
            self.shares[seat] = share
            self.rewards[seat] = (1.0 - PLACES) * share + PLACES * (ahead - 0.5) / float(seats - 1)
            seat += 1

    def judge(self, state: State, sense: Sense) -> None:
        """The horizon: what the sense makes of it, on the scale of results, so that going on is no gain in itself."""
        total: float = 0.0
        seat: i64 = 0
        while seat < state.seats:
            self.shares[seat] = max(LEAST_VALUE, sense.value(state, seat))
            total += self.shares[seat]
            seat += 1
        seat = 0
        while seat < state.seats:
            self.rewards[seat] = self.likely_reward(state.seats, seat, total)
            seat += 1
        seat = 0
        while seat < state.seats:
            self.shares[seat] /= total
            seat += 1

    def likely_reward(self, seats: i64, seat: i64, total: float) -> float:
        own: float = self.shares[seat]
        ahead: float = 0.0
        other: i64 = 0
        while other < seats:
            if other != seat:
                ahead += own / (own + self.shares[other])
            other += 1
        return (1.0 - PLACES) * own / total + PLACES * ahead / float(seats - 1)


class Spread:
    """How far apart the rewards of many playouts lie. Wins and losses lie far apart, judgements close."""

    def __init__(self) -> None:
        self.count: float = 0.0
        self.total: float = 0.0
        self.squares: float = 0.0

    def note(self, reward: float) -> None:
        self.count += 1.0
        self.total += reward
        self.squares += reward * reward

    def width(self) -> float:
        """The standard deviation; a guess while there are few."""
        if self.count < FIRST_RESULTS:
            return 0.5
        mean: float = self.total / self.count
        return max(LEAST_SPREAD, math.sqrt(max(0.0, self.squares / self.count - mean * mean)))
