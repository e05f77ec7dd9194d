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
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "nodes")]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in a random order, the same for the same seed")
    parser.addoption("--long", action="store_true", help="run the long ones too")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All workers collect alike, so they shuffle alike."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    if seed := config.getoption("--shuffle"):
        Random(seed).shuffle(items)
