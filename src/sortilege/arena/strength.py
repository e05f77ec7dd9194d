"""How strong the levels are, how fast the search is and what it takes: the figures of docs/strength.md.

Every match lies in a folder of its own with its report, and goes on where it was interrupted.
"""

import math
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from sortilege.arena.contest import Match
from sortilege.arena.foresight import foresight
from sortilege.arena.measured import MEASURED, measured_lines
from sortilege.arena.report import write_report
from sortilege.arena.runner import Stopped, cores, run_all
from sortilege.arena.series import play_match
from sortilege.arena.summary import Performance, Summary
from sortilege.bots.levels import LEVELS, MOST_PLAYOUTS
from sortilege.bots.search import NONE, Search
from sortilege.bots.seat import Seat
from sortilege.engine import CHANCE, FastChance, State
from sortilege.games import game as find_game
from sortilege.games import games as all_games

LADDER = ("archmage:0.1s", "adept", "apprentice", "random")
CHALLENGE = ("archmage", "greedy", "greedy", "greedy")
DUEL = ("greedy", "adept")
SOLO = ("archmage:0.1s", "greedy", "random")
QUICK = "archmage:0.05s"
QUICKER = {"aeydor": "archmage:0.02s"}  # its playouts are the quickest: with more time the value is hardly missed
WITHOUT = {"without-choice": "slips=1", "without-value": "horizon=0"}

GAMES = {
    "aeydor": {"ladder": 120, "greedy": 80, "three-greedy": 192, "without-choice": 64, "without-value": 128},
    "lizard_wizard": {
        "ladder": 24, "greedy": 80, "three-greedy": 24, "without-choice": 32, "without-value": 48, "solo": 16
    },
    "true_wizard": {"ladder": 120, "greedy": 80, "three-greedy": 32, "without-choice": 120, "solo": 30},
    "wizard_dice": {"ladder": 100, "greedy": 80, "three-greedy": 64, "without-choice": 60},
    "wizard_wars": {"ladder": 96, "greedy": 80, "three-greedy": 24, "without-choice": 96, "without-value": 64},
}  # fmt: skip
"""How many games each match has: more where luck is larger, fewer where games are long. Alone, each bot has so many."""
FRESH = "2027"
"""The seed of deals on which no setting of a bot was tried."""
SEEDS = {("aeydor", "three-greedy"): "2026"}
"""Those of other matches; nothing was tried on their deals either."""
CROWDED = {("lizard_wizard", "without-choice")}
"""Comparisons with four seats; the others have two."""
IN_PAIRS = {"wizard_wars"}
"""Ladders with two seats: of several losers the one who was hunted first is not the worst. The others have four."""
FORESEEN = 400
"""Greedy games on which values are tested."""


@dataclass(frozen=True)
class Trial:
    """One match of the measurement."""

    name: str
    game: str
    bots: tuple[str, ...]
    seats: int
    games: int

    @property
    def seed(self) -> str:
        return SEEDS.get((self.game, self.name), FRESH)

    def play(self, out: Path, seed: str | None, jobs: int) -> Summary:
        folder = out / f"{self.game}-{self.name}"
        deals = self.seed if seed is None else seed
        series = play_match(
            self.game, self.bots, self.games, self.seats, folder, seed=deals, jobs=jobs, progress=folder.name
        )
        summary = write_report(series)
        if summary.games < self.games:
            raise Stopped(f"{folder.name}: {summary.games} of {self.games} games; the same command goes on from here")
        return summary


def trials(games: int | None = None) -> list[Trial]:
    """Every match, with so many games each or as many as are planned."""
    return [
        trial(name, game, count if games is None else games)
        for game in all_games()
        for name, count in GAMES[game].items()
    ]


def trial(name: str, game: str, games: int) -> Trial:
    if name == "solo":
        return Trial(name, game, SOLO, 1, games * len(SOLO))
    if name in WITHOUT:
        whole = QUICKER.get(game, QUICK)
        seats = 4 if (game, name) in CROWDED else 2
        return Trial(name, game, (whole, f"{whole}+{WITHOUT[name]}"), seats, games)
    if name == "greedy":
        return Trial(name, game, DUEL, 2, games)
    if name == "ladder":
        return Trial(name, game, LADDER, 2 if game in IN_PAIRS else 4, games)
    return Trial(name, game, CHALLENGE, 4, games)


Found = dict[tuple[str, str], Summary]
"""What came out, by game and name of the trial."""


def write_strength(out: Path, seed: str | None = None, games: int | None = None, jobs: int = 0) -> Path:
    """Measure everything, with so many games a match or as planned, and write it down as `strength.md`; what people are
    told of it, as `measured.toml`."""
    out.mkdir(parents=True, exist_ok=True)
    found = {(trial.game, trial.name): trial.play(out, seed, jobs) for trial in trials(games)}
    file = out / "strength.md"
    lines = [*tables(found), *foresight_lines(jobs), *speed_lines()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (out / MEASURED.name).write_text("\n".join(measured_lines(percents(found))), encoding="utf-8")
    return file


def percents(found: Found) -> dict[str, dict[str, float]]:
    """What people are told who choose a bot: wins in the ladder, and where greedy stands."""
    told: dict[str, dict[str, float]] = {}
    for game in all_games():
        wins = {name: each.wins for name, each in by_name(found[game, "ladder"]).items()}
        figures = {**{name: wins[name] for name in LADDER}, "greedy before adept": found[game, "greedy"].pairs[DUEL]}
        told[game] = {name: 100 * figure.value for name, figure in figures.items()}
    return told


def tables(found: Found) -> Iterator[str]:
    yield "# Strength as measured\n"
    yield "## The ladder: ratings\n"
    yield from table(["game", "seats", "games", *LADDER], [ratings(*each) for each in named(found, "ladder")])
    yield "## The ladder: who is placed before whom\n"
    heading = [f"{one} before {other}" for one, other in pairwise(LADDER)]
    yield from table(["game", *heading, "wins"], [places(*each) for each in named(found, "ladder")])
    yield "## Greedy against the adept\n"
    heading = ["games", "greedy before the adept", "points of greedy", "points of the adept"]
    yield from table(["game", *heading], [duel(*each) for each in named(found, "greedy")])
    yield "## Against three greedy\n"
    heading = ["wins", "placed before a greedy", "points", "points of a greedy", "ms a decision"]
    yield from table(["game", "games", *heading], [challenge(*each) for each in named(found, "three-greedy")])
    for name, part in WITHOUT.items():
        yield f"## The archmage against itself with {part}\n"
        heading = ["thinks", "seats", "games", "placed before the other", "wins", "wins of the other"]
        yield from table(["game", *heading], [compared(*each) for each in named(found, name)])
    for title, summary in named(found, "solo"):
        yield f"## Alone: {title}, {summary.games // len(SOLO)} deals each\n"
        yield from table(["bot", "wins", "points"], [(b.name, b.wins.percent(), b.score.plain()) for b in summary.bots])


def table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A table, with room below it."""
    yield f"| {' | '.join(heading)} |"
    yield "|---" + "|--:" * (len(heading) - 1) + "|"
    for row in rows:
        yield f"| {' | '.join(str(each) for each in row)} |"
    yield ""


def named(found: Found, name: str) -> list[tuple[str, Summary]]:
    """The matches of this name, with the titles of their games."""
    return [(find_game(game).title, summary) for (game, trial), summary in found.items() if trial == name]


def by_name(summary: Summary) -> dict[str, Performance]:
    return {each.name: each for each in summary.bots}


def ratings(title: str, summary: Summary) -> list[object]:
    bots = by_name(summary)
    return [
        title,
        summary.seats,
        summary.games,
        *(rating.plain() if (rating := bots[name].rating) else "–" for name in LADDER),
    ]


def places(title: str, summary: Summary) -> list[object]:
    bots = by_name(summary)
    wins = " / ".join(f"{100 * bots[name].wins.value:.0f}" for name in LADDER)
    return [title, *(summary.pairs[pair].percent() for pair in pairwise(LADDER)), f"{wins} %"]


def duel(title: str, summary: Summary) -> list[object]:
    bots = by_name(summary)
    return [title, summary.games, summary.pairs[DUEL].percent(), *(bots[name].score.plain() for name in DUEL)]


def challenge(title: str, summary: Summary) -> list[object]:
    one, other = (by_name(summary)[name] for name in CHALLENGE[:2])
    ahead = summary.pairs[one.name, other.name].percent()
    points = one.score.plain(), other.score.plain()
    return [title, summary.games, one.wins.percent(), ahead, *points, f"{one.milliseconds:.0f}"]


def compared(title: str, summary: Summary) -> list[object]:
    whole, without = sorted(summary.bots, key=lambda bot: len(bot.name))
    ahead = summary.pairs[whole.name, without.name].percent()
    thinks = whole.name.partition(":")[2]
    return [title, thinks, summary.seats, summary.games, ahead, whole.wins.percent(), without.wins.percent()]


def foresight_lines(jobs: int) -> Iterator[str]:
    yield f"## Log loss of the values, over {FORESEEN} greedy games\n"
    rows = [["even chances", *(f"{math.log(seats):.3f}" for seats in (2, 3, 4))]]
    for game in all_games():
        if find_game(game).sense.horizon():
            figures = [foresight(game, seats, FORESEEN, "foresight", jobs) for seats in (2, 3, 4)]
            rows.append([find_game(game).title, *(figure.plain(3) for figure in figures)])
    yield from table(["game", "for two", "for three", "for four"], rows)


def speed_lines() -> Iterator[str]:
    yield "## Speed and memory\n"
    speeds = [(find_game(game).title, f"{playouts_a_second(game):.0f}") for game in all_games()]
    yield from table(["game", "playouts a second of a core"], speeds)
    rounds = core_rounds()
    gain = sum(one for one, _ in rounds) / sum(every for _, every in rounds)
    each = ", ".join(f"{one / every:.2f}" for one, every in rounds)
    yield f"- {cores()} cores play {gain:.2f} times as many games as one in the same time; round by round: {each}."
    most = memory_of_long_think()
    yield f"- After {LONG_THINK:.0f} seconds of thinking, with the tree filled up and copied: {most:.0f} MB at most."


LONG_THINK = 25.0


def opening(game: str) -> State:
    """The first decision of a game for three."""
    state = find_game(game).start(3)
    chance = FastChance("opening")
    while state.seat == CHANCE:
        state.advance(chance.below(state.sides()))
    return state


def think(game: str, seconds: float) -> Search:
    """About the opening, for all of the time: again and again where a race is decided early."""
    state = opening(game)
    seat = Seat(state, state.seat)
    search = LEVELS["archmage"].search(seat, FastChance("think"))
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        search.think(seat.seen, MOST_PLAYOUTS, left)
    return search


def playouts_a_second(game: str, seconds: float = 2.0) -> float:
    """Playouts in a second of one core's time, whatever else the machine does."""
    started = time.process_time()
    playouts = think(game, seconds).playouts()
    return playouts / (time.process_time() - started)


def core_rounds(games: int = 64, rounds: int = 5) -> list[tuple[float, float]]:
    """Seconds of a match on one core and on all, several times, because machines are noisy."""
    match = Match(all_games()[0], ("adept:40",), 2)
    return [(seconds_for(match, games, 1), seconds_for(match, games, 0)) for _ in range(rounds)]


def seconds_for(match: Match, games: int, jobs: int) -> float:
    started = time.perf_counter()
    run_all(match, range(games), jobs)
    return time.perf_counter() - started


def memory_of_long_think(seconds: float = LONG_THINK) -> float:
    """The most memory, in MB, that a process takes for a long think about any of the games."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(cores(), len(all_games())), maxtasksperchild=1) as pool:
        return max(pool.imap(partial(peak_memory, seconds=seconds), all_games()))


def peak_memory(game: str, seconds: float) -> float:
    """After a think the tree is filled up and moves on, so that there are two of them: no think takes more."""
    tree = think(game, seconds).tree
    while tree.add(0, 0) != NONE:
        pass
    tree.below(0)
    return own_peak()


def own_peak() -> float:
    """The most memory, in MB, that this process has had. What Linux gives as usage counts the parent's too."""
    status = Path("/proc/self/status")
    told = status.read_text(encoding="utf-8") if status.exists() else ""
    if "VmHWM:" in told:
        return int(told.split("VmHWM:")[1].split()[0]) / (1 << 10)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
