"""What many nodes cost, and what holds when they are killed: `make nodes`. Prints one line for each thing tried.

Everything runs on this machine, over a PostgreSQL of its own with fsync: only ratios within a run mean something.
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "load"))
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import psycopg
from cluster import Cluster, Crowd, check
from rich.console import Console
from rich.table import Table
from sqlalchemy import create_engine
from test_kills import kept_steps, killed, restarted, trouble

import load
from postgres import HOST, Postgres
from sortilege.table.keep.face import Change, Job, News
from sortilege.table.keep.opening import open_keep
from sortilege.table.keep.schema import tables

ROW = {
    "game": "wizard_dice", "rules": "1", "content": "", "options": {}, "chairs": [], "version": 0, "maker": "",
    "invite": "", "watch": True, "shuffle": True, "clock": {}, "secret": "", "borrowed": 0, "made": 0, "open": True,
}  # fmt: skip


@dataclass
class Line:
    what: str
    target: str
    measured: str
    held: bool


def percentile(values: list[float], of_hundred: int) -> float:
    """In milliseconds."""
    return 1000 * statistics.quantiles(values, n=100)[of_hundred - 1] if len(values) > 1 else float("nan")


# What it costs.


def costs(wish: argparse.Namespace) -> list[Line]:
    """Processor time a move beside one process on a file, and how soon others hear."""

    def run(nodes: int, spread: str) -> tuple[float, load.Tally, float]:
        given = argparse.Namespace(
            tables=wish.tables, watchers=wish.watchers, seconds=wish.seconds, warm=2, nodes=nodes, spread=spread
        )
        tally, took, _ = load.measured(given, 0)
        return 1000 * tally.server_seconds / max(1, len(tally.latencies)), tally, len(tally.latencies) / took

    base, tally, rate = run(0, "hashed")
    found = [
        Line("one process on a file", "p99 under 150 ms",
             f"{rate:.0f} moves/s, {base:.2f} ms of processor, p99 {percentile(tally.latencies, 99):.0f} ms",
             percentile(tally.latencies, 99) < 150),
    ]  # fmt: skip
    for nodes, spread, most in ((1, "hashed", 1.1), (2, "hashed", 1.3), (2, "random", 1.7)):
        cost, tally, rate = run(nodes, spread)
        ratio = cost / base
        found.append(
            Line(f"{nodes} on PostgreSQL, {spread}", f"{most} times its processor time",
                 f"{rate:.0f} moves/s, {cost:.2f} ms: {ratio:.2f} times", ratio <= most)
        )  # fmt: skip
    late = percentile(tally.heard, 99)
    found.append(Line("heard at the other node", "p99 20 ms after the answer", f"p99 {late:.1f} ms", late <= 20))
    return found


# How soon a bot thinks.


def waits(postgres: Postgres) -> list[Line]:
    """From the commit that put a job to its beginning, with idle workers and behind two thousand others."""
    idle = asyncio.run(begin_times(postgres.fresh(), waiting=0, tried=200))
    behind = asyncio.run(begin_times(postgres.fresh(), waiting=2000, tried=50))
    return [
        Line("bot begins to think, idle workers", "p99 under 100 ms",
             f"p50 {percentile(idle, 50):.0f}, p99 {percentile(idle, 99):.0f} ms", percentile(idle, 99) < 100),
        Line("light asker behind 2,000 jobs", "p50 under 50 ms", f"p50 {percentile(behind, 50):.0f} ms",
             percentile(behind, 50) < 50),
    ]  # fmt: skip


async def begin_times(database: str, waiting: int, tried: int) -> list[float]:
    """Each job takes 2 ms; `waiting` of one asker lie there, and another puts one after the other."""
    keep = open_keep(database)
    heavy, light = [f"heavy{number}" for number in range(waiting)], [f"light{number}" for number in range(tried)]
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(tables.insert(), [{"id": name, **ROW} for name in (*heavy, *light)])
    engine.dispose()
    begun: dict[str, asyncio.Event] = {name: asyncio.Event() for name in light}
    busy = 0

    async def act(job: Job) -> Job | None:
        nonlocal busy
        busy += 1
        if job.table_id in begun:
            begun[job.table_id].set()
        await asyncio.sleep(0.002)
        busy -= 1
        return job if job.table_id.startswith("heavy") else None

    change = Change()
    for name in heavy:
        change.put(Job(name, 0, 0, 0, 0, "heavy", "10.0.0.1"))
    await keep.store.keep(change)
    keep.bus.listen(ignore)
    keep.jobs.open(act, asyncio.create_task, lambda: 0, lambda: 4 - busy)
    times = []
    for name in light:
        at = time.perf_counter()
        await keep.store.keep(Change().put(Job(name, 0, 0, 0, 0, "light", "10.0.0.2")))
        await asyncio.wait_for(begun[name].wait(), 30)
        times.append(time.perf_counter() - at)
    await keep.jobs.close()
    await keep.bus.close()
    await asyncio.to_thread(keep.store.close)
    return times


def ignore(news: News) -> None:
    """Nobody holds a table here."""


# What holds.


def nodes_killed(postgres: Postgres, kills: int) -> Line:
    database = postgres.fresh()
    with house(database, nodes=2) as cluster:
        crowd = Crowd(cluster.urls, bots=1)
        trouble(crowd, 8, lambda: killed(cluster, kills, crowd))
    faults = check(crowd.tally, kept_steps(database))
    back = max(crowd.tally.away, default=0.0)
    return Line(f"nodes killed -9, {kills} times", "0 lost, 0 doubled; streams back within 1.5 s",
                f"{len(crowd.tally.answered)} answers, {len(faults)} faults, {crowd.tally.again} asked again; "
                f"streams back p50 {percentile(crowd.tally.away, 50) / 1000:.1f} s, longest {back:.1f} s",
                not faults)  # fmt: skip


def workers_killed(postgres: Postgres, kills: int) -> Line:
    """Whoever has the job in hand is killed; the move has to come within 2 s of the end of its lease, once."""
    database = postgres.fresh()
    late: list[float] = []
    with house(database, nodes=1, workers=2, works=False) as cluster:
        crowd = Crowd(cluster.urls, bots=1)

        async def cause() -> None:
            for number in range(kills):
                worker = cluster.workers[number % 2]
                await asyncio.to_thread(worker.kill)
                gone = time.monotonic()
                await asyncio.to_thread(wait_free, database)
                late.append(time.monotonic() - gone)
                worker.start()
                await asyncio.sleep(1)

        trouble(crowd, 8, cause)
    faults = check(crowd.tally, kept_steps(database))
    return Line(f"workers killed -9, {kills} times", "its move within 2 s of the lease (1.5 s), once",
                f"{len(crowd.tally.answered)} answers, {len(faults)} faults; longest {max(late, default=0):.1f} s",
                not faults and max(late, default=0) < 3.5)  # fmt: skip


def wait_free(database: str) -> None:
    """Until nothing that was in somebody's hands when they died is left undone."""
    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        left = connection.execute("SELECT table_id, number FROM jobs WHERE holder IS NOT NULL").fetchall()
        until = time.monotonic() + 20
        while left and time.monotonic() < until:
            now = set(connection.execute("SELECT table_id, number FROM jobs WHERE due IS NOT NULL").fetchall())
            left = [each for each in left if each in now]
            time.sleep(0.02)


def database_restarted(postgres: Postgres, times: int) -> Line:
    database = postgres.fresh()
    with house(database, nodes=2) as cluster:
        crowd = Crowd(cluster.urls, bots=1)
        trouble(crowd, 8, lambda: restarted(postgres, times))
    faults = check(crowd.tally, kept_steps(database))
    return Line(f"database restarted hard, {times} times", "0 lost; goes on by itself",
                f"{len(crowd.tally.answered)} answers, {len(faults)} faults, {crowd.tally.again} asked again",
                not faults)  # fmt: skip


class Wire:
    """A connection to the database that can be cut: nothing passes then, and nobody hangs up."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.whole = threading.Event()
        self.whole.set()
        self.socket = socket.create_server((HOST, 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                here, _ = self.socket.accept()
                there = socket.create_connection((HOST, self.to))
            except OSError:
                return
            for source, target in ((here, there), (there, here)):
                threading.Thread(target=self.pass_on, args=(source, target), daemon=True).start()

    def pass_on(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                self.whole.wait()
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            each.close()


def cut_off(postgres: Postgres, times: int) -> Line:
    """One of two nodes reaches the database over a wire that is cut for four seconds."""
    database = postgres.fresh()
    wire = Wire(postgres.port)
    wired = database.replace(f":{postgres.port}/", f":{wire.port}/")
    with house(database, nodes=1) as sound, house(wired, nodes=1) as cut:
        crowd = Crowd([*sound.urls, *cut.urls], bots=1)

        async def cause() -> None:
            for _ in range(times):
                wire.whole.clear()
                await asyncio.sleep(4)
                wire.whole.set()
                await asyncio.sleep(2)

        trouble(crowd, 8, cause)
    faults = check(crowd.tally, kept_steps(database))
    return Line(f"node cut off from the database, {times} times", "0 lost; no answer takes over 3 s",
                f"{len(crowd.tally.answered)} answers, {len(faults)} faults; longest {crowd.tally.longest:.1f} s",
                not faults and crowd.tally.longest < 3)  # fmt: skip


def clocks_wrong(postgres: Postgres) -> Line:
    """Two nodes whose clocks on the wall differ by two minutes show the same time left."""
    database = postgres.fresh()
    with house(database, nodes=2, skews=(60, -60)) as cluster:
        wrong = asyncio.run(difference(cluster.urls))
    return Line("clocks of nodes wrong by ±60 s", "no clock wrong by more than 1 s", f"{wrong:.2f} s", wrong <= 1)


async def difference(urls: list[str]) -> float:
    crowd = Crowd(urls)
    anna, bert = await crowd.person("Anna"), await crowd.person("Bert")
    clock = {"kind": "game", "seconds": 600}
    wish = {"game": "wizard_dice", "seats": [{"kind": "anybody"}] * 2, "shuffle": False, "clock": clock}
    table = (await crowd.ask("POST", "/api/tables", anna, json=wish)).json()["id"]
    for seat, token in enumerate((anna, bert)):
        await crowd.ask("POST", f"/api/tables/{table}/seats/{seat}/sit", token, json={"addition": "00" * 16})
    begun = time.monotonic()
    await asyncio.sleep(3)
    wrong = []
    for url in urls:
        data = (await crowd.client.get(f"{url}/api/tables/{table}")).json()
        wrong.append(abs(600 - (time.monotonic() - begun) - data["seats"][0]["left_ms"] / 1000))
    await crowd.client.aclose()
    return max(wrong)


@contextmanager
def house(database: str, **given: Any) -> Iterator[Cluster]:
    """A cluster that is closed in the end."""
    cluster = Cluster(database, **given)
    try:
        yield cluster
    finally:
        cluster.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--kills", type=int, default=200, help="of nodes; a quarter of workers, a twentieth of others")
    parser.add_argument("--only", choices=["costs", "waits", "kills"], help="only this part")
    wish = parser.parse_args()
    few = max(1, wish.kills // 20)
    parts: dict[str, list[Callable[[Postgres], Line | list[Line]]]] = {
        "costs": [lambda _: costs(wish)],
        "waits": [waits],
        "kills": [
            lambda postgres: nodes_killed(postgres, wish.kills),
            lambda postgres: workers_killed(postgres, max(1, wish.kills // 4)),
            lambda postgres: database_restarted(postgres, few),
            lambda postgres: cut_off(postgres, few),
            clocks_wrong,
        ],
    }
    postgres = Postgres(durable=True)
    lines: list[Line] = []
    try:
        for name, tried in parts.items():
            for attempt in tried if wish.only in (None, name) else ():
                found = attempt(postgres)
                lines += found if isinstance(found, list) else [found]
                print(lines[-1].what, "|", lines[-1].measured, flush=True)
    finally:
        postgres.close()
    shown = Table("tried", "must reach", "measured", "", show_lines=True)
    for line in lines:
        shown.add_row(line.what, line.target, line.measured, "held" if line.held else "MISSED")
    Console(width=150).print(shown)
    print(f"{multiprocessing.cpu_count()} processors; load before and after has to be small for the figures to count:",
          os.getloadavg())  # fmt: skip
    sys.exit(not all(line.held for line in lines))


if __name__ == "__main__":
    main()
