"""A web table for tests: the server in a thread, and people who play at it over HTTP."""

import asyncio
import json
import multiprocessing
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from sortilege.table.play.hall import Hall
from sortilege.table.web.app import make_app
from sortilege.table.web.guard import Limits
from sortilege.table.web.people import COOKIE
from sortilege.table.web.server import make_server

FREE = Limits(rate=1e9, burst=1e9, streams=10_000, share=1e9, spell=1e9, newcomers=1e9)

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["sortilege.table.web.app", "sortilege.table.play.work", "sortilege.table.keep.postgres"])
"""Processes begin with all libraries read: who starts many does not wait for that each time."""


class House:
    """The app on a port of its own. It can be closed and opened again over the same database."""

    def __init__(
        self, folder: Path, limits: Limits = FREE, pace: float = 0.0, port: int = 0, database: str = ""
    ) -> None:
        self.folder, self.limits, self.pace, self.port = folder, limits, pace, port
        self.database = database or f"sqlite:///{folder}/table.db"
        self.open()

    def open(self) -> None:
        self.app: FastAPI = make_app(self.database, self.limits, self.pace, thinkers=0)
        self.server = make_server(self.app, port=self.port, log_level="warning")
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def person(self, name: str) -> "Person":
        client = self.stranger()
        answer = client.post("/api/people", json={"name": name})
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        client.cookies.set(COOKIE, answer.json()["token"])
        return Person(client)

    def stranger(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=60, trust_env=False, verify=False)

    def run(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        loop = next(iter(self.server.servers)).get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)


@dataclass
class Person:
    """Somebody with a token, which pages get as a cookie."""

    client: httpx.Client

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object | None = None) -> httpx.Response:
        return self.client.post(path, json=body)

    def make(self, game: str, seats: list[str], **wishes: Any) -> str:
        """A new table; seats are "me", "link", "anybody" or "bot:NAME". Sits down where it is "me"."""
        wish = [dict(zip(("kind", "bot"), seat.split(":"))) for seat in seats]
        answer = self.post("/api/tables", {"game": game, "seats": wish, "shuffle": False, **wishes})
        assert answer.status_code == 201, answer.text
        table = answer.json()
        if table["you"] is not None:
            self.sit(table["id"], table["you"])
        return str(table["id"])

    def sit(self, table: str, seat: int, invite: str = "") -> httpx.Response:
        body = {"addition": secrets.token_hex(16), "invite": invite}
        return self.post(f"/api/tables/{table}/seats/{seat}/sit", body)

    def table(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}")

    def moves(self, table: str) -> list[str]:
        return list(self.get(f"/api/tables/{table}/moves")["moves"])

    def play(self, table: str, move: str, number: int | None = None) -> httpx.Response:
        at = self.table(table)["number"] if number is None else number
        return self.post(f"/api/tables/{table}/moves", {"move": move, "number": at})


Event = tuple[str, str, dict[str, Any]]


@contextmanager
def following(person: Person, table: str, heard: str = "") -> Iterator[Iterator[Event]]:
    headers = {"last-event-id": heard} if heard else {}
    with person.client.stream("GET", f"/api/tables/{table}/stream", headers=headers) as stream:
        yield events_of(stream.iter_lines())


def events_of(lines: Iterator[str]) -> Iterator[Event]:
    """Id, kind and data of each event."""
    found: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        found[name] = value
        if name == "data":
            yield found["id"], found["event"], json.loads(value)


def play_out(table: str, players: list[Person], decisions: int = 60) -> None:
    """Play any legal moves; after so many decisions bots take over and play to the end."""
    chance = secrets.SystemRandom()
    seats = {player.table(table)["you"]: player for player in players}
    for _ in range(decisions):
        stands = players[0].table(table)
        if stands["phase"] == "over":
            return
        mover = seats.get(stands["turn"])
        if mover is not None and (moves := mover.moves(table)):
            answer = mover.play(table, chance.choice(moves), stands["number"])
            assert answer.status_code in (200, 409), answer.text
    for seat, player in seats.items():
        player.post(f"/api/tables/{table}/seats/{seat}/bot", {"bot": "random"})
    until = time.monotonic() + 120
    while players[0].table(table)["phase"] != "over":
        assert time.monotonic() < until, "the game did not end"
        time.sleep(0.05)


def wait_for(true: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.02)


async def leave_it(*_: object) -> None:
    """A bot that does not play, for houses with many tables."""
