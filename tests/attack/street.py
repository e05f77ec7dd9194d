"""The street: a house in a process of its own, and people who come to it from different addresses of this machine."""

import json
import os
import secrets
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from house import FORKS, Person
from postgres import Postgres
from sortilege.table import run_server
from sortilege.table.web.app import make_app
from sortilege.table.web.guard import Limits

FRIEND, FOE = "127.0.0.3", "127.0.0.2"
"""Addresses of their own: 127.0.0.1 is where a proxy would be."""
PATIENCE = 1800
"""A busy machine may take very long to open or close a house; what has died is not waited for."""


def serve(port: int, folder: str, database: str, limits: Limits | None, thinkers: int | None) -> None:
    """What it complains of is kept in a file."""
    complaints = os.open(f"{folder}/complaints.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(complaints, sys.stderr.fileno())
    app = make_app(database, limits, pace=0, thinkers=thinkers)
    run_server(app, "127.0.0.1", port, "warning")


@dataclass
class Server:
    """A house that can be killed, stopped and started again; it keeps its port. Its database is a file, or one of a
    PostgreSQL server."""

    folder: Path
    limits: Limits | None = None
    thinkers: int | None = None
    postgres: Postgres | None = None
    held: socket.socket = field(default_factory=socket.socket)

    def __post_init__(self) -> None:
        self.held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.held.bind(("127.0.0.1", 0))  # never listens: nobody else gets the port while the house is closed
        self.port = self.held.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.complaints = self.folder / "complaints.txt"
        self.database = self.postgres.fresh() if self.postgres else f"sqlite:///{self.folder}/table.db"

    def start(self) -> "Server":
        given = (self.port, str(self.folder), self.database, self.limits, self.thinkers)
        self.process = FORKS.Process(target=serve, args=given)
        self.process.start()
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.is_alive(), f"the house closed as it opened: {self.last_words()}"
            assert time.monotonic() < until, "the house did not open"
            time.sleep(0.05)
        return self

    def answers(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/healthz", trust_env=False, verify=False, timeout=60).status_code == 200
        return False

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, how)
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            raise AssertionError("the house did not close")

    def memory(self) -> float:
        """Megabytes in use (Linux)."""
        return megabytes(self.process.pid)

    def memory_of_thinkers(self) -> float:
        """The same of the processes that it began."""
        begun = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return sum(megabytes(child) for task in begun for child in task.read_text().split())

    def figure(self, name: str) -> float:
        """One of the host's figures."""
        lines = httpx.get(f"{self.url}/metrics", trust_env=False, verify=False, timeout=60).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.split()[0] == f"sortilege_{name}")

    def tracebacks(self) -> int:
        return self.complaints.read_text().count("Traceback") if self.complaints.exists() else 0

    def last_words(self) -> str:
        return "\n".join(self.complaints.read_text().splitlines()[-5:]) if self.complaints.exists() else ""


def megabytes(process: int | str | None) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def open_house(folder: Path, **given: Any) -> Iterator[Server]:
    server = Server(folder, **given).start()
    try:
        yield server
    finally:
        server.end()
        server.held.close()


def client_from(url: str, address: str, timeout: float = 60) -> httpx.Client:
    limits = httpx.Limits(max_connections=64)
    transport = httpx.HTTPTransport(local_address=address, limits=limits)
    return httpx.Client(base_url=url, timeout=timeout, trust_env=False, verify=False, transport=transport)


def visitor(url: str, address: str, name: str = "Anna") -> Person:
    """Somebody with a token of their own, who comes from this address."""
    client = client_from(url, address)
    token = patiently(lambda: client.post("/api/people", json={"name": name})).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    return Person(client)


def patiently(ask: Any, tries: int = 200) -> httpx.Response:
    """Ask again, a little later, where the house says that it is too much."""
    for _ in range(tries):
        answer: httpx.Response = ask()
        if answer.status_code != 429:
            return answer
        time.sleep(0.05)
    raise AssertionError("the house never had time")


def token_of(person: Person) -> str:
    return str(person.client.headers["authorization"]).removeprefix("Bearer ")


@dataclass
class Street:
    """Bare connections from one address. What comes in is read and thrown away."""

    port: int
    address: str
    open: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ears = selectors.DefaultSelector()
        self.enough = False
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def connect(self, said: bytes) -> socket.socket:
        """A connection on which something is said, whole or half."""
        call = socket.create_connection(("127.0.0.1", self.port), 10, (self.address, 0))
        call.sendall(said)
        call.setblocking(False)
        self.ears.register(call, selectors.EVENT_READ)
        self.open.append(call)
        return call

    def follow(self, table: str, token: str) -> socket.socket:
        return self.connect(request("GET", f"/api/tables/{table}/stream", token))

    def listen(self) -> None:
        while not self.enough:
            if not self.ears.get_map():
                time.sleep(0.05)
                continue
            for key, _ in self.ears.select(0.1):
                call: Any = key.fileobj
                heard = b""
                with suppress(OSError):
                    heard = call.recv(65536)
                if not heard:
                    self.leave(call)

    def leave(self, call: socket.socket) -> None:
        with suppress(KeyError, ValueError):
            self.ears.unregister(call)
        with suppress(ValueError):
            self.open.remove(call)
        call.close()

    def close(self) -> None:
        self.enough = True
        self.thread.join(5)
        for call in list(self.open):
            self.leave(call)


def request(method: str, path: str, token: str, data: object = None) -> bytes:
    body = json.dumps(data).encode() if data is not None else b""
    head = f"{method} {path} HTTP/1.1\r\nhost: house\r\nauthorization: Bearer {token}\r\n"
    return f"{head}content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body


def addition() -> dict[str, str]:
    return {"addition": secrets.token_hex(16)}
