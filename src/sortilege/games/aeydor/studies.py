"""How games of competent players go, and whether a pure style pays. Competent is the greedy bot."""

from collections.abc import Iterator

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
PAIRS = (("all-safe", "greedy"), ("all-duel", "greedy"), ("all-safe", "all-duel"), ("all-duel", "all-safe"))


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
    yield heading("players", *GAME.words.endings, "turns (tenth / half / nine tenths)")
    for seats, advanced in tables():
        match = Match("aeydor", ("greedy",), seats, games.seed, {"advanced": advanced})
        notes = games.watch(match, Turns, called(seats, advanced))
        if notes:
            ends = shares_of_endings(find(match, notes))
            yield row(called(seats, advanced), *ends, tenths(each.last["turns"] for each in notes))
    yield ""
    yield heading("players", "fair share", *(f"one {one} among {others}" for one, others in PAIRS))
    for seats, advanced in tables():
        if not games.stopped:
            wins = [pure_wins(games, one, others, seats, advanced) for one, others in PAIRS]
            yield row(called(seats, advanced), f"{100 / seats:.1f} %", *wins)


def tables() -> list[tuple[int, bool]]:
    return [(seats, advanced) for advanced in (False, True) for seats in GAME.seat_range]


def called(seats: int, advanced: bool) -> str:
    return f"{seats}, advanced" if advanced else str(seats)


def pure_wins(games: CalibrationGames, one: str, others: str, seats: int, advanced: bool) -> str:
    match = StyleMatch("aeydor", (one, *[others] * (seats - 1)), seats, games.seed, {"advanced": advanced})
    return games.wins_of_first(match, f"{one} among {others}, {called(seats, advanced)}").percent()
