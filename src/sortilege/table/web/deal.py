"""The deal of the day: the page with its results side by side, and the way to one's own try."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import Response

from sortilege.analysis import Analysis
from sortilege.table.play.deal import Deal, Deals, Try
from sortilege.table.web.render import Guest, go_to, greet, page
from sortilege.table.web.request import TheHall, ThePeople

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Row:
    """One try, with what the analysis of it says, once somebody has asked for that."""

    tried: Try
    mine: bool
    analysis: Analysis | None

    @property
    def luck(self) -> float | None:
        return self.analysis.balance(0).luck.value if self.analysis else None

    @property
    def lost(self) -> float | None:
        """What decisions cost, as far as they are to blame."""
        return -self.analysis.lost(0) if self.analysis else None


def today() -> Deal:
    return Deal(datetime.now(UTC).date())


@router.get("/deal")
async def deal_page(request: Request, hall: TheHall, guest: Guest) -> Response:
    """Today's results are for those who are done with it; yesterday's for everybody."""
    deal, deals = today(), Deals(hall)
    mine = await deals.table_of(deal, guest.person)
    rows = await rows_of(hall, deal, guest.person)
    done = any(row.mine for row in rows)
    before = Deal(deal.day - timedelta(days=1))
    return await page(
        request, guest, "deal.html", deal=deal, mine=mine, done=done, rows=rows if done else [], count=len(rows),
        before=before, rows_before=await rows_of(hall, before, guest.person),
    )  # fmt: skip


async def rows_of(hall: TheHall, deal: Deal, person: str) -> list[Row]:
    return [
        Row(each, each.person == person, await hall.analyses.kept(each.table)) for each in await Deals(hall).tries(deal)
    ]


@router.post("/deal")
async def play_deal(request: Request, hall: TheHall, people: ThePeople, guest: Guest) -> Response:
    table = await Deals(hall).play(today(), guest.person, await people.name(guest.person))
    return greet(request, guest, go_to(f"/tables/{table.id}"))
