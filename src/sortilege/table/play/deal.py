"""The deal of the day: one game with the same chance and the same bots for everybody, and one try each."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import sortilege
from sortilege.engine import Game
from sortilege.table.play.refusals import Refusal, Unknown
from sortilege.table.play.wish import Wish, id_from

if TYPE_CHECKING:
    from sortilege.table.play.hall import Hall
    from sortilege.table.play.table import Table

SEATS = 3
BOT = "adept"
OWN_SIGNS = 16
"""So many of a table's id are its own: with the deal's name they fit where ids, and names of analyses, are kept."""
TABLE = re.compile(r"(deal-\d{8})-")


@dataclass(frozen=True)
class Deal:
    """What is played on one day."""

    day: date

    @property
    def name(self) -> str:
        """All its tables have ids that begin with it, and their dice are thrown by it."""
        return f"deal-{self.day:%Y%m%d}"

    @property
    def begins(self) -> int:
        """In milliseconds, as tables have it."""
        return 86_400_000 * (self.day - date(1970, 1, 1)).days

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

    table_id: str
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
        table_id = (await self.row(deal, person))["id"]
        try:
            await self.hall.table(table_id)
        except Unknown:
            return ""
        except Refusal:  # it cannot be gone on with, and was a try all the same
            pass
        return table_id

    async def play(self, deal: Deal, person: str, name: str) -> "Table":
        """The own table of this deal, a new one where there is none."""
        row = await self.row(deal, person)
        return await self.hall.make(person, name, deal.wish, key=row["id"], changes=row)

    async def row(self, deal: Deal, person: str) -> dict[str, str]:
        """What is its own of somebody's table; it follows from the house's secret, so that there is only one."""
        secret = deal.secret(await self.hall.store.house("secret") or "")
        return {"id": f"{deal.name}-{id_from(secret, person)[:OWN_SIGNS]}", "secret": secret}

    async def tries(self, deal: Deal) -> list[Try]:
        """Of everybody who is done, the best first."""
        ended = await self.hall.store.ended_tables(f"{deal.name}-", deal.begins)
        found = [read_try(row) for row in ended]
        return sorted(found, key=lambda each: (each.place or 99, -(each.score or 0)))
