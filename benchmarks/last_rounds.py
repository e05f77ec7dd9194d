"""How much the bots lose in last rounds of the dice game, where the best move is known exactly.

    .venv/bin/python benchmarks/last_rounds.py --bots archmage:0.1s,adept,greedy --positions 200

In a last round nobody has more than one box left, nor both the same: the game ends with it. Games come there by random
play, and count if the players are at most six points apart. Bots are asked after the first roll, where the moves differ
by a percentage point of the chance to win at least; a loss is what the best move has more than the chosen one, in
percentage points. A second of a bot is a second of the processor.
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Sequence

from sortilege import game as find_game
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State

DICE, FACES = 7, 6
ALL_DICE = (1 << DICE) - 1
REROLL = 48
LEAST_STAKE = 0.01
CLOSE = 6
TOLD = 10
GAME = find_game("wizard_dice")


class LastRound:
    """The chance of seat 0 to win, shared between equals, if both play the rest of a last round as well as can be.

    Dice that show the same are alike: what is known of one order of them is known of all.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], float] = {}

    def chance(self, state: State) -> float:
        if state.seat == OVER:
            ranking = state.ranking()
            return 0.5 if ranking[0] == ranking[1] else float(ranking[0] == 1)
        if state.seat == CHANCE:
            return self.thrown(state, kept(state.dice, state.thrown))
        key = (*situation(state), *sorted(state.dice))
        if key not in self.known:
            chances = self.after(state).values()
            self.known[key] = max(chances) if state.seat == 0 else min(chances)
        return self.known[key]

    def thrown(self, state: State, dice: tuple[int, ...]) -> float:
        """The mean over all that the dice can show beside those that are kept."""
        if len(dice) == DICE:
            landed = state.copy()
            landed.thrown = ALL_DICE
            landed.advance(sum(face * FACES**place for place, face in enumerate(dice)))
            return self.chance(landed)
        key = (*situation(state), *dice)
        if key not in self.known:
            every = [self.thrown(state, tuple(sorted((*dice, face)))) for face in range(FACES)]
            self.known[key] = sum(every) / FACES
        return self.known[key]

    def after(self, state: State) -> dict[int, float]:
        """The chance after every move."""
        moves = state.moves()
        rolled = moved(state, moves[-1])
        again = rolled.seat == CHANCE
        return {
            move: self.thrown(rolled, kept(state.dice, move - REROLL))
            if again and move > REROLL
            else self.chance(moved(state, move))
            for move in moves
        }


def moved(state: State, move: int) -> State:
    later = state.copy()
    later.advance(move)
    return later


def kept(dice: Sequence[int], mask: int) -> tuple[int, ...]:
    """The dice that are not rolled, in order."""
    return tuple(sorted(die for place, die in enumerate(dice) if not mask >> place & 1))


def situation(state: State) -> tuple[int, ...]:
    """All but the dice that changes in a last round, once its predictions are made and the colour is named."""
    asked = state.seat, state.phase, state.roll, state.turn, state.closing
    return (*asked, *state.present, *state.scores(), *state.xs, *state.jesters)


def last_round(seed: str) -> State | None:
    """The first decision of a last round, if a game of random play comes to a close one."""
    state, chance = GAME.start(2), FastChance(seed)
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        elif max(free.bit_count() for free in state.free) <= 1:
            close = abs(state.scores()[0] - state.scores()[1]) <= CLOSE
            return state if close and state.free[0] != state.free[1] else None
        else:
            moves = state.moves()
            state.advance(moves[chance.below(len(moves))])
    return None


def decisions(seed: str) -> Iterator[tuple[State, dict[int, float]]]:
    """Decisions of last rounds that matter, after the first roll, each with the exact chances of who decides."""
    number = 0
    while True:
        number += 1
        state = last_round(f"{seed} {number}")
        solver, chance = LastRound(), FastChance(f"{seed} {number} goes on")
        while state and state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(chance.below(state.sides()))
                continue
            if state.roll > 0:
                chances = {move: each if state.seat == 0 else 1 - each for move, each in solver.after(state).items()}
                if max(chances.values()) - min(chances.values()) >= LEAST_STAKE:
                    yield state.copy(), chances
            state.advance(GAME.sense.choose(state, chance))


def mean(losses: list[float]) -> str:
    """With its 95 % interval."""
    error = statistics.stdev(losses) / math.sqrt(len(losses))
    return f"{statistics.fmean(losses):.2f} (± {1.96 * error:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="archmage:0.1s,adept,greedy")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", default="last rounds")
    arguments = parser.parse_args()
    time.perf_counter = time.thread_time
    losses: dict[str, list[float]] = {name: [] for name in arguments.bots.split(",")}
    for (state, chances), number in zip(decisions(arguments.seed), range(arguments.positions)):
        for name, lost in losses.items():
            move = bot(name, f"{arguments.seed} {number}").choose(Seat(state, state.seat))
            lost.append(100 * (max(chances.values()) - chances[move]))
        if (number + 1) % TOLD == 0:
            print(
                f"{number + 1} decisions: {', '.join(f'{name} {mean(lost)}' for name, lost in losses.items())}",
                flush=True,
            )


if __name__ == "__main__":
    main()
