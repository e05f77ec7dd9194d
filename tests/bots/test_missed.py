"""What a coach says after a move: only what was surely much better, in positions whose exact chances are known."""

import pytest
from test_positions import PUZZLES, Puzzle

from sortilege.analysis.hints import Missed, missed
from sortilege.bots import Seat

PLAYOUTS = 400
CLEAR = 0.4
"""What a move must lose, by the exact chances, for the coach to have to notice it."""

every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=str)


def judged(puzzle: Puzzle, move: int) -> Missed | None:
    return missed(Seat(puzzle.state, puzzle.state.seat), move, seconds=0, playouts=PLAYOUTS)


@every_puzzle
def test_a_best_move_is_never_blamed(puzzle: Puzzle) -> None:
    for move in sorted(puzzle.best)[:2]:
        assert judged(puzzle, move) is None


@every_puzzle
def test_a_move_that_throws_the_game_away_is_noticed(puzzle: Puzzle) -> None:
    known = {move: chance for move, chance in puzzle.chances.items() if chance is not None}
    worst = min(known, key=known.__getitem__)
    if max(known.values()) - known[worst] < CLEAR:
        return
    found = judged(puzzle, worst)
    assert found is not None
    assert puzzle.state.parse(found.text) in puzzle.best
    assert found == judged(puzzle, worst)
    assert found.chance > found.instead
    assert found.label


def test_who_has_no_choice_misses_nothing() -> None:
    state = PUZZLES[0].state
    assert missed(Seat(state, 1 - state.seat), state.moves()[0], seconds=0, playouts=PLAYOUTS) is None
