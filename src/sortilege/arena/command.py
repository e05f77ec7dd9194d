"""`sortilege arena` and `sortilege study`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sortilege.arena.figures import Figure
from sortilege.arena.report import write_report
from sortilege.arena.series import play_match
from sortilege.arena.strength import write_strength
from sortilege.arena.study import Findings, study_game, write_study
from sortilege.arena.summary import Summary
from sortilege.games import game as find_game


def add_commands(subparsers: Any) -> None:
    """Register both commands; each sets `run`, which takes the parsed arguments."""
    arena = subparsers.add_parser("arena", help="let bots play matches, with ratings and a report")
    arena.add_argument("game", nargs="?", help="the game; not with --all-levels")
    arena.add_argument("--bots", default="greedy,random", help="names, with commas; archmage:400 thinks 400 playouts")
    arena.add_argument("--all-levels", action="store_true", help="measure the levels in all games, as docs/strength.md")
    add_common(arena, 200)
    arena.set_defaults(run=run_arena)
    study = subparsers.add_parser("study", help="study a game: seats, cards, actions, endings")
    study.add_argument("game")
    study.add_argument("--bots", default="greedy", help="names, with commas")
    add_common(study, 1000)
    study.set_defaults(run=run_study)


def add_common(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=int, default=games, help=f"how many (default {games})")
    parser.add_argument("--seats", type=int, help="how many (default: as many as bots, if that fits)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game; repeatable")
    parser.add_argument("--jobs", type=int, default=0, help="processes at once (default: all cores)")
    parser.add_argument("--out", type=Path, help="folder of the report; a match found there is gone on with")


def run_arena(arguments: argparse.Namespace) -> None:
    if arguments.all_levels:
        write_strength(arguments.out or Path("reports/strength"), arguments.games, arguments.jobs)
        return
    if not arguments.game:
        raise ValueError("which game? say its name, or --all-levels")
    bots = arguments.bots.split(",")
    series = play_match(
        arguments.game,
        bots,
        arguments.games,
        seats_for(arguments, len(bots)),
        arguments.out or Path("reports") / f"arena-{arguments.game}",
        arguments.seed,
        read_options(arguments.option),
        arguments.jobs,
        "Playing",
    )
    summary = write_report(series)
    Console().print(summary_table(summary))
    Console().print(f"Report: {series.folder / 'report.html'}")


def run_study(arguments: argparse.Namespace) -> None:
    bots = arguments.bots.split(",")
    findings = study_game(
        arguments.game,
        arguments.games,
        seats_for(arguments, len(bots)),
        bots,
        arguments.seed,
        read_options(arguments.option),
        arguments.jobs,
        "Studying",
    )
    folder = arguments.out or Path("reports") / f"study-{arguments.game}"
    write_study(findings, folder)
    Console().print(uses_table(findings))
    Console().print(f"Report: {folder / 'study.html'}")


def seats_for(arguments: argparse.Namespace, bots: int) -> int:
    if arguments.seats is not None:
        return int(arguments.seats)
    possible = find_game(arguments.game).seat_range
    return min(max(bots, possible.start), possible.stop - 1)


def read_options(given: Sequence[str]) -> dict[str, object]:
    """Options from "name=value": true, false, a number, several words with commas, or one word."""
    found: dict[str, object] = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not sign:
            raise ValueError(f"an option is given as name=value, not {each!r}")
        found[name] = read_value(value)
    return found


def read_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    if text.lstrip("-").isdigit():
        return int(text)
    return tuple(text.split(",")) if "," in text else text


def summary_table(summary: Summary) -> Table:
    table = Table("bot", title=f"{summary.games} games, {summary.seats} seats")
    for heading in ("rating", "wins", "points", "ms a decision"):
        table.add_column(heading, justify="right")
    for each in summary.bots:
        rating = each.rating.plain() if each.rating else "–"
        table.add_row(each.name, rating, each.wins.percent(), each.score.plain(), f"{each.milliseconds:.1f}")
    return table


def uses_table(findings: Findings) -> Table:
    table = Table("card or action", title=f"{findings.games} games, {findings.seats} seats")
    for heading in ("offered", "used", "uses a game", "lead in wins"):
        table.add_column(heading, justify="right")
    for use in findings.uses:
        table.add_row(use.name, short(use.offered), short(use.used), f"{use.uses:.2f}", percent(use.lead))
    return table


def short(figure: Figure) -> str:
    return f"{100 * figure.value:.0f} %"


def percent(figure: Figure) -> str:
    return figure.percent() if figure.count else "–"
