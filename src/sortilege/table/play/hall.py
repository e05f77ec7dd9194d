"""The hall: all tables in use, how they are made, found and woken."""

import asyncio
import logging
from collections import Counter
from weakref import WeakValueDictionary

from sortilege.table.keep.face import Change, Store, StoreFailed
from sortilege.table.play.clock import milliseconds
from sortilege.table.play.followers import Followers
from sortilege.table.play.host import Host
from sortilege.table.play.looks import Looks
from sortilege.table.play.memory import Memory
from sortilege.table.play.refusals import Conflict, Refusal, Unfit
from sortilege.table.play.table import Table
from sortilege.table.play.tasks import Tasks
from sortilege.table.play.thinking import Thinkers
from sortilege.table.play.wish import Wish, new_row

LOOKS_SECONDS = 5
REVIVE_SECONDS = 5

logger = logging.getLogger("sortilege.table")


class Hall:
    def __init__(
        self, store: Store, thinkers: Thinkers, followers: Followers, pace: float, counts: Counter[str]
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.followers = followers
        self.counts = counts
        self.tasks = Tasks()
        self.memory = Memory(store)
        self.host = Host(self.memory, thinkers, followers, self.tasks, pace, counts)
        self.looks = Looks(store)
        self.loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def tables(self) -> dict[str, Table]:
        """The tables in memory by their ids."""
        return self.memory.tables

    # Coming and going.

    async def open(self) -> None:
        self.tasks.spawn(self.keep_looks_now_and_then())
        self.memory.asleep.update(await self.store.running_tables())
        self.tasks.spawn(self.revive_all())

    async def revive_all(self) -> None:
        """Wake the tables that may wait for a bot or a clock, one after the other; now, and where the store failed."""
        while True:
            for table_id in list(self.memory.asleep):
                await self.revive(table_id)
            await asyncio.sleep(REVIVE_SECONDS)

    async def revive(self, table_id: str) -> None:
        self.memory.asleep.discard(table_id)
        try:
            self.followers.position(await self.table(table_id), [])
        except StoreFailed:
            self.memory.asleep.add(table_id)
        except Refusal as refusal:
            logger.warning("table not revived: %s", refusal.reason)
        except Exception:
            logger.exception("table not revived")

    async def close(self) -> None:
        for table in self.tables.values():
            table.hush()
        await self.tasks.close()
        self.thinkers.close()
        await self.looks.keep()
        await asyncio.to_thread(self.store.close)

    async def keep_looks_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            self.see_followers()
            await self.looks.keep()

    def see_followers(self) -> None:
        """Who follows a table is there."""
        now = milliseconds()
        for table_id, person in self.followers.present():
            if table_id in self.tables:
                self.tables[table_id].last_seen[person] = now

    # Finding a table.

    async def table(self, table_id: str) -> Table:
        """A table by its id, from memory or from the store. Each is read once, and none waits for another."""
        if table_id in self.tables:
            return self.tables[table_id]
        async with self.loading.setdefault(table_id, asyncio.Lock()):
            return self.tables.get(table_id) or await self.bring(table_id)

    async def bring(self, table_id: str) -> Table:
        """Load a table and let it go on: it may be ready to begin, or wait for a bot or a clock."""
        self.memory.forget_some(self.idle)
        table = self.tables[table_id] = await self.memory.load(table_id)
        table.time.set(table.since)
        async with table.lock:
            if table.waiting:
                await self.host.begin_if_ready(table)
            else:
                self.host.wake(table)
        return table

    def idle(self, table: Table) -> bool:
        return not (table.lock.locked() or self.followers.followed(table) or acts_alone(table))

    # Making a table.

    async def make(self, person: str, name: str, wish: Wish, steps: list[str] | None = None) -> Table:
        """A new table, kept. `steps` are those of another game that it goes on from."""
        row = new_row(person, name, wish, steps or [])
        change = Change().add_table(row).add_look(person, row["id"])
        for number, text in enumerate(steps or []):
            change.add_step(row["id"], number, text, row["made"])
        await self.store.keep(change)
        self.counts["tables_made"] += 1
        return await self.table(row["id"])

    async def fork(self, person: str, name: str, table: Table, step: int, seat: int, bot: str) -> Table:
        """A new table that goes on from a finished game, against bots."""
        if not table.over:
            raise Conflict("Only a finished game can be gone on from.")
        if not 0 <= step < len(table.moves) or not 0 <= seat < len(table.chairs):
            raise Unfit("The game has no such step or seat to go on from.")
        seats = [("me", "") if number == seat else ("bot", bot) for number in range(len(table.chairs))]
        wish = Wish(table.game.name, seats, dict(table.options), shuffle=False)
        return await self.make(person, name, wish, table.texts[:step])


def acts_alone(table: Table) -> bool:
    return table.turn is not None and (bool(table.clock) or bool(table.chairs[table.turn].bot))
