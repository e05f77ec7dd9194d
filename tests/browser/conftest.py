"""A real browser: Debian's Chromium, driven by Playwright. Screenshots are kept in artefacts/browser.

Playwright leaves a loop running in the thread that it is started in, where no other test could then run one. So these
tests run in a thread of their own, and all that is done with the browser is done there.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from chromium import launch
from house import House
from rooms import database, house
from sortilege.analysis.hints import missed
from sortilege.table.play import thinking

__all__ = ["database", "house"]

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "browser"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

Visit = Callable[..., Page]
Drive = Callable[..., Any]

PATIENCE = 60_000
SOME = 12
WHOLE = 3000
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """The test itself runs where the browser is driven."""
    test, drive = pyfuncitem.obj, pyfuncitem.funcargs["drive"]
    pyfuncitem.obj = lambda **given: drive(test, **given)
    return (yield)


@pytest.fixture(scope="session", autouse=True)
def drive() -> Iterator[Drive]:
    """Does a piece of work in the browser's thread and gives what it gave."""
    with ThreadPoolExecutor(1, "browser") as thread:
        yield lambda work, *args, **kwargs: thread.submit(work, *args, **kwargs).result()


@pytest.fixture(scope="session")
def browser(drive: Drive) -> Iterator[Browser]:
    playwright = drive(sync_playwright().start)
    opened = drive(launch, playwright)
    yield opened
    drive(opened.close)
    drive(playwright.stop)


@pytest.fixture(autouse=True)
def brief_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most tables here somebody is coached, and nobody waits for it: it does not think half a second each time."""
    monkeypatch.setattr(thinking, "missed", partial(missed, seconds=0.0, playouts=2))


@pytest.fixture
def faults(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What pages report as errors, late ones too; `@pytest.mark.reports("403")` says which are part of the test."""
    found: list[str] = []
    yield found
    marker = request.node.get_closest_marker("reports")
    expected = marker.args if marker else ()
    assert [fault for fault in found if not any(each in fault for each in expected)] == []


@pytest.fixture
def visit(drive: Drive, browser: Browser, house: House, faults: list[str]) -> Iterator[Visit]:
    """Opens a page as a new visitor; without a path an empty one, to go on from."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "", phone: bool = False, dark: bool = False, still: bool = True) -> Page:
        context = browser.new_context(
            base_url=house.url,
            viewport=PHONE if phone else WIDE,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        if path:
            page.goto(path)
        return page

    yield open_page
    for context in contexts:
        drive(context.close)


@pytest.fixture
def enough(request: pytest.FixtureRequest) -> int:
    """So many decisions are made by hand, and a bot plays on: in the long form whole games are."""
    return WHOLE if request.config.getoption("--long") else SOME


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps a screenshot for people to look at."""

    def shoot(page: Page, name: str) -> None:
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return shoot
