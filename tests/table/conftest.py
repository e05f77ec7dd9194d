from collections.abc import Callable
from itertools import count

import pytest

from rooms import database, house, own_house, postgres, pytest_generate_tests
from sortilege.analysis.budget import BUDGETS, Budget
from sortilege.table.play import clock

__all__ = ["database", "house", "own_house", "postgres", "pytest_generate_tests"]


@pytest.fixture
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are analysed in no time."""
    tiny = Budget(playouts=1, heats=(1,), last_heats=1, outcomes=2, looks=2, points=6)
    monkeypatch.setitem(BUDGETS, "default", tiny)


@pytest.fixture
def fleeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets five seconds go by between any two looks at the time."""
    looks, now = count(), clock.monotonic_ns
    monkeypatch.setattr(clock, "monotonic_ns", lambda: now() + 5_000_000_000 * next(looks))


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets so many seconds go by at once. Alarms do not hear of it."""
    gone, now = 0, clock.monotonic_ns

    def go_by(seconds: int) -> None:
        nonlocal gone
        gone += 1_000_000_000 * seconds

    monkeypatch.setattr(clock, "monotonic_ns", lambda: now() + gone)
    return go_by


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the clock on the wall so many seconds forward, or back."""
    set_by, now = 0, clock.time_ns

    def set_clock(seconds: int) -> None:
        nonlocal set_by
        set_by += 1_000_000_000 * seconds

    monkeypatch.setattr(clock, "time_ns", lambda: now() + set_by)
    return set_clock
