"""The tables in memory: a cache of what the store holds."""

import logging
from collections.abc import AsyncIterator, Callable
from itertools import islice

import sortilege
from sortilege.engine import Game
from sortilege.table.keep.face import Change, Damaged, Kept, Lost, Row, Store, StoreFailed
from sortilege.table.play.clock import Time, date, gone_by, milliseconds
from sortilege.table.play.desk import Desk
from sortilege.table.play.earlier import EarlierTable, OfEarlierCards, without_undone
from sortilege.table.play.refusals import Closed, Refusal, Unavailable, Unfit, stale, unknown
from sortilege.table.play.renewal import Editions, begins, build, renew, replayed
from sortilege.table.play.table import Table

MOST_IN_MEMORY = 2000

logger = logging.getLogger("sortilege.table")


class Memory:
    """Tables by id, and the ids of those that are to be woken because nobody may ask for them."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self.store = store
        self.desk = desk
        self.tables: dict[str, Table] = {}
        self.asleep: set[str] = set()
        self.times: dict[str, Time] = {}
        """Of tables that left the memory while a clock ran: it goes on."""
        self.aside: dict[str, str] = {}
        self.opened = milliseconds() - gone_by()
        self.editions = Editions(store)

    def now(self) -> int:
        """The house's clock, which nobody sets: the store's where it keeps time, and the same in every process then."""
        return gone_by() + (self.opened if self.store.clock is None else self.store.clock)

    def date(self) -> int:
        """For what is kept and shown."""
        return date(self.store.clock)

    async def load(self, table_id: str) -> Table:
        """A table from the store. One that cannot be read is set aside with the reason, until the house opens anew."""
        if table_id not in self.aside:
            try:
                return await self.renewed(await read_table(self.store, table_id, self.desk))
            except OfEarlierCards as closed:
                await self.check_newest(closed.table.game)
                raise
            except (Refusal, StoreFailed):
                raise
            except Exception as error:
                self.aside[table_id] = reason_of(error)
                logger.error("table %s cannot be read and was set aside: %s", table_id, self.aside[table_id])
        raise Closed("This table is damaged and was set aside. Whoever runs the house can see why.")

    async def renewed(self, table: Table) -> Table:
        """The table; where it was begun under earlier rules and fits those of now, it goes on under them."""
        if table.outdated:
            await self.check_newest(table.game)
            try:
                await renew(self.store, table)
                table.outdated = False
            except Lost:
                raise stale() from None
        return table

    async def check_newest(self, game: Game) -> None:
        """Tables of newer rules are for processes that know them."""
        if not await self.editions.newest(game):
            raise Unavailable("This table is played by newer rules than this part of the house has. Ask again.")

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change. Where the store fails the table is forgotten, and read anew soon or when it is next asked for.
        Lost: somebody else was first."""
        if self.tables.get(table.id) is not table:
            raise stale()
        try:
            await self.store.keep(change)
        except StoreFailed:
            self.tables.pop(table.id, None)
            self.asleep.add(table.id)
            raise

    def forget_some(self, idle: Callable[[Table], bool]) -> None:
        """Drop the tables nobody looks at and nothing waits for, once there are many."""
        if len(self.tables) >= MOST_IN_MEMORY:
            for table in list(islice(filter(idle, self.tables.values()), MOST_IN_MEMORY // 2)):
                self.forget(table)

    def forget(self, table: Table) -> None:
        del self.tables[table.id]
        if table.playing and table.clock and self.store.clock is None:
            self.times[table.id] = table.time

    def set_time(self, table: Table) -> None:
        """Let a table's time go on: from where it is, or from its last step where the house was closed since."""
        table.time.house = self.now
        if known := self.times.pop(table.id, None):
            table.time = known
        elif self.store.clock is None:
            table.time.set(table.since)


def same_rules(game: Game, row: Row) -> bool:
    return (row["rules"], row["content"]) == (game.rules_version, game.content)


async def read_table(kept: Kept, table_id: str, desk: Desk) -> Table:
    """A table as it was kept; whatever else is raised than a Refusal says what is wrong with it."""
    file = await kept.table(table_id)
    if file is None:
        raise unknown("table")
    row, steps = file.row, file.steps
    game = sortilege.game(row["game"])
    if same_rules(game, row) or begins(game, row, steps):
        try:
            table = await build(game, row, steps, desk)
        except Unfit as refusal:
            raise Damaged(refusal.reason) from None
    elif (replay := await replayed(game, file, desk)) is not None:
        table = replay
        table.outdated = True
    else:
        raise OfEarlierCards(EarlierTable(game, row, without_undone(text for text, _ in steps), file.messages))
    if row["ended"] is not None:
        table.end(row["ended"], closed=row["result"] is None)
    table.messages = file.messages
    table.check()
    return table


async def look_over(kept: Kept, desk: Desk) -> AsyncIterator[tuple[str, Table | Exception]]:
    """Every table that is kept, or why it cannot be read."""
    for table_id in await kept.all_tables():
        try:
            yield table_id, await read_table(kept, table_id, desk)
        except Exception as error:
            yield table_id, error


def reason_of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
