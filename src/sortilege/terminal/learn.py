"""A lesson in the terminal: the steps that the page shows too, one at a time."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

import sortilege
from sortilege.engine import Game, IllegalMove, Record, State, named
from sortilege.engine.lesson import STRONG, Lesson, callings
from sortilege.engine.panels import WIDE, draw
from sortilege.terminal.data_folder import data_folder
from sortilege.terminal.play import Quit, TerminalGame

HELP = """Enter goes on; where a move is asked for, type it or its number.
  back   a step back                 board         draw the whole table
  moves  list all legal moves        guide [WORD]  the rules, or some of them
  again  from the beginning          rule ID       read one rule
  quit   leave; the lesson goes on from here another day"""
PROMPT = "[dim]Enter on · back · quit · help[/] "
WIDEST = 80
PACE = 200
"""Words that are read in a minute."""


def learn(game: Game, again: bool) -> int:
    """The lesson of a game, from where one was."""
    if game.lesson is None:
        raise ValueError(f"there is no lesson for {game.title} yet; read its rules: sortilege guide {game.name}")
    return TerminalLesson(game.lesson, again).run()


def figures() -> int:
    """How long the lessons are, and how many of the rules for a first game they show."""
    table = Table("game", "steps", "moves", "words", "minutes", "first move", "first rules", "shown")
    for name in sortilege.games():
        game = sortilege.game(name)
        first = [rule.id for rule in game.guide.rules.values() if rule.kind == "first"]
        if lesson := game.lesson:
            asks = sum(bool(step.moves) for step in lesson.steps)
            minutes = [f"{words / PACE:.1f}" for words in (lesson.words, lesson.words_at_first)]
            told = [str(len(lesson.steps)), str(asks), str(lesson.words), *minutes]
        else:
            told = ["–"] * 5
        shown = set(first) & set(lesson.rules if lesson else ())
        table.add_row(name, *told, str(len(first)), str(len(shown)))
    Console().print(table)
    return 0


def kept_file() -> Path:
    return data_folder() / "lessons.json"


def kept_places() -> dict[str, Any]:
    """Where one was in each lesson; a file that cannot be read is as good as none."""
    try:
        found = json.loads(kept_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class TerminalLesson(TerminalGame):
    """A lesson and its one learner before this screen."""

    def __init__(self, lesson: Lesson, again: bool) -> None:
        seats = ["me" if seat == lesson.seat else "random" for seat in range(lesson.seats)]
        super().__init__(Record(lesson.game, seats, dict(lesson.options)), lesson.seed)
        self.names = list(lesson.names)
        self.lesson = lesson
        self.place = lesson.at(0)
        kept = kept_places().get(lesson.game.name)
        if kept and not again:
            self.place = lesson.at(int(kept["number"]), kept["chosen"])

    def run(self, also: str = "") -> int:
        try:
            while True:
                self.show()
                prompt = "> " if self.place.asks else PROMPT
                while not self.understand(
                    self.console.input(prompt).strip(), self.place.state.seen_by(self.lesson.seat)
                ):
                    pass
        except (Quit, EOFError, KeyboardInterrupt):
            return 0

    def show(self) -> None:
        """The step: what happened, the table if it has changed, what is said, what is asked."""
        place, count = self.place, len(self.lesson.steps)
        self.state = place.state
        self.keep()
        self.draw(self.lesson.seat)
        self.heading(f"Step {place.number + 1} of {count}: {place.step.title}", "bold cyan")
        self.tell(list(place.told))
        self.say(place.says)
        if at := self.pointed_at():
            self.console.print(f"  [dim]→ {escape(', '.join(at))}[/]")
        if place.asks:
            seen = place.state.seen_by(self.lesson.seat)
            self.console.print(f"[bold]{escape(named(self.game.words.question(seen), self.names))}[/]", width=WIDEST)
            for wrong in place.step.wrong:
                if wrong.label:
                    self.console.print(f"  {escape(wrong.label)}: [bold]{escape(wrong.move)}[/]")
            self.list_moves(seen)
            if any(";" in move.move for move in place.step.moves):
                example = seen.text(seen.moves()[0])
                self.console.print(
                    f"  [dim]Several in a row are joined by ';': {escape(example)}; {escape(example)}[/]"
                )
        elif self.lesson.after(place) is None:
            seats = ",".join("me" if seat == self.lesson.seat else "apprentice" for seat in range(self.lesson.seats))
            self.console.print(f"Your first game:  sortilege play {self.game.name} --seats {seats}")

    def say(self, text: str) -> None:
        marked = STRONG.sub(r"[bold]\1[/]", escape(text))
        self.console.print(Padding(marked, (0, 0, 0, 2)), width=min(WIDEST, self.console.width))

    def pointed_at(self) -> list[str]:
        """The titles of the panels that the step points at, whole or at something on them, and the moves."""
        place, seat = self.place, self.lesson.seat
        drawing = draw(self.game, place.state.seen_by(seat), seat, self.names, WIDE, asked=place.asks)
        panels = [panel.title for panel in drawing.panels if callings(panel) & set(place.points)]
        return panels + [point for point in place.points if point in drawing.moves]

    def understand(self, answer: str, seen: State) -> bool:
        """Do what was typed, or answer it; is there another step to show?"""
        word, _, rest = answer.partition(" ")
        commands: dict[str, Callable[[], bool | None]] = {
            "": self.go_further,
            "on": self.go_further,
            "back": self.go_back,
            "again": lambda: self.go_to((0, ())),
            "quit": self.leave,
            "help": lambda: self.console.print(HELP),
            "moves": lambda: self.list_moves(seen, everything=True),
            "board": lambda: self.draw(self.lesson.seat, everything=True),
            "guide": lambda: self.tell_guide(rest),
            "rule": lambda: self.tell_rule(rest),
            "why": lambda: self.why_not(rest.removeprefix("not").strip()),
        }
        return bool(commands[word]()) if word in commands else self.try_move(answer)

    def go_further(self) -> bool:
        if after := self.lesson.after(self.place):
            return self.go_to(after)
        if self.place.asks:
            self.console.print("  Make the move first; 'back' goes a step back.")
            return False
        raise Quit

    def go_back(self) -> bool:
        return self.go_to(self.lesson.before(self.place) or (0, ()))

    def go_to(self, way: tuple[int, tuple[str, ...]]) -> bool:
        self.place = self.lesson.at(*way)
        return True

    def try_move(self, text: str) -> bool:
        if not self.place.asks:
            self.console.print("  There is nothing to decide just now: Enter goes on.")
            return False
        typed = "; ".join(self.meant(text))
        if any(move.move.startswith(f"{typed}; ") for move in self.place.step.moves):
            self.console.print("  That is how it begins: type the whole walk in a row, joined by ';'.")
            return False
        answer = self.lesson.answer(self.place, typed)
        if answer.place:
            self.place = answer.place
            return True
        if answer.says:
            self.say(answer.says)
        if answer.reason:
            self.refuse(IllegalMove(answer.reason, answer.rule))
        return False

    def keep(self) -> None:
        """On the last step there is nothing to come back to."""
        place, kept = self.place, kept_places()
        kept[self.game.name] = {"number": place.number, "chosen": list(place.chosen)}
        if self.lesson.after(place) is None and not place.asks:
            del kept[self.game.name]
        kept_file().write_text(json.dumps(kept), encoding="utf-8")
