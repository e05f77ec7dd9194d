"""Any earlier step of a game that goes on, to be seen again."""

from typing import Any

from fastapi import APIRouter, Request

from sortilege.table.play.refusals import Unknown
from sortilege.table.web.api import replayed
from sortilege.table.web.cloth import layout_of
from sortilege.table.web.request import SeenTable

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/steps/{step}")
async def earlier_step(request: Request, seen: SeenTable, step: int, has: str = "") -> dict[str, Any]:
    """The table after so many steps, as one's own seat saw it then."""
    table = seen.table
    if not 0 <= step <= len(table.moves):
        raise Unknown(f"There are steps 0 to {len(table.moves)}.")
    layout = layout_of(request)
    told = await table.desk.do(replayed, table, step, table.looking(seen.eye), False, layout, has)
    return {"layout": layout, **told}
