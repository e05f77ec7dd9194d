"""What a person does at the table with mouse or keyboard."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError

import sortilege

PANELS = ":is(#cloth, #rail)"
CHOICES = f"{PANELS} :is([data-move], [data-piece], [data-aim]), #choices .choice button[data-move]:not([disabled])"
LIST = "#all-choices button[data-move]"
TRIES = 12
EVERY = [pytest.param(name, marks=() if name == "wizard_dice" else pytest.mark.long) for name in sortilege.games()]
"""All games; in the short form the quickest."""
NIGHT = [False, pytest.param(True, marks=pytest.mark.long)]
"""By day, and in the long form by night too."""
IMPACTS = ("minor", "moderate", "serious", "critical")
"""All that axe knows."""
HASTE = 5_000


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
    page.wait_for_load_state()


def show_tab(page: Page, name: str) -> None:
    """Log, chat or table; on a phone they are behind a button."""
    if page.locator("[data-do=menu]").is_visible() and page.locator("#more.open").count() == 0:
        page.locator("[data-do=menu]").click()
    page.locator(".tabs").get_by_role("button", name=name).click()


def wait_for_turn(page: Page) -> str:
    """Wait until it is this page's turn or the game is over; says which."""
    page.wait_for_selector("#table[data-phase=over], #table[data-mine=yes]")
    return str(page.get_attribute("#table", "data-phase"))


def on_top(choices: Locator, move: str | None) -> Locator:
    """Of several things that make the same move, such as tokens in a heap, the one that nothing lies on."""
    return choices.and_(choices.page.locator(f'[data-move="{move}"]')).last


def choose(page: Page, chance: random.Random) -> None:
    """One decision by clicking: something on a panel, a button, a number, or several things picked together."""
    number = page.get_attribute("#table", "data-number")
    for pick in page.locator(f"{PANELS} [data-pick]").all():
        if chance.random() < 0.3:
            pick.click()
    slider = page.locator("#choices input[type=number]")
    if slider.count():
        low, high = (int(slider.first.get_attribute(end) or 0) for end in ("min", "max"))
        slider.first.fill(str(chance.randint(low, high)))
    unfold(page)
    choices = page.locator(CHOICES).filter(visible=True)
    if not choices.count():
        choices = page.locator(LIST)
    count = choices.count()
    assert count, page.inner_text("#ask")
    chosen = choices.nth(chance.randrange(count))
    if move := chosen.get_attribute("data-move"):
        press(page, on_top(choices, move))
    else:
        chosen.click()
        confirm(page, chance)
    page.wait_for_selector(f"#table:not([data-number='{number}']), #refusal:not(:empty)")


def unfold(page: Page) -> None:
    """Show all choices, also those of kinds that have not been chosen."""
    page.evaluate("document.querySelectorAll('#choices details').forEach((fold) => (fold.open = true))")
    page.evaluate("document.querySelectorAll('#choices .choice').forEach((choice) => (choice.hidden = false))")


def press(page: Page, choice: Locator) -> None:
    """Click it; where the page was shown anew meanwhile, and has folded it again, once more."""
    for _ in range(TRIES):
        try:
            choice.click(timeout=HASTE)
        except TimeoutError:
            unfold(page)
        else:
            return
    raise AssertionError("what can be chosen cannot be clicked")


def confirm(page: Page, chance: random.Random) -> None:
    """What takes two steps: a place for a piece that was taken up, then the button that names what happens."""
    places = page.locator("[data-go]")
    if count := places.count():
        places.nth(chance.randrange(count)).dispatch_event("click")
    page.locator("#paths .go-button").click()


def give_to_a_bot(page: Page) -> None:
    """A bot plays on for the person at this page."""
    give = page.locator("[data-do=bot]", has_text="Let it play for me")
    page.locator(f"#bot-{give.get_attribute('data-seat')}").evaluate("bots => { bots.value = 'random'; }")
    give.dispatch_event("click")


def play_to_the_end(page: Page, seed: int, enough: int, seen: Any = None) -> int:
    """A game by clicking; says how many decisions that took. When it was enough a bot plays on."""
    chance = random.Random(seed)
    for decision in range(enough):
        if wait_for_turn(page) == "over":
            return decision
        if seen is not None:
            seen(decision)
        choose(page, chance)
    if wait_for_turn(page) != "over":
        give_to_a_bot(page)
        come_back_at_the_end(page)
    return enough


def come_back_at_the_end(page: Page) -> None:
    """Look away while bots play on."""
    page.wait_for_selector("[data-do=back], #table[data-phase=over]", state="attached")
    table = page.url
    page.goto("about:blank")
    while page.request.get(table.replace("/tables/", "/api/tables/")).json()["phase"] != "over":
        page.wait_for_timeout(100)
    page.goto(table)
