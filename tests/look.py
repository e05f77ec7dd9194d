"""How the table looks, measured: whole games in Chromium at four widths, light and dark. `make look GAMES=wizard_dice`,
or `GAMES=wizard_dice:5:20` for 20 decisions at a table of five.

First a new table is opened, and told how much processor time that took the house; and, some decisions later, by a
browser that has kept nothing: what the page weighs with all that it asks for. Then, at every decision of one seat, each
page is asked how small its texts and targets are, how much of a phone the sheet takes, and whether all that the
question is about is in sight. The moves are those of the game's sense for bots.

`python tests/look.py scenes`, or `scenes d- x-` for some of them, takes the pictures that look.toml names instead.
"""

import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

import sortilege
from house import House, Person, wait_for
from sortilege.engine import FastChance
from sortilege.table.web.render import warm

ARTEFACTS = Path(__file__).parents[1] / "artefacts" / "look"
SIZES = {"wide": (1280, 800), "laptop": (1024, 768), "tablet": (768, 1024), "phone": (390, 844)}
OPTIONS: dict[str, dict[str, object]] = {"wizard_dice": {"magic_cards": True}}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
LEAST_TEXT, LEAST_TARGET, MOST_SHEET, MOST_IN_SIGHT = 11.0, 40.0, 0.46, 0.95
MOST_KILOBYTES = 250
SOME = 12
WHOLE = 9999
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


@dataclass
class Measures:
    """What was found at one width over a whole game."""

    decisions: int = 0
    in_sight: int = 0
    text: tuple[float, str] = (999, "")
    target: tuple[float, str] = (999, "")
    scale: tuple[float, str] = (999, "")
    sheet: float = 0
    overflow: float = 0
    hidden: dict[str, int] = field(default_factory=dict)

    def add(self, phase: str, found: dict[str, Any]) -> None:
        self.decisions += 1
        self.in_sight += not found["hidden"]
        for name in ("text", "target", "scale"):
            setattr(self, name, min(getattr(self, name), (found[name][0], f"{phase}: {found[name][1][:40]}")))
        self.sheet, self.overflow = max(self.sheet, found["sheet"]), max(self.overflow, found["overflow"])
        for panel in found["hidden"]:
            self.hidden[f"{phase}: {panel}"] = self.hidden.get(f"{phase}: {panel}", 0) + 1

    def faults(self, phone: bool) -> Iterator[str]:
        if round(self.text[0], 1) < LEAST_TEXT:
            yield f"text of {self.text[0]:.1f} px ({self.text[1]})"
        if round(self.target[0], 1) < LEAST_TARGET:
            yield f"target of {self.target[0]:.1f} px ({self.target[1]})"
        if round(self.scale[0], 2) < 1:
            yield f"panel at {self.scale[0]:.2f} of its least width ({self.scale[1]})"
        if self.overflow > 0:
            yield f"{self.overflow:.0f} px wider than the page"
        if phone and self.sheet > MOST_SHEET + 0.001:
            yield f"sheet of {self.sheet:.0%}"
        if phone and self.in_sight < MOST_IN_SIGHT * self.decisions:
            yield f"{self.in_sight} of {self.decisions} decisions in sight; hidden: {self.hidden}"


@dataclass(frozen=True)
class Scene:
    """A picture that is worth looking at: a question at a table, at a size and by day or night."""

    name: str
    game: str
    seats: int
    question: str
    after: int
    width: int
    height: int
    theme: str = "light"
    press: Sequence[str] = ()


def open_page(browser: Browser, house: House, person: Person, size: tuple[int, int], theme: str = "light") -> Page:
    context = browser.new_context(
        base_url=house.url,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        color_scheme=theme,  # type: ignore[arg-type]
    )
    cookies = dict(person.client.cookies)
    context.add_cookies([{"name": key, "value": value, "url": house.url} for key, value in cookies.items()])
    return context.new_page()


def weigh(browser: Browser, house: House, game: str, seats: int) -> tuple[str, int]:
    """What a table's first page costs, and what it weighs a little later: a line that tells of it, and its faults."""
    person = house.person("Fennel")
    table = person.make(game, ["me", *["bot:greedy"] * (seats - 1)], options=OPTIONS.get(game, {}))
    wait_for(lambda: house.hall.tables[table].state.seat == 0)
    before = time.process_time()
    person.client.get(f"/tables/{table}")
    spent = time.process_time() - before
    advance(house, person, table, SOME)
    page = open_page(browser, house, person, SIZES["wide"])
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(f"/tables/{table}", wait_until="networkidle")
    kilobytes = sum(request.sizes()["responseBodySize"] for request in asked) / 1000
    elsewhere = {urlsplit(request.url).netloc for request in asked} - {urlsplit(house.url).netloc}
    page.context.close()
    told = f"{game:14} {seats:2}  first page: {kilobytes:.0f} KB, {1000 * spent:.0f} ms of the house's processor"
    return told + "".join(f", asks {host}" for host in elsewhere), (kilobytes > MOST_KILOBYTES) + len(elsewhere)


def advance(house: House, person: Person, table: str, decisions: int) -> None:
    """Make so many decisions of the first seat."""
    live, chance = house.hall.tables[table], FastChance(f"look {table}")
    for _ in range(decisions):
        wait_for(lambda: live.over or live.state.seat == 0)
        if live.over:
            return
        person.play(table, live.state.text(int(live.game.sense.choose(live.state.seen_by(0), chance))), live.number)


def play(
    browser: Browser,
    house: House,
    game: str,
    seats: int,
    most: int = WHOLE,
    themes: tuple[str, ...] = ("light", "dark"),
) -> dict[str, Measures]:
    """A whole game, or so many decisions; light and dark take turns."""
    person = house.person("Fennel")
    options = OPTIONS.get(game, {})
    table = person.make(game, ["me", *["bot:greedy"] * (seats - 1)], options=options)
    live, chance = house.hall.tables[table], FastChance(f"look {game} {seats}")
    measures = {name: Measures() for name in SIZES}
    pages = {name: open_page(browser, house, person, size) for name, size in SIZES.items()}
    for page in pages.values():
        page.goto(f"/tables/{table}")
    kept: set[str] = set()
    for decision in range(most):
        wait_for(lambda: live.over or live.state.seat == 0)
        if live.over:
            break
        seen = live.state.seen_by(0)
        phase = str(live.game.words.focus(seen, live.game.words.view(seen, 0)))
        for name, page in pages.items():
            theme = themes[decision % len(themes)]
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_selector(f"#table[data-number='{live.number}'][data-mine=yes][data-layout={name}]")
            measures[name].add(phase, page.evaluate(MEASURE))
            if (picture := f"{game}-{seats}-{name}-{theme}-{phase}") not in kept:
                kept.add(picture)
                page.screenshot(path=ARTEFACTS / f"{picture}.png")
        move = live.state.text(int(live.game.sense.choose(seen, chance)))
        person.play(table, move, live.number)
    for page in pages.values():
        page.context.close()
    return measures


def line(game: str, seats: int, name: str, found: Measures) -> str:
    share = found.in_sight / max(1, found.decisions)
    return (
        f"{game:14} {seats:2}  {name:7} {found.decisions:5}  {found.text[0]:6.1f}  {found.target[0]:6.1f}"
        f"  {found.scale[0]:5.2f}  {found.sheet:5.0%}  {share:6.1%}  {found.overflow:4.0f}"
    )


def pressed(page: Page, target: str) -> bool:
    """Is there such a thing that can be pressed now? Then it is."""
    there = page.locator(target).first
    if there.count() and there.is_enabled():
        there.click()
        return True
    return False


def shoot(browser: Browser, house: House, game: str, seats: int, scenes: list[Scene]) -> None:
    """Pictures of scenes at one table, each when the game has come as far as it says."""
    person = house.person("Fennel")
    table = person.make(game, ["me", *["bot:greedy"] * (seats - 1)], options=OPTIONS.get(game, {}))
    live, chance = house.hall.tables[table], FastChance(f"look {game} {seats}")
    for decision in range(WHOLE):
        wait_for(lambda: live.over or live.state.seat == 0)
        seen = live.state.seen_by(0)
        asked = str(live.game.words.focus(seen, live.game.words.view(seen, 0)))
        for scene in [scene for scene in scenes if scene.question == asked and decision >= scene.after]:
            page = open_page(browser, house, person, (scene.width, scene.height), scene.theme)
            page.goto(f"/tables/{table}", wait_until="networkidle")
            if all(pressed(page, target) for target in scene.press):
                scenes.remove(scene)
                page.screenshot(path=ARTEFACTS / f"{scene.name}.png")
            page.context.close()
        if live.over or not scenes:
            break
        person.play(table, live.state.text(int(live.game.sense.choose(seen, chance))), live.number)
    for scene in scenes:
        print(f"{scene.name}: {scene.question} was never asked", flush=True)


def scenes_of(names: list[str]) -> dict[tuple[str, int], list[Scene]]:
    """Those of look.toml whose names begin so, or all, by game and seats."""
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["scenes"]
    found: dict[tuple[str, int], list[Scene]] = {}
    for scene in (Scene(*row) for row in rows):
        if not names or scene.name.startswith(tuple(names)):
            found.setdefault((scene.game, scene.seats), []).append(scene)
    return found


def wanted(text: str) -> Iterator[tuple[str, int, int]]:
    """Game, seats and decisions of "wizard_dice:5:20"; by default two seats and the most, and whole games."""
    game, *limits = text.split(":")
    most = sortilege.game(game).seat_range[-1]
    tables = [int(limits[0])] if limits else sorted({min(2, most), most})
    for seats in tables:
        yield game, seats, int(limits[1]) if limits[1:] else WHOLE


def main(games: list[str]) -> int:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = House(Path(folder))
        warm()
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        if games[:1] == ["scenes"]:
            for (game, seats), scenes in scenes_of(games[1:]).items():
                shoot(browser, house, game, seats, scenes)
            games = []
        else:
            games = games or sortilege.games()
        print("game         seats  width   asked    text  target  scale  sheet  sight  over", flush=True)
        for game, seats, most in chain.from_iterable(map(wanted, games)):
            told, faults = weigh(browser, house, game, seats)
            wrong += faults
            print(told, flush=True)
            for name, found in play(browser, house, game, seats, most).items():
                print(line(game, seats, name, found), flush=True)
                for fault in found.faults(name == "phone"):
                    wrong += 1
                    print(f"    {fault}", flush=True)
        browser.close()
        house.close()
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
