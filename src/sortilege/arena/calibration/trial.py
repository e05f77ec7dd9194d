"""What all calibrations share: how their games are played, and tables as the guides have them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from sortilege.arena.contest import Match
from sortilege.arena.figures import Figure, share, share_of_deals
from sortilege.arena.runner import run
from sortilege.arena.study import Findings, Notes, Observer, StudyTask
from sortilege.games import game as find_game

Played = TypeVar("Played")


@dataclass
class Trial:
    """So many games for each figure. After Ctrl-C what is done counts, and nothing more is played."""

    games: int
    seed: str = "0"
    jobs: int = 0
    progress: bool = False
    stopped: bool = False

    def play(self, task: Callable[[int], Played], title: str, times: int = 1) -> list[Played]:
        """What a task gives for every game; times as many games as usual."""
        if self.stopped:
            return []
        numbers = range(times * self.games)
        results = list(run(task, numbers, self.jobs, title if self.progress else ""))
        self.stopped = len(results) < len(numbers)
        return results

    def watch(self, match: Match, observer: type[Observer], title: str, times: int = 1) -> list[Notes]:
        return self.play(StudyTask(match, observer), title, times)

    def wins_of_first(self, match: Match, title: str) -> Figure:
        """How often the first of a match's bots wins, which sits on every seat as often as on the others."""
        results = self.play(match, title)
        return share_of_deals((each.deal, each.wins()[each.bots.index(match.bots[0])]) for each in results)


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def heading(first: str, *others: str) -> str:
    """The two lines above the rows of a table, whose numbers stand on the right."""
    return f"{row(first, *others)}\n|---|{'--:|' * len(others)}"


def shares_of_endings(found: Findings) -> list[str]:
    """How often each ending of the game came, in the order of its words."""
    endings = find_game(found.game).words.endings
    return [share(found.endings.get(name, 0), found.games).percent() for name in endings]


def tenths(values: Iterable[int]) -> str:
    """What a tenth, half and nine tenths of the values stay below or reach."""
    ordered = sorted(values)
    return " / ".join(str(ordered[len(ordered) * part // 10]) for part in (1, 5, 9))
