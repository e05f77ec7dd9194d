"""What a request brings along: who asks, the hall, the table that it is about."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Path, Query, Request
from fastapi.security import HTTPBearer
from starlette.requests import ClientDisconnect

from sortilege.table.play.earlier import EarlierTable, OfEarlierCards
from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Conflict, Forbidden, Refusal
from sortilege.table.play.table import Table
from sortilege.table.web.addresses import network
from sortilege.table.web.events import until_gone
from sortilege.table.web.guard import Allowance
from sortilege.table.web.people import WRONG_TOKEN, People, Visitor, read_bearer, read_cookie
from sortilege.table.web.refusals import NoKey, TooOften
from sortilege.table.web.seen import Seen
from sortilege.table.web.stream import Streams

Answer = TypeVar("Answer")

TOKEN_HELP = "A token from POST /api/people, as `Authorization: Bearer TOKEN`."

BEARER = HTTPBearer(description=TOKEN_HELP, auto_error=False)
"""Says in the description what needs a token; `visitor_of` reads it."""

TableId = Annotated[str, Path(alias="table")]
Invite = Annotated[str, Query(max_length=64)]
Key = Annotated[str, Header(alias="Idempotency-Key", max_length=64)]
"""What makes a new table is done once for a key of its asker's, however often it is asked."""


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


async def visitor_of(request: Request) -> Visitor:
    """Whoever asks; nobody in particular where neither token nor cookie of this house came along."""
    bearer = read_bearer(request.headers)
    key = read_cookie(request.cookies) if bearer is None else bearer
    if await people_of(request).issued(key):
        return Visitor(key)
    if bearer is not None:
        raise NoKey(WRONG_TOKEN)
    return Visitor()


async def somebody_of(request: Request) -> Visitor:
    visitor = await visitor_of(request)
    if not visitor.key:
        raise NoKey(f"This needs a key. {TOKEN_HELP}")
    return visitor


# The same for FastAPI, which runs in a thread whatever is not async.


async def the_hall(request: Request) -> Hall:
    return hall_of(request)


async def the_people(request: Request) -> People:
    return people_of(request)


async def the_streams(request: Request) -> Streams:
    streams: Streams = request.app.state.streams
    return streams


async def anyone(request: Request) -> Visitor:
    return await visitor_of(request)


async def somebody(request: Request, _: Annotated[Any, Depends(BEARER)]) -> Visitor:
    return await somebody_of(request)


def check_newcomer(request: Request) -> None:
    if not may_bring_newcomer(request):
        raise TooOften("Very many newcomers came from your address. Wait a few minutes.")


def may_bring_newcomer(request: Request) -> bool:
    """Has this address some of its new keys left? It has one less then."""
    newcomers: Allowance = request.app.state.newcomers
    return newcomers.spend(network(request.client.host if request.client else ""), 1.0)


def check_open(table: Table, person: str, invite: str) -> None:
    """To who may not come to it, a private table tells that it exists and nothing else."""
    if not table.open_to(person, invite):
        raise Forbidden("This table is private.")


async def any_table(request: Request, table_id: TableId, invite: Invite = "") -> Table:
    """A table that the visitor may know of."""
    hall, person = hall_of(request), (await visitor_of(request)).person
    table = await hall.table(table_id)
    check_open(table, person, invite)
    hall.host.look(table, person)
    return table


async def while_here(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What somebody waits for. Where they hang up, the work is stopped."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(until_gone(request.receive))
    gone.add_done_callback(lambda _: task.cancel())
    try:
        return await task
    except asyncio.CancelledError:
        if gone.done() and not gone.cancelled():
            raise ClientDisconnect from None
        raise
    finally:
        task.cancel()
        gone.cancel()


AnyTable = Annotated[Table, Depends(any_table)]


async def table_or_earlier(request: Request, table_id: TableId, invite: Invite = "") -> Table | EarlierTable:
    """A table, or what can be read of one of earlier cards."""
    try:
        return await any_table(request, table_id, invite)
    except OfEarlierCards as closed:
        if not closed.table.shown_to((await visitor_of(request)).person):
            raise no_spectators() from None
        return closed.table


TableOrEarlier = Annotated[Table | EarlierTable, Depends(table_or_earlier)]


async def seen_table(request: Request, table: AnyTable) -> Seen:
    """A table whose position the visitor may look at, through their eyes."""
    seen = Seen(table, (await visitor_of(request)).person)
    if not seen.shown:
        raise no_spectators()
    return seen


def no_spectators() -> Refusal:
    return Forbidden("This table takes no spectators.")


SeenTable = Annotated[Seen, Depends(seen_table)]


async def finished_table(seen: SeenTable) -> Table:
    if not seen.table.over:
        raise Conflict("The game is not over yet.")
    return seen.table


async def finished_or_earlier(request: Request, table: TableOrEarlier) -> Table | EarlierTable:
    return table if isinstance(table, EarlierTable) else await finished_table(await seen_table(request, table))


FinishedTable = Annotated[Table, Depends(finished_table)]
FinishedOrEarlier = Annotated[Table | EarlierTable, Depends(finished_or_earlier)]
TheHall = Annotated[Hall, Depends(the_hall)]
ThePeople = Annotated[People, Depends(the_people)]
TheStreams = Annotated[Streams, Depends(the_streams)]
Anyone = Annotated[Visitor, Depends(anyone)]
Somebody = Annotated[Visitor, Depends(somebody)]
