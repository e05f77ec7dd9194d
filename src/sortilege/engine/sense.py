"""What a sensible player would do: the part of a bot that knows a game."""

from abc import ABC, abstractmethod

from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.state import State


class Sense(ABC):
    """A game's judgement. Both verbs look only at what the seat knows: they work on masked positions too."""

    @abstractmethod
    def choose(self, state: State, chance: Chance) -> i64:
        """A good legal move for the seat that decides; chance breaks ties."""

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """How well this seat stands, from 0 (lost) to 1 (won)."""
