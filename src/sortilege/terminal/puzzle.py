"""`sortilege puzzle`: one position, one best move; and how new ones are found."""

import argparse
import secrets
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from sortilege.analysis.puzzles import DIFFICULTIES, FILE, Finder, Puzzle, find_more, of_the_day, puzzles, write
from sortilege.arena.figures import share
from sortilege.engine import Game, IllegalMove, named, nearest
from sortilege.engine.steps import read_move
from sortilege.games import game as find_game
from sortilege.terminal.compilation import warn_if_interpreted

ASKED = "Your move ([bold]why[/] gives up and shows it): "


def run_puzzle(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    console = Console(highlight=False)
    if args.find:
        warn_if_interpreted()
        seed = args.seed or secrets.token_hex(4)
        file = args.out or Path(FILE)
        found = find_more(game, args.find, file, seed, lambda have, games: print(have, "after", games, flush=True))
        console.print(f"{len(found)} puzzles: {file}")
        return 0
    if args.check:
        return check(game, args.check, args.seed or "check", args.out, console)
    if args.list:
        for each in puzzles(game).values():
            console.print(f"{each.name}  {each.difficulty:<6}  [dim]{seat_count(each)} seats[/]")
        return 0
    return ask(game, chosen(game, args.name), console)


def seat_count(puzzle: Puzzle) -> int:
    return int(str(puzzle.snapshot["position"]["seats"]))


def chosen(game: Game, name: str | None) -> Puzzle:
    every = puzzles(game)
    found = of_the_day(game, date.today()) if name is None else every.get(name)
    if found is None:
        raise ValueError(f"{game.title} has no such puzzle{nearest(name or '', every)}; --list has their names")
    return found


def ask(game: Game, puzzle: Puzzle, console: Console) -> int:
    """Show the position, and ask until the move is found or given up."""
    state = puzzle.state(game)
    seat = int(state.seat)
    names = ["You" if each == seat else f"Player {each + 1}" for each in range(state.seats)]
    seen = state.seen_by(seat)
    console.print(f"[bold]{game.title}: a puzzle[/] [dim]{puzzle.name}, {puzzle.difficulty}[/]")
    console.print(game.words.draw(state.view(seat), names))
    console.print(escape(named(game.words.question(seen), names, seat)))
    console.print("[dim]" + escape(", ".join(state.text(move) for move in state.moves())) + "[/]")
    while True:
        try:
            typed = console.input(ASKED).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return 0
        if typed == "why":
            break
        try:
            move = read_move(state, typed)
        except IllegalMove as refusal:
            console.print(escape(str(refusal)))
            continue
        if puzzle.solved(state, move):
            console.print("[green]That is it.[/]")
            break
        console.print(f"Not the best{told_chance(puzzle, state.text(move))}. Try again.")
    console.print("\n".join(map(escape, explained(puzzle, names, seat))))
    return 0


def told_chance(puzzle: Puzzle, text: str) -> str:
    return f": {100 * puzzle.chances[text]:.0f} % to win" if text in puzzle.chances else ""


def explained(puzzle: Puzzle, names: list[str], seat: int) -> list[str]:
    """The best move beside the others, and why."""
    order = sorted(puzzle.chances, key=lambda text: -puzzle.chances[text])
    marks = {puzzle.best: "  the best", puzzle.usual: "  looks best at once"}
    lines = [f"{100 * puzzle.chances[text]:>4.0f} %  {text}{marks.get(text, '')}" for text in order]
    return [*lines, *(named(sentence, names, seat) for sentence in puzzle.why)]


def check(game: Game, playouts: int, seed: str, out: Path | None, console: Console) -> int:
    """How many puzzles a long search, with luck of its own, still calls as they are; `out` keeps those."""
    warn_if_interpreted()
    holding: list[Puzzle] = []
    for difficulty in DIFFICULTIES:
        every = [each for each in puzzles(game).values() if each.difficulty == difficulty]
        held = [each for each in every if holds(game, each, playouts, seed)]
        console.print(f"{difficulty}: {len(every)} puzzles, still best {share(len(held), len(every)).percent()}")
        holding += held
    console.print(f"all: {len(puzzles(game))} puzzles, still best {share(len(holding), len(puzzles(game))).percent()}")
    if out:
        write(out, holding)
    return 0


def holds(game: Game, puzzle: Puzzle, playouts: int, seed: str) -> bool:
    state = puzzle.state(game)
    return Finder(game, state, seed).lead(state.parse(puzzle.best), playouts, f"{seed} {puzzle.name}") >= 0
