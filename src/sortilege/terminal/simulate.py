"""Many games of bots, summed up as they come."""

import math
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

import sortilege
from sortilege.arena.runner import game_seed, run
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, Game


@dataclass(frozen=True)
class Result:
    scores: list[int]
    ranking: list[int]
    ending: str
    decisions: int


@dataclass(frozen=True)
class BotGame:
    """Plays game number n of a series; the same anywhere."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str

    def __call__(self, number: int) -> Result:
        seed = game_seed(self.seed, number)
        state = sortilege.game(self.game).start(len(self.bots), **self.options)
        players = [bot(name, f"{seed}/{seat}") for seat, name in enumerate(self.bots)]
        chance = FastChance(seed)
        decisions = 0
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(chance.below(state.sides()))
            else:
                state.play(players[state.seat].choose(Seat(state, state.seat)))
                decisions += 1
        return Result(state.scores(), state.ranking(), state.ending(), decisions)


@dataclass
class Tally:
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
class Summary:
    seats: int
    wins: list[Tally] = field(default_factory=list)
    scores: list[Tally] = field(default_factory=list)
    decisions: Tally = field(default_factory=Tally)
    endings: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins = [Tally() for _ in range(self.seats)]
        self.scores = [Tally() for _ in range(self.seats)]

    def add(self, result: Result) -> None:
        winners = result.ranking.count(1)
        for seat in range(self.seats):
            self.wins[seat].add(100 / winners if result.ranking[seat] == 1 else 0)
            self.scores[seat].add(result.scores[seat])
        self.decisions.add(result.decisions)
        self.endings[result.ending] = self.endings.get(result.ending, 0) + 1


def simulate(game: Game, bots: list[str], options: dict[str, Any], games: int, seed: str, jobs: int) -> int:
    settings = game.settings(len(bots), options)
    for name in bots:
        bot(name)
    summary = Summary(len(bots))
    task = BotGame(game.name, tuple(bots), settings, seed)
    for result in run(task, range(games), jobs, f"{game.title}"):
        summary.add(result)
    show(game, bots, summary, games)
    return 0 if summary.decisions.count == games else 130


def show(game: Game, bots: list[str], summary: Summary, wanted: int) -> None:
    done = summary.decisions.count
    title = f"{game.title}: {done} games" + (f" of {wanted}; interrupted" if done < wanted else "")
    table = Table("seat", "bot", "wins %", "score", "lowest", "highest", title=title)
    for seat, name in enumerate(bots):
        score = summary.scores[seat]
        table.add_row(str(seat + 1), name, str(summary.wins[seat]), str(score), f"{score.least:g}", f"{score.most:g}")
    console = Console()
    console.print(table)
    length = summary.decisions
    console.print(f"decisions a game: {length} ({length.least:g} to {length.most:g})")
    for ending, count in sorted(summary.endings.items(), key=lambda item: -item[1]):
        console.print(f"ended by {ending}: {100 * count / max(done, 1):.1f} %")
    console.print("± is the 95 % interval of the mean; a shared win counts in parts.")
