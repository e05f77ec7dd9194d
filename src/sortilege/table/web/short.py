"""The short way: moves, by far the most frequent requests, and streams, of which there are many at once, pass neither
router nor dependencies, which cost more than they do. Who asks, limits, origin and refusals are the same as
everywhere."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sortilege.table.web.api import follow_at_once, play_at_once
from sortilege.table.web.direct import DIRECT
from sortilege.table.web.guard import HEADERS, HEADERS_OF_HTTPS

PATH = re.compile(r"/api/tables/([^/]+)/(?:moves|stream)")
ASKED = {"POST": "/moves", "GET": "/stream"}

Handler = Callable[[Request, Any], Awaitable[Response]]


class ShortWay:
    """An ASGI app around the app; `handlers` answer what went wrong, by its kind."""

    def __init__(self, app: ASGIApp, handlers: Mapping[type[Exception], Handler], counts: Counter[str]) -> None:
        self.app = app
        self.handlers = handlers
        self.kinds = tuple(handlers)
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table_id = table_of(scope) if scope["type"] == "http" else ""
        if not table_id:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            if scope["method"] == "GET":
                answer = await follow_at_once(request, table_id)
            else:
                placed = await play_at_once(request, table_id)
                if self.answered(scope, placed):
                    return
                answer = Response(placed, media_type="application/json")
        except self.kinds as error:
            handler = next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)
            answer = await handler(request, error)
        await answer(scope, receive, send)

    def answered(self, scope: Scope, placed: bytes) -> bool:
        """Is it answered already, past all that is between here and the connection?"""
        line = scope.get("extensions", {}).get(DIRECT)
        said = line is not None and line.answer(head(scope["scheme"] == "https"), placed)
        self.counts["answers_2xx"] += said
        return bool(said)


def table_of(scope: Scope) -> str:
    """The table that is played at or followed; none where something else is asked, or more is said."""
    asked = ASKED.get(scope["method"])
    if asked is None or not scope["path"].endswith(asked) or scope["query_string"]:
        return ""
    found = PATH.fullmatch(scope["path"])
    return found[1] if found else ""


@cache
def head(of_https: bool) -> bytes:
    """How the answer to a move begins: what every answer carries, and what it is."""
    lines = [(b"content-type", b"application/json"), *(HEADERS_OF_HTTPS if of_https else HEADERS)]
    return b"HTTP/1.1 200 OK\r\n" + b"".join(b"%b: %b\r\n" % line for line in lines)
