"""The position of Moonstones: every field once, and what each seat may see of it."""

from abc import abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from moonstones.content import CHARMS, HIGHEST, MOST_DRAWS, MOST_POINTS, MOST_TURNS, STONE_NAMES
from sortilege.engine.chance import Chance
from sortilege.engine.fields import Fields, card, number, one_of
from sortilege.engine.state import OVER, UNKNOWN, State

DEALING: Final = 0
CHOOSING: Final = 1
DRAWING: Final = 2
ENDED: Final = 3
PHASES: Final = {"dealing": DEALING, "choosing": CHOOSING, "drawing": DRAWING, "over": ENDED}

NO_CHARM: Final = 0
NONE: Final = -1

FIELDS: Final = Fields(
    number("turns", 1, MOST_TURNS),
    one_of("phase", PHASES),
    number("turn", 0, 3 * MOST_TURNS),
    number("draws", 0, MOST_DRAWS),
    card("stone", STONE_NAMES, none=NONE),
    number("pile", 0, MOST_POINTS),
    number("banked", 0, MOST_TURNS * MOST_POINTS).each_seat(),
    number("charms", NO_CHARM, HIGHEST).each_seat().hidden("owner", UNKNOWN),
)


class Position(State):
    """A table of Moonstones: what lies in the pile, what is banked, and each seat's secret charm."""

    def __init__(self, source: "Position | None", seats: i64, turns: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.turns: i64 = source.turns
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn
            self.draws: i64 = source.draws
            self.stone: i64 = source.stone
            self.pile: i64 = source.pile
            self.banked: vec[i64] = source.banked[:]
            self.charms: vec[i64] = source.charms[:]
            return
        self.turns = turns
        self.phase = DEALING
        self.turn = 0
        self.draws = 0
        self.stone = NONE
        self.pile = 0
        self.banked = vec[i64]([0] * seats)
        self.charms = vec[i64]([NO_CHARM] * seats)

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def scores(self) -> list[int]:
        """What is banked, with the charm where it is known."""
        return [self.banked[seat] + max(0, self.charms[seat]) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return self.scores()

    # What is hidden: the charms of the others, until the end.

    def seen_by(self, seat: i64) -> "Position":
        seen = self.copy()
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.charms[other] != NO_CHARM and self.seat != OVER:
                seen.charms[other] = UNKNOWN
            other += 1
        return seen

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        state = self.seen_by(seat)
        other: i64 = 0
        while other < self.seats:
            if state.charms[other] == UNKNOWN:
                state.charms[other] = CHARMS[chance.below(len(CHARMS))]
            other += 1
        return state

    def secret(self, move: i64, seat: i64) -> bool:
        return self.phase == DEALING and self.turn != seat

    def reveals(self, move: i64) -> bool:
        """The last move of the game shows all charms."""
        after = self.copy()
        after.advance(move)
        return after.seat == OVER
