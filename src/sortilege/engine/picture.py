"""Drawing: a game's template, filled from what a seat sees."""

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
"""The colours of all pictures."""
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
    """The picture for one seat. Standalone, it carries its own style; on a page, the page has it."""
    words = game.words
    shown = names or [f"Seat {number + 1}" for number in range(seen.seats)]
    mine = seen.moves() if seen.seat == eye and eye >= 0 else []
    picture = Picture(moves={words.text(move): named(words.label(seen, move), shown) for move in mine})
    style = STYLE.read_text(encoding="utf-8") if standalone else ""
    template = environment(game.folder).get_template("picture.svg.jinja")
    DRAWING.set(picture)
    view = words.view(seen, eye)
    picture.svg = template.render(view=view, moves=picture.moves, names=shown, seat=eye, style=style)
    return picture
