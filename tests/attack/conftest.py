from collections.abc import Iterator
from pathlib import Path

import pytest

from house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that a test may damage, close and open again."""
    opened = House(tmp_path)
    yield opened
    opened.close()
