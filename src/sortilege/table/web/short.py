"""The short way: moves, by far the most frequent requests, pass neither router nor dependencies, which cost more than
they do. Who asks, limits, origin and refusals are the same as everywhere."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sortilege.table.web.api import play_at_once
from sortilege.table.web.guard import HEADERS, HEADERS_OF_HTTPS
from sortilege.table.web.server import DIRECT

MOVES = re.compile(r"/api/tables/([^/]+)/moves")

Handler = Callable[[Request, Any], Awaitable[Response]]


class ShortWay:
    """An ASGI app around the app; `handlers` answer what went wrong, by its kind."""

    def __init__(self, app: ASGIApp, handlers: Mapping[type[Exception], Handler], counts: Counter[str]) -> None:
        self.app = app
        self.handlers = handlers
        self.kinds = tuple(handlers)
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = MOVES.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            placed = await play_at_once(request, found[1])
        except self.kinds as error:
            handler = next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)
            answer = await handler(request, error)
        else:
            if self.answered(scope, placed):
                return
            answer = Response(placed, media_type="application/json")
        await answer(scope, receive, send)

    def answered(self, scope: Scope, placed: bytes) -> bool:
        """Is it answered already, past all that is between here and the connection?"""
        line = scope.get("extensions", {}).get(DIRECT)
        said = line is not None and line.answer(head(scope["scheme"] == "https"), placed)
        self.counts["answers_2xx"] += said
        return bool(said)


@cache
def head(of_https: bool) -> bytes:
    """How the answer to a move begins: what every answer carries, and what it is."""
    lines = [(b"content-type", b"application/json"), *(HEADERS_OF_HTTPS if of_https else HEADERS)]
    return b"HTTP/1.1 200 OK\r\n" + b"".join(b"%b: %b\r\n" % line for line in lines)
