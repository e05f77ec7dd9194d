"""The tables in memory: a cache of what the store holds."""

from collections.abc import Callable
from itertools import islice

from sortilege.table.keep.face import Change, Lost, Store, StoreFailed
from sortilege.table.play.refusals import Closed, stale, unknown
from sortilege.table.play.table import Table
from sortilege.table.play.wish import find_game

MOST_IN_MEMORY = 2000


class Memory:
    """Tables by id, and the ids of those that are to be woken because nobody may ask for them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, Table] = {}
        self.asleep: set[str] = set()

    async def load(self, table_id: str) -> Table:
        row = await self.store.table(table_id)
        if row is None:
            raise unknown("table")
        game = find_game(row["game"])
        if (row["rules"], row["content"]) != (game.rules_version, game.content):
            raise Closed("This table was begun with other rules or cards than this house has now.")
        table = Table(game, row, await self.store.steps(table_id))
        table.messages = await self.store.messages(table_id)
        return table

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change. Where that fails the table is forgotten, and read anew soon or when it is next asked for."""
        if self.tables.get(table.id) is not table:
            raise stale()
        try:
            await self.store.keep(change)
        except (Lost, StoreFailed) as error:
            table.hush()
            self.tables.pop(table.id, None)
            self.asleep.add(table.id)
            if isinstance(error, Lost):
                raise stale() from None
            raise

    def forget_some(self, idle: Callable[[Table], bool]) -> None:
        """Drop the tables nobody looks at and nothing waits for, once there are many."""
        if len(self.tables) >= MOST_IN_MEMORY:
            for table in list(islice(filter(idle, self.tables.values()), MOST_IN_MEMORY // 2)):
                del self.tables[table.id]
