"""The table in a real browser."""

import random
import re
from collections.abc import Callable, Collection

import pytest
from axe_playwright_python.sync_playwright import Axe
from hands import (
    CHOICES,
    EVERY,
    HASTE,
    IMPACTS,
    NIGHT,
    choose,
    give_to_a_bot,
    open_table,
    play_to_the_end,
    show_tab,
    wait_for_turn,
)
from playwright.sync_api import Page, Route, TimeoutError, expect

import sortilege
from house import House, play_out
from kit import walk
from sortilege.table.play.table import Table
from sortilege.table.web import pages
from sortilege.table.web.people import COOKIE

ASIDE = ("What would be good here?", "Take my move back")
"""What is no move, among the choices."""

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


NAMES_OF_MOVES = """region => [...region.querySelectorAll("button:enabled")]
  .filter((button) => button.checkVisibility() && !button.closest(".branches"))
  .map((button) => button.innerText.trim().replace(/\\s+/g, " "))"""


@pytest.mark.parametrize("game", sortilege.games())
def test_a_game_against_bots_by_clicking(visit: Visit, keep: Keep, enough: int, game: str) -> None:
    page = visit()
    seats = max(2, sortilege.game(game).seat_range[0])
    open_table(page, game, ["me", *["bot:greedy"] * (seats - 1)])

    def seen(decision: int) -> None:
        if decision == 8:
            keep(page, f"{game}-table")

    decisions = play_to_the_end(page, 7, enough, seen)
    assert decisions > 3
    keep(page, f"{game}-over")
    expect(page.locator("#turn")).to_contain_text("over")
    show_tab(page, "Table")
    page.get_by_text("Fair dice").click()
    page.get_by_role("button", name="Check every outcome").click()
    expect(page.locator("#verdict")).to_contain_text("The dice were fair")


def test_a_newcomer_is_in_a_game_with_one_click(visit: Visit, keep: Keep) -> None:
    page = visit("/")
    keep(page, "home")
    page.get_by_role("button", name=re.compile("Play now Wizard: the dice game")).click()
    page.wait_for_selector("#cloth .whole svg")
    expect(page.locator("#turn h2")).not_to_have_text("Waiting for players")


def test_two_browsers_at_one_table_see_only_their_own(visit: Visit, keep: Keep) -> None:
    anna, bert, carl = visit(), visit(), visit()
    for page, name in ((anna, "Anna"), (bert, "Bert")):
        page.goto("/me")
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Use this name").click()
    open_table(anna, "wizard_dice", ["me", "link"])
    keep(anna, "waiting")
    expect(anna.locator("#invite")).to_have_value(re.compile("invite="))
    bert.goto(anna.locator("#invite").input_value())
    bert.get_by_role("button", name="Sit here").click()
    carl.goto(anna.url)
    expect(carl.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(anna.locator("#players")).to_contain_text("Bert")
    pages = {"Anna": anna, "Bert": bert}
    first = next(name for name, page in pages.items() if wait_until_asked(page))
    second = "Bert" if first == "Anna" else "Anna"
    expect(pages[second].locator("#cloth [data-move]")).to_have_count(0)
    choose(pages[first], random.Random(1))
    expect(pages[second].locator("#turn h2")).to_have_text("Your turn")
    expect(carl.locator("#log")).to_contain_text(f"{first} predicts")
    expect(carl.locator("#cloth [data-move]")).to_have_count(0)
    pages[first].get_by_role("button", name="Take my move back").click()
    expect(pages[second].locator("#turn h2")).to_have_text(f"{first} to move")
    expect(carl.locator("#log")).not_to_contain_text(f"{first} predicts")
    show_tab(anna, "Chat")
    anna.get_by_label("Message").fill("Good luck <b>all</b>")
    anna.get_by_role("button", name="Say it").click()
    expect(bert.locator("#messages")).to_contain_text("Good luck <b>all</b>")


def wait_until_asked(page: Page) -> bool:
    page.wait_for_selector("#table[data-phase=playing]")
    return page.locator("#turn h2").inner_text() == "Your turn"


def test_who_sat_down_before_the_stream_opened_is_shown(visit: Visit, house: House) -> None:
    page, bert = visit(), house.person("Bert")
    with page.expect_response(re.compile("/sit$")):
        open_table(page, "wizard_dice", ["me", "link"])
    table, _ = own_seat(page, house)

    def sit_first(route: Route) -> None:
        bert.sit(table.id, 1, table.invite)
        route.continue_()

    page.route("**/stream", sit_first)
    page.reload()
    expect(page.locator("#players")).to_contain_text("Bert")
    expect(page.locator("#turn h2")).not_to_have_text("Waiting for players")


def own_seat(page: Page, house: House) -> tuple[Table, int]:
    """The table in the house's memory, and the seat of its one person."""
    table = house.hall.tables[str(page.get_attribute("#table", "data-table"))]
    return table, next(seat for seat, chair in enumerate(table.chairs) if chair.person)


@pytest.mark.reports("403")
def test_an_invited_friend_follows_a_table_without_spectators(visit: Visit, house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"], watch=False)
    page = visit(f"/tables/{table}?invite={anna.table(table)['invite']}")
    page.get_by_role("button", name="Sit here").click()
    expect(page.locator("#cloth .whole svg").first).to_be_visible()
    anna.post(f"/api/tables/{table}/messages", {"text": "Welcome"})
    expect(page.locator("#messages")).to_contain_text("Welcome")
    page.get_by_text("Leave my seat").click()
    page.get_by_role("button", name="Stand up for good").click()
    expect(page.locator("#cloth")).to_have_text("This table takes no spectators. Take a seat to see it.")
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()


def test_crystals_are_picked_for_an_exchange(visit: Visit, house: House) -> None:
    page = visit()
    open_table(page, "aeydor", ["me", "bot:random"])
    wait_for_turn(page)
    table, seat = own_seat(page, house)
    table.state, exchange = exchanging(table, seat)
    table.version += 1
    page.reload()
    names = exchange.split()[1:]
    for name in reversed(names):
        page.locator(f"[data-pick=exchange][data-value={name}]").click()
    expect(page.locator("#cloth [aria-checked=true]")).to_have_count(len(names))
    expect(page.locator("#choices .pick button")).to_have_attribute("data-move", exchange)


def exchanging(table: Table, seat: int) -> tuple[sortilege.State, str]:
    """A position in which this seat can give crystals of several terrains, and the move that does it."""
    for seed in range(50):
        for state, _ in walk(table.start(), seed):
            if state.seat == seat:
                for text in map(state.text, state.moves()):
                    if text.startswith("exchange") and text.count(" ") > 1:
                        return state, text
    raise AssertionError("nobody could exchange")


@pytest.mark.reports("net::ERR")
def test_a_page_comes_back_after_the_server_restarts(visit: Visit, house: House) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    choose(page, random.Random(3))
    house.close()
    expect(page.locator("#link")).to_contain_text("lost")
    house.open()
    expect(page.locator("#link")).to_have_text("")
    wait_for_turn(page)
    choose(page, random.Random(4))


@pytest.mark.reports("net::ERR")
def test_what_may_not_have_been_done_is_said_until_the_house_answers(visit: Visit) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    page.route(re.compile("/moves$|/board"), lambda route: route.abort())
    page.locator(CHOICES).first.click()
    expect(page.locator("#refusal")).to_contain_text("may not have been done")
    expect(page.locator("#link")).to_contain_text("lost")
    page.unroute_all()
    expect(page.locator("#refusal")).to_be_empty()
    expect(page.locator("#link")).to_be_empty()
    choose(page, random.Random(5))


def test_a_page_that_the_back_button_brings_back_is_read_anew(visit: Visit) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    with page.expect_event("load"):
        page.evaluate("setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))")


def test_the_record_is_held_against_what_the_browser_kept(visit: Visit, house: House) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    table, seat = own_seat(page, house)
    give_to_a_bot(page)
    page.wait_for_selector("#table[data-phase=over]")
    show_tab(page, "Table")
    page.get_by_text("Fair dice").click()
    key = f"seal {table.id}"
    kept = page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", key)
    assert kept == {"commitment": table.commitment, "addition": table.chairs[seat].addition, "added": True}
    for change, said in (
        ({}, "The dice were fair"),
        ({"commitment": "00" * 32}, "another secret"),
        ({"addition": "00" * 16}, "bytes that this browser added"),
        ({"commitment": "", "added": False}, "kept nothing"),
    ):
        page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [key, {**kept, **change}])
        page.get_by_role("button", name="Check every outcome").click()
        expect(page.locator("#verdict")).to_contain_text(said)


@pytest.mark.reports("503")
def test_a_finished_game_is_looked_through_and_gone_on_from(visit: Visit, house: House, keep: Keep) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    play_out(table, [anna])
    page = visit(f"/tables/{table}/replay")
    expect(page.locator("#cloth .whole svg").first).to_be_visible()
    last = page.inner_html("#cloth")
    page.get_by_role("button", name="First").click()
    expect(page.locator("#step")).to_have_text("0")
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#step")).to_have_text("2")
    expect(page.locator("#told")).not_to_be_empty()
    assert page.inner_html("#cloth") != last
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response(re.compile("/replay/2")):
        page.evaluate(
            """() => { const slider = document.getElementById("slider");
            for (const step of [9, 7, 5, 2]) { slider.value = step; slider.dispatchEvent(new Event("input")); } }"""
        )
    assert len(asked) == 1, "a slider asks when it rests"
    page.route(
        re.compile(r"/replay/(?!2\b)"), lambda route: route.fulfill(status=503, json={"reason": "Too much at once."})
    )
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator("#refusal")).to_have_text("Too much at once.")
    expect(page.locator("#auto")).to_have_text("Play by itself")
    page.unroute_all()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#refusal")).to_be_empty()
    page.locator("#eye").select_option("watch")
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator("#step")).not_to_have_text("2")
    page.get_by_role("button", name="Pause").click()
    keep(page, "replay")
    page.locator("#bot").select_option("random")
    page.get_by_role("button", name="Play on from this step").click()
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    assert play_to_the_end(page, 5, 3) > 0


def test_a_game_by_keyboard_alone(visit: Visit, enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "default_bot", lambda: "random")
    page = visit("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if "Wizard: the dice game against bots" in focus_text(page):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    chance = random.Random(11)
    for _ in range(enough):
        if wait_for_turn(page) == "over":
            return
        number = page.get_attribute("#table", "data-number")
        for _ in range(chance.randint(1, 6)):
            go_to_a_move(page)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#table:not([data-number='{number}'])")


@pytest.mark.parametrize("game", EVERY)
def test_a_game_by_accessible_names_alone(visit: Visit, enough: int, game: str) -> None:
    page, chance = visit(), random.Random(12)
    open_table(page, game, ["me", "bot:random"])
    choices = page.get_by_role("region", name="Choices")
    for _ in range(enough):
        if wait_for_turn(page) == "over":
            return
        number = page.get_attribute("#table", "data-number")
        for checkbox in page.locator("#cloth, #rail").get_by_role("checkbox").all():
            checkbox.press(" ")
        for fold in choices.locator("details:not([open]) > summary").all():
            fold.press("Enter")
        names = choices.evaluate(NAMES_OF_MOVES)
        moves = [name for name in names if name not in ASIDE]
        if not moves:  # first the kind of move, where there are many
            kinds = choices.get_by_role("group", name="Kinds of moves").get_by_role("button", disabled=False).all()
            if kinds:
                chance.choice(kinds).click(timeout=HASTE)
            continue
        try:
            choices.get_by_role("button", name=chance.choice(moves), exact=True).first.click(timeout=HASTE)
        except TimeoutError:
            continue  # what was read has been shown anew meanwhile
        page.wait_for_selector(f"#table:not([data-number='{number}']), #refusal:not(:empty)")
    assert int(page.get_attribute("#table", "data-number") or 0) >= enough // 2


def go_to_a_move(page: Page) -> None:
    for _ in range(500):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-move]:not([disabled])') != null"):
            return
    raise AssertionError("no move can be reached")


def focus_text(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


@pytest.mark.parametrize(("control", "then"), [("#cloth [data-move]", "cloth"), ("#all-choices [data-move]", "turn")])
def test_focus_goes_on_from_the_place_of_a_control_that_is_gone(visit: Visit, control: str, then: str) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    number = page.get_attribute("#table", "data-number")
    page.locator("#all-choices").evaluate("list => { list.open = true; }")
    page.locator(control).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#table:not([data-number='{number}'])")
    assert page.evaluate("document.activeElement.id") == then


def test_an_undo_takes_only_its_own_lines_from_the_log(visit: Visit, house: House) -> None:
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    table = anna.make("wizard_dice", ["me", "anybody", "anybody"])
    bert.sit(table, 1)
    carl.sit(table, 2)
    assert anna.play(table, "predict 3 green").status_code == 200
    assert bert.play(table, "predict 1 red").status_code == 200
    page = visit(f"/tables/{table}")
    expect(page.locator("#log")).to_contain_text("Bert predicts")
    page.evaluate("document.querySelector('#log li').kept = true")
    bert.post(f"/api/tables/{table}/undo", {"number": bert.table(table)["number"]})
    expect(page.locator("#log")).not_to_contain_text("Bert predicts")
    expect(page.locator("#log")).to_contain_text("Anna predicts")
    assert page.evaluate("document.querySelector('#log li').kept")


@pytest.mark.parametrize("game", sortilege.games())
def test_a_phone_in_portrait_can_play(visit: Visit, keep: Keep, game: str) -> None:
    page = visit(phone=True)
    seats = max(2, sortilege.game(game).seat_range[0])
    open_table(page, game, ["me", *["bot:random"] * (seats - 1)])
    chance = random.Random(2)
    for _ in range(4):
        if wait_for_turn(page) == "playing":
            choose(page, chance)
    wait_for_turn(page)
    keep(page, f"{game}-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", sortilege.games())
def test_at_twice_its_size_a_table_is_no_wider_than_the_screen(visit: Visit, game: str) -> None:
    page = visit()
    page.set_viewport_size({"width": 640, "height": 400})
    open_table(page, game, ["me", *["bot:random"] * (max(2, sortilege.game(game).seat_range[0]) - 1)])
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_end_of_a_game_fits_a_tablet(visit: Visit, house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("true_wizard", ["me"])
    play_out(table, [anna], 0)
    page = visit()
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"/tables/{table}")
    expect(page.locator(".ask")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 768


@pytest.mark.reports("403", "404", "410")
@pytest.mark.parametrize("dark", NIGHT)
def test_axe_finds_nothing_serious_on_pages(visit: Visit, house: House, keep: Keep, dark: bool) -> None:
    anna = house.person("Anna")
    finished, alone = anna.make("wizard_dice", ["me", "bot:random"]), anna.make("true_wizard", ["me"])
    for table in (finished, alone):
        play_out(table, [anna], 0)
    closed, private = anna.make("aeydor", ["me", "link"]), anna.make("aeydor", ["me", "link"], watch=False)
    anna.post(f"/api/tables/{closed}/close")
    carry = house.run(house.app.state.people.carry(str(anna.client.cookies[COOKIE])))
    page = visit(dark=dark)
    tables = [f"/tables/{table}" for table in (finished, alone, closed, private)]
    paths = ["/", "/me", f"/carry/{carry}", "/nowhere", *[f"/games/{name}" for name in sortilege.games()], *tables]
    for path in [*paths, f"/tables/{finished}/replay", f"/tables/{finished}/log"]:
        page.goto(path)
        if path.startswith("/games/"):
            page.get_by_text("How strong are the bots?").click()
            keep(page, f"bots-{'dark' if dark else 'light'}")
        check(page, path)
    open_table(page, "wizard_wars", ["me", "link"])
    for tab in ("Table", "Chat", "Log", "Players"):
        show_tab(page, tab)
        check(page, f"waiting, {tab}")


@pytest.mark.parametrize("dark", NIGHT)
@pytest.mark.parametrize("game", sortilege.games())
def test_axe_finds_nothing_at_a_table(visit: Visit, keep: Keep, enough: int, game: str, dark: bool) -> None:
    page, chance = visit(dark=dark), random.Random(6)
    open_table(page, game, ["me", *["bot:random"] * (max(2, sortilege.game(game).seat_range[0]) - 1)])
    asked: set[str] = set()
    for _ in range(enough // 2):
        if wait_for_turn(page) == "over":
            break
        question = page.inner_text("#turn")
        if question not in asked:
            check(page, f"{game}: {question}", IMPACTS)
        asked.add(question)
        choose(page, chance)
    keep(page, f"{game}-{'dark' if dark else 'light'}")


def check(page: Page, where: str, impacts: Collection[str] = ("serious", "critical")) -> None:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    grave = [(where, each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in impacts]
    assert grave == []


@pytest.mark.reports("422")
def test_a_refused_move_shows_the_reason_and_the_rule(visit: Visit) -> None:
    page = visit()
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    page.evaluate(
        """() => { const button = document.createElement("button");
        button.dataset.move = "jester take"; button.id = "wrong";
        document.getElementById("choices").append(button); }"""
    )
    page.locator("#wrong").dispatch_event("click")
    link = page.locator("#refusal a")
    expect(link).to_have_attribute("href", re.compile(r"/games/wizard_dice#wizard_dice:"))
    page.goto(link.get_attribute("href") or "")
    expect(page.locator("li:target")).to_be_visible()


def test_hints_are_asked_for_and_played(visit: Visit, keep: Keep) -> None:
    page = visit()
    open_table(page, "true_wizard", ["me", "bot:greedy"])
    wait_for_turn(page)
    number = page.locator("#table").get_attribute("data-number")
    page.get_by_role("button", name="What would be good here?").click()
    first = page.locator("#advice [data-move]").first
    expect(page.locator("#advice")).to_contain_text(re.compile(r"(best|as good as any): wins"))
    keep(page, "hints")
    first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-number", number or "")
    expect(page.locator("#advice [data-move]")).to_have_count(0)


def test_cards_enlarge_on_hover_focus_and_long_press(visit: Visit, keep: Keep) -> None:
    page = visit()
    open_table(page, "lizard_wizard", ["me", "bot:greedy"])
    lens, card, spot = (
        page.locator("#lens"),
        page.locator("#cloth .card").first,
        page.locator(".can:has(.card)").first,
    )
    wait_for_turn(page)
    while not spot.count():
        choose(page, random.Random(3))
        wait_for_turn(page)
    card = page.locator("#cloth .card").first
    expect(lens).to_be_hidden()
    card.hover()
    expect(lens).to_be_visible()
    large, small = (each.evaluate("card => card.getBoundingClientRect().width") for each in (lens.locator("svg"), card))
    assert large > 1.5 * small
    keep(page, "lens")
    page.mouse.move(1, 1)
    expect(lens).to_be_hidden()
    page.keyboard.press("Tab")
    spot.focus()
    expect(lens).to_be_visible()
    page.keyboard.press("Escape")
    expect(lens).to_be_hidden()
    number = page.locator("#table").get_attribute("data-number")
    touch = {"pointerType": "touch", "bubbles": True}
    spot.dispatch_event("pointerdown", touch)
    expect(lens).to_be_visible()
    spot.dispatch_event("pointerup", touch)
    spot.dispatch_event("click")
    expect(lens).to_be_hidden()
    assert page.locator("#table").get_attribute("data-number") == number, "a long press plays nothing"


@pytest.mark.reports("403", "410")
def test_a_key_goes_to_another_device_once(visit: Visit) -> None:
    page, other, third = visit("/me"), visit("/"), visit("/")
    page.get_by_label("Name").fill("Circe")
    page.get_by_role("button", name="Use this name").click()
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Link for your other device")).to_have_value(re.compile("/carry/"))
    link = page.get_by_label("Link for your other device").input_value()
    other.goto(link)
    other.get_by_role("button", name="Use this device").click()
    expect(other.locator(".evening")).to_contain_text("Circe")
    third.goto(link)
    expect(third.locator("h1")).to_have_text("This is closed")


def test_nothing_moves_for_those_who_want_stillness(visit: Visit) -> None:
    for still in (True, False):
        page = visit(still=still)
        open_table(page, "wizard_dice", ["me", "bot:random"])
        page.evaluate(
            """() => { window.moved = 0; const animate = Element.prototype.animate;
            Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); }; }"""
        )
        for seed in range(4):
            wait_for_turn(page)
            choose(page, random.Random(seed))
        wait_for_turn(page)
        assert (page.evaluate("window.moved") == 0) == still


PITCHES = """window.pitches = [];
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) { super(context, options); window.pitches.push(options.frequency); }
};
localStorage.setItem("sound", "on");"""
MOVED = """const moved = new Set();
document.addEventListener("animationstart", ({ animationName }) => {
  document.documentElement.dataset.moved = [...moved.add(animationName)].sort().join(" ");
});"""
HIGHEST_OF_A_WIN = 1047


def test_the_end_is_seen_and_heard_on_the_page_that_played(visit: Visit) -> None:
    page = visit(still=False)
    page.add_init_script(PITCHES)
    open_table(page, "wizard_dice", ["me", "bot:random"])
    wait_for_turn(page)
    page.evaluate(MOVED)
    expect(page.get_by_role("link", name="Download the record")).to_be_hidden()
    give_to_a_bot(page)
    page.wait_for_selector("main.over > .banner.win")
    expect(page.locator("html")).to_have_attribute("data-moved", "fall grow rise")
    assert HIGHEST_OF_A_WIN in page.evaluate("window.pitches")
    expect(page.locator(".banner.win h2")).to_be_focused()
    expect(page.locator("#table")).to_have_attribute("data-phase", "over")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    show_tab(page, "Table")
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()


def test_a_puzzle_is_laid_out_for_the_width_that_there_is(visit: Visit) -> None:
    page = visit("/games/true_wizard/puzzle", phone=True)
    expect(page.locator("#puzzle")).to_have_attribute("data-layout", "phone")
    page.get_by_role("button", name="Show why").click()
    expect(page.locator("#why")).to_contain_text("the best")
