"""The contract that every game keeps. Imports nothing else of ours."""

from sortilege.engine.chance import Chance, FastChance, SealedChance, commitment
from sortilege.engine.errors import (
    BadRecord,
    BadSnapshot,
    EarlierCards,
    GameOver,
    IllegalMove,
    NoSuchMove,
    NoSuchOutcome,
)
from sortilege.engine.game import Game
from sortilege.engine.guide import Guide, Rule
from sortilege.engine.nearest import nearest
from sortilege.engine.options import Choice, Choices, Flag, Number, Option, whole
from sortilege.engine.record import Record, Seal
from sortilege.engine.sense import Sense
from sortilege.engine.state import CHANCE, NOBODY, OVER, UNKNOWN, State, new_buffer
from sortilege.engine.words import Listed, Run, Shelf, Thing, View, Way, Words, listed, named, plural

__all__ = [
    "CHANCE", "NOBODY", "OVER", "UNKNOWN",
    "BadRecord", "BadSnapshot", "Chance", "Choice", "Choices", "EarlierCards", "FastChance", "Flag", "Game", "GameOver",
    "Guide", "IllegalMove", "Listed", "NoSuchMove", "NoSuchOutcome", "Number", "Option", "Record", "Rule", "Run",
    "Seal", "SealedChance", "Sense", "Shelf", "State", "Thing", "View", "Way", "Words", "commitment", "listed", "named",
    "nearest", "new_buffer", "plural", "whole",
]  # fmt: skip
