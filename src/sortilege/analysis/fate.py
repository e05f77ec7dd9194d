"""The luck of a whole game, summed up while it is played."""

from sortilege.analysis.budget import Budget
from sortilege.analysis.curve import looks
from sortilege.analysis.evaluator import Evaluator
from sortilege.analysis.luck import luck_of
from sortilege.engine import Game, State


class Fate:
    """Sees every outcome, and what it is worth to every seat in shares of what the sense makes of it."""

    def __init__(self, game: Game, seats: int, seed: object, budget: Budget) -> None:
        self.evaluator = Evaluator.of_luck(game, seats, f"fate {seed}")
        self.outcomes = budget.outcomes
        self.looks = budget.looks * looks(game)
        self.luck = [0.0] * seats

    def threw(self, state: State, outcome: int) -> None:
        """An outcome that is about to come."""
        if state.sides() > 1:
            luck = luck_of(self.evaluator, state, outcome, self.outcomes, self.looks)
            self.luck = [sum(pair) for pair in zip(self.luck, luck.changes)]
