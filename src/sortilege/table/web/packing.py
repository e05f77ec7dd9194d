"""Answers are packed where the browser unpacks them."""

import secrets
import struct
import zlib
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST_BYTES = 1000
PACKED_TYPES = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
PUBLIC = ("/static/", "/art/")
"""Below these is what everybody gets alike: it is packed once."""
PARTIAL = 206
LEVEL = 5
MOST_PADDING = 100
MOST_KEPT = 1000


class Packing:
    """An ASGI app around the app. What comes in parts, such as the stream, is left as it is.

    The length of a packed answer tells what in it is alike: who can write into somebody's page, have it fetched and
    measure it may guess what else is there. So each has a name of random length in its head, in which that drowns
    ("Heal the Breach", Palacios and others, 2022).
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        pack = packed_once if scope["path"].startswith(PUBLIC) else packed
        held: Message | None = None

        async def send_packed(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and can_be_packed(message):
                held = message
                return
            if held is not None:
                if not message.get("more_body") and len(message.get("body", b"")) >= LEAST_BYTES:
                    message = {**message, "body": pack(message["body"])}
                    mark(held, len(message["body"]))
                await send(held)
                held = None
            await send(message)

        await self.app(scope, receive, send_packed)


def can_be_packed(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "").partition(";")[0]
    return start["status"] != PARTIAL and kind in PACKED_TYPES


def mark(start: Message, length: int) -> None:
    headers = MutableHeaders(raw=start["headers"])
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(length)
    headers.add_vary_header("accept-encoding")
    if tag := headers.get("etag"):
        headers["etag"] = f"W/{tag.removeprefix('W/')}"


def packed(body: bytes) -> bytes:
    """As gzip, with a name of random length."""
    name = secrets.token_urlsafe(MOST_PADDING)[: secrets.randbelow(MOST_PADDING + 1)]
    head = b"\x1f\x8b\x08\x08" + bytes(6) + name.encode() + b"\0"
    work = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return head + work.compress(body) + work.flush() + struct.pack("<LL", zlib.crc32(body), len(body) & 0xFFFFFFFF)


packed_once = lru_cache(MOST_KEPT)(packed)
