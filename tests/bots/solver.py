"""Exact odds of small positions, by trying everything: what the search is measured against.

`python tests/bots/solver.py` looks for positions with one best move at the ends of games; `positions/` keeps them.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State

POSITIONS = Path(__file__).parent / "positions"
STEPS = 600
MOST_MOVES = 20
DEPTH = 60
MARGIN = 0.2
WORLDS = 20
OF_A_KIND = 2
SEATS = (2, 3)


class TooLarge(Exception):
    """There is more in the position than may be tried."""


class Solver:
    """Everybody plays for the own share of the win."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def shares(self, state: State, depth: int) -> list[float]:
        """The share of the win that each seat can expect."""
        if state.seat == OVER:
            ranking = state.ranking()
            return [1 / ranking.count(1) if place == 1 else 0.0 for place in ranking]
        if state.seat == CHANCE:
            every = [self.after(state, outcome, depth) for outcome in range(self.room(state.sides()))]
            return [sum(column) / len(every) for column in zip(*every)]
        seat = state.seat
        moves = state.moves()
        self.room(len(moves))
        return max((self.after(state, move, depth) for move in moves), key=lambda shares: shares[seat])

    def after(self, state: State, move: int, depth: int = DEPTH) -> list[float]:
        self.left -= self.room(1)
        if depth == 0:
            raise TooLarge
        later = state.copy()
        later.advance(move)
        return self.shares(later, depth - 1)

    def room(self, steps: int) -> int:
        if steps > self.left:
            raise TooLarge
        return steps


def chances(state: State, steps: int = STEPS) -> dict[int, float | None]:
    """The exact chance of the seat that decides, after each of its moves; None where there is too much to try."""
    return {move: chance_after(state, move, steps) for move in state.moves()}


def chance_after(state: State, move: int, steps: int) -> float | None:
    try:
        return Solver(steps).after(state, move)[state.seat]
    except TooLarge:
        return None


def best_moves(state: State) -> set[int]:
    """The moves that are best for certain: they win by force, or everything is known and the others are clearly worse.

    Empty where that cannot be said, where something hidden decides, or where the other moves are as good on the whole.
    """
    known = chances(state)
    best = clearly_best(known)
    sure = best and all(clearly_best(chances(each)) == best for each in worlds(state))
    return best if sure and at_stake(state, known, best) else set()


def worlds(state: State) -> Iterator[State]:
    """Other positions that the seat to move cannot tell from this one; none where it sees everything."""
    seen = state.seen_by(state.seat)
    imagined = [seen.imagine(state.seat, FastChance(seed)) for seed in range(WORLDS)]
    return (world for world in imagined if world.snapshot() != state.snapshot())


def at_stake(state: State, known: dict[int, float | None], best: set[int]) -> bool:
    """Are the other moves worse on the whole, by exact odds or as greedy bots would play on?"""
    others = [move for move in known if move not in best]
    shares = [greedy_share(state, move) if known[move] is None else known[move] for move in others]
    return sum(share or 0.0 for share in shares) <= len(others) * (1 - MARGIN)


def greedy_share(state: State, move: int, seed: int = 0) -> float:
    """The share of the win after a move if greedy bots play on."""
    seat = state.seat
    later = state.copy()
    later.advance(move)
    chance = FastChance(f"{move} {seed}")
    sense = sortilege.game(state.snapshot()["game"]).sense
    while later.seat != OVER:
        later.advance(chance.below(later.sides()) if later.seat == CHANCE else sense.choose(later, chance))
    ranking = later.ranking()
    return 1 / ranking.count(1) if ranking[seat] == 1 else 0.0


def clearly_best(known: dict[int, float | None]) -> set[int]:
    sure = [chance for chance in known.values() if chance is not None]
    top = max(sure, default=0.0)
    best = {move for move, chance in known.items() if chance == top}
    others = [chance for move, chance in known.items() if move not in best]
    if top == 1.0:
        return best if others else set()
    clear = all(chance is not None and chance <= top - MARGIN for chance in others)
    return best if others and clear else set()


def last_positions(name: str, seats: int, seed: int, most: int = 12) -> list[State]:
    """The last positions with a choice, the last first, of a game between greedy bots that slip now and then."""
    chance = FastChance(f"puzzle {seed}")
    state = sortilege.game(name).start(seats)
    players = [bot("greedy", f"{seed} {seat}") for seat in range(seats)]
    kept: list[State] = []
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
            continue
        moves = state.moves()
        if len(moves) > 1:
            kept = [state.copy(), *kept[: most - 1]]
        slip = chance.below(4) == 0
        state.advance(moves[chance.below(len(moves))] if slip else players[state.seat].choose(Seat(state, state.seat)))
    return kept


def is_contested(state: State) -> bool:
    """Does the move make a difference if greedy bots play on?"""
    moves = state.moves()
    return len(moves) <= MOST_MOVES and any(
        len({greedy_share(state, move, seed) for move in moves}) > 1 for seed in range(3)
    )


def kind(state: State, best: set[int]) -> tuple[int, frozenset[str], frozenset[str]]:
    """What a position is about: seats, and the first words of the best moves and of the others."""
    texts = {move: state.text(move).split()[0] for move in state.moves()}
    others = [text for move, text in texts.items() if move not in best]
    return state.seats, frozenset(texts[move] for move in best), frozenset(others)


def search_positions(name: str, seats: int, count: int, games: int) -> Iterator[tuple[State, set[int]]]:
    """So many positions with their best moves, at most one a game and two of a kind."""
    kinds: Counter[tuple[int, frozenset[str], frozenset[str]]] = Counter()
    for seed in range(games):
        for state in last_positions(name, seats, seed):
            best = best_moves(state) if is_contested(state) else set()
            if best and kinds[kind(state, best)] < OF_A_KIND:
                kinds[kind(state, best)] += 1
                yield state, best
                break
        if kinds.total() == count:
            return


def puzzle(state: State, best: set[int]) -> dict[str, Any]:
    """With the exact chance after every move, where it is known."""
    known = {state.text(move): chance for move, chance in chances(state).items()}
    return {"snapshot": state.snapshot(), "best": sorted(map(state.text, best)), "chances": known}


def keep(name: str, count: int, games: int) -> None:
    """So many positions for each number of seats."""
    POSITIONS.mkdir(exist_ok=True)
    found = [each for seats in SEATS for each in search_positions(name, seats, count, games)]
    kept = [puzzle(state, best) for state, best in found]
    (POSITIONS / f"{name}.json").write_text("[\n" + ",\n".join(map(json.dumps, kept)) + "\n]\n", encoding="utf-8")
    print(f"{name}: {len(kept)} positions, best: {[each['best'] for each in kept]}", flush=True)


if __name__ == "__main__":
    for each in sys.argv[1:] or sortilege.games():
        keep(each, 4, 3000)
