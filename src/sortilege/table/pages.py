"""The pages: home, games, tables, replays, oneself."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qsl

import segno
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import sortilege
from sortilege.arena.measured import measured
from sortilege.bots import ABOUT, bots
from sortilege.engine import CHANCE, NOBODY, OVER, Choices, FastChance, Flag, Game, Option
from sortilege.table.api import (
    AnyTable,
    FinishedTable,
    Somebody,
    TheHall,
    ThePeople,
    people_of,
    visitor_of,
)
from sortilege.table.choices import groups_for, spots_of
from sortilege.table.guides import guide_html
from sortilege.table.hall import Hall, Wish, find_game
from sortilege.table.live import Clock, Table
from sortilege.table.people import COOKIE, COOKIE_SECONDS, Visitor, new_key, read_cookie
from sortilege.table.refusals import Refusal

HERE = Path(__file__).parent
PICTURE_CSS = sortilege.game(sortilege.games()[0]).folder.with_name("picture.css")
MOST_SHOWN = 12
MOST_RUNNING = 50
UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
MARKS = "ABCDEFGHIJKL"

router = APIRouter(include_in_schema=False)


@cache
def templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "pages"),
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
    files = [*sorted((HERE / "static").iterdir()), PICTURE_CSS]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def kind_of(option: object) -> str:
    return type(option).__name__


def duration(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 2 * 86400:
        return f"{seconds // 86400} days"
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


async def guest_of(request: Request) -> Visitor:
    """Whoever opens a page; a newcomer gets a key."""
    key = read_cookie(request.cookies)
    return Visitor(key) if key else Visitor(new_key(), fresh=True)


Guest = Annotated[Visitor, Depends(guest_of)]


async def page(request: Request, guest: Visitor, template: str, **values: Any) -> HTMLResponse:
    name = await people_of(request).name(guest.person)
    text = templates().get_template(template).render(me=name, **values)
    answer = HTMLResponse(text, headers={"cache-control": "no-store"})
    if guest.fresh:
        set_key(request, answer, guest.key)
    return answer


def set_key(request: Request, answer: Response, key: str) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, key, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)


def refusal_page(request: Request, refusal: Refusal) -> HTMLResponse:
    text = templates().get_template("refusal.html").render(me="", refusal=refusal)
    return HTMLResponse(text, refusal.status)


async def read_form(request: Request) -> dict[str, str]:
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refusal(400, "The form cannot be read.") from None


# Home.


@dataclass
class Listed:
    """A table as the home page tells of it."""

    table: Table
    eye: int
    news: list[str]

    @property
    def mine(self) -> bool:
        return self.table.playing and self.table.state.seat == self.eye

    @property
    def line(self) -> str:
        table = self.table
        if table.waiting:
            return "waits for its players"
        if table.over:
            return f"over; {' and '.join(winners_of(table)) or 'nobody'} won"
        return "your turn" if self.mine else f"{table.names[table.state.seat]}'s turn"


@router.get("/")
async def home(request: Request, hall: TheHall, guest: Guest) -> HTMLResponse:
    looks = dict(hall.looks)  # before the store is read: what is kept meanwhile is in one of them
    going = await hall.store.sittings(guest.person, False, MOST_RUNNING)
    done = await hall.store.sittings(guest.person, True, MOST_SHOWN)
    going, done = (
        [(table, looks.get((guest.person, table), looked)) for table, looked in part] for part in (going, done)
    )
    known = {table for table, _ in going + done}
    running = await list_sittings(hall, going, guest.person)
    finished = await list_sittings(hall, done, guest.person)
    others = [table for table in await hall.store.finished_tables(2 * MOST_SHOWN) if table not in known]
    finished += await list_tables(hall, others, guest.person)
    waiting = [table for table in await hall.store.waiting_tables(2 * MOST_SHOWN) if table not in known]
    return await page(
        request,
        guest,
        "home.html",
        games=[sortilege.game(name) for name in sortilege.games()],
        running=sorted(running, key=lambda listed: not listed.mine),
        waiting=(await list_tables(hall, waiting, guest.person))[:MOST_SHOWN],
        finished=finished[:MOST_SHOWN],
    )


async def list_tables(hall: Hall, tables: Sequence[str], person: str) -> list[Listed]:
    return await list_sittings(hall, [(table, None) for table in tables], person)


async def list_sittings(hall: Hall, sittings: Sequence[tuple[str, int | None]], person: str) -> list[Listed]:
    found = [await list_table(hall, table, person, looked) for table, looked in sittings]
    return [listed for listed in found if listed]


async def list_table(hall: Hall, table: str, person: str, looked: int | None) -> Listed | None:
    """None for a table that cannot be opened any more."""
    try:
        found = await hall.table(table)
    except Refusal:
        return None
    eye = found.eye(person)
    news: list[str] = []
    if looked is not None and found.shown_to(person):
        missed = found.log(eye)[looked:]
        news = [sentence for step in missed for sentence in step][-3:]
    return Listed(found, eye, news)


# A game.


@router.get("/games/{name}")
async def game_page(request: Request, name: str, guest: Guest) -> HTMLResponse:
    game = find_game(name)
    return await page(
        request, guest, "game.html", game=game, guide=guide_html(game), default_bot=default_bot(),
        seats=usual_seats(game),
    )  # fmt: skip


@router.get("/games/{name}/picture.svg")
async def game_picture(name: str) -> Response:
    headers = {"cache-control": "public, max-age=86400"}
    drawn = await asyncio.to_thread(sample_picture, find_game(name))
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@cache
def sample_picture(game: Game) -> str:
    """The game in full swing, as a spectator sees it."""
    names = ["Morgana", "Prospero", "Circe", "Merlin", "Medea", "Alcina", "Gandolin", "Ursula"]
    state = game.start(usual_seats(game))
    chance = FastChance("a picture for the door")
    for _ in range(120):
        after = state.copy()
        moves = after.moves()
        if after.seat == CHANCE:
            after.advance(int(chance.below(after.sides())))
        elif moves:
            after.advance(int(game.sense.choose(after, chance)))
        if after.seat == OVER:
            break
        state = after
    return state.picture(None, names[: state.seats])


def usual_seats(game: Game) -> int:
    return min(max(3, game.seat_range.start), game.seat_range.stop - 1)


def default_bot() -> str:
    """The middle of the bots that play to win."""
    known = bots()
    return "adept" if "adept" in known else known[-1]


@router.post("/tables")
async def make_table(request: Request, hall: TheHall, guest: Guest) -> Response:
    """From the form of a game page, or at once against bots."""
    form = await read_form(request)
    game = find_game(form.get("game", ""))
    if "now" in form:
        others = usual_seats(game) - 1
        wish = Wish(game.name, [("me", ""), *[("bot", default_bot())] * others])
    else:
        wish = read_wish(game, form)
    table = await hall.make(guest.person, await people_of(request).name(guest.person), wish)
    answer = RedirectResponse(f"/tables/{table.id}", 303)
    if guest.fresh:
        set_key(request, answer, guest.key)
    return answer


def read_wish(game: Game, form: Mapping[str, str]) -> Wish:
    most = game.seat_range.stop - 1
    chosen = [form.get(f"seat-{number}", "") for number in range(most)]
    seats = [(kind, bot) for kind, _, bot in (choice.partition(":") for choice in chosen if choice)]
    options = {option.name: read_option(option, form, len(seats)) for option in game.options}
    return Wish(game.name, seats, options, "watch" in form, "shuffle" in form, "hints" in form, read_clock(form))


def read_option(option: Option, form: Mapping[str, str], seats: int) -> object:
    """A box that is ticked or not, a list of choices one a seat, or what was typed."""
    if isinstance(option, Flag):
        return option.name in form
    if isinstance(option, Choices):
        chosen = [form.get(f"{option.name}-{number}", "") for number in range(seats)]
        return chosen if any(chosen) else []
    return option.read(form.get(option.name, ""))


def read_clock(form: Mapping[str, str]) -> Clock:
    kind = form.get("clock", "none")
    amount = form.get("clock-amount", "")
    if kind == "none":
        return Clock(bot=default_bot())
    if not amount.isdecimal() or len(amount) > 6 or form.get("clock-unit") not in UNITS:
        raise Refusal(422, "A clock needs a whole number of seconds, minutes, hours or days.")
    return Clock(kind, int(amount) * UNITS[form["clock-unit"]], form.get("clock-zero", "move"), default_bot())


# A table.


@router.get("/tables/{table}")
async def table_page(request: Request, hall: TheHall, found: AnyTable, guest: Guest) -> HTMLResponse:
    values = await board(found, guest.person)
    invite = request.query_params.get("invite", "")
    invited = invite == found.invite or found.maker == guest.person
    hall.look(found, guest.person)
    return await page(request, guest, "table.html", **values, invite=invite, invited=invited)


@router.get("/tables/{table}/board")
async def table_board(
    request: Request, hall: TheHall, found: AnyTable, invite: str = "", steps: int = 0, undos: int = 0
) -> JSONResponse:
    """What a page needs to show the table as it stands now; of the log only what it has not got."""
    person = visitor_of(request).person
    values = await board(found, person)
    values["invite"] = invite
    values["invited"] = invite == found.invite or found.maker == person
    since = steps if undos == found.undos and 0 <= steps <= len(values["log"]) else 0
    hall.look(found, person)
    parts = {part: templates().get_template(f"{part}.html").render(values) for part in ("turn", "choices", "players")}
    return JSONResponse(
        {
            "number": values["number"],
            "version": values["version"],
            "undos": found.undos,
            "title": values["title"],
            "phase": values["phase"],
            "mine": values["mine"],
            "picture": values["picture"],
            "since": since,
            "log": values["log"][since:],
            **parts,
        },
        headers={"cache-control": "no-store"},
    )


async def board(table: Table, person: str) -> dict[str, Any]:
    """All that the templates of a table need, through the eyes of this person."""
    eye = table.eye(person)
    shown = table.shown_to(person)
    number, version = table.number, table.version
    picture = await table.picture(eye) if shown else ""
    if (table.number, table.version) != (number, version):
        return await board(table, person)
    spots = spots_of(table, eye, picture)
    turn = int(table.state.seat) if table.playing else None
    return {
        "table": table,
        "game": table.game,
        "number": number,
        "version": version,
        "phase": "waiting" if table.waiting else "over" if table.over else "playing",
        "eye": eye,
        "shown": shown,
        "seated": eye != NOBODY,
        "mine": turn == eye and not table.chairs[eye].bot,
        "turn": turn,
        "title": page_title(table, turn, eye),
        "question": table.question(eye),
        "picture": Markup(picture),
        "spots": spots,
        "groups": groups_for(table, eye, picture, spots),
        "names": table.names,
        "scores": [int(score) for score in table.state.seen_by(eye).scores()] if shown else None,
        "places": table.state.ranking() if table.over else None,
        "winners": winners_of(table),
        "left": [table.left(seat) for seat in range(len(table.chairs))],
        "undo": table.may_undo(eye),
        "hints": table.hints and len(table.legal(eye)) > 1,
        "log": table.log(eye) if shown else [],
        "default_bot": default_bot(),
        "anybody_home": eye != NOBODY or table.maker == person,
    }


def winners_of(table: Table) -> list[str]:
    return [name for name, place in zip(table.names, table.state.ranking()) if table.over and place == 1]


def page_title(table: Table, turn: int | None, eye: int) -> str:
    if table.over:
        return f"Over: {table.game.title}"
    if turn is None:
        return f"Waiting for players: {table.game.title}"
    return f"{'Your turn' if turn == eye else table.names[turn] + ' to move'}: {table.game.title}"


@router.get("/tables/{table}/qr.svg")
async def invite_code(request: Request, found: AnyTable, visitor: Somebody) -> Response:
    """The invite link as a QR code, for those who sit here."""
    if found.eye(visitor.person) == NOBODY and found.maker != visitor.person:
        raise Refusal(403, "Only those who sit here can invite.")
    return qr(f"{request.base_url}tables/{found.id}?invite={found.invite}")


def qr(link: str) -> Response:
    drawn = segno.make(link, micro=False, error="m").svg_inline(scale=4, border=2, dark="#1d2330", light="#fff")
    code = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Response(code, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/tables/{table}/replay")
async def replay_page(request: Request, found: FinishedTable, guest: Guest) -> HTMLResponse:
    eye = found.eye(guest.person)
    return await page(
        request, guest, "replay.html", table=found, game=found.game, names=found.names, eye=eye,
        steps=len(found.moves), places=found.state.ranking(), scores=found.state.scores(), default_bot=default_bot(),
    )  # fmt: skip


# Oneself.


@router.get("/me")
async def me_page(request: Request, guest: Guest) -> HTMLResponse:
    return await page(request, guest, "me.html", code="", link="")


@router.post("/me")
async def rename(request: Request, people: ThePeople, guest: Guest) -> Response:
    form = await read_form(request)
    await people.rename(guest.person, form.get("name", ""))
    answer = RedirectResponse("/", 303)
    if guest.fresh:
        set_key(request, answer, guest.key)
    return answer


@router.post("/me/carry")
async def carry(request: Request, people: ThePeople, guest: Guest) -> HTMLResponse:
    """A link that makes another device oneself, as text and as a QR code."""
    code = people.carry(guest.key)
    return await page(request, guest, "me.html", code=code, link=f"{request.base_url}carry/{code}")


@router.get("/carry/{code}")
async def carry_page(request: Request, code: str, guest: Guest) -> HTMLResponse:
    return await page(request, guest, "carry.html", code=code)


@router.get("/carry/{code}/qr.svg")
async def carry_code(request: Request, people: ThePeople, code: str) -> Response:
    if code not in people.carried:
        raise Refusal(410, "This link has been used, or its ten minutes are over.")
    return qr(f"{request.base_url}carry/{code}")


@router.post("/carry/{code}")
async def arrive(request: Request, people: ThePeople, code: str) -> Response:
    answer = RedirectResponse("/", 303)
    set_key(request, answer, people.arrive(code))
    return answer


@router.get("/static/picture.css")
async def picture_css() -> Response:
    return Response(PICTURE_CSS.read_text(encoding="utf-8"), media_type="text/css")


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse("/static/mark.svg", 301)
