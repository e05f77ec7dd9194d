"""`sortilege`: the commands."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import sortilege
from sortilege.bots import ABOUT, bots
from sortilege.engine import BadRecord, nearest
from sortilege.engine.options import read_options
from sortilege.terminal.analysis import add_analyse, add_puzzle
from sortilege.terminal.arena import add_commands
from sortilege.terminal.compilation import how_rules_run, warn_if_interpreted
from sortilege.terminal.data_folder import data_folder
from sortilege.terminal.train import add_train

PORT = 8017
DATABASE_HELP = "an SQLAlchemy URL; default: a SQLite file in the data folder"


class Parser(argparse.ArgumentParser):
    """An argument parser that suggests the nearest word for one it does not know."""

    def error(self, message: str) -> NoReturn:
        if "invalid choice: '" in message:
            word = message.split("invalid choice: '")[1].split("'")[0]
            known = [name for action in self._actions for name in (action.choices or ())]
            message += nearest(word, map(str, known))
        super().error(message)


def game_name(text: str) -> str:
    try:
        return sortilege.game(text.replace("-", "_")).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_name, metavar="GAME", help="one of: " + ", ".join(sortilege.games()))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; `sortilege games` lists them",
    )


def make_parser() -> Parser:
    parser = Parser(
        prog="sortilege",
        description="Five wizard board games on one table. Without a command it opens the web table in your browser.",
    )
    parser.add_argument("--version", action="version", version=f"sortilege {sortilege.__version__}")
    parser.set_defaults(run=run_table)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    commands.add_parser("games", help="list the games and their options").set_defaults(run=run_games)
    commands.add_parser("bots", help="list the bots, and how strong they are").set_defaults(run=run_bots)

    guide = commands.add_parser("guide", help="read the rules of a game")
    add_game(guide)
    guide.add_argument("word", nargs="*", metavar="WORD", help="a section by its name, or all that speaks of this")
    guide.add_argument("--all", action="store_true", help="with all details, and all cards")
    guide.add_argument("--rule", metavar="ID", help="show this rule only")
    guide.set_defaults(run=run_guide)

    learn = commands.add_parser("learn", help="learn a game by playing: a lesson in the terminal")
    learn.add_argument("game", type=game_name, nargs="?", metavar="GAME", help="which game")
    learn.add_argument("--again", action="store_true", help="from the beginning, not from where you were")
    learn.add_argument("--figures", action="store_true", help="how long the lessons are, and which rules they show")
    learn.set_defaults(run=run_learn)

    play = commands.add_parser("play", help="play a game here in the terminal")
    play.add_argument("game", type=game_name, nargs="?", metavar="GAME", help="which game")
    play.add_argument(
        "--seats",
        metavar="A,B,…",
        help=f"who sits where: me (or me:Anna) or a bot ({', '.join(bots())}); default: me and greedy",
    )
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    play.add_argument("--seed", help="the same seed throws the same dice, and bots play the same")
    play.add_argument(
        "--match",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FIRST",
        help="two games, the second with the seats exchanged; with --resume of the second: the file of the first",
    )
    add_options(play)
    play.set_defaults(run=run_play)

    simulate = commands.add_parser("simulate", help="let bots play many games and sum up")
    add_game(simulate)
    simulate.add_argument("--games", type=positive, default=1000, metavar="N", help="how many games (1000)")
    simulate.add_argument("--bots", default="", metavar="A,B,…", help="who sits where; default: greedy everywhere")
    simulate.add_argument("--seed", default="0", help="the same seed gives the same games (0)")
    simulate.add_argument("--jobs", type=positive, default=0, metavar="N", help="processes; default: all cores")
    add_options(simulate)
    simulate.set_defaults(run=run_simulate)

    replay = commands.add_parser("replay", help="show a recorded game step by step")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument(
        "--seat", type=int, metavar="N", help="through the eyes of seat N, from 1; default: a spectator"
    )
    replay.add_argument("--all", action="store_true", help="print everything without waiting")
    replay.set_defaults(run=run_replay)

    verify = commands.add_parser(
        "verify",
        help="check a record: every move, outcome and die",
        epilog="Ends with 0 if all is true, 2 if something is not, and 1 if the game was played with earlier cards, so "
        "that only its chance can be checked.",
    )
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.set_defaults(run=run_verify)

    add_commands(commands, game_name)
    add_train(commands, game_name)
    add_analyse(commands)
    add_puzzle(commands, game_name)

    serve = commands.add_parser("serve", help="run the web table for others")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)")
    serve.add_argument("--port", type=positive, default=PORT, help=f"the port ({PORT})")
    serve.add_argument("--database", metavar="URL", help=DATABASE_HELP)
    serve.add_argument("--address", default="", metavar="URL", help="where people find it, if a proxy stands before it")
    serve.add_argument(
        "--no-work", action="store_true", help="leave bots, clocks and hints to `sortilege work` (with PostgreSQL)"
    )
    serve.set_defaults(run=run_serve)

    work = commands.add_parser("work", help="think for bots and people and watch clocks, for a table that others serve")
    work.add_argument("--database", metavar="URL", required=True, help="the PostgreSQL database that they share")
    work.add_argument("--thinkers", type=positive, metavar="N", help="processes that think; default: all cores but one")
    work.set_defaults(run=run_work)

    tables = commands.add_parser("tables", help="list the tables that the web table keeps")
    tables.add_argument("--database", metavar="URL", help=DATABASE_HELP)
    tables.add_argument("--damaged", action="store_true", help="only those that cannot be read, and why")
    tables.set_defaults(run=run_tables)
    return parser


def run_games(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "title", "players", "minutes", "options", show_lines=True)
    for name in sortilege.games():
        game = sortilege.game(name)
        options = "\n".join(f"{option.name}: {option.help} ({option.fits})" for option in game.options)
        players = f"{game.seat_range[0]}–{game.seat_range[-1]}"
        table.add_row(name, f"{game.title}\n{game.line}", players, game.minutes, options)
    console = Console()
    console.print(table)
    console.print(how_rules_run(map(sortilege.game, sortilege.games())))
    return 0


def run_bots(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    from sortilege.arena.measured import measured

    table = Table("bot", "how it plays")
    for name in bots():
        table.add_row(name, ABOUT[name])
    console = Console()
    console.print(table)
    for name in sortilege.games():
        said = measured(name) or "Nothing was measured."
        console.print(f"[bold]{sortilege.game(name).title}.[/] {said}", highlight=False)
    return 0


def run_guide(args: argparse.Namespace) -> int:
    from rich.console import Console

    from sortilege.terminal.guide import WIDEST, tell_guide

    game, word = sortilege.game(args.game), " ".join(args.word)
    guide = game.guide
    if args.rule is None:
        if not tell_guide(Console(width=min(WIDEST, Console().width), highlight=False), game, word, args.all):
            raise ValueError(f"the guide of {game.title} says nothing of {word!r}")
        return 0
    rule = guide.rules.get(args.rule) or guide.rules.get(f"{args.game}:{args.rule}")
    if rule is None:
        raise ValueError(f"the guide has no rule {args.rule!r}{nearest(args.rule, guide.rules)}")
    Console().print(f"[bold]{rule.id}[/]{' (ruling)' if rule.ruling else ''}: {rule.text}")
    return 0


def run_learn(args: argparse.Namespace) -> int:
    from sortilege.terminal.learn import figures, learn

    if args.figures:
        return figures()
    if args.game is None:
        raise ValueError("say which game: " + ", ".join(sortilege.games()))
    return learn(sortilege.game(args.game), args.again)


def run_play(args: argparse.Namespace) -> int:
    from sortilege.terminal.play import play, resume
    from sortilege.terminal.play_match import play_match, resume_match

    warn_if_interpreted()
    if args.resume:
        return resume(args.resume) if args.match is None else resume_match(args.resume, args.match)
    if args.game is None:
        raise ValueError("say which game: " + ", ".join(sortilege.games()))
    game = sortilege.game(args.game)
    seats = (args.seats or ",".join(["me", "greedy"][: game.seat_range[-1]])).split(",")
    begin = play if args.match is None else play_match
    return begin(game, seats, read_options(game.options, args.option), args.seed)


def run_simulate(args: argparse.Namespace) -> int:
    from sortilege.terminal.simulate import simulate

    warn_if_interpreted()
    game = sortilege.game(args.game)
    names = args.bots.split(",") if args.bots else ["greedy"] * max(2, game.seat_range[0])
    return simulate(game, names, read_options(game.options, args.option), args.games, args.seed, args.jobs)


def run_replay(args: argparse.Namespace) -> int:
    from sortilege.terminal.replay import replay

    return replay(args.file, args.seat, args.all)


def run_verify(args: argparse.Namespace) -> int:
    from sortilege.terminal.replay import verify

    return verify(args.file)


def run_serve(args: argparse.Namespace, open_browser: bool = False) -> int:
    from sortilege.table import serve

    warn_if_interpreted()
    serve(args.host, args.port, args.database or own_database(), open_browser, args.address, not args.no_work)
    return 0


def run_work(args: argparse.Namespace) -> int:
    from sortilege.table import work

    warn_if_interpreted()
    work(args.database, args.thinkers)
    return 0


def own_database() -> str:
    return f"sqlite:///{data_folder() / 'table.db'}"


def run_tables(args: argparse.Namespace) -> int:
    from sortilege.terminal.tables import list_tables

    return list_tables(args.database or own_database(), args.damaged)


def run_table(args: argparse.Namespace) -> int:
    """Without a command: the web table on this machine, in the browser."""
    own = argparse.Namespace(host="127.0.0.1", port=PORT, database=None, address="", no_work=False)
    return run_serve(own, open_browser=True)


def main(words: Sequence[str] | None = None) -> int:
    args = make_parser().parse_args(words)
    try:
        code: int = args.run(args)
    except (ValueError, OSError) as error:
        where = f"{args.file}: " if isinstance(error, BadRecord) and hasattr(args, "file") else ""
        print(f"sortilege: {where}{error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
