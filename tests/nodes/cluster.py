"""A house of many processes for tests: nodes and workers that can be killed, and people who ask again elsewhere."""

import asyncio
import json
import logging
import os
import random
import secrets
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from house import FORKS, FREE
from sortilege.table import run_server
from sortilege.table.keep.opening import open_keep
from sortilege.table.play.thinking import Thinkers
from sortilege.table.play.work import work_at
from sortilege.table.web.app import make_app

HOST = "127.0.0.1"
PATIENCE_SECONDS = 10.0
FOLLOW_AGAIN_SECONDS = 0.5
"""So long after it was refused a page opens its stream again."""


def serve(port: int, database: str, works: bool, skew: int) -> None:
    alone()
    if skew:
        set_wall(skew)
    run_server(make_app(database, FREE, pace=0, thinkers=0, works=works), HOST, port, "error")


def work(database: str, name: str) -> None:
    alone()
    keep = open_keep(database)
    keep.jobs.me = name  # type: ignore[attr-defined]
    asyncio.run(work_at(keep, Thinkers(0), 0))


def alone() -> None:
    """Ctrl-C is for who began all this, and that the store fails is meant."""
    os.setsid()
    logging.getLogger("sortilege.table").setLevel(logging.CRITICAL)


def set_wall(seconds: int) -> None:
    """This process's clock on the wall is wrong by so much."""
    from sortilege.table.play import clock

    true = clock.time_ns
    clock.time_ns = lambda: true() + seconds * 1_000_000_000  # type: ignore[assignment]


@dataclass
class Process:
    """A node or a worker."""

    target: Callable[..., None]
    given: tuple[Any, ...]
    port: int = 0

    def start(self) -> None:
        self.process = FORKS.Process(target=self.target, args=self.given, daemon=True)
        self.process.start()

    def send(self, how: signal.Signals) -> None:
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, how)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.process.join()

    def end(self) -> None:
        self.send(signal.SIGTERM)
        self.process.join(10)
        self.kill()

    def wait(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if httpx.get(f"http://{HOST}:{self.port}/healthz", trust_env=False, verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("a node did not start")


class Cluster:
    """Nodes and workers over one database. Each node keeps its port while it is away."""

    def __init__(
        self, database: str, nodes: int = 2, workers: int = 0, works: bool = True, skews: tuple[int, ...] = ()
    ) -> None:
        self.held = [hold() for _ in range(nodes)]
        ports = [each.getsockname()[1] for each in self.held]
        wrong = [*skews, *[0] * nodes]
        self.nodes = [Process(serve, (port, database, works, wrong[n]), port) for n, port in enumerate(ports)]
        self.workers = [Process(work, (database, f"worker {number}")) for number in range(workers)]
        for each in (*self.nodes, *self.workers):
            each.start()
        for each in self.nodes:
            each.wait()

    @property
    def urls(self) -> list[str]:
        return [f"http://{HOST}:{node.port}" for node in self.nodes]

    def close(self) -> None:
        for each in (*self.nodes, *self.workers):
            each.send(signal.SIGTERM)
        for each in (*self.nodes, *self.workers):
            each.end()
        for each in self.held:
            each.close()


def hold() -> socket.socket:
    """A port that nobody else gets; it never listens."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind((HOST, 0))
    return held


@dataclass
class Tally:
    """What was answered, and what watchers were told."""

    answered: dict[tuple[str, int], str] = field(default_factory=dict)
    again: int = 0
    refused: int = 0
    waits: list[float] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    heard: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    longest: float = 0.0
    ended: int = 0
    failed: Counter[int] = field(default_factory=Counter)
    """How often which answer said that it could not be done now; 0: there was none."""


class Crowd:
    """Tables of two people who play whatever they may, at any node, and a watcher for each."""

    def __init__(self, urls: list[str], bots: int = 0, seed: int = 2026, bot: str = "random") -> None:
        self.urls = urls
        self.bots = [{"kind": "bot", "bot": bot}] * bots
        self.chance = random.Random(seed)
        self.tally = Tally()
        self.enough = False
        self.client = httpx.AsyncClient(
            timeout=httpx.Timeout(PATIENCE_SECONDS),
            trust_env=False,
            verify=False,
            limits=httpx.Limits(max_connections=500),
        )

    def node(self, silent: str = "") -> str:
        """Any node; where one was silent, another, as a proxy chooses."""
        return self.chance.choice([url for url in self.urls if url != silent] or self.urls)

    async def ask(self, method: str, path: str, token: str = "", key: str = "", **given: Any) -> httpx.Response:
        """Ask any node; where it is away, or can keep nothing just now, another one, until one answers."""
        headers = ({"authorization": f"Bearer {token}"} if token else {}) | ({"idempotency-key": key} if key else {})
        begun, url = time.monotonic(), ""
        while True:
            url = self.node(url)
            asked = time.monotonic()
            try:
                answer = await self.client.request(method, url + path, headers=headers, **given)
                self.tally.longest = max(self.tally.longest, time.monotonic() - asked)
                if answer.status_code < 500:
                    self.tally.waits.append(time.monotonic() - begun)
                    return answer
                self.tally.failed[answer.status_code] += 1
            except httpx.TransportError:
                self.tally.failed[0] += 1
            self.tally.longest = max(self.tally.longest, time.monotonic() - asked)
            self.tally.again += 1
            await asyncio.sleep(0.05)

    async def person(self, name: str) -> str:
        return str((await self.ask("POST", "/api/people", json={"name": name})).json()["token"])

    async def table(self, bots: bool = True) -> None:
        """One game after the other, with bots or without."""
        tokens = [await self.person("Anna"), await self.person("Bert")]
        while not self.enough:
            seats = [{"kind": "anybody"}] * 2 + self.bots * bots
            wish = {"game": "wizard_dice", "seats": seats, "shuffle": False}
            made = await self.ask("POST", "/api/tables", tokens[0], secrets.token_hex(8), json=wish)
            table = made.json()["id"]
            for seat, token in enumerate(tokens):
                addition = {"addition": secrets.token_hex(16)}
                await self.ask("POST", f"/api/tables/{table}/seats/{seat}/sit", token, json=addition)
            watching = asyncio.create_task(self.watch(table))
            await self.play(table, tokens)
            await asyncio.wait_for(watching, 60)

    async def play(self, table: str, tokens: list[str]) -> None:
        while True:
            stands = (await self.ask("GET", f"/api/tables/{table}")).json()
            if stands["phase"] == "over" or self.enough:
                self.tally.ended += stands["phase"] == "over"
                return
            if stands["turn"] is None or stands["turn"] > 1:
                await asyncio.sleep(0.02)
                continue
            token, number = tokens[stands["turn"]], stands["number"]
            found = (await self.ask("GET", f"/api/tables/{table}/moves", token)).json()
            if found["number"] == number and found["moves"]:
                await self.move(table, token, stands["turn"], number, self.chance.choice(list(found["moves"])))

    async def move(self, table: str, token: str, seat: int, number: int, move: str) -> None:
        """Send a move until it is answered; it is ours, so nobody can have been quicker."""
        answer = await self.ask("POST", f"/api/tables/{table}/moves", token, json={"move": move, "number": number})
        if answer.status_code == 200:
            if self.tally.answered.setdefault((table, number), f"{seat} {move}") != f"{seat} {move}":
                self.tally.faults.append(f"{table} {number} was answered for two moves")
        else:
            self.tally.refused += 1

    async def watch(self, table: str) -> None:
        """Follow a table from its first step; a stream that breaks is opened again, somewhere, as a browser does."""
        ear, url = Ear(table, self.tally), ""
        while not (self.enough or ear.over):
            url = self.node(url)
            refused = False
            try:
                path, headers = f"{url}/api/tables/{table}/stream", {"last-event-id": ear.mark}
                async with self.client.stream("GET", path, headers=headers, timeout=30) as stream:
                    refused = stream.status_code != 200
                    async for line in stream.aiter_lines():
                        ear.take(line)
                        if self.enough or ear.over:
                            return
            except httpx.TransportError:
                pass
            ear.broke()
            await asyncio.sleep(FOLLOW_AGAIN_SECONDS if refused else ear.retry)


class Ear:
    """What a browser makes of a stream: an event counts, and its id, when it is there to its end."""

    def __init__(self, table: str, tally: Tally) -> None:
        self.table = table
        self.tally = tally
        self.steps = tally.heard.setdefault(table, [])
        self.mark = "0-0"
        self.retry = 1.0
        self.broken: float | None = None
        self.over = False
        self.event: dict[str, str] = {}

    def take(self, line: str) -> None:
        name, _, value = line.partition(": ")
        if line:
            self.event[name] = value
            return
        event, self.event = self.event, {}
        self.retry = int(event.get("retry", 1000 * self.retry)) / 1000
        if "data" in event:
            self.mark = event["id"]
            self.hear(json.loads(event["data"]))

    def hear(self, data: dict[str, Any]) -> None:
        if self.broken is not None:
            self.tally.away.append(time.monotonic() - self.broken)
            self.broken = None
        self.steps += data.get("steps", ())
        if len(self.steps) != int(self.mark.split("-")[0]):
            self.tally.faults.append(f"{self.table}: {len(self.steps)} steps heard at {self.mark}")
        self.over = bool(data.get("over"))

    def broke(self) -> None:
        self.event = {}
        self.broken = self.broken or time.monotonic()


def check(tally: Tally, kept: dict[str, list[str]]) -> list[str]:
    """Everything that is not as it should be: answers that are not on file, steps that watchers were told otherwise."""
    faults = list(tally.faults)
    for (table, number), text in tally.answered.items():
        there = kept.get(table, [])[number : number + 1]
        if there != [text]:
            faults.append(f"{table} {number}: {text!r} was answered, {there} is kept")
    for table, steps in tally.heard.items():
        if steps != kept.get(table, [])[: len(steps)]:
            faults.append(f"{table}: watchers were told something else than what is kept")
    return faults
