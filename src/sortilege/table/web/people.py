"""Who somebody is: a random key, signed by the house, that their browser or program keeps. We keep its hash only."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from sortilege.table.keep.face import Change, Lost, Store
from sortilege.table.play.clock import date
from sortilege.table.play.names import outline
from sortilege.table.play.refusals import Closed, Unfit
from sortilege.table.web.refusals import NoKey

COOKIE = "sortilege"
COOKIE_SECONDS = 400 * 24 * 3600
KEY = re.compile(r"[A-Za-z0-9_-]{43}")
KEY_BYTES = 32
RANDOM_BYTES = 20
LONGEST_NAME = 24
CARRY_SECONDS = 600
MOST_REMEMBERED = 20_000

NOT_CARRIED = "This link has been used, or its ten minutes are over. Make a new one."
WRONG_TOKEN = "The authorization must be 'Bearer' and a token that this house made."

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


@lru_cache(MOST_REMEMBERED)
def person_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def read_bearer(headers: Mapping[str, str]) -> str | None:
    """The token of a program, if it sent one."""
    given = headers.get("authorization")
    if given is None:
        return None
    scheme, _, key = given.partition(" ")
    if scheme.lower() != "bearer":
        raise NoKey(WRONG_TOKEN)
    return key


def read_cookie(cookies: Mapping[str, str]) -> str:
    return cookies.get(COOKIE, "")


def check_name(name: str) -> str:
    """A name in the form in which it is shown; empty where nothing of it can be seen."""
    shown = " ".join("".join(sign for sign in name if sign.isprintable() or sign.isspace()).split())
    if len(shown) > LONGEST_NAME or any(sign in shown for sign in "{}"):
        raise Unfit(f"A name has {LONGEST_NAME} characters at most, and no braces.")
    return shown if outline(shown) else ""


def guest_name(person: str) -> str:
    return GUESTS[int(person[:8], 16) % len(GUESTS)]


class People:
    """Keys that the house made, and the names that people gave themselves."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.store = store
        self.secret = secret
        self.known: set[str] = set()
        self.ours = lru_cache(MOST_REMEMBERED)(self.made_here)
        self.names: dict[str, str] = {}

    @classmethod
    async def open(cls, store: Store) -> "People":
        """The house signs keys with a secret that it draws once."""
        secret = await store.house("secret")
        if secret is None:
            with suppress(Lost):  # another node that opens at the same moment has drawn it
                await store.keep(Change().swap_house("secret", None, secrets.token_hex(32)))
            secret = await store.house("secret")
        return cls(store, bytes.fromhex(secret or ""))

    def new_key(self) -> str:
        return self.signed(secrets.token_bytes(RANDOM_BYTES))

    def signed(self, chosen: bytes) -> str:
        seal = hmac.digest(self.secret, chosen, "sha256")
        return base64.urlsafe_b64encode((chosen + seal)[:KEY_BYTES]).decode().rstrip("=")

    def made_here(self, key: str) -> bool:
        """Does it bear the house's signature?"""
        chosen = base64.urlsafe_b64decode(key + "=")[:RANDOM_BYTES]
        return hmac.compare_digest(self.signed(chosen), key)

    async def issued(self, key: str) -> bool:
        """Did the house make this key? Those of before it signed them count where their person is known."""
        if not KEY.fullmatch(key):
            return False
        if self.ours(key):
            return True
        person = person_of(key)
        if person not in self.known and await self.store.knows(person):
            self.known.add(person)
        return person in self.known

    async def name(self, person: str) -> str:
        if not person:
            return "Guest"
        if person not in self.names:
            if len(self.names) > 100_000:
                self.names.clear()
            found = await self.store.name(person) or guest_name(person)
            self.names.setdefault(person, found)
        return self.names[person]

    async def rename(self, person: str, name: str) -> str:
        shown = check_name(name) or guest_name(person)
        await self.store.keep(Change().set_name(person, shown))
        self.names[person] = shown
        return shown

    def hear(self, person: str, name: str) -> None:
        """Somebody has another name, given at another process."""
        if person in self.names:
            self.names[person] = name

    async def carry(self, key: str) -> str:
        """A code that brings a key to another device, once, within ten minutes."""
        code = secrets.token_urlsafe(16)
        until = date(self.store.clock) + 1000 * CARRY_SECONDS
        await self.store.keep(Change().carry(code_of(code), person_of(key), hidden(key.encode(), code).hex(), until))
        return code

    async def carried(self, code: str) -> str:
        """The key on its way, hidden; refused where the code was used or is too old."""
        key, until = await self.store.carried(code_of(code)) or ("", 0)
        if until < date(self.store.clock):
            raise Closed(NOT_CARRIED)
        return key

    async def arrive(self, code: str) -> str:
        key = await self.carried(code)
        try:
            await self.store.keep(Change().arrive(code_of(code)))
        except Lost:
            raise Closed(NOT_CARRIED) from None
        return hidden(bytes.fromhex(key), code).decode()


def code_of(code: str) -> str:
    """What is kept of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def hidden(key: bytes, code: str) -> bytes:
    """A key that only who has the code can read, or such a one read again."""
    pad = hashlib.shake_256(f"key {code}".encode()).digest(len(key))
    return bytes(each ^ other for each, other in zip(key, pad))
