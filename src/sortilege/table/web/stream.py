"""The live stream: what happens at a table, to everybody who follows it, each through their own eyes."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from sortilege.table.play.table import Step, Table
from sortilege.table.web.seen import Seen, public_message

MOST_BEHIND = 200
HEARTBEAT_SECONDS = 15
HEARTBEAT = b": still here\n\n"

Event = Literal["position", "seats", "message"]


class Follower:
    """Somebody who follows a table. Who falls too far behind is cut off and comes back by themselves."""

    def __init__(self, table: Table, person: str) -> None:
        self.table = table
        self.person = person
        self.untold: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_BEHIND)

    def tell(self, event: bytes | None) -> None:
        try:
            self.untold.put_nowait(event)
        except asyncio.QueueFull:
            self.untold = asyncio.Queue()
            self.untold.put_nowait(None)

    async def events(self) -> bytes | None:
        """All that is still to be told, at least one; None at the end."""
        found = [await self.untold.get()]
        while not self.untold.empty():
            found.append(self.untold.get_nowait())
        return None if None in found else b"".join(each for each in found if each is not None)


class Streams:
    """The followers of all tables."""

    def __init__(self) -> None:
        self.followers: dict[str, set[Follower]] = {}
        self.count = 0

    def add(self, table: Table, person: str) -> Follower:
        follower = Follower(table, person)
        self.followers.setdefault(table.id, set()).add(follower)
        self.count += 1
        follower.tell(encode("position", Seen(table, person).position([])))
        return follower

    def remove(self, follower: Follower) -> None:
        mates = self.followers[follower.table.id]
        mates.discard(follower)
        self.count -= 1
        if not mates:
            del self.followers[follower.table.id]

    def followed(self, table: Table) -> bool:
        return table.id in self.followers

    def present(self) -> Iterator[tuple[str, str]]:
        for table_id, followers in self.followers.items():
            for follower in followers:
                yield table_id, follower.person

    def position(self, table: Table, played: Sequence[Step]) -> None:
        """Tell each follower what was played, as far as they may know it, and what they may do now."""
        events: dict[int, bytes] = {}
        for follower in self.followers.get(table.id, ()):
            eye = table.eye(follower.person)
            if eye not in events:
                events[eye] = encode("position", Seen(table, follower.person).position(played))
            follower.tell(events[eye])

    def seats(self, table: Table) -> None:
        """Tell everybody that the seats have changed; who may not look any more is shown out."""
        for follower in self.followers.get(table.id, ()):
            if not table.shown_to(follower.person):
                follower.tell(None)
        self.tell_all(table, encode("seats", {"version": table.version, "names": table.names}))

    def message(self, table: Table, message: Mapping[str, Any]) -> None:
        self.tell_all(table, encode("message", public_message(message)))

    def tell_all(self, table: Table, event: bytes) -> None:
        for follower in self.followers.get(table.id, ()):
            follower.tell(event)

    async def keep_alive(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for followers in self.followers.values():
                for follower in followers:
                    follower.tell(HEARTBEAT)

    def close(self) -> None:
        for followers in self.followers.values():
            for follower in followers:
                follower.tell(None)


def encode(event: Event, data: Mapping[str, Any]) -> bytes:
    return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


class EventStream(Response):
    """Server-sent events of one table."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, table: Table, person: str) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.streams = streams
        self.table = table
        self.person = person

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        follower = self.streams.add(self.table, self.person)
        gone = asyncio.ensure_future(until_gone(receive, follower))
        try:
            await send(body(b"retry: 1000\n\n"))
            while (events := await follower.events()) is not None:
                await send(body(events))
            await send(body(b"", more=False))
        finally:
            gone.cancel()
            self.streams.remove(follower)


def body(content: bytes, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def until_gone(receive: Receive, follower: Follower) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    follower.tell(None)
