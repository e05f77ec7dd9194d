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
from rich.console import Console
from rich.markup import escape

from sortilege.bots import Bot, Seat, bot
from sortilege.engine import CHANCE, OVER, Chance, FastChance, Game, IllegalMove, Record, State, named
from sortilege.engine.steps import read_move
from sortilege.terminal.data_folder import data_folder

MOST_LISTED = 36
HELP = """Type a move or its number; several joined by ';' run until one is refused.
  reroll 1 3 7           several dice, colours or lands come in any order
  step square se se sw   in Wizard Wars a path, until something happens
Besides:
  moves    list all legal moves      why not MOVE  the rule that forbids it
  rule ID  read a rule               log           what has happened
  table    draw the table again      save [FILE]   keep the game in a file
  hint     ask for good moves        quit          save and leave"""


class Quit(Exception):
    """Somebody wants to stop for today."""


def play(game: Game, seats: list[str], options: dict[str, Any], seed: str | None) -> int:
    """A new game."""
    return TerminalGame(Record(game, seats, options), FastChance(seed or secrets.token_hex())).run()


def resume(path: Path) -> int:
    """Go on with a saved game."""
    return TerminalGame(Record.load(path), FastChance(secrets.token_hex()), path).run()


def player(seat: str, number: int) -> "Bot | None":
    """The bot of a seat, or None for a person."""
    return None if is_person(seat) else bot(seat, f"{secrets.token_hex(8)} {number}")


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
    called = [seat.partition(":")[2] or seat if is_person(seat) else seat for seat in seats]
    return [name if called.count(name) == 1 else f"{name} {number + 1}" for number, name in enumerate(called)]


@dataclass
class TerminalGame:
    """One game and the people before this screen."""

    record: Record
    chance: Chance
    path: Path | None = None

    def __post_init__(self) -> None:
        self.console = Console(highlight=False)
        self.game = self.record.game
        self.players = [player(seat, number) for number, seat in enumerate(self.record.seats)]
        self.names = display_names(self.record.seats)
        self.people = [number for number, seat in enumerate(self.players) if seat is None]
        self.eye = self.people[0] if len(self.people) == 1 else None
        self.state = self.record.final()
        self.drawn = -1
        self.log = self.told_so_far()

    def told_so_far(self) -> list[str]:
        return [named(line, self.names) for state, move in self.record.replay() for line in state.news(move, self.eye)]

    def run(self) -> int:
        self.console.print(f"[bold]{self.game.title}[/]. [dim]Type 'help' for what can be typed.[/]")
        try:
            while self.state.seat != OVER:
                self.go_on()
        except (Quit, EOFError, KeyboardInterrupt):
            self.save(None)
            self.console.print(f"Go on with:  sortilege play --resume {self.path}")
            return 0
        self.finish()
        return 0

    def go_on(self) -> None:
        seat = self.state.seat
        if seat == CHANCE:
            self.draw_lots()
        elif someone := self.players[seat]:
            self.make(someone.choose(Seat(self.state, seat)))
        else:
            self.ask(seat)

    def draw_lots(self) -> None:
        self.make(self.chance.below(self.state.sides()))

    def make(self, move: int) -> list[str]:
        """Play a move or an outcome, and tell what happened."""
        told = [named(line, self.names) for line in self.state.news(move, self.eye)]
        for sentence in told:
            self.console.print(f"  {escape(sentence)}")
        self.log += told
        self.record.play(self.state, move)
        return told

    # A person's turn.

    def ask(self, seat: int) -> None:
        if self.drawn != len(self.record.steps):
            self.hand_over(seat)
            self.draw(seat)
        seen = self.state.seen_by(seat)
        question = named(self.game.words.question(seen), self.names)
        asked = (
            "" if question.startswith("Your turn") else "Your turn: " if self.eye == seat else f"{self.names[seat]}: "
        )
        self.console.print(f"\n[bold]{escape(asked)}[/]{escape(question)}")
        self.list_moves(seen)
        while not self.understand(self.console.input("> ").strip(), seen):
            pass
        self.drawn = -1

    def hand_over(self, seat: int) -> None:
        """With several people at one keyboard, nobody sees another's hand."""
        if len(self.people) > 1:
            self.console.print(f"\n[reverse] {self.names[seat]} [/] Press Enter when it is you who looks.", end=" ")
            self.console.input()
            self.console.clear()

    def draw(self, seat: int) -> None:
        self.console.print()
        self.console.print(self.game.words.draw(self.state.view(seat), self.names))
        self.drawn = len(self.record.steps)

    def list_moves(self, seen: State, everything: bool = False) -> None:
        moves = self.state.moves()
        texts = [self.state.text(move) for move in moves]
        if len(moves) > MOST_LISTED and not everything:
            such = ", ".join(examples(texts))
            self.console.print(f"  {len(moves)} moves, such as: {such}   [dim]('moves' lists all)[/]")
            return
        labels = [named(self.game.words.label(seen, move), self.names) for move in moves]
        if all(text == label.lower() for text, label in zip(texts, labels)):
            numbered = [f"[bold]{number:>3}[/] {text}" for number, text in enumerate(texts, 1)]
            self.console.print(Columns(numbered, column_first=True, padding=(0, 2)))
            return
        for number, (text, label) in enumerate(zip(texts, labels), 1):
            self.console.print(f"  [bold]{number:>3}[/]  {text:<24} [dim]{escape(label)}[/]")

    def understand(self, answer: str, seen: State) -> bool:
        """Play what was typed, or answer it; was a move made?"""
        word, _, rest = answer.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": lambda: self.console.print(HELP),
            "moves": lambda: self.list_moves(seen, everything=True),
            "table": lambda: self.draw(self.state.seat),
            "log": lambda: self.console.print(escape("\n".join(self.log[-40:]))),
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
        """The moves that a text or a number of the list stands for."""
        moves = self.state.moves()
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(moves):
            return [self.state.text(moves[int(text) - 1])]
        return self.game.words.expand(text)

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

    def hint(self) -> None:
        from sortilege.bots.hints import hints

        found = hints(Seat(self.state, self.state.seat))
        if not found:
            self.console.print("There is only one thing to do.")
        for hint in found:
            label = escape(named(hint.label, self.names))
            interval = f"({100 * hint.low:.0f} to {100 * hint.high:.0f})"
            judged = f"wins {100 * hint.chance:.0f} % {interval}, {hint.words}"
            self.console.print(f"  {hint.text:<24} {judged}  [dim]{label}[/]")

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
        self.console.print()
        self.console.print(self.game.words.draw(self.state.view(self.eye), self.names))
        places, scores = self.state.ranking(), self.state.scores()
        if self.eye is not None:
            self.console.print(f"[bold]{verdict(places, self.eye)}[/]")
        if len(places) > 1:
            for place, name, score in sorted(zip(places, self.names, scores)):
                self.console.print(f"  {place}. [bold]{escape(name)}[/]  {score}")
        else:
            self.console.print(f"  {scores[0]}")
        self.save(None)


def verdict(places: list[int], seat: int) -> str:
    """How it ended for the one person who played."""
    if places[seat] != 1:
        return "You lose."
    return "You win." if places.count(1) == 1 else "You share the win."
