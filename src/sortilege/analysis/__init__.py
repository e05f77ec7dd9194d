"""What happened in a game: chances, decisions with grades, luck, where it was decided; and puzzles from play."""

from sortilege.analysis.analyst import Analysis, Analyst, Found, Point, Step, analyse
from sortilege.analysis.budget import BUDGETS
from sortilege.analysis.evaluator import Evaluator, Odds
from sortilege.analysis.hints import Hint, hints
from sortilege.analysis.luck import Luck, luck_of

__all__ = [
    "BUDGETS",
    "Analysis",
    "Analyst",
    "Evaluator",
    "Found",
    "Hint",
    "Luck",
    "Odds",
    "Point",
    "Step",
    "analyse",
    "hints",
    "luck_of",
]
