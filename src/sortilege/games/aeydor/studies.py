"""How games of competent players go, and whether a pure style pays. Competent are greedy bots and those that search."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sortilege.arena.calibration import CalibrationGames, shares_of_endings
from sortilege.arena.match import Match
from sortilege.arena.study import Observer, find
from sortilege.arena.tables import heading, row, tenths
from sortilege.bots import Bot, GreedyBot, Seat
from sortilege.engine import State
from sortilege.games.aeydor import GAME
from sortilege.games.aeydor.position import PLACING, PLACING_SECOND, WINDOW
from sortilege.games.aeydor.rules import Contest
from sortilege.games.aeydor.rules.moves import PASS
from sortilege.games.aeydor.sense import BRAVE_ZONE, SAFE_ZONE, AeydorSense

SENSE = AeydorSense()
STYLES = ("all-safe", "all-duel")
PAIRS = (
    *((style, "greedy") for style in STYLES),
    *(("greedy", style) for style in STYLES),
    ("all-safe", "all-duel"),
    ("all-duel", "all-safe"),
)
SEARCHER = "archmage:64+horizon=4"
SEARCHED = 2  # one game of search bots for so many of greedy ones

Table = tuple[int, bool]
"""The number of players, and whether they play the advanced variant."""


class AllSafe(GreedyBot):
    """Never leaves the Safe Zones, and so keeps the crystals: nothing else needs Power or Health."""

    name = "all-safe"

    def choose(self, seat: Seat) -> int:
        state = seat.seen
        assert isinstance(state, Contest)
        if state.phase in (PLACING, PLACING_SECOND):
            return SENSE.place(state, self.chance, SAFE_ZONE)
        return PASS if state.phase == WINDOW else super().choose(seat)


class AllDuel(GreedyBot):
    """Stands on Duel Zones whenever Health allows it."""

    name = "all-duel"

    def choose(self, seat: Seat) -> int:
        state = seat.seen
        assert isinstance(state, Contest)
        if state.phase in (PLACING, PLACING_SECOND):
            return SENSE.place(state, self.chance, BRAVE_ZONE)
        return super().choose(seat)


class StyleMatch(Match):
    """A match in which pure styles play too."""

    def player(self, name: str, seed: str) -> Bot:
        styles = {style.name: style for style in (AllSafe, AllDuel)}
        return styles[name](seed) if name in styles else super().player(name, seed)


class Turns(Observer):
    def ended(self, state: State) -> None:
        assert isinstance(state, Contest)
        self.last["turns"] = state.turn


def calibrate(games: CalibrationGames) -> Iterator[str]:
    yield from courses(games)
    yield ""
    yield from styles(games, PAIRS, tables())
    yield ""
    few = replace(games, count=-(-games.count // SEARCHED))
    yield from styles(few, [(style, SEARCHER) for style in STYLES], base_tables())
    games.stopped = few.stopped


def base_tables() -> list[Table]:
    return [(seats, False) for seats in GAME.seat_range]


def tables() -> list[Table]:
    return [*base_tables(), *((seats, True) for seats in GAME.seat_range)]


def called(seats: int, advanced: bool) -> str:
    return f"{seats}, advanced" if advanced else str(seats)


def courses(games: CalibrationGames) -> Iterator[str]:
    """How games of greedy bots end, and after how many turns."""
    yield heading("players", *GAME.words.endings, "turns (tenth / half / nine tenths)")
    for seats, advanced in tables():
        match = Match("aeydor", ("greedy",), seats, games.seed, {"advanced": advanced})
        notes = games.watch(match, Turns, called(seats, advanced))
        if notes:
            ends = shares_of_endings(find(match, notes))
            yield row(called(seats, advanced), *ends, tenths(each.last["turns"] for each in notes))


def styles(games: CalibrationGames, pairs: Sequence[tuple[str, str]], played: Iterable[Table]) -> Iterator[str]:
    """What one player of a kind wins among others of another."""
    yield heading("players", "fair share", *(f"one {one} among {others}" for one, others in pairs))
    for seats, advanced in played:
        if not games.stopped:
            wins = [wins_among(games, one, others, seats, advanced) for one, others in pairs]
            yield row(called(seats, advanced), f"{100 / seats:.1f} %", *wins)


def wins_among(games: CalibrationGames, one: str, others: str, seats: int, advanced: bool) -> str:
    match = StyleMatch("aeydor", (one, *[others] * (seats - 1)), seats, games.seed, {"advanced": advanced})
    return games.wins_of_first(match, f"{one} among {others}, {called(seats, advanced)}").percent()
