"""A seat's search: races of playouts, and a tree that is kept from one position to the next."""

import math
import time
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from mypy_extensions import i64

from sortilege.bots.search.playout import Playout
from sortilege.bots.search.race import SURE, Race, Runner, field_for, rounds_for
from sortilege.bots.search.results import Spread
from sortilege.bots.search.tree import NONE, Tree, edge_of, move_of, seat_of
from sortilege.engine.chance import FastChance
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, OVER, State, new_buffer

FOLLOW_STEPS: Final = 64
FOLLOW_VISITS: Final = 8


Reckons = Literal["never", "to the end", "always"]


class Unwanted(Exception):
    """Nobody waits any more for what was thought about."""


class Finding(NamedTuple):
    """A move of the root with its mean reward and its mean share of wins."""

    move: int
    visits: int
    reward: float
    wins: float


class Search:
    """Thinks about one seat's positions, one after the other; keeps the tree while the game follows it."""

    def __init__(self, sense: Sense, chance: FastChance, seat: i64, slips: i64, horizon: i64) -> None:
        """Slips and horizon are those of a `Playout`."""
        self.sense = sense
        self.chance = chance
        self.seat: i64 = seat
        self.deals = FastChance(chance.word())
        self.playout = Playout(sense, chance, seat, slips, horizon)
        self.race = Race([])
        self.first: i64 = NONE
        self.winner: i64 = NONE
        self.sure: float = SURE
        self.reckons: Reckons = "never"
        self.unwanted: Callable[[], int] | None = None

    @property
    def tree(self) -> Tree:
        return self.playout.tree

    # The budget.

    def think(self, seen: State, playouts: i64, seconds: float) -> None:
        """Let the moves race until the budget is used up, or the winner is clear.

        Seconds 0 mean that only the playouts count. Visits kept from an earlier tree count as playouts, but a quarter
        of the budget is always fresh. Unwanted where nobody waits for it any more.
        """
        left = playouts - self.tree.visits[0]
        if left < playouts // 4:
            left = playouts // 4
        self.playout.spread = Spread()
        race = Race(self.field(seen, playouts), self.sure)
        self.race = race
        until = time.perf_counter() + seconds if seconds > 0.0 else math.inf
        rounds = rounds_for(race.left)
        while rounds > 0:
            now = time.perf_counter()
            end = now + (until - now) / float(rounds)
            share = left // rounds
            while share > 0 and time.perf_counter() < end and not race.decided():
                run = self.heat(seen, race, share, end)
                share -= run
                left -= run
            race.drop_half()
            rounds -= 1
        self.winner = race.winner()

    def reckoned(self, seen: State) -> i64:
        """The best move as the sense works it out, if it can and is wanted to."""
        return self.sense.reckon(seen, self.reckons == "to the end") if self.reckons != "never" else NONE

    def join(self, others: list[Runner]) -> None:
        """Count in what the moves did in another race."""
        self.race.join(others)
        self.winner = self.race.winner()

    def field(self, seen: State, playouts: i64) -> list[int]:
        """The moves that race: what the sense suggests, and of the others those that look best to it, as many as so
        many playouts have room for."""
        first = self.first if self.first != NONE else self.sense.choose(seen, self.chance)
        others = [move for move in self.distinct(seen) if move != first]
        size = field_for(len(others) + 1, playouts)
        shuffled: list[int] = []
        while others:
            shuffled.append(others.pop(self.chance.below(len(others))))
        if size <= len(shuffled):
            world = seen.imagine(self.seat, self.chance)
            shuffled.sort(key=lambda move: -self.sense.weigh(world, move))
        return [first, *shuffled[: size - 1]]

    def distinct(self, seen: State) -> list[int]:
        """The legal moves, one of those that come to the same."""
        buffer = new_buffer()
        count = self.sense.distinct(seen, buffer, seen.moves_into(buffer))
        return [buffer[place] for place in range(count)]

    def heat(self, seen: State, race: Race, most: i64, end: float) -> i64:
        """One playout of every move that is left, or as many as there is room for; say how many."""
        dice = FastChance(self.deals.word())
        world = seen.imagine(self.seat, dice)
        first: float = 0.0
        runner: i64 = 0
        while runner < race.left and runner < most:
            self.playout.dice.follow(dice)
            reward = self.playout.run(world.copy(), race.moves[runner])
            if runner == 0:
                first = reward
            race.note(runner, reward - first)
            runner += 1
            if self.is_late(end):
                break
        return runner

    def is_late(self, end: float) -> bool:
        if self.unwanted is not None and self.unwanted():
            raise Unwanted
        return time.perf_counter() > end

    def playouts(self) -> int:
        """How many playouts the tree rests on."""
        return self.tree.visits[0]

    def findings(self) -> list[Finding]:
        """Every move of the root that was tried; the winner of the race comes first, then the most visited."""
        found: list[Finding] = []
        tree = self.tree
        node = tree.firsts[0]
        while node != NONE:
            visits = tree.visits[node]
            if visits > 0:
                each = float(visits)
                found.append(
                    Finding(move_of(tree.edges[node]), visits, tree.totals[node] / each, tree.wins[node] / each)
                )
            node = tree.nexts[node]
        found.sort(key=lambda each: (each.move != self.winner, -each.visits, -each.reward, each.move))
        return found

    # From one position to the next.

    def follow(self, before: State, move: i64, now: State) -> None:
        """Keep what the tree knows of a position that came after this move; otherwise begin anew."""
        found = self.find(before, move, now)
        self.playout.tree = self.tree.below(found) if found != NONE else Tree()
        self.winner = NONE

    def find(self, before: State, move: i64, now: State) -> i64:
        start = before.imagine(self.seat, self.chance)
        if not start.legal(move):
            return NONE
        start.advance(move)
        nodes = [self.tree.child(0, edge_of(self.seat, move))]
        states = [start]
        steps: i64 = 0
        while nodes and steps < FOLLOW_STEPS:
            node: i64 = nodes.pop()
            state = states.pop()
            steps += 1
            if node == NONE:
                continue
            self.playout.skip_forced(state)
            if state.seat == self.seat and state.seen_by(self.seat) == now:
                return node
            below = self.tree.firsts[node]
            while below != NONE:
                edge = self.tree.edges[below]
                if self.tree.visits[below] >= FOLLOW_VISITS and can_go(state, edge):
                    after = state.copy()
                    after.advance(move_of(edge))
                    nodes.append(below)
                    states.append(after)
                below = self.tree.nexts[below]
        return NONE


def can_go(state: State, edge: i64) -> bool:
    """Is this edge a legal move, or a possible outcome, here?"""
    if edge < 0 or state.seat == OVER or seat_of(edge) != state.seat:
        return False
    move = move_of(edge)
    return move < state.sides() if state.seat == CHANCE else state.legal(move)
