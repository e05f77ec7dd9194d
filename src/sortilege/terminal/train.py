"""`sortilege train`."""

import argparse
from pathlib import Path
from typing import Any

from sortilege.engine.options import read_options
from sortilege.games import game as find_game
from sortilege.terminal.arena import ReadName, use_cluster
from sortilege.terminal.compilation import warn_if_interpreted


def add_train(commands: Any, game_name: ReadName) -> None:
    train = commands.add_parser("train", help="fit a network that judges positions, from games of the search")
    train.add_argument("game", type=game_name, metavar="GAME", help="which game")
    train.add_argument("--games", type=int, default=2000, metavar="N", help="to learn from; whole hundreds (2000)")
    train.add_argument("--bot", default="archmage:40+whims=0.1", help="who plays them (archmage:40+whims=0.1)")
    train.add_argument("--seats", type=int, default=2, metavar="K", help="how many seats (2)")
    train.add_argument("--seed", default="0", help="the same seed gives the same network (0)")
    train.add_argument("--hidden", type=int, default=32, metavar="N", help="units in the hidden layer (32)")
    train.add_argument("--horizon", type=int, default=1, metavar="N", help="it judges after N decisions (1)")
    train.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    train.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; default: all cores")
    train.add_argument(
        "--own", action="store_true", help="the network in the game's folder, which learns from what it works out"
    )
    train.add_argument("--cluster", type=use_cluster, metavar="ADDRESS", help="play on a Ray cluster: docs/studying.md")
    train.add_argument("--out", type=Path, metavar="FOLDER", help="of positions and network; it is gone on with")
    train.set_defaults(run=run_train)


def run_train(arguments: argparse.Namespace) -> int:
    from sortilege.arena.training import Lessons, School, need_all, train

    need_all()
    warn_if_interpreted()
    game = find_game(arguments.game)
    options = read_options(game.options, arguments.option)
    lessons = Lessons(game.name, arguments.seats, arguments.bot, arguments.seed, options, arguments.own)
    school = School(lessons, arguments.out or Path("reports") / f"train-{game.name}")
    school.prepare()
    if not school.gather(arguments.games, arguments.jobs, "Playing"):
        print("Stopped; the same command goes on from the games that are kept.")
        return 130
    for line in train(school, arguments.games, arguments.hidden, arguments.horizon).lines():
        print(line)
    return 0
