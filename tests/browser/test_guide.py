"""The guide on a game's page: found, unfolded, printed, and readable by all."""

from collections.abc import Callable

import pytest
from hands import EVERY, NIGHT
from playwright.sync_api import Page, expect
from test_browser import check

import sortilege

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]

RARE = "aeydor:exchange-five"


def test_words_are_found_wherever_they_are_folded(visit: Visit) -> None:
    page = visit("/games/aeydor")
    folded, other = page.locator(f'[id="{RARE}"]'), page.locator('[id="aeydor:roll"]')
    expect(folded).to_be_hidden()
    page.get_by_role("searchbox", name="Find in the guide").fill("no rate 5 different")
    expect(folded).to_be_visible()
    expect(other).to_be_hidden()
    expect(page.locator("#found")).to_have_text("1 place")
    page.get_by_role("searchbox", name="Find in the guide").fill("")
    expect(folded).to_be_hidden()
    expect(other).to_be_visible()


def test_a_link_to_a_rule_unfolds_it(visit: Visit) -> None:
    page = visit(f"/games/aeydor#{RARE}")
    expect(page.locator(f'[id="{RARE}"]')).to_be_in_viewport()


def test_what_a_first_game_needs_is_shown_alone(visit: Visit) -> None:
    page = visit("/games/aeydor")
    page.get_by_label("Only what a first game needs").check()
    first = sum(rule.kind == "first" for rule in sortilege.game("aeydor").guide.rules.values())
    expect(page.locator(".rules > li:visible")).to_have_count(first)
    page.get_by_role("link", name="Rule: place two").click()
    page.evaluate("location.hash = 'aeydor:stay'")
    expect(page.locator('[id="aeydor:stay"]')).to_be_in_viewport()


@pytest.mark.parametrize("dark", [False, True])
def test_all_of_it_is_printed_by_day(visit: Visit, dark: bool) -> None:
    page = visit("/games/wizard_dice", dark=dark)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.get_by_role("heading", name="Wizard: the dice game", level=1)).to_be_visible()
    expect(page.locator('[id="wizard_dice:tie"]')).to_be_visible()
    expect(page.locator(".contents")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(36, 27, 51)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


@pytest.mark.parametrize("dark", NIGHT)
@pytest.mark.parametrize("game", EVERY)
def test_axe_finds_nothing_serious_in_an_unfolded_guide(visit: Visit, keep: Keep, game: str, dark: bool) -> None:
    page = visit(f"/games/{game}", phone=dark, dark=dark)
    page.evaluate("for (const fold of document.querySelectorAll('.guide details')) fold.open = true")
    check(page, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.locator(".turn").scroll_into_view_if_needed()
    keep(page, f"guide-{game}-{'phone' if dark else 'wide'}")
