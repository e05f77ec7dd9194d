"""Where the panels stand on a page: in areas, on the cloth or in the rail beside it."""

from dataclasses import dataclass, field

from fastapi import Request

from sortilege.engine.panels import LAYOUTS, PageLayout, Panel, Plan

COOKIE = "layout"


@dataclass
class Area:
    """A place for one or several panels."""

    name: str
    folds: bool
    short: float = 0
    tall: float = 0
    middle: bool = False
    side: str = ""
    """The hem of the cloth at which it stands: "left" or "right"."""
    panels: list[Panel] = field(default_factory=list)


class Cloth:
    """The panels of a table in the areas of a layout; what the question is about comes first."""

    def __init__(self, panels: list[Panel], plan: Plan, layout: PageLayout, seats: int) -> None:
        self.plan = plan
        self.panels = panels
        self.layout = plan.layout(layout, seats)
        areas: dict[str, Area] = {}
        for panel in panels:
            areas.setdefault(panel.area, self.area(panel.area)).panels.append(panel)
        self.areas = [area for area in areas.values() if area.name not in self.layout.rail]
        present = {area.name for area in self.areas}
        rows = telling([row.split() for row in self.layout.areas], present)
        self.rows = [filled(row, present) for row in rows]
        for area in self.areas:
            area.side = side(area.name, self.rows) if self.layout.flush else ""
        self.rail = [area for area in areas.values() if area.name in self.layout.rail]

    def area(self, name: str) -> Area:
        short, tall = self.layout.short.get(name, 0), self.layout.tall.get(name, 0)
        return Area(name, name in self.layout.strips, short, tall, name in self.layout.middle)

    @property
    def style(self) -> str:
        """For the style attribute: the grid of the areas that have something in them."""
        present = {area.name for area in self.areas}
        named = {name for row in self.rows for name in row}
        if not self.rows or present - named:
            return ""
        areas = " ".join(f"'{' '.join(row)}'" for row in self.rows)
        tracks = f"grid-template-columns: {self.layout.columns}; grid-template-rows: {self.layout.rows};"
        short = f" --short: {self.layout.short['all']};" if self.layout.short else ""
        return f"grid-template-areas: {areas}; {tracks}{short}"

    @property
    def colours(self) -> str:
        """For the style attribute: the game's own cloth."""
        return self.plan.colours


def telling(rows: list[list[str]], present: set[str]) -> list[list[str]]:
    """The rows without those that have nothing in them but what stands in the row before or after as well."""
    found: list[list[str]] = []
    for number, row in enumerate(rows):
        here = set(row) & present
        after = set(rows[number + 1]) if number + 1 < len(rows) else set()
        if here and not here <= after and not (found and here <= set(found[-1])):
            found.append(row)
    return found


def filled(row: list[str], present: set[str]) -> list[str]:
    """A row of areas, in which an empty one gives its room to the one before it, or to the next."""
    here = [name for name in row if name in present]
    found: list[str] = []
    for name in row:
        found.append(name if name in present else found[-1] if found else here[0])
    return found


def side(name: str, rows: list[list[str]]) -> str:
    """Where an area stands that shares its rows with others."""
    shared = [row for row in rows if name in row and set(row) != {name}]
    if not shared:
        return ""
    return "left" if shared[0][0] == name else "right" if shared[0][-1] == name else ""


def layout_of(request: Request) -> PageLayout:
    """What the browser says about its width; before it has said anything, a guess."""
    said = request.query_params.get(COOKIE) or request.cookies.get(COOKIE)
    for layout in LAYOUTS:
        if layout == said:
            return layout
    return "phone" if "Mobi" in request.headers.get("user-agent", "") else "wide"
