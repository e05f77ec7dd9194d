"""Pages and codes are made here: templates, what they can use, the cookie of a newcomer."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import segno
from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sortilege.arena.measured import measured
from sortilege.bots import ABOUT, bots
from sortilege.engine.picture import STYLE
from sortilege.table.web.forms import UNITS
from sortilege.table.web.people import COOKIE, COOKIE_SECONDS, Visitor, new_key, read_cookie
from sortilege.table.web.request import people_of

HERE = Path(__file__).parent
MARKS = "ABCDEFGHIJKL"


@cache
def templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        about=ABOUT, bots=bots, edition=edition(), kind_of=kind_of, marks=MARKS, measured=measured, units=UNITS
    )
    environment.filters["signed"] = lambda number: str(number).replace("-", "−")
    environment.filters["duration"] = duration
    return environment


def edition() -> str:
    """Changes whenever a static file changes, so that browsers may keep them."""
    files = [*sorted((HERE / "static").iterdir()), STYLE]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def kind_of(option: object) -> str:
    return type(option).__name__


def duration(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 2 * 86400:
        return f"{seconds // 86400} days"
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def fill(template: str, **values: Any) -> str:
    return templates().get_template(template).render(values)


# For whoever opens a page.


async def guest_of(request: Request) -> Visitor:
    """Whoever opens a page; a newcomer gets a key."""
    key = read_cookie(request.cookies)
    return Visitor(key) if key else Visitor(new_key(), fresh=True)


Guest = Annotated[Visitor, Depends(guest_of)]


async def page(request: Request, guest: Visitor, template: str, **values: Any) -> Response:
    name = await people_of(request).name(guest.person)
    return greet(request, guest, html(fill(template, me=name, **values)))


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


def qr(link: str) -> Response:
    drawn = segno.make(link, micro=False, error="m").svg_inline(scale=4, border=2, dark="#1d2330", light="#fff")
    code = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Response(code, media_type="image/svg+xml", headers={"cache-control": "no-store"})
