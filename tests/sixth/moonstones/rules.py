"""Moonstones as it goes on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from moonstones.content import CHARMS, MOST_DRAWS, POINTS
from moonstones.position import CHOOSING, DEALING, DRAWING, ENDED, Position
from sortilege.engine.bits import fill
from sortilege.engine.state import CHANCE, OVER

DRAW: Final = 0
STOP: Final = 1
ECLIPSE: Final = 0

DRAW_FIRST: Final = "draw first"
ENOUGH_DRAWN: Final = "enough drawn"


class Moonstones(Position):
    """Draw stones and stop in time; after so many turns each, the most points win."""

    def __init__(self, source: "Moonstones | None", seats: i64, turns: i64) -> None:
        super().__init__(source, seats, turns)
        if source is None:
            self.seat = CHANCE

    def copy(self) -> "Moonstones":
        return Moonstones(self, self.seats, 0)

    def sides(self) -> i64:
        return len(CHARMS) if self.phase == DEALING else len(POINTS)

    def moves_into(self, buffer: vec[i64]) -> i64:
        first: i64 = DRAW if self.draws < MOST_DRAWS else STOP
        return fill(buffer, 0, first, STOP if self.draws > 0 else DRAW)

    def advance(self, move: i64) -> None:
        if self.phase == DEALING:
            self.deal(move)
        elif self.phase == DRAWING:
            self.take(move)
        elif move == DRAW:
            self.phase = DRAWING
            self.seat = CHANCE
        else:
            self.banked[self.seat] += self.pile
            self.end_turn()

    def deal(self, outcome: i64) -> None:
        self.charms[self.turn] = CHARMS[outcome]
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.begin_turn()

    def begin_turn(self) -> None:
        self.draws = 0
        self.pile = 0
        self.phase = CHOOSING
        self.seat = self.turn % self.seats

    def take(self, stone: i64) -> None:
        """A stone from the bag; an eclipse loses the pile and the turn."""
        self.stone = stone
        self.draws += 1
        self.pile += POINTS[stone]
        if stone == ECLIPSE:
            self.end_turn()
        else:
            self.phase = CHOOSING
            self.seat = self.turn % self.seats

    def end_turn(self) -> None:
        self.turn += 1
        if self.turn == self.turns * self.seats:
            self.draws = 0
            self.pile = 0
            self.phase = ENDED
            self.seat = OVER
        else:
            self.begin_turn()

    def refusal(self, move: i64) -> str:
        return ENOUGH_DRAWN if move == DRAW else DRAW_FIRST
