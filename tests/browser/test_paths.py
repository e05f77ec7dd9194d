"""Runs of moves that are one thought: walks in Wizard Wars, tokens in Lizard Wizard, both pieces in Æydor."""

import random
import re
from collections.abc import Callable

import pytest
from hands import choose, open_table, wait_for_turn
from playwright.sync_api import Page, expect
from test_browser import check, own_seat

from house import House, wait_for

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]
STEPS = re.compile(r"Walk (\d+)")


def at_war(visit: Visit, **wishes: bool) -> Page:
    """A table of Wizard Wars at which one's own wizards can walk."""
    page = visit(**wishes)
    open_table(page, "wizard_wars", ["me", "bot:random"])
    can_walk(page)
    return page


def can_walk(page: Page) -> None:
    while wait_for_turn(page) == "playing" and not page.locator("[data-piece]").count():
        choose(page, random.Random(1))


def number_of(page: Page) -> int:
    return int(page.get_attribute("#table", "data-number") or 0)


def farthest(page: Page, steps: int) -> int:
    """Which of the places within reach, nearest first, is so many steps away and nothing happens there."""
    names = [spot.get_attribute("aria-label") or "" for spot in page.locator("[data-go]").all()]
    return next(place for place, name in enumerate(names) if name.endswith(f"Walk {steps}"))


def test_a_wizard_wars_walk_is_seen_before_it_is_made(visit: Visit, keep: Keep) -> None:
    page = at_war(visit)
    before = number_of(page)
    page.locator("[data-piece]").first.click()
    expect(page.locator("[data-piece][aria-pressed=true]")).to_have_count(1)
    page.locator("[data-go]").nth(farthest(page, 3)).click()
    expect(page.locator(".way-number")).to_have_count(3)
    keep(page, "wizard_wars-path")
    check(page, "a path")
    page.get_by_role("button", name="Put it down").click()
    expect(page.locator("[data-go], .way-number")).to_have_count(0)
    assert number_of(page) == before
    page.locator("[data-piece]").first.click()
    place = page.locator("[data-go]").nth(farthest(page, 3))
    goal = place.get_attribute("data-go")
    place.click()
    page.get_by_role("button", name="Walk 3", exact=True).click()
    expect(page.locator("#table")).to_have_attribute("data-number", str(before + 3))
    name = page.locator(f"[data-place='{goal}']").get_attribute("data-name")
    expect(page.locator("#log")).to_contain_text(f"to {name}.")
    expect(page.locator("[data-go], .way-number")).to_have_count(0)


def test_wizard_wars_walks_at_once_by_a_setting_that_the_browser_keeps(visit: Visit) -> None:
    page = at_war(visit)
    before = number_of(page)
    page.locator("[data-piece]").first.click()
    page.get_by_label("Walk at once").check()
    page.reload()
    page.locator("[data-piece]").first.click()
    expect(page.get_by_label("Walk at once")).to_be_checked()
    page.locator("[data-go]").nth(farthest(page, 2)).click()
    expect(page.locator("#table")).to_have_attribute("data-number", str(before + 2))


def test_wizard_wars_is_walked_by_keyboard(visit: Visit) -> None:
    page = at_war(visit)
    for _ in range(6):
        before = number_of(page)
        tab_to(page, "[data-piece]")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.go")
        been = {page.evaluate("document.activeElement.dataset.go")}
        for key in ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
            been.add(page.evaluate("document.activeElement.dataset.go"))
        assert len(been) > 1
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.piece")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        assert STEPS.match(page.evaluate("document.activeElement.textContent"))
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#table:not([data-number='{before}'])")
        can_walk(page)


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} cannot be reached")


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_the_board_of_wizard_wars_comes_near(visit: Visit, keep: Keep, dark: bool) -> None:
    page = at_war(visit, phone=True, dark=dark)
    whole = page.locator("#panel-board svg").get_attribute("viewBox")
    page.locator("[data-piece]").first.click()
    expect(page.locator("svg.near .map")).to_be_visible()
    width = page.evaluate("document.querySelector('[data-place]').getBoundingClientRect().width")
    assert width >= 60
    keep(page, f"wizard_wars-near-{'dark' if dark else 'light'}")
    check(page, "near")
    seen = page.locator("#panel-board svg").get_attribute("viewBox")
    box = page.locator("#panel-board svg").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1], steps=4)
    page.mouse.up()
    assert page.locator("#panel-board svg").get_attribute("viewBox") != seen
    expect(page.locator(".way-number")).to_have_count(0)
    page.get_by_role("button", name="Put it down").click()
    assert page.locator("#panel-board svg").get_attribute("viewBox") == whole


def with_too_many(visit: Visit, house: House, **wishes: bool) -> tuple[Page, list[str]]:
    """A table of Lizard Wizard at which several tokens have to be put back: its page, and moves that do it."""
    page = visit(**wishes)
    open_table(page, "lizard_wizard", ["me", "bot:random"])
    wait_for_turn(page)
    table, seat = own_seat(page, house)
    api = f"/api/tables/{table.id}/moves"
    while True:
        wait_for(lambda: table.state.seat == seat)
        asked = table.game.words.run(table.state)
        if asked and asked.label == "Put back":
            page.reload()
            return page, [thing.move for thing in asked.things for _ in range(thing.most)][: asked.most]
        texts = [table.state.text(move) for move in table.state.moves()]
        text = next((text for text in texts if text.split()[0] in ("gather", "done", "pass")), texts[0])
        move = {"move": text, "number": table.number}
        assert page.request.post(api, data=move, headers={"origin": house.url}).ok


@pytest.mark.parametrize("phone", [False, True])
def test_tokens_of_lizard_wizard_are_put_back_together(visit: Visit, house: House, keep: Keep, phone: bool) -> None:
    page, moves = with_too_many(visit, house, phone=phone)
    before = number_of(page)
    page.get_by_label("then confirm").check()
    for number, move in enumerate(moves):
        spot = page.locator(f'.area [data-move="{move}"]')
        spot.press("Enter") if number % 2 else spot.click()
        expect(spot).to_have_attribute("aria-pressed", "true")
    assert number_of(page) == before
    expect(page.locator("#chosen [role=status]")).to_contain_text(f"{len(moves)} of {len(moves)} chosen. You keep")
    keep(page, f"lizard_wizard-run-{'phone' if phone else 'wide'}")
    check(page, "a run")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#chosen .go-button")).to_be_disabled()
    for move in moves:
        page.locator(f'.area [data-move="{move}"]').click()
    page.locator("#chosen").get_by_role("button", name="Put back").click()
    expect(page.locator("#chosen")).to_have_count(0)
    assert number_of(page) >= before + len(moves)


def test_without_the_mark_a_click_puts_one_token_back(visit: Visit, house: House) -> None:
    page, moves = with_too_many(visit, house)
    before = number_of(page)
    page.locator(f'.area [data-move="{moves[0]}"]').click()
    expect(page.locator("#table")).to_have_attribute("data-number", str(before + 1))


@pytest.mark.parametrize("dark", [False, True])
def test_both_pieces_of_aeydor_are_placed_together(visit: Visit, keep: Keep, dark: bool) -> None:
    page = visit(dark=dark)
    open_table(page, "aeydor", ["me", "bot:random"])
    wait_for_turn(page)
    while not page.locator("#run").count():
        choose(page, random.Random(1))
        wait_for_turn(page)
    before = number_of(page)
    page.get_by_label("Choose both, then confirm").check()
    zone = page.locator('.area [data-move^="place "]')
    zone.nth(0).click()
    zone.nth(1).press("Enter")
    expect(page.locator(".area [aria-pressed=true]")).to_have_count(1)
    zone.nth(2).press(" ")
    expect(page.locator(".area [aria-pressed=true]")).to_have_count(2)
    keep(page, f"aeydor-run-{'dark' if dark else 'light'}")
    check(page, "both pieces")
    assert number_of(page) == before
    goals = [str(zone.nth(place).get_attribute("data-move")).split() for place in (1, 2)]
    page.get_by_role("button", name="Place both").click()
    for _, terrain, kind in goals:
        expect(page.locator("#log")).to_contain_text(f"{kind.capitalize()} Zone of {terrain.capitalize()}")
