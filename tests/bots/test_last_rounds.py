"""The solved last rounds of the dice game, which bots are measured in, beside a solver that tries everything."""

import runpy
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from solver import Solver

from sortilege.bots import SearchBot, Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games.wizard_dice import GAME
from sortilege.games.wizard_dice.content import CARD_NAMES
from sortilege.games.wizard_dice.outlook import Outlook, unlike
from sortilege.games.wizard_dice.position import REROLLING, ROLLING
from sortilege.games.wizard_dice.rules import REROLL, Rounds

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "last_rounds.py"))
moved = BENCHMARK["moved"]
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


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("archmage", "to the end"),
        ("archmage:0.1s", "always"),
        ("archmage:400", "to the end"),
        ("archmage:0.1s+reckons=no", "never"),
        ("archmage:1s+reckons=yes", "always"),
        ("adept", "to the end"),
        ("adept:0.1s", "to the end"),
        ("apprentice", "never"),
    ],
)
def test_an_archmage_in_haste_reckons_in_every_round(name: str, wanted: str) -> None:
    state = GAME.start(2)
    player = bot(name)
    assert isinstance(player, SearchBot)
    assert player.level.search(Seat(state, 0), FastChance(1)).reckons == wanted


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


def test_colours_that_are_alike_are_looked_at_once() -> None:
    state = GAME.start(2)
    assert isinstance(state, Rounds)
    assert unlike(state, state.moves()) == [0, 1, 2, 3, 4]
    state.advance(7)
    assert unlike(state, state.moves()) == [0, 1, 2, 3, 4, 5, 6, 8, 9]
    state.free[1] &= ~(1 << 19)
    assert unlike(state, state.moves()) == [*range(7), 8, 9, *range(15, 19)]


def test_a_chance_is_the_mean_over_what_is_thrown_and_that_of_the_best_move() -> None:
    state, sense, chance = GAME.start(2), GAME.sense, FastChance("foreseen")
    assert isinstance(state, Rounds)
    for later in played_on(state, "foreseen"):
        if later.phase == ROLLING and later.thrown.bit_count() == 1 and later.roll + 1 < later.last_roll():
            every = [sense.foresee(moved(later, face), 0) for face in range(later.sides())]
            assert sense.foresee(later, 0) == pytest.approx(sum(every) / len(every))
            break
        if later.seat >= 0 and chance.below(4) == 0:
            best = moved(later, sense.reckon(later, False))
            if best.round == later.round and best.seat != OVER:
                assert sense.foresee(best, later.seat) == pytest.approx(sense.foresee(later, later.seat))
                assert sense.foresee(later, 0) == pytest.approx(1 - sense.foresee(later, 1))
