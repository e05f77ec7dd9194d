"""A real browser: Debian's Chromium, driven by Playwright. Screenshots are kept in artefacts/browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from house import House

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "browser"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

Visit = Callable[..., Page]

PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: make browser"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What pages report as errors; a test that expects one takes it out."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def visit(browser: Browser, house: House, faults: list[str]) -> Iterator[Visit]:
    """Opens a page as a new visitor."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", phone: bool = False, dark: bool = False, still: bool = True) -> Page:
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
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps a screenshot for people to look at."""

    def shoot(page: Page, name: str) -> None:
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return shoot
