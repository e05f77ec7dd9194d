"""`sortilege analyse` and `sortilege puzzle`: what they can be told."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

BUDGETS = ("quick", "default", "long")


def add_analyse(commands: Any) -> None:
    parser = commands.add_parser("analyse", help="where was a recorded game decided, by luck or by play?")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--budget", choices=BUDGETS, default="default", help="how much is thought (default)")
    parser.add_argument("--seat", type=int, metavar="N", help="only decisions of seat N, from 1")
    parser.add_argument("--all", action="store_true", help="all decisions that lost something, not only the worst")
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; default: all cores")
    parser.set_defaults(run=run_analyse)


def add_puzzle(commands: Any, game_name: Callable[[str], str]) -> None:
    parser = commands.add_parser("puzzle", help="find the best move; without a name, the puzzle of the day")
    parser.add_argument("game", type=game_name, metavar="GAME", help="which game")
    parser.add_argument("--name", metavar="PUZZLE", help="this one; --list has the names")
    parser.add_argument("--list", action="store_true", help="all puzzles of the game")
    parser.add_argument("--check", type=int, metavar="PLAYOUTS", help="how many a search of so many still calls best")
    parser.add_argument("--find", type=int, metavar="N", help="look for new ones until there are N in the file --out")
    parser.add_argument("--seed", help="of the games that --find looks through (new ones every time), or of --check")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="of --find (puzzles.json); those that --check clearly confirms"
    )
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; default: all cores")
    parser.set_defaults(run=run_puzzle)


def run_analyse(args: argparse.Namespace) -> int:
    from sortilege.terminal import analyse

    return analyse.run_analyse(args)


def run_puzzle(args: argparse.Namespace) -> int:
    from sortilege.terminal import puzzle

    return puzzle.run_puzzle(args)
