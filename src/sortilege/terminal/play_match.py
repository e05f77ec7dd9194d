"""A match of two games in the terminal, the second with the seats exchanged."""

import secrets
from pathlib import Path
from typing import Any

from rich.markup import escape

from sortilege.engine import OVER, Game, Record
from sortilege.engine.match import exchanged, match_told
from sortilege.engine.record import result_of
from sortilege.terminal.play import TerminalGame


def play_match(game: Game, seats: list[str], options: dict[str, Any], seed: str | None) -> int:
    """A new match."""
    check(game, seats)
    return both_games(TerminalGame(Record(game, seats, options), seed or secrets.token_hex()))


def resume_match(path: Path, first: Path) -> int:
    """Go on with a match: with its first game, or with its second where the file of the first is named."""
    going = TerminalGame(Record.load(path), secrets.token_hex(), path)
    check(going.game, going.record.seats)
    if first == Path():
        return both_games(going)
    done = TerminalGame(Record.load(first), "", first)
    if done.state.seat != OVER or done.game is not going.game or done.record.seats != going.record.seats[::-1]:
        raise ValueError(f"{first} is not the first game of this match: over, and with the seats exchanged")
    return second_game(done, going)


def check(game: Game, seats: list[str]) -> None:
    if not game.match or len(seats) != 2:
        raise ValueError("a match of two games is for two players, at a game that offers it")


def both_games(first: TerminalGame) -> int:
    first.console.print("A match of two games: in the second the seats are exchanged.")
    code = first.run("--match")
    if first.state.seat != OVER:
        return code
    record = Record(first.game, first.record.seats[::-1], first.record.options)
    assert first.path
    path = first.path.with_stem(f"{first.path.stem}-second")
    first.console.print("\nThe second game of the match: the seats are exchanged.")
    return second_game(first, TerminalGame(record, f"{first.seed} again", path))


def second_game(first: TerminalGame, second: TerminalGame) -> int:
    code = second.run(f"--match {first.path}")
    if second.state.seat == OVER:
        results = [exchanged(result_of(first.state)), result_of(second.state)]
        second.console.print(f"[bold]{escape(match_told(results, second.names))}[/]")
    return code
