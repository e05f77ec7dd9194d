"""A table through one person's eyes: the one description that programs, pages and the stream are given."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from sortilege.engine import NOBODY, State, named
from sortilege.engine.picture import Picture
from sortilege.table.play.table import Phase, Step, Table
from sortilege.table.web.choices import Group, groups_of, spots_of

UNDRAWN = Picture()


class Seen:
    """A table as it stands now. It is used at once: between two looks the table may go on."""

    def __init__(self, table: Table, person: str) -> None:
        self.table = table
        self.person = person
        self.eye = table.eye(person)
        self.picture = UNDRAWN

    # Who looks.

    @property
    def seat(self) -> int | None:
        return None if self.eye == NOBODY else self.eye

    @property
    def seated(self) -> bool:
        return self.eye != NOBODY

    @property
    def at_home(self) -> bool:
        """Do they sit here, or have they made the table?"""
        return self.table.at_home(self.person)

    @property
    def shown(self) -> bool:
        return self.table.shown_to(self.person)

    # How it stands.

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def turn(self) -> int | None:
        return self.table.turn

    @property
    def own_turn(self) -> bool:
        """Is it their seat's turn?"""
        return self.turn == self.eye

    @property
    def mine(self) -> bool:
        """Is it they who have to decide? A bot may hold their seat."""
        return self.own_turn and not self.table.chairs[self.eye].bot

    @cached_property
    def names(self) -> list[str]:
        return self.table.names

    @cached_property
    def state(self) -> State:
        return self.table.state.seen_by(self.eye)

    @cached_property
    def scores(self) -> list[int] | None:
        return [int(score) for score in self.state.scores()] if self.shown else None

    @cached_property
    def places(self) -> list[int] | None:
        return self.table.state.ranking() if self.table.over else None

    @property
    def winners(self) -> list[str]:
        return [name for name, place in zip(self.names, self.places or []) if place == 1]

    @cached_property
    def left(self) -> list[int | None]:
        """The milliseconds on each seat's clock."""
        return [self.table.left(seat) for seat in range(len(self.table.chairs))]

    @property
    def undo(self) -> bool:
        return self.table.may_undo(self.eye)

    @cached_property
    def log(self) -> list[list[str]]:
        return self.table.log(self.eye) if self.shown else []

    # What they may do.

    @property
    def legal(self) -> list[int]:
        return self.table.state.moves() if self.own_turn else []

    @property
    def question(self) -> str:
        """What they have to decide; empty where they have not."""
        return named(self.table.game.words.question(self.state), self.names) if self.own_turn else ""

    @property
    def labels(self) -> dict[str, str]:
        """The legal moves by notation, each with what happens."""
        words = self.table.game.words
        return {words.text(move): named(words.label(self.state, move), self.names) for move in self.legal}

    # For pages.

    @property
    def svg(self) -> Markup:
        return Markup(self.picture.svg)

    @cached_property
    def spots(self) -> dict[str, str]:
        return spots_of(self.picture)

    @cached_property
    def groups(self) -> list[Group]:
        return groups_of(self.picture, self.table.game.words)

    @property
    def hints(self) -> bool:
        return self.table.allows_hints and len(self.picture.moves) > 1

    @property
    def title(self) -> str:
        game = self.table.game.title
        if self.turn is not None:
            return f"{'Your turn' if self.own_turn else self.names[self.turn] + ' to move'}: {game}"
        return f"Over: {game}" if self.table.over else f"Waiting for players: {game}"

    @property
    def line(self) -> str:
        """How it stands, for a list of tables."""
        if self.turn is not None:
            return "your turn" if self.own_turn else f"{self.names[self.turn]}'s turn"
        return f"over; {' and '.join(self.winners) or 'nobody'} won" if self.table.over else "waits for its players"

    # For programs.

    def position(self, played: Sequence[Step]) -> dict[str, Any]:
        """What was just played, as far as they may know it, and what they may do now."""
        notation = self.table.game.words.notation
        return {
            "number": self.table.number,
            "version": self.table.version,
            "turn": self.turn,
            "over": self.table.over,
            "you": self.seat,
            "steps": [step.seen_by(self.eye) for step in played],
            "moves": [notation[move] for move in self.legal],
        }

    def data(self) -> dict[str, Any]:
        """Who sits where, how it stands, and what the dice are bound to."""
        table = self.table
        return {
            "id": table.id,
            "game": table.game.name,
            "options": table.options,
            "phase": self.phase,
            "you": self.seat,
            "seats": [
                {
                    "seat": number,
                    "name": name,
                    "person": bool(chair.person),
                    "bot": chair.bot or None,
                    "offer": chair.offer if chair.empty else None,
                    "ready": chair.ready,
                    "left_ms": left,
                }
                for number, (chair, name, left) in enumerate(zip(table.chairs, self.names, self.left))
            ],
            "watch": table.watch,
            "hints": table.allows_hints,
            "clock": {"kind": table.clock.kind, "seconds": table.clock.seconds, "at_zero": table.clock.at_zero},
            "invite": table.invite if self.at_home else None,
            "commitment": table.commitment,
            "number": table.number if self.shown else None,
            "turn": self.turn,
            "scores": self.scores,
            "undo": self.undo,
            "result": table.result() if table.over else None,
        }


async def drawn(table: Table, person: str) -> Seen:
    """The table as it stands now, with its picture. While that is drawn the table may go on: then it is drawn anew."""
    while True:
        seen, stood = Seen(table, person), (table.number, table.version)
        if seen.shown:
            seen.picture = await table.picture(seen.eye)
        if (table.number, table.version) == stood:
            return seen


def public_message(message: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, and by whom; their key's hash stays with the house."""
    return {key: message[key] for key in ("number", "name", "text", "at")}
