"""Information-set Monte Carlo tree search, for any game and any number of seats.

A node is what the searching seat has observed since the root. Every playout imagines a whole position, walks down the
tree by the moves that are legal in it, adds one node, and plays on by the game's sense. Every seat goes for its own
result. Chance is thrown: a chance point with few sides branches in the tree, one with many ends it. What the searching
seat cannot observe is one branch, so that its later choices cannot depend on it.
"""

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, MOST_MOVES, OVER, State, new_buffer

MOST_NODES: Final = 1 << 20
MOST_SEATS: Final = 8
MOST_SIDES: Final = 216
UNSEEN: Final = -1
NONE: Final = -1

EXPLORATION: Final = 2.0  # in spreads of the results
FIRST_RESULTS: Final = 10.0
LEAST_SPREAD: Final = 0.01
CAUTION: Final = 6.0  # so many imagined results, as good as the parent's, stand beside those of a node
TRUST: Final = 0.5  # the share of the first visits that goes to what the game's sense suggests
PLACES: Final = 0.2  # what the places count, beside the win
LOOKS: Final = 8  # playouts between two looks at the clock

QUICK_STEPS: Final = 8
PROOF_STEPS: Final = 1000
PROOF_DEPTH: Final = 60
PROOF_SIDES: Final = 36
PROOF_SAMPLES: Final = 8

FOLLOW_STEPS: Final = 64
FOLLOW_VISITS: Final = 8


class Tree:
    """Nodes as rows of flat tables; row 0 is the root."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.edges: vec[i64] = vec[i64]()
        self.firsts: vec[i64] = vec[i64]()
        self.nexts: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.suggestions: vec[i64] = vec[i64]()
        self.totals: vec[float] = vec[float]()
        self.wins: vec[float] = vec[float]()
        self.add(NONE, UNSEEN)

    def add(self, parent: i64, edge: i64) -> i64:
        """A new node below its parent; NONE where there is no room left."""
        node = self.size
        if node >= MOST_NODES:
            return NONE
        self.edges = append(self.edges, edge)
        self.firsts = append(self.firsts, NONE)
        self.nexts = append(self.nexts, NONE)
        self.visits = append(self.visits, 0)
        self.suggestions = append(self.suggestions, NONE)
        self.totals = append(self.totals, 0.0)
        self.wins = append(self.wins, 0.0)
        if parent != NONE:
            self.nexts[node] = self.firsts[parent]
            self.firsts[parent] = node
        self.size = node + 1
        return node

    def child(self, parent: i64, edge: i64) -> i64:
        """The node that an edge leads to, new if need be; NONE where there is no room left."""
        node = self.firsts[parent]
        while node != NONE:
            if self.edges[node] == edge:
                return node
            node = self.nexts[node]
        return self.add(parent, edge)

    def below(self, root: i64) -> "Tree":
        """A tree of its own with all that hangs below a node."""
        result = Tree()
        result.take(0, self, root)
        sources: vec[i64] = vec[i64]([root])
        at: i64 = 0
        while at < result.size:
            node = self.firsts[sources[at]]
            while node != NONE:
                result.take(result.add(at, self.edges[node]), self, node)
                sources = append(sources, node)
                node = self.nexts[node]
            at += 1
        return result

    def take(self, node: i64, other: "Tree", source: i64) -> None:
        self.visits[node] = other.visits[source]
        self.suggestions[node] = other.suggestions[source]
        self.totals[node] = other.totals[source]
        self.wins[node] = other.wins[source]


def edge_of(seat: i64, move: i64) -> i64:
    """A seat's move, or an outcome of CHANCE, as one number."""
    return (seat + 1) * MOST_MOVES + move


class Search:
    """Thinks about one seat's positions, one after the other; keeps the tree while the game follows it."""

    def __init__(self, sense: Sense, chance: Chance, seat: i64, slips: i64, horizon: i64) -> None:
        """In playouts one move in so many slips is any legal one (1: all are, 0: none is); the horizon is the number of
        decisions after which the sense's value is taken instead of the end (0: never)."""
        self.sense = sense
        self.chance = chance
        self.seat: i64 = seat
        self.slips: i64 = slips
        self.horizon: i64 = horizon
        self.tree = Tree()
        self.buffer: vec[i64] = new_buffer()
        self.rows: vec[i64] = new_buffer()
        self.stamps: vec[i64] = new_buffer()
        self.stamp: i64 = 0
        self.path: vec[i64] = new_buffer()
        self.length: i64 = 0
        self.rewards: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.shares: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.results: float = 0.0
        self.total: float = 0.0
        self.squares: float = 0.0

    # The budget.

    def think(self, seen: State, playouts: i64, seconds: float) -> None:
        """Play out until the budget is used up, or the most visited move can no longer be overtaken.

        Seconds 0 mean that only the playouts count. Visits kept from an earlier tree count as playouts, but a quarter
        of the budget is always fresh.
        """
        left = playouts - self.tree.visits[0]
        if left < playouts // 4:
            left = playouts // 4
        self.results = 0.0
        self.total = 0.0
        self.squares = 0.0
        started = time.perf_counter()
        done: i64 = 0
        while left > 0:
            self.play_out(seen.imagine(self.seat, self.chance))
            left -= 1
            done += 1
            if done % LOOKS == 0:
                possible = float(left)
                if seconds > 0.0:
                    spent = time.perf_counter() - started
                    possible = min(possible, float(done) * (seconds - spent) / spent)
                if float(self.lead()) > possible:
                    return

    def playouts(self) -> int:
        """How many playouts the tree rests on."""
        return self.tree.visits[0]

    def lead(self) -> i64:
        """By how many visits the first move of the root is ahead of the second."""
        first: i64 = 0
        second: i64 = 0
        node = self.tree.firsts[0]
        while node != NONE:
            visits = self.tree.visits[node]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            node = self.tree.nexts[node]
        return first - second

    def findings(self) -> list[tuple[int, int, float, float]]:
        """Every move of the root that was tried: move, visits, mean reward, mean share of wins; most visited first."""
        found: list[tuple[int, int, float, float]] = []
        node = self.tree.firsts[0]
        while node != NONE:
            visits = self.tree.visits[node]
            if visits > 0:
                move = self.tree.edges[node] % MOST_MOVES
                each = float(visits)
                found.append((move, visits, self.tree.totals[node] / each, self.tree.wins[node] / each))
            node = self.tree.nexts[node]
        found.sort(key=lambda each: (-each[1], -each[2], each[0]))
        return found

    # One playout.

    def play_out(self, state: State) -> None:
        self.descend(state)
        if self.roll_out(state):
            self.settle(state)
        else:
            self.judge(state)
        self.learn()

    def descend(self, state: State) -> None:
        """Walk down the tree to a node that is new, or to where the tree ends."""
        self.length = 0
        node: i64 = 0
        while node != NONE:
            self.path[self.length] = node
            self.length += 1
            new_leaf = self.tree.visits[node] == 0 and self.tree.edges[node] >= MOST_MOVES
            if new_leaf or self.length == MOST_MOVES:
                return
            count = self.skip_forced(state)
            if state.seat == OVER:
                return
            node = self.throw(state, node) if state.seat == CHANCE else self.decide(state, node, count)

    def skip_forced(self, state: State) -> i64:
        """Make moves while there is but one; say how many there are then, and leave them in the buffer."""
        while state.seat >= 0:
            count = state.moves_into(self.buffer)
            if count > 1:
                return count
            state.advance(self.buffer[0])
        return 0

    def throw(self, state: State, node: i64) -> i64:
        sides = state.sides()
        outcome = self.chance.below(sides)
        unseen = state.secret(outcome, self.seat)
        state.advance(outcome)
        if unseen:
            return self.tree.child(node, UNSEEN)
        return self.tree.child(node, edge_of(CHANCE, outcome)) if sides <= MOST_SIDES else NONE

    def decide(self, state: State, node: i64, count: i64) -> i64:
        """Make the move that deserves a look, and say where it leads."""
        seat = state.seat
        if seat != self.seat and state.secret(self.buffer[0], self.seat):
            state.advance(self.sense.choose(state, self.chance))
            return self.tree.child(node, UNSEEN)
        self.mark(node, seat, count)
        suggestion = self.tree.suggestions[node]
        if suggestion == NONE or self.stamps[suggestion] != self.stamp:
            suggestion = self.sense.choose(state, self.chance)
            self.tree.suggestions[node] = suggestion
        move = self.select(count, suggestion)
        state.advance(move)
        row = self.rows[move]
        return row if row != NONE else self.tree.add(node, edge_of(seat, move))

    def mark(self, node: i64, seat: i64, count: i64) -> None:
        """Note for every legal move the row of its node."""
        self.stamp += 1
        i: i64 = 0
        while i < count:
            move = self.buffer[i]
            self.stamps[move] = self.stamp
            self.rows[move] = NONE
            i += 1
        row = self.tree.firsts[node]
        while row != NONE:
            edge = self.tree.edges[row]
            if edge // MOST_MOVES == seat + 1:
                self.rows[edge % MOST_MOVES] = row
            row = self.tree.nexts[row]

    def select(self, count: i64, suggestion: i64) -> i64:
        """The legal move with the best prospect: its mean, cautiously, and a bonus for what has not been looked at."""
        visits: i64 = 0
        total: float = 0.0
        i: i64 = 0
        while i < count:
            row = self.rows[self.buffer[i]]
            if row != NONE:
                visits += self.tree.visits[row]
                total += self.tree.totals[row]
            i += 1
        mean: float = total / float(visits) if visits > 0 else 0.5
        curiosity: float = EXPLORATION * self.spread() * math.sqrt(float(visits + 1))
        even: float = (1.0 - TRUST) / float(count)
        offset = self.chance.below(count)
        best: i64 = NONE
        most: float = -1.0
        i = 0
        while i < count:
            move = self.buffer[i + offset if i + offset < count else i + offset - count]
            prior: float = even + TRUST if move == suggestion else even
            row = self.rows[move]
            seen: float = 0.0
            won: float = 0.0
            if row != NONE:
                seen = float(self.tree.visits[row])
                won = self.tree.totals[row]
            prospect: float = (won + CAUTION * mean) / (seen + CAUTION) + curiosity * prior / (1.0 + seen)
            if prospect > most:
                most = prospect
                best = move
            i += 1
        return best

    def spread(self) -> float:
        """How far apart results lie: curiosity is measured by it.

        Between seats they are wins and losses; alone they are points, which may lie close together.
        """
        if self.results < FIRST_RESULTS:
            return 0.5
        mean: float = self.total / self.results
        return max(LEAST_SPREAD, math.sqrt(max(0.0, self.squares / self.results - mean * mean)))

    def roll_out(self, state: State) -> bool:
        """Play on sensibly; say whether the end was reached before the horizon."""
        decisions: i64 = 0
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(self.chance.below(state.sides()))
            elif decisions == self.horizon and self.horizon > 0:
                return False
            elif self.slips > 0 and self.chance.below(self.slips) == 0:
                count = state.moves_into(self.buffer)
                state.advance(self.buffer[self.chance.below(count)])
                decisions += 1
            else:
                state.advance(self.sense.choose(state, self.chance))
                decisions += 1
        return True

    # Results.

    def settle(self, state: State) -> None:
        """The end: the win, shared between equals, counts most, then the seats that are left behind."""
        ranking = state.ranking()
        seats = state.seats
        if seats == 1:
            won = 1.0 if ranking[0] == 1 else 0.0
            self.shares[0] = won
            self.rewards[0] = 0.5 * won + 0.5 * self.sense.value(state, 0)
            self.note(self.rewards[0])
            return
        firsts: i64 = 0
        for place in ranking:
            if place == 1:
                firsts += 1
        seat: i64 = 0
        while seat < seats:
            ahead: float = 0.0
            for place in ranking:
                if place > ranking[seat]:
                    ahead += 1.0
                elif place == ranking[seat]:
                    ahead += 0.5
            share: float = 1.0 / float(firsts) if ranking[seat] == 1 else 0.0
            self.shares[seat] = share
            self.rewards[seat] = (1.0 - PLACES) * share + PLACES * (ahead - 0.5) / float(seats - 1)
            seat += 1

    def note(self, result: float) -> None:
        self.results += 1.0
        self.total += result
        self.squares += result * result

    def judge(self, state: State) -> None:
        """The horizon: what the sense makes of it."""
        seat: i64 = 0
        while seat < state.seats:
            value = self.sense.value(state, seat)
            self.shares[seat] = value
            self.rewards[seat] = value
            seat += 1

    def learn(self) -> None:
        tree = self.tree
        i: i64 = 0
        while i < self.length:
            node = self.path[i]
            tree.visits[node] += 1
            seat = tree.edges[node] // MOST_MOVES - 1
            if seat >= 0:
                tree.totals[node] += self.rewards[seat]
                tree.wins[node] += self.shares[seat]
            i += 1

    # From one position to the next.

    def follow(self, before: State, move: i64, now: State) -> None:
        """Keep what the tree knows of a position that came after this move; otherwise begin anew."""
        found = self.find(before, move, now)
        self.tree = self.tree.below(found) if found != NONE else Tree()

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
            self.skip_forced(state)
            if state.seat == self.seat and same(state.seen_by(self.seat), now):
                return node
            below = self.tree.firsts[node]
            while below != NONE:
                edge = self.tree.edges[below]
                if self.tree.visits[below] >= FOLLOW_VISITS and self.can_go(state, edge):
                    after = state.copy()
                    after.advance(edge % MOST_MOVES)
                    nodes.append(below)
                    states.append(after)
                below = self.tree.nexts[below]
        return NONE

    def can_go(self, state: State, edge: i64) -> bool:
        """Is this edge a legal move, or a possible outcome, here?"""
        if edge < 0 or state.seat == OVER or edge // MOST_MOVES != state.seat + 1:
            return False
        move = edge % MOST_MOVES
        return move < state.sides() if state.seat == CHANCE else state.legal(move)


def same(one: State, other: State) -> bool:
    """Two positions with the same fields."""
    if one.seat != other.seat or one.seats != other.seats:
        return False
    for name in one.fields():
        mine = getattr(one, name)
        theirs = getattr(other, name)
        if mine != theirs if isinstance(mine, int) else list(mine) != list(theirs):
            return False
    return True


# Wins by force.


def forced_win(seen: State, seat: i64, chance: Chance) -> i64:
    """A move after which this seat is sole first whatever anybody does or throws; NONE where none is found quickly.

    Quick wins come first. Where something is hidden, the move must win in several imagined positions without any
    further choice of the seat.
    """
    hidden = not same(seen.imagine(seat, chance), seen)
    samples = [seen.imagine(seat, chance) for _ in range(PROOF_SAMPLES if hidden else 1)]
    moves = seen.moves()
    for steps in (QUICK_STEPS, PROOF_STEPS // len(moves)):
        for move in moves:
            if Proof(seat, not hidden, steps).holds(samples, move):
                return move
    return NONE


class Proof:
    """Tries everything, for so many steps; where that is not enough, nothing is proved."""

    def __init__(self, seat: i64, may_choose: bool, steps: i64) -> None:
        self.seat: i64 = seat
        self.may_choose = may_choose
        self.left: i64 = steps
        self.depth: i64 = 0

    def holds(self, samples: list[State], move: i64) -> bool:
        for sample in samples:
            after = sample.copy()
            after.advance(move)
            if not self.wins(after):
                return False
        return True

    def wins(self, state: State) -> bool:
        if state.seat == OVER:
            return self.sole_first(state)
        if self.left <= 0 or (state.seat == self.seat and not self.may_choose):
            return False
        if state.seat == CHANCE:
            return state.sides() <= PROOF_SIDES and self.wins_all_outcomes(state)
        moves = state.moves()
        own = state.seat == self.seat
        for move in moves:
            if self.wins_after(state, move) == own:
                return own
        return not own

    def wins_all_outcomes(self, state: State) -> bool:
        outcome: i64 = 0
        while outcome < state.sides():
            if not self.wins_after(state, outcome):
                return False
            outcome += 1
        return True

    def wins_after(self, state: State, move: i64) -> bool:
        if self.depth == PROOF_DEPTH:
            return False
        self.left -= 1
        self.depth += 1
        after = state.copy()
        after.advance(move)
        won = self.wins(after)
        self.depth -= 1
        return won

    def sole_first(self, state: State) -> bool:
        ranking = state.ranking()
        return ranking[self.seat] == 1 and sum([1 for place in ranking if place == 1]) == 1
