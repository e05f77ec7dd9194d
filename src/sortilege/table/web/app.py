"""The web table as an application."""

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

import sortilege
from sortilege.table.keep.face import StoreFailed
from sortilege.table.keep.opening import open_keep
from sortilege.table.play.hall import Hall
from sortilege.table.play.host import PACE_SECONDS
from sortilege.table.play.refusals import Refusal
from sortilege.table.play.thinking import Thinkers, own_processors
from sortilege.table.web import analysis, api, art, deal, lessons, pages, portraits, puzzles, rulecards, steps
from sortilege.table.web.guard import Allowance, Guard, Limits
from sortilege.table.web.packing import Packing
from sortilege.table.web.people import People
from sortilege.table.web.refusals import NOTHING_KEPT, STATUS
from sortilege.table.web.render import warm
from sortilege.table.web.request import TOKEN_HELP
from sortilege.table.web.short import Handler, ShortWay
from sortilege.table.web.stream import Streams

ROOMS = (api, portraits, analysis, art, deal, lessons, pages, puzzles, rulecards, steps)
ROUTERS = (api.upkeep, *(room.router for room in ROOMS))
NEWCOMER_SECONDS = 600
SWITCH_SECONDS = 0.001
"""So long may the desk's thread keep the loop waiting."""

logger = logging.getLogger("sortilege.table")


class Door(FastAPI):
    """The application. Requests pass the guard and the short way before any layer of the framework."""

    door: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["app"] = self
            await self.door(scope, receive, send)
        else:
            await self.behind(scope, receive, send)

    async def behind(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, send)


def make_app(
    database_url: str,
    limits: Limits | None = None,
    pace: float = PACE_SECONDS,
    thinkers: int | None = None,
    address: str = "",
    metrics_token: str = "",
    works: bool = True,
) -> FastAPI:
    """The application over a database. `pace`: half of what a bot's move takes at least among bots. `address`:
    where people find the house, as in https://play.example. `works`: whether it thinks and watches clocks."""
    counts: Counter[str] = Counter()
    workers = own_processors() if thinkers is None else thinkers
    keep = open_keep(database_url, works)

    @asynccontextmanager
    async def house(app: FastAPI) -> AsyncIterator[None]:
        streams = app.state.streams = Streams()
        hall = app.state.hall = Hall(keep, Thinkers(workers), streams, pace, counts)
        people = app.state.people = await People.open(keep.store)
        hall.hear_name = people.hear
        hall.tasks.spawn(streams.keep_alive())
        await hall.open()
        hall.tasks.spawn(asyncio.to_thread(warm))
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        yield
        streams.close()
        await hall.close()

    app = Door(
        title="Sortilege",
        version=sortilege.__version__,
        description="Play at a table of Sortilege by program. " + TOKEN_HELP,
        lifespan=house,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    limits = limits or Limits()
    app.state.newcomers = Allowance(limits.newcomers / NEWCOMER_SECONDS, limits.newcomers)
    app.state.address = address.rstrip("/")
    app.state.metrics_token = metrics_token
    for router in ROUTERS:
        app.router.routes.extend(router.routes)
    app.mount("/static", StaticFiles(directory=Path(__file__).with_name("static")))
    handlers: dict[type[Exception], Handler] = {
        Refusal: refuse,
        RequestValidationError: refuse_form,
        HTTPException: refuse_request,
        StoreFailed: store_failed,
        ClientDisconnect: nobody_there,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Packing)
    app.door = Guard(ShortWay(app.behind, handlers, counts), limits, counts)
    return app


def problem(request: Request, status: int, reason: str, rule: str = "") -> Response:
    """A refusal in the form that suits who asked: data for programs, a page for people."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"reason": reason, "rule": rule}, status)
    return pages.refusal_page(status, reason)


async def refuse(request: Request, error: Any) -> Response:
    return problem(request, STATUS[type(error)], error.reason, error.rule)


async def refuse_form(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return problem(request, 422, f"{where}: {first['msg']}" if where else str(first["msg"]))


async def refuse_request(request: Request, error: Any) -> Response:
    words = {404: "There is nothing here.", 405: "This cannot be done here."}
    answer = problem(request, error.status_code, words.get(error.status_code, str(error.detail)))
    answer.headers.update(error.headers or {})
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(sorted(methods_at(request)))
    return answer


def methods_at(request: Request) -> set[str]:
    """What can be done at this path, whichever route does it."""
    routes = [route for router in ROUTERS for route in router.routes]
    found = [route for route in routes if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE]
    return {method for route in found for method in route.methods or ()}


async def nobody_there(request: Request, error: Any) -> Response:
    """They hung up: nobody reads this."""
    return Response(status_code=400)


async def store_failed(request: Request, error: Any) -> Response:
    logger.error("the store failed: %s", error)
    return problem(request, 503, NOTHING_KEPT)
