"""Who has looked at a table, when, and how far; told later as what happened since."""

import logging

from sortilege.engine import NOBODY
from sortilege.table.keep.face import Change, Lost, Store, StoreFailed
from sortilege.table.play.clock import gone_by
from sortilege.table.play.table import Table

logger = logging.getLogger("sortilege.table")


class Looks:
    """Looks that the store has not kept yet: by person and table id, the number of steps that were looked at."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.unkept: dict[tuple[str, str], int] = {}

    def look(self, table: Table, person: str) -> None:
        """Remember that somebody who sits here looked."""
        if table.eye(person) != NOBODY:
            self.unkept[person, table.id] = len(table.moves) + table.stopped
            table.last_seen[person] = gone_by()

    async def keep(self) -> None:
        looks = dict(self.unkept)
        change = Change()
        for (person, table_id), looked in looks.items():
            change.add_look(person, table_id, looked)
        try:
            if looks:
                await self.store.keep(change)
        except (Lost, StoreFailed):
            logger.warning("looks not kept; tried again later")
            return
        self.unkept = {key: looked for key, looked in self.unkept.items() if looks.get(key) != looked}
