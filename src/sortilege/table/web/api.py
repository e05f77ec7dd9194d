"""Everything a person can do, for programs. The pages use it too."""

import re
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from starlette.types import Receive

import sortilege
from sortilege.engine import NOBODY, named
from sortilege.engine.panels import LAYOUTS, PageLayout, plan_of
from sortilege.table.play.coach import look_back, want_coach
from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Forbidden, Unavailable, Unknown
from sortilege.table.play.table import Table
from sortilege.table.play.wish import Wish, find_game
from sortilege.table.web.addresses import is_loopback
from sortilege.table.web.cloth import Cloth, layout_of
from sortilege.table.web.events import EventStream
from sortilege.table.web.games import game_data
from sortilege.table.web.metrics import metrics_text
from sortilege.table.web.models import (
    HIDDEN,
    Advice,
    AtPosition,
    BotName,
    ChatOpen,
    Coached,
    Fork,
    Id,
    Move,
    Muted,
    NamedToken,
    NewName,
    NewPerson,
    Person,
    Placed,
    Problem,
    Said,
    SitWish,
    TableWish,
    Text,
)
from sortilege.table.web.people import person_of
from sortilege.table.web.refusals import NOTHING_KEPT
from sortilege.table.web.render import cloth_data
from sortilege.table.web.request import (
    BEARER,
    Anyone,
    AnyTable,
    FinishedOrEarlier,
    FinishedTable,
    Key,
    SeenTable,
    Somebody,
    TableId,
    TheHall,
    ThePeople,
    TheStreams,
    any_table,
    check_newcomer,
    hall_of,
    seen_table,
    somebody_of,
    while_here,
)
from sortilege.table.web.seen import Seen
from sortilege.table.web.stream import Streams, read_mark

MOST_LISTED = 50
MOST_TOLD = 500
ALL = "all"
Eye = Annotated[str, Query(pattern=r"^(all|watch|[0-9]{1,2})$")]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 405, 409, 410, 413, 422, 429, 503)
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables/{table}/moves", responses={200: {"model": Placed}}, dependencies=[Depends(BEARER)])
async def play(request: Request, table_id: TableId, move: Move) -> Response:
    """Play a move. The answer comes when the move is on disk."""
    return Response(await play_at(request, table_id, move), media_type="application/json")


async def play_at_once(request: Request, table_id: str) -> bytes:
    """The same without FastAPI's dependencies and validation, which cost several times what a move does."""
    try:
        move = Move.model_validate_json(await read_all(request.receive))
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    return await play_at(request, table_id, move)


async def read_all(receive: Receive) -> bytes:
    """The body of a request, which most often comes as one."""
    read, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        read += message.get("body", b"")
        more = message.get("more_body", False)
    return read


async def play_at(request: Request, table_id: str, move: Move) -> bytes:
    hall = hall_of(request)
    person = (await somebody_of(request)).person
    table = await hall.table(table_id)
    hall.host.look(table, person)
    await hall.host.play(table, person, move.move, move.number)
    return placed(table)


# People and games.


@router.post("/people", status_code=201)
async def make_person(request: Request, people: ThePeople, wish: NewPerson) -> NamedToken:
    """A new player with a token of their own. Keep it: whoever has it holds the seats."""
    check_newcomer(request)
    key = people.new_key()
    person = person_of(key)
    name = await people.name(person) if wish.name is None else await people.rename(person, wish.name)
    return NamedToken(token=key, name=name)


@router.get("/me")
async def who_am_i(people: ThePeople, visitor: Somebody) -> Person:
    return Person(name=await people.name(visitor.person))


@router.put("/me")
async def rename(people: ThePeople, visitor: Somebody, wish: NewName) -> Person:
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
async def make_table(
    hall: TheHall, people: ThePeople, visitor: Somebody, wish: TableWish, key: Key = ""
) -> dict[str, Any]:
    """A new table. Its commitment to the dice is in the answer; then everybody sits with bytes of their own. Whoever
    does not know whether they were heard asks again with the same `Idempotency-Key`, and gets the same table."""
    seats = [(seat.kind, seat.bot) for seat in wish.seats]
    clock = wish.clock.model_dump()
    wanted = Wish(
        wish.game, seats, dict(wish.options), wish.watch, wish.shuffle, wish.hints, clock, wish.match, wish.coach
    )
    table = await hall.make(visitor.person, await people.name(visitor.person), wanted, key=key)
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
    return Response(
        await seen.table.picture(seen.eye), media_type="image/svg+xml", headers={"cache-control": "no-store"}
    )


@router.get("/tables/{table}/moves")
async def moves(seen: SeenTable) -> dict[str, Any]:
    """What one may do now: the legal moves in notation, each with what happens."""
    return {"number": seen.table.number, "question": seen.question, "moves": seen.labels}


@router.post("/tables/{table}/undo", responses={200: {"model": Placed}})
async def undo(hall: TheHall, table: AnyTable, visitor: Somebody, wish: AtPosition) -> Response:
    """Take one's last move back, while nothing came after it. The time it took stays used."""
    await hall.host.undo(table, visitor.person, wish.number)
    return Response(placed(table), media_type="application/json")


@router.post("/tables/{table}/hints")
async def hints(request: Request, hall: TheHall, table: AnyTable, visitor: Somebody, wish: AtPosition) -> list[Advice]:
    """The best moves for one's own turn, the highest chance first; they rest on what one's seat may know."""
    names = table.names
    found = await while_here(request, hall.host.hints(table, visitor.person, wish.number))
    return [
        Advice(move=each.text, label=named(each.label, names), chance=each.chance, low=each.low, high=each.high,
               words=each.words, chosen=each.chosen)
        for each in found
    ]  # fmt: skip


def placed(table: Table) -> bytes:
    turn = "null" if table.turn is None else table.turn
    return f'{{"number":{table.number},"turn":{turn}}}'.encode()


@router.get("/tables/{table}/log")
async def log(
    seen: SeenTable,
    since: Annotated[int, Query(ge=0, le=10**9)] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_TOLD)] = MOST_TOLD,
) -> dict[str, Any]:
    """What happened from a step on, in words for one's seat, one list of sentences a step; and how many steps there
    are, so that one knows whether to ask for more."""
    told = await seen.table.told(seen.eye, since, most)
    return {"number": seen.table.number, "since": since, "of": len(seen.table.moves), "steps": told}


@router.get("/tables/{table}/stream", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def stream(
    hall: TheHall, streams: TheStreams, seen: SeenTable, last_event_id: Annotated[str, Header()] = ""
) -> Response:
    """Server-sent events: `position`, `seats`, `message`. The first tells how the table stands, and all that was played
    and said since the last event that one has heard."""
    return await followed(hall, streams, seen, last_event_id)


async def follow_at_once(request: Request, table_id: str) -> Response:
    """The same without FastAPI's dependencies, for who needs no invitation."""
    seen = await seen_table(request, await any_table(request, table_id))
    return await followed(hall_of(request), request.app.state.streams, seen, request.headers.get("last-event-id", ""))


async def followed(hall: Hall, streams: Streams, seen: Seen, heard: str) -> Response:
    table = await hall.reached(seen.table, *(read_mark(heard) or (0, 0)))
    return EventStream(streams, table, seen.person, heard)


# Seats.


@router.post("/tables/{table}/seats/{seat}/sit")
async def sit(
    request: Request, hall: TheHall, people: ThePeople, table_id: TableId, seat: int, visitor: Somebody, wish: SitWish
) -> dict[str, Any]:
    """Take a seat with bytes for the dice. When all seats are filled the game begins, and seats may be shuffled."""
    table = await any_table(request, table_id, wish.invite)
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


@router.post("/tables/{table}/seats/{seat}/resign")
async def resign(hall: TheHall, table: AnyTable, seat: int, visitor: Somebody) -> dict[str, Any]:
    """Give up. Among three or more a bot plays on, as long as another person plays; otherwise the game is over."""
    await hall.host.resign(table, seat, visitor.person)
    return Seen(table, visitor.person).data()


@router.post("/tables/{table}/close")
async def close(hall: TheHall, table: AnyTable, visitor: Somebody) -> dict[str, Any]:
    """Close a table before its end: one that waits and that one has made, or where nobody else plays."""
    await hall.host.close(table, visitor.person)
    return Seen(table, visitor.person).data()


# Talk.


@router.get("/tables/{table}/messages")
async def messages(seen: SeenTable) -> list[dict[str, Any]]:
    """What was said: `seat` is that which the speaker holds now, null for who watches."""
    return seen.messages


@router.post("/tables/{table}/messages", status_code=201)
async def say(hall: TheHall, people: ThePeople, seen: SeenTable, visitor: Somebody, wish: Text) -> Person:
    """Say something at the table. With the number of messages that one knows of, the same sent again is said once."""
    text = re.sub(r"[^\S\n]+", " ", re.sub(f"(?!\\s)[{HIDDEN}]", "", wish.text)).strip()
    name = await people.name(visitor.person)
    await hall.host.say(seen.table, visitor.person, name, text, wish.number)
    return Person(name=seen.table.voices()[visitor.person])


@router.put("/tables/{table}/messages/{number}/muted")
async def mute(hall: TheHall, seen: SeenTable, number: int, visitor: Somebody, wish: Muted) -> Muted:
    """Hear no more of who said this, or hear them again. It is for oneself only, and for those who sit."""
    await hall.host.mute(seen.table, visitor.person, number, wish.muted)
    return wish


@router.put("/tables/{table}/chat")
async def open_chat(hall: TheHall, table: AnyTable, visitor: Somebody, wish: ChatOpen) -> ChatOpen:
    """Close the chat of a table that one has made, or open it again."""
    await hall.host.open_chat(table, visitor.person, wish.open)
    return wish


# The coach.


@router.put("/tables/{table}/coach")
async def want(hall: TheHall, table: AnyTable, visitor: Somebody, wish: Coached) -> Coached:
    """Say whether one wants to be coached at this table."""
    await want_coach(hall.host, table, visitor.person, wish.on)
    return wish


@router.get("/tables/{table}/coach/{step}")
async def looked_back(request: Request, hall: TheHall, table: AnyTable, visitor: Somebody, step: int) -> Said:
    """What would have been much better than one's own decision at a step; thought about while one waits for it."""
    return Said(said=await while_here(request, look_back(hall.host, table, visitor.person, step)))


# Finished games.


@router.get("/tables/{table}/record")
async def record(hall: TheHall, table: FinishedOrEarlier) -> Response:
    """The finished game, or one of earlier cards, on file: every step, and the secret that proves the dice."""
    name = f'attachment; filename="{table.game.name}-{table.id[:8]}.json"'
    content = await hall.desk.do(lambda: table.record().dumps() + "\n")
    return Response(content, media_type="application/json", headers={"content-disposition": name})


@router.get("/tables/{table}/replay/{step}")
async def replay(request: Request, table: FinishedTable, step: int, eye: Eye = ALL, has: str = "") -> dict[str, Any]:
    """A finished game after so many steps, seen by a seat (`0`, `1`, …), a spectator (`watch`), or `all` revealed."""
    if not 0 <= step <= len(table.moves):
        raise Unknown(f"The game has steps 0 to {len(table.moves)}.")
    layout = layout_of(request)
    told = await table.desk.do(replayed, table, step, read_eye(table, eye), eye == ALL, layout, has)
    return {"layout": layout, **told}


def replayed(table: Table, step: int, eye: int, revealed: bool, layout: PageLayout, has: str) -> dict[str, Any]:
    state = table.state_after(step)
    told: list[str] = []
    if step:
        before = table.state_after(step - 1)
        told = [*table.notes(step - 1), *before.news(table.moves[step - 1], None if eye == NOBODY else eye)]
    panels = table.game.panels(state if revealed else state.seen_by(eye), eye, table.names, LAYOUTS[layout])
    return {
        "step": step,
        "steps": len(table.moves),
        **cloth_data(Cloth(panels, plan_of(table.game.folder), layout, len(table.names)), has),
        "told": [named(sentence, table.names) for sentence in told],
        "scores": [int(score) for score in state.scores()],
    }


def read_eye(table: Table, eye: str) -> int:
    if eye in (ALL, "watch"):
        return NOBODY
    if eye not in map(str, range(len(table.chairs))):
        raise Unknown(f"One looks through 'all', 'watch' or a seat from 0 to {len(table.chairs) - 1}.")
    return int(eye)


@router.post("/tables/{table}/fork", status_code=201)
async def fork(
    hall: TheHall, people: ThePeople, table: FinishedTable, visitor: Somebody, wish: Fork, key: Key = ""
) -> Id:
    """A new table that goes on from here, against bots; one for an `Idempotency-Key`."""
    name = await people.name(visitor.person)
    forked = await hall.fork(visitor.person, name, table, wish.step, wish.seat, wish.bot, key)
    return Id(id=forked.id)


# How the house does.

upkeep = APIRouter()


@upkeep.get(
    "/healthz", response_class=PlainTextResponse, responses={503: {"description": "The store does not answer."}}
)
async def healthz(hall: TheHall) -> PlainTextResponse:
    """Is the house open, and can it keep what happens? It tries."""
    if not await hall.can_write():
        raise Unavailable(NOTHING_KEPT)
    return PlainTextResponse("well\n")


@upkeep.get("/metrics", response_class=PlainTextResponse, responses={403: {"description": "Not from elsewhere."}})
async def metrics(request: Request, hall: TheHall, streams: TheStreams) -> PlainTextResponse:
    """Figures for this machine itself, or for who has the token that the host has set."""
    check_at_home(request)
    commits = hall.store.commits
    now = {
        "tables_in_memory": len(hall.tables),
        "tables_damaged": len(hall.memory.aside),
        "streams_open": streams.count,
        "commits": commits.commits,
        "changes_committed": commits.changes,
        "commit_seconds": commits.seconds,
        **hall.bus.figures(),
        **hall.jobs.figures(),
    }
    return PlainTextResponse(metrics_text(hall.counts, now))


def check_at_home(request: Request) -> None:
    wanted: str = request.app.state.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if wanted and secrets.compare_digest(given.encode(), wanted.encode()):
        return
    if not is_loopback(request.client.host if request.client else ""):
        raise Forbidden("This is for the host only.")
