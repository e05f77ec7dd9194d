"""The web table as an application."""

import gc
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

import sortilege
from sortilege.table.keep.face import StoreFailed
from sortilege.table.keep.store import SqlStore
from sortilege.table.play.hall import Hall
from sortilege.table.play.refusals import Refusal
from sortilege.table.play.thinking import Thinkers
from sortilege.table.web import api, pages
from sortilege.table.web.guard import Guard, Limits
from sortilege.table.web.people import People
from sortilege.table.web.refusals import STATUS
from sortilege.table.web.request import TOKEN_HELP
from sortilege.table.web.stream import Streams

PACE_SECONDS = 0.7

logger = logging.getLogger("sortilege.table")


def make_app(
    database_url: str, limits: Limits | None = None, pace: float = PACE_SECONDS, thinkers: int | None = None
) -> FastAPI:
    """The application over a database. `pace`: how long a bot's move takes at least while somebody looks on."""
    counts: Counter[str] = Counter()
    workers = max(1, (os.cpu_count() or 2) - 1) if thinkers is None else thinkers

    @asynccontextmanager
    async def house(app: FastAPI) -> AsyncIterator[None]:
        store = SqlStore(database_url)
        streams = app.state.streams = Streams()
        hall = app.state.hall = Hall(store, Thinkers(workers), streams, pace, counts)
        app.state.people = People(store)
        hall.tasks.spawn(streams.keep_alive())
        await hall.open()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        yield
        streams.close()
        await hall.close()

    app = FastAPI(
        title="Sortilege",
        version=sortilege.__version__,
        description="Play at a table of Sortilege by program. " + TOKEN_HELP,
        lifespan=house,
        routes=[api.BUSIEST],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api.router)
    app.include_router(api.upkeep)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=Path(__file__).with_name("static")))
    app.add_exception_handler(Refusal, refuse)
    app.add_exception_handler(RequestValidationError, refuse_form)
    app.add_exception_handler(HTTPException, refuse_request)
    app.add_exception_handler(StoreFailed, store_failed)
    app.add_middleware(Guard, limits=limits or Limits(), counts=counts)
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
    return answer


async def store_failed(request: Request, error: Any) -> Response:
    logger.error("the store failed: %s", error)
    return problem(request, 503, "The store does not answer. Nothing was changed; try again.")
