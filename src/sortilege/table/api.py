"""Everything a person can do, for programs. The pages use it too."""

import asyncio
import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.routing import Route

import sortilege
from sortilege.bots import bots
from sortilege.engine import NOBODY, Choice, Choices, Game, Number, Option, named
from sortilege.table.hall import Hall, Wish, find_game
from sortilege.table.live import Clock, Table
from sortilege.table.people import People, Visitor, new_key, person_of, read_bearer, read_cookie
from sortilege.table.refusals import Refusal
from sortilege.table.stream import EventStream, position, public_message

TOKEN_HELP = "A token from POST /api/people, as `Authorization: Bearer TOKEN`."
MOST_LISTED = 50
ALL = "all"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why a request was refused; nothing has changed."""

    reason: str
    rule: str = ""


class NewPerson(Strict):
    name: str | None = Field(None, max_length=100)


class Person(BaseModel):
    name: str


class NamedToken(Person):
    token: str


class SeatWish(Strict):
    """`me`, `link` (a friend who has the invite link), `anybody`, or `bot` with the bot's name."""

    kind: str = Field(max_length=20)
    bot: str = Field("", max_length=40)


class ClockWish(Strict):
    """`none`, `move` (so many seconds for each decision) or `game`; at zero a bot moves, or gets the seat."""

    kind: str = Field("none", max_length=20)
    seconds: int = Field(0, ge=0, le=10**8)
    at_zero: str = Field("move", max_length=20)
    bot: str = Field("greedy", max_length=40)


class TableWish(Strict):
    game: str = Field(max_length=40)
    seats: list[SeatWish] = Field(max_length=12)
    options: dict[str, bool | int | str | list[str]] = Field(default_factory=dict, max_length=20)
    watch: bool = True
    shuffle: bool = True
    hints: bool = True
    clock: ClockWish = ClockWish(kind="none", seconds=0, at_zero="move", bot="greedy")


class Move(Strict):
    """A move in notation, and the number of the position it is meant for."""

    move: str = Field(max_length=200)
    number: int = Field(ge=0, le=10**9)


class Position(Strict):
    """The number of the position that something is meant for."""

    number: int = Field(ge=0, le=10**9)


class Sitting(Strict):
    """Bytes of one's own for the dice, in hexadecimal; the invite code where the seat is kept for a link."""

    addition: str = Field(pattern=r"^([0-9a-f]{2}){8,32}$")
    invite: str = Field("", max_length=64)


class BotName(Strict):
    bot: str = Field(max_length=40)


class Text(Strict):
    text: str = Field(min_length=1, max_length=500)


class Fork(Strict):
    """Go on from a finished game: after so many steps, in this seat, against this bot."""

    step: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=20)
    bot: str = Field(max_length=40)


class Id(BaseModel):
    id: str


class Advice(BaseModel):
    """A good move, the chance that one wins after it with a 95 % interval, and a few words of judgement."""

    move: str
    label: str
    chance: float
    low: float
    high: float
    words: str


class Placed(BaseModel):
    """How the table stands after what was done: the number of the position, and whose turn it is."""

    number: int
    turn: int | None


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 405, 409, 410, 413, 422, 429)
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


async def the_hall(request: Request) -> Hall:
    return hall_of(request)


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def the_people(request: Request) -> People:
    return people_of(request)


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


def visitor_of(request: Request) -> Visitor:
    """Whoever asks; nobody in particular where neither token nor cookie came along."""
    bearer = read_bearer(request.headers)
    return Visitor(bearer if bearer is not None else read_cookie(request.cookies))


async def anyone(request: Request) -> Visitor:
    return visitor_of(request)


async def somebody(request: Request) -> Visitor:
    return somebody_of(request)


def somebody_of(request: Request) -> Visitor:
    visitor = visitor_of(request)
    if not visitor.key:
        raise Refusal(401, f"This needs a key. {TOKEN_HELP}")
    return visitor


async def table_of(request: Request, table: str) -> Table:
    return await hall_of(request).table(table)


async def seen_table_of(request: Request, table: str) -> Table:
    """A table whose position the visitor may look at."""
    found = await table_of(request, table)
    if not found.shown_to(visitor_of(request).person):
        raise Refusal(403, "This table takes no spectators.")
    return found


TheHall = Annotated[Hall, Depends(the_hall)]
ThePeople = Annotated[People, Depends(the_people)]
Anyone = Annotated[Visitor, Depends(anyone)]
Somebody = Annotated[Visitor, Depends(somebody)]
AnyTable = Annotated[Table, Depends(table_of)]
SeenTable = Annotated[Table, Depends(seen_table_of)]


@router.post("/tables/{table}/moves", responses={200: {"model": Placed}})
async def play(request: Request, table: str, move: Move) -> Response:
    """Play a move. The answer comes when the move is on disk."""
    hall = hall_of(request)
    person = somebody_of(request).person
    found = await hall.table(table)
    await hall.play(found, person, move.move, move.number)
    return placed(found)


async def play_at_once(request: Request) -> Response:
    """The same without FastAPI's dependencies and validation, which cost several times what a move does."""
    try:
        move = Move.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    return await play(request, request.path_params["table"], move)


BUSIEST = Route("/api/tables/{table}/moves", play_at_once, methods=["POST"])
"""The busiest path by far: served before the router's own, which remains as its description."""


# People and games.


@router.post("/people", status_code=201)
async def make_person(people: ThePeople, wish: NewPerson) -> NamedToken:
    """A new player with a token of their own. Keep it: whoever has it holds the seats."""
    key = new_key()
    person = person_of(key)
    name = await people.name(person) if wish.name is None else await people.rename(person, wish.name)
    return NamedToken(token=key, name=name)


@router.get("/me")
async def who_am_i(people: ThePeople, visitor: Somebody) -> Person:
    return Person(name=await people.name(visitor.person))


@router.put("/me")
async def rename(people: ThePeople, visitor: Somebody, wish: Person) -> Person:
    return Person(name=await people.rename(visitor.person, wish.name))


@router.get("/games")
async def list_games() -> list[dict[str, Any]]:
    return [game_data(sortilege.game(name)) for name in sortilege.games()]


@router.get("/games/{game}")
async def one_game(game: str) -> dict[str, Any]:
    return game_data(find_game(game))


def game_data(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "minutes": game.minutes,
        "seats": list(game.seat_range),
        "options": [option_data(option) for option in game.options],
        "bots": bots(),
        "rules": game.rules_version,
    }


def option_data(option: Option) -> dict[str, Any]:
    data: dict[str, Any] = {"name": option.name, "help": option.help, "fits": option.fits, "default": option.default}
    if isinstance(option, (Choice, Choices)):
        data["values"] = option.values
    if isinstance(option, Number):
        data |= {"low": option.low, "high": option.high}
    return data


# Tables.


@router.get("/tables")
async def list_tables(hall: TheHall, visitor: Anyone) -> dict[str, list[str]]:
    """The tables with a seat for anybody, and one's own: first those that are not over."""
    mine: list[str] = []
    for over in (False, True) if visitor.key else ():
        mine += [table for table, _ in await hall.store.sittings(visitor.person, over, MOST_LISTED)]
    return {"open": await hall.store.waiting_tables(MOST_LISTED), "mine": mine}


@router.post("/tables", status_code=201)
async def make_table(hall: TheHall, people: ThePeople, visitor: Somebody, wish: TableWish) -> dict[str, Any]:
    """A new table. Its commitment to the dice is in the answer; then everybody sits with bytes of their own."""
    seats = [(seat.kind, seat.bot) for seat in wish.seats]
    clock = Clock(**wish.clock.model_dump())
    wanted = Wish(wish.game, seats, dict(wish.options), wish.watch, wish.shuffle, wish.hints, clock)
    table = await hall.make(visitor.person, await people.name(visitor.person), wanted)
    return table_data(table, visitor.person)


@router.get("/tables/{table}")
async def one_table(found: AnyTable, visitor: Anyone) -> dict[str, Any]:
    """Who sits where, how it stands, and what the dice are bound to."""
    return table_data(found, visitor.person)


def table_data(table: Table, person: str) -> dict[str, Any]:
    eye = table.eye(person)
    shown = table.shown_to(person)
    return {
        "id": table.id,
        "game": table.game.name,
        "options": table.options,
        "phase": "waiting" if table.waiting else "over" if table.over else "playing",
        "you": eye if eye != NOBODY else None,
        "seats": [
            {
                "seat": number,
                "name": name,
                "person": bool(chair.person),
                "bot": chair.bot or None,
                "offer": chair.offer if chair.empty else None,
                "ready": chair.ready,
                "left_ms": table.left(number),
            }
            for number, (chair, name) in enumerate(zip(table.chairs, table.names))
        ],
        "watch": table.watch,
        "hints": table.hints,
        "clock": {"kind": table.clock.kind, "seconds": table.clock.seconds, "at_zero": table.clock.at_zero},
        "invite": table.invite if eye != NOBODY or table.maker == person else None,
        "commitment": table.commitment,
        "number": table.number if shown else None,
        "turn": position(table, eye, [])["turn"],
        "scores": [int(score) for score in table.state.seen_by(eye).scores()] if shown else None,
        "undo": table.may_undo(eye),
        "result": table.result() if table.over else None,
    }


@router.get("/tables/{table}/view")
async def view(found: SeenTable, visitor: Anyone) -> dict[str, Any]:
    """All that one's seat may know, as plain data; a spectator's view where one has no seat."""
    eye = found.eye(visitor.person)
    return {"number": found.number, "view": found.state.view(None if eye == NOBODY else eye)}


@router.get("/tables/{table}/picture.svg", response_class=Response)
async def picture(found: SeenTable, visitor: Anyone) -> Response:
    eye = found.eye(visitor.person)
    drawn = await asyncio.to_thread(found.state.picture, None if eye == NOBODY else eye, found.names)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/tables/{table}/moves")
async def moves(found: SeenTable, visitor: Anyone) -> dict[str, Any]:
    """What one may do now: the legal moves in notation, each with what happens."""
    eye = found.eye(visitor.person)
    labels = found.labels(eye)
    return {"number": found.number, "question": found.question(eye), "moves": labels}


@router.post("/tables/{table}/undo", responses={200: {"model": Placed}})
async def undo(hall: TheHall, found: AnyTable, visitor: Somebody, wish: Position) -> Response:
    """Take one's last move back, while nothing came after it. The time it took stays used."""
    await hall.undo(found, visitor.person, wish.number)
    return placed(found)


@router.post("/tables/{table}/hints")
async def hints(hall: TheHall, found: AnyTable, visitor: Somebody, wish: Position) -> list[Advice]:
    """The best moves for one's own turn, the bots' choice first; they rest on what one's seat may know."""
    names = found.names
    return [
        Advice(move=each.text, label=named(each.label, names), chance=each.chance, low=each.low, high=each.high,
               words=each.words)
        for each in await hall.hints(found, visitor.person, wish.number)
    ]  # fmt: skip


def placed(table: Table) -> JSONResponse:
    turn = int(table.state.seat)
    return JSONResponse({"number": table.number, "turn": turn if turn >= 0 else None})


@router.get("/tables/{table}/log")
async def log(found: SeenTable, visitor: Anyone) -> dict[str, Any]:
    """Everything that happened, in words for one's seat, one list of sentences a step."""
    return {"number": found.number, "steps": found.log(found.eye(visitor.person))}


@router.get("/tables/{table}/stream", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def stream(hall: TheHall, found: SeenTable, visitor: Anyone) -> Response:
    """Server-sent events: `position`, `seats`, `message`. The first tells how the table stands."""
    return EventStream(hall.streams, found, visitor.person)


# Seats.


@router.post("/tables/{table}/seats/{seat}/sit")
async def sit(
    hall: TheHall, people: ThePeople, found: AnyTable, seat: int, visitor: Somebody, wish: Sitting
) -> dict[str, Any]:
    """Take a seat with bytes for the dice. When all seats are filled the game begins, and seats may be shuffled."""
    name = await people.name(visitor.person)
    await hall.sit(found, seat, visitor.person, name, wish.addition, wish.invite)
    return table_data(found, visitor.person)


@router.post("/tables/{table}/seats/{seat}/stand")
async def stand(hall: TheHall, found: AnyTable, seat: int, visitor: Somebody) -> dict[str, Any]:
    """Leave a seat for good."""
    await hall.stand(found, seat, visitor.person)
    return table_data(found, visitor.person)


@router.post("/tables/{table}/seats/{seat}/bot")
async def give(hall: TheHall, found: AnyTable, seat: int, visitor: Somebody, wish: BotName) -> dict[str, Any]:
    """Let a bot hold one's own seat, or an empty one, or that of somebody for whom the table has waited long."""
    await hall.give(found, seat, visitor.person, wish.bot)
    return table_data(found, visitor.person)


@router.post("/tables/{table}/seats/{seat}/back")
async def back(hall: TheHall, found: AnyTable, seat: int, visitor: Somebody) -> dict[str, Any]:
    """Take one's seat back from the bot that holds it."""
    await hall.take_back(found, seat, visitor.person)
    return table_data(found, visitor.person)


# Talk.


@router.get("/tables/{table}/messages")
async def messages(found: SeenTable) -> list[dict[str, Any]]:
    return [public_message(message) for message in found.messages]


@router.post("/tables/{table}/messages", status_code=201)
async def say(hall: TheHall, people: ThePeople, found: SeenTable, visitor: Somebody, wish: Text) -> Person:
    """Say something at the table."""
    text = re.sub(r"[^\S\n]+", " ", "".join(sign for sign in wish.text if sign.isprintable() or sign == "\n")).strip()
    if not text:
        raise Refusal(422, "There is nothing to say in this.")
    name = await people.name(visitor.person)
    await hall.say(found, visitor.person, name, text)
    return Person(name=name)


# Finished games.


async def finished(table: SeenTable) -> Table:
    if not table.over:
        raise Refusal(409, "The game is not over yet.")
    return table


FinishedTable = Annotated[Table, Depends(finished)]


@router.get("/tables/{table}/record")
async def record(found: FinishedTable) -> Response:
    """The finished game on file: every step, and the secret that proves the dice."""
    name = f'attachment; filename="{found.game.name}-{found.id[:8]}.json"'
    content = found.record().dumps() + "\n"
    return Response(content, media_type="application/json", headers={"content-disposition": name})


@router.get("/tables/{table}/replay/{step}")
async def replay(found: FinishedTable, step: int, eye: str = ALL) -> dict[str, Any]:
    """A finished game after so many steps, seen by a seat (`0`, `1`, …), a spectator (`watch`), or `all` revealed."""
    if not 0 <= step <= len(found.moves):
        raise Refusal(404, f"The game has steps 0 to {len(found.moves)}.")
    return await asyncio.to_thread(replayed, found, step, read_eye(found, eye), eye == ALL)


def replayed(table: Table, step: int, seat: int, revealed: bool) -> dict[str, Any]:
    state = table.states(step)
    told = table.states(step - 1).news(table.moves[step - 1], None if seat == NOBODY else seat) if step else []
    return {
        "step": step,
        "steps": len(table.moves),
        "picture": table.game.picture(state if revealed else state.seen_by(seat), seat, table.names, False),
        "told": [named(sentence, table.names) for sentence in told],
        "scores": [int(score) for score in state.scores()],
    }


def read_eye(table: Table, eye: str) -> int:
    if eye in (ALL, "watch"):
        return NOBODY
    if eye not in map(str, range(len(table.chairs))):
        raise Refusal(422, f"One looks through 'all', 'watch' or a seat from 0 to {len(table.chairs) - 1}.")
    return int(eye)


@router.post("/tables/{table}/fork", status_code=201)
async def fork(hall: TheHall, people: ThePeople, found: FinishedTable, visitor: Somebody, wish: Fork) -> Id:
    """A new table that goes on from here, against bots."""
    name = await people.name(visitor.person)
    table = await hall.fork(visitor.person, name, found, wish.step, wish.seat, wish.bot)
    return Id(id=table.id)


# How the house does.

house = APIRouter()


@house.get("/healthz", response_class=PlainTextResponse, responses={503: {"description": "The store does not answer."}})
async def healthz(hall: TheHall) -> PlainTextResponse:
    """Is the house open and its store in order?"""
    await hall.store.name("")
    return PlainTextResponse("well\n")


@house.get("/metrics", response_class=PlainTextResponse)
async def metrics(hall: TheHall) -> PlainTextResponse:
    commits = hall.store.commits
    now = {
        "tables_in_memory": len(hall.tables),
        "streams_open": hall.streams.count,
        "commits": commits.commits,
        "changes_committed": commits.changes,
        "commit_seconds": commits.seconds,
    }
    return PlainTextResponse(hall.metrics.text(now))
