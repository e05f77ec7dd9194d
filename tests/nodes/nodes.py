"""What many nodes cost, and what holds when they are killed: `make nodes` prints all that must be reached.

Everything runs on this machine, over a PostgreSQL of its own with fsync: only ratios within a run mean something. What
was found is kept in build/nodes, for the sources as they are: who breaks it off goes on from there.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "load"))
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import psycopg
from cluster import Cluster, Crowd, check
from door import ROOT, Door
from rich.console import Console
from rich.table import Table
from sqlalchemy import create_engine
from test_kills import kept_steps, killed, restarted, trouble

import load
from postgres import HOST, Postgres
from sortilege.table.keep.face import Change, Job, News, Question
from sortilege.table.keep.opening import open_keep
from sortilege.table.keep.schema import tables

ROW = {
    "game": "wizard_dice", "rules": "1", "content": "", "options": {}, "chairs": [], "version": 0, "maker": "",
    "invite": "", "watch": True, "shuffle": True, "clock": {}, "secret": "", "borrowed": 0, "made": 0, "open": True,
}  # fmt: skip
BEFORE = "fc09ca9"
"""The version that one process is measured beside: the last one of which every house was one process."""
WAYS = ((1, "hashed", 1.1), (2, "hashed", 1.3), (2, "random", 1.7))
"""So many nodes on PostgreSQL, how people come to them, and what a move may cost there beside one process on a file, of
the version before."""
WARM = 5
"""Seconds before anything is measured."""
THINK_SECONDS = 0.2
"""So long people think while it is measured how soon others hear: where nodes are asked for all that they can do,
everybody waits, whoever tells whom."""
TURN_SECONDS = 5
"""What a clock has whose ringing is measured."""

Found = defaultdict[str, list[Any]]
"""All figures of a part by their names, from however many calls; `done` counts the turns."""


@dataclass
class Line:
    what: str
    target: str
    measured: str
    held: bool


@dataclass(frozen=True)
class Part:
    """Something that is tried so many times: what adds to the figures, and what they say."""

    size: int
    go_on: Callable[[Found, Iterator[int]], None]
    lines: Callable[[Found], list[Line]]


class Patience:
    """How long something is tried again: so often, so many minutes, and until Ctrl-C."""

    def __init__(self, minutes: float) -> None:
        self.until = time.monotonic() + 60 * minutes
        self.stopped = False
        for way in (signal.SIGINT, signal.SIGTERM):
            signal.signal(way, self.stop)

    def stop(self, *_: object) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        print("What is being tried comes to its end; Ctrl-C once more breaks it off.", flush=True)
        self.stopped = True

    @property
    def over(self) -> bool:
        return self.stopped or time.monotonic() > self.until

    def turns(self, most: int) -> Iterator[int]:
        for number in range(most):
            if self.over:
                return
            yield number


def percentile(values: list[float], of_hundred: int) -> float:
    return statistics.quantiles(values, n=100)[of_hundred - 1] if len(values) > 1 else float("nan")


def spread(values: list[float], form: str = ".2f") -> str:
    """The middle of some figures, and the least and most."""
    middle = format(statistics.median(values), form)
    return f"{middle} ({min(values):{form}} to {max(values):{form}} of {len(values)})"


# What it costs.


def measure(
    wish: argparse.Namespace, nodes: int = 0, way: str = "hashed", python: str = sys.executable, pause: float = 0
) -> Any:
    """What one run with these nodes took."""
    run = load.measured(argparse.Namespace(**vars(wish) | {"warm": WARM, "nodes": nodes, "spread": way}), pause, python)
    return {"rate": run.rate, "cost": run.cost, "p99": run.p99, "heard": 1000 * percentile(run.tally.heard, 99)}


def of(runs: list[Any], what: str) -> list[float]:
    return [run[what] for run in runs]


def ratios(found: Found, mine: str, others: str, what: str) -> list[float]:
    """Of one beside the other, turn by turn: what else the machine does is about the same for both."""
    return [one / other for one, other in zip(of(found[mine], what), of(found[others], what))]


def measure_before(wish: argparse.Namespace) -> Any:
    """The same of the version before, on a file."""
    other = next((ROOT / "build/before").glob(f"{BEFORE}*/.venv/bin/python"), None)
    assert other, f"`make before BEFORE={BEFORE}` builds it"
    return measure(wish, python=str(other))


def one_process(wish: argparse.Namespace) -> Part:
    """One process on a file beside the version before, in turn."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        for _ in turns:
            before = measure_before(wish)
            found["now"].append(measure(wish))
            found["before"].append(before)
            found["done"].append(1)

    def lines(found: Found) -> list[Line]:
        cost, rate = (ratios(found, "now", "before", what) for what in ("cost", "rate"))
        late = of(found["now"], "p99")
        return [
            Line("one process: processor time a move", f"at most 0.75 times that of {BEFORE}",
                 f"{spread(cost)}; {spread(of(found['now'], 'cost'))} ms", statistics.median(cost) <= 0.75),
            Line("one process: moves/s", f"at least 1.3 times those of {BEFORE}",
                 f"{spread(rate)}; {spread(of(found['now'], 'rate'), '.0f')}", statistics.median(rate) >= 1.3),
            Line("one process: request to answer", "p99 under 150 ms", f"{spread(late, '.0f')} ms",
                 statistics.median(late) < 150),
        ]  # fmt: skip

    return Part(wish.rounds, go_on, lines)


def another(wish: argparse.Namespace) -> Part:
    """One process beside boardgame.io's file store, in turn."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        assert (load.BOARDGAME_FOLDER / "node_modules").exists(), "`make boardgame.io` fetches it"
        for _ in turns:
            theirs = load.boardgame(wish)
            found["now"].append(measure(wish))
            found["theirs"].append(theirs._asdict())
            found["done"].append(1)

    def lines(found: Found) -> list[Line]:
        rate, cost = ratios(found, "now", "theirs", "rate"), ratios(found, "theirs", "now", "cost")
        mine, theirs = (spread(of(found[who], "rate"), ".0f") for who in ("now", "theirs"))
        measured = f"{spread(rate, '.1f')}; {mine} beside {theirs}; for each second of processor {spread(cost, '.1f')}"
        return [Line("against boardgame.io's file store", "5 times its moves/s, each synced", measured,
                     statistics.median(rate) >= 5)]  # fmt: skip

    return Part(wish.rounds, go_on, lines)


def costs(wish: argparse.Namespace) -> Part:
    """Processor time a move beside one process on a file, of the version before and of this one, and how soon others
    hear; all of them in turn."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        for _ in turns:
            before, file = measure_before(wish), measure(wish)
            for nodes, way, _ in WAYS:
                found[f"{nodes} {way}"].append(measure(wish, nodes, way))
            found["calm"].append(measure(wish, 2, "random", pause=THINK_SECONDS))
            found["file"].append(file)
            found["before"].append(before)
            found["done"].append(1)

    def lines(found: Found) -> list[Line]:
        told = []
        for nodes, way, most in WAYS:
            mine = f"{nodes} {way}"
            cost, stricter = (ratios(found, mine, other, "cost") for other in ("before", "file"))
            rate = spread(of(found[mine], "rate"), ".0f")
            told.append(Line(f"{nodes} on PostgreSQL, {way}", f"at most {most} times the processor time of {BEFORE}",
                             f"{spread(cost)}; of one process now {spread(stricter)}; {rate} moves/s",
                             statistics.median(cost) <= most))  # fmt: skip
        late, rate = of(found["calm"], "heard"), of(found["calm"], "rate")
        return [*told, Line("heard at the other node", "p99 20 ms after the answer",
                            f"p99 {spread(late, '.1f')} ms at {spread(rate, '.0f')} moves/s",
                            statistics.median(late) <= 20)]  # fmt: skip

    return Part(wish.rounds, go_on, lines)


# How soon a bot thinks.


def waits(postgres: Postgres) -> Part:
    """From the commit that put a job to its beginning, with idle workers and behind two thousand others."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        for _ in turns:
            found["idle"] += asyncio.run(begin_times(postgres.fresh(), waiting=0, tried=200))
            found["behind"] += asyncio.run(begin_times(postgres.fresh(), waiting=2000, tried=50))
            found["done"].append(1)

    def lines(found: Found) -> list[Line]:
        idle, behind = ([1000 * each for each in found[name]] for name in ("idle", "behind"))
        return [
            Line("bot begins to think, idle workers", "p99 under 100 ms",
                 f"p50 {percentile(idle, 50):.0f}, p99 {percentile(idle, 99):.0f} ms of {len(idle)}",
                 percentile(idle, 99) < 100),
            Line("light asker behind 2,000 jobs", "p50 under 50 ms",
                 f"p50 {percentile(behind, 50):.0f}, p99 {percentile(behind, 99):.0f} ms of {len(behind)}",
                 percentile(behind, 50) < 50),
        ]  # fmt: skip

    return Part(1, go_on, lines)


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
    keep.jobs.open(act, nothing, asyncio.create_task, lambda: 0, lambda: 4 - busy)
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


async def nothing(question: Question) -> None:
    """Nobody asks anything here."""


def ignore(news: News) -> None:
    """Nobody holds a table here."""


# What holds.


def play_while(
    found: Found, database: str, crowd: Crowd, turns: Iterator[int], turn: Callable[[], Awaitable[None]], **given: int
) -> None:
    """Let people play while something happens, so many times, and add what came of it."""
    done = 0

    async def cause() -> None:
        nonlocal done
        for number in turns:
            await turn()
            done = number + 1

    trouble(crowd, cause=cause, **given)
    tally = crowd.tally
    faults = check(tally, kept_steps(database))
    for fault in faults[:10]:
        print("  ", fault, flush=True)
    found["faults"] += faults
    found["answers"].append(len(tally.answered))
    found["failed"] += [[status, times] for status, times in tally.failed.items()]
    found["longest"].append(tally.longest)
    found["away"] += tally.away
    found["done"].append(done)


def kept_all(found: Found) -> str:
    return f"{sum(found['answers'])} answers, {len(found['faults'])} faults"


def failed(found: Found, *wanted: int) -> int:
    """How many answers said that it could not be done, with a status that is not one of these."""
    return sum(times for status, times in found["failed"] if status not in wanted)


def nodes_killed(postgres: Postgres, kills: int) -> Part:
    """Two nodes behind nginx. Whoever plays asks once; only streams are opened again, as a browser does."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        database = postgres.fresh()
        with house(database, nodes=2) as cluster, door(cluster) as url:
            crowd = Crowd([url], bots=1)
            play_while(
                found, database, crowd, turns, lambda: killed(cluster, 1, crowd), tables=8, without_bots=4
            )  # fmt: skip

    def lines(found: Found) -> list[Line]:
        back = found["away"]
        return [
            Line(f"nodes killed -9, {sum(found['done'])} times", "0 answered moves lost or doubled, no gaps",
                 kept_all(found), not found["faults"]),
            Line("players need do nothing", "nginx asks elsewhere: nobody asks again",
                 f"{failed(found)} were not answered", not failed(found)),
            Line("streams are back", "within 1.5 s",
                 f"p50 {percentile(back, 50):.2f} s, p99 {percentile(back, 99):.2f} s, longest "
                 f"{max(back, default=0.0):.2f} s of {len(back)}", max(back, default=0.0) <= 1.5),
        ]  # fmt: skip

    return Part(kills, go_on, lines)


@contextmanager
def door(cluster: Cluster) -> Iterator[str]:
    """nginx before these nodes."""
    with tempfile.TemporaryDirectory() as folder:
        before = Door(Path(folder), [node.port for node in cluster.nodes], load.free_port(), crowd=True)
        try:
            asyncio.run(load.reachable(int(before.url.rpartition(":")[2])))
            yield before.url
        finally:
            before.close()


def workers_killed(postgres: Postgres, kills: int) -> Part:
    """Whoever thinks is killed; the move has to come within 2 s of the end of the lease, once."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        database = postgres.fresh()
        with house(database, nodes=1, workers=2, works=False) as cluster:

            async def kill() -> None:
                found["late"].append(await asyncio.to_thread(kill_thinker, database, cluster))

            play_while(found, database, Crowd(cluster.urls, bots=1, bot="adept"), turns, kill, tables=4)

    def lines(found: Found) -> list[Line]:
        late = found["late"]
        return [
            Line(f"workers killed -9 while thinking, {sum(found['done'])} times",
                 "the move within 2 s of the lease, once",
                 f"{kept_all(found)}; after the lease p50 {percentile(late, 50):.2f} s, longest {max(late):.2f} s",
                 not found["faults"] and max(late) < 2)
        ]  # fmt: skip

    return Part(kills, go_on, lines)


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


def away(what: str, size: int, go_on: Callable[[Found, Iterator[int]], None]) -> Part:
    """The database is away for some time: it is said so with 503, and soon."""

    def lines(found: Found) -> list[Line]:
        said = f"503 {failed(found) - failed(found, 503)} times, {failed(found, 503)} not answered so"
        held = not found["faults"] and not failed(found, 503) and max(found["longest"]) < 3
        return [Line(f"{what}, {sum(found['done'])} times", "0 lost; 503 meanwhile, never over 3 s; goes on by itself",
                     f"{kept_all(found)}; {said}; longest {max(found['longest']):.1f} s", held)]  # fmt: skip

    return Part(size, go_on, lines)


def database_restarted(postgres: Postgres, times: int) -> Part:
    def go_on(found: Found, turns: Iterator[int]) -> None:
        database = postgres.fresh()
        with house(database, nodes=2) as cluster:
            crowd = Crowd(cluster.urls, bots=1)
            play_while(found, database, crowd, turns, lambda: restarted(postgres, 1), tables=8)

    return away("database restarted hard", times, go_on)


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


def cut_off(postgres: Postgres, times: int) -> Part:
    """One of two nodes reaches the database over a wire that is cut for four seconds."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        database = postgres.fresh()
        wire = Wire(postgres.port)
        wired = database.replace(f":{postgres.port}/", f":{wire.port}/")

        async def cut() -> None:
            wire.whole.clear()
            await asyncio.sleep(4)
            wire.whole.set()
            await asyncio.sleep(2)

        with house(database, nodes=1) as sound, house(wired, nodes=1) as lonely:
            play_while(found, database, Crowd([*sound.urls, *lonely.urls], bots=1), turns, cut, tables=8)

    return away("node cut off from the database", times, go_on)


def clocks_wrong(postgres: Postgres) -> Part:
    """Two nodes whose clocks on the wall differ by two minutes show the same time left, and ring in time."""

    def go_on(found: Found, turns: Iterator[int]) -> None:
        for _ in turns:
            with house(postgres.fresh(), nodes=2, skews=(60, -60)) as cluster:
                found["shown"] += asyncio.run(wrongly_shown(cluster.urls))
                found["rung"] += asyncio.run(wrongly_rung(cluster.urls))
            found["done"].append(1)

    def lines(found: Found) -> list[Line]:
        shown, rung = max(found["shown"]), max(found["rung"])
        return [Line("clocks of nodes wrong by ±60 s", "no clock wrong by more than 1 s",
                     f"shown {shown:.2f} s, rung {rung:.2f} s at most, of {len(found['rung'])}",
                     max(shown, rung) <= 1)]  # fmt: skip

    return Part(1, go_on, lines)


async def wrongly_shown(urls: list[str]) -> list[float]:
    """By how much the time left is wrong that each node shows."""
    crowd = Crowd(urls)
    table, _ = await with_clock(crowd, {"kind": "game", "seconds": 600})
    begun = time.monotonic()
    await asyncio.sleep(3)
    wrong = []
    for url in urls:
        data = (await crowd.client.get(f"{url}/api/tables/{table}")).json()
        wrong.append(abs(600 - (time.monotonic() - begun) - data["seats"][0]["left_ms"] / 1000))
    await crowd.client.aclose()
    return wrong


async def wrongly_rung(urls: list[str]) -> list[float]:
    """By how much a turn that nobody ends is longer or shorter than its clock, one after the other."""
    crowd = Crowd(urls)
    table, begun = await with_clock(crowd, {"kind": "move", "seconds": TURN_SECONDS, "bot": "random"})
    wrong, number = [], 0
    while len(wrong) < 4:
        data = (await crowd.ask("GET", f"/api/tables/{table}")).json()
        if data["number"] > number:
            now, number = time.monotonic(), data["number"]
            wrong.append(abs(now - begun - TURN_SECONDS))
            begun = now
        await asyncio.sleep(0.01)
    await crowd.client.aclose()
    return wrong


async def with_clock(crowd: Crowd, clock: dict[str, Any]) -> tuple[str, float]:
    """A table of two people that has begun, and when."""
    anna, bert = await crowd.person("Anna"), await crowd.person("Bert")
    wish = {"game": "wizard_dice", "seats": [{"kind": "anybody"}] * 2, "shuffle": False, "clock": clock}
    table = (await crowd.ask("POST", "/api/tables", anna, json=wish)).json()["id"]
    for seat, token in enumerate((anna, bert)):
        await crowd.ask("POST", f"/api/tables/{table}/seats/{seat}/sit", token, json={"addition": "00" * 16})
    return table, time.monotonic()


@contextmanager
def house(database: str, **given: Any) -> Iterator[Cluster]:
    """A cluster that is closed in the end."""
    cluster = Cluster(database, **given)
    try:
        yield cluster
    finally:
        cluster.close()


# All of it.


class Notes:
    """What was found so far with these sources, in a file."""

    def __init__(self) -> None:
        self.file = ROOT / "build/nodes" / f"{sources()}.json"
        self.found = {name: Found(list, each) for name, each in self.read().items()}

    def read(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads(self.file.read_text()) if self.file.exists() else {}
        return kept

    def of(self, name: str) -> Found:
        return self.found.setdefault(name, Found(list))

    def done(self, name: str) -> int:
        return sum(self.of(name)["done"])

    def keep(self, name: str) -> None:
        """What was found of this part; others may try other parts meanwhile."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.read() | {name: self.found[name]}))


def sources() -> str:
    """A name for the sources as they are."""
    said = subprocess.run(["git", "rev-parse", "HEAD:src"], cwd=ROOT, capture_output=True, text=True, check=False)
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "src"], cwd=ROOT, check=False).returncode
    return (said.stdout.strip()[:10] or "unknown") + "-changed" * bool(changed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3, help="of what is compared")
    parser.add_argument("--kills", type=int, default=200, help="of nodes; a quarter of workers, a twentieth of others")
    parser.add_argument("--minutes", type=float, default=120, help="after which nothing more is tried this time")
    parser.add_argument("--only", nargs="+", metavar="PART", help="only these parts; the others as they were found")
    parser.add_argument("--afresh", action="store_true", help="forget what these parts found before")
    wish = parser.parse_args()
    patience = Patience(wish.minutes)
    load.allow_many()
    with ExitStack() as closing:
        postgres = Postgres(durable=True)
        closing.callback(postgres.close)
        few = max(1, wish.kills // 20)
        parts = {
            "before": one_process(wish),
            "boardgame.io": another(wish),
            "costs": costs(wish),
            "waits": waits(postgres),
            "kills": nodes_killed(postgres, wish.kills),
            "workers": workers_killed(postgres, max(1, wish.kills // 4)),
            "restarts": database_restarted(postgres, few),
            "cuts": cut_off(postgres, few),
            "clocks": clocks_wrong(postgres),
        }
        if unknown := set(wish.only or ()) - parts.keys():
            parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(parts)}")
        notes = Notes()
        try:
            for name in wish.only or parts:
                if wish.afresh:
                    notes.found.pop(name, None)
                try_part(name, parts[name], notes, patience)
        except KeyboardInterrupt:
            print("broken off", flush=True)
    sys.exit(not show([line for name, part in parts.items() for line in told(name, part, notes)]))


def try_part(name: str, part: Part, notes: Notes, patience: Patience) -> None:
    """What is left of it; a part that fails keeps no other from being tried."""
    left = part.size - notes.done(name)
    if left <= 0 or patience.over:
        return
    found = notes.of(name)
    found["load"].append(os.getloadavg()[0])
    try:
        part.go_on(found, patience.turns(left))
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}", flush=True)
    found["load"].append(os.getloadavg()[0])
    notes.keep(name)
    for line in told(name, part, notes):
        print(line.what, "|", line.measured, flush=True)


def told(name: str, part: Part, notes: Notes) -> list[Line]:
    """What was found, and how busy the machine was."""
    done, found = notes.done(name), notes.of(name)
    if not done:
        return [Line(name, f"{part.size} times", "not tried", False)]
    lines, busy = part.lines(found), f"load {min(found['load']):.0f} to {max(found['load']):.0f}"
    lines[0].measured += f"; {busy}" + (f"; {done} of {part.size}" if done < part.size else "")
    lines[0].held = lines[0].held and done >= part.size
    return lines


def show(lines: list[Line]) -> bool:
    """Is all reached that must be?"""
    shown = Table("tried", "must reach", "measured", "", show_lines=True)
    for line in lines:
        shown.add_row(line.what, line.target, line.measured, "held" if line.held else "MISSED")
    Console(width=160).print(shown)
    print(f"{multiprocessing.cpu_count()} processors; sources {sources()}")
    return all(line.held for line in lines)


if __name__ == "__main__":
    main()
