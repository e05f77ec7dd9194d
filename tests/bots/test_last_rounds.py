"""The solved last rounds of the dice game, which bots are measured in, beside a solver that tries everything."""

import runpy
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from solver import Solver

from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games.wizard_dice import GAME
from sortilege.games.wizard_dice.content import CARD_NAMES
from sortilege.games.wizard_dice.outlook import Outlook
from sortilege.games.wizard_dice.position import REROLLING
from sortilege.games.wizard_dice.rules import REROLL, Rounds

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "last_rounds.py"))
LAST_ROLL = 2
STEPS = 1000


def last_rounds(games: int) -> list[State]:
    found = (BENCHMARK["last_round"](f"last rounds {number}") for number in range(1, games + 1))
    return [state for state in found if state]


def played_on(state: State, seed: str) -> Iterator[State]:
    """The positions of the same game, if it is played on at random."""
    chance = FastChance(seed)
    while state.seat != OVER:
        moves = range(state.sides()) if state.seat == CHANCE else state.moves()
        state.advance(moves[chance.below(len(moves))])
        yield state


def test_a_last_round_is_the_last_and_close() -> None:
    rounds = last_rounds(120)
    assert len(rounds) > 20
    for state in rounds:
        one, other = state.scores()
        assert abs(one - other) <= 6
        assert {later.round for later in played_on(state.copy(), "on")} == {state.round}


def test_chances_in_a_last_round_are_those_of_trying_everything() -> None:
    """Before the last roll, for moves that roll two dice at most."""
    looked_at = 0
    for number, state in enumerate(last_rounds(40)):
        for later in played_on(state, f"on {number}"):
            if later.seat == later.seer and later.roll == LAST_ROLL and not later.closing:
                few = {move: each for move, each in BENCHMARK["LastRound"]().after(later).items() if is_small(move)}
                for move, chance in few.items():
                    assert chance == pytest.approx(Solver(STEPS).after(later, move)[0])
                looked_at += len(set(few.values())) > 1
    assert looked_at > 3


def is_small(move: int) -> bool:
    return (move - BENCHMARK["REROLL"]).bit_count() <= 2


def test_bots_that_reckon_lose_nothing_in_a_last_round() -> None:
    for state, chances in islice(BENCHMARK["decisions"]("reckoned"), 6):
        for name in ("archmage", "adept"):
            chosen = bot(name).choose(Seat(state, state.seat))
            assert chances[chosen] == pytest.approx(max(chances.values()))


def test_to_the_end_nothing_is_reckoned_before_the_last_round() -> None:
    state = GAME.start(2)
    assert GAME.sense.reckon(state, False) in state.moves()
    assert GAME.sense.reckon(state, True) == -1


def before_a_last_roll(seed: str) -> Rounds | None:
    """The Seer's decision before the last roll of a last round, if a game of random play with Magic Cards has one."""
    state = GAME.start(2, magic_cards=True)
    assert isinstance(state, Rounds)
    for later in played_on(state, seed):
        last = max(free.bit_count() for free in state.free) <= 1 and state.free[0] != state.free[1]
        if last and later.phase == REROLLING and later.roll == later.last_roll() - 1:
            return state
    return None


def test_an_outlook_with_every_magic_card_is_that_of_trying_everything() -> None:
    cards: set[int] = set()
    for number in range(1200):
        state = before_a_last_roll(f"cards {number}")
        if state is None or state.card in cards:
            continue
        cards.add(state.card)
        for move in state.moves():
            if move > REROLL and is_small(move):
                after = BENCHMARK["moved"](state, move)
                exact = Solver(10 * STEPS).shares(after, 10)[state.seer]
                assert Outlook(after, GAME.sense).chance(after) == pytest.approx(exact)
    assert len(cards) == len(CARD_NAMES)


@pytest.mark.parametrize("options", [{}, {"magic_cards": True}, {"goal": 12}])
def test_what_is_reckoned_is_legal_and_rests_on_what_the_seat_sees(options: dict[str, int]) -> None:
    state, chance = GAME.start(2, **options), FastChance("reckoned")
    for later in played_on(state, "legal"):
        if later.seat >= 0 and chance.below(8) == 0:
            move = GAME.sense.reckon(later.seen_by(later.seat), False)
            assert move == -1 or move in later.moves()
            assert move == GAME.sense.reckon(later.seen_by(later.seat).imagine(later.seat, chance), False)
