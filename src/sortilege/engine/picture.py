"""Drawing: a game's template, filled from what a seat sees."""

import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sortilege.engine.state import State
from sortilege.engine.words import named

if TYPE_CHECKING:
    from sortilege.engine.game import Game


GLYPH = 0.56
"""The mean width of a letter, in parts of its size."""
LEAST_SIZE = 11


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
    found = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(fit_size=fit_size, wrap=wrap)
    return found


def render(game: "Game", seen: State, eye: int, names: list[str] | None, standalone: bool) -> str:
    """The picture for one seat. Standalone, it carries its own style; on a page, the page has it."""
    templates = environment(game.folder.parent)
    words = game.words
    shown = names or [f"Seat {number + 1}" for number in range(seen.seats)]
    mine = seen.moves() if seen.seat == eye and eye >= 0 else []
    moves = {words.text(move): named(words.label(seen, move), shown) for move in mine}
    style = (game.folder.parent / "picture.css").read_text(encoding="utf-8") if standalone else ""
    template = templates.get_template(f"{game.folder.name}/picture.svg.jinja")
    return template.render(view=words.view(seen, eye), moves=moves, names=shown, seat=eye, style=style)
