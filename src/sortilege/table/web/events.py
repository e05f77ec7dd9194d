"""The live stream as an answer: what followers are told, for as long as they stay connected."""

import asyncio

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from sortilege.table.play.table import Table
from sortilege.table.web.direct import DIRECT
from sortilege.table.web.stream import Streams

RETRY = b"retry: 300\n\n"
"""So many milliseconds after it broke a browser opens the stream again."""


class EventStream(Response):
    """Server-sent events of one table."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, table: Table, person: str, heard: str = "") -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.streams = streams
        self.table = table
        self.person = person
        self.heard = heard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        line = scope.get("extensions", {}).get(DIRECT)
        follower = self.streams.add(self.table, self.person, self.heard, line)
        gone = asyncio.ensure_future(until_gone(receive))
        gone.add_done_callback(lambda _: follower.tell(None))
        try:
            await send(body(RETRY))
            while (events := await follower.events()) is not None:
                await send(body(events))
            await send(body(b"", more=False))
        finally:
            gone.cancel()
            self.streams.remove(follower)


def body(content: bytes, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def until_gone(receive: Receive) -> None:
    """Until they have hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
