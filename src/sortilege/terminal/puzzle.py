"""`sortilege puzzle`: one position, one best move; and how new ones are found."""

import argparse
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from sortilege.analysis.puzzles import (
    DIFFICULTIES,
    FILE,
    Difficulty,
    Finder,
    Puzzle,
    find,
    missing_grades,
    of_the_day,
    puzzles,
    read,
    write,
)
from sortilege.arena.figures import share
from sortilege.arena.runner import run
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
        return find_more(game, args.find, args.out or Path(FILE), args.seed or secrets.token_hex(4), args.jobs)
    if args.check:
        warn_if_interpreted()
        return check(game, args.check, args.seed or "check", args.out, args.jobs)
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


@dataclass(frozen=True)
class Hunt:
    """Looks for puzzles of these grades in a game with this number; other processes can do it too."""

    game: str
    seed: str
    grades: Sequence[Difficulty]

    def __call__(self, number: int) -> list[Puzzle]:
        return list(find(find_game(self.game), number, self.seed, self.grades))


def find_more(game: Game, wanted: int, file: Path, seed: str, jobs: int) -> int:
    """Go on until there are so many, a tenth of them of every grade; each is kept as it is found."""
    found = read(file)
    number = 0
    while missing := missing_grades(found, wanted):
        for more in run(Hunt(game.name, seed, missing), range(number, sys.maxsize), jobs):
            number += 1
            names = {each.name for each in found}
            found += [each for each in more if each.name not in names]
            write(file, found)
            print(len(found), "puzzles after", number, "games", flush=True)
            if missing_grades(found, wanted) != missing:
                break
        else:
            return 130
    return 0


@dataclass(frozen=True)
class Check:
    """By how much a long search, with luck of its own, finds a puzzle's move ahead, and its grade as of now."""

    game: str
    playouts: int
    seed: str
    names: Sequence[str]

    def __call__(self, number: int) -> "Checked":
        game = find_game(self.game)
        puzzle = puzzles(game)[self.names[number]]
        state = puzzle.state(game)
        best = state.parse(puzzle.best)
        finder = Finder(game, state, self.seed)
        lead = finder.lead(best, self.playouts, f"{self.seed} {puzzle.name}")
        return Checked(replace(puzzle, difficulty=finder.difficulty(best)), lead >= 0, lead >= finder.least)


@dataclass(frozen=True)
class Checked:
    puzzle: Puzzle
    best: bool
    clear: bool
    """Is it ahead by as much as new puzzles have to be?"""


def check(game: Game, playouts: int, seed: str, out: Path | None, jobs: int) -> int:
    """How many puzzles a long search still calls as they are; `out` keeps, graded anew, those that are clearly so."""
    names = list(puzzles(game))
    checked = list(run(Check(game.name, playouts, seed, names), range(len(names)), jobs, "Checking"))
    for grade in DIFFICULTIES:
        tell_held(grade, [each for each in checked if each.puzzle.difficulty == grade])
    tell_held("all", checked)
    if out:
        unchecked = [puzzles(game)[name] for name in names[len(checked) :]]
        write(out, [each.puzzle for each in checked if each.clear] + unchecked)
    return 0 if len(checked) == len(names) else 130


def tell_held(which: str, every: Sequence[Checked]) -> None:
    held = share(sum(each.best for each in every), len(every)).percent()
    print(f"{which}: {len(every)} puzzles, still best {held}; {sum(each.clear for each in every)} clearly")
