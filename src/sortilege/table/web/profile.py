"""What somebody has played: how often, how well, and how it went of late."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sortilege
from sortilege.engine import Game

OF_LATE = 10


@dataclass
class Played:
    """One person's games of one kind, the newest first."""

    game: Game
    won: list[bool] = field(default_factory=list)
    best: int | None = None

    def add(self, score: int, place: int) -> None:
        self.won.append(place == 1)
        self.best = score if self.best is None else max(self.best, score)

    @property
    def of_late(self) -> list[bool]:
        """The last ten, the newest last."""
        return self.won[:OF_LATE][::-1]


def played_by(person: str, results: Iterable[Mapping[str, Any]]) -> list[Played]:
    """By game, for the games there are; a seat that was left does not count."""
    found = {name: Played(sortilege.game(name)) for name in sortilege.games()}
    for row in results:
        seats = [seat for seat, chair in enumerate(row["chairs"]) if chair["person"] == person]
        if seats and row["result"] and row["game"] in found:
            found[row["game"]].add(row["result"]["scores"][seats[0]], row["result"]["ranking"][seats[0]])
    return [each for each in found.values() if each.won]
