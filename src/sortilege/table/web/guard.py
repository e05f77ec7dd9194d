"""What every request passes first: size, rate, origin; and what every answer carries."""

import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sortilege.table.play.refusals import Forbidden, Refusal
from sortilege.table.web.people import COOKIE
from sortilege.table.web.refusals import STATUS, TooLarge, TooOften

LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 20_000

HEADERS = [
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
     b"img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
     b"frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for: writes a second, and how many at once. A read is a fraction of a write."""

    rate: float = 30.0
    burst: float = 150.0
    read: float = 0.2
    make: float = 10.0
    streams: int = 200


class Allowance:
    """What each address has left."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.left: dict[str, tuple[float, float]] = {}

    def spend(self, address: str, cost: float) -> bool:
        now = time.monotonic()
        if len(self.left) > MOST_ADDRESSES:
            self.left.clear()
        left, since = self.left.get(address, (self.limits.burst, now))
        left = min(self.limits.burst, left + (now - since) * self.limits.rate)
        fits = left >= cost
        self.left[address] = (left - cost if fits else left, now)
        return fits


class Guard:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp, limits: Limits, counts: Counter[str]) -> None:
        self.app = app
        self.limits = limits
        self.allowance = Allowance(limits)
        self.counts = counts
        self.streams: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        address = scope["client"][0] if scope["client"] else ""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                self.counts[f"answers_{message['status'] // 100}xx"] += 1
            await send(message)

        try:
            self.check(scope, headers, address)
        except Refusal as refusal:
            await answer(send_guarded, refusal)
            return
        if scope["path"].endswith("/stream"):
            await self.streaming(address, self.app(scope, receive, send_guarded), send_guarded)
        else:
            await self.app(scope, limited(receive), send_guarded)

    def check(self, scope: Scope, headers: dict[bytes, bytes], address: str) -> None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise TooLarge(f"A request has at most {LARGEST_BODY} bytes.")
        if not self.allowance.spend(address, self.cost(scope["method"], scope["path"])):
            raise TooOften("That was too much at once. Wait a few seconds.")
        if scope["method"] not in SAFE and b"authorization" not in headers and from_browser(headers):
            check_origin(headers)

    def cost(self, method: str, path: str) -> float:
        if method in SAFE:
            return self.limits.read
        return self.limits.make if path in ("/tables", "/api/tables") or path.endswith("/fork") else 1.0

    async def streaming(self, address: str, work: Any, send: Send) -> None:
        if self.streams.get(address, 0) >= self.limits.streams:
            work.close()
            await answer(send, TooOften(f"One address follows at most {self.limits.streams} streams."))
            return
        self.streams[address] = self.streams.get(address, 0) + 1
        try:
            await work
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
    content = json.dumps({"reason": refusal.reason, "rule": refusal.rule}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    if isinstance(refusal, TooOften):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": STATUS[type(refusal)], "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})
