"""Calibrations: how games play with their designed numbers, measured. Each is the game's own."""

import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sortilege.arena.figures import Figure, share, share_of_deals
from sortilege.arena.match import Match
from sortilege.arena.runner import run
from sortilege.arena.study import Findings, Observer, StudyTask
from sortilege.arena.uses import Notes
from sortilege.arena.wanted import calibration, has_calibration
from sortilege.games import game as find_game
from sortilege.games import games as all_games

Played = TypeVar("Played")

MEASURED = "## Measured\n"
"""The heading under which a game's file has its tables. What stands above is written by hand."""


@dataclass
class CalibrationGames:
    """So many games for each figure. After Ctrl-C what is done counts, and nothing more is played."""

    count: int
    seed: str = "0"
    jobs: int = 0
    progress: bool = False
    stopped: bool = False

    def play(self, task: Callable[[int], Played], title: str, times: int = 1) -> list[Played]:
        """What a task gives for every game; times as many games as usual."""
        if self.stopped:
            return []
        numbers = range(times * self.count)
        results = list(run(task, numbers, self.jobs, title if self.progress else ""))
        self.stopped = len(results) < len(numbers)
        return results

    def watch(self, match: Match, observer: type[Observer], title: str, times: int = 1) -> list[Notes]:
        return self.play(StudyTask(match, observer), title, times)

    def wins_of_first(self, match: Match, title: str) -> Figure:
        """How often the first of a match's bots wins, which sits on every seat as often as on the others."""
        results = self.play(match, title)
        return share_of_deals((each.deal, each.wins()[each.bots.index(match.bots[0])]) for each in results)


def calibrate(game: str, games: CalibrationGames) -> Iterator[str]:
    """The lines of a calibration's tables, as they are found."""
    if not has_calibration(find_game(game)):
        others = ", ".join(name for name in all_games() if has_calibration(find_game(name)))
        raise ValueError(f"{game} has no calibration; these games have one: {others}")
    if games.count < 1:
        raise ValueError(f"a calibration has at least one game, not {games.count}")
    return calibration(find_game(game))(games)


def write_calibration(out: Path, game: str, games: CalibrationGames, lines: Iterable[str]) -> Path:
    """Put measured tables into the file of a game, for those that stand there; what is above them stays."""
    played = find_game(game)
    file = out / f"{game}.md"
    before = file.read_text(encoding="utf-8") if file.exists() else f"# {played.title}: calibration\n\n"
    made = f"On {datetime.now(UTC):%Y-%m-%d}, with the content `{played.content}` and 95 % intervals, by"
    command = ["sortilege", "study", game, "--calibration", "--games", str(games.count), "--seed", games.seed]
    text = [before.partition(MEASURED)[0] + MEASURED, made, "", "    " + shlex.join(command), "", *lines, ""]
    out.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(text), encoding="utf-8")
    return file


def shares_of_endings(found: Findings) -> list[str]:
    """How often each ending of the game came, in the order of its words."""
    endings = find_game(found.game).words.endings
    return [share(found.endings.get(name, 0), found.games).percent() for name in endings]
