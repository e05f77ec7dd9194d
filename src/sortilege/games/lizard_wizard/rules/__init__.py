"""Lizard Wizard, as a position that goes on: one module for each thing that a player decides."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import CHANCE
from sortilege.games.lizard_wizard.position import (
    ACTING,
    BARTERING,
    BIDDING,
    CASTING,
    CHOOSING,
    DELVING,
    LEARNING,
    LEAVING,
    MAGUS,
    RETURNING,
    USING,
    Position,
)
from sortilege.games.lizard_wizard.rules import (
    casting,
    convert,
    drawing,
    duel,
    dungeon,
    effects,
    familiars,
    leaving,
    research,
    scoring,
    setup,
    turn,
)


class Astoria(Position):
    """Lizard Wizard as it goes on."""

    def __init__(self, source: "Astoria | None", seats: i64, starred: i64, memory_aid: i64, rounds: i64) -> None:
        super().__init__(source, seats, starred, memory_aid, rounds)
        if source is None:
            setup.begin(self)

    def copy(self) -> "Astoria":
        return Astoria(self, self.seats, 0, 0, 0)

    def sides(self) -> i64:
        return drawing.sides(self)

    def moves_into(self, buffer: vec[i64]) -> i64:
        phase: i64 = self.phase
        if phase in (ACTING, RETURNING):
            return turn.moves_into(self, buffer)
        if phase == BIDDING:
            return duel.moves_into(self, buffer)
        if phase == CASTING:
            return casting.moves_into(self, buffer)
        if phase == BARTERING:
            return convert.moves_into(self, buffer)
        if phase == LEAVING:
            return leaving.moves_into(self, buffer)
        if phase == USING:
            return familiars.moves_into(self, buffer)
        if phase == LEARNING:
            return research.moves_into(self, buffer)
        if phase == DELVING:
            return dungeon.moves_into(self, buffer)
        if phase == CHOOSING:
            return setup.moves_into(self, buffer)
        return effects.moves_into(self, buffer)

    def advance(self, move: i64) -> None:
        phase: i64 = self.phase
        if self.seat == CHANCE:
            drawing.draw(self, move)
        elif phase in (ACTING, RETURNING):
            turn.play(self, move)
        elif phase == BIDDING:
            duel.play(self, move)
        elif phase == CASTING:
            casting.play(self, move)
        elif phase == BARTERING:
            convert.play(self, move)
        elif phase == LEAVING:
            leaving.play(self, move)
        elif phase == USING:
            familiars.play(self, move)
        elif phase == LEARNING:
            research.play(self, move)
        elif phase == DELVING:
            dungeon.play(self, move)
        elif phase == CHOOSING:
            setup.play(self, move)
        else:
            effects.play(self, move)

    def refusal(self, move: i64) -> str:
        phase: i64 = self.phase
        if phase in (ACTING, RETURNING):
            return turn.refusal(self, move)
        if phase == BIDDING:
            return duel.refusal(self, move)
        if phase == CASTING:
            return casting.refusal(self, move)
        if phase == BARTERING:
            return convert.refusal(self, move)
        if phase == LEAVING:
            return leaving.refusal(self, move)
        if phase == USING:
            return familiars.refusal(self, move)
        if phase == LEARNING:
            return research.refusal(self, move)
        if phase == DELVING:
            return dungeon.refusal(self, move)
        if phase == CHOOSING:
            return setup.refusal(self, move)
        return effects.refusal(self, move)

    def scores(self) -> list[int]:
        """On a table seen by a seat, without what lies behind screens."""
        shown = self.as_shown()
        return [scoring.points(shown, seat) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [scoring.standing(self, seat) for seat in range(self.seats)]

    def ranking(self) -> list[int]:
        if self.seats > 1:
            return super().ranking()
        return [1 if scoring.standing(self, 0) >= scoring.standing(self, MAGUS) else 2]
