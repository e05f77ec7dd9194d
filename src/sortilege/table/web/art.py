"""The drawings of the games: cards, doors, covers, banners. Addresses carry the edition: browsers keep them."""

from collections.abc import Callable
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import Response

from sortilege.engine import Game
from sortilege.engine.art import ICONS, gallery, motif_svg, motifs, scene_svg, skins, tints
from sortilege.engine.posters import banner_svg, cover_svg, door_svg, front_svg, tile_svg
from sortilege.table.play.refusals import unknown
from sortilege.table.play.wish import find_game

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
POSTERS: dict[str, Callable[[Game], str]] = {"door": door_svg, "tile": tile_svg, "front": front_svg, "cover": cover_svg}
COLOURS = (*(f"seat{seat}" for seat in range(6)), "vermilion", "yellow", "sky", "blue", "purple", "green")
"""Of seats, and of the elements, which are the seats' colours in Wizard Wars."""
MOST_KEPT = 1000

router = APIRouter(include_in_schema=False)


@router.get("/art/{game}/banner.svg")
async def banner(game: str, colour: str = "seat0", cards: str = "", emblem: str = "", won: bool = True) -> Response:
    """The banner of who has won, in their colour, with up to three of their cards, named by their slugs."""
    found = find_game(game)
    names = names_of(found)
    own = tuple(names[each] for each in cards.split(",")[:3] if each in names)
    if colour not in COLOURS:
        raise unknown("picture")
    return kept(banner_svg(found, colour, own, emblem, won))


@router.get("/art/motifs/{name}.svg")
async def motif(name: str, tint: str = "temple", skin: str = "", wears: str = "", flip: bool = False) -> Response:
    """A motif on its own: a tutor, a portrait."""
    fits = name in motifs() and tint in tints() and skin in ("", *skins()) and wears in ("", *motifs())
    if not fits:
        raise unknown("picture")
    return kept(motif_svg(name, tint, skin, wears, flip))


@router.get("/art/{game}/{name}.svg")
async def drawing(game: str, name: str) -> Response:
    """A card by its slug, or the door, tile, front or cover of the game."""
    return kept(drawn(find_game(game), name))


@router.get("/static/icons.svg")
async def signs() -> Response:
    return kept(ICONS.read_text(encoding="utf-8"))


@lru_cache(MOST_KEPT)
def drawn(game: Game, name: str) -> str:
    if name in POSTERS:
        return POSTERS[name](game)
    names = names_of(game)
    if name not in names:
        raise unknown("picture")
    return scene_svg(game.folder, names[name])


def names_of(game: Game) -> dict[str, str]:
    """The cards that have a picture, by their slugs."""
    return {art.slug: name for name, art in gallery(game.folder).cards.items()}


def kept(svg: str) -> Response:
    """A drawing, for browsers to keep."""
    return Response(svg, media_type="image/svg+xml", headers=FOR_EVER)
