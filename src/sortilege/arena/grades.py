"""Do grades stay when more is thought? Decisions of the assumed level, judged by one budget and by another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sortilege.analysis.budget import budget
from sortilege.analysis.curve import effort
from sortilege.analysis.decisions import BLAMED, GRADES, Grade, judge
from sortilege.analysis.evaluator import Evaluator
from sortilege.arena.figures import Figure, share_of_deals
from sortilege.arena.match import Match
from sortilege.arena.runner import game_seed, run_all
from sortilege.engine import FastChance, State
from sortilege.games import game as find_game

DECISIONS = 10
"""Of each game, so many are judged."""

Pair = tuple[Grade, Grade]


@dataclass
class Collector:
    """Keeps some decisions of a game, each as likely as the others."""

    chance: FastChance
    seen: int = 0
    kept: list[tuple[State, int]] = field(default_factory=list)

    def saw(self, state: State, moves: list[int], move: int) -> None:
        if len(moves) < 2:
            return
        self.seen += 1
        place = len(self.kept) if len(self.kept) < DECISIONS else int(self.chance.below(self.seen))
        if place < DECISIONS:
            self.kept[place : place + 1] = [(state.copy(), move)]

    def ended(self, state: State) -> None:
        """All that matters was seen before."""


@dataclass(frozen=True)
class Judging:
    """The grades of one game's decisions by two budgets, each with luck of its own."""

    match: Match
    budgets: tuple[str, str]

    def __call__(self, number: int) -> list[Pair]:
        collector = Collector(FastChance(game_seed(self.match.seed, number)))
        self.match.play(number, collector)
        found = [self.grades(state, move, f"{number} {place}") for place, (state, move) in enumerate(collector.kept)]
        return [(first, second) for first, second in found]

    def grades(self, state: State, move: int, seed: str) -> list[Grade]:
        game = find_game(self.match.game)
        found: list[Grade] = []
        for name in self.budgets:
            evaluator = Evaluator.of(game, state.seats, f"{name} {seed}")
            found.append(judge(evaluator, state, move, budget(name).times(effort(game))).grade)
        return found


@dataclass(frozen=True)
class Agreement:
    """How far two budgets agree: whether anybody is to blame, and by which grade or the one beside it."""

    counts: Counter[Pair]
    blame: Figure
    near: Figure
    upheld: Figure
    """Of those whom the first budget blames: whom the second one blames too."""


def agreement(match: Match, games: int, budgets: tuple[str, str], jobs: int = 0) -> Agreement:
    every = run_all(Judging(match.checked(), budgets), range(games), jobs)
    pairs = [(number, pair) for number, found in enumerate(every) for pair in found]
    return Agreement(
        Counter(pair for _, pair in pairs),
        share_of_deals((number, blames(one) == blames(two)) for number, (one, two) in pairs),
        share_of_deals((number, apart(pair) <= 1) for number, pair in pairs),
        share_of_deals((number, blames(two)) for number, (one, two) in pairs if blames(one)),
    )


def blames(grade: Grade) -> bool:
    return grade in BLAMED


def apart(pair: Sequence[Grade]) -> int:
    one, two = (max(1, GRADES.index(grade)) for grade in pair)
    return abs(one - two)
