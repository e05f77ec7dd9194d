"""What a table explains while one plays: rule cards, what happened since, the coach."""

import random
from collections.abc import Callable

import pytest
from hands import EVERY, choose, open_table, show_tab, wait_for_turn
from playwright.sync_api import Page, expect
from test_browser import check

from sortilege.analysis.hints import Missed
from sortilege.table.play.questions import Questions

Patch = pytest.MonkeyPatch
Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_question_a_panel_and_a_sign_open_their_rules_in_place(visit: Visit, keep: Keep, phone: bool) -> None:
    page = visit(phone=phone)
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    card, asked = page.get_by_role("dialog"), page.locator("#turn [data-rules]")
    asked.click()
    expect(card).to_have_accessible_name("A prediction")
    expect(card).to_contain_text("Nobody repeats a prediction")
    expect(card.get_by_role("link").first).to_have_attribute("href", "/games/wizard_dice#wizard_dice:number-and-colour")
    keep(page, f"rule-card-{'phone' if phone else 'wide'}")
    check(page, "a rule card")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(asked).to_be_focused()
    page.get_by_role("button", name="Rules: Your page").click()
    card.get_by_role("button", name="Jester").click()
    expect(card).to_have_accessible_name("Jester")
    card.get_by_role("button", name="Close").click()
    page.locator("#panel-page-0, #panel-page-1").first.locator(".whole use[href$='#i-blue']").first.click()
    expect(card).to_have_accessible_name("Blue: humans")


def test_the_question_mark_asks_about_the_question_or_about_what_has_the_focus(visit: Visit) -> None:
    page = visit()
    open_table(page, "aeydor", ["me", "bot:random"])
    wait_for_turn(page)
    card = page.get_by_role("dialog")
    page.keyboard.press("?")
    expect(card).to_have_accessible_name("The first piece")
    page.keyboard.press("Escape")
    page.locator("#panel-lands [data-move]").first.focus()
    page.keyboard.press("?")
    expect(card).to_have_accessible_name("Ocean")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules: The six terrains").focus()
    page.keyboard.press("?")
    expect(card).to_have_accessible_name("The six terrains")


def test_the_question_mark_asks_about_a_card_under_the_pointer_or_in_focus(visit: Visit) -> None:
    page = visit()
    open_table(page, "true_wizard", ["me", "bot:random"])
    wait_for_turn(page)
    page.evaluate(TURN_UP)
    page.wait_for_selector("#panel-lens .card")
    card, drawn = page.get_by_role("dialog"), page.locator("#panel-lens .card").first
    drawn.hover(position={"x": 9, "y": 9})
    drawn.hover(position={"x": 40, "y": 40})
    expect(page.locator("#lens p")).not_to_be_empty()
    page.keyboard.press("?")
    expect(card.locator("header .picture")).to_be_visible()
    expect(card.locator(".rule-line")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


TURN_UP = """async () => {
  const api = `/api/tables/${document.getElementById("table").dataset.table}/moves`;
  const { number, moves } = await (await fetch(api)).json();
  const move = Object.keys(moves).find((text) => text.startsWith("turn"));
  const [headers, body] = [{ "content-type": "application/json" }, JSON.stringify({ move, number })];
  await fetch(api, { method: "POST", headers, body });
}"""


@pytest.mark.parametrize("game", EVERY)
def test_every_mark_and_all_that_it_leads_to_opens_its_rules(visit: Visit, game: str, enough: int) -> None:
    """At every kind of question that a person meets: the question, each panel, and every sign and card on it."""
    page, chance, met = visit(), random.Random(3), set()
    open_table(page, game, ["me", "bot:random"])
    for _ in range(min(enough, MANY)):
        if wait_for_turn(page) == "over":
            break
        question = page.get_attribute("#turn [data-rules]", "data-rules")
        if question not in met:
            met.add(question)
            assert page.evaluate(OPEN_ALL) == []
        choose(page, chance)


MANY = 60
OPEN_ALL = """async () => {
  const silent = [];
  const card = document.getElementById("rule-card");
  const titled = () => document.getElementById("rule-title");
  const opened = async (mark) => {
    const [about, before] = [mark.dataset.rules, titled()];
    mark.click();
    for (let left = 500; left && titled() === before; left -= 1) await new Promise((done) => setTimeout(done, 10));
    const tells = titled() !== before && titled().textContent && card.querySelector(".rule-line a");
    if (!tells || !card.matches(":popover-open")) silent.push(about);
  };
  for (const mark of document.querySelectorAll("[data-rules]:not(#rule-card *)")) {
    await opened(mark);
    const things = [...card.querySelectorAll(".rule-things [data-rules]")].map((thing) => thing.dataset.rules);
    for (const thing of things) {
      await opened(mark);
      await opened(card.querySelector(`.rule-things [data-rules="${thing}"]`));
    }
    card.hidePopover();
  }
  return silent;
}"""


@pytest.mark.reports("422")
def test_a_refusal_opens_the_rule_that_it_cites(visit: Visit) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    page.evaluate("document.querySelector('#cloth [data-move]').dataset.move = 'jester take'")
    page.locator("#cloth [data-move='jester take']").click()
    page.get_by_role("link", name="Rule: round order").click()
    expect(page.get_by_role("dialog")).to_contain_text("A round goes")


@pytest.mark.long
def test_steps_of_others_are_shown_at_a_pace_told_and_shown_again(visit: Visit, keep: Keep) -> None:
    page = visit(still=False)
    open_table(page, "wizard_wars", ["me", "bot:greedy"])
    wait_for_turn(page)
    show_tab(page, "Table")
    page.get_by_label("Steps of others").select_option("slow")
    war_turn(page)
    skip = page.get_by_role("button", name="Skip to my turn")
    expect(skip).to_be_visible()
    expect(page.locator("#stepping")).to_contain_text("Greedy")
    expect(page.locator("#choices [data-move]")).to_have_count(0)
    skip.click()
    wait_for_turn(page)
    expect(page.locator("#meanwhile")).to_contain_text("1 turn,")
    expect(page.locator(".since-ring").first).to_be_visible()
    keep(page, "since")
    check(page, "what happened since")
    board = page.get_attribute("#panel-board", "data-edition")
    page.get_by_role("button", name="Show this turn again").click()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#stepping")).to_be_hidden()
    expect(page.locator(".since-ring").first).to_be_visible()
    expect(page.locator("#panel-board")).to_have_attribute("data-edition", str(board))
    page.locator("#choices [data-move='guardian stay']").click()
    expect(page.locator(".since-ring, #meanwhile details")).to_have_count(0)


def war_turn(page: Page) -> None:
    """A whole turn: any steps, and no card."""
    wait_for_turn(page)
    page.evaluate(
        """async (table) => {
          const api = `/api/tables/${table}/moves`;
          for (let move = ""; move !== "end turn"; ) {
            const { number, moves } = await (await fetch(api)).json();
            const plain = Object.keys(moves).filter((text) => !text.startsWith("play"));
            move = plain.includes("end turn") ? "end turn" : plain[number % plain.length];
            const [headers, body] = [{ "content-type": "application/json" }, JSON.stringify({ move, number })];
            await fetch(api, { method: "POST", headers, body });
          }
        }""",
        page.get_attribute("#table", "data-table"),
    )


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_first_game_against_bots_is_coached(visit: Visit, keep: Keep, phone: bool, monkeypatch: Patch) -> None:
    async def missed(*_: object) -> Missed:
        return Missed("predict 2 green", "Predict 2 green", 0.61, 0.43)

    monkeypatch.setattr(Questions, "missed", missed)
    page = visit("/games/wizard_dice", phone=phone, dark=phone)
    page.locator("#now button").click()
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    wait_for_turn(page)
    coach = page.locator("#coach-says")
    if phone:
        coach.locator("summary").click()
    expect(coach).to_contain_text("Coach: A prediction")
    expect(coach).to_contain_text("Of seven dice")
    keep(page, f"coach-{'phone' if phone else 'wide'}")
    check(page, "the coach")
    choose(page, random.Random(2))
    expect(page.locator("#coach-after")).to_contain_text("Better was: Predict 2 green.")
    wait_for_turn(page)
    show_tab(page, "Table")
    with page.expect_navigation():
        page.locator("#host").get_by_role("button", name="Coach off").click()
    expect(page.locator("#coach-says")).to_have_count(0)
    show_tab(page, "Table")
    expect(page.locator("#host").get_by_role("button", name="Coach me")).to_be_visible()
