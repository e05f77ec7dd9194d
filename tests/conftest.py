"""Tests find `kit` beside them, Hypothesis has the same examples and all the time it takes, and any order will do."""

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
sys.path.insert(0, str(Path(__file__).parent))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in a random order, the same for the same seed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All workers collect alike, so they shuffle alike."""
    if seed := config.getoption("--shuffle"):
        Random(seed).shuffle(items)
