"""What is worked out of a turn of two is what trying everything comes to."""

from collections.abc import Iterator

import pytest

from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games.aeydor import GAME, position
from sortilege.games.aeydor.rules import Contest
from sortilege.games.aeydor.rules.moves import PASS

SENSE = GAME.sense
OCEAN_AND_CAVE = 30
PLACING = (position.PLACING, position.PLACING_SECOND)


def game(seed: str, **options: int) -> Iterator[Contest]:
    """The positions of a game that the sense plays with itself."""
    state, chance = GAME.start(2, **options), FastChance(seed)
    assert isinstance(state, Contest)
    while state.seat != OVER:
        yield state
        state.advance(chance.below(state.sides()) if state.seat == CHANCE else SENSE.choose(state, chance))


def tried(state: Contest, seat: int, turn: int) -> float:
    """The chance of a seat by all that can happen, up to what is told of the next turn."""
    if state.seat == OVER:
        mine, theirs = (state.standings()[each] for each in (seat, 1 - seat))
        return 0.5 if mine == theirs else float(mine > theirs)
    if state.turn != turn:
        return SENSE.told(state, seat)
    moves = range(state.sides()) if state.seat == CHANCE else state.moves()
    every = [tried(after(state, move), seat, turn) for move in moves]
    if state.seat == CHANCE:
        return sum(every) / len(every)
    return max(every) if state.seat == seat else min(every)


def after(state: Contest, move: int) -> Contest:
    found = state.copy()
    found.advance(move)
    return found


def decisions(phases: tuple[int, ...], seed: str, games: int, every: int = 1, **options: int) -> Iterator[Contest]:
    for number in range(games):
        found = [state.copy() for state in game(f"{seed} {number}", **options) if state.phase in phases]
        yield from found[:: max(1, len(found) // every)]


@pytest.mark.parametrize("phases", [(position.ROLLED,), (position.LUCKY,), (position.ORDER,)])
def test_after_the_roll_the_best_move_is_that_of_trying_everything(phases: tuple[int, ...]) -> None:
    looked_at = 0
    for state in decisions(phases, "rolled", 3, 4):
        if min(state.crystals_left) > 1:
            chances = {move: tried(after(state, move), state.seat, state.turn) for move in state.moves()}
            assert chances[SENSE.reckon(state, False)] == pytest.approx(max(chances.values()))
            assert SENSE.foresee(state, state.seat) == pytest.approx(max(chances.values()))
            looked_at += 1
    assert looked_at > 1


def test_the_last_piece_is_placed_as_trying_everything_says() -> None:
    """All throws and all that can be thrown again, from every place that is left."""
    for state in decisions((position.PLACING_SECOND,), "placed", 1, 100):
        if state.at == state.active and min(state.crystals_left) > 1:
            best = after(state, SENSE.reckon(state, False))
            assert SENSE.foresee(state, state.seat) == pytest.approx(tried(best, state.seat, state.turn))
            other = after(state, state.moves()[-1])
            assert tried(other, state.seat, state.turn) <= SENSE.foresee(state, state.seat) + 1e-9
            return
    raise AssertionError("nobody placed a last piece where enough is left")


def test_whoever_places_first_expects_the_best_answer() -> None:
    state = GAME.start(2)
    first = after(state, SENSE.reckon(state, False))
    second = after(first, SENSE.reckon(first, False))
    answers = [SENSE.foresee(after(second, move), 1) for move in second.moves()]
    assert SENSE.foresee(state, 1) == pytest.approx(SENSE.foresee(second, 1)) == pytest.approx(min(answers))
    for move in state.moves():
        assert SENSE.foresee(after(state, move), 1) <= SENSE.foresee(state, 1) + 1e-9


def test_a_chance_is_the_mean_over_what_falls_and_both_chances_make_one() -> None:
    chance = FastChance("foreseen")
    for state in game("foreseen"):
        if state.phase not in PLACING or chance.below(8) == 0:
            assert SENSE.foresee(state, 0) == pytest.approx(1 - SENSE.foresee(state, 1))
        if state.seat == CHANCE and state.thrown != position.ALL_DICE and min(state.crystals_left) > 1:
            later = [after(state, side) for side in range(state.sides())]
            every = [tried(each, 0, state.turn) for each in later]
            assert SENSE.foresee(state, 0) == pytest.approx(sum(every) / len(every))


def test_a_window_is_used_for_what_is_told_best() -> None:
    used = 0
    for state in decisions((position.WINDOW, position.RAISING), "windows", 2, 100):
        chances = {move: told_best(after(state, move), state.seat) for move in state.moves()}
        best = SENSE.reckon(state, False)
        assert SENSE.foresee(state, state.seat) == pytest.approx(max(chances.values())) == pytest.approx(chances[best])
        used += best != PASS
    assert used > 2


def told_best(state: Contest, seat: int) -> float:
    """After the best that an exchange can be spent on."""
    if state.phase != position.RAISING:
        return SENSE.told(state, seat)
    return max(told_best(after(state, move), seat) for move in state.moves())


def test_to_the_end_only_last_turns_are_worked_out() -> None:
    """There nothing is guessed: every line is the end of the game."""
    ends = 0
    for state in decisions((*PLACING, position.ROLLED), "ends", 2, 200):
        found = SENSE.reckon(state, True)
        last = state.left == 1 or state.turn == state.limit
        assert (found == -1) == (not last)
        ends += last
    assert ends > 4
    assert SENSE.reckon(GAME.start(2), True) == -1


def test_a_last_throw_that_loses_is_not_kept() -> None:
    """A crystal behind, with one to come for a piece that stands on neither Active Terrain."""
    state = GAME.start(2, turn_limit=10)
    assert isinstance(state, Contest)
    state.turn = 10
    for spot in ("mountain safe", "snowland safe", "desert safe", "forest safe"):
        state.play(state.parse(f"place {spot}"))
    state.crystals[6 + 5] = 1
    state.play(OCEAN_AND_CAVE)
    chances = {state.text(move): tried(after(state, move), 0, 10) for move in state.moves()}
    best = state.text(SENSE.reckon(state, True))
    assert chances[best] == max(chances.values()) > 0 == chances["keep"]


@pytest.mark.parametrize(("seats", "advanced"), [(2, True), (3, False), (4, True)])
def test_other_tables_are_searched(seats: int, advanced: bool) -> None:
    state = GAME.start(seats, advanced=advanced)
    assert SENSE.reckon(state, False) == -1
    assert SENSE.foresee(state, 0) < 0
    assert len(SENSE.signs(state)) == 0


def test_an_archmage_in_haste_plays_what_is_worked_out() -> None:
    state: State = GAME.start(2)
    assert bot("archmage:0.1s").choose(Seat(state, state.seat)) == SENSE.reckon(state, False)


def test_asked_again_it_says_the_same() -> None:
    """The position that was asked about last is remembered, and only while it stays the same."""
    state = GAME.start(2)
    move, chance = SENSE.reckon(state, False), SENSE.foresee(state, 0)
    later = after(state, move)
    SENSE.reckon(later, False)
    assert (SENSE.reckon(state, False), SENSE.foresee(state, 0)) == (move, chance)
    state.advance(move)
    assert SENSE.reckon(state, False) == SENSE.reckon(later, False)
