"""Everything a person can do, for programs. The pages use it too."""

import asyncio
import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import ValidationError
from starlette.routing import Route

import sortilege
from sortilege.engine import NOBODY, named
from sortilege.table.play.refusals import Unfit, Unknown
from sortilege.table.play.table import Table
from sortilege.table.play.wish import Wish, find_game
from sortilege.table.web.games import game_data
from sortilege.table.web.metrics import metrics_text
from sortilege.table.web.models import (
    Advice,
    AtPosition,
    BotName,
    Fork,
    Id,
    Move,
    NamedToken,
    NewPerson,
    Person,
    Placed,
    Problem,
    SitWish,
    TableWish,
    Text,
)
from sortilege.table.web.people import new_key, person_of
from sortilege.table.web.request import (
    Anyone,
    AnyTable,
    FinishedTable,
    SeenTable,
    Somebody,
    TableId,
    TheHall,
    ThePeople,
    TheStreams,
    hall_of,
    somebody_of,
)
from sortilege.table.web.seen import Seen, public_message
from sortilege.table.web.stream import EventStream

MOST_LISTED = 50
ALL = "all"

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 405, 409, 410, 413, 422, 429)
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables/{table}/moves", responses={200: {"model": Placed}})
async def play(request: Request, table_id: TableId, move: Move) -> Response:
    """Play a move. The answer comes when the move is on disk."""
    hall = hall_of(request)
    person = somebody_of(request).person
    table = await hall.table(table_id)
    await hall.host.play(table, person, move.move, move.number)
    return placed(table)


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


# Tables.


@router.get("/tables")
async def list_tables(hall: TheHall, visitor: Anyone) -> dict[str, list[str]]:
    """The tables with a seat for anybody, and one's own: first those that are not over."""
    mine: list[str] = []
    for over in (False, True) if visitor.key else ():
        mine += [table_id for table_id, _ in await hall.store.tables_of(visitor.person, over, MOST_LISTED)]
    return {"open": await hall.store.open_tables(MOST_LISTED), "mine": mine}


@router.post("/tables", status_code=201)
async def make_table(hall: TheHall, people: ThePeople, visitor: Somebody, wish: TableWish) -> dict[str, Any]:
    """A new table. Its commitment to the dice is in the answer; then everybody sits with bytes of their own."""
    seats = [(seat.kind, seat.bot) for seat in wish.seats]
    clock = wish.clock.model_dump()
    wanted = Wish(wish.game, seats, dict(wish.options), wish.watch, wish.shuffle, wish.hints, clock)
    table = await hall.make(visitor.person, await people.name(visitor.person), wanted)
    return Seen(table, visitor.person).data()


@router.get("/tables/{table}")
async def one_table(table: AnyTable, visitor: Anyone) -> dict[str, Any]:
    """Who sits where, how it stands, and what the dice are bound to."""
    return Seen(table, visitor.person).data()


@router.get("/tables/{table}/view")
async def view(seen: SeenTable) -> dict[str, Any]:
    """All that one's seat may know, as plain data; a spectator's view where one has no seat."""
    return {"number": seen.table.number, "view": seen.table.state.view(seen.seat)}


@router.get("/tables/{table}/picture.svg", response_class=Response)
async def picture(seen: SeenTable) -> Response:
    drawn = await asyncio.to_thread(seen.table.state.picture, seen.seat, seen.names)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/tables/{table}/moves")
async def moves(seen: SeenTable) -> dict[str, Any]:
    """What one may do now: the legal moves in notation, each with what happens."""
    return {"number": seen.table.number, "question": seen.question, "moves": seen.labels}


@router.post("/tables/{table}/undo", responses={200: {"model": Placed}})
async def undo(hall: TheHall, table: AnyTable, visitor: Somebody, wish: AtPosition) -> Response:
    """Take one's last move back, while nothing came after it. The time it took stays used."""
    await hall.host.undo(table, visitor.person, wish.number)
    return placed(table)


@router.post("/tables/{table}/hints")
async def hints(hall: TheHall, table: AnyTable, visitor: Somebody, wish: AtPosition) -> list[Advice]:
    """The best moves for one's own turn, the highest chance first; they rest on what one's seat may know."""
    names = table.names
    return [
        Advice(move=each.text, label=named(each.label, names), chance=each.chance, low=each.low, high=each.high,
               words=each.words, chosen=each.chosen)
        for each in await hall.host.hints(table, visitor.person, wish.number)
    ]  # fmt: skip


def placed(table: Table) -> JSONResponse:
    return JSONResponse({"number": table.number, "turn": table.turn})


@router.get("/tables/{table}/log")
async def log(seen: SeenTable) -> dict[str, Any]:
    """Everything that happened, in words for one's seat, one list of sentences a step."""
    return {"number": seen.table.number, "steps": seen.log}


@router.get("/tables/{table}/stream", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def stream(streams: TheStreams, seen: SeenTable, visitor: Anyone) -> Response:
    """Server-sent events: `position`, `seats`, `message`. The first tells how the table stands."""
    return EventStream(streams, seen.table, visitor.person)


# Seats.


@router.post("/tables/{table}/seats/{seat}/sit")
async def sit(
    hall: TheHall, people: ThePeople, table: AnyTable, seat: int, visitor: Somebody, wish: SitWish
) -> dict[str, Any]:
    """Take a seat with bytes for the dice. When all seats are filled the game begins, and seats may be shuffled."""
    name = await people.name(visitor.person)
    await hall.host.sit(table, seat, visitor.person, name, wish.addition, wish.invite)
    return Seen(table, visitor.person).data()


@router.post("/tables/{table}/seats/{seat}/stand")
async def stand(hall: TheHall, table: AnyTable, seat: int, visitor: Somebody) -> dict[str, Any]:
    """Leave a seat for good."""
    await hall.host.stand(table, seat, visitor.person)
    return Seen(table, visitor.person).data()


@router.post("/tables/{table}/seats/{seat}/bot")
async def give(hall: TheHall, table: AnyTable, seat: int, visitor: Somebody, wish: BotName) -> dict[str, Any]:
    """Let a bot hold one's own seat, or an empty one, or that of somebody for whom the table has waited long."""
    await hall.host.give(table, seat, visitor.person, wish.bot)
    return Seen(table, visitor.person).data()


@router.post("/tables/{table}/seats/{seat}/back")
async def back(hall: TheHall, table: AnyTable, seat: int, visitor: Somebody) -> dict[str, Any]:
    """Take one's seat back from the bot that holds it."""
    await hall.host.reclaim(table, seat, visitor.person)
    return Seen(table, visitor.person).data()


# Talk.


@router.get("/tables/{table}/messages")
async def messages(seen: SeenTable) -> list[dict[str, Any]]:
    return [public_message(message) for message in seen.table.messages]


@router.post("/tables/{table}/messages", status_code=201)
async def say(hall: TheHall, people: ThePeople, seen: SeenTable, visitor: Somebody, wish: Text) -> Person:
    """Say something at the table."""
    text = re.sub(r"[^\S\n]+", " ", "".join(sign for sign in wish.text if sign.isprintable() or sign == "\n")).strip()
    if not text:
        raise Unfit("There is nothing to say in this.")
    name = await people.name(visitor.person)
    await hall.host.say(seen.table, visitor.person, name, text)
    return Person(name=name)


# Finished games.


@router.get("/tables/{table}/record")
async def record(table: FinishedTable) -> Response:
    """The finished game on file: every step, and the secret that proves the dice."""
    name = f'attachment; filename="{table.game.name}-{table.id[:8]}.json"'
    content = table.record().dumps() + "\n"
    return Response(content, media_type="application/json", headers={"content-disposition": name})


@router.get("/tables/{table}/replay/{step}")
async def replay(table: FinishedTable, step: int, eye: str = ALL) -> dict[str, Any]:
    """A finished game after so many steps, seen by a seat (`0`, `1`, …), a spectator (`watch`), or `all` revealed."""
    if not 0 <= step <= len(table.moves):
        raise Unknown(f"The game has steps 0 to {len(table.moves)}.")
    return await asyncio.to_thread(replayed, table, step, read_eye(table, eye), eye == ALL)


def replayed(table: Table, step: int, eye: int, revealed: bool) -> dict[str, Any]:
    state = table.state_after(step)
    told = table.state_after(step - 1).news(table.moves[step - 1], None if eye == NOBODY else eye) if step else []
    return {
        "step": step,
        "steps": len(table.moves),
        "picture": table.game.picture(state if revealed else state.seen_by(eye), eye, table.names, False),
        "told": [named(sentence, table.names) for sentence in told],
        "scores": [int(score) for score in state.scores()],
    }


def read_eye(table: Table, eye: str) -> int:
    if eye in (ALL, "watch"):
        return NOBODY
    if eye not in map(str, range(len(table.chairs))):
        raise Unfit(f"One looks through 'all', 'watch' or a seat from 0 to {len(table.chairs) - 1}.")
    return int(eye)


@router.post("/tables/{table}/fork", status_code=201)
async def fork(hall: TheHall, people: ThePeople, table: FinishedTable, visitor: Somebody, wish: Fork) -> Id:
    """A new table that goes on from here, against bots."""
    name = await people.name(visitor.person)
    forked = await hall.fork(visitor.person, name, table, wish.step, wish.seat, wish.bot)
    return Id(id=forked.id)


# How the house does.

upkeep = APIRouter()


@upkeep.get(
    "/healthz", response_class=PlainTextResponse, responses={503: {"description": "The store does not answer."}}
)
async def healthz(hall: TheHall) -> PlainTextResponse:
    """Is the house open and its store in order?"""
    await hall.store.name("")
    return PlainTextResponse("well\n")


@upkeep.get("/metrics", response_class=PlainTextResponse)
async def metrics(hall: TheHall, streams: TheStreams) -> PlainTextResponse:
    commits = hall.store.commits
    now = {
        "tables_in_memory": len(hall.tables),
        "streams_open": streams.count,
        "commits": commits.commits,
        "changes_committed": commits.changes,
        "commit_seconds": commits.seconds,
    }
    return PlainTextResponse(metrics_text(hall.counts, now))
