"""The matches between levels that are played in the games: which bots, how many seats, how many games."""

from dataclasses import dataclass, replace
from typing import Any

from sortilege.arena.match import Match
from sortilege.arena.wanted import MatchKind, MatchPlan, wanted
from sortilege.games import games as all_games

LADDER = ("archmage:0.1s", "adept", "apprentice", "random")
CHALLENGE = ("archmage", "greedy", "greedy", "greedy")
DUEL = ("greedy", "adept")
SOLO = ("archmage:0.1s", "greedy", "random")
COMPARED = "archmage"
THINKS = "0.05s"
WITHOUT: dict[MatchKind, str] = {"without-choice": "slips=1", "without-value": "horizon=0"}
"""What the archmage is compared with: itself without a part of the game's sense."""


@dataclass(frozen=True)
class PlannedMatch:
    """One match of the measurement."""

    kind: MatchKind
    match: Match
    games: int

    @property
    def name(self) -> str:
        return f"{self.match.game}-{self.kind}"


def planned_matches(seed: str | None = None, games: int | None = None) -> list[PlannedMatch]:
    """Every match, on deals of this seed or those that are planned, with so many games each or as many as planned.
    Alone, each bot has so many."""
    changes: dict[str, Any] = {} if seed is None else {"seed": seed}
    if games is not None:
        changes["games"] = games
    return [
        planned_match(game, kind, replace(plan, **changes))
        for game in all_games()
        for kind, plan in wanted(game).matches.items()
    ]


def planned_match(game: str, kind: MatchKind, plan: MatchPlan) -> PlannedMatch:
    bots, seats = bots_and_seats(kind, plan)
    times = len(SOLO) if kind == "solo" else 1
    return PlannedMatch(kind, Match(game, bots, plan.seats or seats, plan.seed), plan.games * times)


def bots_and_seats(kind: MatchKind, plan: MatchPlan) -> tuple[tuple[str, ...], int]:
    if kind in WITHOUT:
        whole = f"{COMPARED}:{plan.thinks or THINKS}"
        return (whole, f"{whole}+{WITHOUT[kind]}"), 2
    if kind == "greedy":
        return DUEL, 2
    if kind == "solo":
        return SOLO, 1
    return (LADDER if kind == "ladder" else CHALLENGE), 4
