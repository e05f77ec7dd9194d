"""Games small enough to know the best move of: stones in a heap, a hidden coin, a tree with written results."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER, UNKNOWN, Chance, Sense, State
from sortilege.engine.fields import Fields, number

NOBODY_YET = -1


class Plain(State):
    """What the small games share."""

    def sides(self) -> i64:
        raise AssertionError("no chance here")

    def refusal(self, move: i64) -> str:
        return ""

    def scores(self) -> list[int]:
        return self.standings()

    def seen_by(self, seat: i64) -> State:
        return self.copy()

    def imagine(self, seat: i64, chance: Chance) -> State:
        return self.seen_by(seat)


class Heap(Plain):
    """Two take one to three stones in turn; who takes the last one wins. Best: leave a multiple of four."""

    def __init__(self, stones: int) -> None:
        super().__init__(2)
        self.stones = stones
        self.winner = NOBODY_YET

    def copy(self) -> "Heap":
        other = Heap(self.stones)
        other.seat, other.winner = self.seat, self.winner
        return other

    def fields(self) -> Fields:
        return Fields(number("stones", -1, 99), number("winner", -1, 99))

    def moves_into(self, buffer: vec[i64]) -> i64:
        for count in range(min(3, self.stones)):
            buffer[count] = count + 1
        return min(3, self.stones)

    def advance(self, move: i64) -> None:
        self.stones -= move
        if self.stones == 0:
            self.winner = self.seat
            self.seat = OVER
        else:
            self.seat = 1 - self.seat

    def standings(self) -> list[int]:
        return [int(self.winner == seat) for seat in range(2)]


GUESS_HEADS, GUESS_TAILS, WAIT, BAIL = range(4)
NOT_TOSSED = 2


class Coin(Plain):
    """Seat 0 guesses a coin that only seat 1 has seen, or bails out and wins three times in four; it may wait first.

    A coin that is not tossed yet is tossed while seat 0 waits, unseen.
    """

    def __init__(self, coin: int) -> None:
        super().__init__(2)
        self.coin = coin
        self.waited = 0
        self.won = 0

    def copy(self) -> "Coin":
        other = Coin(self.coin)
        other.seat, other.waited, other.won = self.seat, self.waited, self.won
        return other

    def fields(self) -> Fields:
        return Fields(number("coin", -1, 99), number("waited", -1, 99), number("won", -1, 99))

    def moves_into(self, buffer: vec[i64]) -> i64:
        for place, move in enumerate((GUESS_HEADS, GUESS_TAILS) if self.waited else (0, 1, WAIT, BAIL)):
            buffer[place] = move
        return 2 if self.waited else 4

    def sides(self) -> i64:
        return 2 if self.tossing() else 4

    def tossing(self) -> bool:
        return self.coin == NOT_TOSSED and self.waited == 1

    def advance(self, move: i64) -> None:
        if self.tossing():
            self.coin = move
            self.seat = 0
        elif self.seat == CHANCE:
            self.finish(move < 3)
        elif move == WAIT:
            self.waited = 1
            self.seat = CHANCE if self.tossing() else 0
        elif move == BAIL:
            self.seat = CHANCE
        else:
            self.finish(move == self.coin)

    def finish(self, won: bool) -> None:
        self.won = int(won)
        self.seat = OVER

    def standings(self) -> list[int]:
        return [self.won, 1 - self.won]

    def seen_by(self, seat: i64) -> "Coin":
        seen = self.copy()
        if seat != 1 and self.coin != NOT_TOSSED:
            seen.coin = UNKNOWN
        return seen

    def secret(self, move: i64, seat: i64) -> bool:
        return self.tossing() and seat != 1

    def imagine(self, seat: i64, chance: Chance) -> "Coin":
        state = self.seen_by(seat)
        if state.coin == UNKNOWN:
            state.coin = chance.below(2)
        return state


class Lottery(Plain):
    """One draw decides the game; a move is worth so many of a hundred thousand tickets, or ends it in a shared win."""

    TICKETS = 100_000
    PEACE = -1

    def __init__(self, *worth: int) -> None:
        super().__init__(2)
        self.worth = worth
        self.tickets = 0
        self.won = 0

    def copy(self) -> "Lottery":
        other = Lottery(*self.worth)
        other.seat, other.tickets, other.won = self.seat, self.tickets, self.won
        return other

    def fields(self) -> Fields:
        return Fields(number("tickets", -1, 99), number("won", -1, 99))

    def moves_into(self, buffer: vec[i64]) -> i64:
        for move in range(len(self.worth)):
            buffer[move] = move
        return len(self.worth)

    def sides(self) -> i64:
        return self.TICKETS

    def advance(self, move: i64) -> None:
        if self.seat == CHANCE:
            self.won = int(move < self.tickets)
            self.seat = OVER
        else:
            self.tickets = self.worth[move]
            self.seat = OVER if self.tickets == self.PEACE else CHANCE

    def standings(self) -> list[int]:
        return [0, 0] if self.tickets == self.PEACE else [self.won, 1 - self.won]


class Written(Plain):
    """Seat 0 moves, then seat 1, and so on; the results stand at the leaves of nested lists, best number first."""

    def __init__(self, seats: int, tree: list) -> None:
        super().__init__(seats)
        self.tree = tree

    def copy(self) -> "Written":
        other = Written(self.seats, self.tree)
        other.seat = self.seat
        return other

    def fields(self) -> Fields:
        return Fields()

    def moves_into(self, buffer: vec[i64]) -> i64:
        for move in range(len(self.tree)):
            buffer[move] = move
        return len(self.tree)

    def advance(self, move: i64) -> None:
        self.tree = self.tree[move]
        self.seat = OVER if isinstance(self.tree, tuple) else self.seat + 1

    def standings(self) -> list[int]:
        return list(self.tree)


class NoSense(Sense):
    """Any legal move; every position is even."""

    def choose(self, state: State, chance: Chance) -> i64:
        moves = state.moves()
        return moves[chance.below(len(moves))]

    def value(self, state: State, seat: i64) -> float:
        return 0.5
