"""What many nodes cost, and what holds when they are killed: `make nodes`. Prints one line for each thing tried.

Everything runs on this machine, over a PostgreSQL of its own with fsync: only ratios within a run mean something.
"""

import argparse
import asyncio
import multiprocessing
import os
import signal
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


class Patience:
    """How long something is tried again: so often, so many minutes, and until Ctrl-C."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self.stopped = False
        for way in (signal.SIGINT, signal.SIGTERM):
            signal.signal(way, self.stop)

    def stop(self, *_: object) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        print("What is being tried comes to its end; Ctrl-C once more breaks it off.", flush=True)
        self.stopped = True

    def turns(self, most: int) -> Iterator[int]:
        until = time.monotonic() + 60 * self.minutes
        for number in range(most):
            if self.stopped or time.monotonic() > until:
                return
            yield number


def percentile(values: list[float], of_hundred: int) -> float:
    """In milliseconds."""
    return 1000 * statistics.quantiles(values, n=100)[of_hundred - 1] if len(values) > 1 else float("nan")


# What it costs.


def one_process(wish: argparse.Namespace) -> list[Line]:
    """One process on a file beside the version before, if it was built (`make before`)."""
    others = sorted(Path("build/before").glob("*/.venv/bin/python"))
    if not others:
        return [Line("one process on a file", "beside the version before", "`make before` builds it", False)]
    found = load.beside(spread_over(wish, 0, "hashed"), str(others[-1]), wish.rounds)
    return [
        Line("one process: processor time a move", "0.75 times that of before",
             f"{found.cost:.2f} times: {load.middle(found.mine, 'cost'):.2f} ms", found.cost <= 0.75),
        Line("one process: moves/s", "1.3 times as many as before",
             f"{found.rate:.2f} times: {load.middle(found.mine, 'rate'):.0f}", found.rate >= 1.3),
        Line("one process: request to answer", "p99 under 150 ms", f"{load.middle(found.mine, 'p99'):.0f} ms",
             load.middle(found.mine, "p99") < 150),
    ]  # fmt: skip


def another(wish: argparse.Namespace) -> list[Line]:
    """One process beside boardgame.io's file store, if it was fetched (`make boardgame.io`)."""
    if not (load.BOARDGAME_FOLDER / "node_modules").exists():
        return [
            Line("against boardgame.io's file store", "5 times its moves/s", "`make boardgame.io` fetches it", False)
        ]
    found = load.beside_boardgame(spread_over(wish, 0, "hashed"), wish.rounds)
    return [Line("against boardgame.io's file store", "5 times its moves/s, each synced", str(found), found.rate >= 5)]


def spread_over(wish: argparse.Namespace, nodes: int, spread: str) -> argparse.Namespace:
    return argparse.Namespace(**vars(wish) | {"warm": 2, "nodes": nodes, "spread": spread})


def costs(wish: argparse.Namespace) -> list[Line]:
    """Processor time a move beside one process on a file, and how soon others hear; all of them in turn."""
    ways = ((0, "hashed", 1.0), (1, "hashed", 1.1), (2, "hashed", 1.3), (2, "random", 1.7))
    runs: dict[tuple[int, str], list[load.Run]] = {}
    for _ in wish.patience.turns(wish.rounds):
        for nodes, spread, _ in ways:
            runs.setdefault((nodes, spread), []).append(load.measured(spread_over(wish, nodes, spread), 0))
    base, found = load.middle(runs[0, "hashed"], "cost"), []
    for nodes, spread, most in ways[1:]:
        mine = runs[nodes, spread]
        cost = load.middle(mine, "cost")
        measured = f"{load.middle(mine, 'rate'):.0f} moves/s, {cost:.2f} ms: {cost / base:.2f} times, of {len(mine)}"
        found.append(Line(f"{nodes} on PostgreSQL, {spread}", f"{most} times the processor time of one process",
                          measured, cost / base <= most))  # fmt: skip
    late = percentile([each for run in runs[2, "random"] for each in run.tally.heard], 99)
    return [*found, Line("heard at the other node", "p99 20 ms after the answer", f"p99 {late:.1f} ms", late <= 20)]


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


def nodes_killed(postgres: Postgres, patience: Patience, kills: int) -> list[Line]:
    database, done = postgres.fresh(), 0
    with house(database, nodes=2) as cluster:
        crowd = Crowd(cluster.urls, bots=1)

        async def cause() -> None:
            nonlocal done
            for number in patience.turns(kills):
                await killed(cluster, 1, crowd)
                done = number + 1

        trouble(crowd, 8, cause)
    faults, back = check(crowd.tally, kept_steps(database)), crowd.tally.away
    tell_faults(faults)
    return [
        Line(f"nodes killed -9, {done} times", "0 answered moves lost or doubled, no gap for watchers",
             f"{len(crowd.tally.answered)} answers, {len(faults)} faults, {crowd.tally.again} asked again", not faults),
        Line("streams are back", "within 1.5 s",
             f"p50 {percentile(back, 50) / 1000:.2f} s, p99 {percentile(back, 99) / 1000:.2f} s, "
             f"longest {max(back, default=0.0):.2f} s of {len(back)}", max(back, default=0.0) <= 1.5),
    ]  # fmt: skip


def tell_faults(faults: list[str]) -> None:
    for fault in faults[:10]:
        print("  ", fault, flush=True)


def workers_killed(postgres: Postgres, patience: Patience, kills: int) -> list[Line]:
    """Whoever thinks is killed; the move has to come within 2 s of the end of the lease, once."""
    database = postgres.fresh()
    late: list[float] = []
    with house(database, nodes=1, workers=2, works=False) as cluster:
        crowd = Crowd(cluster.urls, bots=1, bot="adept")

        async def cause() -> None:
            for _ in patience.turns(kills):
                late.append(await asyncio.to_thread(kill_thinker, database, cluster))

        trouble(crowd, 4, cause)
    faults = check(crowd.tally, kept_steps(database))
    tell_faults(faults)
    return [
        Line(f"workers killed -9 while thinking, {len(late)} times", "the move within 2 s of the lease, once",
             f"{len(crowd.tally.answered)} answers, {len(faults)} faults; after the lease p50 "
             f"{percentile(late, 50) / 1000:.2f} s, longest {max(late, default=0):.2f} s",
             not faults and max(late, default=0) < 2)
    ]  # fmt: skip


def kill_thinker(database: str, cluster: Cluster) -> float:
    """How long after the end of its lease what a worker had in hand when it was killed was done by another."""
    with psycopg.connect(database.replace("+psycopg", ""), autocommit=True) as connection:
        held, until = None, time.monotonic() + 30
        while held is None:
            assert time.monotonic() < until, "nobody thinks"
            time.sleep(0.005)
            held = connection.execute("SELECT holder, table_id, number FROM jobs WHERE until IS NOT NULL").fetchone()
        holder, table, number = held
        worker = next(each for each in cluster.workers if each.given[1] == holder)
        worker.kill()
        lease = connection.execute("SELECT until FROM jobs WHERE table_id = %s AND holder = %s", (table, holder))
        ends = next(iter(lease.fetchall()), None)
        worker.start()
        if ends is None:
            return 0.0  # it had come to its end
        kept = "SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint - %s, EXISTS (SELECT FROM steps WHERE " \
               "table_id = %s AND number = %s)"  # fmt: skip
        while True:
            since, there = connection.execute(kept, (ends[0], table, number)).fetchone() or (0, False)
            if there or since > 20_000:
                return max(0.0, float(since) / 1000)
            time.sleep(0.01)


def database_restarted(postgres: Postgres, patience: Patience, times: int) -> list[Line]:
    database, done = postgres.fresh(), 0
    with house(database, nodes=2) as cluster:
        crowd = Crowd(cluster.urls, bots=1)

        async def cause() -> None:
            nonlocal done
            for number in patience.turns(times):
                await restarted(postgres, 1)
                done = number + 1

        trouble(crowd, 8, cause)
    faults = check(crowd.tally, kept_steps(database))
    tell_faults(faults)
    return [
        Line(f"database restarted hard, {done} times", "0 lost; no answer takes over 3 s; goes on by itself",
             f"{len(crowd.tally.answered)} answers, {len(faults)} faults, {crowd.tally.again} asked again; "
             f"longest {crowd.tally.longest:.1f} s", not faults and crowd.tally.longest < 3)
    ]  # fmt: skip


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


def cut_off(postgres: Postgres, patience: Patience, times: int) -> list[Line]:
    """One of two nodes reaches the database over a wire that is cut for four seconds."""
    database, done = postgres.fresh(), 0
    wire = Wire(postgres.port)
    wired = database.replace(f":{postgres.port}/", f":{wire.port}/")
    with house(database, nodes=1) as sound, house(wired, nodes=1) as cut:
        crowd = Crowd([*sound.urls, *cut.urls], bots=1)

        async def cause() -> None:
            nonlocal done
            for number in patience.turns(times):
                wire.whole.clear()
                await asyncio.sleep(4)
                wire.whole.set()
                await asyncio.sleep(2)
                done = number + 1

        trouble(crowd, 8, cause)
    faults = check(crowd.tally, kept_steps(database))
    tell_faults(faults)
    return [
        Line(f"node cut off from the database, {done} times", "0 lost; no answer takes over 3 s",
             f"{len(crowd.tally.answered)} answers, {len(faults)} faults, {crowd.tally.again} asked again; "
             f"longest {crowd.tally.longest:.1f} s", not faults and crowd.tally.longest < 3)
    ]  # fmt: skip


def clocks_wrong(postgres: Postgres) -> list[Line]:
    """Two nodes whose clocks on the wall differ by two minutes show the same time left."""
    database = postgres.fresh()
    with house(database, nodes=2, skews=(60, -60)) as cluster:
        wrong = asyncio.run(difference(cluster.urls))
    return [Line("clocks of nodes wrong by ±60 s", "no clock wrong by more than 1 s", f"{wrong:.2f} s", wrong <= 1)]


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
    parts: dict[str, Callable[[], list[Line]]] = {
        "before": lambda: one_process(wish),
        "boardgame.io": lambda: another(wish),
        "costs": lambda: costs(wish),
        "waits": lambda: waits(postgres),
        "kills": lambda: nodes_killed(postgres, wish.patience, wish.kills),
        "workers": lambda: workers_killed(postgres, wish.patience, max(1, wish.kills // 4)),
        "restarts": lambda: database_restarted(postgres, wish.patience, max(1, wish.kills // 20)),
        "cuts": lambda: cut_off(postgres, wish.patience, max(1, wish.kills // 20)),
        "clocks": lambda: clocks_wrong(postgres),
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3, help="of what is compared")
    parser.add_argument("--kills", type=int, default=200, help="of nodes; a quarter of workers, a twentieth of others")
    parser.add_argument("--minutes", type=float, default=20, help="that a part tries again at most")
    parser.add_argument("--only", choices=[*parts], nargs="+", default=[*parts], help="only these parts")
    wish = parser.parse_args()
    wish.patience = Patience(wish.minutes)
    load.allow_many()
    postgres = Postgres(durable=True)
    lines: list[Line] = []
    try:
        for name in wish.only:
            if not wish.patience.stopped:
                lines += tried(name, parts[name])
    except KeyboardInterrupt:
        print("broken off", flush=True)
    finally:
        postgres.close()
        show(lines)
    sys.exit(not all(line.held for line in lines))


def tried(name: str, part: Callable[[], list[Line]]) -> list[Line]:
    """What a part found; one that fails keeps no other from being tried."""
    try:
        found = part()
    except Exception as error:
        found = [Line(name, "to come to its end", f"{type(error).__name__}: {error}"[:200], False)]
    for line in found:
        print(line.what, "|", line.measured, flush=True)
    return found


def show(lines: list[Line]) -> None:
    shown = Table("tried", "must reach", "measured", "", show_lines=True)
    for line in lines:
        shown.add_row(line.what, line.target, line.measured, "held" if line.held else "MISSED")
    Console(width=150).print(shown)
    print(f"{multiprocessing.cpu_count()} processors; load, which has to be small for times to count:", os.getloadavg())


if __name__ == "__main__":
    main()
