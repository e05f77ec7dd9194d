"""The hall: all tables in use, what people do at them, and the bots and clocks that act by themselves."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

import sortilege
from sortilege.bots import bots
from sortilege.bots.hints import Hint
from sortilege.engine import NOBODY, OVER, Game, IllegalMove
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_move
from sortilege.table.live import ANYBODY, LINK, UNDO, Chair, Clock, Played, Table, milliseconds
from sortilege.table.metrics import Metrics
from sortilege.table.refusals import Refusal, stale, unknown
from sortilege.table.store import Change, Lost, Store, StoreFailed
from sortilege.table.stream import Streams
from sortilege.table.thinking import Thinkers

MOST_IN_MEMORY = 2000
LONGEST_CLOCK = 30 * 24 * 3600
MOST_MESSAGES = 1000
MOST_OF_SPECTATORS = MOST_MESSAGES // 2
MOST_OF_A_SPECTATOR = 50
LOOKS_SECONDS = 5
REVIVE_SECONDS = 5

logger = logging.getLogger("sortilege.table")


@dataclass
class Wish:
    """A table as somebody wants it. A seat is `me`, `link`, `anybody`, or `bot` with the bot's name."""

    game: str
    seats: list[tuple[str, str]]
    options: dict[str, Any] = field(default_factory=dict)
    watch: bool = True
    shuffle: bool = True
    hints: bool = True
    clock: Clock = field(default_factory=Clock)


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, pace: float, metrics: Metrics) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.metrics = metrics
        self.streams = Streams()
        self.tables: dict[str, Table] = {}
        self.loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.asleep: set[str] = set()
        self.looks: dict[tuple[str, str], int] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    # Coming and going.

    async def open(self) -> None:
        self.spawn(self.streams.keep_alive())
        self.spawn(self.keep_looks_now_and_then())
        self.asleep.update(await self.store.running_tables())
        self.spawn(self.revive_all())

    async def revive_all(self) -> None:
        """Wake the tables that may wait for a bot or a clock, one after the other; now, and where the store failed."""
        while True:
            for table in list(self.asleep):
                await self.revive(table)
            await asyncio.sleep(REVIVE_SECONDS)

    async def revive(self, table: str) -> None:
        self.asleep.discard(table)
        try:
            self.streams.position(await self.table(table), [])
        except StoreFailed:
            self.asleep.add(table)
        except Refusal as refusal:
            logger.warning("table not revived: %s", refusal.reason)
        except Exception:
            logger.exception("table not revived")

    async def close(self) -> None:
        self.streams.close()
        for table in self.tables.values():
            self.hush(table)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.close()
        await self.keep_looks()
        await asyncio.to_thread(self.store.close)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the table could not act by itself", exc_info=error)

    async def table(self, table: str) -> Table:
        """A table by its id, from memory or from the store. Each is read once, and none waits for another."""
        if table in self.tables:
            return self.tables[table]
        async with self.loading.setdefault(table, asyncio.Lock()):
            return self.tables.get(table) or await self.bring(table)

    async def bring(self, table: str) -> Table:
        """Load a table and let it go on: it may be ready to begin, or wait for a bot or a clock."""
        self.forget_some()
        found = self.tables[table] = await self.load(table)
        found.set_time(found.since)
        async with found.lock:
            if found.waiting:
                await self.begin_if_ready(found)
            else:
                self.wake(found)
        return found

    async def load(self, table: str) -> Table:
        row = await self.store.table(table)
        if row is None:
            raise unknown("table")
        game = find_game(row["game"])
        if (row["rules"], row["content"]) != (game.rules_version, game.content):
            raise Refusal(410, "This table was begun with other rules or cards than this house has now.")
        found = Table(game, row, await self.store.steps(table))
        found.messages = await self.store.messages(table)
        return found

    def forget_some(self) -> None:
        """Drop the tables nobody looks at and nothing waits for, once there are many."""
        if len(self.tables) >= MOST_IN_MEMORY:
            for table in list(islice(filter(self.idle, self.tables.values()), MOST_IN_MEMORY // 2)):
                del self.tables[table.id]

    def idle(self, table: Table) -> bool:
        return not (table.lock.locked() or self.streams.followed(table) or self.acts_alone(table))

    @staticmethod
    def acts_alone(table: Table) -> bool:
        return table.playing and (table.clock.kind != "none" or bool(table.chairs[table.state.seat].bot))

    # Making a table.

    async def make(self, person: str, name: str, wish: Wish, steps: list[str] | None = None) -> Table:
        """A new table, kept. `steps` are those of another game that it goes on from."""
        game = find_game(wish.game)
        chairs = [make_chair(kind, bot, person, name) for kind, bot in wish.seats]
        if sum(chair.person != "" for chair in chairs) > 1:
            raise Refusal(422, "You can take one seat only.")
        try:
            options = game.settings(len(chairs), wish.options)
        except ValueError as error:
            raise Refusal(422, f"{error}.") from None
        check_clock(wish.clock)
        now = milliseconds()
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(16), "game": game.name, "rules": game.rules_version, "content": game.content,
            "options": options, "chairs": [asdict(chair) for chair in chairs], "version": 0, "maker": person,
            "invite": secrets.token_urlsafe(9), "watch": wish.watch, "shuffle": wish.shuffle and not steps,
            "hints": wish.hints, "clock": asdict(wish.clock), "secret": secrets.token_hex(32),
            "borrowed": sum(step.startswith("*") for step in steps or []), "made": now, "began": None, "ended": None,
            "result": None, "waiting": has_room(chairs),
        }  # fmt: skip
        change = Change().add_table(row).sit(person, row["id"])
        for number, text in enumerate(steps or []):
            change.add_step(row["id"], number, text, now)
        await self.store.keep(change)
        self.metrics.count("tables_made")
        return await self.table(row["id"])

    async def fork(self, person: str, name: str, table: Table, step: int, seat: int, bot: str) -> Table:
        """A new table that goes on from a finished game, against bots."""
        if not table.over:
            raise Refusal(409, "Only a finished game can be gone on from.")
        if not 0 <= step < len(table.moves) or not 0 <= seat < len(table.chairs):
            raise Refusal(422, "The game has no such step or seat to go on from.")
        seats = [("me", "") if number == seat else ("bot", bot) for number in range(len(table.chairs))]
        wish = Wish(table.game.name, seats, dict(table.options), shuffle=False)
        return await self.make(person, name, wish, table.texts[:step])

    # Seats.

    async def sit(self, table: Table, seat: int, person: str, name: str, addition: str, invite: str) -> None:
        """Take a seat, with bytes for the dice; the seat one holds already only takes the bytes."""
        async with table.lock:
            chair = chair_at(table, seat)
            mine = table.eye(person)
            if mine not in (NOBODY, seat):
                raise Refusal(409, "You sit at this table already.")
            if mine == NOBODY:
                check_free(table, chair, person, invite)
            if mine == NOBODY or (table.waiting and chair.addition is None):
                chair_now = Chair(chair.offer, person, name, "", addition if table.waiting else chair.addition)
                await self.reseat(table, seat, chair_now, sitter=person)
            await self.begin_if_ready(table)

    async def stand(self, table: Table, seat: int, person: str) -> None:
        """Leave a seat for good: it is empty then, and others may take it."""
        async with table.lock:
            chair = own_chair(table, seat, person)
            if table.over:
                raise Refusal(409, "The game is over: the seats stay as they were.")
            addition = None if table.waiting else chair.addition
            await self.reseat(table, seat, Chair(chair.offer, addition=addition))

    async def give(self, table: Table, seat: int, person: str, bot: str) -> None:
        """Let a bot hold one's own seat, or at one's table an empty one or that of somebody absent."""
        check_bot(bot)
        async with table.lock:
            chair = chair_at(table, seat)
            if table.over:
                raise Refusal(409, "The game is over: the seats stay as they were.")
            seated = table.eye(person) != NOBODY
            free = (chair.empty and (seated or table.maker == person)) or (seated and table.absent(seat))
            if chair.person != person and not free:
                raise Refusal(
                    403,
                    "This seat is not yours to give. Where there is no clock, those who sit here may give it to a bot "
                    "when it has been to move for five minutes and its player was not there.",
                )
            if chair.person and table.waiting:
                raise Refusal(409, "The game has not begun yet: there is nothing to play for you.")
            await self.reseat(table, seat, Chair(chair.offer, chair.person, chair.name, bot, chair.addition))
            await self.begin_if_ready(table)

    async def take_back(self, table: Table, seat: int, person: str) -> None:
        """Take one's seat back from the bot that held it."""
        async with table.lock:
            chair = own_chair(table, seat, person)
            if chair.bot:
                await self.reseat(table, seat, Chair(chair.offer, chair.person, chair.name, "", chair.addition))

    async def reseat(self, table: Table, seat: int, chair: Chair, sitter: str = "") -> None:
        chairs = list(table.chairs)
        chairs[seat] = chair
        change = Change()
        if sitter:
            change.sit(sitter, table.id, len(table.moves))
        await self.set_chairs(table, chairs, change)
        table.seen[chair.person] = milliseconds()
        self.streams.seats(table)
        self.wake(table)

    async def set_chairs(self, table: Table, chairs: list[Chair], change: Change, **values: Any) -> None:
        waiting = has_room(chairs)
        data = [asdict(chair) for chair in chairs]
        await self.keep(table, change.set_table(table.id, table.version, chairs=data, waiting=waiting, **values))
        table.chairs = chairs
        table.version += 1

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change. Where that fails the table is forgotten, and read anew soon or when it is next asked for."""
        if self.tables.get(table.id) is not table:
            raise stale()
        try:
            await self.store.keep(change)
        except (Lost, StoreFailed) as error:
            self.hush(table)
            self.tables.pop(table.id, None)
            self.asleep.add(table.id)
            if isinstance(error, Lost):
                raise stale() from None
            raise

    async def begin_if_ready(self, table: Table) -> None:
        if not table.waiting or not all(chair.ready for chair in table.chairs):
            return
        now = milliseconds()
        if table.shuffle:
            table.chairs = table.shuffled()
        steps = table.steps_for(None)
        change = steps_change(table, steps, now)
        await self.set_chairs(table, table.chairs, change, began=now)
        table.began = table.since = now
        table.set_time(now)
        self.streams.seats(table)
        self.go_on(table, steps, now)

    # Playing.

    async def play(self, table: Table, person: str, text: str, number: int) -> None:
        """A move of a person; answered only when it is on disk."""
        async with table.lock:
            check_turn(table, person, number)
            await self.make_move(table, legal_move(table, text), table.now)

    async def make_move(self, table: Table, move: int, at: int) -> None:
        steps = table.steps_for(move)
        change = steps_change(table, steps, at)
        ended = ends(table, steps)
        now = milliseconds()
        if ended:
            change.set_table(table.id, table.version, ended=now, waiting=False, result=ended)
        await self.keep(table, change)
        if ended:
            table.ended = now
            table.version += 1
        self.metrics.count("moves")
        self.go_on(table, steps, at)

    def go_on(self, table: Table, steps: list[tuple[int, str]], at: int) -> None:
        played: list[Played] = [table.follow(move, text, at) for move, text in steps]
        self.streams.position(table, played)
        self.wake(table)

    async def undo(self, table: Table, person: str, number: int) -> None:
        async with table.lock:
            eye = table.eye(person)
            if eye == NOBODY:
                raise Refusal(403, "You have no seat at this table.")
            if number != table.number:
                raise stale()
            if not table.may_undo(eye):
                raise Refusal(409, "This cannot be taken back: a die, a card or a move came after it, or time was up.")
            await self.keep(table, Change().add_step(table.id, table.number, UNDO, table.now))
            table.take_back()
            self.streams.position(table, [])
            self.wake(table)

    async def hints(self, table: Table, person: str, number: int) -> list[Hint]:
        """Good moves for the person whose turn it is; thought about once a position, however often it is asked."""
        if not table.hints:
            raise Refusal(403, "At this table there are no hints.")
        check_turn(table, person, number)
        if table.advice is None or table.advice[0] != number:
            table.advice = number, asyncio.create_task(self.thinkers.hints(table.state))
        try:
            return await asyncio.shield(table.advice[1])
        except Exception:
            logger.exception("no hints were found at %s", table.game.name)
            table.advice = None
            raise Refusal(503, "No hints were found this time. Ask again.") from None

    async def say(self, table: Table, person: str, name: str, text: str) -> None:
        async with table.lock:
            watches = table.eye(person) == NOBODY
            if len(table.messages) >= (MOST_OF_SPECTATORS if watches else MOST_MESSAGES):
                raise Refusal(409, "This table's chat is full.")
            if watches and sum(said["person"] == person for said in table.messages) >= MOST_OF_A_SPECTATOR:
                raise Refusal(409, f"Who has no seat may say {MOST_OF_A_SPECTATOR} things at a table.")
            message: dict[str, Any] = {"number": len(table.messages), "person": person, "name": name, "text": text,
                       "at": milliseconds()}  # fmt: skip
            await self.keep(table, Change().add_message(table.id, **message))
            table.messages.append(message)
            self.streams.message(table, message)

    def look(self, table: Table, person: str) -> None:
        """Remember when somebody who sits here looked, and how far; told later as what happened since."""
        if table.eye(person) != NOBODY:
            self.looks[person, table.id] = len(table.moves)
            table.seen[person] = milliseconds()

    def see_followers(self) -> None:
        """Who follows the stream of a table is there."""
        now = milliseconds()
        for table, followers in self.streams.followers.items():
            if table in self.tables:
                self.tables[table].seen.update((follower.person, now) for follower in followers)

    async def keep_looks(self) -> None:
        looks = dict(self.looks)
        change = Change()
        for (person, table), looked in looks.items():
            change.sit(person, table, looked)
        try:
            if looks:
                await self.store.keep(change)
        except (Lost, StoreFailed):
            logger.warning("looks not kept; tried again later")
            return
        self.looks = {key: looked for key, looked in self.looks.items() if looks.get(key) != looked}

    async def keep_looks_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            self.see_followers()
            await self.keep_looks()

    # What happens by itself.

    def hush(self, table: Table) -> None:
        if table.alarm is not None:
            table.alarm.cancel()
            table.alarm = None

    def wake(self, table: Table) -> None:
        """Let the bot whose turn it is think, or start the clock of the person; at an empty seat time stands still."""
        self.hush(table)
        if not table.playing:
            return
        seat = int(table.state.seat)
        chair = table.chairs[seat]
        table.let_time_run(not chair.empty)
        if chair.bot:
            self.spawn(self.bot_turn(table, chair.bot, table.number))
        elif chair.person and table.clock.kind != "none":
            left = table.left(seat) or 0
            loop = asyncio.get_running_loop()
            table.alarm = loop.call_later(left / 1000, self.ring, table, seat, table.number)

    async def bot_turn(self, table: Table, bot: str, number: int) -> None:
        """A bot's move; it comes no sooner than people can follow, and not at all if the table has gone on."""
        pace = self.pace if self.streams.followed(table) else 0
        move, _ = await asyncio.gather(self.think(table, bot), asyncio.sleep(pace))
        async with table.lock:
            if table.number == number and table.chairs[table.state.seat].bot == bot:
                await self.make_move(table, move, table.now)

    async def think(self, table: Table, bot: str) -> int:
        """What a bot chooses. One that fails plays any legal move, so that the table does not wait for ever."""
        state = table.state
        try:
            return await self.thinkers.choose(state, bot)
        except Exception:
            logger.exception("the bot %s failed at %s", bot, table.game.name)
            return secrets.choice(state.moves())

    def ring(self, table: Table, seat: int, number: int) -> None:
        """A clock is at zero."""
        gives = table.clock.at_zero == "seat"
        self.spawn(self.clock_gives(table, seat, number) if gives else self.clock_moves(table, seat, number))

    async def clock_moves(self, table: Table, seat: int, number: int) -> None:
        """The move is made at zero, so that it is known on file as the clock's."""
        if table.number == number:
            move = await self.think(table, table.clock.bot)
            async with table.lock:
                if table.number == number:
                    now = table.now
                    await self.make_move(table, move, now + (table.left(seat, now) or 0))

    async def clock_gives(self, table: Table, seat: int, number: int) -> None:
        async with table.lock:
            chair = table.chairs[seat]
            if table.number == number and chair.person and not chair.bot:
                held = Chair(chair.offer, chair.person, chair.name, table.clock.bot, chair.addition)
                await self.reseat(table, seat, held)


def find_game(name: str) -> Game:
    try:
        return sortilege.game(name)
    except ValueError:
        raise unknown("game") from None


def make_chair(kind: str, bot: str, person: str, name: str) -> Chair:
    if kind == "me":
        return Chair(LINK, person, name)
    if kind == "bot":
        check_bot(bot)
        return Chair(LINK, bot=bot)
    if kind in (LINK, ANYBODY):
        return Chair(kind)
    raise Refusal(422, f"A seat is for me, a bot, a link or anybody; not for {kind[:20]!r}.")


def has_room(chairs: list[Chair]) -> bool:
    """Is there a seat for anybody?"""
    return any(chair.empty and chair.offer == ANYBODY for chair in chairs)


def check_bot(bot: str) -> None:
    if bot not in bots():
        raise Refusal(422, f"There is no bot {bot[:40]!r}; the bots are {', '.join(bots())}.")


def check_clock(clock: Clock) -> None:
    if clock.kind not in ("none", "move", "game"):
        raise Refusal(422, "A clock is for none, for each move or for the whole game.")
    if clock.kind != "none" and not 5 <= clock.seconds <= LONGEST_CLOCK:
        raise Refusal(422, "A clock has 5 seconds to 30 days.")
    if clock.at_zero not in ("move", "seat"):
        raise Refusal(422, "At zero a bot moves, or the seat goes to a bot.")
    check_bot(clock.bot)


def chair_at(table: Table, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise Refusal(404, f"This table has seats 0 to {len(table.chairs) - 1}.")
    return table.chairs[seat]


def own_chair(table: Table, seat: int, person: str) -> Chair:
    chair = chair_at(table, seat)
    if not person or chair.person != person:
        raise Refusal(403, "This is not your seat.")
    return chair


def check_free(table: Table, chair: Chair, person: str, invite: str) -> None:
    if not chair.empty or table.over:
        raise Refusal(409, "This seat is taken.")
    invited = secrets.compare_digest(invite.encode(), table.invite.encode()) or table.maker == person
    if chair.offer != ANYBODY and not invited:
        raise Refusal(403, "This seat is kept for somebody with the invite link.")


def check_turn(table: Table, person: str, number: int) -> None:
    eye = table.eye(person)
    if eye == NOBODY:
        raise Refusal(403, "You have no seat at this table.")
    if table.waiting:
        raise Refusal(409, "The game has not begun: it waits for its players.")
    if number != table.number:
        raise stale()
    if table.over:
        raise Refusal(409, "The game is over.")
    if table.state.seat != eye:
        raise Refusal(409, "It is not your turn.")
    if table.chairs[eye].bot:
        raise Refusal(409, "A bot holds your seat. Take it back first.")


def legal_move(table: Table, text: str) -> int:
    try:
        return read_move(table.state, text)
    except IllegalMove as error:
        raise Refusal(422, error.reason, error.rule) from None


def steps_change(table: Table, steps: list[tuple[int, str]], now: int) -> Change:
    change = Change()
    for number, (_, text) in enumerate(steps, table.number):
        change.add_step(table.id, number, text, now)
    return change


def ends(table: Table, steps: list[tuple[int, str]]) -> Mapping[str, Any] | None:
    """The result, if these steps end the game."""
    state = table.state.copy()
    for move, _ in steps:
        state.advance(move)
    return result_of(state) if state.seat == OVER else None
