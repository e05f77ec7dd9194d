"""The server is killed at random moments: every answered move is there, once, in order, and all games go on."""

import multiprocessing
import os
import random
import signal
import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

from house import FORKS, FREE, Person
from sortilege.engine import Record
from sortilege.table import run_server
from sortilege.table.keep.schema import steps
from sortilege.table.keep.store import open_engine
from sortilege.table.web.app import make_app

KILLS = int(os.environ.get("SORTILEGE_KILLS", "4"))
TABLES = 3


def serve(port: int, database: str) -> None:
    run_server(make_app(database, FREE, pace=0, thinkers=0), "127.0.0.1", port, "error")


@dataclass
class Server:
    database: str
    port: int
    process: multiprocessing.process.BaseProcess | None = None

    def start(self) -> None:
        self.process = FORKS.Process(target=serve, args=(self.port, self.database), daemon=True)
        self.process.start()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz", trust_env=False, verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()


class Driver(threading.Thread):
    """Plays game after game for both players of a table, and remembers every move that was answered."""

    def __init__(self, url: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.players = [person(url, name) for name in ("Anna", "Bert")]
        self.chance = random.Random(seed)
        self.answered: dict[tuple[str, int], str] = {}
        self.finished: list[str] = []
        self.enough = False
        self.sound = False

    def run(self) -> None:
        while not self.enough:
            self.play(self.begin())
        self.sound = True

    def begin(self) -> str:
        while True:
            try:
                table = self.players[0].make("wizard_dice", ["me", "anybody"])
                assert self.players[1].sit(table, 1).status_code == 200
                return table
            except httpx.TransportError:
                time.sleep(0.02)

    def play(self, table: str) -> None:
        while table not in self.finished:
            try:
                self.move(table)
            except httpx.TransportError:
                time.sleep(0.02)

    def move(self, table: str) -> None:
        stands = self.players[0].table(table)
        if stands["phase"] == "over":
            self.finished.append(table)
            return
        seat, number = stands["turn"], stands["number"]
        mover = self.players[seat]
        move = self.chance.choice(mover.moves(table))
        if mover.play(table, move, number).status_code == 200:
            assert (table, number) not in self.answered
            self.answered[table, number] = f"{seat} {move}"


def person(url: str, name: str) -> Person:
    client = httpx.Client(base_url=url, timeout=60, trust_env=False, verify=False)
    token = client.post("/api/people", json={"name": name}).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    return Person(client)


def kept_steps(database: str) -> dict[str, list[tuple[int, str]]]:
    """All steps on disk, in order, by table."""
    engine = open_engine(database)
    found: dict[str, list[tuple[int, str]]] = {}
    with engine.connect() as connection:
        for row in connection.execute(steps.select().order_by(steps.c.table_id, steps.c.number)):
            found.setdefault(row.table_id, []).append((row.number, row.text))
    engine.dispose()
    return found


def check(drivers: list[Driver], kept: dict[str, list[tuple[int, str]]]) -> None:
    for rows in kept.values():
        assert [number for number, _ in rows] == list(range(len(rows)))
    for driver in drivers:
        for (table, number), text in list(driver.answered.items()):
            assert kept[table][number] == (number, text)


def test_answered_moves_survive_being_killed(tmp_path: Path) -> None:
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))  # never listens: others do not get the port while the server is down
    port = held.getsockname()[1]
    server = Server(f"sqlite:///{tmp_path}/crash.db", port)
    server.start()
    chance = random.Random(2026)
    drivers = [Driver(f"http://127.0.0.1:{port}", number) for number in range(TABLES)]
    for driver in drivers:
        driver.start()
    for _ in range(KILLS):
        time.sleep(0.3 + chance.random())
        server.kill()
        check(drivers, kept_steps(server.database))
        server.start()
    for driver in drivers:
        driver.enough = True
    for driver in drivers:
        driver.join(120)
        assert driver.sound
    check(drivers, kept_steps(server.database))
    for driver in drivers:
        for table in driver.finished:
            record = Record.loads(driver.players[0].client.get(f"/api/tables/{table}/record").text)
            assert record.result
    assert sum(len(driver.answered) for driver in drivers) > 10 * KILLS
    server.kill()
    held.close()
