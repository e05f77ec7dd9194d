"""What a sensible player would do: the part of a bot that knows a game."""

from abc import abstractmethod

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sortilege.engine.chance import Chance
from sortilege.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Sense:
    """A game's judgement. Both verbs look only at what the seat knows: they work on masked positions too."""

    @abstractmethod
    def choose(self, state: State, chance: Chance) -> i64:
        """A good legal move for the seat that decides; chance breaks ties."""

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """How well this seat stands, from 0 (lost) to 1 (won)."""

    def weigh(self, state: State, move: i64) -> float:
        """How good a legal move looks at a glance to the seat that decides, beside its other moves; all alike where the
        sense has no opinion."""
        return 0.0

    def reckon(self, state: State, to_end: bool) -> i64:
        """The best move for the seat that decides, worked out over all that can fall and not tried; -1 where that is
        too much. To the end: only where every line of it is the end of the game, so that nothing is guessed."""
        return -1

    def foresee(self, state: State, seat: i64) -> float:
        """The chance of a seat to win, if what `reckon` finds is played; below 0 where that is too much."""
        return -1.0

    def signs(self, state: State) -> vec[float]:
        """What the network in the game's folder is shown where it is to tell the chance of the seat that decides;
        nothing elsewhere, and where a game has none."""
        return vec[float]()

    def told(self, state: State, seat: i64) -> float:
        """The chance of a seat as `reckon` takes it where it looks no further: told by that network, or the value."""
        return self.value(state, seat)

    def distinct(self, state: State, buffer: vec[i64], count: i64) -> i64:
        """Leave one of those legal moves in the buffer that come to the same, and what `choose` would choose; say how
        many are left."""
        return count

    def horizon(self) -> i64:
        """After so many decisions the value says more than playing on would; 0: only the end says enough."""
        return 0

    def slips(self) -> i64:
        """In playouts one move in so many is any legal one; 1: all are, where quick playouts say more than good."""
        return 12


class Best:
    """The best of what is offered; of equals any, each as likely."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.move: i64 = -1
        self.worth: float = -1.0e9
        self.ties: i64 = 0

    def offer(self, move: i64, worth: float) -> None:
        if worth > self.worth + 1e-9:
            self.worth = worth
            self.move = move
            self.ties = 1
        elif worth > self.worth - 1e-9:
            self.ties += 1
            if self.chance.below(self.ties) == 0:
                self.move = move
