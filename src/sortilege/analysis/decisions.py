"""Decisions, graded: what the played move is worth beside the best that was found, and beside the usual one."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sortilege.analysis.budget import MOST_MOVES, SURVIVORS, Budget
from sortilege.analysis.evaluator import Evaluator, Odds, Shares, means, standard_error
from sortilege.engine import State

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
BLAMED = GRADES[2:]
LOSSES = (0.02, 0.05, 0.12)
"""From these losses on a decision is an inaccuracy, a mistake, a blunder;"""
SLIGHT = 0.01
"""and below this one it is as good as the best."""
SURE = 3.0
"""Standard errors by which a loss must be above zero before anybody is blamed."""


@dataclass(frozen=True)
class Decision:
    """One decision. Chances are those of the seat that decided, from what it knew."""

    seat: int
    played: int
    best: int
    also: int
    """The next best, or -1 where there is none."""
    usual: int
    """What the game's sense suggests."""
    chances: dict[int, Odds]
    """After the played, the best and the next best move."""
    loss: float
    error: float
    skill: list[float]
    """By seat: what the played move changed beside the usual one."""
    skill_errors: list[float]

    @property
    def grade(self) -> Grade:
        return grade(self.loss, self.error)

    @property
    def blamed(self) -> bool:
        return self.grade in BLAMED


def grade(loss: float, error: float) -> Grade:
    """Nobody is blamed where the loss is not surely above zero."""
    if loss < SLIGHT:
        return "best"
    if loss < LOSSES[0] or loss <= SURE * error:
        return "good"
    return GRADES[1 + sum(loss >= least for least in LOSSES)]


def judge(evaluator: Evaluator, state: State, played: int, budget: Budget) -> Decision:
    """Compare a decision with all others that could have been made here, of which there are two at least."""
    return Jury(evaluator, state, played, budget).verdict()


class Jury:
    """Lets the moves compete in rounds; those that are left at the end compete anew, so that nobody is blamed for luck.

    What was best in the rounds may have been lucky in them: what it is worth is measured afterwards.
    """

    def __init__(self, evaluator: Evaluator, state: State, played: int, budget: Budget) -> None:
        self.evaluator = evaluator
        self.state = state
        self.seat = int(state.seat)
        self.played = played
        self.budget = budget
        self.usual = int(evaluator.sense.choose(state.seen_by(self.seat), evaluator.chance))
        self.run: dict[int, list[Shares]] = {}

    def verdict(self) -> Decision:
        ordered = self.rounds(self.field())
        if self.alike(ordered):
            return self.indifferent()
        best = ordered[0]
        also = next((move for move in ordered[1:] if move != self.played), -1)
        finalists = list(dict.fromkeys([self.played, best, self.usual]))
        if len(finalists) == 1:
            finalists.append(ordered[1])
        heats = self.last_round(finalists)
        return self.settle(also, finalists, heats)

    def field(self) -> list[int]:
        """The moves that compete: the played one, the usual one, and the others or as many as there is room for."""
        moves = list(dict.fromkeys([self.played, self.usual]))
        others = [move for move in self.state.moves() if move not in moves]
        while others and len(moves) < MOST_MOVES:
            moves.append(others.pop(int(self.evaluator.chance.below(len(others)))))
        return moves

    def rounds(self, moves: list[int]) -> list[int]:
        """From the best to the worst, by all heats that each has run."""
        self.run = {move: [] for move in moves}
        left = moves
        for heats, survivors in zip(self.budget.heats, SURVIVORS):
            for heat in self.evaluator.heats(self.state, left, heats):
                for move, shares in zip(left, heat):
                    self.run[move].append(shares)
            left = sorted(left, key=self.place)
            if len(left) == len(moves) and self.alike(left):
                break
            left = left[:survivors] + [move for move in left[survivors:] if move == self.played]
        return left + sorted((move for move in moves if move not in left), key=self.place)

    def place(self, move: int) -> tuple[float, int]:
        return -statistics.fmean(shares[self.seat] for shares in self.run[move]), move

    def alike(self, moves: list[int]) -> bool:
        """Has every heat ended almost the same, whatever was played? Then nothing hangs on the choice."""
        first, *others = (self.run[move] for move in moves)
        pairs = (pair for other in others for pair in zip(first, other))
        return all(abs(one[self.seat] - two[self.seat]) < SLIGHT / 2 for one, two in pairs)

    def indifferent(self) -> Decision:
        chances = {self.played: self.evaluator.calibrated(self.run[self.played], self.seat, self.seat)}
        none = [0.0] * self.state.seats
        return Decision(self.seat, self.played, self.played, -1, self.usual, chances, 0.0, 0.0, none, none)

    def last_round(self, finalists: list[int]) -> list[list[Shares]]:
        """Fresh heats; more of them where they could change the grade."""
        heats: list[list[Shares]] = []
        count = max(4, self.budget.last_heats // 2)
        while True:
            heats += self.evaluator.heats(self.state, finalists, count)
            if len(heats) >= self.budget.most_heats or self.settled(finalists, heats):
                return heats
            count = len(heats)

    def settled(self, finalists: list[int], heats: list[list[Shares]]) -> bool:
        _, loss, error = self.loss(finalists, heats)
        open_grades = {grade(loss + side * 1.5 * error, 0.0) for side in (-1, 1)}
        return len(open_grades) == 1 or loss + SURE * error < LOSSES[0]

    def loss(self, finalists: list[int], heats: list[list[Shares]]) -> tuple[int, float, float]:
        """The best move, and what the played one lost, as a chance with its error."""
        own = finalists.index(self.played)
        leads = [[heat[place][self.seat] - heat[own][self.seat] for heat in heats] for place in range(len(finalists))]
        other = max(range(len(finalists)), key=lambda place: (statistics.fmean(leads[place]), place == own))
        plain = statistics.fmean(leads[other])
        if plain <= 0:
            rival = max((lead for place, lead in enumerate(leads) if place != own), key=statistics.fmean)
            return self.played, 0.0, standard_error(rival)
        loss = self.after(heats, other).chance - self.after(heats, own).chance
        # However alike the heats were, one of them might have gone the other way.
        error = max(standard_error(leads[other]), 0.5 / len(heats) ** 1.5)
        return finalists[other], max(0.0, loss), abs(loss / plain) * error

    def after(self, heats: Sequence[list[Shares]], place: int) -> Odds:
        return self.evaluator.calibrated([heat[place] for heat in heats], self.seat, self.seat)

    def settle(self, also: int, finalists: list[int], heats: list[list[Shares]]) -> Decision:
        chances = {move: self.after(heats, place) for place, move in enumerate(finalists)}
        best, loss, error = self.loss(finalists, heats)
        if also in (best, self.played):
            also = next((move for move in finalists if move not in (best, self.played)), -1)
        if also >= 0 and also not in chances:
            chances[also] = self.after(self.evaluator.heats(self.state, [also], len(heats)), 0)
        skill, skill_errors = self.skill(finalists, heats)
        return Decision(self.seat, self.played, best, also, self.usual, chances, loss, error, skill, skill_errors)

    def skill(self, finalists: list[int], heats: list[list[Shares]]) -> tuple[list[float], list[float]]:
        seats = range(len(heats[0][0]))
        if self.played == self.usual:
            return [0.0 for _ in seats], [0.0 for _ in seats]
        curve, own, usual = self.evaluator.curve, finalists.index(self.played), finalists.index(self.usual)
        after, before = (means([heat[place] for heat in heats]) for place in (own, usual))
        chances = zip(curve.chances(after, self.seat), curve.chances(before, self.seat))
        found = [one - other for one, other in chances]
        leads = [[heat[own][seat] - heat[usual][seat] for heat in heats] for seat in seats]
        return found, [curve.stretch(before, seat, self.seat) * standard_error(leads[seat]) for seat in seats]
