from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from house import House
from sortilege.table.play import clock


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that a test may close and open again."""
    opened = House(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def fleeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets five seconds go by between any two looks at the time."""
    looks, now = count(), clock.time_ns
    monkeypatch.setattr(clock, "time_ns", lambda: now() + 5_000_000_000 * next(looks))


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets so many seconds go by at once. Alarms do not hear of it."""
    gone, now = 0, clock.time_ns

    def go_by(seconds: int) -> None:
        nonlocal gone
        gone += 1_000_000_000 * seconds

    monkeypatch.setattr(clock, "time_ns", lambda: now() + gone)
    return go_by
