"""What is tried against the house, in any size, and what came of it: short in the tests, long in `make attack`."""

import json
import random
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import insert, select, update
from street import FOE, FRIEND, Server, Street, client_from, open_house, patiently, request, token_of, visitor

import sortilege
from house import FORKS, Person, wait_for
from sortilege.analysis.puzzles import puzzles
from sortilege.engine.steps import step_text
from sortilege.table.keep.schema import steps, tables
from sortilege.table.keep.store import open_engine
from sortilege.table.web.addresses import network
from sortilege.table.web.guard import Allowance

THINKING_GAME = "lizard_wizard"
BREATH_SECONDS = 0.05
"""Who plays as fast as the house answers is told that it is too much."""
PUZZLE = next(iter(puzzles(sortilege.game(THINKING_GAME))))


@dataclass
class Found:
    """What was tried, what was measured, and whether the house held."""

    tried: str
    measured: str
    held: bool
    figures: dict[str, float] = field(default_factory=dict)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


@contextmanager
def beside(*works: Callable[[threading.Event], None]) -> Iterator[None]:
    """Let these go on, each in a thread, until it is enough."""
    enough = threading.Event()
    threads = [threading.Thread(target=work, args=(enough,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        enough.set()
        for thread in threads:
            thread.join(30)


# One visitor stops all bots and hints.


def bot_times(person: Person, count: int, seconds: float, bot: str) -> list[float]:
    """How long a bot takes for each of its decisions at the table of a person who follows it."""
    times: list[float] = []
    chance, until = random.Random(count), time.monotonic() + seconds
    while len(times) < count and time.monotonic() < until:
        table = person.make(THINKING_GAME, ["me", f"bot:{bot}"])
        with person.client.stream("GET", f"/api/tables/{table}/stream") as stream:
            since: float | None = None
            for event in events_of(stream.iter_lines()):
                now = time.perf_counter()
                if since is not None and event["steps"]:
                    times.append(now - since)
                if event["over"] or len(times) >= count or time.monotonic() > until:
                    break
                mine = event["turn"] == event["you"]
                since = None if mine else now
                if mine:
                    time.sleep(BREATH_SECONDS)
                    person.play(table, chance.choice(event["moves"]), event["number"])
    return times


def events_of(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The positions that a stream tells."""
    wanted = False
    for line in lines:
        if line.startswith("event: "):
            wanted = line == "event: position"
        elif wanted and line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def hog_thinking(
    server: Server, most: int, hints: int, plays: bool, tally: Counter[str], enough: threading.Event
) -> None:
    """Tables of archmages that are all watched, and hints that are asked for and left, again and again; perhaps moves
    that archmages have to answer."""
    foe, street = visitor(server.url, FOE, "Foe"), Street(server.port, FOE)
    token, asked = token_of(foe), []
    for number in range(most + hints):
        seats = ["bot:archmage"] * 3 if number < most else ["me", "bot:archmage"]
        wish = {"game": THINKING_GAME, "shuffle": False}
        wish["seats"] = [dict(zip(("kind", "bot"), seat.split(":"))) for seat in seats]
        made = patiently(partial(foe.post, "/api/tables", wish))
        tally["tables made" if made.status_code == 201 else "tables refused"] += 1
        if made.status_code == 201 and number < most:
            street.follow(made.json()["id"], token)
        elif made.status_code == 201:
            body = {"addition": secrets.token_hex(16)}
            patiently(partial(foe.post, f"/api/tables/{made.json()['id']}/seats/0/sit", body))
            asked.append(made.json()["id"])
        if enough.is_set():
            break
    while not enough.is_set():
        for table in asked:
            stands = foe.client.get(f"/api/tables/{table}").json()
            number = stands.get("number", 0)
            call = street.connect(request("POST", f"/api/tables/{table}/hints", token, {"number": number}))
            tally["hints left"] += 1
            enough.wait(0.05)
            street.leave(call)
            if plays and stands.get("turn") == 0:
                legal = foe.client.get(f"/api/tables/{table}/moves").json().get("moves")
                if legal and foe.play(table, secrets.choice(list(legal)), number).status_code == 200:
                    tally["moves against archmages"] += 1
    street.close()


def attack_thinking(
    server: Server,
    count: int,
    most: int = 60,
    hints: int = 28,
    seconds: float = 120,
    bot: str = "adept",
    plays: bool = False,
) -> Found:
    """Many archmages among themselves and hints that nobody waits for: an adept at a person's table is as quick."""
    friend = visitor(server.url, FRIEND)
    bot_times(friend, 5, seconds, bot)  # the processes start
    before = statistics.median(bot_times(friend, count, seconds, bot))
    tally: Counter[str] = Counter()
    with beside(partial(hog_thinking, server, most, hints, plays, tally)):
        until = time.monotonic() + seconds
        while tally["hints left"] < min(5, hints) and time.monotonic() < until:
            time.sleep(0.1)
        during = statistics.median(bot_times(friend, count, seconds, bot))
    server.end()
    server.start()
    bot_times(friend, 5, seconds, bot)
    after = statistics.median(bot_times(friend, count, seconds, bot))
    tried = f"{tally['tables made']} tables made ({tally['tables refused']} refused), {tally['hints left']} hints left"
    tried += f", {tally['moves against archmages']} moves that archmages answer" if plays else ""
    quiet = quiet_again(server, count, seconds, bot)
    told = f"{bot}'s median {milliseconds(before)}, attacked {milliseconds(during)}, restarted {milliseconds(after)}"
    told += f", in a new house {milliseconds(quiet)}"
    return Found(tried, told, max(during, after) <= 2 * max(before, quiet), {"before": before, "during": during})


def quiet_again(server: Server, count: int, seconds: float, bot: str) -> float:
    """The same without anybody else once more: this machine may have become slower meanwhile."""
    server.end()
    alike = {"thinkers": server.thinkers, "postgres": server.postgres}
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), **alike) as other:
        friend = visitor(other.url, FRIEND)
        bot_times(friend, 5, seconds, bot)
        found = statistics.median(bot_times(friend, count, seconds, bot))
    server.start()
    return found


# Half-sent requests.


def attack_half_sent(server: Server, calls: int, seconds: float) -> Found:
    """Connections on which requests are begun and not ended: others come in, and those are hung up on."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    street, refused = Street(server.port, FOE), 0
    head = request("POST", "/api/people", "x", {"name": "Foe"})
    half = [b"", b"GET / HTTP/1.1\r\nhost: ho", head[:-20], head[:-1], b"\r\n"]
    for number in range(calls):
        try:
            street.connect(half[number % len(half)])
        except OSError:
            refused += 1
    kept = len(street.open)
    answered, times, until = 0, [], time.monotonic() + seconds
    while time.monotonic() < until:
        with client_from(server.url, FRIEND, 5) as stranger, suppress(httpx.TransportError):
            begun = time.perf_counter()
            answered += stranger.get("/").status_code == 200
            times.append(time.perf_counter() - begun)
        time.sleep(0.1)
        if not street.open and answered > 20:
            break
    left = len(street.open)
    street.close()
    told = f"{answered} newcomers of {len(times)} let in, {left} of {kept} connections left; home in "
    told += milliseconds(statistics.median(times))
    return Found(f"{calls} half-sent requests", told, answered == len(times) > 0 and left == 0)


# Reads that cost.


def long_table(server: Server, most: int) -> str:
    """A table with so many steps, put into the closed house's file."""
    owner = visitor(server.url, FRIEND)
    table = owner.make("wizard_wars", ["me", *["bot:random"] * 5], options={"rounds": 500})
    owner.post(f"/api/tables/{table}/seats/0/stand")
    server.end()
    engine = open_engine(f"sqlite:///{server.folder}/table.db")
    with engine.begin() as connection:
        connection.execute(steps.delete().where(steps.c.table_id == table))
        row = connection.execute(select(tables).where(tables.c.id == table)).one()
        state = sortilege.game("wizard_wars").start(6, **row.options)
        chance, rows = random.Random(1), []
        while len(rows) < most and state.seat != sortilege.OVER:
            move = chance.randrange(state.sides()) if state.seat == sortilege.CHANCE else chance.choice(state.moves())
            rows.append({"table_id": table, "number": len(rows), "text": step_text(state, move), "at": row.made})
            state.advance(move)
        connection.execute(insert(steps), rows)
        connection.execute(update(tables).where(tables.c.id == table).values(began=row.made))
    engine.dispose()
    server.start()
    return table


def read_apart(url: str, table: str, readers: int, begun: Any, enough: Any, found: Any) -> None:
    """Many readers in a process of their own, so that who is measured does not wait for them at home."""
    tally: Counter[str] = Counter()
    with beside(*[partial(read_dearly, url, table, tally)] * readers):
        wait_for(lambda: tally)
        begun.set()
        enough.wait()
    found.put(tally)


@contextmanager
def readers_of(url: str, table: str, readers: int, tally: Counter[str]) -> Iterator[None]:
    begun, enough, found = FORKS.Event(), FORKS.Event(), FORKS.SimpleQueue()
    process = FORKS.Process(target=read_apart, args=(url, table, readers, begun, enough, found), daemon=True)
    process.start()
    wait_for(begun.is_set)
    yield
    enough.set()
    tally.update(found.get())
    process.join()


def read_dearly(url: str, table: str, tally: Counter[str], enough: threading.Event) -> None:
    here, api, game = f"/tables/{table}", f"/api/tables/{table}", "/games/lizard_wizard"
    paths = (
        f"{api}/log?since={{}}", here, f"{here}/board", f"{here}/log", f"{api}/picture.svg", f"{api}/view", "/",
        f"{here}/steps/{{}}", f"{here}/analysis", f"{game}/learn/step?number=9&chosen={{}}",
        f"{game}/practice?after={{}}", f"{game}/puzzles/{PUZZLE}?move={{}}&why=1",
        "/art/lizard_wizard/banner.svg?cards=pell-manytoes,brother-wick&{}",
        "/art/portraits/druid-moss-{}.svg", "/deal", f"{game}/help.json?{{}}",
    )  # fmt: skip
    with client_from(url, FOE) as foe:
        number = 0
        while not enough.is_set():
            with suppress(httpx.TransportError):
                tally[str(foe.get(paths[number % len(paths)].format(50 * (number % 200))).status_code)] += 1
            number += 1


def others_median(person: Person, table: str, seconds: float) -> float:
    """How long somebody waits who looks at their own table and plays."""
    times, until, chance = [], time.monotonic() + seconds, random.Random(1)
    while time.monotonic() < until:
        begun = time.perf_counter()
        stands = person.table(table)
        times.append(time.perf_counter() - begun)
        if stands["turn"] == stands["you"] and stands["phase"] == "playing":
            moves = person.moves(table)
            begun = time.perf_counter()
            person.play(table, chance.choice(moves), stands["number"])
            times.append(time.perf_counter() - begun)
        time.sleep(0.05)
    return statistics.median(times)


def attack_reads(server: Server, most: int, readers: int, seconds: float) -> Found:
    """A long log, its pages and pictures, read without end by one address: others wait hardly longer."""
    table = long_table(server, most)
    friend = visitor(server.url, FRIEND)
    own = friend.make("wizard_dice", ["me", "bot:random"])
    others_median(friend, own, 1)
    before = others_median(friend, own, seconds)
    tally: Counter[str] = Counter()
    with readers_of(server.url, table, readers, tally):
        during = others_median(friend, own, seconds)
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(tally.items()))
    tried = f"{readers} readers of a table of {most} steps: {answers}"
    told = f"others' median {milliseconds(before)}, attacked {milliseconds(during)}"
    held = during < 3 * before and not any(status.startswith("5") for status in tally)
    return Found(tried, told, held, {"before": before, "during": during})


# Those who were away, and how the house closes.


def attack_streams(server: Server, rounds: int) -> Found:
    """Watchers who leave and come back while a game goes on, and a house that is stopped under them."""
    anna, watcher = visitor(server.url, FRIEND), visitor(server.url, FOE)
    table = anna.make("wizard_dice", ["me", "bot:greedy"])
    chance, heard, told, missed = random.Random(2), "", 0, 0
    for _ in range(rounds):
        headers = {"last-event-id": heard} if heard else {}
        with watcher.client.stream("GET", f"/api/tables/{table}/stream", headers=headers) as stream:
            before = int(heard.split("-")[0]) if heard else 0
            lines = stream.iter_lines()
            heard = next(line for line in lines if line.startswith("id: ")).removeprefix("id: ")
            event = next(events_of(lines))
        told += len(event["steps"])
        missed += event["number"] - before - len(event["steps"]) if before else 0
        for _ in range(3):
            wait_for(lambda: anna.table(table)["turn"] != 1)
            stands = anna.table(table)
            if stands["phase"] == "playing":
                anna.play(table, chance.choice(anna.moves(table)), stands["number"])
        if stands["phase"] == "over":
            break
    street = Street(server.port, FOE)
    for _ in range(20):
        street.follow(table, token_of(watcher))
    time.sleep(0.5)
    server.end()
    complaints = server.tracebacks()
    street.close()
    server.start()
    told_all = f"{told} steps told to who came back, {missed} passed over; {complaints} tracebacks when stopped"
    return Found(f"{rounds} times away; stopped with 20 streams", told_all, missed == 0 and told > 0 and not complaints)


# Two on one file.


def attack_file(server: Server) -> Found:
    """A second process on the same file, and a file from tomorrow."""
    database = f"sqlite:///{server.folder}/table.db"
    words = [sys.executable, "-m", "sortilege", "serve", "--port", "1", "--database", database]
    second = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    newer = f"sqlite:///{server.folder}/tomorrow.db"
    engine = open_engine(newer)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'tomorrow'")
    engine.dispose()
    third = subprocess.run([*words[:-1], newer], capture_output=True, text=True, timeout=60, check=False)
    said = [each.stderr.strip().splitlines()[-1] for each in (second, third)]
    refused = all(each.returncode == 2 and "Traceback" not in each.stderr for each in (second, third))
    return Found("a second process on the file; a newer file", " / ".join(line[:60] for line in said), refused)


# Many addresses.


def attack_allowances(server: Server, addresses: int) -> Found:
    """One address spends all it has; then very many others come, which once let everybody begin anew."""
    allowance = Allowance(rate=0.0, most=1.0)
    last = [f"198.51.100.{number}" for number in range(100)]
    for number in range(addresses):
        allowance.spend(network(f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"), 1.0)
    spent = [allowance.spend(address, 1.0) for address in last]
    again = sum(allowance.spend(address, 1.0) for address in last)
    one_home = {network(f"2001:db8::{number:x}") for number in range(1, 1000)}
    told = f"{again} of {len(last)} could begin anew; 999 addresses of one home count as {len(one_home)}"
    return Found(f"{addresses} addresses", told, all(spent) and again == 0 and len(one_home) == 1)


def attack_figures(server: Server) -> Found:
    """The house's figures, asked for from elsewhere."""
    with client_from(server.url, "127.0.0.1") as proxy:
        elsewhere = proxy.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code
        here = proxy.get("/metrics").status_code
        safe = proxy.get("/", headers={"x-forwarded-proto": "https"}).headers
    held = (elsewhere, here) == (403, 200) and "strict-transport-security" in safe
    return Found("/metrics from elsewhere", f"{elsewhere}; on this machine {here}; HSTS behind https", held)
