"""The deal of the day: the page with its results side by side, and the way to one's own try."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import Response

from sortilege.analysis import Analysis
from sortilege.table.keep.face import StoreFailed
from sortilege.table.play.deal import Deal, Deals, Try
from sortilege.table.play.refusals import Refusal
from sortilege.table.web.render import Guest, go_to, greet, page
from sortilege.table.web.request import TheHall, ThePeople

MOST_SHOWN = 100

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Row:
    """One try, with what the analysis of it says, once there is one."""

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
    """Today's results are for those who are done with it, and their games are analysed; yesterday's for everybody."""
    deal, deals = today(), Deals(hall)
    mine = await deals.table_of(deal, guest.person)
    tries = await deals.tries(deal)
    done = any(each.person == guest.person for each in tries)
    if done:
        with suppress(Refusal, StoreFailed):
            await hall.analyses.begin(await hall.table(mine), guest.person)
    before = Deal(deal.day - timedelta(days=1))
    return await page(
        request, guest, "deal.html", deal=deal, mine=mine, done=done, count=len(tries), before=before,
        rows=await rows_of(hall, tries, guest.person) if done else [],
        rows_before=await rows_of(hall, await deals.tries(before), guest.person),
    )  # fmt: skip


async def rows_of(hall: TheHall, tries: list[Try], person: str) -> list[Row]:
    """The best, and one's own."""
    shown = [each for place, each in enumerate(tries) if place < MOST_SHOWN or each.person == person]
    analyses = await hall.analyses.kept([each.table_id for each in shown])
    return [Row(each, each.person == person, analyses.get(each.table_id)) for each in shown]


@router.post("/deal")
async def play_deal(request: Request, hall: TheHall, people: ThePeople, guest: Guest) -> Response:
    table = await Deals(hall).play(today(), guest.person, await people.name(guest.person))
    return greet(request, guest, go_to(f"/tables/{table.id}"))
