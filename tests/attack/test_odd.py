"""Odd places and odd wishes at every page: each is answered in words, and never with a failure of the house."""

import logging
import re
from itertools import product
from urllib.parse import quote, urlencode

import pytest
from fastapi.routing import APIRoute

import sortilege
from house import House, play_out
from sortilege.analysis.puzzles import puzzles
from sortilege.table.web.app import ROUTERS
from sortilege.table.web.art import names_of

GAME = "aeydor"
ODD = ("", "-1", "9" * 30, "9" * 5000, "no", "x" * 3000, "\0", "..", "{0}", "é\u202e", "%")
ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
PAGES = [route for route in ROUTES if "GET" in route.methods and not route.path.endswith("/stream")]


def places(house: House) -> dict[str, str]:
    """One that exists for each part of an address."""
    anna = house.person("Anna")
    table = anna.make("true_wizard", ["me", "bot:random"])
    play_out(table, [anna], 3)
    found = {"table": table, "game": GAME, "name": GAME, "puzzle": next(iter(puzzles(sortilege.game(GAME))))}
    return found | {"step": "3", "seat": "0", "code": "x", "lizard": "druid", "skin": "moss", "sky": "snow"}


def ways(route: APIRoute, known: dict[str, str]) -> list[str]:
    """The page as it is meant, and with each part of its address, then each wish, replaced by something odd."""
    here = route.path.format(**known)
    last = re.findall(r"{(\w+)}", route.path)[-1:]
    odd_places = [route.path.format(**known | {part: quote(odd, safe="")}) for part, odd in product(last, ODD)]
    wishes = ["layout", *(each.alias for each in route.dependant.query_params)]
    return [here, *odd_places, *(f"{here}?{urlencode({wish: odd})}" for wish, odd in product(wishes, ODD))]


def test_no_page_fails(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    known, client = places(house), house.stranger()
    for route in PAGES:
        for way in ways(route, known):
            answer = client.get(way)
            assert answer.status_code < 500, (way, answer.text)
    assert not caplog.records


@pytest.mark.parametrize("game", sortilege.games())
def test_every_card_has_a_place_on_a_banner(house: House, game: str) -> None:
    client = house.stranger()
    for slug in names_of(sortilege.game(game)):
        assert client.get(f"/art/{game}/banner.svg?cards={slug},{slug},{slug}").status_code == 200
