"""What the libraries' suites are run for: few cases always, all of them with `make envs`."""

from collections.abc import Callable
from typing import Any

import pytest

import sortilege
from sortilege.conformance import Case, cases

GAMES = sortilege.games()
ALL = [case for name in GAMES for case in cases(sortilege.game(name))]


def small(case: Case) -> bool:
    """Two seats or one, with the options that a game has by default."""
    return case.seats <= 2 and not case.options


def short(case: Case) -> bool:
    """One of those whose playthroughs are short enough to be written in seconds."""
    return small(case) and case.seats == (1 if case.game.name == "lizard_wizard" else 2)


def among_all(always: Callable[[Case], bool]) -> Callable[[Any], Any]:
    """All cases, of which these are always run."""
    marked = [pytest.param(case, marks=() if always(case) else pytest.mark.long, id=str(case)) for case in ALL]
    return pytest.mark.parametrize("case", marked)


each_case = among_all(small)
each_playthrough = among_all(short)
each_game: Callable[[Any], Any] = pytest.mark.parametrize("name", GAMES)
