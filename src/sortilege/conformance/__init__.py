"""The battery that every game passes. Test a game of your own with one call:

from sortilege.conformance import check
check(GAME)
"""

from sortilege.conformance.cases import Case, cases
from sortilege.conformance.checks import CASE_CHECKS, GAME_CHECKS
from sortilege.engine import Game

__all__ = ["CASE_CHECKS", "GAME_CHECKS", "Case", "cases", "check"]


def check(game: Game) -> None:
    """Try everything; an AssertionError says which check failed, and where."""
    for of_game in GAME_CHECKS:
        try:
            of_game(game)
        except AssertionError as error:
            raise AssertionError(f"{game.name}: {words(of_game.__name__)}: {error}") from error
    for of_case in CASE_CHECKS:
        for case in cases(game):
            try:
                of_case(case)
            except AssertionError as error:
                raise AssertionError(f"{case}: {words(of_case.__name__)}: {error}") from error


def words(name: str) -> str:
    return name.replace("_", " ")
