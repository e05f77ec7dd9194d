"""One playout: down the tree, and on from there."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.bots.search.results import Results, Spread
from sortilege.bots.search.tree import NONE, UNSEEN, Tree, edge_of, move_of, seat_of
from sortilege.engine.chance import FastChance
from sortilege.engine.playout import stuck
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, MOST_MOVES, OVER, State, new_buffer

FEW_SIDES: Final = 216  # chance points with more sides end the tree
EXPLORATION: Final = 2.0  # in spreads of the results
CAUTION: Final = 6.0  # so many imagined results, as good as the parent's, stand beside those of a node
TRUST: Final = 0.5  # the share of the first visits that goes to what the game's sense suggests


class Playout:
    """Walks down the tree to a new node, plays on from there, and lets the tree learn what came of it; again and again.

    Dice are thrown apart from the other choices, so that several playouts can share them.
    """

    def __init__(self, sense: Sense, chance: FastChance, seat: i64, slips: i64, horizon: i64) -> None:
        """One move in so many slips is any legal one (1: all are, 0: none is); the horizon is the number of decisions
        after which the sense's value is taken instead of the end (0: never)."""
        self.sense = sense
        self.chance = chance
        self.dice = FastChance(0)
        self.seat: i64 = seat
        self.slips: i64 = slips
        self.horizon: i64 = horizon
        self.tree = Tree()
        self.results = Results()
        self.spread = Spread()
        self.buffer: vec[i64] = new_buffer()
        self.rows: vec[i64] = new_buffer()
        self.stamps: vec[i64] = new_buffer()
        self.stamp: i64 = 0
        self.path: vec[i64] = new_buffer()
        self.length: i64 = 0

    def run(self, state: State, move: i64) -> float:
        """What the searching seat gets if it makes this move."""
        self.path[0] = 0
        self.length = 1
        state.advance(move)
        self.descend(state, self.tree.child(0, edge_of(self.seat, move)))
        if self.roll_out(state):
            self.results.settle(state, self.sense)
        else:
            self.results.judge(state, self.sense)
        reward = self.results.rewards[self.seat]
        self.spread.note(reward)
        self.tree.learn(self.path, self.length, self.results)
        return reward

    def descend(self, state: State, node: i64) -> None:
        """Walk down the tree to a node that is new, or to where the tree ends."""
        while node != NONE:
            self.path[self.length] = node
            self.length += 1
            new_leaf = self.tree.visits[node] == 0 and seat_of(self.tree.edges[node]) >= 0
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
            if count == 0:
                raise stuck(state)
            state.advance(self.buffer[0])
        return 0

    def throw(self, state: State, node: i64) -> i64:
        sides = state.sides()
        outcome = self.dice.below(sides)
        unseen = state.secret(outcome, self.seat)
        state.advance(outcome)
        if unseen:
            return self.tree.child(node, UNSEEN)
        return self.tree.child(node, edge_of(CHANCE, outcome)) if sides <= FEW_SIDES else NONE

    def decide(self, state: State, node: i64, count: i64) -> i64:
        """Make the move that deserves a look, and say where it leads."""
        seat = state.seat
        if seat != self.seat and state.secret(self.buffer[0], self.seat):
            state.advance(self.sense.choose(state, self.chance))
            return self.tree.child(node, UNSEEN)
        count = self.sense.distinct(state, self.buffer, count)
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
            if seat_of(edge) == seat:
                self.rows[move_of(edge)] = row
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
        curiosity: float = EXPLORATION * self.spread.width() * math.sqrt(float(visits + 1))
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

    def roll_out(self, state: State) -> bool:
        """Play on sensibly; say whether the end was reached before the horizon."""
        decisions: i64 = 0
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(self.dice.below(state.sides()))
            elif decisions == self.horizon and self.horizon > 0:
                return False
            else:
                slip = self.slips > 0 and self.chance.below(self.slips) == 0
                move = self.any_move(state) if slip else self.sense.choose(state, self.chance)
                if move == NONE:
                    raise stuck(state)
                state.advance(move)
                decisions += 1
        return True

    def any_move(self, state: State) -> i64:
        """Any legal move; NONE where there is none."""
        count = state.moves_into(self.buffer)
        return self.buffer[self.chance.below(count)] if count > 0 else NONE
