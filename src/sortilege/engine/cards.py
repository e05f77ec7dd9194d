"""Cards as templates draw them: art and signs in their place, texts that fit. `cards.jinja` draws with it."""

import textwrap
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, pass_environment
from markupsafe import Markup

from sortilege.engine.art import (
    INK,
    WIDTH,
    Art,
    contrast,
    edition,
    gallery,
    icon_drawing,
    icons,
    mixed,
    scene,
    shades,
    skins,
    stand,
    tints,
    token,
    tones,
)
from sortilege.engine.scenery import shown


@dataclass(frozen=True)
class Stage:
    """Whose cards are drawn, and whether the picture stands alone, with all art in it."""

    folder: Path
    standalone: bool


CREAM = "#fff6e0"
READABLE = 4.5
"""The least contrast of a text."""

STAGE: ContextVar[Stage] = ContextVar("stage")
"""The stage of the picture that is being drawn."""


def art_of(card: str) -> Art:
    return gallery(STAGE.get().folder).cards[card]


def gist_of(card: str, alone: bool = False) -> str:
    """What a card does, in few words; to a lone player, or at a table of several."""
    art = art_of(card)
    return (art.alone if alone else "") or art.gist


def near_of(card: str) -> str:
    """The colour of the near ground, on which a card's name stands; darker where cream could not be read on it."""
    near = tints()[art_of(card).tint].near
    shades = (mixed(near, INK, share / 10) for share in range(11))
    return next(shade for shade in shades if contrast(shade, CREAM) >= READABLE)


def place_art(
    card: str, x: float, y: float, width: float, height: float, round: float = 0, foot: float | None = None
) -> Markup:
    """A card's picture in its place, with round corners; `foot` rounds the lower ones otherwise."""
    art, low = art_of(card), round if foot is None else foot
    size = f'x="{shown(x)}" y="{shown(y)}" width="{shown(width)}" height="{shown(height)}"'
    if not STAGE.get().standalone:
        link = f"/art/{STAGE.get().folder.name}/{art.slug}.svg?{edition()}"
        clip = f"clip-path:inset(0 round {shown(round)}px {shown(round)}px {shown(low)}px {shown(low)}px)"
        return Markup(f'<image href="{link}" {size} preserveAspectRatio="xMidYMid slice" style="{clip}"/>')
    hole = f"clip-{shown(width)}-{shown(height)}-{shown(round)}-{shown(low)}".replace(".", "_")
    box = f'viewBox="0 0 {WIDTH} {art.height}" preserveAspectRatio="xMidYMid slice"'
    return Markup(
        f'<g transform="translate({shown(x)} {shown(y)})"><clipPath id="{hole}">{rounded(width, height, round, low)}'
        f'</clipPath><g clip-path="url(#{hole})"><svg width="{shown(width)}" height="{shown(height)}" {box}>'
        f"{scene(art)}</svg></g></g>"
    )


def rounded(width: float, height: float, round: float, foot: float) -> str:
    """A box with other corners above than below."""
    w, h, r, f = shown(width), shown(height), shown(round), shown(foot)
    return (
        f'<path d="M0 {r}A{r} {r} 0 0 1 {r} 0H{shown(width - round)}A{r} {r} 0 0 1 {w} {r}V{shown(height - foot)}'
        f'A{f} {f} 0 0 1 {shown(width - foot)} {h}H{f}A{f} {f} 0 0 1 0 {shown(height - foot)}Z"/>'
    )


def place_icon(
    name: str, x: float, y: float, size: float, line: str = "", seat: str = "", faint: bool = False
) -> Markup:
    """An icon in its place; its outline follows the page unless it is told otherwise."""
    pale = ' opacity=".28"' if faint else ""
    if name not in icons():
        raise KeyError(name)
    if STAGE.get().standalone:
        return Markup(f"<g{pale}>{icon_drawing(name, x, y, size, line or INK, seat or INK)}</g>")
    style = (f"--iconline:{line};" if line else "") + (f"--seat:{seat}" if seat else "")
    size_ = f'x="{shown(x)}" y="{shown(y)}" width="{shown(size)}" height="{shown(size)}"'
    styled = f' style="{style}"' if style else ""
    return Markup(f'<use href="/static/icons.svg?{edition()}#i-{name}" {size_}{styled}{pale}/>')


LEAST = 11.2
"""The least size of a text."""
GLYPH, BOLD_GLYPH = 0.515, 0.56
"""The mean width of a letter, in parts of its size: in texts and in names."""
NARROW = 128
"""A card that is narrower tells its gist."""
LEADING = 1.16
MOST_LINES = 4
MOST_KEPT = 4096


def size_of(wished: float) -> float:
    return max(LEAST, int(10 * wished) / 10)


def lines_of(text: str, width: float, size: float, glyph: float) -> list[str]:
    return textwrap.wrap(text, max(1, int(width / (glyph * size))), break_long_words=False)


def title_lines(name: str, width: float, wished: float) -> dict[str, Any]:
    """A card's name in one line or two, none of which leaves the card; smaller first, then squeezed."""
    sizes = [size_of(wished * share) for share in (1, 0.92, 0.85)]
    size = next((size for size in sizes if len(name) * size * BOLD_GLYPH <= width), 0)
    lines = [name] if size else balanced(name)
    size = size or sizes[1]
    return {
        "size": size,
        "lines": [{"text": line, "squeeze": len(line) * size * BOLD_GLYPH > 1.04 * width} for line in lines],
    }


def balanced(text: str) -> list[str]:
    """A text in two lines, as even as its words allow."""
    wraps = (textwrap.wrap(text, wide, break_long_words=False) for wide in range(-(-len(text) // 2), len(text) + 1))
    return next(lines for lines in wraps if len(lines) <= 2)


def effect_lines(
    gist: str, effect: str, kind: str, width: float, room: float, signs: bool, corner: bool
) -> list[dict[str, Any]]:
    """What stands below a card's name: kind and effect where they fit, otherwise the gist."""
    wished = [(kind, effect), ("", effect), (kind, gist), ("", gist)] if width >= NARROW else [("", gist)]
    laid = (lay_out(head, text, width, room, signs, corner) for head, text in wished)
    return next((lines for lines in laid if lines), [])


def lay_out(head: str, text: str, width: float, room: float, signs: bool, corner: bool) -> list[dict[str, Any]]:
    """The lines of a head and a text in a room that is as wide as the card; none if they do not fit.

    Below them signs may stand, and in the lower right corner a shield."""
    unit = width / NARROW
    size = size_of(LEAST * unit)
    texts = [head] * bool(head) + lines_of(text, width - 12 * unit, size, GLYPH)
    lines: list[dict[str, Any]] = [
        {"text": line, "kind": bool(head) and not number, "size": size, "y": size * (1.22 + LEADING * number)}
        for number, line in enumerate(texts)
    ]
    lowest = room - (27 if signs else 5) * unit
    short = (width - 38 * unit) / (size * GLYPH)
    beside = [line for line in lines if corner and line["y"] > room - 26 * unit]
    fits = all(line["y"] <= lowest for line in lines) and all(len(line["text"]) <= short for line in beside)
    return lines if fits and len(texts) <= MOST_LINES else []


def sign_size(width: float, count: int, gems: int, shielded: bool) -> float:
    """The size at which all signs of a card stand in one row."""
    unit = width / NARROW
    room = width - (36 if shielded else 12) * unit - (20 * unit if gems else 0)
    return min(20 * unit, room / max(1, count + bool(gems)) - 2 * unit)


@pass_environment
def keep(environment: Environment, macro: str, *given: Any) -> Markup:
    """What a macro of cards.jinja draws, drawn once for what it is given."""
    return kept(environment, STAGE.get(), macro, tuple(tuple(x) if isinstance(x, list) else x for x in given))


@lru_cache(MOST_KEPT)
def kept(environment: Environment, stage: Stage, macro: str, given: tuple[Any, ...]) -> Markup:
    drawn = getattr(environment.get_template("cards.jinja").module, macro)(*given)
    return Markup(drawn.strip())


def place_motif(
    name: str,
    x: float,
    y: float,
    size: float,
    tint: str = "temple",
    colour: str = "",
    skin: str = "",
    flip: bool = False,
) -> Markup:
    """A motif that stands on a point, in a tint or in the colour of a token."""
    colours = shades(token(colour)) if colour else tones(tint) | skins().get(skin, {})
    return Markup(stand(name, x, y, size, colours, flip=flip))


MACROS = {
    "effect_lines": effect_lines,
    "gist_of": gist_of,
    "keep": keep,
    "near_of": near_of,
    "place_art": place_art,
    "place_icon": place_icon,
    "place_motif": place_motif,
    "sign_size": sign_size,
    "size_of": size_of,
    "title_lines": title_lines,
}
"""What cards.jinja draws with."""
