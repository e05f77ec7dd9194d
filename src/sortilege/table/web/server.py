"""The server: who may stay connected, how long a request may take to arrive, and how the house closes."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from sortilege.table.web.addresses import network
from sortilege.table.web.direct import DIRECT, Direct

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

MOST_OF_AN_ADDRESS = 400
ARRIVAL_SECONDS = 20
"""From a connection, or the first byte of a request on it, to the last byte of the request."""
HURRIED_SECONDS = 3
"""The same while more than half of all descriptors are in use."""
STALLED_SECONDS = 60
"""So long may somebody not read what they are sent."""
KEPT_SECONDS = 75
"""From an answer to the next request."""
CLOSING_SECONDS = 2
DESCRIPTORS = 65_536
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Calls(ServerState):
    """All connections, and how many each address has."""

    def __init__(self) -> None:
        super().__init__()
        self.by_address: Counter[str] = Counter()
        self.added: tuple[list[tuple[bytes, bytes]], bytes] = [], b""


HEAD = b"HTTP/1."


class Joined:
    """A connection on which the head of an answer waits for its body, so that both are one write."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.head = b""
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if data.startswith(HEAD):
            self.flush()
            self.head = data
            self.loop.call_soon(self.flush)
        elif self.head:
            head, self.head = self.head, b""
            self.transport.write(head + data)
        else:
            self.transport.write(data)

    def flush(self) -> None:
        if self.head:
            head, self.head = self.head, b""
            self.transport.write(head)

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)


class Call(HttpToolsProtocol):
    """A connection that is not waited for without end. uvicorn itself only counts the time between two requests."""

    server_state: Calls
    address = ""
    arriving: float | None = None
    stalled: float | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.wire = transport
        self.transport = Joined(transport, self.loop)  # type: ignore[assignment]
        self.arriving = self.loop.time()
        peer = self.client[0] if self.client else ""
        if {peer, "*"} & set(proxies(self.config)):
            return
        self.address = network(peer)
        self.server_state.by_address[self.address] += 1
        if self.server_state.by_address[self.address] > MOST_OF_AN_ADDRESS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        counted = self.server_state.by_address
        if self.address:
            counted[self.address] -= 1
            if not counted[self.address]:
                del counted[self.address]

    def data_received(self, data: bytes) -> None:
        if self.arriving is None:
            self.arriving = self.loop.time()
        super().data_received(data)

    def on_message_begin(self) -> None:
        if self.arriving is None:
            self.arriving = self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if self.cycle is not None and self.cycle.scope is self.scope:
            self.scope["extensions"] = {DIRECT: Direct(self, self.cycle)}  # type: ignore[dict-item]

    def added(self) -> bytes:
        """Lines that the server adds to every head; the date is new once a second."""
        state = self.server_state
        if state.added[0] is not state.default_headers:
            lines = b"".join(b"%b: %b\r\n" % each for each in state.default_headers)
            state.added = state.default_headers, lines
        return state.added[1]

    def on_message_complete(self) -> None:
        self.arriving = None
        super().on_message_complete()

    def pause_writing(self) -> None:
        self.stalled = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        super().resume_writing()

    def hurry(self, patience: float) -> None:
        """Hang up where a request does not arrive, or an answer is not read."""
        now = self.loop.time()
        if self.arriving is not None and now - self.arriving > patience and not self.transport.is_closing():
            if self.cycle is None or not self.cycle.response_started:
                self.transport.write(LATE)
            self.transport.close()
        if self.stalled is not None and now - self.stalled > STALLED_SECONDS:
            self.transport.abort()


def proxies(config: uvicorn.Config) -> list[str]:
    """Those whose word is taken for whom they bring: they count connections themselves."""
    trusted = config.forwarded_allow_ips or ""
    return trusted.split(",") if isinstance(trusted, str) else list(trusted)


class Server(uvicorn.Server):
    """uvicorn's server, which looks after its calls once a second and ends the streams before it closes."""

    def __init__(self, config: uvicorn.Config, close_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.server_state: Calls = Calls()
        self.close_streams = close_streams
        self.room = descriptors()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self.hurry()
        return await super().on_tick(counter)

    def hurry(self) -> None:
        calls = list(self.server_state.connections)
        patience = ARRIVAL_SECONDS if 2 * len(calls) < self.room else HURRIED_SECONDS
        for call in calls:
            if isinstance(call, Call):
                call.hurry(patience)

    async def shutdown(self, sockets: Any = None) -> None:
        """End the streams, give the other answers a moment, and hang up."""
        self.close_streams()
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self.hang_up)
        await super().shutdown(sockets)

    def hang_up(self) -> None:
        for call in list(self.server_state.connections):
            call.transport.abort()


def make_server(app: FastAPI, host: str = "127.0.0.1", port: int = 0, log_level: str = "info") -> Server:
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=Call,
        ws="none",
        log_level=log_level,
        access_log=False,
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=2 * CLOSING_SECONDS,
    )
    return Server(config, lambda: app.state.streams.close())


def descriptors() -> int:
    """How many files and connections this process may have open: as many as the system lets it ask for."""
    if resource is None:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
