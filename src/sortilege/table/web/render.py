"""Pages and codes are made here: templates, what they can use, the cookie of a newcomer."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import segno
from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import sortilege
from sortilege.arena.measured import measured
from sortilege.bots import ABOUT, LEVELS, bots
from sortilege.engine import Game, art, panels
from sortilege.engine.panels import STYLE, letters
from sortilege.table.play.refusals import unknown
from sortilege.table.web.cloth import Cloth
from sortilege.table.web.forms import UNITS
from sortilege.table.web.games import own_colour
from sortilege.table.web.people import COOKIE, COOKIE_SECONDS, Visitor, read_cookie
from sortilege.table.web.request import check_newcomer, hall_of, may_bring_newcomer, people_of
from sortilege.table.web.rulecards import help_address

HERE = Path(__file__).parent
LONG = 40
"""Labels that are longer say in small letters what they mean."""


@cache
def templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        about=ABOUT,
        art=art.edition(),
        bots=bots,
        cover_of=cover_of,
        edition=edition(),
        help_address=help_address,
        kind_of=kind_of,
        letters=letters,
        levels=list(LEVELS),
        measured=measured,
        own_colour=own_colour,
        units=UNITS,
    )
    environment.filters["signed"] = lambda number: str(number).replace("-", "−")
    environment.filters["points"] = points
    environment.filters["in_two"] = in_two
    environment.filters["in_short"] = in_short
    environment.filters["duration"] = duration
    return environment


def warm() -> None:
    """Compile all templates, those of the games too, and write the rule cards, so that nobody who opens a page waits
    for it."""
    for name in templates().list_templates():
        templates().get_template(name)
    for game in map(sortilege.game, sortilege.games()):
        panels.warm(game.folder)
        help_address(game)


@cache
def edition() -> str:
    """Changes whenever a static file or a drawing changes, so that browsers may keep them."""
    files = [*sorted((HERE / "static").iterdir()), STYLE]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files) + art.edition().encode()).hexdigest()[:12]


def cover_of(game: Game) -> str:
    """The address of the picture for links to a game."""
    name = f"cover-{game.name}.png"
    return f"/static/{name}" if (HERE / "static" / name).exists() else f"/art/{game.name}/cover.svg"


def kind_of(option: object) -> str:
    return type(option).__name__


def points(change: float) -> str:
    """A change of chances, in per cent."""
    whole = round(100 * change)
    return f"{whole:+}%".replace("-", "−") if whole else "0%"


def in_two(text: str) -> tuple[str, str]:
    """Its first sentence, and the rest."""
    first, *rest = re.split(r"(?<=[.?!]) ", text, maxsplit=1)
    return first, rest[0] if rest else ""


def in_short(label: str) -> tuple[str, str]:
    """What a long label says first, and what it means."""
    says, _, means = label.partition(": ")
    return (says, means) if len(label) > LONG else (label, "")


def duration(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 2 * 86400:
        return f"{seconds // 86400} days"
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def fill(template: str, **values: Any) -> str:
    return templates().get_template(template).render(values)


def cloth_data(cloth: Cloth, has: str) -> dict[str, Any]:
    """A cloth with its panels for a page; only those that it has not got, as in "tray.1a2b3c4d,card.5e6f7a8b"."""
    known = set(has.split(","))
    return {
        "cloth": fill("cloth.html", cloth=cloth),
        "rail": fill("rail.html", cloth=cloth),
        "panels": {
            panel.id: {"edition": panel.edition, "markup": fill("panel.html", panel=panel, cloth=cloth)}
            for panel in cloth.panels
            if f"{panel.id}.{panel.edition}" not in known
        },
    }


# For whoever opens a page.


async def guest_of(request: Request) -> Visitor:
    """Whoever opens a page; a newcomer gets a key. Where an address brings too many, they may look all the same."""
    people, key = people_of(request), read_cookie(request.cookies)
    if await people.issued(key):
        return Visitor(key)
    if request.method != "GET":
        check_newcomer(request)
    elif not may_bring_newcomer(request):
        return Visitor()
    return Visitor(people.new_key(), fresh=True)


Guest = Annotated[Visitor, Depends(guest_of)]


async def page(request: Request, guest: Visitor, template: str, **values: Any) -> Response:
    name = await people_of(request).name(guest.person)
    failing = hall_of(request).store.commits.failing
    return greet(request, guest, html(fill(template, me=name, failing=failing, address=address_of(request), **values)))


def html(text: str) -> HTMLResponse:
    return HTMLResponse(text, headers={"cache-control": "no-store"})


def greet(request: Request, guest: Visitor, answer: Response) -> Response:
    """The answer, with the cookie that a newcomer gets."""
    if guest.fresh:
        set_key(request, answer, guest.key)
    return answer


def set_key(request: Request, answer: Response, key: str) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, key, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)


def go_to(path: str) -> Response:
    return RedirectResponse(path, 303)


def address_of(request: Request) -> str:
    """Where others find this house: as its host said, or as it was reached without a proxy; empty where unknown. The
    Host header is anybody's to write, and no link is made from it."""
    told: str = request.app.state.address
    server = request.scope.get("server")
    if told or server is None or server[1] is None or "x-forwarded-for" in request.headers:
        return told
    host = f"[{server[0]}]" if ":" in server[0] else server[0]
    return f"{request.url.scheme}://{host}:{server[1]}"


def qr(request: Request, path: str) -> Response:
    """A link to this house as a QR code."""
    if not (address := address_of(request)):
        raise unknown("code: the house does not know its own address")
    link = address + path
    drawn = segno.make(link, micro=False, error="m").svg_inline(scale=4, border=2, dark="#1d2330", light="#fff")
    code = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Response(code, media_type="image/svg+xml", headers={"cache-control": "no-store"})
