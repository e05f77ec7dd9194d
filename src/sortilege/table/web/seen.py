"""A table through one person's eyes: the one description that programs, pages and the stream are given."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sortilege.engine import NOBODY, Game, State, listed, named
from sortilege.engine.art import gallery
from sortilege.engine.help import Question
from sortilege.engine.match import match_told, standing
from sortilege.engine.panels import LAYOUTS, PageLayout, plan_of
from sortilege.engine.plain import Result
from sortilege.table.play.chairs import PLAYS, Offer, has_seen_another
from sortilege.table.play.coach import outlook
from sortilege.table.play.earlier import EarlierTable
from sortilege.table.play.since import Told, told_since
from sortilege.table.play.table import Phase, Table
from sortilege.table.web.laid import Laid

SEAT = re.compile(r"\{(\d+)\}")
MOST_ON_PAGE = 200


class Seen(Laid):
    """A table as it stands now. It is used at once: between two looks the table may go on."""

    def __init__(self, table: Table, person: str) -> None:
        self.table = table
        self.person = person
        self.eye = table.eye(person)
        self.heard: list[list[str]] = []
        self.log_since = 0
        self.since: list[Told] = []
        """What others did since they last decided."""

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
        return self.table.turn if self.shown else None

    @property
    def own_turn(self) -> bool:
        """Is it their seat's turn?"""
        return self.turn == self.eye

    @property
    def mine(self) -> bool:
        """Is it they who have to decide? A bot may hold their seat."""
        return self.own_turn and not self.table.chairs[self.eye].bot

    @property
    def game(self) -> Game:
        return self.table.game

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
        result = self.table.result() if self.table.over and self.shown else None
        return result["ranking"] if result else None

    @property
    def winners(self) -> list[str]:
        return [name for name, place in zip(self.names, self.places or []) if place == 1]

    @property
    def resigned(self) -> list[str]:
        return [name for name, chair in zip(self.names, self.table.chairs) if chair.resigned != PLAYS]

    @cached_property
    def left(self) -> list[int | None]:
        """The milliseconds on each seat's clock."""
        return [self.table.left(seat) if self.shown else None for seat in range(len(self.table.chairs))]

    @property
    def match(self) -> dict[str, Any] | None:
        """Which game of a match this is, where the other one is, and how the match stands; None where it is none."""
        leg = self.table.leg
        if leg is None or not self.shown:
            return None
        results = [each for each in (leg.first, self.table.result() if self.table.over else None) if each]
        stands = standing(results)
        return {
            "game": leg.number,
            "other": leg.other or None,
            "wins": stands.wins,
            "points": stands.points,
            "winners": stands.winners() if len(results) == 2 else None,
            "told": match_told(results, self.names),
        }

    @property
    def coached(self) -> Question | None:
        """What the coach has to say about what they decide; None where it has nothing to say."""
        known = plan_of(self.table.game.folder).help.questions
        return known.get(self.drawing.question) if self.mine and self.table.coached(self.eye) else None

    @property
    def outlook(self) -> str:
        return outlook(self.state, self.eye, self.names)

    @property
    def unwilling(self) -> list[str]:
        """Those who play here and want no coach."""
        return [name for name, chair in zip(self.names, self.table.chairs) if chair.person and not chair.coach]

    @property
    def undo(self) -> bool:
        return self.table.may_undo(self.eye)

    @property
    def steps(self) -> int:
        """How many steps they may read of."""
        return len(self.table.moves) if self.shown else 0

    @cached_property
    def log(self) -> list[list[str]]:
        """What happened, from the step `log_since` on."""
        return [[named(sentence, self.names) for sentence in step] for step in self.heard]

    @cached_property
    def actors(self) -> list[list[int | None]]:
        """For every sentence of the log the seat that it names first."""
        found = [[SEAT.search(sentence) for sentence in step] for step in self.heard]
        return [[int(seat[1]) if seat else None for seat in step] for step in found]

    # What they may do.

    def may_sit(self, seat: int, invited: bool) -> bool:
        chair = self.table.chairs[seat]
        offered = chair.empty and (invited or chair.offer == Offer.ANYBODY)
        return offered and not self.seated and not has_seen_another(self.table.chairs, seat, self.person)

    def may_sit_somewhere(self, invited: bool) -> bool:
        return any(self.may_sit(seat, invited) for seat in range(len(self.table.chairs)))

    @property
    def legal(self) -> list[int]:
        return self.table.state.moves() if self.own_turn else []

    @property
    def question(self) -> str:
        """What they have to decide; empty where they have not."""
        return named(self.table.game.words.question(self.state), self.names) if self.own_turn else ""

    @property
    def pictured(self) -> str:
        """The card that the question names, where a phone shows it beside the question: the slug of its picture."""
        folder, question = self.game.folder, self.question
        if self.drawing.question not in plan_of(folder).pictured:
            return ""
        return next((art.slug for name, art in gallery(folder).cards.items() if name in question), "")

    @property
    def labels(self) -> dict[str, str]:
        """The legal moves by notation, each with what happens."""
        words = self.table.game.words
        return {words.text(move): named(words.label(self.state, move), self.names) for move in self.legal}

    # For pages.

    @cached_property
    def stage(self) -> str:
        """How far the game is."""
        words = self.table.game.words
        return words.stage(words.view(self.state, self.eye)) if self.shown else ""

    @property
    def hints(self) -> bool:
        return self.table.allows_hints and len(self.drawing.moves) > 1

    @property
    def title(self) -> str:
        game = self.table.game.title
        if self.turn is not None:
            return f"{'Your turn' if self.own_turn else self.names[self.turn] + ' to move'}: {game}"
        return f"Over: {game}" if self.table.over else f"Waiting for players: {game}"

    @property
    def company(self) -> list[str]:
        """Who sits there, for a list of tables."""
        return [name for name, chair in zip(self.names, self.table.chairs) if not chair.empty]

    @property
    def line(self) -> str:
        """How it stands, for a list of tables."""
        if self.turn is not None:
            return "your turn" if self.own_turn else f"{self.names[self.turn]}'s turn"
        if self.table.closed:
            return "closed before its end"
        if not self.table.over:
            return f"waits for {sum(not chair.ready for chair in self.table.chairs)} more"
        won = f"{listed(self.winners) or 'nobody'} won"
        if self.table.stopped or not self.scores:
            return won
        alone = len(self.scores) == 1
        return (
            f"{'won' if self.winners else 'lost'} with {self.scores[0]}"
            if alone
            else f"{won}: {scores_told(self.scores)}"
        )

    # What is said.

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All that was said; of those whom they have muted, that they spoke."""
        voices, muted = self.table.voices(), self.table.muted_by(self.person)
        return [
            public_message(self.table, said, voices)
            | ({"muted": True, "text": ""} if said["person"] in muted else {"muted": False})
            for said in (self.table.messages if self.shown else ())
        ]

    # For programs.

    def position(self, played: Sequence[str | None]) -> dict[str, Any]:
        """What was played, as far as they may know it, and what they may do now."""
        table, eye, turn = self.table, self.eye, self.turn
        notation = table.game.words.notation
        return {
            "number": table.number,
            "version": table.version,
            "turn": turn,
            "over": table.over,
            "you": None if eye == NOBODY else eye,
            "steps": played,
            "moves": [notation[move] for move in table.state.moves()] if turn == eye else [],
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
                    "resigned": chair.resigned != PLAYS,
                }
                for number, (chair, name, left) in enumerate(zip(table.chairs, self.names, self.left))
            ],
            "watch": table.watch,
            "hints": table.allows_hints,
            "chat": table.chat,
            "closed": table.closed,
            "clock": {"kind": table.clock.kind, "seconds": table.clock.seconds, "at_zero": table.clock.at_zero},
            "invite": table.invite if self.at_home else None,
            "commitment": table.commitment,
            "number": table.number if self.shown else None,
            "turn": self.turn,
            "scores": self.scores,
            "undo": self.undo,
            "result": table.result() if table.over and self.shown else None,
            "match": self.match,
        }


def scores_told(scores: Sequence[int]) -> str:
    """All scores, the highest first: "120 to 118 and 21"."""
    first, *others = [str(score).replace("-", "−") for score in sorted(scores, reverse=True)]
    return f"{first} to {listed(others)}" if others else first


class SeenEarlier:
    """A table of earlier cards, for a list of tables and to be read."""

    own_turn = False
    log: Sequence[Sequence[str]] = ()
    emblems: Sequence[str] = ()

    def __init__(self, table: EarlierTable) -> None:
        self.table = table
        self.names = self.company = table.names
        self.result: Result | None = table.row["result"]

    @property
    def winners(self) -> list[str]:
        return [name for name, place in zip(self.names, self.result["ranking"]) if place == 1] if self.result else []

    @property
    def line(self) -> str:
        return f"earlier cards; {' and '.join(self.winners) + ' won' if self.winners else 'it was not finished'}"


async def drawn(table: Table, person: str, layout: PageLayout, since: int = 0) -> Seen:
    """The table as it stands now, with its panels and the end of its log, from a step on. While that is drawn the
    table may go on: then it is drawn anew."""
    while True:
        seen, stood = Seen(table, person), (table.number, table.version)
        if seen.shown:
            seen.layout = layout
            seen.drawing = await table.drawing(seen.eye, LAYOUTS[layout])
            seen.log_since = max(since, seen.steps - MOST_ON_PAGE)
            seen.heard = await table.heard(seen.eye, seen.log_since)
            seen.since = await told_since(table, seen.eye) if seen.mine else []
        if (table.number, table.version) == stood:
            return seen


def public_message(table: Table, message: Mapping[str, Any], voices: Mapping[str, str]) -> dict[str, Any]:
    """What was said, and by whom: the seat that they hold now, or none. Their key's hash stays with the house."""
    eye, person = table.eye(message["person"]), message["person"]
    told = {key: message[key] for key in ("number", "text", "at")}
    return {**told, "name": voices[person], "seat": None if eye == NOBODY else eye}
