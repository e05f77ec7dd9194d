"""The luck of a whole game, summed up while it is played.

Results are adjusted for it, by a multiple that is fitted. So it need not be a chance, but steady: outcomes are looked
at a few decisions later, by the sense's value, which is cheap and says more than a few games to the end.
"""

from sortilege.analysis.budget import Budget
from sortilege.analysis.curve import near
from sortilege.analysis.evaluator import Evaluator
from sortilege.analysis.luck import luck_of
from sortilege.engine import Game, State

LOOKS = 4
"""For each playout of a budget: they are short."""


class Fate:
    """Sees every outcome, and what it is worth to every seat in shares of what the sense makes of it."""

    def __init__(self, game: Game, seats: int, seed: object, budget: Budget) -> None:
        self.evaluator = Evaluator(game.sense, seats, f"fate {seed}", near=near(game))
        self.outcomes = budget.outcomes
        self.looks = LOOKS * budget.outcome_playouts
        self.luck = [0.0] * seats

    def threw(self, state: State, outcome: int) -> None:
        """An outcome that is about to come."""
        if state.sides() > 1:
            luck = luck_of(self.evaluator, state, outcome, self.outcomes, self.looks)
            self.luck = [sum(pair) for pair in zip(self.luck, luck.changes)]
