"""What people do with a table as a whole, by clicking: resign, close, mute, copy the link."""

from collections.abc import Callable

import pytest
from hands import show_tab
from playwright.sync_api import Page, expect

from house import House, Person
from sortilege.table.web.people import COOKIE

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def sit_as(visit: Visit, house: House, person: Person, table: str) -> Page:
    """The table as this person sees it in a browser."""
    page = visit()
    key = str(person.client.cookies[COOKIE])
    page.context.add_cookies([{"name": COOKIE, "value": key, "url": house.url}])
    page.goto(f"/tables/{table}")
    return page


def two(house: House) -> tuple[Person, Person, str]:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    return anna, bert, table


def test_a_watcher_is_marked_in_chat_and_can_be_muted(visit: Visit, house: House, keep: Keep) -> None:
    anna, bert, table = two(house)
    page = sit_as(visit, house, anna, table)
    show_tab(page, "Chat")
    mallory = house.person("Anna")
    for person, text in ((bert, "Good luck"), (mallory, "I resign!")):
        person.post(f"/api/tables/{table}/messages", {"text": text})
    lines = page.locator("#messages li")
    expect(lines.nth(0)).to_have_text("B Bert Good luck")
    expect(lines.nth(1)).to_have_text("watches Anna 2 I resign!")
    page.get_by_text("Mute somebody").click()
    keep(page, "chat-with-badges")
    page.get_by_role("button", name="Mute Anna 2").click()
    expect(lines).to_have_count(1)
    mallory.post(f"/api/tables/{table}/messages", {"text": "I RESIGN!"})
    bert.post(f"/api/tables/{table}/messages", {"text": "Who?"})
    expect(lines.last).to_have_text("B Bert Who?")
    expect(lines).to_have_count(2)
    page.get_by_role("button", name="Hear Anna 2 again").click()
    expect(lines).to_have_count(4)


def test_a_chat_is_closed_by_who_made_the_table(visit: Visit, house: House) -> None:
    anna, bert, table = two(house)
    page, other = (sit_as(visit, house, person, table) for person in (anna, bert))
    for each in (page, other):
        show_tab(each, "Table")
    expect(other.get_by_role("button", name="Close the chat")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("button", name="Close the chat").click()
    show_tab(page, "Chat")
    expect(page.get_by_text("This table's chat is closed.")).to_be_visible()


def test_who_resigns_has_lost_and_both_read_it(visit: Visit, house: House, keep: Keep) -> None:
    anna, bert, table = two(house)
    page, other = (sit_as(visit, house, person, table) for person in (anna, bert))
    show_tab(page, "Table")
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Resign now").click()
    for each in (page, other):
        expect(each.locator("#turn")).to_contain_text("Bert wins: Anna resigned.")
    keep(page, "resigned")


def test_a_table_is_closed_and_the_link_to_it_says_so(visit: Visit, house: House, keep: Keep) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"])
    page = sit_as(visit, house, anna, table)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#invite-copied")).to_have_text("Copied.")
    page.get_by_text("Close this table").click()
    page.get_by_role("button", name="Close it now").click()
    expect(page.locator("#turn")).to_contain_text("This table was closed")
    friend = visit(f"/tables/{table}?invite={anna.table(table)['invite']}")
    expect(friend.locator("#turn")).to_contain_text("This table was closed")
    expect(friend.get_by_role("link", name="Open another table")).to_be_visible()
    keep(friend, "closed-table")


@pytest.mark.reports("403", "404")
def test_a_private_table_and_a_wrong_link_say_what_to_do_next(visit: Visit, house: House, keep: Keep) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"], watch=False)
    page = visit(f"/tables/{table}")
    expect(page.locator("main")).to_contain_text("send you its invite link")
    keep(page, "private-table")
    page.goto("/tables/nowhere")
    expect(page.locator("main")).to_contain_text("ask for it again")
