"""A recorded game, step by step; and whether it is true."""

import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from sortilege.engine import EarlierCards, Record, named
from sortilege.engine.record import EARLIER
from sortilege.terminal.play import display_names, reader_of


def replay(path: Path, seat: int | None, everything: bool) -> int:
    """Show every step; Enter goes on, q ends."""
    record = Record.load(path)
    if seat is not None and not 1 <= seat <= len(record.seats):
        raise ValueError(f"the game has seats 1 to {len(record.seats)}, not {seat}")
    eye = None if seat is None else seat - 1
    console = Console(highlight=False)
    names, reader = display_names(record.seats), reader_of(record.seats)
    if record.earlier:
        return tell(record, names, eye, console)
    stepwise = not everything and sys.stdin.isatty()
    for number, ((state, move), step) in enumerate(zip(record.replay(), record.steps), 1):
        told = " ".join(named(line, names, reader) for line in state.news(move, eye))
        hidden = state.secret(move, -1 if eye is None else eye)
        console.print(f"[dim]{number:>5}[/]  {'…' if hidden else escape(step):<28} {escape(told)}")
        if stepwise and state.seat >= 0 and console.input("").strip() == "q":
            return 0
    final = record.final()
    console.print(record.game.words.draw(final.view(eye), names))
    tell_scores(names, final.scores(), console)
    return 0


def tell(record: Record, names: list[str], eye: int | None, console: Console) -> int:
    """A game of earlier cards, in notation: what its seats may have known cannot be told any more."""
    if eye is not None:
        raise EarlierCards(f"{EARLIER} Whoever reads it sees everything: leave --seat out.")
    console.print(f"[yellow]{EARLIER}[/]")
    for number, step in enumerate(record.told(names), 1):
        console.print(f"[dim]{number:>5}[/]  {escape(step)}")
    if record.result:
        console.print(f"ended by: {escape(record.result['ending'])}")
        tell_scores(names, record.result["scores"], console)
    return 0


def tell_scores(names: list[str], scores: list[int], console: Console) -> None:
    console.print(f"scores: {escape(', '.join(f'{name} {score}' for name, score in zip(names, scores)))}")


def verify(path: Path) -> int:
    """Replay and check everything; a BadRecord tells what is wrong. 1: only the chance in it could be checked."""
    record = Record.load(path)
    outcomes = sum(step.startswith("*") for step in record.steps)
    if record.earlier:
        print(EARLIER)
        print(f"{record.game.title}: {len(record.steps)} steps, {outcomes} of them outcomes in their range.")
        print("Whether the moves were legal and lead to the result cannot be checked with the cards of now.")
    else:
        print(f"{record.game.title}: {len(record.steps)} steps are legal, {outcomes} of them outcomes.")
    if record.result is None:
        print("The game is not over.")
    else:
        print(f"It ends with: {record.result['ending']}; scores {record.result['scores']}.")
    if record.seal is None:
        print("It carries no seal: where the outcomes came from cannot be checked.")
    elif not record.seal.secret:
        print("Its seal is still closed: the secret is published when the game is over.")
    else:
        print("The seal fits its commitment, and every outcome follows from it.")
    return int(record.earlier)
