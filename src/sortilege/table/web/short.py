"""The short way: moves, by far the most frequent requests, pass neither router nor dependencies, which cost more than
they do. Who asks, limits, origin and refusals are the same as everywhere."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sortilege.table.web.api import play_at_once

MOVES = re.compile(r"/api/tables/([^/]+)/moves")

Handler = Callable[[Request, Any], Awaitable[Response]]


class ShortWay:
    """An ASGI app around the app; `handlers` answer what went wrong, by its kind."""

    def __init__(self, app: ASGIApp, handlers: Mapping[type[Exception], Handler]) -> None:
        self.app = app
        self.handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = MOVES.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            answer = await play_at_once(request, found[1])
        except tuple(self.handlers) as error:
            handler = next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)
            answer = await handler(request, error)
        await answer(scope, receive, send)
