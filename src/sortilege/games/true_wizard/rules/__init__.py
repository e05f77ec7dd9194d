"""The rules of True Wizard, phase by phase: a turn, a spell that is shown, a cast, the Warmage, and the cards drawn."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.true_wizard.position import PICK, SHOWN, TURN, Position
from sortilege.games.true_wizard.rules import casting, drawing, shown, turn


class Forest(Position):
    """The forest of Endorea as the game goes on."""

    def copy(self) -> "Forest":
        return Forest(self, self.seats, 0)

    def moves_into(self, buffer: vec[i64]) -> i64:
        if self.phase == TURN:
            return turn.moves_into(self, buffer)
        if self.phase == SHOWN:
            return shown.moves_into(self, buffer)
        return casting.moves_into(self, buffer)

    def sides(self) -> i64:
        return drawing.sides(self)

    def advance(self, move: i64) -> None:
        if self.phase == TURN:
            turn.play(self, move)
        elif self.phase == PICK:
            casting.play(self, move)
        elif self.phase == SHOWN:
            shown.play(self, move)
        else:
            drawing.play(self, move)

    def refusal(self, move: i64) -> str:
        if self.phase == TURN:
            return turn.refusal(self, move)
        if self.phase == SHOWN:
            return shown.refusal(self, move)
        return casting.refusal(move)
