"""What a person does at the table with mouse or keyboard."""

import random
from typing import Any

from playwright.sync_api import Locator, Page

CHOICES = "#picture [data-move], #choices .choice button[data-move]:not([disabled])"
ENOUGH = 3000


def open_table(page: Page, game: str, seats: list[str], **options: str) -> None:
    """Open a table from the game's page. Seats beyond those named stay empty."""
    page.goto(f"/games/{game}")
    for select in page.locator("select[name^=seat-]").all():
        number = int((select.get_attribute("name") or "").split("-")[1])
        select.select_option(seats[number] if number < len(seats) else "")
    for name, value in options.items():
        page.locator(f"[name={name}]").select_option(value)
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_selector("#table")


def wait_for_turn(page: Page) -> str:
    """Wait until it is this page's turn or the game is over; says which."""
    page.wait_for_selector("#table[data-phase=over], #table[data-mine=yes]")
    return str(page.get_attribute("#table", "data-phase"))


def on_top(choices: Locator, move: str | None) -> Locator:
    """Of several things that make the same move, such as tokens in a heap, the one that nothing lies on."""
    return choices.and_(choices.page.locator(f'[data-move="{move}"]')).last


def choose(page: Page, chance: random.Random) -> None:
    """One decision by clicking: something on the picture, a button, a number, or several things picked together."""
    number = page.get_attribute("#table", "data-number")
    for pick in page.locator("#picture [data-pick]").all():
        if chance.random() < 0.3:
            pick.click()
    slider = page.locator("#choices input[type=number]")
    if slider.count():
        low, high = (int(slider.first.get_attribute(end) or 0) for end in ("min", "max"))
        slider.first.fill(str(chance.randint(low, high)))
    choices = page.locator(CHOICES)
    count = choices.count()
    assert count, page.inner_text(".bar")
    move = choices.nth(chance.randrange(count)).get_attribute("data-move")
    on_top(choices, move).click()
    page.wait_for_selector(f"#table:not([data-number='{number}']), #refusal:not(:empty)")


def play_to_the_end(page: Page, seed: int, seen: Any = None) -> int:
    """A whole game by clicking; says how many decisions that took."""
    chance = random.Random(seed)
    for decision in range(ENOUGH):
        if wait_for_turn(page) == "over":
            return decision
        if seen is not None:
            seen(decision)
        choose(page, chance)
    raise AssertionError("the game did not end")
