"""The tree that a search grows."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.bots.search.results import Results
from sortilege.engine.state import MOST_MOVES

MOST_NODES: Final = 1 << 20
NONE: Final = -1
UNSEEN: Final = -1  # the edge of all that the searching seat cannot observe; it belongs to no seat and not to CHANCE


def edge_of(seat: i64, move: i64) -> i64:
    """A seat's move, or an outcome of CHANCE, as one number."""
    return (seat + 1) * MOST_MOVES + move


def seat_of(edge: i64) -> i64:
    """Whose move it is; CHANCE for an outcome."""
    return edge // MOST_MOVES - 1


def move_of(edge: i64) -> i64:
    """The move, or the outcome."""
    return edge % MOST_MOVES


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

    def learn(self, path: vec[i64], length: i64, results: Results) -> None:
        """Every node of a path was visited, and the seat that moved there got its result."""
        i: i64 = 0
        while i < length:
            node = path[i]
            self.visits[node] += 1
            seat = seat_of(self.edges[node])
            if seat >= 0:
                self.totals[node] += results.rewards[seat]
                self.wins[node] += results.shares[seat]
            i += 1

    def take(self, node: i64, other: "Tree", source: i64) -> None:
        self.visits[node] = other.visits[source]
        self.suggestions[node] = other.suggestions[source]
        self.totals[node] = other.totals[source]
        self.wins[node] = other.wins[source]
