"""What a request brings along: who asks, the hall, the table that it is about."""

from typing import Annotated

from fastapi import Depends, Path, Request

from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Conflict, Forbidden
from sortilege.table.play.table import Table
from sortilege.table.web.people import People, Visitor, read_bearer, read_cookie
from sortilege.table.web.refusals import NoKey
from sortilege.table.web.seen import Seen
from sortilege.table.web.stream import Streams

TOKEN_HELP = "A token from POST /api/people, as `Authorization: Bearer TOKEN`."

TableId = Annotated[str, Path(alias="table")]


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


def visitor_of(request: Request) -> Visitor:
    """Whoever asks; nobody in particular where neither token nor cookie came along."""
    bearer = read_bearer(request.headers)
    return Visitor(bearer if bearer is not None else read_cookie(request.cookies))


def somebody_of(request: Request) -> Visitor:
    visitor = visitor_of(request)
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
    return visitor_of(request)


async def somebody(request: Request) -> Visitor:
    return somebody_of(request)


async def any_table(request: Request, table_id: TableId) -> Table:
    return await hall_of(request).table(table_id)


AnyTable = Annotated[Table, Depends(any_table)]


async def seen_table(request: Request, table: AnyTable) -> Seen:
    """A table whose position the visitor may look at, through their eyes."""
    seen = Seen(table, visitor_of(request).person)
    if not seen.shown:
        raise Forbidden("This table takes no spectators.")
    return seen


SeenTable = Annotated[Seen, Depends(seen_table)]


async def finished_table(seen: SeenTable) -> Table:
    if not seen.table.over:
        raise Conflict("The game is not over yet.")
    return seen.table


FinishedTable = Annotated[Table, Depends(finished_table)]
TheHall = Annotated[Hall, Depends(the_hall)]
ThePeople = Annotated[People, Depends(the_people)]
TheStreams = Annotated[Streams, Depends(the_streams)]
Anyone = Annotated[Visitor, Depends(anyone)]
Somebody = Annotated[Visitor, Depends(somebody)]
