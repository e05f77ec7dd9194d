"""How many moves the table keeps: `python tests/load/load.py`.

A server of its own, tables of three API players each, and watchers; server and load share the machine. Every player
follows the stream of its table and answers as soon as it is its turn. A move counts when its answer is there: it is
then committed and synced. Latency is from the request to that answer.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import uvloop
from sqlalchemy import create_engine, text

sys.path.insert(0, str(Path(__file__).parents[1]))
from postgres import Postgres

HOST = "127.0.0.1"
SERVE = Path(__file__).with_name("serve.py")
BOARDGAME = "boardgame.io"
BOARDGAME_SCRIPT = Path(__file__).with_name("boardgame.mjs").resolve()
BOARDGAME_FOLDER = Path(__file__).parents[2] / "build/boardgame.io"
SEATS = 3
GAME_MOVES = 194
"""So many moves has a game of three who play anything, on the average."""
REST = 0.03
"""Who uses no more of a processor in half a second is at rest."""
LATE_SECONDS = 0.5
"""So long a watcher's news waits to be compared with the answer."""


class Link(asyncio.Protocol):
    """A connection for requests, one at a time. Only what the load needs of HTTP."""

    def __init__(self) -> None:
        self.buffer = b""
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.free = asyncio.Lock()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, end, body = self.buffer.partition(b"\r\n\r\n")
        if not end:
            return
        at = head.lower().find(b"content-length:")
        length = int(head[at + 15 :].split(b"\r\n", 1)[0])
        if len(body) >= length and self.answer is not None and not self.answer.done():
            self.buffer = b""
            self.answer.set_result((int(head[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server hung up"))

    async def request(self, method: str, path: str, token: str, data: object = None) -> tuple[int, bytes]:
        body = json.dumps(data).encode() if data is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + body)
        return await self.answer


class Ear(asyncio.Protocol):
    """A stream that is followed."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        self.request, self.hear = request, hear
        self.buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        *events, self.buffer = (self.buffer + data).split(b"\n\n")
        for event in events:
            self.hear(event)


@dataclass
class Tally:
    measuring: bool = False
    latencies: list[float] = field(default_factory=list)
    answered: dict[tuple[str, int], float] = field(default_factory=dict)
    heard: list[float] = field(default_factory=list)
    events: int = 0
    refused: int = 0
    games: int = 0
    server_seconds: float = 0.0
    load_seconds: float = 0.0
    begun: int = 0


@dataclass
class Load:
    ports: list[int]
    tally: Tally
    pause: float
    spread: str
    tasks: set[Any] = field(default_factory=set)
    stopped: bool = False

    def port(self, table: str = "") -> int:
        """Where to ask: the node that a proxy would choose for this table, or any."""
        if table and self.spread == "hashed":
            return self.ports[zlib.crc32(table.encode()) % len(self.ports)]
        return random.choice(self.ports)

    async def link(self, table: str = "") -> Link:
        _, link = await asyncio.get_running_loop().create_connection(Link, HOST, self.port(table))
        return link

    async def follow(self, table: str, token: str, hear: Callable[[bytes], None]) -> Ear:
        request = f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {HOST}\r\nauthorization: Bearer {token}\r\n\r\n"
        _, ear = await asyncio.get_running_loop().create_connection(
            lambda: Ear(request.encode(), hear), HOST, self.port(table)
        )
        return ear

    def spawn(self, work: Any) -> None:
        if self.stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def player(self, link: Link, table: str, token: str, turns: Iterator[int], over: Callable[[], None]) -> Ear:
        """Somebody who plays until all is over, or no turn is left at this table."""

        def hear(event: bytes) -> None:
            self.tally.events += 1
            if b'"moves":["' in event:
                if not next(turns, 0):
                    over()
                    return
                self.spawn(self.move(link, table, token, json.loads(event.split(b"data: ", 1)[1])))
            elif b'"over":true' in event:
                over()

        return await self.follow(table, token, hear)

    async def move(self, link: Link, table: str, token: str, position: dict[str, Any]) -> None:
        if self.pause:
            await asyncio.sleep(random.expovariate(1 / self.pause))
        move = {"move": random.choice(position["moves"]), "number": position["number"]}
        async with link.free:
            begun = time.perf_counter()
            status, placed = await link.request("POST", f"/api/tables/{table}/moves", token, move)
            if self.tally.measuring:
                if status == 200:
                    answered = time.perf_counter()
                    self.tally.latencies.append(answered - begun)
                    self.tally.answered[table, json.loads(placed)["number"]] = answered
                else:
                    self.tally.refused += 1

    async def table(self, watchers: int) -> None:
        """One table after the other, for ever. The first is left at any turn: not all begin and end at one moment."""
        link = await self.link()
        most = random.randrange(1, GAME_MOVES)
        tokens = [await self.token(link) for _ in range(SEATS)]
        watcher = await self.token(link)
        while True:
            over = asyncio.Event()
            seats = [{"kind": "anybody"}] * SEATS
            _, made = await link.request("POST", "/api/tables", tokens[0], {"game": "wizard_dice", "seats": seats})
            table = json.loads(made)["id"]
            links = [await self.link(table) for _ in tokens]
            turns, most = iter(range(1, most)), sys.maxsize
            ears = [await self.player(mine, table, token, turns, over.set) for mine, token in zip(links, tokens)]
            for _ in range(watchers):
                ears.append(await self.follow(table, watcher, partial(self.watch, table)))
            for seat, token in enumerate(tokens):
                addition = {"addition": secrets.token_hex(16)}
                await link.request("POST", f"/api/tables/{table}/seats/{seat}/sit", token, addition)
            self.tally.begun += 1
            await over.wait()
            self.tally.games += self.tally.measuring
            for ear in ears:
                ear.transport.close()
            for mine in links:
                async with mine.free:  # the answer to the last move may come after the news that all is over
                    mine.transport.close()

    async def token(self, link: Link) -> str:
        _, made = await link.request("POST", "/api/people", "", {})
        return str(json.loads(made)["token"])

    def watch(self, table: str, event: bytes) -> None:
        """How long after its answer a watcher hears of a move; one who hears it before is not late."""
        self.tally.events += 1
        at = event.find(b"id: ")
        if self.tally.measuring and at >= 0:
            number = int(event[at + 4 : event.index(b"-", at)])
            asyncio.get_running_loop().call_later(LATE_SECONDS, self.late, table, number, time.perf_counter())

    def late(self, table: str, number: int, heard: float) -> None:
        if (table, number) in self.tally.answered:
            self.tally.heard.append(max(0.0, heard - self.tally.answered[table, number]))


def processor_seconds(process: int) -> float:
    """What a process has used of the processors so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(ports: list[int], servers: list[int], wish: argparse.Namespace, pause: float) -> tuple[Tally, float]:
    tally = Tally()
    tables, watchers = wish.tables, wish.watchers
    load = Load(ports, tally, pause, wish.spread)
    for port in ports:
        await reachable(port)
    for server in servers:
        await at_rest(server)
    for number in range(tables):
        load.spawn(load.table(watchers * (number + 1) // tables - watchers * number // tables))
    while tally.begun < tables:
        await asyncio.sleep(0.1)
    await asyncio.sleep(wish.warm)
    gc.disable()  # a pause of ours would be taken for one of theirs
    tally.measuring, tally.events, begun = True, 0, time.perf_counter()
    used = sum(map(processor_seconds, servers)), time.process_time()
    await asyncio.sleep(wish.seconds)
    tally.measuring = False
    took = time.perf_counter() - begun
    gc.enable()
    tally.server_seconds = sum(map(processor_seconds, servers)) - used[0]
    tally.load_seconds = time.process_time() - used[1]
    load.stopped = True
    for task in load.tasks:
        task.cancel()
    await asyncio.gather(*load.tasks, return_exceptions=True)
    return tally, took


async def reachable(port: int) -> None:
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection(HOST, port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


async def at_rest(server: int) -> None:
    """Until it has done what it does once, at its start."""
    used = -1.0
    while processor_seconds(server) - used > REST:
        used = processor_seconds(server)
        await asyncio.sleep(0.5)


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm", type=float, default=3, help="seconds from the last table's start to the measurement")
    parser.add_argument(
        "--pause",
        type=float,
        nargs="*",
        default=[0, 0.1],
        help="seconds that a player thinks; one run each",
    )
    parser.add_argument("--nodes", type=int, default=0, help="so many nodes on PostgreSQL; 0: one process on a file")
    parser.add_argument("--spread", choices=["hashed", "random"], default="hashed", help="how people come to nodes")
    parser.add_argument(
        "--beside", metavar="PYTHON", help=f"one that has another version, asked in turn; or {BOARDGAME} with its files"
    )
    parser.add_argument("--rounds", type=int, default=3, help="of both")
    wish = parser.parse_args()
    allow_many()
    if wish.beside == BOARDGAME:
        print(beside_boardgame(wish, wish.rounds))
        return
    if wish.beside:
        print(beside(wish, wish.beside, wish.rounds))
        return
    for pause in wish.pause:
        measure(wish, pause)


def allow_many() -> None:
    """As many connections as the system lets us have."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)


@dataclass
class Ratios:
    """This version beside another, both asked in turn: the middle of what each took."""

    mine: list["Run"] = field(default_factory=list)
    others: list["Run"] = field(default_factory=list)

    @property
    def cost(self) -> float:
        return middle(self.mine, "cost") / middle(self.others, "cost")

    @property
    def rate(self) -> float:
        return middle(self.mine, "rate") / middle(self.others, "rate")

    def __str__(self) -> str:
        lines = [
            f"{name}: {middle(runs, 'rate'):.0f} moves/s, {middle(runs, 'cost'):.3f} ms of processor a move, p99 "
            f"{middle(runs, 'p99'):.0f} ms, of {len(runs)}; of processor {', '.join(f'{run.cost:.3f}' for run in runs)}"
            for name, runs in (("now", self.mine), ("before", self.others))
        ]
        return "\n".join([*lines, f"{self.cost:.2f} times the processor time, {self.rate:.2f} times the moves/s"])


@dataclass
class Run:
    """What one run took; times in milliseconds."""

    tally: Tally
    took: float
    kept: int

    @property
    def rate(self) -> float:
        return len(self.tally.latencies) / self.took

    @property
    def cost(self) -> float:
        return 1000 * self.tally.server_seconds / max(1, len(self.tally.latencies))

    @property
    def p99(self) -> float:
        return 1000 * statistics.quantiles(self.tally.latencies, n=100)[98]


def middle(runs: Sequence[object], what: str) -> float:
    return statistics.median(getattr(run, what) for run in runs)


def beside(wish: argparse.Namespace, other: str, rounds: int) -> Ratios:
    found = Ratios()
    for _ in range(rounds):
        found.others.append(measured(wish, 0, other))
        found.mine.append(measured(wish, 0))
    return found


def beside_boardgame(wish: argparse.Namespace, rounds: int) -> "BesideBoardgame":
    """In turn with its server and file store, as many tables and watchers; `make boardgame.io` fetches it."""
    found = BesideBoardgame()
    for _ in range(rounds):
        found.theirs.append(boardgame(wish))
        found.mine.append(measured(wish, 0))
    return found


@dataclass
class BesideBoardgame:
    """Our moves, each synced, beside theirs, which are written and not synced."""

    mine: list[Run] = field(default_factory=list)
    theirs: list["Theirs"] = field(default_factory=list)

    def __str__(self) -> str:
        rate, cost = ([middle(runs, what) for runs in (self.mine, self.theirs)] for what in ("rate", "cost"))
        return (
            f"{rate[0]:.0f} moves/s, {BOARDGAME} {rate[1]:.0f}: {rate[0] / rate[1]:.1f} times; {cost[0]:.3f} and "
            f"{cost[1]:.3f} ms of processor a move: {cost[1] / cost[0]:.1f} times as many for each second of it, "
            f"of {len(self.mine)}"
        )


class Theirs(NamedTuple):
    """Moves answered a second, and milliseconds of the server's processor time for each."""

    rate: float
    cost: float


def boardgame(wish: argparse.Namespace) -> Theirs:
    port = str(free_port())
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        server = subprocess.Popen(
            ["node", BOARDGAME_SCRIPT, "serve", port, folder],
            cwd=BOARDGAME_FOLDER,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            asyncio.run(reachable(int(port)))
            given = [port, wish.tables, wish.watchers, wish.seconds, GAME_MOVES, server.pid]
            load = ["node", BOARDGAME_SCRIPT, "play", *map(str, given)]
            said = subprocess.run(load, cwd=BOARDGAME_FOLDER, check=True, capture_output=True, text=True, timeout=300)
        finally:
            server.terminate()
            server.wait()
    moves, ticks = map(int, said.stdout.split())
    return Theirs(moves / wish.seconds, 1000 * ticks / os.sysconf("SC_CLK_TCK") / max(1, moves))


def measure(wish: argparse.Namespace, pause: float) -> None:
    """One run over a house and a database of its own."""
    run = measured(wish, pause)
    where = f"{wish.nodes} nodes on PostgreSQL, {wish.spread}" if wish.nodes else "one process on a SQLite file"
    who = f"{wish.tables} tables of {SEATS} players who think {pause:g} s, {wish.watchers} watchers"
    print(f"{where}: {who}, {run.took:.1f} s")
    report(run.tally, run.took, run.kept)


def measured(wish: argparse.Namespace, pause: float, python: str = sys.executable) -> Run:
    """What was answered and heard, in how many seconds, and how many moves are kept."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, ExitStack() as house:
        database = f"sqlite:///{folder}/load.db"
        if wish.nodes:
            postgres = Postgres(durable=True)
            house.callback(postgres.close)
            database = postgres.fresh()
        ports = [free_port() for _ in range(wish.nodes or 1)]
        servers = [subprocess.Popen([python, SERVE, str(port), database], start_new_session=True) for port in ports]
        try:
            tally, took = uvloop.run(run(ports, [server.pid for server in servers], wish, pause))
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait()
        engine = create_engine(database)
        with engine.connect() as connection:
            moves = text("SELECT count(*) FROM steps WHERE text NOT LIKE '*%'")
            kept = int(connection.execute(moves).scalar() or 0)
        engine.dispose()
    return Run(tally, took, kept)


def report(tally: Tally, took: float, kept: int) -> None:
    cuts = statistics.quantiles(tally.latencies, n=100)
    print(f"moves answered, each committed and synced: {len(tally.latencies) / took:.0f} a second")
    print(f"request to answer: p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms")
    print(f"events heard: {tally.events / took:.0f} a second; games ended: {tally.games}; refused: {tally.refused}")
    if tally.heard:
        late = statistics.quantiles(tally.heard, n=100)
        print(f"heard by watchers after the answer: p50 {late[49] * 1000:.1f} ms, p99 {late[98] * 1000:.1f} ms")
    print(f"moves in the database at the end, warming up included: {kept}")
    each = [seconds * 1000 / max(1, len(tally.latencies)) for seconds in (tally.server_seconds, tally.load_seconds)]
    print(f"processor time a move: server {each[0]:.2f} ms, load {each[1]:.2f} ms")


if __name__ == "__main__":
    main()
