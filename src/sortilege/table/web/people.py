"""Who somebody is: a random key that their browser or program keeps. We keep its hash only."""

import hashlib
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass

from sortilege.table.keep.face import Change, Store
from sortilege.table.play.refusals import Closed, Unavailable, Unfit
from sortilege.table.web.refusals import NoKey

COOKIE = "sortilege"
COOKIE_SECONDS = 400 * 24 * 3600
KEY = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST_NAME = 24
CARRY_SECONDS = 600
MOST_CARRIED = 10_000

GUESTS = (
    "Alder", "Amber", "Basil", "Birch", "Briar", "Cedar", "Clover", "Coral", "Elder", "Fennel", "Fern", "Flint",
    "Hazel", "Heath", "Holly", "Iris", "Ivy", "Jasper", "Juniper", "Laurel", "Linden", "Lotus", "Maple", "Moss",
    "Myrtle", "Olive", "Onyx", "Opal", "Poppy", "Reed", "Rowan", "Rue", "Sage", "Sorrel", "Thistle", "Thyme", "Willow",
    "Yarrow", "Yew",
)  # fmt: skip


@dataclass(frozen=True)
class Visitor:
    """Whoever sent a request. `fresh` says that the key was made just now and the cookie has to be set."""

    key: str = ""
    fresh: bool = False

    @property
    def person(self) -> str:
        return person_of(self.key) if self.key else ""


def new_key() -> str:
    return secrets.token_urlsafe(32)


def person_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def read_bearer(headers: Mapping[str, str]) -> str | None:
    """The token of a program, if it sent one."""
    given = headers.get("authorization")
    if given is None:
        return None
    scheme, _, key = given.partition(" ")
    if scheme.lower() != "bearer" or not KEY.fullmatch(key):
        raise NoKey("The authorization must be 'Bearer' and a token that this house made.")
    return key


def read_cookie(cookies: Mapping[str, str]) -> str:
    key = cookies.get(COOKIE, "")
    return key if KEY.fullmatch(key) else ""


def check_name(name: str) -> str:
    """A name in the form in which it is shown."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= LONGEST_NAME or not shown.isprintable() or any(sign in shown for sign in "{}"):
        raise Unfit(f"A name has 1 to {LONGEST_NAME} printable characters and no braces.")
    return shown


class People:
    """The names that people gave themselves, and keys on their way to another device."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.names: dict[str, str] = {}
        self.carried: dict[str, tuple[str, float]] = {}

    async def name(self, person: str) -> str:
        if person not in self.names:
            if len(self.names) > 100_000:
                self.names.clear()
            found = await self.store.name(person) or GUESTS[int(person[:8], 16) % len(GUESTS)]
            self.names.setdefault(person, found)
        return self.names[person]

    async def rename(self, person: str, name: str) -> str:
        shown = check_name(name)
        await self.store.keep(Change().set_name(person, shown))
        self.names[person] = shown
        return shown

    def carry(self, key: str) -> str:
        """A code that brings a key to another device, once, within ten minutes."""
        now = time.monotonic()
        self.carried = {code: kept for code, kept in self.carried.items() if kept[1] > now and kept[0] != key}
        if len(self.carried) >= MOST_CARRIED:
            raise Unavailable("Too many people change their device just now. Try again in a few minutes.")
        code = secrets.token_urlsafe(16)
        self.carried[code] = key, now + CARRY_SECONDS
        return code

    def arrive(self, code: str) -> str:
        key, until = self.carried.pop(code, ("", 0.0))
        if not key or until < time.monotonic():
            raise Closed("This link has been used, or its ten minutes are over. Make a new one.")
        return key
