"""`sortilege simulate`: many games of bots who keep their seats, summed up as they come."""

import math
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from sortilege.arena.match import Match, Witness
from sortilege.arena.results import GameResult, Lineup
from sortilege.arena.runner import run
from sortilege.engine import Game


class Simulation(Match):
    """A match in which everybody keeps their seat, and nobody counts along."""

    def lineups(self) -> list[Lineup]:
        return [self.bots]

    def play(self, number: int, *witnesses: Witness) -> GameResult:
        course = self.course(number, *witnesses)
        course.play()
        return course.result(number, number)


@dataclass
class RunningMean:
    """A running mean and spread, whatever the number of values."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = -math.inf

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)
        self.least = min(self.least, value)
        self.most = max(self.most, value)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        if self.count < 2:
            return math.inf
        return 1.96 * math.sqrt(self.squares / (self.count - 1) / self.count)

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}"


@dataclass
class SeatSums:
    """What is kept of the games: wins in percent and scores by seat, lengths, endings."""

    seats: int
    wins: list[RunningMean] = field(init=False)
    scores: list[RunningMean] = field(init=False)
    decisions: RunningMean = field(default_factory=RunningMean)
    endings: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins = [RunningMean() for _ in range(self.seats)]
        self.scores = [RunningMean() for _ in range(self.seats)]

    def add(self, result: GameResult) -> None:
        for seat, share in enumerate(result.wins()):
            self.wins[seat].add(100 * share)
            self.scores[seat].add(result.scores[seat])
        self.decisions.add(sum(result.decisions))
        self.endings[result.ending] = self.endings.get(result.ending, 0) + 1


def simulate(game: Game, bots: list[str], options: dict[str, Any], games: int, seed: str, jobs: int) -> int:
    simulation = Simulation(game.name, tuple(bots), len(bots), seed, options).checked()
    sums = SeatSums(len(bots))
    for result in run(simulation, range(games), jobs, game.title):
        sums.add(result)
    show(game, bots, sums, games)
    return 0 if sums.decisions.count == games else 130


def show(game: Game, bots: list[str], sums: SeatSums, wanted: int) -> None:
    done = sums.decisions.count
    title = f"{game.title}: {done} games" + (f" of {wanted}; interrupted" if done < wanted else "")
    table = Table("seat", "bot", "wins %", "score", "lowest", "highest", title=title)
    for seat, name in enumerate(bots):
        score = sums.scores[seat]
        table.add_row(str(seat + 1), name, str(sums.wins[seat]), str(score), f"{score.least:g}", f"{score.most:g}")
    console = Console()
    console.print(table)
    length = sums.decisions
    console.print(f"decisions a game: {length} ({length.least:g} to {length.most:g})")
    for ending, count in sorted(sums.endings.items(), key=lambda item: -item[1]):
        console.print(f"ended by {ending}: {100 * count / max(done, 1):.1f} %")
    console.print("± is the 95 % interval of the mean; a shared win counts in parts.")
