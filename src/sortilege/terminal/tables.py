"""`sortilege tables`: what the web table keeps, looked over by its host."""

import asyncio

from sortilege.table.keep.store import ReadOnly
from sortilege.table.play.desk import Desk
from sortilege.table.play.memory import look_over, reason_of
from sortilege.table.play.refusals import Refusal
from sortilege.table.play.table import Table


def list_tables(database: str, only_damaged: bool) -> int:
    """One line a table. 1 where one of them cannot be read."""
    return asyncio.run(look(ReadOnly(database), only_damaged))


async def look(kept: ReadOnly, only_damaged: bool) -> int:
    damaged = 0
    async for table_id, found in look_over(kept, Desk()):
        if isinstance(found, Exception) and not isinstance(found, Refusal):
            damaged += 1
            print(f"{table_id}  damaged: {reason_of(found)}")
        elif not only_damaged:
            print(f"{table_id}  {found.reason if isinstance(found, Refusal) else how_it_stands(found)}")
    print(f"{damaged} damaged" if damaged else "All tables can be read.")
    return min(1, damaged)


def how_it_stands(table: Table) -> str:
    return f"{table.game.name}, {'closed' if table.closed else table.phase}: {', '.join(table.names)}"
