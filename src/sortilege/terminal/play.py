"""A game in the terminal, for people and bots."""

import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mode
from typing import Any

from rich.columns import Columns
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sortilege.bots import Bot, SearchBot, Seat, bot
from sortilege.engine import (
    CHANCE,
    OVER,
    EarlierCards,
    FastChance,
    Game,
    IllegalMove,
    NoSuchMove,
    Record,
    State,
    listed,
    named,
)
from sortilege.engine.record import EARLIER
from sortilege.engine.steps import read_move
from sortilege.engine.words import plain_words
from sortilege.terminal.board import changes, lines_of
from sortilege.terminal.data_folder import data_folder
from sortilege.terminal.guide import tell_guide

MOST_LISTED = 36
MOST_RECALLED = 12
FEW = 8
"""So many moves are listed one below the other."""
WIDEST = 100
COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
"""Of the players' names, by seat."""
GREETING = """[bold]help[/] what can be typed   [bold]guide[/] the rules   [bold]board[/] the whole table
[bold]hint[/] good moves   [bold]why not[/] MOVE the rule against it   [bold]quit[/] save and leave"""
HELP = """Type a move or its number; several joined by ';' run until one is refused.
  reroll 1 3 7           several dice, colours or lands come in any order
  step square se se sw   in Wizard Wars a path, until something happens
Besides:
  moves  list all legal moves        why not MOVE  the rule that forbids it
  board  draw the whole table        guide [WORD]  the rules, or some of them
  hint   ask for good moves          rule ID       read one rule
  log    what has happened           save [FILE]   keep the game in a file
                                     quit          save and leave"""


class Quit(Exception):
    """Somebody wants to stop for today."""


def play(game: Game, seats: list[str], options: dict[str, Any], seed: str | None) -> int:
    """A new game."""
    return TerminalGame(Record(game, seats, options), seed or secrets.token_hex()).run()


def resume(path: Path) -> int:
    """Go on with a saved game."""
    record = Record.load(path)
    if record.earlier:
        raise EarlierCards(EARLIER)
    return TerminalGame(record, secrets.token_hex(), path).run()


def player(seat: str, number: int, seed: str) -> "Bot | None":
    """The bot of a seat, or None for a person."""
    return None if is_person(seat) else bot(seat, f"{seed} bot {number}")


def is_person(seat: str) -> bool:
    return seat == "me" or seat.startswith("me:")


def examples(texts: list[str]) -> list[str]:
    """One move of each kind: of the usual length, so that it shows how several things are named."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        kinds[text.split()[0]].append(text)
    found = []
    for kind in sorted(kinds):
        length = mode(len(text.split()) for text in kinds[kind])
        usual = [text for text in kinds[kind] if len(text.split()) == length]
        found.append(usual[len(usual) // 2])
    return found


def display_names(seats: list[str]) -> list[str]:
    """Names to read: people by what they are called, equals numbered."""
    unnamed = "You" if reader_of(seats) is not None else "Player"
    called = [(seat.partition(":")[2] or unnamed) if is_person(seat) else seat for seat in seats]
    return [name if called.count(name) == 1 else f"{name} {number + 1}" for number, name in enumerate(called)]


def reader_of(seats: list[str]) -> int | None:
    """The seat of the only person; None where there are several, or none."""
    people = [number for number, seat in enumerate(seats) if is_person(seat)]
    return people[0] if len(people) == 1 else None


@dataclass
class TerminalGame:
    """One game and the people before this screen."""

    record: Record
    seed: str
    path: Path | None = None

    def __post_init__(self) -> None:
        self.chance = FastChance(self.seed)
        self.console = Console(highlight=False)
        self.game = self.record.game
        self.players = [player(seat, number, self.seed) for number, seat in enumerate(self.record.seats)]
        self.names = display_names(self.record.seats)
        self.people = [number for number, seat in enumerate(self.players) if seat is None]
        self.eye = reader_of(self.record.seats)
        self.state = self.record.final()
        self.log = [line for state, move in self.record.replay() for line in state.news(move, self.eye)]
        self.shown: dict[int, list[Text]] = {}
        """The table as each seat was shown it last."""
        self.recalled = dict.fromkeys(self.people, 0)
        """How much of the log each person has read."""
        self.looks = -1
        self.drawn = -1

    def named(self, sentence: str) -> str:
        return named(sentence, self.names, self.eye)

    def tell(self, sentences: list[str]) -> None:
        """Print what happened, the players' names in their colours."""
        colours = [f"[{COLOURS[seat % len(COLOURS)]}]{escape(name)}[/]" for seat, name in enumerate(self.names)]
        table = columns(("dim", "left"), ("", "left"), gap=1)
        for sentence in sentences:
            table.add_row("•", named(escape(sentence), colours, self.eye))
        if sentences:
            self.console.print(table)

    def heading(self, text: str, style: str = "dim") -> None:
        self.console.print()
        self.console.rule(f"[{style}]{escape(text)}[/]", align="left", style="dim")

    def run(self, also: str = "") -> int:
        """Play to the end, or until somebody leaves; `also` is what the command to go on needs besides."""
        self.greet()
        try:
            while self.state.seat != OVER:
                self.go_on()
        except (Quit, EOFError, KeyboardInterrupt):
            self.save(None)
            self.console.print(f"Go on with:  sortilege play --resume {self.path} {also}".rstrip())
            return 0
        self.finish()
        return 0

    def go_on(self) -> None:
        seat = self.state.seat
        if seat == CHANCE:
            self.draw_lots()
        elif someone := self.players[seat]:
            self.make(self.choice_of(someone, seat))
        else:
            self.ask(seat)

    def greet(self) -> None:
        who = listed([f"[{COLOURS[seat % len(COLOURS)]}]{escape(name)}[/]" for seat, name in enumerate(self.names)])
        width = min(self.console.width, WIDEST)
        about = f"{escape(self.game.line)}\nAt the table: {who}.\n\n{GREETING}"
        self.console.print(Panel(about, title=f"[bold]{self.game.title}[/]", border_style="cyan", width=width))
        if self.log:
            self.heading("Before")
            self.tell(self.log[-MOST_RECALLED:])

    def choice_of(self, someone: Bot, seat: int) -> int:
        if isinstance(someone, SearchBot):
            with self.console.status(f"{escape(self.names[seat])} thinks"):
                return someone.choose(Seat(self.state, seat))
        return someone.choose(Seat(self.state, seat))

    def draw_lots(self) -> None:
        self.make(self.chance.below(self.state.sides()))

    def make(self, move: int) -> list[str]:
        """Play a move or an outcome, and tell what happened."""
        told = self.state.news(move, self.eye)
        self.tell(told)
        self.log += told
        self.record.play(self.state, move)
        return told

    # A person's turn.

    def ask(self, seat: int) -> None:
        if self.drawn != len(self.record.steps):
            handed = self.hand_over(seat)
            self.draw(seat, everything=handed)
        seen = self.state.seen_by(seat)
        question = named(self.game.words.question(seen), self.names, seat).removeprefix("Your turn: ")
        self.heading("Your turn" if self.eye == seat else f"{self.names[seat]}'s turn", "bold cyan")
        self.console.print(f"[bold]{escape(question[0].upper() + question[1:])}[/]")
        self.list_moves(seen)
        while not self.understand(self.console.input("> ").strip(), seen):
            pass
        self.drawn = -1

    def hand_over(self, seat: int) -> bool:
        """With several people at one keyboard, nobody sees another's hand; has somebody else sat down before it?"""
        if len(self.people) == 1 or self.looks == seat:
            return False
        self.console.print(f"\n[reverse] {self.names[seat]} [/] Press Enter when it is you who looks.", end=" ")
        self.console.input()
        self.console.clear()
        if missed := self.log[self.recalled[seat] :][-MOST_RECALLED:]:
            self.heading("Since you looked")
            self.tell(missed)
        self.looks = seat
        return True

    def draw(self, seat: int, everything: bool = False) -> None:
        """The table as this seat sees it; of one that it was shown before, what has changed."""
        lines = lines_of(self.console, self.game.words.draw(self.state.view(seat), self.names))
        known = None if everything else self.shown.get(seat)
        drawn = lines if known is None else changes(known, lines, self.console.width)
        if drawn:
            self.heading("The table" if len(drawn) == len(lines) else "What has changed")
        for line in drawn:
            self.console.print(line, overflow="ignore", crop=False)
        self.shown[seat] = lines
        self.recalled[seat] = len(self.log)
        self.drawn = len(self.record.steps)

    def list_moves(self, seen: State, everything: bool = False) -> None:
        moves = self.state.moves()
        texts = [self.state.text(move) for move in moves]
        if len(moves) > MOST_LISTED and not everything:
            such = ", ".join(examples(texts))
            self.console.print(f"  {len(moves)} moves, such as: {such}   [dim]('moves' lists all)[/]")
            return
        labels = [self.label(seen, move) for move in moves]
        if all(text == label.lower() for text, label in zip(texts, labels)):
            numbered = [f"[bold]{number:>3}[/] {text}" for number, text in enumerate(texts, 1)]
            self.console.print(Columns(numbered, column_first=True, padding=(0, 2)))
            return
        longest = max(map(len, texts))
        lines = [f"{text:<{longest}}  [dim]{escape(label)}[/]" for text, label in zip(texts, labels)]
        numbered = [f"[bold]{number:>3}[/]  {line}" for number, line in enumerate(lines, 1)]
        if len(moves) > FEW and longest + max(map(len, labels)) + 9 <= self.console.width // 2:
            self.console.print(Columns(numbered, column_first=True, padding=(0, 2)))
            return
        table = columns(("bold", "right"), ("", "left"), ("dim", "left"))
        for number, (text, label) in enumerate(zip(texts, labels), 1):
            table.add_row(str(number), text, escape(label))
        self.console.print(table)

    def understand(self, answer: str, seen: State) -> bool:
        """Play what was typed, or answer it; was a move made?"""
        word, _, rest = answer.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": lambda: self.console.print(HELP),
            "moves": lambda: self.list_moves(seen, everything=True),
            "board": lambda: self.draw(self.state.seat, everything=True),
            "table": lambda: self.draw(self.state.seat, everything=True),
            "guide": lambda: self.tell_guide(rest),
            "log": lambda: self.tell(self.log[-40:]),
            "save": lambda: self.save(Path(rest) if rest else None),
            "rule": lambda: self.tell_rule(rest),
            "why": lambda: self.why_not(rest.removeprefix("not").strip()),
            "hint": self.hint,
            "quit": self.leave,
        }
        if word in commands:
            commands[word]()
            return False
        return self.play_all([self.meant(part.strip()) for part in answer.split(";") if part.strip()])

    def meant(self, text: str) -> list[str]:
        """The moves that a text, or a number or a line of the list, stands for."""
        moves = self.state.moves()
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(moves):
            return [self.state.text(moves[int(text) - 1])]
        path = self.game.words.expand(text)
        try:
            self.state.parse(path[0])
        except NoSuchMove:
            told = self.told_as(text)
            return told if len(told) == 1 else path
        return path

    def told_as(self, text: str) -> list[str]:
        """The moves whose lines in the list begin like this: "learn hush", where the notation names its place."""
        seen, typed = self.state.seen_by(self.state.seat), plain_words(text)
        labels = [(move, plain_words(self.label(seen, move))) for move in self.state.moves()]
        return [self.state.text(move) for move, words in labels if typed and words[: len(typed)] == typed]

    def label(self, seen: State, move: int) -> str:
        return named(self.game.words.label(seen, move), self.names, self.state.seat)

    def play_all(self, paths: list[list[str]]) -> bool:
        """Play moves, and paths of them, until one is refused; was any made?"""
        seat, played, text = self.state.seat, 0, ""
        try:
            for path in paths:
                while self.state.seat == CHANCE:
                    self.draw_lots()
                told: list[str] = []
                for text in path:
                    self.check_nothing_came_between(seat, told)
                    told = self.make(read_move(self.state, text))
                    played += 1
        except IllegalMove as error:
            self.refuse(error)
            if played:
                self.console.print(f"{played} of {sum(map(len, paths))} moves played; stopped before '{escape(text)}'.")
        return played > 0

    def check_nothing_came_between(self, seat: int, told: list[str]) -> None:
        """The next move was meant for this seat, and on a path for a step that was only told as such."""
        if self.state.seat == OVER:
            raise IllegalMove("The game is over.")
        if self.state.seat not in (seat, CHANCE):
            raise IllegalMove(f"Now it is for {self.names[self.state.seat]} to decide.")
        if self.state.seat == CHANCE or len(told) > 1:
            raise IllegalMove("Something happened on the way.")

    def refuse(self, error: IllegalMove) -> None:
        self.console.print(f"[red]{escape(error.reason)}[/]")
        if error.rule:
            self.tell_rule(error.rule)

    def why_not(self, text: str) -> None:
        """The rule against a move or the first step of a path that is refused, tried on a copy."""
        state, legal = self.state.copy(), []
        try:
            for step in self.meant(text):
                if state.seat == self.state.seat:
                    move = read_move(state, step)
                    legal.append(state.text(move))
                    state.advance(move)
        except IllegalMove as error:
            if legal:
                self.console.print(f"After '{'; '.join(legal)}':")
            self.refuse(error)
        else:
            self.console.print(f"'{'; '.join(legal)}' is legal: go ahead.")

    def tell_rule(self, rule: str) -> None:
        rules = self.game.guide.rules
        found = rules.get(rule) or rules.get(f"{self.game.name}:{rule}")
        self.console.print(f"[dim]{escape(f'{found.id}: {found.text}') if found else f'no rule {rule!r}'}[/]")

    def tell_guide(self, word: str) -> None:
        """The guide to page through, or what it says of a word."""
        if not word:
            with self.console.pager(styles=True):
                tell_guide(self.console, self.game)
        elif not tell_guide(self.console, self.game, word):
            self.console.print(f"The guide says nothing of {escape(repr(word))}.")

    def hint(self) -> None:
        from sortilege.analysis.hints import hints

        with self.console.status("Looking ahead"):
            found = hints(Seat(self.state, self.state.seat))
        if not found:
            self.console.print("There is only one thing to do.")
            return
        table = columns(("bold", "left"), ("", "left"), ("cyan", "left"), ("dim", "left"))
        for hint in found:
            chance = f"wins {100 * hint.chance:.0f} % ({100 * hint.low:.0f} to {100 * hint.high:.0f})"
            label = named(hint.label, self.names, self.state.seat)
            table.add_row(hint.text, chance, hint.words, "" if label.lower() == hint.text else escape(label))
        self.console.print(table)

    def leave(self) -> None:
        raise Quit

    # Before and after.

    def save(self, path: Path | None) -> None:
        folder = data_folder() / "games"
        folder.mkdir(exist_ok=True)
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        self.path = path or self.path or folder / f"{self.game.name}-{stamp}.json"
        self.record.save(self.path)
        self.console.print(f"Saved as {self.path}")

    def finish(self) -> None:
        self.heading("The end")
        self.console.print(self.game.words.draw(self.state.view(self.eye), self.names))
        places, scores = self.state.ranking(), self.state.scores()
        table = columns(("", "right"), ("bold", "left"), ("", "right"))
        for place, seat in sorted(zip(places, range(len(places)))):
            named_place = (f"{place}.", escape(self.names[seat])) if len(places) > 1 else ("", "Score")
            table.add_row(*named_place, str(scores[seat]))
        title = "" if self.eye is None else verdict(places, self.eye)
        self.console.print(Panel.fit(table, title=f"[bold]{title}[/]" if title else None, border_style="cyan"))
        self.save(None)


def columns(*looks: tuple[str, JustifyMethod], gap: int = 2) -> Table:
    """A table without lines, its columns each with a style and a side."""
    table = Table.grid(padding=(0, 0, 0, gap), pad_edge=True)
    for style, side in looks:
        table.add_column(style=style, justify=side)
    return table


def verdict(places: list[int], seat: int) -> str:
    """How it ended for the one person who played."""
    if places[seat] != 1:
        return "You lose."
    return "You win." if places.count(1) == 1 else "You share the win."
