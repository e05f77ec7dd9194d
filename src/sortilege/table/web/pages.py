"""The pages: home, games, tables, replays, oneself."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

import sortilege
from sortilege.engine.art import skins, tints
from sortilege.engine.panels import STYLE
from sortilege.engine.record import EARLIER
from sortilege.table.keep.face import StoreFailed
from sortilege.table.play.coach import coached_at_first
from sortilege.table.play.earlier import EarlierTable, OfEarlierCards
from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Forbidden, Refusal
from sortilege.table.play.wish import find_game
from sortilege.table.web.analysis import shown_of
from sortilege.table.web.cloth import layout_of
from sortilege.table.web.ending import told_end
from sortilege.table.web.forms import default_bot, read_form, read_now, read_wish
from sortilege.table.web.games import usual_seats
from sortilege.table.web.guide import guide_page
from sortilege.table.web.people import Visitor
from sortilege.table.web.portraits import LIZARDS, SKIES, portrait_of
from sortilege.table.web.profile import badges_of, played_by
from sortilege.table.web.refusals import TooOften
from sortilege.table.web.render import Guest, address_of, cloth_data, fill, go_to, greet, page, qr, set_key
from sortilege.table.web.request import (
    AnyTable,
    FinishedOrEarlier,
    Invite,
    Key,
    SeenTable,
    Somebody,
    TableOrEarlier,
    TheHall,
    ThePeople,
    visitor_of,
)
from sortilege.table.web.seen import MOST_ON_PAGE, Seen, SeenEarlier, drawn

MOST_SHOWN = 12
MOST_RUNNING = 50
MOST_NEWS = 30

router = APIRouter(include_in_schema=False)


HEADINGS = {
    403: "This is not open to you",
    404: "There is nothing here",
    410: "This is closed",
    429: "Too much at once",
    503: "Not just now",
}
NEXT = {
    403: "If somebody at the table wants you there, they can send you its invite link.",
    404: "Perhaps the link was cut off when it was copied: ask for it again, or look among the tables.",
    410: "Its link leads nowhere any more. Ask for a new one, or look among the tables.",
    429: "Wait a few seconds, then load the page again.",
    503: "Load the page again in a minute. All games stand as they are.",
}


SHOWN = {403: "gate", 404: "maze", 410: "chain", 429: "clock", 503: "candle"}
"""The motif beside it."""


def refusal_page(status: int, reason: str) -> HTMLResponse:
    """Why there is nothing to see, and what to do next."""
    heading, motif = HEADINGS.get(status, "That is not possible"), SHOWN.get(status, "hush")
    told = fill("refusal.html", me="", heading=heading, reason=reason, advice=NEXT.get(status), motif=motif)
    return HTMLResponse(told, status)


# Home.


@dataclass
class Listed:
    """A table as the home page tells of it."""

    seen: Seen | SeenEarlier
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
    finished = [each for each in running if each.seen.table.over] + await list_own(hall, done, guest.person)
    others = [table_id for table_id in await hall.store.finished_tables(2 * MOST_SHOWN) if table_id not in known]
    finished += await list_others(hall, others, guest.person)
    inviting = [table_id for table_id in await hall.store.open_tables(2 * MOST_SHOWN) if table_id not in known]
    return await page(
        request,
        guest,
        "home.html",
        games=[sortilege.game(name) for name in sortilege.games()],
        running=sorted((each for each in running if not each.seen.table.over), key=lambda one: not one.seen.own_turn),
        inviting=(await list_others(hall, inviting, guest.person))[:MOST_SHOWN],
        finished=finished[:MOST_SHOWN],
    )


async def list_own(hall: Hall, looks: Sequence[tuple[str, int]], person: str) -> list[Listed]:
    """One's own tables, each with what happened since one looked."""
    seen = [(await open_seen(hall, table_id, person), looked) for table_id, looked in looks]
    return [Listed(each, await last_news(each, looked)) for each, looked in seen if each]


async def last_news(seen: Seen | SeenEarlier, looked: int) -> list[str]:
    if isinstance(seen, SeenEarlier):
        return []
    since = max(looked, seen.steps - MOST_NEWS)
    told = await seen.table.told(seen.eye, since) if seen.steps > since else []
    return [said for step in told for said in step][-3:]


async def list_others(hall: Hall, table_ids: Sequence[str], person: str) -> list[Listed]:
    seen = [await open_seen(hall, table_id, person) for table_id in table_ids]
    return [Listed(each) for each in seen if each]


async def open_seen(hall: Hall, table_id: str, person: str) -> Seen | SeenEarlier | None:
    """None for a table that cannot be opened any more."""
    try:
        return Seen(await hall.table(table_id), person)
    except OfEarlierCards as closed:
        return SeenEarlier(closed.table)
    except TooOften:
        raise
    except (Refusal, StoreFailed):
        return None


# A game.


@router.get("/games/{name}")
async def game_page(request: Request, name: str, guest: Guest) -> Response:
    game = find_game(name)
    return await page(
        request,
        guest,
        "game.html",
        game=game,
        guide=await asyncio.to_thread(guide_page, game),
        default_bot=default_bot(),
        seats=usual_seats(game),
    )


@router.post("/tables")
async def make_table(request: Request, hall: TheHall, people: ThePeople, guest: Guest, key: Key = "") -> Response:
    """From the form of a game page, or at once against bots. A proxy that asks again sends the same key."""
    form = await read_form(request)
    game = find_game(form.get("game", ""))
    wish = read_now(game, form) if "now" in form else read_wish(game, form)
    wish.coach = wish.coach or await coached_at_first(hall.store, guest.person, wish)
    table = await hall.make(guest.person, await people.name(guest.person), wish, key=key)
    return greet(request, guest, go_to(f"/tables/{table.id}"))


# A table.


@router.get("/tables/{table}")
async def table_page(
    request: Request, hall: TheHall, table: TableOrEarlier, guest: Guest, invite: Invite = ""
) -> Response:
    if isinstance(table, EarlierTable):
        return await earlier_page(request, table, guest)
    seen = await drawn(table, guest.person, layout_of(request))
    hall.looks.look(table, guest.person)
    invited = table.invited(guest.person, invite)
    end = await told_end(seen)
    found = await hall.analyses.find(table) if end else None
    return await page(
        request, guest, "table.html", seen=seen, end=end, shown=shown_of(seen, found) if found else None,
        invite=invite, invited=invited, default_bot=default_bot(), qr=bool(address_of(request)),
    )  # fmt: skip


@router.get("/tables/{table}/board")
async def table_board(
    request: Request, hall: TheHall, table: AnyTable, invite: Invite = "", steps: int = 0, undos: int = 0, has: str = ""
) -> JSONResponse:
    """What a page needs to show the table as it stands now; of panels and log only what it has not got."""
    person = (await visitor_of(request)).person
    since = steps if undos == table.undos and 0 <= steps <= len(table.moves) else 0
    seen = await drawn(table, person, layout_of(request), since)
    hall.looks.look(table, person)
    invited, bot = table.invited(person, invite), default_bot()
    parts = {
        part: fill(f"{part}.html", seen=seen, invite=invite, invited=invited, default_bot=bot)
        for part in ("turn", "meanwhile", "coach", "choices", "players", "host")
    }
    return JSONResponse(
        {
            "number": table.number,
            "version": table.version,
            "undos": table.undos,
            "title": seen.title,
            "phase": seen.phase,
            "mine": seen.mine,
            "seat": seen.eye,
            "shown": seen.shown,
            "layout": seen.layout,
            "where": seen.stage,
            **cloth_data(seen.cloth, has),
            "since": seen.log_since,
            "log": seen.log,
            "actors": seen.actors,
            "movers": table.movers[seen.log_since :] if seen.shown else [],
            **parts,
        },
        headers={"cache-control": "no-store"},
    )


@router.get("/tables/{table}/log")
async def log_page(
    request: Request, seen: SeenTable, guest: Guest, since: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> Response:
    """The log of a long game, so many steps at a time."""
    seen.heard = await seen.table.heard(seen.eye, since, MOST_ON_PAGE)
    return await page(request, guest, "log.html", seen=seen, since=since, most=MOST_ON_PAGE)


@router.get("/tables/{table}/qr.svg")
async def invite_code(request: Request, table: AnyTable, visitor: Somebody) -> Response:
    """The invite link as a QR code, for those who sit here."""
    if not table.at_home(visitor.person):
        raise Forbidden("Only those who sit here can invite.")
    return qr(request, f"/tables/{table.id}?invite={table.invite}")


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, hall: TheHall, people: ThePeople, table: AnyTable, guest: Guest) -> Response:
    again = await hall.rematch(table, guest.person, await people.name(guest.person))
    return greet(request, guest, go_to(f"/tables/{again.id}"))


@router.get("/tables/{table}/replay")
async def replay_page(request: Request, table: FinishedOrEarlier, guest: Guest) -> Response:
    if isinstance(table, EarlierTable):
        return await earlier_page(request, table, guest)
    seen = Seen(table, guest.person)
    seen.layout = layout_of(request)
    return await page(
        request, guest, "replay.html", seen=seen, scores=table.state.scores(), default_bot=default_bot()
    )  # fmt: skip


async def earlier_page(request: Request, table: EarlierTable, guest: Visitor) -> Response:
    """A table of earlier cards, to be read step by step in notation."""
    return await page(
        request, guest, "earlier.html", seen=SeenEarlier(table), said=EARLIER, steps=table.record().told()
    )  # fmt: skip


# Oneself.


@router.get("/me")
async def me_page(request: Request, hall: TheHall, guest: Guest) -> Response:
    return await me_filled(request, hall, guest)


async def me_filled(request: Request, hall: Hall, guest: Visitor, code: str = "") -> Response:
    played = played_by(guest.person, await hall.store.results_of(guest.person))
    values = {"played": played, "badges": badges_of(played), "portrait": await portrait_of(hall.store, guest.person)}
    choice = {"lizards": LIZARDS, "skins": skins(), "skies": {sky: tints()[sky] for sky in SKIES}}
    return await page(
        request, guest, "me.html", code=code, qr=bool(code and address_of(request)), **values, **choice
    )  # fmt: skip


@router.post("/me")
async def rename(request: Request, people: ThePeople, guest: Guest) -> Response:
    form = await read_form(request)
    await people.rename(guest.person, form.get("name", ""))
    return greet(request, guest, go_to("/"))


@router.post("/me/carry")
async def carry(request: Request, hall: TheHall, people: ThePeople, guest: Guest) -> Response:
    """A link that makes another device oneself, as text and as a QR code."""
    code = await people.carry(guest.key)
    return await me_filled(request, hall, guest, code)


@router.get("/carry/{code}")
async def carry_page(request: Request, people: ThePeople, code: str, guest: Guest) -> Response:
    await people.carried(code)
    return await page(request, guest, "carry.html", code=code)


@router.get("/carry/{code}/qr.svg")
async def carry_code(request: Request, people: ThePeople, code: str) -> Response:
    await people.carried(code)
    return qr(request, f"/carry/{code}")


@router.post("/carry/{code}")
async def arrive(request: Request, people: ThePeople, code: str) -> Response:
    answer = go_to("/")
    set_key(request, answer, await people.arrive(code))
    return answer


@router.get("/static/picture.css")
async def picture_css() -> Response:
    return Response(STYLE.read_text(encoding="utf-8"), media_type="text/css")


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse("/static/mark.svg", 301)
