"""Chances, loss and luck in games so small that all of them are known exactly."""

import statistics

import pytest
from mypy_extensions import i64
from small_games import BAIL, GUESS_HEADS, NOT_TOSSED, WAIT, Coin, Heap, Lottery, NoSense

from sortilege.analysis.budget import BUDGETS, Budget
from sortilege.analysis.decisions import Decision, Grade, grade, judge
from sortilege.analysis.evaluator import Evaluator
from sortilege.analysis.luck import luck_of
from sortilege.arena.sources import Greedy
from sortilege.bots.confidence import Z
from sortilege.engine import CHANCE, Chance, FastChance, State

HEADS, TAILS = 0, 1
BUDGET = BUDGETS["default"]


class Headstrong(NoSense):
    """Guesses heads, whatever may be."""

    def choose(self, state: State, chance: Chance) -> i64:
        return GUESS_HEADS

    def slips(self) -> i64:
        return 0


def evaluator(sense: NoSense | None = None, seed: object = 0) -> Evaluator:
    return Evaluator(sense or Headstrong(), 2, seed)


def verdict(state: State, played: int, budget: Budget = BUDGET) -> Decision:
    return judge(evaluator(), state, played, budget)


# Chances.


def test_a_seat_has_the_chance_that_it_can_know_of() -> None:
    """The coin shows tails, and will be guessed to show heads. Only seat 1 has seen it."""
    state = Coin(TAILS)
    guesser, looker = (evaluator().odds(state, seat, 2000) for seat in (0, 1))
    assert guesser.low < 0.5 < guesser.high
    assert looker == (1.0, 0.0)


def test_the_interval_narrows_with_the_playouts() -> None:
    few, many = (evaluator().odds(Coin(TAILS), 0, playouts) for playouts in (50, 5000))
    assert many.error < few.error / 5
    assert few.low < 0.5 < few.high


# Loss.


def test_the_loss_of_a_worse_move_is_known() -> None:
    """A guess wins every second time, bailing out three times in four."""
    decision = verdict(Coin(TAILS), GUESS_HEADS)
    assert decision.best == BAIL
    assert decision.loss == pytest.approx(0.25, abs=3 * decision.error)
    assert decision.grade == "blunder"


def test_nobody_is_blamed_for_the_best_move() -> None:
    decision = verdict(Coin(TAILS), BAIL)
    assert (decision.best, decision.loss, decision.grade) == (BAIL, 0.0, "best")


@pytest.mark.parametrize(
    ("worth", "expected"),
    [((60_000, 59_500), "best"), ((70_000, 40_000), "blunder"), ((52_000, 44_000), "mistake")],
)
def test_a_lottery_is_graded_by_its_tickets(worth: tuple[int, int], expected: Grade) -> None:
    decision = judge(evaluator(Dealt()), Lottery(*worth), 1, BUDGETS["long"])
    loss = (worth[0] - worth[1]) / Lottery.TICKETS
    assert decision.loss == pytest.approx(loss, abs=max(0.01, 4 * decision.error))
    assert decision.grade == expected


def test_a_loss_within_its_error_blames_nobody() -> None:
    assert grade(0.3, 0.11) == "good"
    assert grade(0.3, 0.09) == "blunder"
    assert [grade(loss, 0.0) for loss in (0.0, 0.015, 0.02, 0.05, 0.12)] == [
        "best", "good", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip


def test_alike_moves_are_all_best() -> None:
    """From four stones every move loses against who takes the rest; nothing hangs on the choice."""
    state = Heap(4)
    decision = judge(evaluator(Careful()), state, 2, BUDGET)
    assert decision.grade == "best"
    assert decision.skill == [0.0, 0.0]


def test_skill_is_what_a_move_adds_to_the_usual_one() -> None:
    decision = verdict(Coin(TAILS), BAIL)
    assert decision.usual == GUESS_HEADS
    assert decision.skill[0] == pytest.approx(0.25, abs=3 * decision.skill_errors[0])
    assert decision.skill[1] == pytest.approx(-decision.skill[0])


# Luck.


def test_the_luck_of_an_open_draw_is_known() -> None:
    """Three of four outcomes win."""
    state = Coin(TAILS)
    state.advance(BAIL)
    lucky, unlucky = (luck_of(evaluator(), state, outcome, 36, 2).changes for outcome in (0, 3))
    assert lucky == [0.25, -0.25]
    assert unlucky == [-0.75, 0.75]


def test_a_hidden_draw_counts_for_whom_it_helped() -> None:
    """Seat 0 will guess heads and does not see the toss."""
    state = Coin(NOT_TOSSED)
    state.advance(WAIT)
    assert state.seat == CHANCE
    assert luck_of(evaluator(), state, HEADS, 36, 2).changes == [0.5, -0.5]
    assert luck_of(evaluator(), state, TAILS, 36, 2).changes == [-0.5, 0.5]


def test_the_luck_of_one_ticket_among_many_is_sampled() -> None:
    state = Lottery(30_000)
    state.advance(0)
    luck = luck_of(evaluator(Dealt()), state, 0, 400, 1)
    assert luck.changes[0] == pytest.approx(0.7, abs=4 * luck.errors[0])
    assert sum(luck.changes) == pytest.approx(0.0)


def test_a_short_look_sees_an_end_that_is_near_exactly() -> None:
    state = Coin(TAILS)
    state.advance(BAIL)
    near = Evaluator(Headstrong(), 2, 0, near=3)
    assert luck_of(near, state, 3, 36, 2).changes == [-0.75, 0.75]


def test_a_short_look_takes_what_the_sense_makes_of_it() -> None:
    """Seat 0 has waited and not guessed yet, and the sense thinks that seat 0 stands twice as well."""

    class Hopeful(Headstrong):
        def choose(self, state: State, chance: Chance) -> i64:
            assert isinstance(state, Coin)
            return GUESS_HEADS if state.waited else WAIT

        def value(self, state: State, seat: i64) -> float:
            return 0.2 if seat else 0.4

    state = Coin(NOT_TOSSED)
    far, near = (Evaluator(Hopeful(), 2, 0, near=decisions) for decisions in (0, 1))
    assert near.trial.once(state.copy())[0] == pytest.approx(2 / 3)
    assert far.trial.once(state.copy())[0] in (0.0, 1.0)


@pytest.mark.parametrize("move", [0, 1])
def test_the_mean_of_luck_is_zero_whoever_plays(move: int) -> None:
    """Sampled, with few playouts and a sense that knows nothing."""
    chance = FastChance(f"whoever {move}")
    found = []
    for game in range(600):
        state = Lottery(80_000, 15_000)
        state.advance(move)
        outcome = chance.below(state.sides())
        found.append(luck_of(evaluator(NoSense(), game), state, outcome, 6, 1).changes[0])
    error = statistics.stdev(found) / len(found) ** 0.5
    assert abs(statistics.fmean(found)) < Z * 1.5 * error
    assert error > 0


class Dealt(NoSense):
    """Takes the first move."""

    def choose(self, state: State, chance: Chance) -> i64:
        return state.moves()[0]


class Careful(NoSense):
    """Leaves a multiple of four stones where it can."""

    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Heap)
        return state.stones % 4 or 1

    def slips(self) -> i64:
        return 0


# Where results come from.


@pytest.mark.parametrize(("sense", "outcomes", "choices"), [(Headstrong(), 0.25, 0.0), (NoSense(), 0.0, 0.25)])
def test_a_toss_decides_for_the_headstrong_and_the_guess_for_others(
    sense: NoSense, outcomes: float, choices: float
) -> None:
    """A win in every second game has the variance 1/4, wherever it comes from."""
    state = Coin(NOT_TOSSED)
    state.advance(WAIT)
    every = [Greedy(sense, state, number).moved() for number in range(60)]
    assert statistics.fmean(each.outcomes for each in every) == pytest.approx(outcomes, abs=0.05)
    assert statistics.fmean(each.choices for each in every) == pytest.approx(choices, abs=0.05)
