"""Lessons: every step is a table, drawn as any other, with what is said beside it. Nothing is kept here."""

import json
from functools import cached_property, lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup, escape

from sortilege.engine import Game, State, named
from sortilege.engine.lesson import STRONG, Answer, Lesson, Place
from sortilege.engine.panels import LAYOUTS, Drawing, PageLayout, draw
from sortilege.table.play.refusals import unknown
from sortilege.table.play.wish import find_game
from sortilege.table.web.cloth import layout_of
from sortilege.table.web.laid import Laid
from sortilege.table.web.render import Guest, cloth_data, fill, page
from sortilege.table.web.request import TheHall

MOST_DRAWN = 200
MOST_CHOSEN = 60
LONGEST = 400
PARTS = {"lesson": "lesson_step", "choices": "choices", "goes": "lesson_goes"}
"""What a page shows beside the table, and the templates for it."""

router = APIRouter(include_in_schema=False)

Number = Annotated[int, Query(ge=0, le=1000)]
Typed = Annotated[str, Query(max_length=LONGEST)]
Chosen = Annotated[list[Typed], Query(default_factory=list, max_length=MOST_CHOSEN)]


class Shown(Laid):
    """A place in a lesson, as a page shows it."""

    phase = "playing"
    hints = undo = False

    def __init__(self, lesson: Lesson, place: Place, layout: PageLayout, drawing: Drawing) -> None:
        self.lesson = lesson
        self.place = place
        self.layout = layout
        self.drawing = drawing

    @property
    def game(self) -> Game:
        return self.lesson.game

    @property
    def names(self) -> list[str]:
        return list(self.lesson.names)

    @cached_property
    def state(self) -> State:
        return self.place.state.seen_by(self.lesson.seat)

    @property
    def mine(self) -> bool:
        return self.place.asks

    @property
    def question(self) -> str:
        return named(self.game.words.question(self.state), self.names) if self.mine else ""

    @property
    def told(self) -> list[str]:
        return [named(sentence, self.names, self.lesson.seat) for sentence in self.place.told]

    @property
    def says(self) -> Markup:
        return strong(self.place.says)

    @property
    def last(self) -> bool:
        return self.place.number == len(self.lesson.steps) - 1 and not self.place.asks

    @property
    def goes(self) -> dict[str, str]:
        """Where Back and On lead, as the page keeps it; empty where they lead nowhere."""
        ways = {"back": self.lesson.before(self.place), "on": self.lesson.after(self.place)}
        return {name: written(*way) if way else "" for name, way in ways.items()}

    @property
    def kept(self) -> str:
        return written(self.place.number, self.place.chosen)


def written(number: int, chosen: tuple[str, ...]) -> str:
    """A place as the page keeps it."""
    return json.dumps({"number": number, "chosen": chosen})


def strong(text: str) -> Markup:
    """What is said, with the words that matter."""
    return Markup(STRONG.sub(r"<strong>\1</strong>", str(escape(text))))


def lesson_of(name: str) -> Lesson:
    lesson = find_game(name).lesson
    if lesson is None:
        raise unknown("lesson")
    return lesson


@lru_cache(MOST_DRAWN)
def shown(game: Game, number: int, chosen: tuple[str, ...], layout: PageLayout) -> Shown:
    lesson = lesson_of(game.name)
    place = lesson.at(number, chosen)
    seen, names = place.state.seen_by(lesson.seat), list(lesson.names)
    return Shown(lesson, place, layout, draw(game, seen, lesson.seat, names, LAYOUTS[layout], asked=place.asks))


def tried(game: Game, number: int, chosen: tuple[str, ...], move: str, layout: PageLayout) -> Shown | Answer:
    """What comes of a move: the lesson a bit further, or the answer to it."""
    lesson = lesson_of(game.name)
    place = lesson.at(number, chosen)
    if not place.asks:
        return Answer(says="There is nothing to decide just now: read on.")
    answer = lesson.answer(place, move)
    return shown(game, answer.place.number, answer.place.chosen, layout) if answer.place else answer


@router.get("/games/{name}/learn")
async def lesson_page(request: Request, name: str, hall: TheHall, guest: Guest) -> Response:
    """The lesson from its beginning; the page knows where one was and goes there."""
    seen = await hall.desk.do(shown, lesson_of(name).game, 0, (), layout_of(request))
    return await page(request, guest, "lesson.html", seen=seen)


@router.get("/games/{name}/learn/step")
async def lesson_step(
    request: Request, name: str, hall: TheHall, chosen: Chosen, number: Number = 0, move: Typed = "", has: str = ""
) -> JSONResponse:
    """The table at a step, after these choices; with a move, after it too, or what is said against it."""
    game, made, layout = lesson_of(name).game, tuple(chosen), layout_of(request)
    if move:
        seen = await hall.desk.do(tried, game, number, made, move, layout)
    else:
        seen = await hall.desk.do(shown, game, number, made, layout)
    told = answer_data(seen) if isinstance(seen, Answer) else step_data(seen, has)
    return JSONResponse(told, headers={"cache-control": "no-store"})


def answer_data(answer: Answer) -> dict[str, str]:
    return {"says": strong(answer.says), "reason": answer.reason, "rule": answer.rule}


def step_data(seen: Shown, has: str) -> dict[str, Any]:
    parts = {part: fill(f"{file}.html", seen=seen) for part, file in PARTS.items()}
    return {"layout": seen.layout, "asks": seen.mine, **cloth_data(seen.cloth, has), **parts}
