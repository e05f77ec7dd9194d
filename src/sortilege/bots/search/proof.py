"""Wins by force."""

from typing import Final

from mypy_extensions import i64

from sortilege.bots.search.tree import NONE
from sortilege.engine.chance import Chance
from sortilege.engine.playout import stuck
from sortilege.engine.state import CHANCE, OVER, State

QUICK_STEPS: Final = 8
MOST_STEPS: Final = 1000
MOST_DEPTH: Final = 60
MOST_SIDES: Final = 36


def forced_win(seen: State, seat: i64, chance: Chance) -> i64:
    """A move after which this seat is sole first whatever anybody does or throws; NONE where none is found quickly.

    Quick wins come first. Where something is hidden nothing is proved, and nobody wins by force alone.
    """
    if seen.seats == 1 or seen.imagine(seat, chance) != seen:
        return NONE
    moves = seen.moves()
    for steps in (QUICK_STEPS, MOST_STEPS // len(moves)):
        for move in moves:
            if Proof(seat, steps).wins_after(seen, move):
                return move
    return NONE


class Proof:
    """Tries everything, for so many steps; where that is not enough, or a step is secret, nothing is proved."""

    def __init__(self, seat: i64, steps: i64) -> None:
        self.seat: i64 = seat
        self.left: i64 = steps
        self.depth: i64 = 0

    def wins(self, state: State) -> bool:
        if state.seat == OVER:
            return self.sole_first(state)
        if self.left <= 0:
            return False
        if state.seat == CHANCE:
            return state.sides() <= MOST_SIDES and not state.secret(0, self.seat) and self.wins_all_outcomes(state)
        moves = state.moves()
        if not moves:
            raise stuck(state)
        own = state.seat == self.seat
        for move in moves:
            if not own and state.secret(move, self.seat):
                return False
            if self.wins_after(state, move) == own:
                return own
        return not own

    def wins_all_outcomes(self, state: State) -> bool:
        outcome: i64 = 0
        while outcome < state.sides():
            if not self.wins_after(state, outcome):
                return False
            outcome += 1
        return True

    def wins_after(self, state: State, move: i64) -> bool:
        if self.depth == MOST_DEPTH:
            return False
        self.left -= 1
        self.depth += 1
        after = state.copy()
        after.advance(move)
        won = self.wins(after)
        self.depth -= 1
        return won

    def sole_first(self, state: State) -> bool:
        ranking = state.ranking()
        return ranking[self.seat] == 1 and ranking.count(1) == 1
