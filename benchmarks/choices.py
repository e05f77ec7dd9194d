"""What bots lose in the middle of games, where long playouts tell how good the moves are.

    .venv/bin/python benchmarks/choices.py wizard_dice --bots archmage:400,adept --positions 60

All moves of a position are played out to the end, with the same luck for all; then the best of them much longer. A loss
is what the best move has more than the chosen one, in percentage points of the chance to win, the mean of several
choices; the intervals are those of the positions, which all bots share. Playouts are no proof: it is a tool to find
what a match is worth being played for. A second of a bot is a second of the processor.
"""

import argparse
import statistics
import time

from horizons import positions
from last_rounds import mean

from sortilege import game as find_game
from sortilege.bots import Seat, bot
from sortilege.bots.search import Search, Trial
from sortilege.engine import FastChance, Game, State

BEST = 6
TOLD = 10


def chances(game: Game, state: State, short: int, long: int, seed: str) -> dict[int, float]:
    """The chance to win after every move that is like no other; of the best six by longer playouts."""
    seat = state.seat
    moves = Search(game.sense, FastChance(seed), seat, 0, 0).distinct(state.seen_by(seat))
    trial = Trial(game.sense, FastChance(f"{seed} luck"), game.sense.slips(), 0)
    worlds = FastChance(f"{seed} worlds")

    def look(among: list[int], heats: int) -> dict[int, float]:
        seen = state.seen_by(seat)
        rows = [[each[seat] for each in trial.heat(seen.imagine(seat, worlds), among)] for _ in range(heats)]
        return {move: statistics.fmean(column) for move, column in zip(among, zip(*rows))}

    found = look(moves, short)
    return found | look(sorted(moves, key=lambda move: -found[move])[:BEST], long)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bots", default="archmage:400,adept,greedy")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--short", type=int, default=150)
    parser.add_argument("--long", type=int, default=2500)
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--seed", default="choices")
    arguments = parser.parse_args()
    time.perf_counter = time.thread_time
    game = find_game(arguments.game)
    losses: dict[str, list[float]] = {name: [] for name in arguments.bots.split(",")}
    for number, state in enumerate(positions(game, arguments.seed, arguments.positions)):
        known = chances(game, state, arguments.short, arguments.long, f"{arguments.seed} {number}")
        for name, lost in losses.items():
            chosen = [
                known[bot(name, f"{number} {seed}").choose(Seat(state, state.seat))] for seed in range(arguments.times)
            ]
            lost.append(100 * (max(known.values()) - statistics.fmean(chosen)))
        if (number + 1) % TOLD == 0:
            print(f"{number + 1}: {', '.join(f'{name} {mean(lost)}' for name, lost in losses.items())}", flush=True)


if __name__ == "__main__":
    main()
