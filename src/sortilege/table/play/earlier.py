"""A table of earlier cards: it cannot go on, so all of it lies open to be read."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sortilege.engine import Game, Record, Seal, commitment
from sortilege.engine.record import EARLIER
from sortilege.table.keep.face import Row
from sortilege.table.play.chairs import Chair, names_of, read_chair
from sortilege.table.play.deal import deal_of
from sortilege.table.play.refusals import Closed
from sortilege.table.play.table import UNDO


@dataclass(frozen=True)
class EarlierTable:
    """What is kept of a table that was begun with other cards or rules than those of now."""

    game: Game
    row: Row
    steps: list[str]
    messages: list[dict[str, Any]]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @cached_property
    def chairs(self) -> list[Chair]:
        return [read_chair(chair) for chair in self.row["chairs"]]

    @property
    def over(self) -> bool:
        """It is, though it may not have been played to its end."""
        return True

    @property
    def names(self) -> list[str]:
        return names_of(self.chairs)

    def shown_to(self, person: str) -> bool:
        return bool(self.row["watch"]) or person in (self.row["maker"], *(chair.person for chair in self.chairs))

    def record(self) -> Record:
        """The game on file, as far as it came, with the secret that proves the dice."""
        seal = None
        if not self.row["borrowed"] and not deal_of(self.id):
            secret: str = self.row["secret"]
            additions = tuple(chair.addition or "" for chair in self.chairs)
            seal = Seal(self.id, commitment(bytes.fromhex(secret)), additions, secret)
        return Record(
            self.game, self.names, dict(self.row["options"]), self.steps, self.row["result"], seal,
            self.row["rules"], self.row["content"],
        )  # fmt: skip


class OfEarlierCards(Closed):
    """The table can only be read."""

    def __init__(self, table: EarlierTable) -> None:
        super().__init__(EARLIER)
        self.table = table


def without_undone(texts: Iterable[str]) -> list[str]:
    """The steps that were not taken back."""
    left: list[str] = []
    for text in texts:
        if text == UNDO:
            left.pop()
        else:
            left.append(text)
    return left
