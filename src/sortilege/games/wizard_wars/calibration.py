"""A study that anybody can repeat: greedy play against greedy play, and against random play.

python -m sortilege.games.wizard_wars.calibration --games 200 --seed 1
"""

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from sortilege.engine import CHANCE, OVER, Chance, FastChance, State
from sortilege.games.wizard_wars import GAME

Player = Callable[[State, Chance], int]


def greedy(state: State, chance: Chance) -> int:
    """What the game's sense chooses, seeing what the seat sees."""
    return GAME.sense.choose(state.seen_by(state.seat), chance)


def any_move(state: State, chance: Chance) -> int:
    moves = state.moves()
    return moves[chance.below(len(moves))]


def play_game(players: list[Player], seed: str) -> State:
    state = GAME.start(len(players))
    chance = FastChance(seed)
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.play(chance.below(state.sides()))
        else:
            state.play(players[state.seat](state, chance))
    return state


def interval(hits: float, tries: int) -> tuple[float, float]:
    """Wilson's interval for a share, 95 %."""
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    spread = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / (1 + z * z / tries)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def share_text(hits: float, tries: int) -> str:
    low, high = interval(hits, tries)
    return f"{100 * hits / tries:5.1f} % ({100 * low:.1f}–{100 * high:.1f})"


@dataclass
class Tally:
    """Finished games, counted; a shared win counts in parts."""

    seats: int
    games: int = 0
    ended: int = 0
    rounds: int = 0
    wins: list[float] = field(default_factory=list)

    def add(self, state: State) -> None:
        ranking = state.ranking()
        self.wins = self.wins or [0.0] * self.seats
        self.games += 1
        self.ended += state.ending() == GAME.words.endings[0]
        self.rounds += state.snapshot()["position"]["round"]
        for seat, place in enumerate(ranking):
            self.wins[seat] += (place == 1) / ranking.count(1)


def study(seats: int, games: int, seed: int) -> Tally:
    """Greedy play in all seats."""
    tally = Tally(seats)
    for number in range(games):
        tally.add(play_game([greedy] * seats, f"greedy {seats} {seed} {number}"))
    return tally


def against_random(seats: int, games: int, seed: int) -> float:
    """Wins of one greedy player among random ones, in each seat in turn."""
    wins = 0.0
    for number in range(games):
        seat = number % seats
        players: list[Player] = [any_move] * seats
        players[seat] = greedy
        ranking = play_game(players, f"random {seats} {seed} {number}").ranking()
        wins += (ranking[seat] == 1) / ranking.count(1)
    return wins


def main() -> None:
    parser = argparse.ArgumentParser(prog="sortilege.games.wizard_wars.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for seats in GAME.seat_range:
        tally = study(seats, asked.games, asked.seed)
        print(f"{seats} players, {tally.games} games, {tally.rounds / tally.games:.1f} rounds")
        print(f"  ended before the limit  {share_text(tally.ended, tally.games)}")
        for seat, wins in enumerate(tally.wins):
            print(f"  wins of seat {seat}          {share_text(wins, tally.games)}  share {100 / seats:.1f} %")
        wins = against_random(seats, asked.games, asked.seed)
        print(f"  greedy among random     {share_text(wins, asked.games)}", flush=True)


if __name__ == "__main__":
    main()
