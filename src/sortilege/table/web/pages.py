"""The pages: home, games, tables, replays, oneself."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

import sortilege
from sortilege.engine.picture import STYLE
from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Closed, Forbidden, Refusal
from sortilege.table.play.wish import Wish, find_game
from sortilege.table.web.forms import default_bot, read_form, read_wish
from sortilege.table.web.games import guide_html, sample_picture, usual_seats
from sortilege.table.web.render import Guest, fill, go_to, greet, html, page, qr, set_key
from sortilege.table.web.request import AnyTable, FinishedTable, Somebody, TheHall, ThePeople, visitor_of
from sortilege.table.web.seen import Seen, drawn

MOST_SHOWN = 12
MOST_RUNNING = 50

router = APIRouter(include_in_schema=False)


def refusal_page(status: int, reason: str) -> HTMLResponse:
    return HTMLResponse(fill("refusal.html", me="", reason=reason), status)


# Home.


@dataclass
class Listed:
    """A table as the home page tells of it."""

    seen: Seen
    news: list[str] = field(default_factory=list)


@router.get("/")
async def home(request: Request, hall: TheHall, guest: Guest) -> Response:
    looks = dict(hall.looks.unkept)  # before the store is read: what is kept meanwhile is in one of them
    going = await hall.store.tables_of(guest.person, False, MOST_RUNNING)
    done = await hall.store.tables_of(guest.person, True, MOST_SHOWN)
    going, done = (
        [(table_id, looks.get((guest.person, table_id), looked)) for table_id, looked in part] for part in (going, done)
    )
    known = {table_id for table_id, _ in going + done}
    running = await list_own(hall, going, guest.person)
    finished = await list_own(hall, done, guest.person)
    others = [table_id for table_id in await hall.store.finished_tables(2 * MOST_SHOWN) if table_id not in known]
    finished += await list_others(hall, others, guest.person)
    inviting = [table_id for table_id in await hall.store.open_tables(2 * MOST_SHOWN) if table_id not in known]
    return await page(
        request,
        guest,
        "home.html",
        games=[sortilege.game(name) for name in sortilege.games()],
        running=sorted(running, key=lambda listed: not listed.seen.own_turn),
        inviting=(await list_others(hall, inviting, guest.person))[:MOST_SHOWN],
        finished=finished[:MOST_SHOWN],
    )


async def list_own(hall: Hall, looks: Sequence[tuple[str, int]], person: str) -> list[Listed]:
    """One's own tables, each with what happened since one looked."""
    seen = [(await open_seen(hall, table_id, person), looked) for table_id, looked in looks]
    return [Listed(each, [said for step in each.log[looked:] for said in step][-3:]) for each, looked in seen if each]


async def list_others(hall: Hall, table_ids: Sequence[str], person: str) -> list[Listed]:
    seen = [await open_seen(hall, table_id, person) for table_id in table_ids]
    return [Listed(each) for each in seen if each]


async def open_seen(hall: Hall, table_id: str, person: str) -> Seen | None:
    """None for a table that cannot be opened any more."""
    try:
        return Seen(await hall.table(table_id), person)
    except Refusal:
        return None


# A game.


@router.get("/games/{name}")
async def game_page(request: Request, name: str, guest: Guest) -> Response:
    game = find_game(name)
    return await page(
        request, guest, "game.html", game=game, guide=guide_html(game), default_bot=default_bot(),
        seats=usual_seats(game),
    )  # fmt: skip


@router.get("/games/{name}/picture.svg")
async def game_picture(name: str) -> Response:
    headers = {"cache-control": "public, max-age=86400"}
    svg = await asyncio.to_thread(sample_picture, find_game(name))
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.post("/tables")
async def make_table(request: Request, hall: TheHall, people: ThePeople, guest: Guest) -> Response:
    """From the form of a game page, or at once against bots."""
    form = await read_form(request)
    game = find_game(form.get("game", ""))
    if "now" in form:
        others = usual_seats(game) - 1
        wish = Wish(game.name, [("me", ""), *[("bot", default_bot())] * others])
    else:
        wish = read_wish(game, form)
    table = await hall.make(guest.person, await people.name(guest.person), wish)
    return greet(request, guest, go_to(f"/tables/{table.id}"))


# A table.


@router.get("/tables/{table}")
async def table_page(
    request: Request, hall: TheHall, people: ThePeople, table: AnyTable, guest: Guest, invite: str = ""
) -> Response:
    name = await people.name(guest.person)
    seen = await drawn(table, guest.person)
    hall.looks.look(table, guest.person)
    invited = table.invited(guest.person, invite)
    text = fill("table.html", me=name, seen=seen, invite=invite, invited=invited, default_bot=default_bot())
    return greet(request, guest, html(text))


@router.get("/tables/{table}/board")
async def table_board(
    request: Request, hall: TheHall, table: AnyTable, invite: str = "", steps: int = 0, undos: int = 0
) -> JSONResponse:
    """What a page needs to show the table as it stands now; of the log only what it has not got."""
    person = visitor_of(request).person
    seen = await drawn(table, person)
    hall.looks.look(table, person)
    since = steps if undos == table.undos and 0 <= steps <= len(seen.log) else 0
    invited, bot = table.invited(person, invite), default_bot()
    parts = {
        part: fill(f"{part}.html", seen=seen, invited=invited, default_bot=bot)
        for part in ("turn", "choices", "players")
    }
    return JSONResponse(
        {
            "number": table.number,
            "version": table.version,
            "undos": table.undos,
            "title": seen.title,
            "phase": seen.phase,
            "mine": seen.mine,
            "picture": seen.picture.svg,
            "since": since,
            "log": seen.log[since:],
            **parts,
        },
        headers={"cache-control": "no-store"},
    )


@router.get("/tables/{table}/qr.svg")
async def invite_code(request: Request, table: AnyTable, visitor: Somebody) -> Response:
    """The invite link as a QR code, for those who sit here."""
    if not table.at_home(visitor.person):
        raise Forbidden("Only those who sit here can invite.")
    return qr(f"{request.base_url}tables/{table.id}?invite={table.invite}")


@router.get("/tables/{table}/replay")
async def replay_page(request: Request, table: FinishedTable, guest: Guest) -> Response:
    seen = Seen(table, guest.person)
    return await page(
        request, guest, "replay.html", seen=seen, scores=table.state.scores(), default_bot=default_bot()
    )  # fmt: skip


# Oneself.


@router.get("/me")
async def me_page(request: Request, guest: Guest) -> Response:
    return await page(request, guest, "me.html", code="", link="")


@router.post("/me")
async def rename(request: Request, people: ThePeople, guest: Guest) -> Response:
    form = await read_form(request)
    await people.rename(guest.person, form.get("name", ""))
    return greet(request, guest, go_to("/"))


@router.post("/me/carry")
async def carry(request: Request, people: ThePeople, guest: Guest) -> Response:
    """A link that makes another device oneself, as text and as a QR code."""
    code = people.carry(guest.key)
    return await page(request, guest, "me.html", code=code, link=f"{request.base_url}carry/{code}")


@router.get("/carry/{code}")
async def carry_page(request: Request, code: str, guest: Guest) -> Response:
    return await page(request, guest, "carry.html", code=code)


@router.get("/carry/{code}/qr.svg")
async def carry_code(request: Request, people: ThePeople, code: str) -> Response:
    if code not in people.carried:
        raise Closed("This link has been used, or its ten minutes are over.")
    return qr(f"{request.base_url}carry/{code}")


@router.post("/carry/{code}")
async def arrive(request: Request, people: ThePeople, code: str) -> Response:
    answer = go_to("/")
    set_key(request, answer, people.arrive(code))
    return answer


@router.get("/static/picture.css")
async def picture_css() -> Response:
    return Response(STYLE.read_text(encoding="utf-8"), media_type="text/css")


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse("/static/mark.svg", 301)
