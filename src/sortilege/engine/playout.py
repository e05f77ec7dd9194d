"""Whole games of random play, in one compiled loop."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.state import CHANCE, OVER, State, new_buffer


def stuck(state: State) -> RuntimeError:
    """What is raised where the seat that decides has no legal move: playing on would never end."""
    return RuntimeError(f"seat {state.seat} is to decide and has no legal move: these rules do not end")


def play_out(state: State, chance: Chance, buffer: vec[i64]) -> i64:
    """Play to the end, every legal move equally likely; say how many decisions that took."""
    decisions: i64 = 0
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        else:
            count: i64 = state.moves_into(buffer)
            if count == 0:
                raise stuck(state)
            state.advance(buffer[chance.below(count)])
            decisions += 1
    return decisions


def play_many(start: State, chance: Chance, decisions: i64) -> i64:
    """Play whole games from a copy of the start until so many decisions were made; say how many it were."""
    buffer = new_buffer()
    done: i64 = 0
    while done < decisions:
        done += play_out(start.copy(), chance, buffer)
    return done


def copy_many(state: State, copies: i64) -> i64:
    """Copy a position so many times."""
    made: i64 = 0
    while made < copies:
        made += state.copy().seats - state.seats + 1
    return made
