"""The short form of `make look`: some decisions at every width, and nothing too small, hidden or cut off."""

import pytest
from hands import EVERY
from playwright.sync_api import Browser

import sortilege
from house import House
from look import ARTEFACTS, play

SOME = 4


@pytest.mark.parametrize("game", EVERY)
def test_everything_can_be_read_and_touched(browser: Browser, house: House, game: str) -> None:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    found = play(browser, house, game, sortilege.game(game).seat_range[-1], SOME)
    assert {name: list(measures.faults(name == "phone")) for name, measures in found.items()} == {
        name: [] for name in found
    }
