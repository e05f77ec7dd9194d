"""The deal of the day: one game with the same chance and the same bots for everybody, and one try each."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import sortilege
from sortilege.engine import Game
from sortilege.table.keep.face import Change
from sortilege.table.play.wish import Wish

if TYPE_CHECKING:
    from sortilege.table.play.hall import Hall
    from sortilege.table.play.table import Table

SEATS = 3
BOT = "adept"
KEY = "deal key"
TABLE = re.compile(r"(deal-\d{8})-")
MOST_LOOKED_AT = 50


@dataclass(frozen=True)
class Deal:
    """What is played on one day."""

    day: date

    @property
    def name(self) -> str:
        """All its tables have ids that begin with it, and their dice are thrown by it."""
        return f"deal-{self.day:%Y%m%d}"

    @property
    def game(self) -> Game:
        """The games take turns."""
        names = sortilege.games()
        return sortilege.game(names[self.day.toordinal() % len(names)])

    @property
    def wish(self) -> Wish:
        seats = min(SEATS, self.game.seat_range[-1])
        bots = [("bot", BOT)] * (seats - 1)
        return Wish(self.game.name, [("me", ""), *bots], {}, watch=False, shuffle=False, hints=False)

    def secret(self, key: str) -> str:
        return hmac.new(bytes.fromhex(key), self.name.encode(), hashlib.sha256).hexdigest()


def deal_of(table_id: str) -> str:
    """The deal that a table plays; empty where its chance is its own."""
    found = TABLE.match(table_id)
    return found[1] if found else ""


@dataclass(frozen=True)
class Try:
    """What somebody made of a deal."""

    table: str
    person: str
    name: str
    score: int | None
    """None where it was given up or closed."""
    place: int | None


def read_try(row: Mapping[str, Any]) -> Try:
    chair, result = row["chairs"][0], row["result"]
    ended = result is not None and result["ending"] != "resigned"
    score, place = (result["scores"][0], result["ranking"][0]) if ended else (None, None)
    return Try(row["id"], chair["person"], chair["name"], score, place)


class Deals:
    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    async def table_of(self, deal: Deal, person: str) -> str:
        """The table at which somebody has tried this deal; empty where they have not."""
        for over in (False, True):
            for table_id, _ in await self.hall.store.tables_of(person, over, MOST_LOOKED_AT):
                if deal_of(table_id) == deal.name:
                    return table_id
        return ""

    async def play(self, deal: Deal, person: str, name: str) -> "Table":
        """The own table of this deal, a new one where there is none."""
        mine = await self.table_of(deal, person)
        if mine:
            return await self.hall.table(mine)
        row = {"id": f"{deal.name}-{secrets.token_urlsafe(12)}", "secret": deal.secret(await self.key())}
        return await self.hall.make(person, name, deal.wish, changes=row)

    async def key(self) -> str:
        """What all deals of this house are drawn from; nobody is told."""
        kept = await self.hall.store.house(KEY)
        if kept is None:
            kept = secrets.token_hex(32)
            await self.hall.store.keep(Change().set_house(KEY, kept))
        return kept

    async def tries(self, deal: Deal) -> list[Try]:
        """Of everybody who is done, the best first."""
        found = [read_try(row) for row in await self.hall.store.ended_tables(f"{deal.name}-")]
        return sorted(found, key=lambda each: (each.place or 99, -(each.score or 0)))
