"""Everything at once, for as long as it is told: `make soak SECONDS=3600`.

People play all games by the API, with each other and with bots; others watch, leave and come back; the house is killed
and stopped; the attacks go on beside it. It ends with what came of it: every answered move is on file, once; whoever
watched was told every step; what each seat was shown is the same for a position that it cannot tell from the true one.
However it ends, with Ctrl-C too, what came of it is printed and kept with the house's file in reports/soak.
"""

import argparse
import json
import random
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table as Sheet
from sqlalchemy import select

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from attacks import hog_thinking, read_dearly  # noqa: E402
from street import FOE, Server, Street, open_house, request, token_of, visitor  # noqa: E402

import sortilege  # noqa: E402
from house import Person  # noqa: E402
from sortilege.engine import NOBODY, FastChance  # noqa: E402
from sortilege.engine.steps import read_step  # noqa: E402
from sortilege.table.keep.schema import house, questions, steps, tables  # noqa: E402
from sortilege.table.keep.store import open_engine  # noqa: E402
from sortilege.table.play.hall import UNSEEN_SECONDS  # noqa: E402
from sortilege.table.play.table import UNDO  # noqa: E402
from sortilege.table.web.guard import Limits  # noqa: E402
from sortilege.table.web.people import COOKIE  # noqa: E402

HOMES = ["127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4"]
LIMITS = Limits(rate=400, burst=2000, share=0.6, spell=20)
"""For those who play here without a pause; the attackers have no more."""
BOTS = ("greedy", "apprentice", "adept", "random")
NOTED_SECONDS = 15
TOLD_SECONDS = 60
SETTLED_SECONDS = UNSEEN_SECONDS + 120
"""From then on as many finished tables are forgotten as come to an end."""
SLOWEST_SECONDS = 300
"""So much longer it goes on where this machine is so busy that nobody has come to a move."""
REPORTS = HERE.parents[1] / "reports" / "soak"


class Note(NamedTuple):
    """What the house has in memory, so many seconds after the beginning."""

    at: float
    house: float
    thinkers: float
    tables: float


@dataclass
class Diary:
    """What people remember: the moves that were answered, what watchers were told, what they were shown."""

    begun: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    answered: dict[tuple[str, int], str] = field(default_factory=dict)
    doubled: int = 0
    told: int = 0
    passed_over: int = 0
    views: list[tuple[str, int, int, str]] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    """Hints and words of the coach that were waited for, and analyses that were begun."""
    statuses: Counter[int] = field(default_factory=Counter)
    kills: int = 0
    stops: int = 0
    tracebacks: int = 0
    memory: list[Note] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """What ended the soak early, or one of those who take part in it."""

    def gone(self) -> float:
        return time.monotonic() - self.begun

    def line(self) -> str:
        note = self.memory[-1] if self.memory else Note(0, 0, 0, 0)
        told = f"{self.gone():5.0f} s: {len(self.answered)} moves answered, {sum(self.games.values())} games ended, "
        told += f"{self.kills} kills, {self.stops} stops, {sum(self.errors().values())} errors; "
        return told + f"{note.house:.0f} MB, thinkers {note.thinkers:.0f} MB, {note.tables:.0f} tables in memory"

    def errors(self) -> dict[int, int]:
        return {code: count for code, count in list(self.statuses.items()) if code >= 500}


def wait_a_little() -> None:
    time.sleep(0.05)


@dataclass
class Company:
    """Two people who play game after game, each from a home of their own; sometimes with bots."""

    server: Server
    diary: Diary
    number: int
    enough: threading.Event

    def run(self) -> None:
        self.chance = random.Random(self.number)
        homes = self.chance.sample(HOMES, 2)
        self.people = [self.meet(home, name) for home, name in zip(homes, ("Anna", "Bert"))]
        while not self.enough.is_set():
            with suppress(httpx.TransportError, KeyError, AssertionError, json.JSONDecodeError):
                self.play(sortilege.games()[self.chance.randrange(len(sortilege.games()))])
            wait_a_little()

    def meet(self, home: str, name: str) -> Person:
        while True:
            with suppress(httpx.TransportError, KeyError, json.JSONDecodeError):
                person = visitor(self.server.url, home, name)
                person.client.cookies.set(COOKIE, token_of(person))
                return person
            wait_a_little()

    def ask(self, person: Person, method: str, path: str, body: object = None) -> Any:
        """What the house answers; None where it refuses."""
        answer = person.client.request(method, path, json=body)
        self.diary.statuses[answer.status_code] += 1
        return answer.json() if answer.status_code < 300 else None

    def play(self, game: str) -> None:
        seats = self.chance.randint(*sortilege.game(game).seat_range[:: len(sortilege.game(game).seat_range) - 1 or 1])
        kinds: list[dict[str, str]] = [{"kind": "me"}]
        kinds += [{"kind": "anybody"}] if seats > 1 else []
        kinds += [{"kind": "bot", "bot": self.chance.choice(BOTS)} for _ in range(seats - len(kinds))]
        made = self.ask(self.people[0], "POST", "/api/tables", {"game": game, "seats": kinds, "shuffle": False})
        if made is None:
            return
        table = made["id"]
        for seat, person in enumerate(self.people[: min(2, seats)]):
            body = {"addition": "00" * 16, "invite": made["invite"]}
            self.ask(person, "POST", f"/api/tables/{table}/seats/{seat}/sit", body)
        until = time.monotonic() + 300
        while not self.enough.is_set() and time.monotonic() < until:
            try:
                if self.move(table):
                    self.diary.games[game] += 1
                    self.look_at_end(table)
                    return
            except httpx.TransportError:
                wait_a_little()

    def move(self, table: str) -> bool:
        """One decision, if it is theirs; is the game over?"""
        stands = self.ask(self.people[0], "GET", f"/api/tables/{table}")
        if stands is None or stands["phase"] == "over":
            return stands is not None
        seat, number = stands["turn"], stands["number"]
        if seat not in (0, 1) or stands["seats"][seat]["bot"]:
            time.sleep(0.1)
            return False
        mover = self.people[seat]
        if self.chance.random() < 0.05:
            shown = self.ask(mover, "GET", f"/api/tables/{table}/view")
            if shown is not None:
                self.diary.views.append((table, shown["number"], seat, json.dumps(shown["view"], sort_keys=True)))
        legal = self.ask(mover, "GET", f"/api/tables/{table}/moves")
        if legal is None or legal["number"] != number or not legal["moves"]:
            return False
        self.take_advice(mover, table, number)
        move = self.chance.choice(list(legal["moves"]))
        if self.ask(mover, "POST", f"/api/tables/{table}/moves", {"move": move, "number": number}) is not None:
            self.diary.doubled += (table, number) in self.diary.answered
            self.diary.answered[table, number] = f"{seat} {move}"
        return False

    def take_advice(self, mover: Person, table: str, number: int) -> None:
        """Sometimes hints are waited for, or what the coach says of an earlier decision."""
        if self.chance.random() < 0.01:
            found = self.ask(mover, "POST", f"/api/tables/{table}/hints", {"number": number})
            self.diary.asked["hints"] += found is not None
        if self.chance.random() < 0.01:
            self.ask(mover, "PUT", f"/api/tables/{table}/coach", {"on": True})
            said = self.ask(mover, "GET", f"/api/tables/{table}/coach/{self.chance.randrange(number + 1)}")
            self.diary.asked["coach"] += said is not None

    def look_at_end(self, table: str) -> None:
        """What happened there is asked for now and then, and what else there is to see is looked at."""
        last, pages = self.people[0], [f"/tables/{table}", f"/tables/{table}/replay", "/", "/deal", "/me"]
        if self.chance.random() < 0.1:
            asked = last.client.post(f"/tables/{table}/analysis", headers={"origin": self.server.url})
            self.diary.statuses[asked.status_code] += 1
            self.diary.asked["analyses"] += asked.status_code == 303
        for page in pages:
            self.diary.statuses[last.client.get(page).status_code] += 1


def watch(server: Server, diary: Diary, number: int, enough: threading.Event) -> None:
    """Follow a table for a while, leave, come back: what is told leaves no gap."""
    chance = random.Random(f"watcher {number}")
    while not enough.is_set():
        with suppress(httpx.TransportError, KeyError, json.JSONDecodeError, AssertionError):
            watcher = visitor(server.url, chance.choice(HOMES), "Watcher")
            known = [table for table, _ in list(diary.answered)[-200:]]
            if known:
                follow_table(watcher, chance.choice(known), diary, enough)
        wait_a_little()


def follow_table(watcher: Person, table: str, diary: Diary, enough: threading.Event) -> None:
    heard, mark, knows, quiet = "", "", None, 0
    while not enough.is_set() and quiet < 3:
        headers = {"last-event-id": heard} if heard else {}
        until, quiet = time.monotonic() + 3, quiet + 1
        with suppress(httpx.TransportError):
            wait = httpx.Timeout(5, read=1)
            with watcher.client.stream("GET", f"/api/tables/{table}/stream", headers=headers, timeout=wait) as stream:
                if stream.status_code != 200:
                    return
                for line in stream.iter_lines():
                    name, _, value = line.partition(": ")
                    mark = value if name == "id" else mark
                    heard = mark if name == "data" else heard
                    if name == "data" and value.startswith('{"number":') and '"steps":' in value:
                        event = json.loads(value)
                        if knows is not None:
                            diary.told += len(event["steps"])
                            diary.passed_over += event["number"] - knows - len(event["steps"])
                            quiet = 0 if event["steps"] else quiet
                        knows = event["number"]
                        if event["over"]:
                            return
                    if time.monotonic() > until:
                        break
        time.sleep(0.3)


def half_send(server: Server, enough: threading.Event) -> None:
    half = request("POST", "/api/people", "x", {"name": "Foe"})[:-4]
    while not enough.is_set():
        street = Street(server.port, FOE)
        for _ in range(100):
            with suppress(OSError):
                street.connect(half)
        enough.wait(10)
        street.close()


def again(work: Any, enough: threading.Event) -> None:
    """Whatever stops because the house is closed begins anew."""
    while not enough.is_set():
        with suppress(httpx.TransportError, OSError, KeyError, AssertionError, json.JSONDecodeError):
            work(enough)
        wait_a_little()


def soak(folder: Path, diary: Diary, seconds: float, kill_every: float, kill_until: float) -> None:
    """Play, watch, attack and kill, until it is time or something ends it."""
    enough = threading.Event()
    with open_house(folder, limits=LIMITS) as server:
        companies = [Company(server, diary, number, enough).run for number in range(6)]
        watchers = [lambda number=number: watch(server, diary, number, enough) for number in range(4)]
        foes = [
            lambda: again(lambda enough: hog_thinking(server, 20, 6, True, Counter(), enough), enough),
            lambda: again(lambda enough: half_send(server, enough), enough),
            lambda: again(lambda enough: read_any(server, diary, enough), enough),
        ]
        threads = [threading.Thread(target=noted(diary, work), daemon=True) for work in (*companies, *watchers, *foes)]
        for thread in threads:
            thread.start()
        diary.begun = time.monotonic()
        try:
            look_after(server, diary, seconds, kill_every, kill_until)
        finally:
            diary.seconds = diary.gone()
            enough.set()
            for thread in threads:
                thread.join(120)
            server.end()
            diary.tracebacks = server.tracebacks()


def noted(diary: Diary, work: Callable[[], None]) -> Callable[[], None]:
    """Whoever cannot go on says so, and the others do."""

    def run() -> None:
        try:
            work()
        except Exception as error:
            diary.troubles.append(f"somebody went home: {error!r}")

    return run


def look_after(server: Server, diary: Diary, seconds: float, kill_every: float, kill_until: float) -> None:
    """Kill and stop the house, open it again, and note what it has in memory, anew after each time."""
    chance, next_kill, next_word = random.Random(1), kill_every, 0.0
    while (gone := diary.gone()) < seconds or (not diary.answered and gone < seconds + SLOWEST_SECONDS):
        time.sleep(min(1.0, max(0.1, seconds - gone)))
        if not server.process.is_alive():
            diary.troubles.append(f"the house fell after {gone:.0f} s: {server.last_words()}")
            server.start()
        if next_kill < gone < kill_until:
            diary.memory.clear()
            how = chance.choice([signal.SIGKILL, signal.SIGTERM])
            diary.kills += how is signal.SIGKILL
            diary.stops += how is signal.SIGTERM
            server.end(how)
            server.start()
            next_kill = diary.gone() + kill_every
        elif not diary.memory or gone - diary.memory[-1].at >= NOTED_SECONDS:
            with suppress(OSError, httpx.TransportError, StopIteration):
                tables = server.figure("tables_in_memory")
                diary.memory.append(Note(gone, server.memory(), server.memory_of_thinkers(), tables))
        if gone >= next_word:
            next_word = gone + TOLD_SECONDS
            print(diary.line(), file=sys.stderr, flush=True)


def read_any(server: Server, diary: Diary, enough: threading.Event) -> None:
    enough.wait(2)
    if diary.answered:
        read_dearly(server.url, next(reversed(diary.answered))[0], Counter(), enough)


def look_at_file(folder: Path, diary: Diary) -> dict[str, Any]:
    """Is every answered move on file, once and in order; and was nobody shown more than they may know?"""
    engine = open_engine(f"sqlite:///{folder}/table.db")
    kept: dict[str, list[str]] = {}
    gaps = 0
    with engine.connect() as connection:
        for row in connection.execute(steps.select().order_by(steps.c.table_id, steps.c.number)):
            mine = kept.setdefault(row.table_id, [])
            gaps += row.number != len(mine)
            mine.append(row.text)
        rows = {row.id: row for row in connection.execute(select(tables))}
        analysed = len(connection.execute(select(house.c.name).where(house.c.name.startswith("analysis "))).all())
        left = len(connection.execute(select(questions.c.id)).all())
    engine.dispose()
    found = sum(
        number < len(kept.get(table, [])) and kept[table][number] == text
        for (table, number), text in diary.answered.items()
    )
    compared = leaks = unlike = 0
    for table, number, seat, shown in diary.views:
        if len(kept.get(table, [])) < number:
            unlike += 1
            continue
        state = state_at(rows[table], kept[table][:number])
        compared += 1
        unlike += json.dumps(state.view(seat), sort_keys=True) != shown
        imagined = state.imagine(seat, FastChance(f"{table} {number}"))
        leaks += json.dumps(imagined.view(seat), sort_keys=True) != shown
        leaks += imagined.seen_by(NOBODY) != state.seen_by(NOBODY)
    return {
        "found": found, "gaps": gaps, "compared": compared, "leaks": leaks, "unlike": unlike, "on file": kept,
        "analysed": analysed, "left": left,
    }  # fmt: skip


def state_at(row: Any, texts: list[str]) -> sortilege.State:
    states = [sortilege.game(row.game).start(len(row.chairs), **row.options)]
    for text in texts:
        if text == UNDO:
            states.pop()
        else:
            after = states[-1].copy()
            after.advance(read_step(states[-1], text, len(states)))
            states.append(after)
    return states[-1]


def report(diary: Diary, found: dict[str, Any]) -> bool:
    answered, errors = len(diary.answered), sum(diary.errors().values())
    lost = answered - found["found"]
    sheet = Sheet("soak", f"{diary.seconds:.0f} s")
    for name, value in (
        ("moves answered", answered),
        ("moves found on file", found["found"]),
        ("moves doubled", diary.doubled),
        ("moves lost", lost),
        ("numbers passed over on file", found["gaps"]),
        ("steps on file, bots' and dice too", sum(map(len, found["on file"].values()))),
        ("games that ended", ", ".join(f"{game} {count}" for game, count in sorted(diary.games.items()))),
        ("steps told to watchers", diary.told),
        ("steps passed over", diary.passed_over),
        ("views compared", found["compared"]),
        ("views unlike the file", found["unlike"]),
        ("leaks", found["leaks"]),
        ("hints; words of the coach", f"{diary.asked['hints']}; {diary.asked['coach']}"),
        ("analyses begun; found; going on", f"{diary.asked['analyses']}; {found['analysed']}; {found['left']}"),
        ("kills; stops", f"{diary.kills}; {diary.stops}"),
        ("answers", ", ".join(f"{count} × {code}" for code, count in sorted(diary.statuses.items()))),
        ("server errors", errors),
        ("tracebacks in its log", diary.tracebacks),
        *told_memory(diary.memory),
        *(("trouble", trouble) for trouble in diary.troubles),
    ):
        sheet.add_row(name, str(value))
    console = Console(width=120, record=True)
    console.print(sheet)
    console.save_text(str(REPORTS / "soak.txt"))
    wrong = (lost, diary.doubled, diary.passed_over, found["gaps"], found["leaks"], found["unlike"], errors)
    return answered > 0 and not any(wrong) and not diary.tracebacks and not diary.troubles


def told_memory(memory: list[Note]) -> Iterator[tuple[str, str]]:
    """What the house had in memory since its last start: medians of tenths of the time, from when it has settled."""
    if not memory:
        return
    settled = [note for note in memory if note.at >= memory[0].at + SETTLED_SECONDS] or memory
    part = max(1, len(settled) // 10)
    for name, notes in (("at the beginning", settled[:part]), ("at the end", settled[-part:])):
        house, thinkers, tables = (median(each) for each in list(zip(*notes))[1:])
        told = f"{house:.0f} MB, thinkers {thinkers:.0f} MB, {tables:.0f} tables"
        yield f"memory {name}", f"{told}, {notes[0].at - memory[0].at:.0f} s after the last start"
    step = max(1, len(settled) // 12)
    yield "memory in between", ", ".join(f"{note.house:.0f}" for note in settled[::step])
    yield "thinkers in between", ", ".join(f"{note.thinkers:.0f}" for note in settled[::step])
    yield "most memory", f"{max(note.house for note in memory):.0f} MB"


def stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--kill-every", type=float, default=60, help="seconds from one kill or stop to the next")
    wish = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    diary = Diary()
    try:
        soak(REPORTS, diary, wish.seconds, wish.kill_every, wish.seconds / 3)
    except KeyboardInterrupt:
        diary.troubles.append("ended before its time")
    except Exception as error:
        diary.troubles.append(repr(error))
    return 0 if report(diary, look_at_file(REPORTS, diary)) else 1


if __name__ == "__main__":
    sys.exit(main())
