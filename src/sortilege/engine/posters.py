"""Larger pictures of a game: its door, its cover for links, and the banner of who has won."""

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from sortilege.engine.art import (
    INK,
    Art,
    Tint,
    alone,
    backdrop,
    gallery,
    ground,
    mixed,
    motifs,
    shades,
    skins,
    stand,
    stand_tinted,
    stars,
    tints,
    token,
    tones,
)
from sortilege.engine.game import Game
from sortilege.engine.panels import plan_of, wrap
from sortilege.engine.scenery import Seeded, shown, star

DOOR = (246, 250)
COVER = (1200, 630)
FRONT = (1366, 296)
BANNER = (1366, 204)
GOLD, CREAM = "#f2b93b", "#fff3d0"
CONFETTI = (GOLD, "#56b4e9", "#cc79a7", "#009e73", "#f0e442")
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L','Book Antiqua',Georgia,serif"
SANS = "'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
PLACES = ((246, 212, 142), (112, 210, 104), (376, 210, 104))
"""Where the winner's things stand on a banner: x, y and size, the first in the middle."""


def inside(game: Game) -> str:
    """What is seen through a game's door."""
    door = gallery(game.folder).door
    width, height = DOOR
    drawn = backdrop(game.title, door["scene"], door["tint"], width, height, 12)
    return drawn + "".join(stand_tinted(piece) for piece in door["pieces"])


@cache
def door_svg(game: Game) -> str:
    return alone(*DOOR, arched(game), game.title)


def arched(game: Game) -> str:
    """The door itself, in its frame."""
    width, height = DOOR
    middle = shown(width / 2)
    hole = f"M0 {height}V110C0 40 60 0 {middle} 0C{width - 60} 0 {width} 40 {width} 110V{height}Z"
    edges = "".join(
        f'<path d="M{d} {height}V110C{d} {40 + d} {60 + d / 2} {d} {middle} {d}C{width - 60 - d / 2} {d} {width - d}'
        f' {40 + d} {width - d} 110V{height}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
        for d, colour, wide in ((2, INK, 4), (6, GOLD, 2))
    )
    clip = f'<clipPath id="{game.name}-arch"><path d="{hole}"/></clipPath>'
    return f'{clip}<g clip-path="url(#{game.name}-arch)">{inside(game)}</g>{edges}'


@cache
def tile_svg(game: Game) -> str:
    """What is seen through the door, as a square."""
    return alone(DOOR[0], DOOR[0], inside(game), game.title)


@cache
def cover_svg(game: Game) -> str:
    """For links that are shared elsewhere: title and line beside the door."""
    width, height = COVER
    lines = wrap(game.title, 560, 76)
    title = cover_text(lines, 190, 84, f'font-family="{SERIF}" font-size="76" font-weight="700"')
    line = cover_text(wrap(game.line, 580, 30), 190 + 84 * len(lines), 40, f'font-family="{SANS}" font-size="30"')
    door = f'<g transform="translate(690 70) scale(1.78)">{arched(game)}</g>'
    return alone(width, height, night(game, width, height) + SHELF + door + MARK + title + line, game.title)


def house_svg(games: Sequence[Game]) -> str:
    """For links to the house: the doors of all games on one shelf."""
    width, height = COVER
    scale = 0.92 * width / (len(games) * DOOR[0])
    step = width / (len(games) + 0.16)
    doors = "".join(
        f'<g transform="translate({shown(step * (number + 0.13))} {shown(515 - scale * DOOR[1])}) scale({scale:.3f})">'
        f"{arched(game)}</g>"
        for number, game in enumerate(games)
    )
    font = f'font-family="{SERIF}" font-size="62" font-weight="700"'
    said = MARK + cover_text(["Five wizard games at one table"], 190, 0, font)
    sky = STAGE + stars(Seeded("Sortilege"), width, 280, CREAM, 40)
    return alone(width, height, sky + SHELF + doors + said, "Sortilege")


@cache
def front_svg(game: Game) -> str:
    """The head of a game's page: what is seen through its door stands at the right, words have room at the left."""
    width, height = FRONT
    tint = tints()[gallery(game.folder).door["tint"]]
    moon = (
        f'<radialGradient id="{game.name}-front"><stop stop-color="{tint.disc}"/><stop offset=".42"'
        f' stop-color="{tint.disc}" stop-opacity=".9"/><stop offset=".44" stop-color="{tint.disc}" stop-opacity=".3"/>'
        f'<stop offset="1" stop-color="{tint.disc}" stop-opacity="0"/></radialGradient>'
        f'<circle cx="1040" cy="104" r="200" fill="url(#{game.name}-front)"/>'
    )
    hill = f'<path d="M0 236C240 214 420 246 700 226S1160 240 {width} 220V{height}H0Z" fill="{tint.near}"/>'
    pieces = "".join(stand_tinted(brought_forward(piece)) for piece in gallery(game.folder).door["pieces"])
    return alone(width, height, night(game, width, height) + moon + hill + pieces, game.title)


def brought_forward(piece: dict[str, Any]) -> dict[str, Any]:
    """A thing behind the door, larger and with more room around it."""
    x, y = 1020 + 2.4 * (piece["x"] - DOOR[0] / 2), 262 - 1.4 * (DOOR[1] - piece["y"])
    if "motif" in piece and motifs()[piece["motif"]].bust:
        y = FRONT[1] + 4
    return {**piece, "x": round(x, 1), "y": round(y, 1), "size": 1.5 * piece["size"]}


def night(game: Game, width: int, height: int) -> str:
    """The dark around a game's door, of the tint that is seen through it."""
    seed, tint = Seeded(game.title), tints()[gallery(game.folder).door["tint"]]
    dark = Tint(*(mixed(colour, "#120d26", 0.5) for colour in vars(tint).values()))
    return (
        f'<linearGradient id="{game.name}-night" x2="0" y2="1"><stop stop-color="{dark.top}"/><stop offset="1"'
        f' stop-color="{mixed(dark.far, dark.top, 0.5)}"/></linearGradient><rect width="{width}" height="{height}"'
        f' fill="url(#{game.name}-night)"/>'
        + stars(seed, width, height, CREAM, 40)
        + ground("hills", seed, dark, width, height)
    )


SHELF = (
    '<path d="M0 515H1200V630H0Z" fill="#5a3620"/><path d="M0 515H1200V522H0Z" fill="#8a5a33"/>'
    '<path d="M0 552H1200M0 590H1200" stroke="#4a2a17" stroke-width="3"/>'
)
"""What a door stands on, on a cover."""


STAGE = (
    '<linearGradient id="stage" x2="0" y2="1"><stop stop-color="#171233"/><stop offset=".7" stop-color="#4a2f6e"/><stop'
    ' offset="1" stop-color="#b5647a"/></linearGradient><rect width="1200" height="630" fill="url(#stage)"/>'
    '<circle cx="1050" cy="126" r="72" fill="#fff0c4"/>'
)
"""The night around all doors."""
MARK = f'<text x="76" y="104" font-family="{SERIF}" font-size="30" font-weight="700" fill="{GOLD}">Sortilege</text>'


def cover_text(lines: list[str], y: int, leading: int, font: str) -> str:
    return "".join(
        f'<text x="76" y="{y + leading * number}" {font} fill="{CREAM}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def banner_svg(
    game: Game, colour: str = "seat0", cards: tuple[str, ...] = (), emblem: str = "", won: bool = True
) -> str:
    """The banner of who has won: their own cards, the first in the middle, or what the game keeps for it, in the colour
    of a token, or of the emblem that a seat bears. Who has lost alone has no paper in the air."""
    width, height = BANNER
    art = gallery(game.folder)
    held = [art.cards[card] for card in cards if art.cards[card].motif]
    own = [stand_own(card, *place) for card, place in zip(held, PLACES)]
    shade = plan_of(game.folder).emblems.get(emblem) or token(colour)
    kept = [stand_coloured(piece, shade) for piece in art.banner["pieces"][len(own) :]]
    far = [stand_tinted(piece) for piece in art.banner.get("far", [])]
    return alone(width, height, evening(game.name, won) + "".join([*far, *reversed(own + kept)]), game.title)


def stand_own(art: Art, x: float, y: float, size: float) -> str:
    """A card's motif in its place on a banner."""
    wide = size if motifs()[art.motif].bust else 0.94 * size
    return stand(art.motif, x, y, wide, tones(art.tone or art.tint) | skins().get(art.skin, {}), art.wears, art.flip)


def stand_coloured(piece: dict[str, Any], colour: str) -> str:
    """A thing of the game's own banner, in the winner's colour where it has none."""
    if "tint" in piece or "icon" in piece or "skin" in piece:
        return stand_tinted(piece)
    return stand(piece["motif"], piece["x"], piece["y"], piece["size"], shades(colour))


@cache
def evening(name: str, won: bool) -> str:
    """The night behind a winner: a light, stars, paper in the air, a hill."""
    width, height = BANNER
    seed = Seeded(name)
    paper = "".join(confetto(seed, spread(seed), seed.between(8, 150)) for _ in range(30))
    dots = "".join(
        f'<circle cx="{shown(spread(seed))}" cy="{shown(seed.between(2, 150))}" r="{seed.pick((1, 1.4))}"/>'
        for _ in range(70)
    )
    return (
        f'<linearGradient id="{name}-evening" x2="0" y2="1"><stop stop-color="#1b1640"/>'
        f'<stop offset="1" stop-color="#7a4a86"/></linearGradient>'
        f'<radialGradient id="{name}-light"><stop stop-color="#ffe9a8" stop-opacity=".75"/>'
        '<stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></radialGradient>'
        f'<rect width="{width}" height="{height}" fill="url(#{name}-evening)"/>'
        f'<circle cx="250" cy="150" r="230" fill="url(#{name}-light)"/>'
        f'<g fill="{CREAM}" opacity=".7">{dots}</g>{paper if won else ""}'
        f'<path d="M0 178C240 150 420 190 700 168S1200 186 {width} 160V{height}H0Z" fill="#28194a"/>'
    )


def spread(seed: Seeded) -> float:
    """A place beside the words of a banner, which stand in its middle."""
    place = seed.between(0, 830)
    return place if place < 480 else place + 530


def confetto(seed: Seeded, x: float, y: float) -> str:
    colour = CONFETTI[int(seed.between(0, len(CONFETTI)))]
    if seed.between(0, 1) < 0.4:
        return star(x, y, 6, colour)
    turn = shown(seed.between(0, 180))
    return (
        f'<rect x="{shown(x)}" y="{shown(y)}" width="9" height="5" rx="1.5" fill="{colour}"'
        f' transform="rotate({turn} {shown(x)} {shown(y)})"/>'
    )
