"""The server is killed at random moments: every answered move is there, once, in order, and all games go on."""

import multiprocessing
import os
import random
import signal
import socket
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from house import FREE, Person
from sortilege.engine import Record
from sortilege.table import run_server
from sortilege.table.app import make_app
from sortilege.table.schema import steps
from sortilege.table.store import open_engine

KILLS = 5
GAMES = ("wizard_dice",) * 3


def serve(port: int, database: str) -> None:
    run_server(make_app(database, FREE, pace=0, thinkers=0), "127.0.0.1", port, "error")


@dataclass
class Server:
    database: str
    port: int
    process: multiprocessing.process.BaseProcess | None = None

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=serve, args=(self.port, self.database), daemon=True)
        self.process.start()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()


@dataclass
class Driver(threading.Thread):
    """Plays one table for both its players, and remembers every move that was answered."""

    players: list[Person]
    table: str
    answered: dict[int, str] = field(default_factory=dict)
    over: bool = False

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        chance = random.Random(self.table)
        while not self.over:
            try:
                self.move(chance)
            except httpx.TransportError:
                time.sleep(0.02)

    def move(self, chance: random.Random) -> None:
        stands = self.players[0].table(self.table)
        self.over = stands["phase"] == "over"
        if not self.over:
            seat, number = stands["turn"], stands["number"]
            mover = self.players[seat]
            move = chance.choice(mover.moves(self.table))
            if mover.play(self.table, move, number).status_code == 200:
                assert number not in self.answered
                self.answered[number] = f"{seat} {move}"


def sit_two(url: str, game: str) -> Driver:
    players = []
    for name in ("Anna", "Bert"):
        client = httpx.Client(base_url=url, timeout=30)
        token = client.post("/api/people", json={"name": name}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        players.append(Person(client))
    table = players[0].make(game, ["me", "anybody"])
    players[1].sit(table, 1)
    return Driver(players, table)


def kept_steps(database: str, table: str) -> list[tuple[int, str]]:
    engine = open_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(steps.select().where(steps.c.table_id == table).order_by(steps.c.number)).all()
    engine.dispose()
    return [(row.number, row.text) for row in rows]


def test_answered_moves_survive_being_killed(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(f"sqlite:///{tmp_path}/crash.db", port)
    server.start()
    chance = random.Random(2026)
    drivers = [sit_two(f"http://127.0.0.1:{port}", game) for game in GAMES]
    for driver in drivers:
        driver.start()
    for _ in range(KILLS):
        time.sleep(0.4 + chance.random())
        server.kill()
        for driver in drivers:
            check(driver, kept_steps(server.database, driver.table))
        server.start()
    for driver in drivers:
        driver.join(120)
        assert driver.over
        check(driver, kept_steps(server.database, driver.table))
        text = driver.players[0].client.get(f"/api/tables/{driver.table}/record").text
        assert Record.loads(text).result
    assert sum(len(driver.answered) for driver in drivers) > 50
    server.kill()


def check(driver: Driver, kept: list[tuple[int, str]]) -> None:
    assert [number for number, _ in kept] == list(range(len(kept)))
    for number, text in list(driver.answered.items()):
        assert kept[number] == (number, text)
