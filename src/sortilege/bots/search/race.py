"""The race that the moves of the root run."""

import math
from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

LEAST_FIELD: Final = 4  # so many moves race at least,
HEATS: Final = 2  # and so many that all playouts of a budget give this many heats in the first round
SURE: Final = 1.0  # standard errors by which a move must be ahead of the suggestion, if nothing else is said
CLEAR: Final = 4.0  # standard errors that end a race early,
CLEAR_HEATS: Final = 16  # after so many heats,
SLIGHT: Final = 0.002  # and a lead that does not matter
OPEN_MIND: Final = 4.0  # heats' worth of doubt in the first standard errors


class Runner(NamedTuple):
    """A move with its heats, and its leads and their squares in sum."""

    move: int
    heats: int
    leads: float
    squares: float


class Race:
    """Moves that compete with the first of them, which is never dropped."""

    def __init__(self, moves: list[int], sure: float = SURE) -> None:
        """To win, a move must be so many standard errors ahead of the first."""
        self.sure: float = sure
        self.moves: vec[i64] = vec[i64](moves)
        self.left: i64 = len(moves)
        self.heats: vec[i64] = vec[i64]([0] * len(moves))
        self.leads: vec[float] = vec[float]([0.0] * len(moves))
        self.squares: vec[float] = vec[float]([0.0] * len(moves))
        self.all_heats: float = 0.0
        self.all_squares: float = 0.0

    def note(self, runner: i64, lead: float) -> None:
        """How far ahead of the first a move was in one heat."""
        self.heats[runner] += 1
        self.leads[runner] += lead
        self.squares[runner] += lead * lead
        self.all_heats += 1.0
        self.all_squares += lead * lead

    def runners(self) -> list[Runner]:
        """All that have run, those that dropped out too."""
        return [
            Runner(self.moves[place], self.heats[place], self.leads[place], self.squares[place])
            for place in range(len(self.moves))
        ]

    def join(self, others: list[Runner]) -> None:
        """Count the heats of another race in, with the same first move; then all that ran in either can win."""
        for other in others:
            place = self.place_of(other.move)
            self.heats[place] += other.heats
            self.leads[place] += other.leads
            self.squares[place] += other.squares
            self.all_heats += float(other.heats)
            self.all_squares += other.squares
        self.left = len(self.moves)

    def place_of(self, move: i64) -> i64:
        """Where a move stands, as the last one if it is new."""
        place: i64 = 0
        while place < len(self.moves):
            if self.moves[place] == move:
                return place
            place += 1
        self.moves = append(self.moves, move)
        self.heats = append(self.heats, 0)
        self.leads = append(self.leads, 0.0)
        self.squares = append(self.squares, 0.0)
        return place

    def lead(self, runner: i64) -> float:
        return self.leads[runner] / float(self.heats[runner]) if self.heats[runner] > 0 else -1.0

    def error(self, runner: i64) -> float:
        """The standard error of a lead; while heats are few, the leads of all moves help to guess it."""
        if self.heats[runner] == 0:
            return 1.0
        heats: float = float(self.heats[runner])
        usual: float = self.all_squares / self.all_heats
        own: float = self.squares[runner] - self.leads[runner] * self.leads[runner] / heats
        return math.sqrt(max(0.0, own + OPEN_MIND * usual) / (heats - 1.0 + OPEN_MIND) / heats)

    def drop_half(self) -> None:
        """Let the better half of the others go on, in their order."""
        going: i64 = min(self.left, max(2, (self.left + 1) // 2))
        place: i64 = 1
        while place < going:
            best: i64 = place
            other: i64 = place + 1
            while other < self.left:
                if self.lead(other) > self.lead(best):
                    best = other
                other += 1
            self.swap(place, best)
            place += 1
        self.left = going

    def swap(self, one: i64, other: i64) -> None:
        self.moves[one], self.moves[other] = self.moves[other], self.moves[one]
        self.heats[one], self.heats[other] = self.heats[other], self.heats[one]
        self.leads[one], self.leads[other] = self.leads[other], self.leads[one]
        self.squares[one], self.squares[other] = self.squares[other], self.squares[one]

    def decided(self) -> bool:
        """Nobody can catch up with the first any more, or with the other where only two are left.

        However alike the heats were, one of them might have gone the other way.
        """
        if self.heats[0] < CLEAR_HEATS:
            return False
        runner: i64 = 1
        while runner < self.left:
            lead = self.lead(runner)
            clear = CLEAR * max(self.error(runner), 1.0 / float(max(1, self.heats[runner])))
            if lead + clear > SLIGHT and (self.left > 2 or lead - clear < 0.0):
                return False
            runner += 1
        return True

    def winner(self) -> i64:
        best: i64 = self.moves[0]
        most: float = 0.0
        runner: i64 = 1
        while runner < self.left:
            sure: float = self.lead(runner) - self.sure * self.error(runner)
            if sure > most:
                most = sure
                best = self.moves[runner]
            runner += 1
        return best


def rounds_for(field: i64) -> i64:
    """Rounds in which a field comes down to two, and those two run."""
    rounds: i64 = 1
    while field > 2:
        field = (field + 1) // 2
        rounds += 1
    return rounds


def field_for(moves: i64, playouts: i64) -> i64:
    """How many of so many moves race: as many as so many playouts have room for."""
    field: i64 = LEAST_FIELD
    while field < moves and HEATS * field * rounds_for(field) <= playouts:
        field += 1
    return field
