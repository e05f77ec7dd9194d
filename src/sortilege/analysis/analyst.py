"""A whole game, analysed: chances along it, every decision, every outcome, and where it was decided."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from sortilege.analysis.budget import Budget, budget
from sortilege.analysis.curve import ASSUMED, effort, looks, worth_of_luck
from sortilege.analysis.decisions import BLAMED, GRADES, Decision, Grade, judge
from sortilege.analysis.evaluator import Evaluator, result_shares
from sortilege.analysis.luck import luck_of
from sortilege.analysis.reasons import how_it_goes_on, why
from sortilege.engine import CHANCE, BadRecord, EarlierCards, Record, State
from sortilege.engine.record import EARLIER

Kind = Literal["decision", "luck"]
FORMAT = "sortilege analysis 1"
TURNING_POINTS = 3
SURELY = 2.0
"""Standard errors by which a change must be above zero to be told of."""


@dataclass(frozen=True)
class Move:
    """A move that could have been made, with the chance of who decides after it."""

    text: str
    label: str
    """What it does; seats stand as {0}, {1}."""
    chance: float
    low: float
    high: float


@dataclass(frozen=True)
class Found:
    """What was found about one step: a decision with a choice, or an outcome."""

    step: int
    kind: Kind
    seat: int
    """Who decided; CHANCE for an outcome."""
    changes: list[float]
    """By seat: what it changed beside what was usual, or to be expected."""
    errors: list[float]
    grade: Grade | None = None
    loss: float = 0.0
    error: float = 0.0
    played: Move | None = None
    best: Move | None = None
    """Where it is another one than the played."""
    also: Move | None = None
    why: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    """How the game would go on after the best move, as far as nothing is left to chance."""

    @property
    def size(self) -> float:
        """How much it surely changed, for whom it changed most; a decision at least by what was lost."""
        changes = [abs(change) for change, error in zip(self.changes, self.errors) if abs(change) > SURELY * error]
        return max([*changes, self.loss if self.blamed else 0.0])

    @property
    def blamed(self) -> bool:
        return self.grade in BLAMED


@dataclass(frozen=True)
class Point:
    """The chances of all seats before a step, each from what that seat could know, with their standard errors."""

    step: int
    chances: list[float]
    errors: list[float]


@dataclass(frozen=True)
class Share:
    """A part of the result of one seat, with its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Balance:
    """The result of a seat told as what it began with, luck, own and others' play, and the rest."""

    start: float
    luck: Share
    skill: Share
    others: Share
    rest: float
    result: float


@dataclass(frozen=True)
class Analysis:
    """What is known of a game, all of it or as far as it was done."""

    game: str
    rules: str
    content: str
    budget: str
    level: str
    seats: list[str]
    steps: int
    result: list[float]
    """Every seat's share of the win."""
    points: list[Point]
    found: list[Found]
    done: int
    """How many steps were looked at."""

    @property
    def whole(self) -> bool:
        return self.done == self.steps

    @cached_property
    def decisions(self) -> list[Found]:
        return [each for each in self.found if each.kind == "decision"]

    @cached_property
    def turning_points(self) -> list[Found]:
        """The steps that changed most, by luck or by choice; the first of them first."""
        largest = sorted(self.found, key=lambda each: -each.size)[:TURNING_POINTS]
        return sorted((each for each in largest if each.size > 0), key=lambda each: each.step)

    def chances_at(self, step: float) -> list[float]:
        """Of all seats; between two points they go straight from one to the other."""
        after = next(place for place, point in enumerate(self.points) if point.step >= step)
        point, before = self.points[after], self.points[max(after - 1, 0)]
        way = (step - before.step) / (point.step - before.step) if point.step > before.step else 1.0
        return [one + way * (other - one) for one, other in zip(before.chances, point.chances)]

    def grades(self, seat: int) -> dict[Grade, int]:
        own = [each.grade for each in self.decisions if each.seat == seat]
        return {name: own.count(name) for name in GRADES}

    def lost(self, seat: int) -> float:
        """What this seat's decisions lost in all, as far as they are to blame."""
        return sum(each.loss for each in self.decisions if each.seat == seat and each.blamed)

    def balance(self, seat: int) -> Balance:
        luck = self.sum_of(seat, lambda each: each.kind == "luck")
        skill = self.sum_of(seat, lambda each: each.seat == seat)
        others = self.sum_of(seat, lambda each: each.kind == "decision" and each.seat != seat)
        start = self.points[0].chances[seat] if self.points else 1 / len(self.seats)
        rest = self.result[seat] - start - luck.value - skill.value - others.value
        return Balance(start, luck, skill, others, rest, self.result[seat])

    def sum_of(self, seat: int, counts: Callable[[Found], bool]) -> Share:
        every = [each for each in self.found if counts(each)]
        return Share(
            sum(each.changes[seat] for each in every), sum(each.errors[seat] ** 2 for each in every) ** 0.5
        )  # fmt: skip

    def data(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}

    def dumps(self) -> str:
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Analysis":
        rest = {key: value for key, value in data.items() if key not in ("format", "points", "found")}
        points = [Point(**each) for each in data["points"]]
        return cls(points=points, found=[read_found(each) for each in data["found"]], **rest)


def read_found(data: Mapping[str, Any]) -> Found:
    moves = {name: Move(**data[name]) for name in ("played", "best", "also") if data[name]}
    return Found(**{**data, **moves})


@dataclass(frozen=True)
class Step:
    """What was found at one step: nothing where there was one move only, and a point of the graph here and there."""

    number: int
    found: Found | None
    point: Point | None


class Analyst:
    """Looks at the steps of a finished game, in any order; each is found the same whoever else looks at the others."""

    def __init__(self, record: Record, budget_name: str = "default", level: str = ASSUMED) -> None:
        self.record = checked(record)
        self.budget_name = budget_name
        self.level = level
        self.budget: Budget = budget(budget_name).times(effort(record.game))
        self.before = list(record.replay())
        self.final = record.final()

    @property
    def steps(self) -> int:
        return len(self.before)

    def step(self, number: int) -> Step:
        """What is to be known of one step."""
        every = max(1, self.steps // self.budget.points)
        return Step(number, self.found(number), self.point(number) if number % every == 0 else None)

    def evaluator(self, number: int, purpose: str) -> Evaluator:
        return Evaluator.of(self.record.game, self.final.seats, f"{purpose} {number}", self.level)

    def point(self, number: int) -> Point:
        state = self.before[number][0]
        evaluator = self.evaluator(number, "point")
        odds = [evaluator.odds(state, seat, self.budget.playouts) for seat in range(state.seats)]
        return Point(number, [each.chance for each in odds], [each.error for each in odds])

    def found(self, number: int) -> Found | None:
        state, move = self.before[number]
        if state.seat == CHANCE:
            return self.outcome(number, state, move) if state.sides() > 1 else None
        return self.decision(number, state, move) if len(state.moves()) > 1 else None

    def outcome(self, number: int, state: State, outcome: int) -> Found:
        evaluator = Evaluator.of_luck(self.record.game, state.seats, f"luck {number}")
        times = looks(self.record.game)
        luck = luck_of(evaluator, state, outcome, self.budget.outcomes, times * self.budget.looks)
        worth = worth_of_luck(self.record.game)
        changes, errors = ([worth * each for each in values] for values in (luck.changes, luck.errors))
        return Found(number, "luck", CHANCE, changes, errors)

    def decision(self, number: int, state: State, move: int) -> Found:
        evaluator = self.evaluator(number, "decision")
        decision = judge(evaluator, state, move, self.budget)
        better = decision.best != move
        return Found(
            number, "decision", decision.seat, decision.skill, decision.skill_errors,
            decision.grade, decision.loss, decision.error,
            self.move(state, decision, move),
            self.move(state, decision, decision.best) if better else None,
            self.move(state, decision, decision.also) if decision.also >= 0 else None,
            why(state, decision.best, move, f"why {number}") if decision.blamed else [],
            how_it_goes_on(state, decision.best) if decision.blamed else [],
        )  # fmt: skip

    def move(self, state: State, decision: Decision, move: int) -> Move:
        odds = decision.chances[move]
        label = self.record.game.words.label(state.seen_by(decision.seat), move)
        return Move(state.text(move), label, odds.chance, odds.low, odds.high)

    def analysis(self, steps: Iterable[Step]) -> Analysis:
        """What these steps tell together. Where much changed, the graph has a point before and after."""
        kept = sorted(steps, key=lambda each: each.number)
        found = [each.found for each in kept if each.found]
        points = {each.number: each.point for each in kept if each.point}
        for each in sorted(found, key=lambda one: -one.size)[: self.budget.points // 8]:
            for number in (each.step, each.step + 1):
                if number < self.steps and number not in points:
                    points[number] = self.point(number)
        shares = result_shares(self.final)
        points[self.steps] = Point(self.steps, shares, [0.0] * len(shares))
        record = self.record
        return Analysis(
            record.game.name, record.rules, record.content, self.budget_name, self.level, list(record.seats),
            self.steps, shares, [points[number] for number in sorted(points)], found, len(kept),
        )  # fmt: skip


@lru_cache(4)
def analyst(record: str, budget_name: str) -> Analyst:
    """Of a record as text; who looks at its steps one by one has the same again."""
    return Analyst(Record.loads(record), budget_name)


def checked(record: Record) -> Record:
    """A record that can be analysed: finished, and of the rules and cards of now."""
    if record.earlier:
        raise EarlierCards(EARLIER)
    if record.result is None:
        raise BadRecord("the game is not over: only a finished game is analysed")
    return record


def analyse(
    record: Record, budget_name: str = "default", told: Callable[[int, int], None] = lambda *_: None
) -> Analysis:
    """All steps one after the other; `told` hears how many of how many are done."""
    analyst = Analyst(record, budget_name)
    steps: list[Step] = []
    for number in range(analyst.steps):
        steps.append(analyst.step(number))
        told(number + 1, analyst.steps)
    return analyst.analysis(steps)
