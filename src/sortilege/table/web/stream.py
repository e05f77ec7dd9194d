"""The live stream: what happens at a table, to everybody who follows it, each through their own eyes."""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic_core import to_json

from sortilege.engine import NOBODY
from sortilege.table.play.table import Table
from sortilege.table.play.turns import ASKER
from sortilege.table.web.direct import Direct
from sortilege.table.web.guard import SOMETHING_SECONDS
from sortilege.table.web.seen import Seen, public_message

MOST_BEHIND = 200
HEARTBEAT_SECONDS = 15
HEARTBEAT = b": still here\n\n"
MARK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
"""The id of an event: the number of the position after it, and how many messages there were."""

Event = Literal["position", "seats", "message"]


class Follower:
    """Somebody who follows a table, and up to where they have heard of it: what comes next goes on from there, however
    the table came to be where it is. Who falls too far behind is cut off and comes back by themselves."""

    def __init__(self, table: Table, person: str, heard: str = "", line: Direct | None = None) -> None:
        self.table = table
        self.person = person
        self.number, self.said = mark_at(table, heard)
        self.line = line
        self.asker = ASKER.get()
        self.unpaid = 0.0
        self.untold: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_BEHIND)
        self.idle = False
        """Is all told that was to be?"""

    def hear(self, event: bytes) -> None:
        self.tell(marked(self.number, self.said, event))

    def tell(self, event: bytes | None) -> None:
        if event is not None and self.idle and self.told_at_once(event):
            return
        self.idle = False
        try:
            self.untold.put_nowait(event)
        except asyncio.QueueFull:
            self.untold = asyncio.Queue()
            self.untold.put_nowait(None)

    def told_at_once(self, event: bytes) -> bool:
        """Who has read all that came before is told without being woken, and pays for it."""
        if self.line is None:
            return False
        begun = time.perf_counter()
        told = self.line.more(event)
        self.unpaid += time.perf_counter() - begun
        if self.unpaid > SOMETHING_SECONDS:
            self.asker.pay(self.unpaid)
            self.unpaid = 0.0
        return told

    async def events(self) -> bytes | None:
        """All that is still to be told, at least one; None at the end."""
        self.idle = True
        found = [await self.untold.get()]
        self.idle = False
        while not self.untold.empty():
            found.append(self.untold.get_nowait())
        return None if None in found else b"".join(each for each in found if each is not None)


class Streams:
    """The followers of all tables."""

    def __init__(self) -> None:
        self.followers: dict[str, set[Follower]] = {}
        self.count = 0

    def add(self, table: Table, person: str, heard: str = "", line: Direct | None = None) -> Follower:
        """A new follower, who is told what came after the last event that they have heard."""
        follower = Follower(table, person, heard, line)
        self.followers.setdefault(table.id, set()).add(follower)
        self.count += 1
        tell_position(table, [follower])
        tell_messages(table, [follower])
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

    def position(self, table: Table) -> None:
        """Tell each follower what was played that they have not heard of, and what they may do now."""
        if followers := self.followers.get(table.id):
            tell_position(table, followers)

    def seats(self, table: Table) -> None:
        """Tell everybody that the seats have changed; who may not look any more is shown out."""
        event = encode("seats", {"version": table.version, "names": table.names})
        for follower in self.followers.get(table.id, ()):
            if not table.shown_to(follower.person):
                follower.tell(None)
            follower.hear(event)

    def messages(self, table: Table) -> None:
        """Tell what was said to all who have not heard it, and want to hear who said it."""
        tell_messages(table, self.followers.get(table.id, ()))

    async def keep_alive(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for followers in self.followers.values():
                for follower in followers:
                    follower.tell(HEARTBEAT)

    def close(self) -> None:
        """Everybody is shown out; they come back by themselves."""
        for followers in self.followers.values():
            for follower in followers:
                follower.tell(None)


def tell_position(table: Table, followers: Iterable[Follower]) -> None:
    """As far as they may know it; who looks through the same eyes, from the same step on, is told the same."""
    events: dict[tuple[int, int, int], bytes] = {}
    eyes = {chair.person: seat for seat, chair in enumerate(table.chairs) if chair.person}
    for follower in followers:
        eye, since, said = look = eyes.get(follower.person, NOBODY), follower.number, follower.said
        if (event := events.get(look)) is None:
            position = Seen(table, follower.person).position(table.played_since(since, eye))
            event = events[look] = marked(table.number, said, encode("position", position))
        follower.number = table.number
        follower.tell(event)


def tell_messages(table: Table, followers: Iterable[Follower]) -> None:
    for follower in followers:
        for message in table.messages[follower.said :]:
            follower.said += 1
            if message["person"] not in table.muted_by(follower.person):
                said = public_message(table, message, table.voices())
                follower.hear(encode("message", said | {"muted": False}))


def marked(number: int, said: int, event: bytes) -> bytes:
    """An event with its id, which says up to where one has heard with it."""
    return b"id: %d-%d\n%b" % (number, said, event)


def encode(event: Event, data: Mapping[str, Any]) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (event.encode(), to_json(data))


def read_mark(heard: str) -> tuple[int, int] | None:
    """How many steps, and messages, somebody knows of who has heard this event; None where it is none."""
    found = MARK.fullmatch(heard)
    return (int(found[1]), int(found[2])) if found else None


def mark_at(table: Table, heard: str) -> tuple[int, int]:
    """The same at a table: who has heard of none of its events is told how it stands, not how it came there."""
    number, said = read_mark(heard) or (table.number, len(table.messages))
    return (number, said) if number <= table.number and said <= len(table.messages) else (0, 0)
