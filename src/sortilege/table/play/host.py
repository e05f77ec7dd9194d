"""The host: what people do at a table, and the bots and clocks that act by themselves."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sortilege.bots.hints import Hint
from sortilege.engine import NOBODY, OVER, IllegalMove
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_move
from sortilege.table.keep.face import Change
from sortilege.table.play.chairs import Chair, chair_at, check_bot, check_free, has_room, own_chair
from sortilege.table.play.clock import AtZero, milliseconds
from sortilege.table.play.followers import Followers
from sortilege.table.play.memory import Memory
from sortilege.table.play.refusals import Conflict, Forbidden, Unavailable, Unfit, stale
from sortilege.table.play.table import UNDO, Step, Table
from sortilege.table.play.tasks import Tasks
from sortilege.table.play.thinking import Thinkers

MOST_MESSAGES = 1000
MOST_OF_SPECTATORS = MOST_MESSAGES // 2
MOST_OF_A_SPECTATOR = 50

logger = logging.getLogger("sortilege.table")


class Host:
    def __init__(
        self, memory: Memory, thinkers: Thinkers, followers: Followers, tasks: Tasks, pace: float, counts: Counter[str]
    ) -> None:
        self.memory = memory
        self.thinkers = thinkers
        self.followers = followers
        self.tasks = tasks
        self.pace = pace
        self.counts = counts

    # Seats.

    async def sit(self, table: Table, seat: int, person: str, name: str, addition: str, invite: str) -> None:
        """Take a seat, with bytes for the dice; the seat one holds already only takes the bytes."""
        async with table.lock:
            chair = chair_at(table.chairs, seat)
            mine = table.eye(person)
            if mine not in (NOBODY, seat):
                raise Conflict("You sit at this table already.")
            if mine == NOBODY:
                check_free(chair, table.over, table.invited(person, invite))
            if mine == NOBODY or (table.waiting and chair.addition is None):
                sat = Chair(chair.offer, person, name, "", addition if table.waiting else chair.addition)
                await self.reseat(table, seat, sat, Change().add_look(person, table.id, len(table.moves)))
            await self.begin_if_ready(table)

    async def stand(self, table: Table, seat: int, person: str) -> None:
        """Leave a seat for good: it is empty then, and others may take it."""
        async with table.lock:
            chair = own_chair(table.chairs, seat, person)
            if table.over:
                raise Conflict("The game is over: the seats stay as they were.")
            await self.reseat(table, seat, Chair(chair.offer, addition=None if table.waiting else chair.addition))

    async def give(self, table: Table, seat: int, person: str, bot: str) -> None:
        """Let a bot hold one's own seat, or at one's table an empty one or that of somebody absent."""
        check_bot(bot)
        async with table.lock:
            chair = chair_at(table.chairs, seat)
            if table.over:
                raise Conflict("The game is over: the seats stay as they were.")
            free = chair.empty and table.at_home(person)
            left = table.eye(person) != NOBODY and table.absent(seat)
            if chair.person != person and not free and not left:
                raise Forbidden(
                    "This seat is not yours to give. Where there is no clock, those who sit here may give it to a bot "
                    "when it has been to move for five minutes and its player was not there."
                )
            if chair.person and table.waiting:
                raise Conflict("The game has not begun yet: there is nothing to play for you.")
            await self.reseat(table, seat, chair.held_by(bot))
            await self.begin_if_ready(table)

    async def reclaim(self, table: Table, seat: int, person: str) -> None:
        """Take one's seat back from the bot that held it."""
        async with table.lock:
            chair = own_chair(table.chairs, seat, person)
            if chair.bot:
                await self.reseat(table, seat, chair.held_by(""))

    async def reseat(self, table: Table, seat: int, chair: Chair, change: Change | None = None) -> None:
        chairs = list(table.chairs)
        chairs[seat] = chair
        await self.set_chairs(table, chairs, change or Change())
        table.last_seen[chair.person] = milliseconds()
        self.followers.seats(table)
        self.wake(table)

    async def set_chairs(self, table: Table, chairs: list[Chair], change: Change, **values: Any) -> None:
        kept = [asdict(chair) for chair in chairs]
        change.set_table(table.id, table.version, chairs=kept, open=has_room(chairs), **values)
        await self.memory.keep(table, change)
        table.chairs = chairs
        table.version += 1

    async def begin_if_ready(self, table: Table) -> None:
        if not table.waiting or not all(chair.ready for chair in table.chairs):
            return
        now = milliseconds()
        if table.shuffle:
            table.chairs = table.shuffled()
        steps = table.ahead()
        await self.set_chairs(table, table.chairs, steps_change(table, steps, now), began=now)
        table.began = table.since = now
        table.time.set(now)
        self.followers.seats(table)
        self.go_on(table, steps, now)

    # Playing.

    async def play(self, table: Table, person: str, text: str, number: int) -> None:
        """A move of a person; answered only when it is on disk."""
        async with table.lock:
            check_turn(table, person, number)
            await self.make_move(table, legal_move(table, text), table.time.now)

    async def make_move(self, table: Table, move: int, at: int) -> None:
        steps = table.ahead(move)
        change = steps_change(table, steps, at)
        final, now = steps[-1].after, milliseconds()
        if final.seat == OVER:
            change.set_table(table.id, table.version, ended=now, open=False, result=result_of(final))
        await self.memory.keep(table, change)
        if final.seat == OVER:
            table.ended = now
            table.version += 1
        self.counts["moves"] += 1
        self.go_on(table, steps, at)

    def go_on(self, table: Table, steps: Sequence[Step], at: int) -> None:
        for step in steps:
            table.follow(step, at)
        self.followers.position(table, steps)
        self.wake(table)

    async def undo(self, table: Table, person: str, number: int) -> None:
        async with table.lock:
            eye = table.eye(person)
            if eye == NOBODY:
                raise Forbidden("You have no seat at this table.")
            if number != table.number:
                raise stale()
            if not table.may_undo(eye):
                raise Conflict("This cannot be taken back: a die, a card or a move came after it, or time was up.")
            await self.memory.keep(table, Change().add_step(table.id, table.number, UNDO, table.time.now))
            table.undo()
            self.followers.position(table, [])
            self.wake(table)

    async def hints(self, table: Table, person: str, number: int) -> list[Hint]:
        """Good moves for the person whose turn it is; thought about once a position, however often it is asked."""
        if not table.allows_hints:
            raise Forbidden("At this table there are no hints.")
        check_turn(table, person, number)
        if table.advice is None or table.advice[0] != number:
            table.advice = number, asyncio.create_task(self.thinkers.hints(table.state))
        try:
            return await asyncio.shield(table.advice[1])
        except Exception:
            logger.exception("no hints were found at %s", table.game.name)
            table.advice = None
            raise Unavailable("No hints were found this time. Ask again.") from None

    async def say(self, table: Table, person: str, name: str, text: str) -> None:
        async with table.lock:
            watches = table.eye(person) == NOBODY
            if len(table.messages) >= (MOST_OF_SPECTATORS if watches else MOST_MESSAGES):
                raise Conflict("This table's chat is full.")
            if watches and sum(said["person"] == person for said in table.messages) >= MOST_OF_A_SPECTATOR:
                raise Conflict(f"Who has no seat may say {MOST_OF_A_SPECTATOR} things at a table.")
            message: dict[str, Any] = {"number": len(table.messages), "person": person, "name": name, "text": text,
                                       "at": milliseconds()}  # fmt: skip
            await self.memory.keep(table, Change().add_message(table.id, message))
            table.messages.append(message)
            self.followers.message(table, message)

    # What happens by itself.

    def wake(self, table: Table) -> None:
        """Let the bot whose turn it is think, or start the clock of the person; at an empty seat time stands still."""
        table.hush()
        seat = table.turn
        if seat is None:
            return
        chair = table.chairs[seat]
        table.time.run(not chair.empty)
        if chair.bot:
            self.tasks.spawn(self.bot_turn(table, chair.bot, table.number))
        elif chair.person and table.clock:
            left = table.left(seat) or 0
            loop = asyncio.get_running_loop()
            table.alarm = loop.call_later(left / 1000, self.ring, table, seat, table.number)

    async def bot_turn(self, table: Table, bot: str, number: int) -> None:
        """A bot's move; it comes no sooner than people can follow, and not at all if the table has gone on."""
        pace = self.pace if self.followers.followed(table) else 0
        move, _ = await asyncio.gather(self.think(table, bot), asyncio.sleep(pace))
        async with table.lock:
            if table.number == number and table.chairs[table.state.seat].bot == bot:
                await self.make_move(table, move, table.time.now)

    async def think(self, table: Table, bot: str) -> int:
        """What a bot chooses. One that fails plays any legal move, so that the table does not wait for ever."""
        state = table.state
        try:
            move = await self.thinkers.choose(state, bot)
            if not state.legal(move):
                raise state.why_not(move)
            return move
        except Exception:
            logger.exception("the bot %s failed at %s", bot, table.game.name)
            return secrets.choice(state.moves())

    def ring(self, table: Table, seat: int, number: int) -> None:
        """A clock is at zero."""
        gives = table.clock.at_zero == AtZero.SEAT
        self.tasks.spawn(self.clock_gives(table, seat, number) if gives else self.clock_moves(table, seat, number))

    async def clock_moves(self, table: Table, seat: int, number: int) -> None:
        """The move is made at zero, so that it is known on file as the clock's."""
        if table.number == number:
            move = await self.think(table, table.clock.bot)
            async with table.lock:
                if table.number == number:
                    now = table.time.now
                    await self.make_move(table, move, now + (table.left(seat, now) or 0))

    async def clock_gives(self, table: Table, seat: int, number: int) -> None:
        async with table.lock:
            chair = table.chairs[seat]
            if table.number == number and chair.person and not chair.bot:
                await self.reseat(table, seat, chair.held_by(table.clock.bot))


def check_turn(table: Table, person: str, number: int) -> None:
    eye = table.eye(person)
    if eye == NOBODY:
        raise Forbidden("You have no seat at this table.")
    if table.waiting:
        raise Conflict("The game has not begun: it waits for its players.")
    if number != table.number:
        raise stale()
    if table.over:
        raise Conflict("The game is over.")
    if table.turn != eye:
        raise Conflict("It is not your turn.")
    if table.chairs[eye].bot:
        raise Conflict("A bot holds your seat. Take it back first.")


def legal_move(table: Table, text: str) -> int:
    try:
        return read_move(table.state, text)
    except IllegalMove as error:
        raise Unfit(error.reason, error.rule) from None


def steps_change(table: Table, steps: Sequence[Step], at: int) -> Change:
    change = Change()
    for number, step in enumerate(steps, table.number):
        change.add_step(table.id, number, step.text, at)
    return change
