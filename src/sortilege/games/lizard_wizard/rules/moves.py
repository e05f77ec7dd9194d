"""The moves of Lizard Wizard by their numbers, and why one is refused."""

from typing import Final

# Ranges by kind: a reagent, a card, an amount is added.
TAKE: Final = 0
LEAVE: Final = 7
RETURN: Final = 14
BARTER: Final = 21
NAME: Final = 28
FILCH: Final = 35
GATHER: Final = 42
CONVERT: Final = 98  # 30 for each reagent: one token, two, ...
MOST_TOKENS: Final = 30
RECRUIT: Final = 308
RESEARCH: Final = 336
BUILD_REAGENTS: Final = 401
BUILD_GOLD: Final = 402
SUMMON: Final = 403
USE_SCORE: Final = 438
USE_GATHER: Final = 439
USE_RESEARCH: Final = 440
USE_DUNGEON: Final = 441
LEARN: Final = 442
CAST: Final = 507
CHARM: Final = 572
DELVE: Final = 637
RETREAT: Final = 638
AIM: Final = 639
BID: Final = 643  # plus the bid, 1 to 250
PASS: Final = 894
DONE: Final = 895

# Why a move is refused.
NOT_NOW: Final = "not now"
NOT_IN_HAND: Final = "not in hand"
NOT_OFFERED: Final = "not offered"
TOO_LITTLE_MANA: Final = "too little mana"
TOO_LITTLE_GOLD: Final = "too little gold"
REAGENTS_LACK: Final = "reagents lack"
NOT_CASTABLE: Final = "not castable"
BID_TOO_LOW: Final = "bid too low"
BID_TOO_HIGH: Final = "bid too high"
MUST_OPEN: Final = "must open"
NONE_IN_SUPPLY: Final = "none in supply"
NOT_DIFFERENT: Final = "not different"
NOT_SO_MANY: Final = "not so many"
DUNGEON_CLOSED: Final = "dungeon closed"
NO_SPELL_LEFT: Final = "no spell left"
MUST_ACT: Final = "must act"
NOT_SHOWN: Final = "not shown"
NOT_A_TARGET: Final = "not a target"
ONE_SPELL: Final = "one spell"
NO_MANA: Final = "no mana"
NONE_TO_RETURN: Final = "none to return"
NOT_IN_PRICE: Final = "not in price"
NONE_TO_BARTER: Final = "none to barter"
