"""Bots that do not look ahead."""

from sortilege.bots.seat import Seat
from sortilege.engine import FastChance


class RandomBot:
    """Plays any legal move."""

    name = "random"
    about = "plays any legal move"

    def __init__(self, seed: object = 0) -> None:
        self.chance = FastChance(f"random {seed}")

    def choose(self, seat: Seat) -> int:
        moves = seat.moves()
        return moves[self.chance.below(len(moves))]


class GreedyBot:
    """Plays what the game's own sense finds best."""

    name = "greedy"
    about = "plays what looks best at once, without looking ahead"

    def __init__(self, seed: object = 0) -> None:
        self.chance = FastChance(f"greedy {seed}")

    def choose(self, seat: Seat) -> int:
        return seat.game.sense.choose(seat.seen, self.chance)
