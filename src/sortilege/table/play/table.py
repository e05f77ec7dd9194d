"""A table as it stands: who sits where, the position, what each seat may see of it."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sortilege.analysis.hints import Hint
from sortilege.engine import CHANCE, NOBODY, OVER, Game, Record, Seal, SealedChance, State, commitment, named
from sortilege.engine.panels import Drawing, PanelForm, draw
from sortilege.engine.plain import Result
from sortilege.engine.record import result_of
from sortilege.engine.steps import read_step, step_text
from sortilege.table.play.chairs import PLAYS, Chair, has_room, names_of, read_chair
from sortilege.table.play.clock import ClockKind, Time, gone_by, read_clock
from sortilege.table.play.deal import deal_of
from sortilege.table.play.desk import Desk
from sortilege.table.play.log import Log, tell
from sortilege.table.play.match import read_leg
from sortilege.table.play.names import told_apart

UNDO = "undo"
FEW_STEPS = 50
"""So many are told at once, without a place at the desk;"""
MANY_STEPS = 500
"""and so many there, before others have their turn."""
ABSENT_SECONDS = 300


class Phase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Step(NamedTuple):
    """A move or an outcome: the positions before and after it, and how it is written down."""

    before: State
    move: int
    text: str
    after: State

    def seen_by(self, eye: int) -> str | None:
        """The step as this seat may know it: None where the move is hidden from it."""
        return None if self.before.secret(self.move, eye) else self.text


def step_from(state: State, move: int) -> Step:
    """The step that a legal move, or an outcome, makes here."""
    after = state.copy()
    after.advance(move)
    return Step(state, move, step_text(state, move), after)


class Decided(NamedTuple):
    """A decision that was made: the position before it, what its clock said when it came up, whether time was up."""

    before: State
    since: int
    used: int
    late: bool


def given_up(state: State, chairs: Sequence[Chair]) -> Result:
    """The result of a game that was given up: who resigned comes after all others, and wins not even alone."""
    stands = state.ranking()
    stay = [seat for seat, chair in enumerate(chairs) if chair.resigned == PLAYS]
    last = max(2, 1 + len(stay))
    ranking = [1 + sum(stands[other] < place for other in stay) if seat in stay else last
               for seat, place in enumerate(stands)]  # fmt: skip
    return {"ending": "resigned", "scores": state.scores(), "ranking": ranking}


class Look(NamedTuple):
    """What is drawn: how the table stands, through whose eyes, and in which form."""

    number: int
    version: int
    eye: int
    form: PanelForm


class Sought:
    """Hints that are being found for a position, and how many want to hear them."""

    def __init__(self, number: int, found: asyncio.Task[list[Hint]]) -> None:
        self.number = number
        self.found = found
        self.listeners = 0


class Table:
    """One table in memory: a cache of what the store holds."""

    def __init__(self, game: Game, row: Mapping[str, Any], steps: Sequence[tuple[str, int]], desk: Desk) -> None:
        self.game = game
        self.desk = desk
        self.id: str = row["id"]
        self.deal = deal_of(self.id)
        self.options: dict[str, Any] = dict(row["options"])
        self.chairs = [read_chair(chair) for chair in row["chairs"]]
        self.version: int = row["version"]
        self.maker: str = row["maker"]
        self.invite: str = row["invite"]
        self.watch: bool = row["watch"]
        self.shuffle: bool = row["shuffle"]
        self.allows_hints: bool = row["hints"]
        self.chat: bool = row["chat"]
        self.clock = read_clock(**row["clock"])
        self.secret: str = row["secret"]
        self.borrowed: int = row["borrowed"]
        self.made: int = row["made"]
        self.began: int | None = row["began"]
        self.ended: int | None = None
        self.closed = False
        self.leg = read_leg(row["match"])
        self.renewed: list[dict[str, Any]] = list(row["renewed"] or ())
        self.outdated = False
        """Was it begun under other rules, and not kept yet under those of now?"""
        self.rematch = ""
        """The table of the rematch, once somebody has asked for it."""
        self.lock = asyncio.Lock()
        self.news: asyncio.Future[None] | None = None
        """What is waited for by who knows of steps that this process has not heard of."""
        self.thought: asyncio.Task[Any] | None = None
        self.messages: list[dict[str, Any]] = []
        self.state = self.start()
        self.number = 0
        self.undos = 0
        self.outcomes = 0
        self.file: list[str] = []
        self.hidden: dict[int, set[int]] = {}
        self.moves: list[int] = []
        self.movers: list[int] = []
        """Whose step each was; CHANCE for an outcome."""
        self.texts: list[str] = []
        self.undoable: list[Decided] = []
        self.late: dict[int, int] = {}
        self.time = Time(row["behind"], row["halted"])
        self.since: int = self.began or self.made
        self.used = [0] * len(self.chairs)
        self.opened = gone_by()
        self.last_seen: dict[str, int] = {}
        self.stood = row["stood"]["number"] if row["stood"] else -1
        self.last_look: int | None = None
        self.followed_elsewhere: int | None = None
        self.awaited: int | None = None
        """When another process said that somebody here waits for a bot."""
        self.maker_address = ""
        self.asleep = False
        self.logs: dict[int, Log] = {}
        self.drawings: dict[Look, asyncio.Future[Drawing]] = {}
        self.advice: Sought | None = None
        self.take_all(steps)

    def reread(self, row: Mapping[str, Any]) -> None:
        """Take over what another process has changed, but for steps and talk."""
        self.chairs = [read_chair(chair) for chair in row["chairs"]]
        self.version, self.chat, self.leg = row["version"], row["chat"], read_leg(row["match"])
        self.time.take(row)
        if self.began is None and row["began"] is not None:
            self.began = self.since = row["began"]
        if row["ended"] is not None:
            self.end(row["ended"], closed=row["result"] is None)

    def check(self) -> None:
        """Fail now if what is needed later cannot be made of what was kept."""
        self.record()
        self.chance()
        self.voices()

    def start(self) -> State:
        return self.game.start(len(self.chairs), **self.options)

    # The position goes on.

    def take_all(self, steps: Sequence[tuple[str, int]]) -> None:
        for text, at in steps:
            self.take(text, at)

    def take(self, text: str, at: int) -> None:
        """Take over a step from the file."""
        if text == UNDO:
            self.undo()
        else:
            self.follow(step_from(self.state, read_step(self.state, text, self.number + 1)), at)

    def ahead(self, move: int | None = None, chairs: Sequence[Chair] | None = None) -> list[Step]:
        """A legal move, and every outcome that falls due after it, without going there; no move: outcomes only.

        `chairs`: in the order in which their bytes go into the dice, where that is about to change.
        """
        steps = [] if move is None else [step_from(self.state, move)]
        state = steps[-1].after if steps else self.state
        if state.seat == CHANCE:
            chance = self.chance(chairs)
        while state.seat == CHANCE:
            steps.append(step_from(state, int(chance.below(state.sides()))))
            state = steps[-1].after
        return steps

    def follow(self, step: Step, at: int) -> None:
        """Go on with a step from here."""
        unseen = {eye for eye in range(NOBODY, len(self.chairs)) if step.before.secret(step.move, eye)}
        if unseen:
            self.hidden[self.number] = unseen
        self.file.append(step.text)
        if step.before.seat == CHANCE:
            self.outcomes += 1
            self.undoable.clear()
        else:
            self.decide(step, at)
        self.state = step.after
        self.moves.append(step.move)
        self.movers.append(int(step.before.seat))
        self.texts.append(step.text)
        self.number += 1
        self.since = at

    def decide(self, step: Step, at: int) -> None:
        """What a seat's decision means for its clock, and for taking it back."""
        seat = int(step.before.seat)
        late = self.left(seat, at) == 0
        if late and self.chairs[seat].person:
            self.late[len(self.moves)] = seat
        if step.after.seat == OVER or step.before.reveals(step.move):
            self.undoable.clear()
        else:
            self.undoable.append(Decided(step.before, self.since, self.used[seat], late))
        self.used[seat] += max(0, at - self.since)

    def undo(self) -> None:
        """The decision is open again, and all time since it came up is its own."""
        decided = self.undoable.pop()
        self.state, self.since = decided.before, decided.since
        self.used[self.state.seat] = decided.used
        self.moves.pop()
        self.movers.pop()
        self.texts.pop()
        self.file.append(UNDO)
        self.number += 1
        self.undos += 1
        for log in self.logs.values():
            log.back_to(len(self.moves), self.state)

    def end(self, at: int, closed: bool = False) -> None:
        """It is over: played to its end, given up, or closed before."""
        self.ended, self.closed = at, closed

    # What the dice are bound to.

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    def chance(self, chairs: Sequence[Chair] | None = None) -> SealedChance:
        name, additions = (self.deal, []) if self.deal else (self.id, self.additions(chairs))
        return SealedChance(bytes.fromhex(self.secret), name, additions, self.outcomes)

    def bot_seed(self) -> str:
        """At a deal of the day bots choose alike at all tables; nobody knows it beforehand anywhere else."""
        return f"{self.deal} {len(self.moves)}" if self.deal else secrets.token_hex(16)

    def additions(self, chairs: Sequence[Chair] | None = None) -> list[bytes]:
        return [bytes.fromhex(chair.addition or "") for chair in chairs or self.chairs]

    def shuffled(self) -> list[Chair]:
        """The chairs in the order of play, drawn from a sealed stream of their own."""
        chance = SealedChance(bytes.fromhex(self.secret), f"{self.id} seats", self.additions())
        left = list(self.chairs)
        return [left.pop(int(chance.below(len(left)))) for _ in self.chairs]

    # How it stands.

    @property
    def waiting(self) -> bool:
        """Does it wait for its players?"""
        return self.began is None and self.ended is None

    @property
    def over(self) -> bool:
        return self.ended is not None or self.state.seat == OVER

    @property
    def stopped(self) -> bool:
        """Was it given up or closed before its end?"""
        return self.over and self.state.seat != OVER

    @property
    def playing(self) -> bool:
        return not self.waiting and not self.over

    @property
    def phase(self) -> Phase:
        return Phase.WAITING if self.waiting else Phase.OVER if self.over else Phase.PLAYING

    @property
    def turn(self) -> int | None:
        """The seat that has to decide; None where none has."""
        seat = int(self.state.seat)
        return seat if seat >= 0 and self.began is not None and self.ended is None else None

    @property
    def names(self) -> list[str]:
        return names_of(self.chairs)

    def eye(self, person: str) -> int:
        """The seat of this person; NOBODY where they have none."""
        for number, chair in enumerate(self.chairs):
            if person and chair.person == person:
                return number
        return NOBODY

    def shown_to(self, person: str) -> bool:
        """May this person look at the position?"""
        return self.watch or self.at_home(person)

    def at_home(self, person: str) -> bool:
        """Does this person sit here, or has made the table?"""
        return self.eye(person) != NOBODY or self.made_by(person)

    def made_by(self, person: str) -> bool:
        return self.maker == person != ""

    def alone(self, person: str) -> bool:
        """Does nobody else play here?"""
        return all(chair.person in ("", person) or chair.resigned != PLAYS for chair in self.chairs)

    def coached(self, eye: int) -> bool:
        """Is this seat coached? All who play have to agree, and at a deal of the day nobody is."""
        playing = [chair for chair in self.chairs if chair.person and chair.resigned == PLAYS]
        return eye != NOBODY and not self.deal and all(chair.coach for chair in playing)

    def may_close(self, person: str) -> bool:
        """Is nobody left without a game when this person closes the table?"""
        return (self.at_home(person) and self.alone(person)) or (self.waiting and self.made_by(person))

    def open_to(self, person: str, invite: str) -> bool:
        """May this person know who sits here? Of a private table only those who may come to it."""
        return self.shown_to(person) or self.has_room or self.invited(person, invite)

    @property
    def has_room(self) -> bool:
        return not self.over and has_room(self.chairs)

    @property
    def people(self) -> list[str]:
        """Those who play themselves: nobody whose seat a bot holds."""
        return [chair.person for chair in self.chairs if chair.person and not chair.bot]

    def invited(self, person: str, invite: str) -> bool:
        return secrets.compare_digest(invite.encode(), self.invite.encode()) or self.made_by(person)

    def muted_by(self, person: str) -> tuple[str, ...]:
        """Whom this person does not want to hear."""
        eye = self.eye(person)
        return () if eye == NOBODY else self.chairs[eye].mutes

    def may_undo(self, eye: int) -> bool:
        last = self.undoable[-1] if self.undoable else None
        return self.playing and last is not None and last.before.seat == eye and not last.late

    def absent(self, seat: int) -> bool:
        """Has the table waited long for somebody who is not there? Where there is a clock, it knows what is long."""
        chair = self.chairs[seat]
        if self.clock or self.turn != seat or not chair.person or chair.bot:
            return False
        away = gone_by() - self.last_seen.get(chair.person, self.opened)
        return min(away, self.time.now - self.since) >= ABSENT_SECONDS * 1000

    def left(self, seat: int, at: int | None = None) -> int | None:
        """Milliseconds left on this seat's clock, now or at another time of the table."""
        if not self.clock:
            return None
        running = (self.time.now if at is None else at) - self.since if self.turn == seat else 0
        return self.remaining(running, self.used[seat])

    def left_after(self, seat: int, at: int) -> int:
        """The same for whoever decides next, when what is open now is decided at this time."""
        decided = max(0, at - self.since) if self.turn == seat else 0
        return self.remaining(0, self.used[seat] + decided)

    def left_undone(self) -> int:
        """The same once the last decision is open again."""
        decided = self.undoable[-1]
        return self.remaining(self.time.now - decided.since, decided.used)

    def remaining(self, running: int, used: int) -> int:
        spent = max(0, running) + (used if self.clock.kind == ClockKind.GAME else 0)
        return max(0, self.clock.seconds * 1000 - spent)

    # What a seat sees.

    def notes(self, number: int) -> list[str]:
        """What happened at the table itself before this step."""
        told = [f"{{{seat}}} resigns." for seat, chair in enumerate(self.chairs) if chair.resigned == number]
        if number in self.late:
            told.append(f"Time was up: a bot moved for {{{self.late[number]}}}.")
        if any(each["move"] == number for each in self.renewed):
            told.append("From here on it is played by newer rules or cards; all that came before fits them.")
        if self.closed and number == len(self.moves):
            told.append("The table was closed.")
        return told

    def voices(self) -> dict[str, str]:
        """What everybody who sits or has spoken here is called: no two alike to the eye, those who sit first."""
        called = {chair.person: name for chair, name in zip(self.chairs, self.names) if chair.person}
        taken = self.names
        for person, name in {said["person"]: said["name"] for said in self.messages}.items():
            if person not in called:
                called[person] = told_apart(name, taken)
                taken.append(called[person])
        return called

    def played_since(self, number: int, eye: int) -> list[str | None]:
        """The steps from a position on, as on file; None where one is hidden from this seat."""
        return [None if eye in self.hidden.get(at, ()) else self.file[at] for at in range(max(0, number), self.number)]

    async def told(self, eye: int, since: int = 0, most: int | None = None) -> list[list[str]]:
        """What happened from a step on, in words for this seat, with names; one list a step."""
        names = self.names
        return [[named(sentence, names) for sentence in step] for step in await self.heard(eye, since, most)]

    async def heard(self, eye: int, since: int = 0, most: int | None = None) -> list[list[str]]:
        """The same, in which seats stand as {0}, {1}."""
        log = self.logs.setdefault(eye, Log(self.start(), eye))
        while log.behind(self.moves) > FEW_STEPS:
            done, undos = len(log.told), self.undos
            part = self.moves[done : done + MANY_STEPS]
            state, told = await self.desk.do(tell, log.state.copy(), eye, part)
            if (len(log.told), self.undos) == (done, undos):
                log.state = state
                log.told += told
        log.follow(self.moves)
        end = None if most is None else since + most
        told = [*log.told, []] if self.stopped else log.told
        return [[*self.notes(number), *step] for number, step in enumerate(told[since:end], since)]

    async def drawing(self, eye: int, form: PanelForm) -> Drawing:
        """The table as this seat sees it; drawn once for all who look through the same eyes."""
        while True:
            look = Look(self.number, self.version, eye, form)
            begun = look in self.drawings
            if not begun:
                self.drawings = {known: kept for known, kept in self.drawings.items() if known[:2] == look[:2]}
                self.drawings[look] = asyncio.ensure_future(self.draw(eye, form))
            drawing = self.drawings[look]
            try:
                return await asyncio.shield(drawing)
            except Exception:
                if self.drawings.get(look) is drawing:
                    del self.drawings[look]
                if not begun:  # who only waited for it tries it themselves
                    raise

    async def draw(self, eye: int, form: PanelForm) -> Drawing:
        seat = self.looking(eye)
        return await self.desk.do(draw, self.game, self.state.seen_by(seat), seat, self.names, form)

    async def picture(self, eye: int) -> str:
        """All of it as one picture that stands alone."""
        seat = self.looking(eye)
        return await self.desk.do(self.game.picture, self.state.seen_by(seat), seat, self.names)

    def looking(self, eye: int) -> int:
        """Through whose eyes it is drawn: where nothing can be done any more, through nobody's."""
        return NOBODY if self.waiting or self.stopped else eye

    def state_after(self, steps: int) -> State:
        """The position after so many steps."""
        state = self.start()
        for move in self.moves[:steps]:
            state.advance(move)
        return state

    def result(self) -> Result | None:
        """How it ended; None where it was closed."""
        if self.closed:
            return None
        return given_up(self.state, self.chairs) if self.stopped else result_of(self.state)

    def record(self) -> Record:
        """The game on file. The seal's secret is in it only when the game is over."""
        record = Record(self.game, self.names, self.options, list(self.texts))
        if self.state.seat == OVER:
            record.result = result_of(self.state)
        if not self.borrowed and not self.deal:
            additions = tuple(each.hex() for each in self.additions())
            record.seal = Seal(self.id, self.commitment, additions, self.secret if self.over else "")
        return record
