"""Illustration: what a card shows, put together from a scene, a motif and a tint, as its game's art.toml says."""

import hashlib
import re
import tomllib
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from sortilege.engine.scenery import GROUNDS, Seeded, shown, star

HERE = Path(__file__).parent
MOTIFS, ICONS, TINTS = HERE / "motifs.svg", HERE / "icons.svg", HERE / "tints.toml"
STYLE = HERE / "picture.css"
INK = "#241b33"
WIDTH, HEIGHT = 150, 105
"""The size of a scene. Where it is shown in another shape its sides or its top are cut off, never the motif."""
LONGEST_GIST = 22
PLAIN_DOOR = {
    "scene": "hills",
    "tint": "temple",
    "pieces": [{"motif": "hat", "x": 123, "y": 236, "size": 150, "tint": "spirit"}],
}
PLAIN_BANNER = {"pieces": [{"motif": "hat", "x": 246, "y": 196, "size": 150}]}
"""For games that say nothing of their own."""
SYMBOL = re.compile(r'<symbol id="(?:i-)?([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.S)
VARIABLE = re.compile(r"var\(--(\w+)(?:,([^)]*))?\)")
LINES = f'fill="none" stroke="{INK}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"'


@dataclass(frozen=True)
class Tint:
    """The colours of a picture, as they are told to its drawing."""

    top: str
    bottom: str
    disc: str
    far: str
    near: str
    a: str
    b: str
    c: str


@dataclass(frozen=True)
class Symbol:
    """A motif or an icon: its drawing, and the box that it stands in."""

    drawing: str
    box: tuple[float, ...]

    @property
    def bust(self) -> bool:
        """Cut off by the lower edge of the picture, with a high hat."""
        return self.box[1] < -10


@dataclass(frozen=True)
class Art:
    """What is drawn for one card."""

    name: str
    scene: str
    tint: str
    gist: str
    alone: str = ""
    """The gist for a lone player, where it is another."""
    motif: str = ""
    tone: str = ""
    """The tint of the motif, where it is not the scene's."""
    skin: str = ""
    wears: str = ""
    flip: bool = False
    at: float = 0.5
    """Where the motif stands, in parts of the width."""
    height: int = HEIGHT
    stars: int = 7

    @property
    def slug(self) -> str:
        return slug(self.name)


@dataclass(frozen=True)
class Gallery:
    """All that is drawn for a game."""

    cards: dict[str, Art] = field(default_factory=dict)
    door: dict[str, Any] = field(default_factory=dict)
    banner: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> "Gallery":
        data = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        rows = rows_beside(file)
        cards = {name: Art(name, **row) for name, row in data.get("cards", {}).items()}
        filled = {name: replace(art, gist=told(art.gist, rows.get(name, {}))) for name, art in cards.items()}
        return cls(filled, data.get("door", PLAIN_DOOR), data.get("banner", PLAIN_BANNER))


def rows_beside(file: Path) -> dict[str, dict[str, Any]]:
    """The rows of the content files beside the art, by their names."""
    return {row["name"]: row for rows in tables_beside(file).values() for row in rows}


def tables_beside(file: Path) -> dict[str, list[dict[str, Any]]]:
    """The tables of the content files beside the art, by theirs; of each the rows that have a name."""
    files = [tomllib.loads(each.read_text(encoding="utf-8")) for each in file.parent.glob("*.toml") if each != file]
    tables = [(name, table) for data in files for name, table in data.items() if isinstance(table, list)]
    return {name: [row for row in table if isinstance(row, dict) and "name" in row] for name, table in tables}


def told(gist: str, row: dict[str, Any]) -> str:
    """A gist with the numbers of its card, {amount} and the like, so that it stays true."""
    return gist.format(**row).replace("-", "−")


@cache
def gallery(folder: Path) -> Gallery:
    """The art of the game that lives in a folder."""
    return Gallery.read(folder / "art.toml")


@cache
def tints() -> dict[str, Tint]:
    rows = tomllib.loads(TINTS.read_text(encoding="utf-8"))["tint"]
    return {name: Tint(*[*row["sky"], row["disc"], *row["ground"], *row["tones"]]) for name, row in rows.items()}


@cache
def skins() -> dict[str, dict[str, str]]:
    rows = tomllib.loads(TINTS.read_text(encoding="utf-8"))["skin"]
    return {name: dict(zip(("skin", "shade", "belly"), row)) for name, row in rows.items()}


@cache
def motifs() -> dict[str, Symbol]:
    return symbols(MOTIFS)


@cache
def icons() -> dict[str, Symbol]:
    return symbols(ICONS)


def symbols(file: Path) -> dict[str, Symbol]:
    """The symbols of a file by their names."""
    found = SYMBOL.findall(file.read_text(encoding="utf-8"))
    return {name: Symbol(drawing, tuple(map(float, box.split()))) for name, box, drawing in found}


@cache
def edition() -> str:
    """Changes whenever anything that is drawn changes, so that browsers may keep it for ever."""
    drawn_by = [HERE / f"{name}.py" for name in ("art", "posters", "scenery")]
    files = [*drawn_by, ICONS, MOTIFS, TINTS, *sorted(HERE.parent.glob("games/*/art.toml"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


@cache
def slug(name: str) -> str:
    """A name as a part of an address."""
    plain = unicodedata.normalize("NFKD", name.replace("Æ", "Ae")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower().replace("'", "")).strip("-")


def mixed(colour: str, other: str, share: float) -> str:
    """A colour on its way to another."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(colour: str, other: str) -> float:
    """How well one colour is read on the other, from 1 to 21."""
    light, dark = sorted((luminance(colour), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def token(name: str) -> str:
    """A colour of the light theme by its name."""
    found = re.search(rf"--{name}: (#[0-9a-f]+);", STYLE.read_text(encoding="utf-8"))
    assert found
    return found[1]


def shades(colour: str) -> dict[str, str]:
    """The three tones of a motif in one colour: for things of a seat."""
    return tones("temple") | {"a": colour, "b": mixed(colour, INK, 0.35), "c": mixed(colour, "#ffffff", 0.6)}


def painted(drawing: str, colours: dict[str, str]) -> str:
    """A drawing with colours for its variables, which few viewers of pictures know."""
    return VARIABLE.sub(lambda found: colours.get(found[1], found[2] or INK), drawing)


def stand(
    name: str, x: float, y: float, size: float, colours: dict[str, str], wears: str = "", flip: bool = False
) -> str:
    """A motif, standing on a point."""
    scale = size / 100
    mirrored = f"translate({shown(x + 50 * scale)} {shown(y - size)}) scale(-{scale:.3f} {scale:.3f})"
    upright = f"translate({shown(x - 50 * scale)} {shown(y - size)}) scale({scale:.3f})"
    drawing = motifs()[name].drawing + (motifs()[wears].drawing if wears else "")
    return f'<g transform="{mirrored if flip else upright}" {LINES}>{painted(drawing, colours)}</g>'


def stand_tinted(piece: dict[str, Any]) -> str:
    """A motif, or an icon, of a larger picture."""
    x, y, size, turn = piece["x"], piece["y"], piece["size"], piece.get("turn", 0)
    if "icon" in piece:
        return icon_drawing(piece["icon"], x - size / 2, y - size / 2, size, INK, turn=turn)
    colours = tones(piece.get("tint", "temple")) | skins().get(piece.get("skin", ""), {})
    drawn = stand(piece["motif"], x, y, size, colours, piece.get("wears", ""), piece.get("flip", False))
    return f'<g transform="rotate({turn} {x} {y - size / 2})">{drawn}</g>' if turn else drawn


def tones(tint: str) -> dict[str, str]:
    """The colours of a tint by the names that motifs and grounds use; a lizard without a skin of its own is of moss."""
    return {**vars(tints()[tint]), **skins()["moss"]}


def sky(name: str, tint: Tint, width: float, height: float, moon: float) -> str:
    """The sky with a moon, which stands at a part of the width, and its halo."""
    stops = "".join(
        f'<stop offset="{offset}" stop-color="{tint.disc}" stop-opacity="{opacity}"/>'
        for offset, opacity in ((0, 0.95), (0.62, 0.75), (0.64, 0.28), (1, 0))
    )
    return (
        f'<linearGradient id="{name}-sky" x2="0" y2="1"><stop stop-color="{tint.top}"/>'
        f'<stop offset="1" stop-color="{tint.bottom}"/></linearGradient>'
        f'<radialGradient id="{name}-moon">{stops}</radialGradient>'
        f'<rect width="{shown(width)}" height="{shown(height)}" fill="url(#{name}-sky)"/>'
        f'<circle cx="{shown(width * moon)}" cy="{shown(height * 0.44)}" r="{shown(height * 0.56)}"'
        f' fill="url(#{name}-moon)"/>'
    )


def stars(seed: Seeded, width: float, height: float, fill: str, count: int) -> str:
    drawn = ""
    for _ in range(count):
        x, y = seed.between(0.04, 0.96) * width, seed.between(0.05, 0.5) * height
        size = seed.pick((1, 1, 1.4, 4.1))
        dot = f'<circle cx="{shown(x)}" cy="{shown(y)}" r="{size}" fill="{fill}"/>'
        drawn += star(x, y, size, fill) if size > 2 else dot
    return f'<g opacity=".85">{drawn}</g>'


def ground(kind: str, seed: Seeded, tint: Tint, width: float, height: float) -> str:
    drawn = painted(GROUNDS[kind](seed), vars(tint))
    return f'<g transform="scale({width / 100:.3f} {height / 100:.3f})">{drawn}</g>'


def backdrop(name: str, scene: str, tint: str, width: float, height: float, count: int) -> str:
    """Sky, moon, stars and ground: all of it seeded by a name."""
    seed, colours = Seeded(name), tints()[tint]
    moon = seed.between(0.36, 0.64)
    return (
        sky(slug(name), colours, width, height, moon)
        + stars(seed, width, height, colours.disc, count)
        + ground(scene, seed, colours, width, height)
    )


@cache
def scene(art: Art) -> str:
    """A card's picture, without a frame: for one that holds it."""
    drawn = backdrop(art.name, art.scene, art.tint, WIDTH, art.height, art.stars)
    if not art.motif:
        return drawn
    x, colours = WIDTH * art.at, tones(art.tone or art.tint) | skins().get(art.skin, {})
    if motifs()[art.motif].bust:
        return drawn + stand(art.motif, x, 1.035 * art.height, 0.76 * art.height, colours, art.wears, art.flip)
    size = 0.84 * art.height
    shadow = (
        f'<ellipse cx="{shown(x)}" cy="{shown(0.93 * art.height)}" rx="{shown(0.42 * size)}" ry="{shown(0.07 * size)}"'
        ' fill="#120a20" opacity=".35"/>'
    )
    return drawn + shadow + stand(art.motif, x, 0.96 * art.height, size, colours, art.wears, art.flip)


def alone(width: float, height: float, drawing: str, label: str = "") -> str:
    """A picture that stands alone."""
    title = f"<title>{escape(label)}</title>" if label else ""
    size = f'width="{shown(width)}" height="{shown(height)}" viewBox="0 0 {shown(width)} {shown(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} preserveAspectRatio="xMidYMid slice">{title}{drawing}</svg>'


def scene_svg(folder: Path, card: str) -> str:
    """A card's picture that stands alone."""
    art = gallery(folder).cards[card]
    return alone(WIDTH, art.height, scene(art), card)


def motif_svg(name: str, tint: str = "temple", skin: str = "", wears: str = "", flip: bool = False) -> str:
    """A motif that stands alone, without a scene: a portrait, a tutor."""
    left, top, width, height = motifs()[name].box
    left = 100 - left - width if flip else left
    colours = tones(tint) | skins().get(skin, {})
    return alone(width, height, stand(name, 50 - left, 100 - top, 100, colours, wears, flip))


def lizard_svg(lizard: str, skin: str, sky: str) -> str:
    """A portrait: a lizard's bust under a sky."""
    colours = tones(sky) | skins()[skin]
    drawn = backdrop(f"{lizard} {sky}", "hills", sky, 120, 120, 6)
    return alone(120, 120, drawn + stand(lizard, 58, 124, 100, colours))


def icon_drawing(name: str, x: float, y: float, size: float, line: str = INK, seat: str = INK, turn: float = 0) -> str:
    """An icon, drawn in place."""
    symbol = icons()[name]
    left, top, wide, _ = symbol.box
    scale = size / wide
    place = f"translate({shown(x)} {shown(y)}) scale({scale:.3f}) translate({shown(-left)} {shown(-top)})"
    turned = f"rotate({turn} {shown(x + size / 2)} {shown(y + size / 2)}) " if turn else ""
    colours = {"iconline": line, "seat": seat}
    return f'<g transform="{turned}{place}">{painted(symbol.drawing, colours)}</g>'
