"""Good sense for Moonstones: stop once more is lost than won by another stone."""

import math
from typing import Final

from mypy_extensions import i64

from moonstones.content import POINTS
from moonstones.rules import DRAW, STOP, Moonstones
from sortilege.engine.chance import Chance
from sortilege.engine.sense import Sense
from sortilege.engine.state import State

ENOUGH: Final = sum(POINTS)
"""With as many stones as there are kinds, one loses the pile: then another one gains nothing on average."""
LEAD: Final = 4.0


class MoonSense(Sense):
    def choose(self, state: State, chance: Chance) -> i64:
        assert isinstance(state, Moonstones)
        moves = state.moves()
        return STOP if STOP in moves and (state.pile >= ENOUGH or DRAW not in moves) else DRAW

    def value(self, state: State, seat: i64) -> float:
        """By the lead over the best of the others."""
        assert isinstance(state, Moonstones)
        lead = state.banked[seat] - max(state.banked[other] for other in range(state.seats) if other != seat)
        return 1 / (1 + math.exp(-lead / LEAD))
