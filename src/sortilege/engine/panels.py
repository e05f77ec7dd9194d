"""Drawing: the table as panels, each a template of the game's folder, filled from what a seat sees."""

import hashlib
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from xml.etree import ElementTree

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from markupsafe import Markup

from sortilege.engine.cards import MACROS, STAGE, Stage
from sortilege.engine.help import help_of
from sortilege.engine.state import State
from sortilege.engine.words import Run, View, Way, named

if TYPE_CHECKING:
    from sortilege.engine.game import Game

HERE = Path(__file__).parent
STYLE = HERE / "picture.css"
"""The colours and lines of all panels."""
PAGES = "/* Only on a page. */"
"""What follows it in the style needs a browser: dark colours, pointing, movement."""
GLYPH = 0.53
"""The mean width of a letter, in parts of its size."""
LEAST_SIZE = 11.2
PanelForm = Literal["broad", "wide", "narrow"]
"""How broad panels are drawn."""
PageLayout = Literal["wide", "laptop", "tablet", "phone"]
BROAD: Final = "broad"
WIDE: Final = "wide"
NARROW: Final = "narrow"
STRIP: Final = "strip"
LAYOUTS: dict[PageLayout, PanelForm] = {"wide": BROAD, "laptop": WIDE, "tablet": WIDE, "phone": NARROW}
"""How a page is laid out, and the form in which panels are drawn for it."""
STRIPS: dict[PanelForm, int] = {BROAD: 300, WIDE: 300, NARROW: 350}
"""How wide strips are: in a rail, on a phone."""
MANY = 4
"""From so many seats on a layout may differ."""
DEFINITION = re.compile(r'<(clipPath|linearGradient|radialGradient) id="([^"]+)".*?</\1>', re.S)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GAP = 14


@dataclass
class Panel:
    """A part of the table. One unit is one pixel at its least width, which is the width of its view box."""

    id: str
    kind: str
    title: str
    owner: int | None
    area: str
    width: float = 0
    height: float = 0
    svg: str = ""
    strip: str = ""
    focus: int = 0
    """0: the question is not about it; else its rank."""

    @cached_property
    def edition(self) -> str:
        """Changes whenever the panel looks different."""
        return hashlib.blake2s(f"{self.svg}{self.strip}".encode()).hexdigest()[:8]

    @cached_property
    def ids(self) -> set[str]:
        """What lies on the panel, by its names."""
        drawn = [ElementTree.fromstring(svg) for svg in (self.svg, self.strip) if svg]
        return {element.attrib["id"] for root in drawn for element in root.iter() if "id" in element.attrib}


@dataclass
class Drawing:
    """What one seat sees, drawn."""

    panels: list[Panel] = field(default_factory=list)
    moves: dict[str, str] = field(default_factory=dict)
    """What the seat may do: every legal move by its notation, with what happens."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """What such a move brings, where it can be told."""
    spots: set[str] = field(default_factory=set)
    """The moves that have a place of their own on a panel."""
    picks: set[tuple[str, str]] = field(default_factory=set)
    """The things that are chosen together: kind and value."""
    consulted: set[str] = field(default_factory=set)
    """The moves that the panel being drawn was asked for."""
    paths: list[Way] = field(default_factory=list)
    """Runs of moves that are one thought."""
    run: Run | None = None
    """Moves that can be chosen together."""
    emblems: list[str] = field(default_factory=list)
    """What each seat stands for, where it is more than a seat."""
    names: list[str] = field(default_factory=list)
    question: str = ""
    """What is decided, by the name that panels.toml has for it."""
    branches: list["Branch"] = field(default_factory=list)
    """The kinds of moves of which one is chosen first."""
    size: tuple[float, float] = (0, 0)

    @property
    def svg(self) -> str:
        return "".join(panel.svg + panel.strip for panel in self.panels)


DRAWING: ContextVar[Drawing] = ContextVar("drawing")
"""What is being drawn: the macros of all games tell it what they draw."""


# What templates draw with.


def draw_size(width: float, height: float) -> str:
    """Note how large this panel is."""
    DRAWING.get().size = (width, height)
    return ""


def label_of(text: str) -> str:
    """What happens if this move is made; empty if it cannot be made."""
    drawing = DRAWING.get()
    drawing.consulted.add(text)
    return drawing.moves.get(text, "")


def any_move(kind: str, value: str) -> bool:
    """Is there a move of this kind that this is part of?"""
    drawing = DRAWING.get()
    drawing.consulted.update(drawing.moves)
    return any(kind == first and value in rest for first, *rest in map(str.split, drawing.moves))


def values_of(kind: str) -> list[str]:
    """What stands behind the first word of every move of this kind."""
    drawing = DRAWING.get()
    drawing.consulted.update(drawing.moves)
    return [rest for first, _, rest in (text.partition(" ") for text in drawing.moves) if first == kind]


def draw_spot(text: str) -> str:
    """Note that this move has a place on a panel."""
    DRAWING.get().spots.add(text)
    return text


def draw_pick(kind: str, value: object) -> object:
    """Note that this can be picked on a panel."""
    DRAWING.get().picks.add((kind, str(value)))
    return value


def name_of(seat: int) -> str:
    return DRAWING.get().names[seat]


def seats() -> int:
    return len(DRAWING.get().names)


def letter_of(seat: int) -> str:
    return letters(DRAWING.get().names)[seat]


def emblem_of(seat: int) -> str:
    """What a seat stands for; empty where it is no more than a seat."""
    emblems = DRAWING.get().emblems
    return emblems[seat] if emblems else ""


def letters(names: Sequence[str]) -> list[str]:
    """A letter for each seat: its name's first, or else the first that nobody has."""
    found: list[str] = []
    for name in names:
        wished = [*name[:1].upper(), *LETTERS]
        found.append(next(letter for letter in wished if letter in LETTERS and letter not in found))
    return found


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def askew(seed: object, most: int = 8) -> int:
    """An angle in degrees that is always the same for the same thing."""
    return hashlib.blake2s(str(seed).encode(), digest_size=1).digest()[0] % (2 * most + 1) - most


@cache
def boxes(x: float, y: float, columns: int, rows: int, width: float, height: float, gap: float, r: float = 7) -> str:
    """Rounded boxes in rows, as one path."""
    box = (
        f"h{width - 2 * r}a{r} {r} 0 0 1 {r} {r}v{height - 2 * r}a{r} {r} 0 0 1 {-r} {r}"
        f"h{2 * r - width}a{r} {r} 0 0 1 {-r} {-r}v{2 * r - height}a{r} {r} 0 0 1 {r} {-r}z"
    )
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return "".join(f"M{x + column * (width + gap) + r} {y + row * (height + gap)}{box}" for column, row in places)


@cache
def crosses(x: float, y: float, count: int, apart: float, r: float) -> str:
    """Crosses in a row, as one path."""
    return "".join(
        f"M{x + number * apart - r} {y - r}l{2 * r} {2 * r}m0 {-2 * r}l{-2 * r} {2 * r}" for number in range(count)
    )


def fit_size(text: object, width: float, size: float) -> dict[str, float | bool]:
    """The largest size, up to the one wished for, at which a line stays within its width."""
    needed = max(len(str(text)), 1) * GLYPH
    fitting = min(size, max(LEAST_SIZE, width / needed))
    return {"size": int(10 * fitting) / 10, "squeeze": needed * fitting > width}


def wrap(text: object, width: float, size: float) -> list[str]:
    """The lines of a text that stay within a width."""
    return textwrap.wrap(str(text), max(1, int(width / (GLYPH * size))))


KEPT: dict[Any, Markup] = {}
MOST_KEPT = 400


def kept(*key: object, caller: Callable[[], Markup]) -> Markup:
    """What a template draws here is always the same for this key, so it is drawn once: printed boards and mats."""
    whole = STAGE.get().folder, STAGE.get().standalone, key
    if whole not in KEPT:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        KEPT[whole] = caller()
    return KEPT[whole]


TOOLS = (
    draw_size, any_move, values_of, label_of, draw_spot, draw_pick, name_of, letter_of, emblem_of, seats, kept, askew,
    boxes, crosses, fit_size, wrap,
)  # fmt: skip


def short(value: object) -> object:
    """A number as a drawing needs it; all else as it is."""
    return round(value, 2) if isinstance(value, float) else value


class Quick(Environment):
    """Its templates have plain dicts for globals: Jinja's own chain is slow to copy and to look through, and it does
    both for every drawing."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


class Compiled(BytecodeCache):
    """What templates were compiled to, for all games: they draw with the same macros."""

    def __init__(self) -> None:
        self.codes: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get(f"{bucket.key} {bucket.checksum}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code:
            self.codes[f"{bucket.key} {bucket.checksum}"] = bucket.code


COMPILED = Compiled()


@cache
def environment(folder: Path) -> Environment:
    """Templates of a game's folder, which draw with the macros that stand here."""
    found = Quick(
        loader=FileSystemLoader([folder / "panels", folder, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=short,
        auto_reload=False,
        bytecode_cache=COMPILED,
    )
    found.globals.update({tool.__name__: tool for tool in TOOLS}, **MACROS)
    found.filters["signed"] = signed
    return found


@cache
def template(folder: Path, name: str) -> Template:
    return environment(folder).get_template(f"{name}.svg.jinja")


def warm(folder: Path) -> None:
    """Compile all templates of a game."""
    for name in environment(folder).list_templates(extensions=["jinja"]):
        environment(folder).get_template(name)


# What a game says about its panels.


@dataclass(frozen=True)
class Kind:
    """A kind of panel: one, or one for each seat."""

    name: str
    title: Any
    each: bool = False
    strip: bool = False
    area: Any = None
    of: Any = None
    """All that its template gets of the view, where that is little: then it is drawn anew only if that changes."""

    def panels(self, names: Sequence[str], eye: int) -> Iterable[Panel]:
        if not self.each:
            yield Panel(self.name, self.name, self.title, None, self.area or self.name)
            return
        for seat in in_turn(len(names), eye):
            title = for_whom(self.title, seat == eye).format(name=names[seat])
            yield Panel(f"{self.name}-{seat}", self.name, title, seat, self.area_for(seat == max(eye, 0)))

    def area_for(self, own: bool) -> str:
        return str(for_whom(self.area, own) or self.name)

    def part(self, view: View, owner: int | None, own: bool) -> View:
        """What the template gets of a view; of the players only its owner, where they are not named."""
        names = for_whom(self.of, own)
        if names is None:
            return view
        found = {name: view[name] for name in names}
        return found if owner is None else {"players": {owner: view["players"][owner]}, **found}


def for_whom(value: Any, own: bool) -> Any:
    """Of what may differ for the seat that looks and for others, what holds here."""
    return value["own" if own else "other"] if isinstance(value, Mapping) else value


def in_turn(seats: int, eye: int) -> list[int]:
    """The seats clockwise, from the one that looks."""
    return [(max(eye, 0) + number) % seats for number in range(seats)]


@dataclass(frozen=True)
class Arrangement:
    """Where the areas stand on a page of one width."""

    areas: Sequence[str] = ()
    columns: str = "minmax(0, 1fr)"
    rows: str = "none"
    rail: Sequence[str] = ()
    """Areas that stand beside the cloth."""
    strips: Sequence[str] = ()
    """Areas whose panels are folded."""
    middle: Sequence[str] = ()
    """Areas that stand in the middle of their place, not at its top."""
    flush: bool = False
    """Areas beside others stand at the hem of the cloth, not in the middle of their place."""
    short: Mapping[str, float] = field(default_factory=dict)
    """How much larger than their least width panels become on a short screen, by area; "all" holds for the others."""
    tall: Mapping[str, float] = field(default_factory=dict)
    """The same on a tall screen, for areas that become larger there than is usual."""


@dataclass(frozen=True)
class Branch:
    """Moves of one kind, in a question that has many: first the kind is chosen, then the move."""

    name: str
    icon: str
    verbs: Sequence[str]
    """The first words of its moves."""
    about: Sequence[str]
    """The areas that it is about."""


class Plan:
    """All that a game says about its panels, in panels/panels.toml."""

    def __init__(self, folder: Path) -> None:
        file = folder / "panels" / "panels.toml"
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        self.cloth: dict[str, Any] = data["cloth"]
        self.kinds = [Kind(name, **kind) for name, kind in data["panel"].items()]
        self.by_name = {kind.name: kind for kind in self.kinds}
        self.focus: dict[str, list[str]] = data.get("focus", {})
        self.leads: dict[str, list[str]] = data.get("leads", {})
        """By question: how the moves begin whose buttons stand out."""
        self.pictured: list[str] = data.get("pictured", [])
        """Questions beside which a phone shows the card that they name."""
        self.emblems: dict[str, str] = data.get("emblems", {})
        """The colours of what seats can stand for."""
        self.branches: dict[str, list[Branch]] = {
            question: [Branch(name, **branch) for name, branch in branches.items()]
            for question, branches in data.get("branches", {}).items()
        }
        self.layouts = data
        self.help = help_of(folder)

    @property
    def colours(self) -> str:
        """The cloth by day and by night, for a style attribute."""
        (top, bottom), (dark_top, dark_bottom) = self.cloth["light"], self.cloth["dark"]
        return f"--top: {top}; --bottom: {bottom}; --dark-top: {dark_top}; --dark-bottom: {dark_bottom};"

    def seat_colours(self, emblems: Sequence[str]) -> dict[str, str]:
        """The colours of seats that stand for something, by the names that pictures and pages have for them."""
        return {f"--seat{seat}": self.emblems[emblem] for seat, emblem in enumerate(emblems)}

    def layout(self, name: PageLayout, seats: int) -> Arrangement:
        found = dict(self.layouts.get(name, {}))
        many = found.pop("many", {})
        return Arrangement(**(found | many if seats >= MANY else found))

    def folded(self, form: PanelForm, seats: int) -> set[str]:
        """The areas whose panels are folded in some layout that shows them in this form."""
        layouts = [self.layout(name, seats) for name, drawn in LAYOUTS.items() if drawn == form]
        return {area for layout in layouts for area in layout.strips}


@cache
def plan_of(folder: Path) -> Plan:
    return Plan(folder)


# Drawing.


def draw(
    game: "Game",
    seen: State,
    eye: int,
    names: list[str] | None,
    form: PanelForm = WIDE,
    alone: bool = False,
    asked: bool = True,
) -> Drawing:
    """All panels for one seat; to stand alone, or on a page that has colours, icons and art. Not asked: to be read."""
    words, plan = game.words, plan_of(game.folder)
    shown = names or [f"Seat {number + 1}" for number in range(seen.seats)]
    mine = seen.moves() if asked and seen.seat == eye and eye >= 0 else []
    drawing = Drawing(
        moves={words.text(move): named(words.label(seen, move), shown) for move in mine},
        outcomes={words.text(move): named(words.outcome(seen, move), shown) for move in mine},
        paths=words.paths(seen) if mine and not alone else [],
        run=words.run(seen) if mine and not alone else None,
        emblems=words.emblems(seen),
        names=shown,
    )
    DRAWING.set(drawing)
    STAGE.set(Stage(game.folder, alone))
    view, folded = words.view(seen, eye), plan.folded(form, int(seen.seats))
    for kind in plan.kinds:
        for panel in kind.panels(shown, eye):
            fill(game, panel, view, eye, form)
            if panel.svg:
                if kind.strip and panel.area in folded and not alone:
                    panel.strip = fill_template(game, panel, view, eye, STRIP, STRIPS[form])
                drawing.panels.append(panel)
    drawing.question = words.focus(seen, view)
    drawing.branches = plan.branches.get(drawing.question, [])
    rank(drawing.panels, plan.focus.get(drawing.question, []))
    return drawing


def fill(game: "Game", panel: Panel, view: View, eye: int, form: PanelForm) -> None:
    panel.svg = fill_template(game, panel, view, eye, form)
    panel.width, panel.height = DRAWING.get().size


def fill_template(
    game: "Game", panel: Panel, view: View, eye: int, form: PanelForm | Literal["strip"], room: int = 0
) -> str:
    """What the template draws; nothing where there is nothing to see."""
    own, kind = panel.owner == max(eye, 0), plan_of(game.folder).by_name[panel.kind]
    part = kind.part(view, panel.owner, own)
    given = {"view": part, "seat": eye, "owner": panel.owner, "own": own, "form": form, "room": room}
    if kind.of is None or STAGE.get().standalone:
        return template(game.folder, panel.kind).render(given).strip()
    return keep_panel(game, panel, given)


class Drawn(NamedTuple):
    """A panel as it was drawn, and the moves for which it had no place."""

    svg: str
    size: tuple[float, float]
    consulted: set[str]


DRAWN: dict[str, Drawn] = {}
MOST_DRAWN = 1000


def keep_panel(game: "Game", panel: Panel, given: dict[str, Any]) -> str:
    """A panel as it was drawn before, if all it got is the same and none of its moves can be made, now or then."""
    drawing = DRAWING.get()
    key = f"{game.name} {panel.kind} {drawing.names} {drawing.emblems} {given}"
    before = DRAWN.get(key)
    if before and before.consulted.isdisjoint(drawing.moves):
        drawing.size = before.size
        return before.svg
    drawing.consulted = set()
    svg = template(game.folder, panel.kind).render(given).strip()
    if drawing.consulted.isdisjoint(drawing.moves):
        if len(DRAWN) >= MOST_DRAWN:
            DRAWN.clear()
        DRAWN[key] = Drawn(svg, drawing.size, drawing.consulted)
    return svg


def rank(panels: list[Panel], focus: Sequence[str]) -> None:
    """What the question is about comes first: panels by their id, kind or area."""
    for panel in panels:
        ranks = [number for number, name in enumerate(focus, 1) if name in (panel.id, panel.kind, panel.area)]
        panel.focus = min(ranks, default=0)
    panels.sort(key=lambda panel: panel.focus or len(focus) + 1)


# One picture that stands alone.


@cache
def own_style() -> str:
    """The style of a picture on its own."""
    return STYLE.read_text(encoding="utf-8").partition(PAGES)[0]


@cache
def light_colours() -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", own_style()))


def in_light(svg: str, own: Mapping[str, str] | None = None) -> str:
    """A picture with the light colours for its variables, which few viewers of pictures know."""
    colours = {**light_colours(), **(own or {})}
    return re.sub(r"var\((--[\w-]+)(?:,[^)]*)?\)", lambda found: colours.get(found[1], found[0]), svg)


def compose(game: "Game", seen: State, eye: int, names: list[str] | None) -> str:
    """The whole table as one picture: the panels on their cloth, row by row."""
    drawing = draw(game, seen, eye, names, alone=True)
    plan = plan_of(game.folder)
    placed, width, height = arrange(drawing.panels, plan.layout(WIDE, int(seen.seats)))
    top, bottom = plan.cloth["light"]
    body = "".join(
        panel.svg.replace("<svg", f'<svg x="{x}" y="{y}" width="{panel.width}" height="{panel.height}"', 1)
        for panel, x, y in placed
    )
    return in_light(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="0 0 {width} {height}" role="group"'
        f' aria-label="The table"><style>{own_style()}</style><defs><linearGradient id="cloth" x2="0" y2="1">'
        f'<stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient></defs>'
        f'<rect width="{width}" height="{height}" rx="16" fill="url(#cloth)"/>{defined_once(body)}</svg>',
        plan.seat_colours(drawing.emblems),
    )


def defined_once(svg: str) -> str:
    """Without definitions that stand there already: what has the same id is the same."""
    known: set[str] = set()

    def first(found: re.Match[str]) -> str:
        repeated = found[2] in known
        known.add(found[2])
        return "" if repeated else found[0]

    return DEFINITION.sub(first, svg)


Placed = tuple[Panel, float, float]


def arrange(panels: list[Panel], layout: Arrangement) -> tuple[list[Placed], float, float]:
    """The place of every panel at its least width, and the size of the whole: the areas as a page has them, beside them
    the rail, below them what has no area."""
    rows = [row.split() for row in layout.areas]
    groups: dict[str, list[Panel]] = {}
    for panel in panels:
        groups.setdefault(panel.area, []).append(panel)
    spans = {area: span_of(rows, area) for row in rows for area in row if area in groups}
    columns = tracks([(span[1], row_width(groups[area])) for area, span in spans.items()])
    lines = tracks([(span[0], max(panel.height for panel in groups[area])) for area, span in spans.items()])
    placed: list[Placed] = []
    for area, (down, across) in spans.items():
        placed += in_row(groups[area], start(columns, across.start), start(lines, down.start))
    right, y = start(columns, len(columns)), float(GAP)
    for area in layout.rail:
        for panel in groups.get(area, []):
            placed.append((panel, right, y))
            y += panel.height + GAP
    below = max(start(lines, len(lines)), y)
    for area in groups.keys() - spans.keys() - set(layout.rail):
        placed += in_row(groups[area], GAP, below)
        below += max(panel.height for panel in groups[area]) + GAP
    return placed, max(x + panel.width for panel, x, _ in placed) + GAP, below


def span_of(rows: list[list[str]], area: str) -> tuple[range, range]:
    """The rows and the columns that an area takes."""
    down = [number for number, row in enumerate(rows) if area in row]
    across = [number for row in rows for number, name in enumerate(row) if name == area]
    return range(down[0], down[-1] + 1), range(min(across), max(across) + 1)


def tracks(wanted: list[tuple[range, float]]) -> list[float]:
    """How large each row or column has to be, the smallest spans first; what spans several needs more of the last."""
    sizes = [0.0] * max((span.stop for span, _ in wanted), default=0)
    for span, size in sorted(wanted, key=lambda each: len(each[0])):
        here = start(sizes, span.stop) - start(sizes, span.start)
        sizes[span.stop - 1] += max(0.0, size + GAP - here - (0 if sizes[span.stop - 1] else GAP))
    return sizes


def start(sizes: list[float], number: int) -> float:
    """Where a row or column begins; those that are empty take no room."""
    return GAP + sum(size + GAP for size in sizes[:number] if size)


def row_width(panels: list[Panel]) -> float:
    return sum(panel.width + GAP for panel in panels) - GAP


def in_row(panels: list[Panel], x: float, y: float) -> list[Placed]:
    """Panels side by side."""
    before = [row_width(panels[:number]) + GAP if number else 0 for number in range(len(panels))]
    return [(panel, x + left, y) for panel, left in zip(panels, before, strict=True)]
