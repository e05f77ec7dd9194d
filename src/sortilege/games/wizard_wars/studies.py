"""Whether games end in time, whether seats are even, and whether good sense pays."""

from collections.abc import Iterator

from sortilege.arena.calibration import CalibrationGames, shares_of_endings
from sortilege.arena.figures import mean
from sortilege.arena.match import Match
from sortilege.arena.study import Observer, find
from sortilege.arena.tables import heading, row
from sortilege.engine import State
from sortilege.games.wizard_wars import GAME
from sortilege.games.wizard_wars.rules import Realm


class LastRound(Observer):
    def ended(self, state: State) -> None:
        assert isinstance(state, Realm)
        self.last["rounds"] = state.round


def calibrate(games: CalibrationGames) -> Iterator[str]:
    yield heading("players", "rounds", "ended before the limit", "wins by seat", "one greedy among random")
    for seats in GAME.seat_range:
        match = Match("wizard_wars", ("greedy",), seats, games.seed)
        notes = games.watch(match, LastRound, f"{seats} players")
        if notes:
            found = find(match, notes)
            rounds = mean((each.result.deal, each.last["rounds"]) for each in notes)
            ended, _ = shares_of_endings(found)
            by_seat = ", ".join(each.percent() for each in found.by_seat)
            yield row(seats, rounds.plain(), ended, by_seat, among_random(games, seats))


def among_random(games: CalibrationGames, seats: int) -> str:
    match = Match("wizard_wars", ("greedy", *["random"] * (seats - 1)), seats, games.seed)
    return games.wins_of_first(match, f"{seats} players, greedy among random").percent()
