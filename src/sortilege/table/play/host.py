"""The host: what people do at a table, and the bots and clocks that act by themselves."""

import asyncio
import logging
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from sortilege.analysis.hints import Hint
from sortilege.engine import NOBODY, OVER, IllegalMove, State
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_move
from sortilege.table.keep.face import Change, Job, Jobs, Lost, StepRow, StoreFailed
from sortilege.table.play.chairs import (
    PLAYS,
    Chair,
    chair_at,
    check_bot,
    check_free,
    check_playing,
    check_unseen,
    has_room,
    own_chair,
)
from sortilege.table.play.clock import AtZero, gone_by
from sortilege.table.play.followers import Followers
from sortilege.table.play.match import second_game
from sortilege.table.play.memory import Memory, same_rules
from sortilege.table.play.questions import Questions
from sortilege.table.play.refusals import GONE_ON, Conflict, Forbidden, Overtaken, Unfit, stale, unknown
from sortilege.table.play.table import UNDO, Sought, Step, Table, given_up
from sortilege.table.play.tasks import Tasks
from sortilege.table.play.thinking import Thinkers
from sortilege.table.play.turns import ASKER, Wait

MOST_MESSAGES = 1000
MOST_OF_SPECTATORS = MOST_MESSAGES // 2
MOST_OF_A_SPECTATOR = 50
MOST_AT_ONCE = 10
AT_ONCE_SECONDS = 20

PACE_SECONDS = 0.7
"""A bot's move takes at least so long while somebody looks on."""
HERE_SECONDS = 30
"""So long after they were seen somebody is still there."""
SLOW = 2
"""Where bots are among themselves, a move takes so many times as long."""
HABITS = 40
"""So many of a bot's last answering times are remembered."""

NEWS_SECONDS = 0.05
"""So long somebody who knows more than this process waits for it to hear of that too."""
MOST_TRIES = 8
"""So often something is tried anew where others, elsewhere, were quicker,"""
LEAST_PAUSE = 0.005
"""after a drawn pause, at first of so many seconds at most, then of twice as many: at once they might be so again."""

logger = logging.getLogger("sortilege.table")

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def tried_again(act: Callable[Given, Awaitable[Answer]]) -> Callable[Given, Awaitable[Answer]]:
    """Where somebody else was quicker it is tried anew; a move is refused then, unless it was the same one."""

    @wraps(act)
    async def try_again(*given: Given.args, **named: Given.kwargs) -> Answer:
        for tries in range(MOST_TRIES - 1):
            try:
                return await act(*given, **named)
            except Overtaken:
                await asyncio.sleep(secrets.randbelow(1000) / 1000 * LEAST_PAUSE * 2**tries)
        return await act(*given, **named)

    return try_again


class Host:
    def __init__(
        self,
        memory: Memory,
        jobs: Jobs,
        thinkers: Thinkers,
        questions: Questions,
        followers: Followers,
        tasks: Tasks,
        pace: float,
        counts: Counter[str],
    ) -> None:
        self.memory = memory
        self.jobs = jobs
        self.thinkers = thinkers
        self.questions = questions
        self.followers = followers
        self.tasks = tasks
        self.pace = pace
        self.counts = counts
        self.habits: dict[tuple[str, str], deque[float]] = {}

    # Seats.

    @tried_again
    async def sit(self, table: Table, seat: int, person: str, name: str, addition: str, invite: str) -> None:
        """Take a seat, with bytes for the dice; the seat one holds already only takes the bytes."""
        async with table.lock:
            chair = chair_at(table.chairs, seat)
            mine = table.eye(person)
            if mine not in (NOBODY, seat):
                raise Conflict("You sit at this table already.")
            if mine == NOBODY:
                check_free(chair, table.over, table.invited(person, invite))
                check_unseen(table.chairs, seat, person)
            if mine == NOBODY or (table.waiting and chair.addition is None):
                sat = chair.taken_by(person, name, addition if table.waiting else chair.addition)
                await self.reseat(table, seat, sat, Change().add_look(person, table.id, len(table.moves)))
            await self.begin_if_ready(table)

    @tried_again
    async def stand(self, table: Table, seat: int, person: str) -> None:
        """Leave a seat for good: it is empty then, and others may take it."""
        async with table.lock:
            if person in chair_at(table.chairs, seat).left and table.eye(person) == NOBODY:
                return
            chair = own_chair(table.chairs, seat, person)
            check_playing(chair, table.over)
            await self.reseat(table, seat, chair.stood_up(not table.waiting))

    @tried_again
    async def give(self, table: Table, seat: int, person: str, bot: str) -> None:
        """Let a bot hold one's own seat, or at one's table an empty one or that of somebody absent."""
        check_bot(bot)
        async with table.lock:
            chair = chair_at(table.chairs, seat)
            check_playing(chair, table.over)
            if chair.bot == bot and table.at_home(person):
                return
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

    @tried_again
    async def reclaim(self, table: Table, seat: int, person: str) -> None:
        """Take one's seat back from the bot that held it."""
        async with table.lock:
            chair = own_chair(table.chairs, seat, person)
            check_playing(chair, table.over)
            if chair.bot:
                await self.reseat(table, seat, chair.held_by(""))

    @tried_again
    async def resign(self, table: Table, seat: int, person: str) -> None:
        """Give up. Where two others or more still play, a bot plays on for good; otherwise the game is over."""
        async with table.lock:
            chair = own_chair(table.chairs, seat, person)
            if chair.resigned != PLAYS:
                return
            check_playing(chair, table.over)
            if table.waiting:
                raise Conflict("The game has not begun yet: stand up instead.")
            gone = replace(chair, bot=table.clock.bot, resigned=len(table.moves))
            if len(table.chairs) > 2 and not table.alone(person):
                await self.reseat(table, seat, gone)
            else:
                await self.stop(table, [gone if other is chair else other for other in table.chairs], closed=False)

    @tried_again
    async def close(self, table: Table, person: str) -> None:
        """Close a table before its end: nobody else plays there, or its game has not begun."""
        async with table.lock:
            if table.closed and table.at_home(person):
                return
            if table.over:
                raise Conflict("The game is over already.")
            if not table.may_close(person):
                raise Forbidden("Only who is alone at a table, or has made one that still waits, can close it.")
            await self.stop(table, table.chairs, closed=True)

    async def stop(self, table: Table, chairs: list[Chair], closed: bool) -> None:
        now = self.memory.date()
        result, change = None if closed else given_up(table.state, chairs), Change()
        leg = second_game(table, result, change) if result else table.leg
        match = asdict(leg) if leg else None
        await self.set_chairs(table, chairs, change, ended=now, result=result, match=match)
        table.end(now, closed)
        table.leg = leg
        self.jobs.drop(table.id)
        self.memory.asleep.update(row["id"] for row in change.tables)
        self.followers.seats(table)
        self.followers.position(table)

    async def reseat(self, table: Table, seat: int, chair: Chair, change: Change | None = None) -> None:
        chairs = list(table.chairs)
        chairs[seat] = chair
        await self.set_chairs(table, chairs, change or Change())
        table.last_seen[chair.person] = gone_by()
        self.followers.seats(table)
        self.wake(table)

    async def set_chairs(
        self, table: Table, chairs: list[Chair], change: Change, after: State | None = None, **values: Any
    ) -> None:
        """`after`: the position that the change leads to, if to another."""
        state = after or table.state
        goes_on = "ended" not in values and (table.playing or "began" in values) and state.seat >= 0
        room = has_room(chairs) and "ended" not in values
        if goes_on and "began" not in values:
            values |= self.standing(table, chairs[state.seat])
        kept = [asdict(chair) for chair in chairs]
        change.set_table(table.id, table.version, chairs=kept, open=room, **values)
        seat = int(state.seat)
        left = (table.left(seat) if after is None else table.left_after(seat, table.since)) if goes_on else 0
        number = table.number + len(change.steps)
        self.put_next(table, change, self.next_job(table, chairs, state, number, left or 0) if goes_on else None)
        await self.keep(table, change)
        table.chairs = chairs
        table.version += 1
        table.time.take(values)

    async def begin_if_ready(self, table: Table) -> None:
        if not table.waiting or not all(chair.ready for chair in table.chairs):
            return
        now = self.memory.date()
        chairs = table.shuffled() if table.shuffle else table.chairs
        steps = table.ahead(chairs=chairs)
        change, game = steps_change(table, steps, now), table.game
        values = {"began": now, "rules": game.rules_version, "content": game.content}
        values |= {"behind": self.memory.now() - now, "halted": None}
        await self.set_chairs(table, chairs, change, steps[-1].after if steps else None, **values)
        table.began = table.since = now
        self.followers.seats(table)
        self.go_on(table, steps, now)

    # What is kept, and what others have kept.

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change. Where somebody else was quicker, what they did is read, and this change is not made."""
        try:
            await self.memory.keep(table, change)
        except Lost:
            await self.read_on(table)
            raise Overtaken(GONE_ON) from None
        except StoreFailed:
            self.jobs.drop(table.id)
            raise

    def standing(self, table: Table, chair: Chair) -> dict[str, Any]:
        """What is to be kept of the table's time once it is the turn of this chair; at an empty one it stands still."""
        behind, halted = table.time.running(not chair.empty)
        same = (behind, halted) == (table.time.behind, table.time.halted)
        return {} if same else {"behind": behind, "halted": halted}

    async def read_on(self, table: Table) -> None:
        """Take over what others have kept since; the table's lock is held."""
        file = await self.memory.store.table(table.id, table.number, len(table.messages))
        if file is None or not (file.row["began"] is None or same_rules(table.game, file.row)):
            self.memory.tables.pop(table.id, None)
            return
        reseated = file.row["version"] != table.version
        if reseated:
            table.reread(file.row)
        table.take_all(file.steps)
        table.messages += file.messages
        if reseated:
            self.followers.seats(table)
        if file.messages:
            self.followers.messages(table)
        if file.steps or reseated:
            self.heard(table)

    def follow(self, table: Table, steps: Sequence[StepRow]) -> None:
        """Take over steps that others have kept, the next ones from here; they remember how it stands then."""
        table.take_all([(step.text, step.at) for step in steps])
        table.stood = table.number
        self.heard(table)

    def heard(self, table: Table) -> None:
        if table.news is not None:
            table.news.set_result(None)
            table.news = None
        drop_advice(table)
        self.followers.position(table)
        self.wake(table)

    # Playing.

    @tried_again
    async def play(self, table: Table, person: str, text: str, number: int) -> None:
        """A move of a person; answered only when it is on disk, and again when it is sent again."""
        if number > table.number and self.jobs.lasting:
            await hear_of(table, number)
        async with table.lock:
            if number > table.number and self.jobs.lasting:
                await self.read_on(table)
            if number < table.number and table.file[number] == f"{table.eye(person)} {text}":
                return
            check_turn(table, person, number)
            if table.left(int(table.state.seat)) == 0:
                raise Conflict("Your time is up.")
            await self.make_move(table, legal_move(table, text), table.time.now)

    async def make_move(self, table: Table, move: int, at: int) -> None:
        steps = table.ahead(move)
        change = steps_change(table, steps, at)
        final, leg = steps[-1].after, table.leg
        if final.seat == OVER:
            leg, result = second_game(table, result_of(final), change), result_of(final)
            values: dict[str, Any] = {
                "ended": self.memory.date(),
                "open": False,
                "result": result,
                "match": asdict(leg) if leg else None,
            }
        else:
            values = self.standing(table, table.chairs[final.seat])
        if values:
            change.set_table(table.id, table.version, **values)
        self.put_after(table, change, final, len(steps), table.left_after(int(final.seat), at) if table.clock else 0)
        await self.keep(table, change)
        table.version += bool(values)
        table.time.take(values)
        if final.seat == OVER:
            table.end(values["ended"])
            table.leg = leg
            self.memory.asleep.update(row["id"] for row in change.tables)
        self.counts["moves"] += 1
        self.go_on(table, steps, at)

    def go_on(self, table: Table, steps: Sequence[Step], at: int) -> None:
        for step in steps:
            table.follow(step, at)
        drop_advice(table)
        self.followers.position(table)
        self.wake(table)

    @tried_again
    async def undo(self, table: Table, person: str, number: int) -> None:
        async with table.lock:
            eye = table.eye(person)
            if eye == NOBODY:
                raise Forbidden("You have no seat at this table.")
            if number < table.number and table.file[number] == UNDO:
                return
            if number != table.number:
                raise stale()
            if not table.may_undo(eye):
                raise Conflict("This cannot be taken back: a die, a card or a move came after it, or time was up.")
            before = table.undoable[-1].before
            change = Change().add_step(table.id, table.number, UNDO, table.time.now)
            if values := self.standing(table, table.chairs[before.seat]):
                change.set_table(table.id, table.version, **values)
            self.put_after(table, change, before, 1, table.left_undone() if table.clock else 0)
            await self.keep(table, change)
            table.version += bool(values)
            table.time.take(values)
            table.undo()
            drop_advice(table)
            self.followers.position(table)
            self.wake(table)

    async def hints(self, table: Table, person: str, number: int) -> list[Hint]:
        """Good moves for the person whose turn it is; thought about once a position, however often it is asked, and
        only while somebody waits."""
        if not table.allows_hints:
            raise Forbidden("At this table there are no hints.")
        check_turn(table, person, number)
        if table.advice is None or table.advice.number != number:
            table.advice = Sought(number, asyncio.create_task(self.questions.hints(table.state, person)))
        advice = table.advice
        advice.listeners += 1
        try:
            return await asyncio.shield(advice.found)
        except asyncio.CancelledError:
            if advice.found.cancelled() and table.number != number:
                raise stale() from None
            raise
        except Exception:
            table.advice = None
            raise
        finally:
            advice.listeners -= 1
            if not advice.listeners and not advice.found.done():
                advice.found.cancel()
                table.advice = None if table.advice is advice else table.advice

    @tried_again
    async def say(self, table: Table, person: str, name: str, text: str, number: int | None = None) -> None:
        """Say something. Who knows of so many messages and sends the same again has said it once."""
        async with table.lock:
            since = table.messages[number:] if number is not None else []
            if any((said["person"], said["text"]) == (person, text) for said in since):
                return
            watches = table.eye(person) == NOBODY
            if not table.chat:
                raise Conflict("This table's chat is closed.")
            if len(table.messages) >= (MOST_OF_SPECTATORS if watches else MOST_MESSAGES):
                raise Conflict("This table's chat is full.")
            if watches and sum(said["person"] == person for said in table.messages) >= MOST_OF_A_SPECTATOR:
                raise Conflict(f"Who has no seat may say {MOST_OF_A_SPECTATOR} things at a table.")
            now = self.memory.date()
            recent = [said for said in table.messages[-MOST_MESSAGES:] if now - said["at"] < 1000 * AT_ONCE_SECONDS]
            if sum(said["person"] == person for said in recent) >= MOST_AT_ONCE:
                raise Conflict("You have said much just now. Wait some seconds.")
            message: dict[str, Any] = {"number": len(table.messages), "person": person, "name": name, "text": text,
                                       "at": now}  # fmt: skip
            await self.keep(table, Change().add_message(table.id, message))
            table.messages.append(message)
            self.followers.messages(table)

    @tried_again
    async def mute(self, table: Table, person: str, number: int, muted: bool) -> None:
        """Hear no more of who said this, or hear them again; for oneself only."""
        async with table.lock:
            seat = table.eye(person)
            if seat == NOBODY:
                raise Forbidden("Only those who sit here can mute somebody.")
            if not 0 <= number < len(table.messages):
                raise unknown("message")
            speaker = table.messages[number]["person"]
            if speaker == person:
                raise Conflict("This is what you said yourself.")
            chairs = list(table.chairs)
            chairs[seat] = chairs[seat].muting(speaker, muted)
            await self.set_chairs(table, chairs, Change())
            self.followers.seats(table)

    @tried_again
    async def open_chat(self, table: Table, person: str, open: bool) -> None:
        """Close the chat of one's table to everybody, or open it again."""
        async with table.lock:
            if not table.made_by(person):
                raise Forbidden("Only who has made the table can close its chat.")
            await self.set_chairs(table, table.chairs, Change(), chat=open)
            table.chat = open
            self.followers.seats(table)

    # What happens by itself.

    def wake(self, table: Table) -> None:
        """Let the bot whose turn it is think, or start the clock of the person; at an empty seat time stands still."""
        if table.thought is not None and table.thought is not asyncio.current_task():
            table.thought.cancel()  # somebody sits there, or another bot
            table.thought = None
        seat = table.turn
        if seat is None:
            self.jobs.drop(table.id)
            return
        chair = table.chairs[seat]
        table.time.run(not chair.empty)
        table.asleep = bool(chair.bot) and self.rests(table, table.chairs)
        if not acts_alone(table, table.state):
            self.jobs.drop(table.id)
        elif not self.jobs.lasting:
            self.jobs.start(self.job_at(table))

    def job_at(self, table: Table) -> Job:
        """What has to happen by itself as the table stands."""
        left = table.left(int(table.state.seat)) if table.playing else 0
        return self.next_job(table, table.chairs, table.state, table.number, left or 0)

    def next_job(self, table: Table, chairs: Sequence[Chair], state: State, number: int, left: int) -> Job:
        """The same for a position and chairs that it may come to; `left`: on the clock of whoever decides there."""
        seat, due = int(state.seat), None
        if seat >= 0 and chairs[seat].bot:
            due = None if self.rests(table, chairs) else 0
        elif seat >= 0 and chairs[seat].person and table.clock:
            due = self.memory.now() + left
        address = ASKER.get().address
        watched = self.watched(table)
        return Job(table.id, number, table.version, due, self.wait_at(table), table.maker, address, watched)

    def put_after(self, table: Table, change: Change, state: State, steps: int, left: int) -> None:
        """Put what has to happen after so many steps more; mostly it is another person's turn, and nothing has to."""
        if self.jobs.lasting and (acts_alone(table, table.state) or acts_alone(table, state)):
            job = self.next_job(table, table.chairs, state, table.number + steps, left)
            self.put_next(table, change, job if state.seat >= 0 else None)

    def put_next(self, table: Table, change: Change, job: Job | None) -> None:
        """With a change goes what has to happen after it, and what had to happen before it is void."""
        if self.jobs.lasting:
            version = table.version + bool(change.updates)
            job = job or Job(table.id, table.number + len(change.steps), version, None)
            if job.due is not None or table.waiting or self.job_at(table).due is not None:
                change.put(job._replace(version=version))

    def rests(self, table: Table, chairs: Sequence[Chair]) -> bool:
        """Are bots among themselves, and nobody looks?"""
        return not any(chair.person and not chair.bot for chair in chairs) and not self.watched(table)

    async def rouse(self, table: Table) -> None:
        """Somebody looks where bots rested: they go on, wherever they think."""
        async with table.lock:
            if table.playing:
                with suppress(Overtaken):
                    await self.keep(table, Change().put(self.job_at(table)))

    async def act(self, table: Table, job: Job) -> None:
        """Do what has to happen by itself, if the table still stands so."""
        seat = table.turn
        if table.waiting:
            async with table.lock:
                await self.begin_if_ready(table)
        if seat is None or table.number != job.number:
            return
        chair = table.chairs[seat]
        if chair.bot and not self.rests(table, table.chairs):
            table.thought = asyncio.current_task()
            await self.bot_turn(table, chair.bot, job.number)
        elif chair.person and not chair.bot and table.left(seat) == 0:
            await self.ring(table, seat, job.number)
        elif not self.jobs.lasting:
            self.wake(table)

    def look(self, table: Table, person: str) -> None:
        """Somebody is there. Bots that had stopped because nobody was go on."""
        if table.shown_to(person):
            table.last_look = gone_by()
            if table.eye(person) != NOBODY:
                table.last_seen[person] = table.last_look
            if table.asleep:
                self.wake(table)
                if self.jobs.lasting and not table.asleep:
                    self.tasks.spawn(self.rouse(table))

    def watched(self, table: Table) -> bool:
        """Does anybody look, or did a moment ago?"""
        return self.followed(table) or recent(table.last_look, HERE_SECONDS)

    def followed(self, table: Table) -> bool:
        """Does anybody follow what happens, here or at another process?"""
        return self.followers.followed(table) or recent(table.followed_elsewhere, HERE_SECONDS)

    def present(self, table: Table) -> bool:
        """Is anybody there who waits for it?"""
        return self.wait_at(table) is not Wait.AWAY

    def wait_at(self, table: Table) -> Wait:
        """Who waits for the bots of this table."""
        if not table.people:
            return Wait.WATCHED
        seen = [table.awaited, *(table.last_seen.get(person) for person in table.people)]
        there = any(recent(at, HERE_SECONDS) for at in seen)
        return Wait.PLAYER if there else Wait.AWAY

    def pace_at(self, table: Table) -> float:
        """Seconds that a bot's move takes at least. Where people play, their pages show it as slowly as they like."""
        return 0 if table.people else SLOW * self.pace

    async def bot_turn(self, table: Table, bot: str, number: int) -> None:
        """A bot's move; it comes no sooner than people can follow, and not at all if the table has gone on."""
        begun, pace, moves = gone_by(), self.pace_at(table), table.state.moves()
        habit = self.habits.setdefault((table.game.name, bot), deque(maxlen=HABITS))
        if len(moves) > 1:
            move = await self.think(table, bot)
            habit.append((gone_by() - begun) / 1000)
        else:  # whoever looks on may not know that it has no choice
            move = moves[0]
            pace = max(pace, secrets.choice(habit)) if habit and self.present(table) else pace
        await self.rest(pace - (gone_by() - begun) / 1000)
        async with table.lock:
            if table.number == number and table.chairs[table.state.seat].bot == bot:
                await self.make_move(table, move, table.time.now)

    async def rest(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def think(self, table: Table, bot: str) -> int:
        """What a bot chooses. One that fails plays any legal move, so that the table does not wait for ever."""
        state = table.state
        try:
            wait = partial(self.wait_at, table)
            move = await self.thinkers.choose(state, bot, wait, table.maker, table.bot_seed())
            if not state.legal(move):
                raise state.why_not(move)
            return move
        except Exception:
            logger.exception("the bot %s failed at %s", bot, table.game.name)
            return secrets.choice(state.moves())

    async def ring(self, table: Table, seat: int, number: int) -> None:
        """A clock is at zero."""
        gives = table.clock.at_zero == AtZero.SEAT
        await (self.clock_gives(table, seat, number) if gives else self.clock_moves(table, seat, number))

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


async def hear_of(table: Table, number: int) -> None:
    """Wait a moment for news of so many steps: who knows of them was only quicker than they, and to read is dear."""
    loop = asyncio.get_running_loop()
    until = loop.time() + NEWS_SECONDS
    while table.number < number and loop.time() < until:
        table.news = table.news or loop.create_future()
        await asyncio.wait([table.news], timeout=until - loop.time())


def acts_alone(table: Table, state: State) -> bool:
    """Might something happen by itself in this position?"""
    seat = int(state.seat)
    return seat >= 0 and (bool(table.clock) or bool(table.chairs[seat].bot))


def recent(at: int | None, seconds: float) -> bool:
    return at is not None and gone_by() - at < 1000 * seconds


def drop_advice(table: Table) -> None:
    """Nobody needs what was to be found for this position."""
    if table.advice is not None:
        table.advice.found.cancel()
        table.advice = None


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
