"""The hall: all tables in use, how they are made, found and woken."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from weakref import WeakValueDictionary

import sortilege
from sortilege.engine import NOBODY, BadRecord
from sortilege.table.keep.face import Change, Damaged, Job, Keep, Lost, News, Question, Row, StepRow, StoreFailed
from sortilege.table.play.analyses import ANALYSIS, Analyses
from sortilege.table.play.clock import gone_by
from sortilege.table.play.desk import Desk
from sortilege.table.play.earlier import OfEarlierCards
from sortilege.table.play.followers import Followers
from sortilege.table.play.host import HERE_SECONDS, Host, recent
from sortilege.table.play.looks import Looks
from sortilege.table.play.match import add_game, fresh_chairs
from sortilege.table.play.memory import Memory
from sortilege.table.play.questions import Questions
from sortilege.table.play.refusals import Conflict, Forbidden, Overtaken, Refusal, Unknown
from sortilege.table.play.table import Table
from sortilege.table.play.tasks import Tasks
from sortilege.table.play.thinking import Thinkers
from sortilege.table.play.turns import ASKER, Elsewhere, Wait
from sortilege.table.play.wish import Wish, id_from, new_row

LOOKS_SECONDS = 5
TRIAL_SECONDS = 1
REVIVE_SECONDS = 5
MOST_ALONE = 8
UNSEEN_SECONDS = 600
NOT_HERE_SECONDS = 60
"""So long later a table that this process cannot read is tried again, by whoever is free."""

logger = logging.getLogger("sortilege.table")


class Hall:
    def __init__(self, keep: Keep, thinkers: Thinkers, followers: Followers, pace: float, counts: Counter[str]) -> None:
        self.store = store = keep.store
        self.bus = keep.bus
        self.jobs = keep.jobs
        self.thinkers = thinkers
        self.followers = followers
        self.counts = counts
        self.tasks = Tasks()
        self.desk = Desk()
        self.memory = Memory(store, self.desk)
        self.questions = Questions(keep.jobs, thinkers, self.memory.now)
        self.host = Host(self.memory, keep.jobs, thinkers, self.questions, followers, self.tasks, pace, counts)
        self.looks = Looks(store)
        self.analyses = Analyses(store, self.questions, self.table)
        self.trial = asyncio.Lock()
        self.tried: int | None = None
        self.loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.outdated: set[str] = set()
        self.elsewhere: dict[str, tuple[int, list[str]]] = {}
        self.hear_name: Callable[[str, str], None] = lambda person, name: None

    @property
    def tables(self) -> dict[str, Table]:
        """The tables in memory by their ids."""
        return self.memory.tables

    # Coming and going.

    async def open(self) -> None:
        self.tasks.spawn(self.keep_looks_now_and_then())
        for name in sortilege.games():
            await self.memory.editions.newest(sortilege.game(name))
        self.bus.listen(self.hear)
        self.jobs.open(self.act, self.answer, self.tasks.spawn, self.memory.now, self.thinkers.room)
        if not self.jobs.lasting:
            self.memory.asleep.update(await self.store.running_tables())
            for question in await self.store.questions_open(ANALYSIS):
                await self.jobs.hand_in(question)
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
            table = await self.table(table_id)
            self.followers.position(table)
            self.followers.messages(table)
        except StoreFailed:
            self.memory.asleep.add(table_id)
        except OfEarlierCards:
            logger.info("a table of earlier cards stays as it is")
        except Refusal as refusal:
            logger.warning("table not revived: %s", refusal.reason)
        except Exception:
            logger.exception("table not revived")

    async def close(self) -> None:
        await self.jobs.close()
        await self.bus.close()
        await self.tasks.close()
        self.thinkers.close()
        self.desk.close()
        await self.looks.keep()
        await self.keep_standings()
        await asyncio.to_thread(self.store.close)

    async def keep_looks_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            self.see_followers()
            await self.tell_here()
            self.forget_finished()
            await self.looks.keep()
            await self.keep_standings()
            if self.store.commits.failing:
                await self.can_write()

    async def keep_standings(self) -> None:
        """Remember how the tables stand that have gone on here: new rules have to lead there too."""
        change = Change()
        moved = [table for table in self.tables.values() if table.playing and table.number != table.stood]
        for table in moved:
            change.set_stood(table.id, table.number, [float(score) for score in table.state.scores()])
        numbers = [table.number for table in moved]
        try:
            if moved:
                await self.store.keep(change)
        except (Lost, StoreFailed):
            return
        for table, number in zip(moved, numbers):
            table.stood = number

    async def can_write(self) -> bool:
        """Is there room for what happens? Whoever asks within a second shares the answer."""
        async with self.trial:
            if not recent(self.tried, TRIAL_SECONDS) or self.store.commits.failing:
                self.tried = gone_by()
                try:
                    await self.store.keep(Change().try_room())
                except (Lost, StoreFailed) as error:
                    logger.error("nothing can be kept: %s", error)
        return not self.store.commits.failing

    def see_followers(self) -> None:
        """Who follows a table is there."""
        for table_id, person in self.followers.present():
            if table_id in self.tables:
                self.host.look(self.tables[table_id], person)

    async def tell_here(self) -> None:
        """Tell other processes who is here: bots wait for them, wherever they think."""
        change = Change()
        for table_id, people in self.followed_here().items():
            change.tell_here(table_id, people)
        if change.here and self.jobs.lasting:
            with suppress(StoreFailed):
                await self.store.keep(change)

    def followed_here(self) -> dict[str, list[str]]:
        """The tables that are followed here, and who of those who sit there does."""
        found: dict[str, list[str]] = {}
        for table_id, person in self.followers.present():
            table = self.tables.get(table_id)
            if table is not None and table.playing:
                found.setdefault(table_id, []).extend([person] if table.eye(person) != NOBODY else [])
        return found

    def forget_finished(self) -> None:
        """What is over, or sleeps, and nobody has looked at for long need not be in memory."""
        self.elsewhere = {name: here for name, here in self.elsewhere.items() if recent(here[0], HERE_SECONDS)}
        for table in list(self.tables.values()):
            if (table.over or table.asleep) and self.idle(table) and not recent(table.last_look, UNSEEN_SECONDS):
                self.memory.forget(table)

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
        self.outdated.discard(table_id)
        table = self.tables[table_id] = await self.memory.load(table_id)
        self.memory.set_time(table)
        self.meet(table)
        async with table.lock:
            if table_id in self.outdated:
                await self.host.read_on(table)
            if table.waiting:
                with suppress(Overtaken):
                    await self.host.begin_if_ready(table)
            else:
                self.host.wake(table)
        return table

    # What other processes do.

    def hear(self, news: News) -> None:
        """What others have kept: the tables that are in memory follow."""
        for person, name in news.names.items():
            self.hear_name(person, name)
        self.outdated |= (news.changed | news.steps.keys()) & set(self.loading)
        for table_id, steps in news.steps.items():
            if table_id in self.tables and table_id not in news.changed:
                self.hear_steps(self.tables[table_id], steps)
        for table_id in news.changed & self.tables.keys():
            self.tasks.spawn(self.catch_up(self.tables[table_id]))
        for table_id, people in news.here.items():
            self.elsewhere[table_id] = gone_by(), people
            if table_id in self.tables:
                self.meet(self.tables[table_id])
        if news.gap:
            self.outdated |= set(self.loading)
            self.tasks.spawn(self.catch_up_all())

    def hear_steps(self, table: Table, steps: list[StepRow]) -> None:
        if steps[-1].number < table.number:
            return
        if table.lock.locked() or steps[0].number != table.number:
            self.tasks.spawn(self.catch_up(table, steps[-1].number))
        else:
            with self.anew(table):
                self.host.follow(table, steps)

    async def catch_up(self, table: Table, number: int | None = None) -> None:
        """Read what others have kept, unless so many steps are known by now."""
        async with table.lock:
            if self.tables.get(table.id) is table and (number is None or number >= table.number):
                with self.anew(table):
                    await self.host.read_on(table)

    async def reached(self, table: Table, number: int, said: int) -> Table:
        """The table, as far as somebody knows it who has followed it elsewhere."""
        if self.jobs.lasting and (number > table.number or said > len(table.messages)):
            await self.catch_up(table)
            return await self.table(table.id)
        return table

    @contextmanager
    def anew(self, table: Table) -> Iterator[None]:
        """Where what others have kept cannot be followed, the table is read anew."""
        try:
            yield
        except (StoreFailed, Damaged, BadRecord):
            self.tables.pop(table.id, None)
            self.memory.asleep.add(table.id)

    async def catch_up_all(self) -> None:
        """Something may not have been heard."""
        for table in list(self.tables.values()):
            await self.catch_up(table)

    def meet(self, table: Table) -> None:
        """Who is at this table elsewhere is there."""
        at, people = self.elsewhere.get(table.id, (0, []))
        if recent(at, HERE_SECONDS):
            table.followed_elsewhere = at
            table.last_seen |= {person: max(at, table.last_seen.get(person, at)) for person in people}
            if table.asleep:
                self.host.wake(table)

    # What happens by itself.

    async def act(self, job: Job) -> Job | None:
        """Look after a table; what has to happen there next is the answer."""
        try:
            table = await self.table(job.table_id)
        except Refusal:
            return job._replace(due=self.memory.now() + 1000 * NOT_HERE_SECONDS)
        if self.jobs.lasting:
            await self.know(table, job)
        with suppress(Overtaken):
            await self.host.act(table, job)
        return self.host.job_at(table) if table.playing else None

    async def answer(self, question: Question) -> str | None:
        """What somebody wants to know; None where it is kept, for all."""
        if question.kind == ANALYSIS:
            await self.analyses.analyse(question)
            return None
        return await self.questions.answer(question)

    async def know(self, table: Table, job: Job) -> None:
        """What whoever put this job knew: how the table stands, for whom it is done, and who is there."""
        if (table.number, table.version) < (job.number, job.version) or table.version < job.version:
            await self.catch_up(table)
        ASKER.set(Elsewhere(job.address))
        if job.watched:
            table.followed_elsewhere = gone_by()
        if job.wait == Wait.PLAYER:
            table.awaited = gone_by()

    def idle(self, table: Table) -> bool:
        """Might nobody miss it? Where a clock runs, the job brings the table back; at zero a bot thinks."""
        seat = table.turn
        thinks = seat is not None and (table.chairs[seat].bot or table.left(seat) == 0)
        return table.asleep or not (table.lock.locked() or self.followers.followed(table) or thinks)

    # Making a table.

    async def make(
        self,
        person: str,
        name: str,
        wish: Wish,
        steps: list[str] | None = None,
        key: str = "",
        changes: Row | None = None,
    ) -> Table:
        """A new table, kept. `steps` are those of another game that it goes on from, `changes` of its row. Whoever
        asks again with the same key is given the same table."""
        row = {**new_row(person, name, wish, steps or [], id_from(person, key) if key else ""), **(changes or {})}
        if all(kind == "bot" for kind, _ in wish.seats):
            self.check_alone()
        change = Change().add_table(row).add_look(person, row["id"])
        for number, text in enumerate(steps or []):
            change.add_step(row["id"], number, text, row["made"])
        await self.keep_once(change, key)
        table = await self.table(row["id"])
        table.maker_address = ASKER.get().address
        self.host.look(table, person)
        return table

    async def keep_once(self, change: Change, key: str) -> None:
        """Keep a new table, unless it was made with this key before."""
        try:
            await self.store.keep(change)
            self.counts["tables_made"] += 1
        except Lost:
            if not key:
                raise

    def check_alone(self) -> None:
        """Tables at which bots are among themselves are few."""
        here = ASKER.get().address
        going = [table for table in self.tables.values() if table.maker_address == here and table.playing]
        if sum(not any(chair.person for chair in table.chairs) for table in going) >= MOST_ALONE:
            raise Conflict(f"Bots play among themselves at {MOST_ALONE} tables of yours. Let a game end first.")

    async def rematch(self, table: Table, person: str, name: str) -> Table:
        """Another game with the seats as they were; whoever asks later comes to the same table."""
        if not table.over:
            raise Conflict("A rematch is for a game that is over.")
        if table.eye(person) == NOBODY:
            raise Forbidden("Only those who sat at this table can ask for a rematch.")
        async with table.lock:
            wanted = not table.rematch
            if wanted:
                change = Change()
                table.rematch = add_game(table, fresh_chairs(table), change, table_id=id_from(table.secret, table.id))
                await self.keep_once(change, table.rematch)
        if wanted and len({chair.person for chair in table.chairs} - {"", person}):
            with suppress(Refusal):
                await self.host.say(table, person, name, f"A rematch? It waits at /tables/{table.rematch}")
        return await self.table(table.rematch)

    async def fork(self, person: str, name: str, table: Table, step: int, seat: int, bot: str, key: str) -> Table:
        """A new table that goes on from a finished game, against bots; with the same key, the same one."""
        if not table.over:
            raise Conflict("Only a finished game can be gone on from.")
        if not 0 <= step < len(table.moves) or not 0 <= seat < len(table.chairs):
            raise Unknown("The game has no such step or seat to go on from.")
        seats = [("me", "") if number == seat else ("bot", bot) for number in range(len(table.chairs))]
        wish = Wish(table.game.name, seats, dict(table.options), watch=table.watch, shuffle=False)
        return await self.make(person, name, wish, table.texts[:step], key and f"{table.id} {key}")
