"""Drawing: a game's template, filled from what a seat sees."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sortilege.engine.state import State
from sortilege.engine.words import named

if TYPE_CHECKING:
    from sortilege.engine.game import Game


@cache
def environment(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )


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
