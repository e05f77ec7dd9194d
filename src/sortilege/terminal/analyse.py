"""`sortilege analyse`: what happened in a recorded game."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from sortilege.analysis import Analysis, Found, Step
from sortilege.analysis.analyst import analyst
from sortilege.analysis.budget import BUDGETS
from sortilege.analysis.decisions import GRADES
from sortilege.arena.runner import run
from sortilege.engine import Record, named
from sortilege.terminal.compilation import warn_if_interpreted
from sortilege.terminal.play import display_names

WIDTH = 72
HEIGHT = 10
MARKS = "●■▲◆★✚⬟⬢"
"""The seats in the graph."""
GRADE_MARKS = dict(zip(GRADES, "★●◆▼✖"))


@dataclass(frozen=True)
class Look:
    """Looks at one step of a game; other processes can do it too."""

    record: str
    budget: str

    def __call__(self, number: int) -> Step:
        return analyst(self.record, self.budget).step(number)


def run_analyse(args: argparse.Namespace) -> int:
    """Analyse a file; after Ctrl-C what is done is told."""
    warn_if_interpreted()
    text = Record.load(args.file).dumps()
    whole = analyst(text, args.budget)
    seats = len(whole.record.seats)
    if args.seat is not None and not 1 <= args.seat <= seats:
        raise ValueError(f"the seats of this game are 1 to {seats}, not {args.seat}")
    steps = list(run(Look(text, args.budget), range(whole.steps), args.jobs, "Analysing"))
    found = whole.analysis(steps)
    if args.json:
        print(found.dumps())
    else:
        show(found, args.seat, args.all)
    return 0 if found.whole else 130


def show(found: Analysis, seat: int | None, everything: bool) -> None:
    console = Console(highlight=False)
    names = display_names(found.seats)
    if not found.whole:
        console.print(f"[yellow]Stopped after {found.done} of {found.steps} steps.[/]")
    marks = "  ".join(f"{mark} {escape(name)}" for mark, name in zip(MARKS, names))
    console.print(f"[bold]Chances of winning[/]  {marks}")
    console.print("\n".join(graph(found)))
    console.print(grades_table(found, names))
    console.print(balance_table(found, names))
    tell("Where it was decided", found.turning_points, names, console)
    worst = sorted((each for each in found.decisions if each.blamed), key=lambda each: -each.loss)
    wanted = [each for each in worst if seat is None or each.seat == seat - 1]
    tell("Worth a second look", wanted if everything else wanted[:5], names, console, found.turning_points)
    console.print(f"[dim]{BUDGETS[found.budget].about}; chances as in games of {found.level}.[/]")


def graph(found: Analysis) -> list[str]:
    """The chances over the steps; where seats stand alike, the first of them is seen."""
    rows = [[" "] * (WIDTH + 1) for _ in range(HEIGHT + 1)]
    for column in range(WIDTH + 1):
        chances = found.chances_at(column * found.steps / WIDTH)
        for seat in reversed(range(len(chances))):
            rows[HEIGHT - round(chances[seat] * HEIGHT)][column] = MARKS[seat]
    scale = [f"{100 - 100 * row // HEIGHT:>4}%" if row % 5 == 0 else "     " for row in range(HEIGHT + 1)]
    return [f"{label} {''.join(row).rstrip()}" for label, row in zip(scale, rows)]


def grades_table(found: Analysis, names: Sequence[str]) -> Table:
    table = Table("decisions", *(f"{GRADE_MARKS[grade]} {grade}" for grade in GRADES), "lost")
    for seat, name in enumerate(names):
        counts = found.grades(seat)
        table.add_row(escape(name), *(str(counts[grade] or "·") for grade in GRADES), points(-found.lost(seat)))
    return table


def balance_table(found: Analysis, names: Sequence[str]) -> Table:
    table = Table("result", "at first", "luck", "own play", "others' play", "the rest", "in the end")
    for seat, name in enumerate(names):
        each = found.balance(seat)
        parts = (f"{points(part.value)} ± {196 * part.error:.0f}" for part in (each.luck, each.skill, each.others))
        table.add_row(escape(name), percent(each.start), *parts, points(each.rest), percent(each.result))
    return table


def tell(
    heading: str, every: Sequence[Found], names: Sequence[str], console: Console, before: Sequence[Found] = ()
) -> None:
    """The reasons of what was told before are not told again."""
    if every:
        console.print(f"[bold]{heading}[/]")
    for each in every:
        console.print(Padding(told(each, names), (0, 0, 0, 2)))
        if each not in before:
            for sentence in reasons(each, names):
                console.print(Padding(escape(sentence), (0, 0, 0, 6)))


def reasons(found: Found, names: Sequence[str]) -> list[str]:
    """Why the better move is better, and how it would go on."""
    line = "; ".join(named(move, names) for move in found.line)
    return [named(sentence, names) for sentence in found.why] + [f"It would go on: {line}."] * (len(found.line) > 1)


def told(found: Found, names: Sequence[str]) -> str:
    """A decision, or an outcome, in a line."""
    where = f"[dim]step {found.step + 1}[/]"
    if found.played is None:
        most = max(range(len(names)), key=lambda seat: abs(found.changes[seat]))
        return f"{where}  chance: {escape(names[most])} {points(found.changes[most])}"
    who, mark = escape(names[found.seat]), GRADE_MARKS[found.grade] if found.grade else ""
    line = f"{where}  {mark} {who}: {escape(found.played.text)}, {percent(found.played.chance)}"
    return f"{line}; better: {escape(found.best.text)}, {percent(found.best.chance)}" if found.best else line


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def points(change: float) -> str:
    """A change of chances in per cent."""
    return f"{100 * change:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")
