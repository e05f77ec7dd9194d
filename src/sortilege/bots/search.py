"""Information-set Monte Carlo tree search, for any game and any number of seats.

A node is what the searching seat has observed since the root. Every playout imagines a whole position, walks down the
tree by the moves that are legal in it, adds a leaf, and plays on by the game's sense. Every seat goes for its own
result. Chance is thrown: a chance point with few sides branches in the tree, one with many ends it. What the searching
seat cannot observe is one branch, so that its later choices cannot depend on it.

At the root the moves run a race. In every heat those that are left are played out from the same imagined position
with the same outcomes, so that luck is shared and little of it is left in their differences; after every round the
worse half drops out. The move that the game's sense suggests runs to the end, and only a move that is surely better
takes its place. Where a seat has more moves than a budget of playouts has room for, any few of them race; a budget of
time lets all of them race, and those it has not come to drop out first. Below the root the first visits go to the
sense's suggestion, and the other moves are looked at one by one as the visits grow.
"""

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance, FastChance
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
LEAST_VALUE: Final = 1e-6
LEAST_FIELD: Final = 4  # so many moves race at least,
HEATS: Final = 2  # and so many that all playouts of a budget give this many heats in the first round
SURE: Final = 1.0  # standard errors by which a move must be ahead of the suggestion
CLEAR: Final = 4.0  # standard errors that end a race early,
CLEAR_HEATS: Final = 16  # after so many heats,
SLIGHT: Final = 0.002  # and a lead that does not matter
OPEN_MIND: Final = 4.0  # heats' worth of doubt in the first standard errors

QUICK_STEPS: Final = 8
PROOF_STEPS: Final = 1000
PROOF_DEPTH: Final = 60
PROOF_SIDES: Final = 36

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


class Race:
    """Moves that compete with the first of them, which is never dropped."""

    def __init__(self, moves: list[int]) -> None:
        self.moves: vec[i64] = vec[i64](moves)
        self.left: i64 = len(moves)
        self.heats: vec[i64] = vec[i64]([0] * len(moves))
        self.leads: vec[float] = vec[float]([0.0] * len(moves))
        self.squares: vec[float] = vec[float]([0.0] * len(moves))
        self.all_heats: float = 0.0
        self.all_squares: float = 0.0

    def note(self, runner: i64, lead: float) -> None:
        """How far ahead of the first a move was in one heat."""
        self.heats[runner] += 1
        self.leads[runner] += lead
        self.squares[runner] += lead * lead
        self.all_heats += 1.0
        self.all_squares += lead * lead

    def lead(self, runner: i64) -> float:
        return self.leads[runner] / float(self.heats[runner]) if self.heats[runner] > 0 else -1.0

    def error(self, runner: i64) -> float:
        """The standard error of a lead; while heats are few, the leads of all moves help to guess it."""
        if self.heats[runner] == 0:
            return 1.0
        heats: float = float(self.heats[runner])
        usual: float = self.all_squares / self.all_heats
        own: float = self.squares[runner] - self.leads[runner] * self.leads[runner] / heats
        return math.sqrt(max(0.0, own + OPEN_MIND * usual) / (heats - 1.0 + OPEN_MIND) / heats)

    def drop_half(self) -> None:
        """Let the better half of the others go on, in their order."""
        going: i64 = min(self.left, max(2, (self.left + 1) // 2))
        place: i64 = 1
        while place < going:
            best: i64 = place
            other: i64 = place + 1
            while other < self.left:
                if self.lead(other) > self.lead(best):
                    best = other
                other += 1
            self.swap(place, best)
            place += 1
        self.left = going

    def swap(self, one: i64, other: i64) -> None:
        self.moves[one], self.moves[other] = self.moves[other], self.moves[one]
        self.heats[one], self.heats[other] = self.heats[other], self.heats[one]
        self.leads[one], self.leads[other] = self.leads[other], self.leads[one]
        self.squares[one], self.squares[other] = self.squares[other], self.squares[one]

    def decided(self) -> bool:
        """Nobody can catch up with the first any more, or with the other where only two are left.

        However alike the heats were, one of them might have gone the other way.
        """
        if self.heats[0] < CLEAR_HEATS:
            return False
        runner: i64 = 1
        while runner < self.left:
            lead = self.lead(runner)
            clear = CLEAR * max(self.error(runner), 1.0 / float(max(1, self.heats[runner])))
            if lead + clear > SLIGHT and (self.left > 2 or lead - clear < 0.0):
                return False
            runner += 1
        return True

    def winner(self) -> i64:
        best: i64 = self.moves[0]
        most: float = 0.0
        runner: i64 = 1
        while runner < self.left:
            sure: float = self.lead(runner) - SURE * self.error(runner)
            if sure > most:
                most = sure
                best = self.moves[runner]
            runner += 1
        return best


def rounds_for(field: i64) -> i64:
    """Rounds in which a field comes down to two, and those two run."""
    rounds: i64 = 1
    while field > 2:
        field = (field + 1) // 2
        rounds += 1
    return rounds


class Search:
    """Thinks about one seat's positions, one after the other; keeps the tree while the game follows it."""

    def __init__(self, sense: Sense, chance: FastChance, seat: i64, slips: i64, horizon: i64) -> None:
        """In playouts one move in so many slips is any legal one (1: all are, 0: none is); the horizon is the number of
        decisions after which the sense's value is taken instead of the end (0: never)."""
        self.sense = sense
        self.chance = chance
        self.deals = FastChance(chance.word())
        self.dice = FastChance(0)
        self.start = FastChance(0)
        self.winner: i64 = NONE
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
        """Let the moves race until the budget is used up, or the winner is clear.

        Seconds 0 mean that only the playouts count. Visits kept from an earlier tree count as playouts, but a quarter
        of the budget is always fresh.
        """
        left = playouts - self.tree.visits[0]
        if left < playouts // 4:
            left = playouts // 4
        self.results = 0.0
        self.total = 0.0
        self.squares = 0.0
        race = Race(self.field(seen, playouts))
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

    def field(self, seen: State, playouts: i64) -> list[int]:
        """The moves that race: what the sense suggests, and any others that so many playouts have room for."""
        first = self.sense.choose(seen, self.chance)
        others = [move for move in seen.moves() if move != first]
        size: i64 = LEAST_FIELD
        while size <= len(others) and HEATS * size * rounds_for(size) <= playouts:
            size += 1
        field = [first]
        while others and len(field) < size:
            field.append(others.pop(self.chance.below(len(others))))
        return field

    def heat(self, seen: State, race: Race, most: i64, end: float) -> i64:
        """One playout of every move that is left, or as many as there is room for; say how many."""
        self.dice = FastChance(self.deals.word())
        world = seen.imagine(self.seat, self.dice)
        self.start.follow(self.dice)
        first: float = 0.0
        runner: i64 = 0
        while runner < race.left and runner < most:
            self.dice.follow(self.start)
            reward = self.play_out(world.copy(), race.moves[runner])
            if runner == 0:
                first = reward
            race.note(runner, reward - first)
            runner += 1
            if time.perf_counter() > end:
                break
        return runner

    def playouts(self) -> int:
        """How many playouts the tree rests on."""
        return self.tree.visits[0]

    def findings(self) -> list[tuple[int, int, float, float]]:
        """Every move of the root that was tried: move, visits, mean reward, mean share of wins.

        The winner of the race comes first, then the most visited.
        """
        found: list[tuple[int, int, float, float]] = []
        node = self.tree.firsts[0]
        while node != NONE:
            visits = self.tree.visits[node]
            if visits > 0:
                move = self.tree.edges[node] % MOST_MOVES
                each = float(visits)
                found.append((move, visits, self.tree.totals[node] / each, self.tree.wins[node] / each))
            node = self.tree.nexts[node]
        found.sort(key=lambda each: (each[0] != self.winner, -each[1], -each[2], each[0]))
        return found

    # One playout.

    def play_out(self, state: State, move: i64) -> float:
        """What the searching seat gets if it makes this move."""
        self.path[0] = 0
        self.length = 1
        state.advance(move)
        self.descend(state, self.tree.child(0, edge_of(self.seat, move)))
        if self.roll_out(state):
            self.settle(state)
        else:
            self.judge(state)
        reward = self.rewards[self.seat]
        self.note(reward)
        self.learn()
        return reward

    def descend(self, state: State, node: i64) -> None:
        """Walk down the tree to a node that is new, or to where the tree ends."""
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
        outcome = self.dice.below(sides)
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
        """How far apart results lie: curiosity is measured by it. Wins and losses lie far apart, judgements close."""
        if self.results < FIRST_RESULTS:
            return 0.5
        mean: float = self.total / self.results
        return max(LEAST_SPREAD, math.sqrt(max(0.0, self.squares / self.results - mean * mean)))

    def roll_out(self, state: State) -> bool:
        """Play on sensibly; say whether the end was reached before the horizon."""
        decisions: i64 = 0
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(self.dice.below(state.sides()))
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
        """The horizon: what the sense makes of it, on the scale of results, so that going on is no gain in itself."""
        total: float = 0.0
        seat: i64 = 0
        while seat < state.seats:
            self.shares[seat] = max(LEAST_VALUE, self.sense.value(state, seat))
            total += self.shares[seat]
            seat += 1
        seat = 0
        while seat < state.seats:
            self.rewards[seat] = self.likely_reward(state.seats, seat, total)
            seat += 1
        seat = 0
        while seat < state.seats:
            self.shares[seat] /= total
            seat += 1

    def likely_reward(self, seats: i64, seat: i64, total: float) -> float:
        own: float = self.shares[seat]
        ahead: float = 0.0
        other: i64 = 0
        while other < seats:
            if other != seat:
                ahead += own / (own + self.shares[other])
            other += 1
        return (1.0 - PLACES) * own / total + PLACES * ahead / float(seats - 1)

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
    for name in one.fields().names:
        mine = getattr(one, name)
        theirs = getattr(other, name)
        if mine != theirs if isinstance(mine, int) else list(mine) != list(theirs):
            return False
    return True


# Wins by force.


def forced_win(seen: State, seat: i64, chance: Chance) -> i64:
    """A move after which this seat is sole first whatever anybody does or throws; NONE where none is found quickly.

    Quick wins come first. Where something is hidden nothing is proved.
    """
    if not same(seen.imagine(seat, chance), seen):
        return NONE
    moves = seen.moves()
    for steps in (QUICK_STEPS, PROOF_STEPS // len(moves)):
        for move in moves:
            if Proof(seat, steps).wins_after(seen, move):
                return move
    return NONE


class Proof:
    """Tries everything, for so many steps; where that is not enough, or a step is secret, nothing is proved."""

    def __init__(self, seat: i64, steps: i64) -> None:
        self.seat: i64 = seat
        self.left: i64 = steps
        self.depth: i64 = 0

    def wins(self, state: State) -> bool:
        if state.seat == OVER:
            return self.sole_first(state)
        if self.left <= 0:
            return False
        if state.seat == CHANCE:
            return state.sides() <= PROOF_SIDES and not state.secret(0, self.seat) and self.wins_all_outcomes(state)
        moves = state.moves()
        own = state.seat == self.seat
        for move in moves:
            if not own and state.secret(move, self.seat):
                return False
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
