"""`sortilege arena` and `sortilege study`."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sortilege.engine.options import read_options
from sortilege.games import game as find_game
from sortilege.terminal.compilation import warn_if_interpreted

if TYPE_CHECKING:
    from rich.table import Table

    from sortilege.arena import Findings, MatchSummary

MATCH = 200  # games

ReadName = Callable[[str], str]
"""Makes the name of a game from what was typed."""


def add_commands(commands: Any, game_name: ReadName) -> None:
    """Register both commands with a parser's commands; each sets `run`, which takes the parsed arguments."""
    arena = commands.add_parser("arena", help="let bots play matches, with ratings and a report")
    arena.add_argument("game", type=game_name, nargs="?", metavar="GAME", help="which game; not with --all-levels")
    arena.add_argument("--bots", default="greedy,random", help="names, with commas; archmage:400 thinks 400 playouts")
    arena.add_argument("--all-levels", action="store_true", help="measure all levels in all games: docs/strength.md")
    arena.add_argument("--luck", default="", metavar="BUDGET", help="adjust results for luck: quick, default or long")
    add_common(arena, MATCH)
    arena.set_defaults(run=run_arena, games=None, seed=None)
    study = commands.add_parser("study", help="study a game: seats, cards, actions, endings")
    study.add_argument("game", type=game_name, metavar="GAME", help="which game")
    study.add_argument("--bots", default="greedy", help="names, with commas (greedy at every seat)")
    study.add_argument("--calibration", action="store_true", help="the tables of docs/calibration, N games a figure")
    study.add_argument("--chances", action="store_true", help="how true the chances of an analysis are, by level")
    study.add_argument("--luck", metavar="BUDGET", help="mean luck by seat, and what adjusting for it gains")
    study.add_argument("--sources", action="store_true", help="do results come from outcomes or from random choices?")
    study.add_argument("--grades", action="store_true", help="do grades stay when ten times as much is thought?")
    add_common(study, 1000)
    study.set_defaults(run=run_study)


def add_common(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"how many games ({games})")
    parser.add_argument(
        "--seats",
        type=int,
        metavar="K",
        help="how many seats; default: one for each bot, if that fits; two at least in a study",
    )
    parser.add_argument("--seed", default="0", help="the same seed gives the same games (0)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; default: all cores")
    parser.add_argument(
        "--cluster", type=use_cluster, metavar="ADDRESS", help="play on a Ray cluster: docs/studying.md"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="of the report; a match found there is gone on with")


def use_cluster(address: str) -> None:
    from sortilege.arena import runner

    runner.use_cluster(address)


def run_arena(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from sortilege.arena import play_match
    from sortilege.arena.extra import need_all
    from sortilege.arena.reports.match import write_report
    from sortilege.arena.strength import write_strength

    need_all()
    warn_if_interpreted()
    console = Console()
    if arguments.all_levels:
        out = arguments.out or Path("reports/strength")
        console.print(f"Figures: {write_strength(out, arguments.seed, arguments.games, arguments.jobs)}")
        return 0
    if not arguments.game:
        raise ValueError("which game? say its name, or --all-levels")
    folder = play_match(
        bots=arguments.bots.split(","),
        out=arguments.out or Path("reports") / f"arena-{arguments.game}",
        progress="Playing",
        luck=arguments.luck,
        **common(arguments),
    )
    summary = write_report(folder)
    console.print(summary_table(summary))
    if summary.luck_told:
        console.print(summary.luck_told)
    console.print(f"Report: {folder.path / 'report.html'}")
    return exit_code(summary.games, arguments, "; the same command goes on from here")


def run_study(arguments: argparse.Namespace) -> int:
    if arguments.calibration:
        return run_calibration(arguments)
    asked = [name for name in ("chances", "luck", "sources", "grades") if getattr(arguments, name)]
    if asked:
        from sortilege.terminal import truth

        warn_if_interpreted()
        run: Callable[[argparse.Namespace], int] = getattr(truth, f"run_{asked[0]}")
        return run(arguments)
    from rich.console import Console

    from sortilege.arena import study_game, write_study
    from sortilege.arena.extra import need_all

    need_all()
    warn_if_interpreted()
    console = Console()
    findings = study_game(bots=arguments.bots.split(","), progress="Studying", **common(arguments, least_seats=2))
    folder = arguments.out or Path("reports") / f"study-{arguments.game}"
    write_study(findings, folder)
    console.print(uses_table(findings))
    console.print(f"Report: {folder / 'study.html'}")
    return exit_code(findings.games, arguments)


def run_calibration(arguments: argparse.Namespace) -> int:
    from sortilege.arena.calibration import CalibrationGames, calibrate, write_calibration

    if arguments.bots != "greedy" or arguments.seats is not None or arguments.option:
        raise ValueError("a calibration has bots, seats and options of its own")
    warn_if_interpreted()
    games = CalibrationGames(arguments.games, arguments.seed, arguments.jobs, progress=True)
    lines = []
    for line in calibrate(arguments.game, games):
        print(line, flush=True)
        lines.append(line)
    if arguments.out and not games.stopped:
        print(f"\nWritten: {write_calibration(arguments.out, arguments.game, games, lines)}")
    if games.stopped:
        print("\nStopped before all was measured; nothing is written.")
    return 130 if games.stopped else 0


def exit_code(done: int, arguments: argparse.Namespace, more: str = "") -> int:
    """The exit code: 0, or 130 where Ctrl-C came before the last game, which is said."""
    wanted = wanted_games(arguments)
    if done >= wanted:
        return 0
    print(f"Stopped after {done} of {wanted} games{more}.")
    return 130


def wanted_games(arguments: argparse.Namespace) -> int:
    return MATCH if arguments.games is None else int(arguments.games)


def common(arguments: argparse.Namespace, least_seats: int = 1) -> dict[str, Any]:
    game = find_game(arguments.game)
    bots = len(arguments.bots.split(","))
    fitting = min(max(bots, least_seats, game.seat_range.start), game.seat_range.stop - 1)
    return {
        "game": game.name,
        "games": wanted_games(arguments),
        "seats": fitting if arguments.seats is None else arguments.seats,
        "seed": arguments.seed,
        "options": read_options(game.options, arguments.option),
        "jobs": arguments.jobs,
    }


def summary_table(summary: "MatchSummary") -> "Table":
    from rich.table import Table

    table = Table("bot", title=f"{summary.games} games, {summary.seats} seats")
    adjusted = ("adjusted for luck", "factor") if summary.luck_told else ()
    for heading in ("rating", "wins", *adjusted, "points", "ms a decision"):
        table.add_column(heading, justify="right")
    for each in summary.bots:
        rating = each.rating.plain() if each.rating else "–"
        luck = (each.adjusted.adjusted.percent(), f"{each.adjusted.factor:.2f}") if each.adjusted else ()
        table.add_row(each.name, rating, each.wins.percent(), *luck, each.score.plain(), f"{each.milliseconds:.1f}")
    return table


def uses_table(findings: "Findings") -> "Table":
    from rich.table import Table

    table = Table("card or action", title=f"{findings.games} games, {findings.seats} seats")
    for heading in ("offered", "used", "uses a game", "lead in wins"):
        table.add_column(heading, justify="right")
    for use in findings.uses:
        offered, used = f"{100 * use.offered.value:.0f} %", f"{100 * use.used.value:.0f} %"
        table.add_row(use.name, offered, used, f"{use.uses:.2f}", use.lead.percent())
    return table
