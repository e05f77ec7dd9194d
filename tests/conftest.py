"""Tests find `kit` beside them, Hypothesis has the same examples and all the time it takes, and any order will do."""

import sys
from itertools import chain, islice
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
    elif hands := getattr(config, "workerinput", {}).get("workercount"):
        items[:] = dealt(items, hands)


SLOW = {"arena", "attack", "browser", "install", "nodes", "outside"}
"""Folders whose tests take longest, or wait for something."""


def dealt(items: list[pytest.Item], hands: int) -> list[pytest.Item]:
    """In as many equal parts as there are workers, each beginning with its share of the slow ones: what is left in the
    end, and taken over by who has nothing to do, is quick."""
    slow = [item for item in items if is_slow(item)]
    parts = [slow[hand::hands] for hand in range(hands)]
    rest = iter([item for item in items if not is_slow(item)])
    for number, part in enumerate(parts):
        room = (number + 1) * len(items) // hands - number * len(items) // hands - len(part)
        part += islice(rest, max(0, room))
    return [*chain.from_iterable(parts), *rest]


def is_slow(item: pytest.Item) -> bool:
    return not SLOW.isdisjoint(item.path.relative_to(Path(__file__).parent).parts)
