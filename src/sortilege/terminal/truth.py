"""`sortilege study GAME --chances`, `--luck`, `--sources` and `--grades`: how far an analysis is to be trusted."""

import argparse
import shlex

from sortilege.analysis.curve import FILE
from sortilege.arena.chances import Truth, samples, truth, with_curve
from sortilege.arena.grades import agreement
from sortilege.arena.luck import LuckOfSeat, luck_by_seat
from sortilege.arena.match import Match
from sortilege.arena.sources import sources
from sortilege.arena.tables import table
from sortilege.engine import Game
from sortilege.games import game as find_game

FEW_AND_MANY = (2, 4)
"""Seats of the games that chances are tried in, unless others are asked for."""


def run_chances(arguments: argparse.Namespace) -> int:
    """Fit the curve of a level, and try it on games it was not fitted to. `--bots` names the level."""
    game = find_game(arguments.game)
    level = arguments.bots
    seats = [arguments.seats] if arguments.seats else usual_seats(game)
    games = max(2, arguments.games // len(seats))
    found = truth(samples(game.name, level, seats, games, arguments.seed, arguments.jobs))
    command = ["sortilege", "study", game.name, "--chances", "--bots", level, "--games", str(arguments.games)]
    command += ["--seed", arguments.seed, *(["--seats", str(arguments.seats)] if arguments.seats else [])]
    print("\n".join(told(found, level)))
    if arguments.out and found.error.value >= found.plain:
        print("Nothing is written: on other games the shares as they are were truer.")
    elif arguments.out:
        file = arguments.out / game.name / FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(with_curve(game.name, level, found.curve, shlex.join(command)), encoding="utf-8")
        print(f"Written: {file}")
    return 0


def usual_seats(game: Game) -> list[int]:
    low, high = game.seat_range[0], game.seat_range[-1]
    return sorted({min(max(seats, low), high) for seats in FEW_AND_MANY})


def told(found: Truth, level: str) -> list[str]:
    rows = [(each.count, f"{100 * each.predicted:.1f} %", each.actual.percent()) for each in found.bins]
    return [
        *table(("predictions", "predicted", "came true"), rows),
        f"{found.games} games of {level}: slope {found.curve.slope}, for the mover {found.curve.mover}.",
        f"Calibration error {found.error.percent()}; {100 * found.plain:.1f} % without the curve.",
    ]


def run_luck(arguments: argparse.Namespace) -> int:
    """Mean luck of every seat, and the factor by which fewer games suffice once results are adjusted for it."""
    game = find_game(arguments.game)
    bots = tuple(arguments.bots.split(","))
    seats = arguments.seats or max(2, len(bots), game.seat_range[0])
    match = Match(game.name, bots, seats, arguments.seed, luck=arguments.luck).checked()
    found = luck_by_seat(match, arguments.games, arguments.jobs)
    rows = [luck_row(seat, each) for seat, each in enumerate(found, 1)]
    print("\n".join(table(("seat", "mean luck", "wins", "adjusted", "slope", "factor"), rows)))
    return 0


def luck_row(seat: int, found: LuckOfSeat) -> tuple[object, ...]:
    wins = found.wins
    figures = (found.luck.percent(), wins.raw.percent(), wins.adjusted.percent())
    return (seat, *figures, f"{wins.slope:.2f}", f"{wins.factor:.2f}")


def run_sources(arguments: argparse.Namespace) -> int:
    """How much of the results of greedy bots comes from outcomes, and how much from their own random choices."""
    game = find_game(arguments.game)
    seats = arguments.seats or max(2, game.seat_range[0])
    found = sources(game.name, seats, arguments.games, arguments.seed, arguments.jobs)
    print(f"Of the variance of results, outcomes make {found.outcomes.percent()}, choices {found.choices.percent()}.")
    return 0


def run_grades(arguments: argparse.Namespace) -> int:
    """Whether grades stay when ten times as much is thought."""
    game = find_game(arguments.game)
    seats = arguments.seats or max(2, game.seat_range[0])
    match = Match(game.name, tuple(arguments.bots.split(",")), seats, arguments.seed)
    found = agreement(match, arguments.games, ("default", "long"), arguments.jobs)
    rows = [(one, two, count) for (one, two), count in sorted(found.counts.items(), key=lambda each: -each[1])]
    print("\n".join(table(("default", "long", "decisions"), rows)))
    print(f"Blame agrees: {found.blame.percent()}; grades at most one apart: {found.near.percent()}.")
    print(f"Of those blamed, blamed by the long one too: {found.upheld.percent()}.")
    return 0
