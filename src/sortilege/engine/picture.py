"""Drawing: a game's template, filled from what a seat sees."""

import re
import textwrap
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sortilege.engine.state import State
from sortilege.engine.words import named

if TYPE_CHECKING:
    from sortilege.engine.game import Game

HERE = Path(__file__).parent
STYLE = HERE / "picture.css"
"""The colours and lines of all pictures."""
PAGES = "/* Only on a page. */"
"""What follows it in the style needs a browser: dark colours, pointing, movement."""
GLYPH = 0.56
"""The mean width of a letter, in parts of its size."""
LEAST_SIZE = 11


@dataclass
class Picture:
    """What one seat sees, drawn."""

    svg: str = ""
    moves: dict[str, str] = field(default_factory=dict)
    """What the seat may do: every legal move by its notation, with what happens."""
    spots: set[str] = field(default_factory=set)
    """The moves that have a place of their own on the picture."""
    picks: set[tuple[str, str]] = field(default_factory=set)
    """The things that are chosen together: kind and value."""


DRAWING: ContextVar[Picture] = ContextVar("drawing")
"""The picture that is being drawn: the macros of all games tell it what they draw."""


def draw_spot(text: str) -> str:
    """Note that this move has a place on the picture."""
    DRAWING.get().spots.add(text)
    return text


def draw_pick(kind: str, value: object) -> object:
    """Note that this can be picked on the picture."""
    DRAWING.get().picks.add((kind, str(value)))
    return value


def fit_size(text: object, width: float, size: float) -> dict[str, float | bool]:
    """The largest size, up to the one wished for, at which a line stays within its width."""
    needed = max(len(str(text)), 1) * GLYPH
    fitting = min(size, max(LEAST_SIZE, width / needed))
    return {"size": int(10 * fitting) / 10, "squeeze": needed * fitting > width}


def wrap(text: object, width: float, size: float) -> list[str]:
    """The lines of a text that stay within a width."""
    return textwrap.wrap(str(text), max(1, int(width / (GLYPH * size))))


@cache
def own_style() -> str:
    """The style of a picture on its own."""
    return STYLE.read_text(encoding="utf-8").partition(PAGES)[0]


@cache
def light_colours() -> dict[str, str]:
    return dict(re.findall(r"(--\w+): ([^;]+);", own_style()))


def in_light(svg: str) -> str:
    """A picture with the light colours for its variables, which few viewers of pictures know."""
    return re.sub(r"var\((--\w+)\)", lambda found: light_colours().get(found[1], found[0]), svg)


@cache
def environment(folder: Path) -> Environment:
    """Templates of a game's folder, which draw with the macros that stand here."""
    found = Environment(
        loader=FileSystemLoader([folder, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(draw_pick=draw_pick, draw_spot=draw_spot, fit_size=fit_size, wrap=wrap)
    return found


def render(game: "Game", seen: State, eye: int, names: list[str] | None, standalone: bool) -> Picture:
    """The picture for one seat. Standalone, it carries its own style and colours; on a page, the page has them."""
    words = game.words
    shown = names or [f"Seat {number + 1}" for number in range(seen.seats)]
    mine = seen.moves() if seen.seat == eye and eye >= 0 else []
    picture = Picture(moves={words.text(move): named(words.label(seen, move), shown) for move in mine})
    style = own_style() if standalone else ""
    template = environment(game.folder).get_template("picture.svg.jinja")
    DRAWING.set(picture)
    view = words.view(seen, eye)
    svg = template.render(view=view, moves=picture.moves, names=shown, seat=eye, style=style)
    picture.svg = in_light(svg) if standalone else svg
    return picture
