from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from house import House
from postgres import Postgres
from sortilege.table.play import clock


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module whose `MAKES` names both runs over a SQLite file and over PostgreSQL."""
    if "database" in metafunc.fixturenames:
        makes = getattr(metafunc.module, "MAKES", ["sqlite"])
        metafunc.parametrize("database", makes, ids=makes if len(makes) > 1 else [""], indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes the URL of a database of its own; an empty one stands for a file in the house's folder."""
    if request.param == "sqlite":
        return str
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, database: Callable[[], str]) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"), database=database())
    yield opened
    opened.close()


@pytest.fixture
def own_house(tmp_path: Path, database: Callable[[], str]) -> Iterator[House]:
    """A house that a test may close and open again."""
    opened = House(tmp_path, database=database())
    yield opened
    opened.close()


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
