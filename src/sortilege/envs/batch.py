"""Many games at once as numpy arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import ArrayLike
from typing_extensions import Buffer

from sortilege.engine.batch import GREEDY, LEARNER, RANDOM, Games
from sortilege.games import game as find_game

PLAYERS = {"learner": LEARNER, "random": RANDOM, "greedy": GREEDY}


@dataclass(frozen=True)
class Turns:
    """One decision in each game. The arrays are the batch's own: only to be read, and written anew by every step."""

    observations: np.ndarray[Any, np.dtype[np.float32]]
    """By game: what the seat that decides sees."""
    masks: np.ndarray[Any, np.dtype[np.int8]]
    """By game: its legal moves."""
    rewards: np.ndarray[Any, np.dtype[np.float64]]
    """By game and seat: what the end was worth, where a game has just ended; else 0."""
    dones: np.ndarray[Any, np.dtype[np.bool_]]
    """By game: has it just ended? Then this is the first decision of the next."""
    seats: np.ndarray[Any, np.dtype[np.int64]]
    """By game: who decides."""


class Batch:
    """Games that go on together. Seats without a bot learn: whichever of them decides is told what it sees."""

    def __init__(
        self,
        game: str,
        games: int,
        seats: int = 2,
        bots: Mapping[int, str] | None = None,
        seed: object = 0,
        **options: object,
    ) -> None:
        self.game = find_game(game)
        self.count, self.seats = games, seats
        start = self.game.start(seats, **options)
        players = [player(bots or {}, seat) for seat in range(seats)]
        if games < 1 or LEARNER not in players:
            raise ValueError("a batch has at least one game, and at least one seat that learns")
        if strangers := set(bots or {}) - set(range(seats)):
            raise ValueError(f"there is no seat {min(strangers)}")
        observer, moves = self.game.layout(seats).observer, self.game.move_count
        self.games = Games(start, games, players, self.game.sense, observer, moves, seed)
        self.turns = Turns(
            array(self.games.observations, np.float32).reshape(games, -1),
            array(self.games.masks, np.int8).reshape(games, -1),
            array(self.games.rewards, np.float64).reshape(games, -1),
            array(self.games.dones, np.bool_),
            array(self.games.seats, np.int64),
        )
        """What waits to be decided."""

    def step(self, moves: ArrayLike) -> Turns:
        """Play a move in every game; an illegal one is a ValueError, and nothing is played."""
        played = np.ascontiguousarray(moves, np.int64)
        if played.shape != (self.count,):
            raise ValueError(f"{self.count} games need as many moves, not {played.shape}")
        chosen = vec[i64](played)
        wrong = self.games.illegal(chosen)
        if wrong >= 0:
            raise self.refusal(wrong, int(played[wrong]))
        self.games.step(chosen)
        return self.turns

    def refusal(self, number: int, move: int) -> ValueError:
        why = self.game.refuse(self.games.states[number], move)
        return ValueError(f"move {move} is not legal in game {number}: {why.reason}")

    def random_moves(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Any legal move in every game."""
        return array(self.games.random_moves(), np.int64)


def array(cells: Buffer, kind: type[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """A vector as an array, without a copy."""
    return np.frombuffer(memoryview(cells), kind)


def player(bots: Mapping[int, str], seat: int) -> int:
    name = bots.get(seat, "learner")
    if name not in PLAYERS or (name == "learner" and seat in bots):
        raise ValueError(f"seat {seat} of a batch is played by random or greedy, or learns; not by {name!r}")
    return PLAYERS[name]
