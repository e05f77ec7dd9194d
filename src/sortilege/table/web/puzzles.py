"""Puzzles: one of the day for each game, and all others to practise with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

import sortilege
from sortilege.analysis.puzzles import DIFFICULTIES, Puzzle, of_the_day, one_of_each, puzzles
from sortilege.engine import Game, IllegalMove, State, named
from sortilege.engine.panels import LAYOUTS, PageLayout, plan_of
from sortilege.engine.steps import read_move
from sortilege.table.play.desk import Desk
from sortilege.table.play.refusals import unknown
from sortilege.table.play.wish import find_game
from sortilege.table.web.cloth import Cloth, layout_of
from sortilege.table.web.render import Guest, go_to, page
from sortilege.table.web.request import TheHall

LONGEST = 200

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Choice:
    """A move that can be tried."""

    text: str
    label: str
    tried: bool


class Asked:
    """A puzzle as its page shows it, with what was tried."""

    def __init__(self, game: Game, puzzle: Puzzle, tried: str, why: bool) -> None:
        self.game = game
        self.puzzle = puzzle
        self.state: State = puzzle.state(game)
        self.seat = int(self.state.seat)
        self.seen = self.state.seen_by(self.seat)
        self.tried = tried
        self.move = self.read(tried)
        self.solved = self.move is not None and puzzle.solved(self.state, self.move)
        self.told = why or self.solved

    def read(self, text: str) -> int | None:
        try:
            return read_move(self.state, text) if text else None
        except IllegalMove:
            return None

    @cached_property
    def names(self) -> list[str]:
        return ["You" if seat == self.seat else f"Player {seat + 1}" for seat in range(self.state.seats)]

    @property
    def question(self) -> str:
        return named(self.game.words.question(self.seen), self.names, self.seat)

    @property
    def choices(self) -> list[Choice]:
        words, moves = self.game.words, one_of_each(self.seen, self.state.moves())
        return [
            Choice(self.state.text(move), named(words.label(self.seen, move), self.names, self.seat), move == self.move)
            for move in moves
        ]

    @property
    def verdict(self) -> str:
        if self.solved:
            return "That is it."
        if self.tried and self.move is None:
            return "This move is not possible here."
        chance = self.puzzle.chances.get(self.tried)
        known = f": it wins {100 * chance:.0f} % of games" if chance is not None else ""
        return f"Not the best{known}. Try another." if self.tried else ""

    @property
    def chances(self) -> list[tuple[str, float, str]]:
        """The moves that were looked at closely, the best first."""
        notes = {self.puzzle.usual: "looks best at once", self.puzzle.best: "the best"}
        ordered = sorted(self.puzzle.chances.items(), key=lambda each: -each[1])
        return [(text, chance, notes.get(text, "")) for text, chance in ordered]

    @property
    def reasons(self) -> list[str]:
        return [named(sentence, self.names, self.seat) for sentence in self.puzzle.why]

    def cloth(self, layout: PageLayout) -> Cloth:
        panels = self.game.panels(self.seen, self.seat, self.names, LAYOUTS[layout])
        return Cloth(panels, plan_of(self.game.folder), layout, len(self.names))

    @property
    def colours(self) -> str:
        emblems = self.game.words.emblems(self.seen)
        seats = plan_of(self.game.folder).seat_colours(emblems)
        return " ".join(f"{name}: {colour};" for name, colour in seats.items())


@router.get("/puzzles")
async def all_puzzles(request: Request, guest: Guest) -> Response:
    """What there is, by game and difficulty."""
    games = [(sortilege.game(name), counted(puzzles(sortilege.game(name)).values())) for name in sortilege.games()]
    return await page(request, guest, "puzzles.html", games=games, difficulties=DIFFICULTIES)


def counted(every: Any) -> dict[str, int]:
    found = [each.difficulty for each in every]
    return {difficulty: found.count(difficulty) for difficulty in DIFFICULTIES}


@router.get("/games/{name}/puzzle")
async def puzzle_of_the_day(name: str) -> Response:
    found = of_the_day(find_game(name), datetime.now(UTC).date())
    if found is None:
        raise unknown("puzzle of this game")
    return go_to(f"/games/{name}/puzzles/{found.name}?day=1")


@router.get("/games/{name}/practice")
async def practice(name: str, difficulty: str = "", after: str = "") -> Response:
    """The next puzzle of this difficulty, or of any; after the last comes the first."""
    every = [each for each in puzzles(find_game(name)).values() if difficulty in ("", each.difficulty)]
    if not every:
        raise unknown("puzzle of this game")
    here = place_of(every, after)
    wanted = f"?difficulty={difficulty}" if difficulty in DIFFICULTIES else ""
    return go_to(f"/games/{name}/puzzles/{every[(here + 1) % len(every)].name}{wanted}")


def place_of(every: Sequence[Puzzle], name: str) -> int:
    return next((place for place, each in enumerate(every) if each.name == name), -1)


@router.get("/games/{name}/puzzles/{puzzle}")
async def puzzle_page(
    request: Request,
    hall: TheHall,
    guest: Guest,
    name: str,
    puzzle: str,
    move: Annotated[str, Query(max_length=LONGEST)] = "",
    why: bool = False,
    day: bool = False,
    difficulty: str = "",
) -> Response:
    """A position, the moves that can be tried, and why one is the best once it was found or given up."""
    game = find_game(name)
    found = puzzles(game).get(puzzle)
    if found is None:
        raise unknown("puzzle of this name")
    desk: Desk = hall.desk
    layout = layout_of(request)
    asked = Asked(game, found, move, why)
    cloth = await desk.do(asked.cloth, layout)
    return await page(
        request, guest, "puzzle.html", game=game, asked=asked, cloth=cloth, layout=layout, day=day,
        difficulty=difficulty if difficulty in DIFFICULTIES else "",
    )  # fmt: skip
