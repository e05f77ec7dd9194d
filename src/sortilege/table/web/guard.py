"""What every request passes first: size, rate, origin; and what every answer carries."""

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sortilege.table.play.refusals import Forbidden, Refusal
from sortilege.table.play.turns import ASKER, Asker
from sortilege.table.web.addresses import network
from sortilege.table.web.people import COOKIE
from sortilege.table.web.refusals import STATUS, TooLarge, TooOften

LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 20_000
WEARY_SECONDS = 0.5
SOMETHING_SECONDS = 0.001

HEADERS = [
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
     b"img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
     b"frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]  # fmt: skip
HEADERS_OF_HTTPS = [*HEADERS, (b"strict-transport-security", b"max-age=31536000")]


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for: writes a second, and how many at once. A read is a fraction of a write.

    Whatever it asks for, it uses no more than a share of a processor, and so many seconds of one at once. `newcomers`:
    how many new keys it is given at once, and within ten minutes.
    """

    rate: float = 30.0
    burst: float = 150.0
    read: float = 0.2
    make: float = 10.0
    streams: int = 200
    newcomers: float = 60.0
    share: float = 0.4
    spell: float = 2.0


class Allowance:
    """What each address has left. Of too many the one that has asked for nothing the longest is forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, address: str) -> float:
        left, since = self.left.get(address, (self.most, 0.0))
        return min(self.most, left + (time.monotonic() - since) * self.rate)

    def spend(self, address: str, cost: float) -> bool:
        """Take what something costs, if there is so much."""
        fits = self.of(address) >= cost
        if fits:
            self.charge(address, cost)
        return fits

    def charge(self, address: str, cost: float) -> None:
        """Take what something has cost, even if that was more than there was."""
        self.left[address] = self.of(address) - cost, time.monotonic()
        self.left.move_to_end(address)
        if len(self.left) > MOST_ADDRESSES:
            self.left.popitem(last=False)


class Caller(Asker):
    """An address that asks, and pays with processor time for what it gets."""

    def __init__(self, address: str, work: Allowance) -> None:
        self.address = address
        self.work = work

    def pay(self, seconds: float) -> None:
        self.work.charge(self.address, seconds)

    def check(self) -> None:
        if self.work.of(self.address) < 0:
            raise TooOften("That took more than your share of our time. Wait a few seconds.")


class Metered:
    """A coroutine whose asker pays for the time for which it holds the loop, as it comes to something or ends."""

    def __init__(self, work: Any, asker: Asker) -> None:
        self.work = work
        self.asker = asker
        self.unpaid = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        step: Callable[..., Any] = self.work.send
        given: Any = None
        while True:
            begun = time.perf_counter()
            try:
                wanted = step(given)
                self.unpaid += time.perf_counter() - begun
            except BaseException as end:
                self.asker.pay(self.unpaid + time.perf_counter() - begun)
                if isinstance(end, StopIteration):
                    return
                raise
            if self.unpaid > SOMETHING_SECONDS:
                self.asker.pay(self.unpaid)
                self.unpaid = 0.0
            try:
                step, given = self.work.send, (yield wanted)
            except BaseException as error:  # also that it is cancelled
                step, given = self.work.throw, error


class Guard:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp, limits: Limits, counts: Counter[str]) -> None:
        self.app = app
        self.limits = limits
        self.allowance = Allowance(limits.rate, limits.burst)
        self.work = Allowance(limits.share, limits.spell)
        self.counts = counts
        self.streams: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        caller = Caller(network(scope["client"][0]) if scope["client"] else "", self.work)
        carried = HEADERS_OF_HTTPS if scope["scheme"] == "https" else HEADERS
        ASKER.set(caller)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *carried]
                self.counts[f"answers_{message['status'] // 100}xx"] += 1
            await send(message)

        try:
            self.check(scope, headers, caller)
        except Refusal as refusal:
            await answer(send_guarded, refusal)
            return
        if scope["path"].endswith("/stream"):
            await self.streaming(caller, self.app(scope, receive, send_guarded), send_guarded)
        else:
            measured = limited(receive) if b"transfer-encoding" in headers else receive
            await Metered(self.app(scope, measured, send_guarded), caller)

    def check(self, scope: Scope, headers: dict[bytes, bytes], caller: Caller) -> None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise TooLarge(f"A request has at most {LARGEST_BODY} bytes.")
        caller.check()
        if not self.allowance.spend(caller.address, self.cost(scope["method"], scope["path"])):
            raise TooOften("That was too much at once. Wait a few seconds.")
        if scope["method"] not in SAFE and b"authorization" not in headers and from_browser(headers):
            check_origin(headers)

    def cost(self, method: str, path: str) -> float:
        if method in SAFE:
            return self.limits.read
        return self.limits.make if path in ("/tables", "/api/tables") or path.endswith("/fork") else 1.0

    async def streaming(self, caller: Caller, work: Any, send: Send) -> None:
        address = caller.address
        if self.streams.get(address, 0) >= self.limits.streams:
            work.close()
            await answer(send, TooOften(f"One address follows at most {self.limits.streams} streams."))
            return
        self.streams[address] = self.streams.get(address, 0) + 1
        try:
            await Metered(work, caller)
        finally:
            self.streams[address] -= 1
            if not self.streams[address]:
                del self.streams[address]


def from_browser(headers: dict[bytes, bytes]) -> bool:
    return b"origin" in headers or f"{COOKIE}=".encode() in headers.get(b"cookie", b"")


def check_origin(headers: dict[bytes, bytes]) -> None:
    """A browser says from which site a request comes: only from ours may one write."""
    host = headers.get(b"host", b"")
    if not host or headers.get(b"origin", b"").partition(b"://")[2] != host:
        raise Forbidden("This request comes from another site.")


def limited(receive: Receive) -> Receive:
    """A body that said nothing of its length is cut off where it gets too long."""
    read = 0

    async def receive_limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > LARGEST_BODY:
            raise TooLarge(f"A request has at most {LARGEST_BODY} bytes.")
        return message

    return receive_limited


async def answer(send: Send, refusal: Refusal) -> None:
    """Refuse. Who asks too much waits for it: else their asking on would itself be what costs."""
    if isinstance(refusal, TooOften):
        await asyncio.sleep(WEARY_SECONDS)
    content = json.dumps({"reason": refusal.reason, "rule": refusal.rule}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    if isinstance(refusal, TooOften):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": STATUS[type(refusal)], "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})
