"""What is noted of a finished game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

Lineup = tuple[str, ...]
"""The names of bots, by seat."""


def win_shares(ranking: Sequence[int]) -> list[float]:
    """Each seat's share of the win; alone, 1 for a win."""
    firsts = ranking.count(1)
    return [1 / firsts if place == 1 else 0.0 for place in ranking]


@dataclass
class GameResult:
    """One finished game; lists go by seat. What stands last is noted where somebody counts it."""

    number: int
    deal: int
    bots: Lineup
    scores: list[int]
    ranking: list[int]
    ending: str
    decisions: list[int]
    choices: list[int] = field(default_factory=list)
    """Legal moves over all decisions, so that choices / decisions is the branching."""
    seconds: list[float] = field(default_factory=list)
    leads: int = 0
    """How often the lead by score passed to another seat."""
    luck: list[float] = field(default_factory=list)
    """What chance added to each seat's share of the win, or took from it."""

    def wins(self) -> list[float]:
        return win_shares(self.ranking)

    def data(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "GameResult":
        return cls(**{**data, "bots": tuple(data["bots"])})
