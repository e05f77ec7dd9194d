"""What somebody has played: how often, how well, and how it went of late."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sortilege
from sortilege.engine import Game

OF_LATE = 10
IN_A_ROW = 3
MANY = 25


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


@dataclass(frozen=True)
class Badge:
    """Something to be proud of."""

    title: str
    motif: str


def badges_of(played: list[Played]) -> list[Badge]:
    """What the games of somebody have earned them, in the order in which it usually comes."""
    won = sum(sum(each.won) for each in played)
    row = any(any(all(each.won[at : at + IN_A_ROW]) for at in range(len(each.won) - IN_A_ROW + 1)) for each in played)
    earned = {
        Badge("First game", "candle"): bool(played),
        Badge("First win", "crown"): won > 0,
        Badge(f"{IN_A_ROW} wins in a row", "firestorm"): row,
        Badge("At home in all games", "stonering"): len(played) == len(sortilege.games()),
        Badge("A win in every game", "throne"): sum(any(each.won) for each in played) == len(sortilege.games()),
        Badge(f"{MANY} wins", "drake"): won >= MANY,
    }
    return [badge for badge, has in earned.items() if has]
