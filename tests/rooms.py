"""Houses as fixtures, for the conftest of whoever tests the table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house import House
from postgres import Postgres


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module whose `MAKES` names both runs over a SQLite file and over PostgreSQL."""
    makes = getattr(metafunc.module, "MAKES", None)
    if makes and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", makes, indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes the URL of a database of its own; an empty one stands for a file in the house's folder."""
    if getattr(request, "param", "sqlite") == "sqlite":
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
    """A house that a test may damage, close and open again."""
    opened = House(tmp_path, database=database())
    yield opened
    opened.close()
