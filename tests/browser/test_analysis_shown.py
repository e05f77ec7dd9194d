"""A finished game's analysis in a browser: from step to step by keys and by clicks, and on from there."""

from collections.abc import Callable

import pytest
from hands import NIGHT
from playwright.sync_api import Page, expect
from test_browser import check
from test_trust import sit_as

from house import House, Person, play_out, wait_for
from sortilege.analysis.budget import BUDGETS, Budget

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]
SOME_THOUGHT = Budget(playouts=2, heats=(2,), last_heats=4, outcomes=4, looks=4, points=12)


@pytest.fixture(autouse=True)
def some_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "default", SOME_THOUGHT)


def finished(house: House) -> tuple[Person, str]:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:greedy", "bot:random"])
    play_out(table, [anna], 12)
    return anna, table


def analysed(visit: Visit, house: House) -> tuple[Page, str]:
    anna, table = finished(house)
    anna.client.post(f"/tables/{table}/analysis")
    wait_for(lambda: anna.get(f"/tables/{table}/analysis/progress")["ready"])
    page = sit_as(visit, house, anna, table)
    page.goto(f"/tables/{table}/analysis")
    return page, table


def shown(page: Page) -> int:
    return int(page.locator(".chosen").get_attribute("data-step") or -1)


def test_progress_is_shown_until_it_is_done(visit: Visit, house: House) -> None:
    anna, table = finished(house)
    page = sit_as(visit, house, anna, table)
    page.get_by_role("link", name="Analyse this game").click()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="Chances of winning")).to_be_visible()


def test_one_goes_from_step_to_step_by_keys_and_clicks(visit: Visit, house: House, keep: Keep) -> None:
    page, table = analysed(visit, house)
    expect(page.get_by_role("img", name="Chances of winning. Anna: ")).to_be_visible()
    field = page.locator("#field")
    field.click(position={"x": 2, "y": 20})
    expect(page.locator(".chosen .now")).to_contain_text("Step 1 ·")
    first = shown(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".chosen")).not_to_have_attribute("data-step", str(first))
    later = shown(page)
    assert later > first
    assert page.url.endswith(f"?step={later}")
    expect(page.locator(f'.marks [data-show="{later}"]')).to_be_focused()
    place = page.locator(".chosen").get_attribute("data-place")
    assert page.evaluate("document.getElementById('band').style.left") == f"{place}%"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".chosen")).not_to_have_attribute("data-step", str(later))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".chosen")).to_have_attribute("data-step", str(later))
    expect(page.locator(".standing li")).to_have_count(4)
    page.get_by_text("All your decisions").click()
    entry = page.locator("details[open] .list a").last
    wanted = entry.get_attribute("data-show")
    entry.click()
    expect(page.locator(".chosen")).to_have_attribute("data-step", str(wanted))
    keep(page, "analysis")
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_selector("#table")
    assert table not in page.url


@pytest.mark.parametrize("dark", NIGHT)
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_serious_in_an_analysis(
    visit: Visit, house: House, keep: Keep, dark: bool, phone: bool
) -> None:
    page, table = analysed(visit, house)
    if phone or dark:
        cookies = page.context.cookies()
        page = visit(phone=phone, dark=dark)
        page.context.add_cookies(cookies)
        page.goto(f"/tables/{table}/analysis")
    check(page, "analysis")
    keep(page, f"analysis-{'phone' if phone else 'wide'}-{'dark' if dark else 'light'}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
