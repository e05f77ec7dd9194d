"""Wizard Wars as it goes on: one module for each thing that is decided."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.position import (
    ACTING,
    CAPTURING,
    CHOOSING,
    GUARDING,
    KEEPING,
    LOSING,
    MATCHING,
    OPPOSING,
    PLACING,
    TWINNING,
    Position,
)
from sortilege.games.wizard_wars.rules import cards, combat, decks, guardians, turn, twins


class Realm(Position):
    """A war, asked at every stage for its moves and for what they do."""

    def __init__(self, source: "Realm | None", seats: i64, lineup: i64, limit: i64) -> None:
        super().__init__(source, seats, limit)
        if source is None:
            turn.set_up(self, lineup)

    def copy(self) -> "Realm":
        return Realm(self, self.seats, 0, 0)

    def sides(self) -> i64:
        return decks.sides(self)

    def moves_into(self, buffer: vec[i64]) -> i64:
        stage: i64 = self.stage
        if stage == ACTING:
            return turn.moves_into(self, buffer)
        if stage == GUARDING:
            return guardians.moves_into(self, buffer)
        if stage == CAPTURING:
            return combat.moves_into(self, buffer)
        if stage == TWINNING:
            return twins.moves_into(self, buffer)
        if stage in (KEEPING, LOSING):
            return decks.moves_into(self, buffer)
        return cards.moves_into(self, buffer)

    def advance(self, move: i64) -> None:
        stage: i64 = self.stage
        if stage == ACTING:
            turn.play(self, move)
        elif stage == GUARDING:
            guardians.play(self, move)
        elif stage == CAPTURING:
            combat.play(self, move)
        elif stage == TWINNING:
            twins.play(self, move)
        elif stage in (CHOOSING, MATCHING, OPPOSING, PLACING):
            cards.play(self, move)
        elif stage in (KEEPING, LOSING):
            decks.play(self, move)
        else:
            decks.turn_up(self, move)

    def refusal(self, move: i64) -> str:
        stage: i64 = self.stage
        if stage == ACTING:
            return turn.refusal(self, move)
        if stage == GUARDING:
            return guardians.refusal(self, move)
        if stage == CAPTURING:
            return combat.refusal(self, move)
        if stage == TWINNING:
            return twins.refusal(self, move)
        return decks.refusal(self, move) if stage in (KEEPING, LOSING) else cards.refusal(self, move)
