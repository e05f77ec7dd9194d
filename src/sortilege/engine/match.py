"""A match of two games, the second with the seats exchanged."""

from collections.abc import Sequence
from typing import NamedTuple

from sortilege.engine.plain import Result
from sortilege.engine.words import listed


class Standing(NamedTuple):
    """What the games of a match have brought each seat."""

    wins: list[float]
    points: list[int]

    def winners(self) -> list[int]:
        """More games won; of equals, more points in both games together; else the match is shared."""
        best = max(zip(self.wins, self.points))
        return [seat for seat, earned in enumerate(zip(self.wins, self.points)) if earned == best]


def standing(results: Sequence[Result]) -> Standing:
    """The sum of the games so far, all told in the same order of seats; a shared win is half a win for each."""
    wins, points = [0.0, 0.0], [0, 0]
    for result in results:
        places = result["ranking"]
        wins = [won + (place == 1) / places.count(1) for won, place in zip(wins, places)]
        points = [sum(both) for both in zip(points, result["scores"])]
    return Standing(wins, points)


def exchanged(result: Result) -> Result:
    """The same result in the order of the other game's seats."""
    return {"ending": result["ending"], "scores": result["scores"][::-1], "ranking": result["ranking"][::-1]}


def match_told(results: Sequence[Result], names: Sequence[str]) -> str:
    """How a match stands, or how it ended."""
    found = standing(results)
    games = listed([f"{name} {won:g}" for name, won in zip(names, found.wins)])
    if len(results) < 2:
        return f"Games won: {games}."
    winners = [names[seat] for seat in found.winners()]
    verdict = f"{winners[0]} wins the match" if len(winners) == 1 else f"{listed(winners)} share the match"
    even = found.wins[0] == found.wins[1]
    points = listed([f"{name} {total}" for name, total in zip(names, found.points)])
    return f"{verdict}. Games won: {games}.{f' Points: {points}.' if even else ''}"
