"""Lessons, clicked through from the home page as a learner would, wide and on a phone, with a picture of each step."""

import json
from collections.abc import Callable

import pytest
from hands import EVERY, IMPACTS, unfold
from playwright.sync_api import Page, expect
from test_browser import check

import sortilege
from sortilege.engine.lesson import Lesson, Place, Walk

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def lesson_of(game: str) -> Lesson:
    lesson = sortilege.game(game).lesson
    assert lesson is not None
    return lesson


def begin(page: Page, game: str) -> None:
    """One click from the home page."""
    page.get_by_role("link", name=f"Learn it in five minutes ({sortilege.game(game).title})").click()
    page.wait_for_load_state()
    expect(page.locator("#lesson h2")).to_have_text(lesson_of(game).steps[0].title)


def kept(page: Page) -> tuple[int, tuple[str, ...]]:
    data = json.loads(page.get_attribute(".says-lesson", "data-kept") or "")
    return data["number"], tuple(data["chosen"])


def wait_for(page: Page, place: Place) -> None:
    there = json.dumps({"number": place.number, "chosen": place.chosen})
    page.wait_for_function("(there) => document.querySelector('.says-lesson').dataset.kept === there", arg=there)


def make(page: Page, text: str) -> None:
    """The move by what shows it: a place on a panel, a button, things picked together, a walk, a kind, or the list."""
    unfold(page)
    there = f'[data-move="{text}"]'
    shown = page.locator(f".area {there}, #choices .choice button{there}").filter(visible=True)
    if shown.count():
        shown.last.click()
    elif ";" in text:
        walk(page, text.split("; "))
    elif page.locator("#choices .pick").count():
        for value in text.split()[1:]:
            page.locator(f'[data-pick][data-value="{value}"]').click()
        page.locator("#choices .pick button").click()
    elif page.locator("#choices .range").count():
        page.locator("#choices input[type=number]").fill(next(word for word in text.split() if word.isdigit()))
        page.locator("#choices .range button[data-move]").click()
    elif (kind := page.locator(f'[data-verbs~="{text.split()[0]}"]')).count():
        kind.click()
        page.locator(f".area {there}").filter(visible=True).last.click()
    else:
        page.locator(f"#all-choices {there}").click()


def walk(page: Page, moves: list[str]) -> None:
    """Take up the piece, choose the place, confirm."""
    ways = json.loads(page.get_attribute("#paths", "data-paths") or "{}")
    piece, place = next(
        (piece, place) for piece, places in ways.items() for place in places if path_to(places, place) == moves
    )
    page.locator(f'[data-piece="{piece}"]').first.click()
    page.locator(f'[data-go="{place}"]').dispatch_event("click")
    page.locator("#paths .go-button").click()


def path_to(places: dict[str, list[str]], place: str) -> list[str]:
    before, move = places[place][:2]
    return [*path_to(places, before), move] if before in places else [move]


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", EVERY)
def test_a_lesson_is_played_through(visit: Visit, keep: Keep, game: str, phone: bool) -> None:
    page, lesson = visit("/", phone=phone), lesson_of(game)
    begin(page, game)
    place = lesson.at(0)
    while True:
        wait_for(page, place)
        name = f"{place.number + 1:02}{'-answer' if place.answer else ''}"
        page.wait_for_function("document.getAnimations().every((one) => one.playState !== 'running')")
        keep(page, f"lesson-{game}-{'phone' if phone else 'wide'}-{name}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place.step.name
        if place.asks:
            check(page, f"{game}: {place.step.name}", IMPACTS)
            text = lesson.offered(place.step, Walk(lesson, "", place.state))[0]
            make(page, text)
            place = lesson.at(place.number, (*place.chosen, text))
        elif after := lesson.after(place):
            page.get_by_role("button", name="Next", exact=True).click()
            place = lesson.at(*after)
        else:
            break
    check(page, f"{game}: the end", IMPACTS)
    assert page.evaluate("localStorage.getItem(`lesson ${document.getElementById('table').dataset.game}`)") is None
    page.get_by_role("button", name="Your first game").click()
    page.wait_for_selector("#table[data-table]")


def test_one_goes_back_leaves_and_comes_back(visit: Visit) -> None:
    page = visit("/")
    begin(page, "wizard_dice")
    for step in lesson_of("wizard_dice").steps[1:4]:
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator("#lesson h2")).to_have_text(step.title)
    make(page, "predict 3 blue")
    expect(page.locator("#lesson .says")).to_have_text("Three blue it is, for all to hear.")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#lesson .question")).to_contain_text("Predict a number")
    make(page, "predict 3 blue")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#lesson h2")).to_have_text("Everybody promises something else")
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name="Learn it in five minutes").click()
    page.wait_for_load_state()
    expect(page.locator("#lesson h2")).to_have_text("Everybody promises something else")
    assert kept(page) == (4, ("predict 3 blue",))
    page.get_by_role("button", name="From the beginning").click()
    expect(page.locator("#lesson h2")).to_have_text("Say it, then roll it")


def test_wrong_moves_are_answered_and_forbidden_ones_refused(visit: Visit) -> None:
    page = visit("/games/wizard_dice")
    page.evaluate("localStorage.setItem('lesson wizard_dice', JSON.stringify({ number: 12, chosen: [] }))")
    page.goto("/games/wizard_dice/learn")
    page.get_by_role("button", name="Try: 2 red, like Bram").click()
    expect(page.locator("#refusal")).to_contain_text("Somebody has predicted that this round")
    expect(page.get_by_role("link", name="Rule: different").first).to_be_visible()
    make(page, "predict 1 green")
    expect(page.locator("#answer")).to_contain_text("Safe, and small.")
    expect(page.locator("#refusal")).to_be_empty()
    assert kept(page)[0] == 12


def test_a_lesson_goes_by_keyboard(visit: Visit) -> None:
    page = visit("/games/wizard_dice/learn")
    page.get_by_role("button", name="Next", exact=True).focus()
    for title in ("Seven dice, six faces", "Your page"):
        page.keyboard.press("Enter")
        expect(page.locator("#lesson h2")).to_have_text(title)
    page.keyboard.press("Enter")
    expect(page.locator("#lesson")).to_be_focused()
    page.locator('.area [data-move="predict 3 blue"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lesson .says")).to_have_text("Three blue it is, for all to hear.")


def test_what_is_meant_at_the_foot_of_a_tall_panel_comes_into_sight(visit: Visit) -> None:
    page, lesson = visit("/games/true_wizard", phone=True), lesson_of("true_wizard")
    number = next(number for number, step in enumerate(lesson.steps) if step.name == "last")
    page.evaluate(
        "(kept) => localStorage.setItem('lesson true_wizard', kept)", json.dumps({"number": number, "chosen": []})
    )
    page.goto("/games/true_wizard/learn")
    expect(page.locator("#lesson h2")).to_have_text(lesson.steps[number].title)
    page.wait_for_function(
        "() => document.getElementById('item-whispering-mask').getBoundingClientRect().bottom"
        " < document.getElementById('ask').getBoundingClientRect().top",
    )


def test_what_is_pointed_at_stays_so_when_the_board_comes_nearer(visit: Visit) -> None:
    page = visit("/games/wizard_wars", phone=True)
    page.evaluate(
        "localStorage.setItem('lesson wizard_wars', JSON.stringify({ number: 3, chosen: ['guardian climb'] }))"
    )
    page.goto("/games/wizard_wars/learn")
    expect(page.locator("#lesson h2")).to_have_text("Ten spaces")
    expect(page.get_by_text("Touch a piece that glows")).to_be_visible()
    page.locator("#wizard-fire-circle").first.click()
    page.wait_for_selector("[data-go]", state="attached")
    page.wait_for_function(
        """() => {
          const place = (name) => document.querySelector(name).getBoundingClientRect();
          const [spot, piece] = [place("#pointer .spot"), place("#wizard-fire-circle")];
          return spot.left <= piece.left && spot.right >= piece.right && piece.width > 50;
        }"""
    )


def test_the_rules_of_a_step_open_beside_it(visit: Visit) -> None:
    page = visit("/games/wizard_dice/learn")
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("link", name="Rule: faces").click()
    expect(page.get_by_role("dialog")).to_have_accessible_name("Faces")
