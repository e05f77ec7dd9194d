"""A match on file: settings, results as they come, and the way back after an interruption."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sortilege.arena.match import Match
from sortilege.arena.results import GameResult
from sortilege.arena.runner import run
from sortilege.games import game as find_game

MATCH_FILE = "match.json"


class OtherMatch(ValueError):
    """The folder holds results of another match."""


@dataclass(frozen=True)
class MatchFolder:
    """The results of a match in a folder: `match.json` and `results.jsonl`."""

    match: Match
    path: Path

    @property
    def lines(self) -> Path:
        return self.path / "results.jsonl"

    def settings(self) -> dict[str, Any]:
        game = find_game(self.match.game)
        return {
            "game": game.name,
            "rules": game.rules_version,
            "content": game.content,
            "bots": list(self.match.bots),
            "seats": self.match.seats,
            "seed": self.match.seed,
            "options": game.settings(self.match.seats, self.match.options),
            **({"luck": self.match.luck} if self.match.luck else {}),
        }

    def prepare(self) -> int:
        """Make the folder ready, and say how many games are done."""
        self.path.mkdir(parents=True, exist_ok=True)
        sheet = self.path / MATCH_FILE
        settings = json.loads(json.dumps(self.settings()))
        if not sheet.exists():
            sheet.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        elif json.loads(sheet.read_text(encoding="utf-8")) != settings:
            raise OtherMatch(f"{self.path} holds another match; choose another folder, or remove that one")
        return self.cut_torn_line()

    def cut_torn_line(self) -> int:
        """Drop a last line that an interruption left unfinished; say how many lines are whole."""
        if not self.lines.exists():
            return 0
        done = whole = 0
        with self.lines.open("rb+") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    done += 1
                    whole += len(line)
            lines.truncate(whole)
        return done

    def play(self, games: int, jobs: int, progress: str) -> int:
        """Play until so many games are done, or until Ctrl-C; say how many are done."""
        done = self.prepare()
        with self.lines.open("a", encoding="utf-8") as file:
            for result in run(self.match, range(done, games), jobs, progress if games > done else ""):
                file.write(json.dumps(result.data()) + "\n")
                file.flush()
                done += 1
        return done

    def results(self) -> Iterator[GameResult]:
        with suppress(FileNotFoundError), self.lines.open(encoding="utf-8") as lines:
            for line in lines:
                yield GameResult.from_data(json.loads(line))


def seed_in(folder: Path) -> str:
    """The seed of the match in a folder; 0 where there is none."""
    sheet = folder / MATCH_FILE
    return str(json.loads(sheet.read_text(encoding="utf-8"))["seed"]) if sheet.exists() else "0"


def play_match(
    game: str,
    bots: Sequence[str],
    games: int,
    seats: int,
    out: str | Path,
    seed: str | None = None,
    options: Mapping[str, object] | None = None,
    jobs: int = 0,
    progress: str = "",
    luck: str = "",
) -> MatchFolder:
    """Play a match in a folder, or go on with it, with its own seed if none is given; a ValueError says what does not
    fit."""
    if games < 1:
        raise ValueError(f"a match has at least one game, not {games}")
    deals = seed_in(Path(out)) if seed is None else seed
    folder = MatchFolder(Match(game, tuple(bots), seats, deals, dict(options or {}), luck).checked(), Path(out))
    folder.play(games, jobs, progress)
    return folder
