"""Measures the installed version: `measure.py [loop|copies] GAME AMOUNT` prints things done per second."""

import sys
import time
from collections.abc import Callable

import sortilege
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.engine.playout import copy_many, play_many

SEATS = {"wizard_dice": 3, "aeydor": 3, "wizard_wars": 4, "true_wizard": 1, "lizard_wizard": 3}


def timed(work: Callable[[], int]) -> float:
    """Things done per second of processor time."""
    started = time.process_time()
    done = work()
    return done / (time.process_time() - started)


def start(name: str) -> State:
    return sortilege.game(name).start(SEATS.get(name, 2))


def middle(name: str) -> State:
    """A position from the midst of a game, whose copy costs what copies cost."""
    state = start(name)
    chance = FastChance("middle")
    for _ in range(60):
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        elif state.seat != OVER:
            moves = state.moves()
            state.advance(moves[chance.below(len(moves))])
    return state


def work(what: str, name: str, amount: int) -> Callable[[], int]:
    """So many decisions in the compiled loop, or so many copies."""
    if what == "loop":
        state = start(name)
        return lambda: play_many(state, FastChance(1), amount)
    half = middle(name)
    return lambda: copy_many(half, amount)


def main() -> None:
    """Answer each line of questions with a figure, so that two versions can be asked in turn."""
    if len(sys.argv) > 1:
        work(sys.argv[1], sys.argv[2], int(sys.argv[3]))()
        return
    for line in sys.stdin:
        what, name, amount = line.split()
        print(timed(work(what, name, int(amount))), flush=True)


if __name__ == "__main__":
    main()
