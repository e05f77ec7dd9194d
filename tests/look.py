"""How the table looks, measured. `make look` does all of it; `make look GAMES=wizard_dice` one game,
`GAMES=wizard_dice:5:20` 20 decisions at a table of five.

`python tests/look.py`: whole games in Chromium at four widths, each table in a process of its own, two at a time. What
was found is kept beside the screenshots, so that a run that was stopped goes on where it was, until a file of the
package changes. First a page, some decisions into a game, is opened by a browser that has kept nothing: what it weighs
with all that it asks for. Then, at every decision of one seat, each page is asked how small its texts and targets are,
how much of a phone the sheet takes, and whether all that the question is about is in sight, by day and by night in
turn; at every kind of question by day and by night, and also how its texts stand out from what lies under them. The
moves are those of the game's sense for bots.

`python tests/look.py first`: what the house takes to make the first page of a table, as the very first page after a
start.

`python tests/look.py scenes`, or `scenes d- x-` for some of them: the pictures that look.toml names.
"""

import base64
import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

import sortilege
from chromium import launch
from house import House, Person, wait_for
from sortilege.analysis.budget import BUDGETS
from sortilege.engine import FastChance
from sortilege.table.web.render import warm

ARTEFACTS = Path(__file__).parents[1] / "artefacts" / "look"
SIZES = {"wide": (1280, 800), "laptop": (1024, 768), "tablet": (768, 1024), "phone": (390, 844)}
OPTIONS: dict[str, dict[str, object]] = {"wizard_dice": {"magic_cards": True}}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LEAST_TEXT, LEAST_TARGET, LEAST_CONTRAST, MOST_SHEET, LEAST_IN_SIGHT = 11.0, 40.0, 4.5, 0.46, 0.95
MOST_KILOBYTES, MOST_MILLISECONDS = 250, 100
STARTS = 3
SOME = 12
WHOLE = 9999
PATIENCE = 1800
"""Seconds: a busy machine may let it stand still for a while."""
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
Found = tuple[float, str]


@dataclass
class Measures:
    """What was found at one width over a whole game, at so many decisions, some of them by day and by night."""

    asked: int = 0
    decisions: int = 0
    in_sight: int = 0
    text: Found = (999, "")
    target: Found = (999, "")
    scale: Found = (999, "")
    contrast: Found = (999, "")
    sheet: float = 0
    overflow: float = 0
    hidden: dict[str, int] = field(default_factory=dict)

    def add(self, phase: str, found: dict[str, Any]) -> None:
        self.decisions += 1
        self.in_sight += not found["hidden"]
        for name in ("text", "target", "scale"):
            self.least(name, phase, found[name])
        self.sheet, self.overflow = max(self.sheet, found["sheet"]), max(self.overflow, found["overflow"])
        for panel in found["hidden"]:
            self.hidden[f"{phase}: {panel}"] = self.hidden.get(f"{phase}: {panel}", 0) + 1

    def least(self, name: str, phase: str, found: Sequence[Any]) -> None:
        setattr(self, name, min(getattr(self, name), (found[0], f"{phase}: {found[1][:40]}")))

    def faults(self, phone: bool) -> Iterator[str]:
        if round(self.text[0], 1) < LEAST_TEXT:
            yield f"text of {self.text[0]:.1f} px ({self.text[1]})"
        if round(self.target[0], 1) < LEAST_TARGET:
            yield f"target of {self.target[0]:.1f} px ({self.target[1]})"
        if round(self.scale[0], 2) < 1:
            yield f"panel at {self.scale[0]:.2f} of its least width ({self.scale[1]})"
        if round(self.contrast[0], 1) < LEAST_CONTRAST:
            yield f"contrast of {self.contrast[0]:.2f} ({self.contrast[1]})"
        if self.overflow > 0:
            yield f"{self.overflow:.0f} px wider than the page"
        if phone and self.sheet > MOST_SHEET + 0.001:
            yield f"sheet of {self.sheet:.0%}"
        if phone and self.in_sight < LEAST_IN_SIGHT * self.decisions:
            yield f"{self.in_sight} of {self.decisions} decisions in sight; hidden: {self.hidden}"


Sizes = dict[str, Measures]


@dataclass(frozen=True)
class Scene:
    """A picture that is worth looking at: a question at a table, at a size and by day or night; or another page."""

    name: str
    game: str
    seats: int
    question: str
    after: int
    width: int
    height: int
    theme: str = "light"
    press: Sequence[str] = ()
    page: str = ""
    """Which page of the table; without a game, its address."""


def open_page(browser: Browser, house: House, person: Person, size: tuple[int, int], theme: str = "light") -> Page:
    context = browser.new_context(
        base_url=house.url,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        color_scheme=theme,  # type: ignore[arg-type]
    )
    cookies = dict(person.client.cookies)
    context.set_default_timeout(1000 * PATIENCE)
    context.add_cookies([{"name": key, "value": value, "url": house.url} for key, value in cookies.items()])
    return context.new_page()


def seated(house: House, game: str, seats: int) -> tuple[Person, str]:
    """Somebody at a new table, with bots in the other seats, who is to decide."""
    person = house.person("Fennel")
    table = person.make(game, ["me", *["bot:greedy"] * (seats - 1)], options=OPTIONS.get(game, {}))
    wait_for(lambda: house.hall.tables[table].state.seat == 0, PATIENCE)
    return person, table


def opened(game: str, seats: int) -> float:
    """The milliseconds of processor that the house takes for the first page of a table, the first of all since it
    began."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        warm()
        person, table = seated(house, game, seats)
        before = time.process_time()
        person.client.get(f"/tables/{table}")
        spent = time.process_time() - before
        house.close()
    return 1000 * spent


def weigh(browser: Browser, house: House, game: str, seats: int) -> tuple[float, list[str]]:
    """The kilobytes of a page a little into a game, and what it asks of others."""
    person, table = seated(house, game, seats)
    advance(house, person, table, SOME)
    page = open_page(browser, house, person, SIZES["wide"])
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(f"/tables/{table}", wait_until="networkidle")
    kilobytes = sum(request.sizes()["responseBodySize"] for request in asked) / 1000
    elsewhere = {urlsplit(request.url).netloc for request in asked} - {urlsplit(house.url).netloc}
    page.context.close()
    return kilobytes, sorted(elsewhere)


def advance(house: House, person: Person, table: str, decisions: int) -> None:
    """Make so many decisions of the first seat."""
    live, chance = house.hall.tables[table], FastChance(f"look {table}")
    for _ in range(decisions):
        wait_for(lambda: live.over or live.state.seat == 0, PATIENCE)
        if live.over:
            return
        person.play(table, live.state.text(int(live.game.sense.choose(live.state.seen_by(0), chance))), live.number)


def play(
    browser: Browser,
    house: House,
    game: str,
    seats: int,
    most: int = WHOLE,
    keep: Callable[[Sizes], None] = lambda _: None,
) -> Sizes:
    """A whole game, or so many decisions; what is found is kept on the way."""
    person, table = seated(house, game, seats)
    live, chance = house.hall.tables[table], FastChance(f"look {game} {seats}")
    measures = {name: Measures() for name in SIZES}
    pages = {name: open_page(browser, house, person, size) for name, size in SIZES.items()}
    for page in pages.values():
        page.goto(f"/tables/{table}")
    judge = browser.new_page()
    known: set[str] = set()
    themes = list(THEMES)
    for _ in range(most):
        wait_for(lambda: live.over or live.state.seat == 0, PATIENCE)
        if live.over:
            break
        seen = live.state.seen_by(0)
        phase = str(live.game.words.focus(seen, live.game.words.view(seen, 0)))
        for name, page in pages.items():
            page.wait_for_selector(f"#table[data-number='{live.number}'][data-mine=yes][data-layout={name}]")
            measures[name].asked += 1
            for theme in themes[:1] if phase in known else themes:
                page.emulate_media(color_scheme=theme)
                found = page.evaluate(MEASURE)
                measures[name].add(f"{phase}, {theme}", found)
                if phase not in known:
                    contrast = contrast_of(page, judge, ARTEFACTS / f"{game}-{seats}-{name}-{theme}-{phase}.png")
                    measures[name].least("contrast", f"{phase}, {theme}", contrast)
        keep(measures)
        known.add(phase)
        themes.reverse()
        person.play(table, live.state.text(int(live.game.sense.choose(seen, chance))), live.number)
    for page in [judge, *pages.values()]:
        page.context.close()
    return measures


def contrast_of(page: Page, judge: Page, kept: Path) -> Found:
    """The text that stands out least from what lies under it, once the page stands still. Its picture is kept."""
    texts: list[object] = []
    while not texts or texts != page.evaluate(CONTRAST, {"do": "texts"}):
        texts = page.evaluate(CONTRAST, {"do": "texts"})
        shown = page.screenshot(path=kept)
        page.evaluate(CONTRAST, {"do": "hide"})
        bare = page.screenshot()
        page.evaluate(CONTRAST, {"do": "show"})
    pictures = [base64.b64encode(each).decode() for each in (shown, bare)]
    ratio, text = judge.evaluate(CONTRAST, {"do": "judge", "texts": texts, "pictures": pictures})
    return ratio, text


HEAD = "game         seats  width   asked    text  target  scale  contrast  sheet   sight  over"


def line(game: str, seats: int, name: str, found: Measures) -> str:
    share = found.in_sight / max(1, found.decisions)
    return (
        f"{game:14} {seats:2}  {name:7} {found.asked:5}  {found.text[0]:6.1f}  {found.target[0]:6.1f}"
        f"  {found.scale[0]:5.2f}  {found.contrast[0]:8.2f}  {found.sheet:5.0%}  {share:6.1%}  {found.overflow:4.0f}"
    )


def pressed(page: Page, target: str) -> bool:
    """Is there such a thing that can be pressed now? Then it is."""
    there = page.locator(target).first
    if there.count() and there.is_enabled():
        there.click()
        page.wait_for_load_state("networkidle")
        return True
    return False


def photographed(browser: Browser, house: House, person: Person, scene: Scene, address: str) -> bool:
    """Can what the scene presses be pressed? Then its picture is taken."""
    page = open_page(browser, house, person, (scene.width, scene.height), scene.theme)
    page.goto(address, wait_until="networkidle")
    done = all(pressed(page, target) for target in scene.press)
    if done:
        page.screenshot(path=ARTEFACTS / f"{scene.name}.png")
    page.context.close()
    return done


def shoot(browser: Browser, house: House, game: str, seats: int, scenes: list[Scene]) -> None:
    """Pictures of scenes at one table, each when the game has come as far as it says."""
    person, table = seated(house, game, seats)
    live, chance = house.hall.tables[table], FastChance(f"look {game} {seats}")
    for decision in range(WHOLE):
        wait_for(lambda: live.over or live.state.seat == 0, PATIENCE)
        seen = live.state.seen_by(0)
        asked = str(live.game.words.focus(seen, live.game.words.view(seen, 0)))
        for scene in [scene for scene in scenes if scene.question == asked and decision >= scene.after]:
            if scene.page == "/analysis":
                person.client.post(f"/tables/{table}/analysis")
                wait_for(lambda: person.get(f"/tables/{table}/analysis/progress")["ready"], PATIENCE)
            if photographed(browser, house, person, scene, f"/tables/{table}{scene.page}"):
                scenes.remove(scene)
        if live.over or not scenes:
            break
        person.play(table, live.state.text(int(live.game.sense.choose(seen, chance))), live.number)
    for scene in scenes:
        print(f"{scene.name}: {scene.question} was never asked", flush=True)


def visit(browser: Browser, house: House, scenes: list[Scene]) -> None:
    """Pictures of other pages, for somebody who has finished one game, is in another, and could join a third."""
    person, finished = seated(house, "wizard_dice", 3)
    advance(house, person, finished, WHOLE)
    table = person.make("lizard_wizard", ["me", "bot:greedy", "bot:greedy"])
    wait_for(lambda: house.hall.tables[table].state.seat == 0, PATIENCE)
    waiting = house.person("Juniper").make("wizard_wars", ["me", "anybody", "bot:adept"])
    for scene in scenes:
        if not photographed(browser, house, person, scene, scene.page.format(waiting=waiting)):
            print(f"{scene.name}: there is nothing to press", flush=True)


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


@cache
def edition() -> str:
    """Changes whenever something is drawn, said or measured otherwise."""
    package, here = Path(sortilege.__file__).parent, Path(__file__)
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so")]
    measured = [here, here.with_suffix(".js"), here.with_name("contrast.js")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files) + measured)).hexdigest()[:16]


def found_at(game: str, seats: int, most: int) -> Path:
    return ARTEFACTS / "found" / f"{game}-{seats}-{most}.json"


def kept(game: str, seats: int, most: int) -> dict[str, Any]:
    """What was found at such a table before."""
    path = found_at(game, seats, most)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def look_at(game: str, seats: int, most: int) -> None:
    """Weigh a table, play a game at another, and keep what was found."""
    begun, path = edition(), found_at(game, seats, most)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = House(Path(folder))
        browser = launch(driver)
        kilobytes, elsewhere = weigh(browser, house, game, seats)

        def keep(sizes: Sizes, whole: bool = False) -> None:
            measures = {name: asdict(found) for name, found in sizes.items()}
            found = {
                "edition": begun,
                "kilobytes": kilobytes,
                "elsewhere": elsewhere,
                "whole": whole,
                "sizes": measures,
            }
            path.write_text(json.dumps(found, indent=1), encoding="utf-8")

        keep(play(browser, house, game, seats, most, keep), whole=True)
        browser.close()
        house.close()


def tell(game: str, seats: int, found: dict[str, Any]) -> int:
    """Lines about a table; how many faults it has."""
    faults = [f"asks {host}" for host in found["elsewhere"]]
    if found["kilobytes"] > MOST_KILOBYTES:
        faults.append(f"a page of {found['kilobytes']:.0f} KB")
    print(
        f"{game:14} {seats:2}  {found['kilobytes']:.0f} KB{'' if found['whole'] else ', stopped on its way'}",
        flush=True,
    )
    for name, values in found["sizes"].items():
        measures = Measures(**values)
        print(line(game, seats, name, measures), flush=True)
        faults += [f"{name}: {fault}" for fault in measures.faults(name == "phone")]
    for fault in faults:
        print(f"    {fault}", flush=True)
    return len(faults)


def in_a_process_of_its_own(what: str, game: str, seats: int, most: int = WHOLE) -> str:
    command = [sys.executable, __file__, what, f"{game}:{seats}:{most}"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def look(tables: list[tuple[str, int, int]]) -> int:
    (ARTEFACTS / "found").mkdir(parents=True, exist_ok=True)
    wanting = [table for table in tables if not (kept(*table).get("whole") and kept(*table)["edition"] == edition())]
    with ThreadPoolExecutor(2) as hands:
        list(hands.map(lambda table: in_a_process_of_its_own("table", *table), wanting))
    print(HEAD, flush=True)
    return sum(tell(game, seats, kept(game, seats, most)) for game, seats, most in tables)


def first(tables: list[tuple[str, int, int]]) -> int:
    """The first pages, one table after the other."""
    slow = 0
    for game, seats, _ in tables:
        spent = [float(in_a_process_of_its_own("open", game, seats)) for _ in range(STARTS)]
        slow += statistics.median(spent) >= MOST_MILLISECONDS
        told = ", ".join(f"{each:.0f}" for each in sorted(spent))
        print(f"{game:14} {seats:2}  first page after a start: {told} ms of processor", flush=True)
    return slow


def take(names: list[str]) -> int:
    BUDGETS["default"] = BUDGETS["quick"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        house = House(Path(folder))
        browser = launch(driver)
        for (game, seats), scenes in scenes_of(names).items():
            if game:
                shoot(browser, house, game, seats, scenes)
            else:
                visit(browser, house, scenes)
        browser.close()
        house.close()
    return 0


PARTS = ("first", "scenes", "table", "open")


def main(given: list[str]) -> int:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    what, rest = (given[0], given[1:]) if given and given[0] in PARTS else ("", given)
    if what == "scenes":
        return take(rest)
    tables = list(chain.from_iterable(map(wanted, rest or sortilege.games())))
    if what == "table":
        look_at(*tables[0])
    elif what == "open":
        print(opened(*tables[0][:2]))
    else:
        return min(first(tables) if what == "first" else look(tables), 1)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
