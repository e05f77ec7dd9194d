"""The numbers of all moves, and why one is refused."""

from typing import Final

# Moves, in ranges by kind: of places, spells, items, lines and seats.
COLLECT: Final = 0
PASS: Final = 1
RETURN: Final = 2
LEARN: Final = 3
TURN_UP: Final = 19
DESTROY: Final = 35
CAST: Final = 51
CELL: Final = 67
SPELL: Final = 83
ITEM: Final = 99
LINE: Final = 115
RIVAL: Final = 123
MOVES: Final = 127

# Why a move is refused.
NOT_NOW: Final = "not now"
BAG_EMPTY: Final = "bag empty"
PURSE_FULL: Final = "purse full"
MUST_ACT: Final = "must act"
NO_SPELL: Final = "no spell"
TOO_DEAR: Final = "too dear"
NOT_SEEN: Final = "not seen"
ALREADY_KNOWN: Final = "already known"
FACE_UP: Final = "face up"
NO_ITEM: Final = "no item"
SPELLS_LACK: Final = "spells lack"
GEMS_LACK: Final = "gems lack"
NOT_YOURS: Final = "not yours"
EXHAUSTED: Final = "exhausted"
HUSHED: Final = "hushed"
NO_EFFECT: Final = "no effect"
DECIDE_SHOWN: Final = "decide shown"
NO_TARGET: Final = "no target"
