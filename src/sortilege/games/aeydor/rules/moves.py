"""The moves of Æydor, in ranges by kind."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.aeydor.position import TERRAINS

PASS: Final = 0
EXCHANGE: Final = 1  # + set of terrains - 1
RAISE: Final = 64  # + track
TRADE: Final = 66  # + terrain, and so below where nothing else is said
TAKE: Final = 72
BARTER: Final = 78  # + seat
GIVE: Final = 82
ASK: Final = 88
OFFER: Final = 94
ACCEPT: Final = 95
REFUSE: Final = 96
STAY: Final = 97
PLACE: Final = 98  # + spot
KEEP: Final = 110
REROLL: Final = 111  # + set of dice - 1
SELL: Final = 118
CHANGE: Final = 124
FIRST: Final = 130

# The two tracks.
POWER: Final = 0
HEALTH: Final = 1
TRACKS: Final = {"power": POWER, "health": HEALTH}

NOT_NOW: Final = "not now"


def terrains_into(buffer: vec[i64], count: i64, kind: i64, mask: i64) -> i64:
    """Write a move of this kind for each of these terrains behind the count that are there; say how many are there."""
    terrain: i64 = 0
    while terrain < TERRAINS:
        if mask >> terrain & 1:
            buffer[count] = kind + terrain
            count += 1
        terrain += 1
    return count
