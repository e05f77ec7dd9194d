"""Wizards of Æydor as a position that goes on, phase by phase: windows, placement, roll, collection with its duels."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.aeydor.position import (
    ANSWER,
    CRYSTAL_ELSEWHERE,
    LUCKY,
    ORDER,
    PLACING,
    PLACING_SECOND,
    ROLL,
    TAKING,
    Position,
)
from sortilege.games.aeydor.rules import barter, collection, duel, placement, roll, window
from sortilege.games.aeydor.rules.moves import CHANGE, SELL, STAY, TRADE

# Why a move is refused in any phase.
ADVANCED_ONLY: Final = "advanced only"
EXCHANGE_BEFORE_TURN: Final = "exchange before turn"


class Contest(Position):
    """The contest for the title of OverSeer as it goes on."""

    def __init__(self, source: "Contest | None", seats: i64, advanced: i64, limit: i64) -> None:
        super().__init__(source, seats, advanced, limit)
        if source is None:
            window.go_on(self)

    def copy(self) -> "Contest":
        return Contest(self, self.seats, 0, 0)

    def moves_into(self, buffer: vec[i64]) -> i64:
        phase = self.phase
        if phase in (PLACING, PLACING_SECOND):
            return placement.moves_into(self, buffer)
        if phase <= TAKING:
            return window.moves_into(self, buffer)
        if phase <= ANSWER:
            return barter.moves_into(self, buffer)
        if phase <= LUCKY:
            return roll.moves_into(self, buffer)
        return collection.moves_into(self, buffer)

    def sides(self) -> i64:
        if self.phase == ROLL:
            return roll.sides(self)
        if self.phase == CRYSTAL_ELSEWHERE:
            return collection.sides(self)
        return duel.sides(self)

    def advance(self, move: i64) -> None:
        phase = self.phase
        if phase in (PLACING, PLACING_SECOND):
            placement.play(self, move)
        elif phase <= TAKING:
            window.play(self, move)
        elif phase <= ANSWER:
            barter.play(self, move)
        elif phase <= LUCKY:
            roll.play(self, move)
        elif phase in (ORDER, CRYSTAL_ELSEWHERE):
            collection.play(self, move)
        else:
            duel.play(self, move)

    def refusal(self, move: i64) -> str:
        phase = self.phase
        if self.advanced == 0 and (TRADE <= move < STAY or SELL <= move < CHANGE):
            return ADVANCED_ONLY
        if phase <= TAKING:
            return window.refusal(self, move)
        if phase <= ANSWER:
            return barter.refusal(self, move)
        if window.belongs(move):
            return EXCHANGE_BEFORE_TURN
        if phase <= PLACING_SECOND:
            return placement.refusal(self, move)
        if phase <= LUCKY:
            return roll.refusal(self, move)
        return collection.refusal(self, move)
