"""Moves, in ranges by kind: a number always means the same."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.board import WIDEST_SPACES
from sortilege.games.wizard_wars.content import DESIGNS
from sortilege.games.wizard_wars.position import ELEMENTS, PIECES, WIZARDS

STAY: Final = 0
CLIMB: Final = 1
END: Final = 2
STEP: Final = 3  # own wizard, direction
STEER: Final = 39  # direction
PLAY: Final = 45  # card
WIZARD: Final[i64] = PLAY + DESIGNS  # any wizard
CAPTURE: Final[i64] = WIZARD + WIZARDS  # any piece
AGAINST: Final[i64] = CAPTURE + PIECES  # element
SPACE: Final[i64] = AGAINST + ELEMENTS  # any space
KEEP: Final[i64] = SPACE + WIDEST_SPACES  # card
LOSE: Final[i64] = KEEP + DESIGNS  # card


def spread(buffer: vec[i64], first: i64, numbers: i64) -> i64:
    """Write a move for every number of a set; say how many there are."""
    count: i64 = 0
    while numbers:
        if numbers & 1:
            buffer[count] = first
            count += 1
        numbers >>= 1
        first += 1
    return count
