"""A finished game, analysed: the page, what it shows of each step, and how far it has come."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sortilege.analysis import Analysis, Found, Point
from sortilege.analysis.analyst import Balance
from sortilege.analysis.decisions import GRADES, Grade
from sortilege.bots.confidence import Z
from sortilege.engine import named
from sortilege.engine.panels import NARROW
from sortilege.table.play.earlier import EarlierTable
from sortilege.table.play.refusals import unknown
from sortilege.table.play.table import Table
from sortilege.table.web.forms import default_bot
from sortilege.table.web.render import Guest, fill, go_to, greet, html, page
from sortilege.table.web.request import FinishedOrEarlier, FinishedTable, TheHall
from sortilege.table.web.seen import Seen, SeenEarlier

MARKS, FEW_MARKS = 36, 15
"""So many marks a seat has room for below the graph, and on a phone."""
STEADY = 9
"""Points of a line that bear the seat's mark, at most."""
MOST_LISTED = 6
WORTH = 0.02
"""A change of chances that is worth telling."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Mark:
    """A decision below the graph."""

    step: int
    place: float
    """From left to right, in per cent."""
    grade: Grade
    said: str
    minor: bool
    """Left out where there is little room: a worse one lies close by."""


@dataclass(frozen=True)
class Bar:
    """A seat's luck beside a middle line, in per cent of the half."""

    seat: int
    value: float
    width: float
    balance: Balance
    most: Found | None
    """The outcome that did most of it."""


class Shown:
    """An analysis as its page tells it, to one person."""

    def __init__(self, found: Analysis, names: Sequence[str], eye: int | None) -> None:
        self.found = found
        self.names = list(names)
        self.eye = eye

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def place(self, step: float) -> float:
        return round(100 * step / max(1, self.found.steps), 2)

    @cached_property
    def lines(self) -> list[str]:
        """The points of each seat's line, in per cent from the top left."""
        return [self.line_of(seat, 0.0) for seat in self.seats]

    @cached_property
    def sure(self) -> list[str]:
        """The outline of each seat's 95 % intervals."""
        return [f"{self.line_of(seat, Z)} {self.line_of(seat, -Z, back=True)}" for seat in self.seats]

    def line_of(self, seat: int, errors: float, back: bool = False) -> str:
        """So many standard errors above the chances; from left to right, or back."""
        points = self.found.points[:: -1 if back else 1]
        heights = [100 * (each.chances[seat] + errors * each.errors[seat]) for each in points]
        return " ".join(
            f"{self.place(each.step)},{100 - min(100, max(0, height)):.2f}" for each, height in zip(points, heights)
        )

    @property
    def summary(self) -> str:
        """The graph in words."""
        return "Chances of winning. " + " ".join(self.course_of(seat) for seat in self.seats)

    def course_of(self, seat: int) -> str:
        points = self.found.points[:-1]
        low, high = (choose(points, key=lambda point: point.chances[seat]) for choose in (min, max))
        first, last = points[0].chances[seat], self.found.result[seat]
        told = f"{percent(first)} at first, {percent(last)} in the end"
        extremes = f"lowest {self.peak(low, seat)}, highest {self.peak(high, seat)}"
        return f"{self.names[seat]}: {told}; on the way {extremes}."

    def peak(self, point: Point, seat: int) -> str:
        return f"{percent(point.chances[seat])} at step {point.step + 1}"

    def shapes(self, seat: int) -> list[tuple[float, float]]:
        """Where a seat's line bears its mark; the seats take turns, so that they do not cover each other."""
        points = self.found.points[:-1]
        apart = max(1, len(points) // STEADY)
        first = apart * seat // max(1, len(self.names))
        return [(self.place(each.step), round(100 * each.chances[seat], 2)) for each in points[first::apart]]

    @cached_property
    def marks(self) -> list[list[Mark]]:
        """By seat; where there is no room for all, the worst of those that lie close together."""
        return [self.marks_of(seat) for seat in self.seats]

    def marks_of(self, seat: int) -> list[Mark]:
        few = self.worst(seat, FEW_MARKS)
        return [self.mark(each, each not in few) for each in self.worst(seat, MARKS)]

    def worst(self, seat: int, room: int) -> list[Found]:
        worst: dict[int, Found] = {}
        for each in self.found.decisions:
            if each.seat == seat:
                place = each.step * room // max(1, self.found.steps)
                if place not in worst or rank(each) > rank(worst[place]):
                    worst[place] = each
        return list(worst.values())

    def mark(self, found: Found, minor: bool) -> Mark:
        assert found.grade
        said = f"{self.where(found)}: {self.headline(found)}"
        return Mark(found.step, self.place(found.step), found.grade, said, minor)

    def where(self, found: Found) -> str:
        who = f", {self.names[found.seat]}" if found.played else ""
        return f"Step {found.step + 1}{who}"

    def headline(self, found: Found) -> str:
        """What it was, in a few words."""
        if found.played is None:
            seat = self.touched(found)
            kind = "good" if found.changes[seat] > 0 else "bad"
            return f"{kind.capitalize()} luck for {self.names[seat]}"
        grade = {"best": "Best", "good": "Good", "inaccuracy": "An inaccuracy", "mistake": "A mistake",
                 "blunder": "A blunder"}[found.grade or "good"]  # fmt: skip
        return f"{grade}: {found.played.text}"

    def touched(self, found: Found) -> int:
        """The seat that it mattered most to."""
        return max(self.seats, key=lambda seat: abs(found.changes[seat]))

    def change(self, found: Found) -> float:
        """What it cost who is blamed, or brought whom it touched most."""
        return -found.loss if found.blamed else found.changes[self.touched(found)]

    def whom(self, found: Found) -> str:
        """Whom it touched most, where that is not who decided."""
        seat = self.touched(found)
        return self.names[seat] if found.played and not found.blamed and seat != found.seat else ""

    @cached_property
    def turning_points(self) -> list[Found]:
        return [each for each in self.found.turning_points if each.size >= WORTH]

    @cached_property
    def blamed(self) -> list[Found]:
        """The costliest decisions, of the own seat where one looks that sat here."""
        own = [each for each in self.found.decisions if each.blamed and self.eye in (None, each.seat)]
        return sorted(own, key=lambda each: -each.loss)[:MOST_LISTED]

    @cached_property
    def others_blamed(self) -> list[Found]:
        if self.eye is None:
            return []
        others = [each for each in self.found.decisions if each.blamed and each.seat != self.eye]
        return sorted(others, key=lambda each: -each.loss)[:MOST_LISTED]

    @cached_property
    def bars(self) -> list[Bar]:
        balances = [self.found.balance(seat) for seat in self.seats]
        most = max(0.1, *(abs(each.luck.value) for each in balances))
        return [
            Bar(seat, each.luck.value, round(100 * abs(each.luck.value) / most, 1), each, self.luckiest(seat, each))
            for seat, each in enumerate(balances)
        ]

    def luckiest(self, seat: int, balance: Balance) -> Found | None:
        """The outcome that did most for a seat, or against it where its luck was bad."""
        sign = -1 if balance.luck.value < 0 else 1
        outcomes = [each for each in self.found.found if each.kind == "luck" and sign * each.changes[seat] >= WORTH]
        return max(outcomes, key=lambda each: sign * each.changes[seat], default=None)

    @cached_property
    def grades(self) -> list[dict[Grade, int]]:
        return [self.found.grades(seat) for seat in self.seats]

    @property
    def first(self) -> Found | None:
        """What is shown at first: the costliest own decision, or where the game turned."""
        return next(iter([*self.blamed, *self.turning_points, *self.others_blamed, *self.found.found]), None)

    def at(self, step: int) -> Found | None:
        """The decision or outcome at a step, or the closest to it."""
        if not 0 <= step <= self.found.steps:
            return None
        return min(self.found.found, key=lambda each: abs(each.step - step), default=None)

    @cached_property
    def own(self) -> list[Found]:
        """All decisions of who looks."""
        return [each for each in self.found.decisions if each.seat == self.eye]

    def next_blamed(self, step: int) -> Found | None:
        """The next decision that is to blame, from the beginning again after the last."""
        every = [each for each in self.found.decisions if each.blamed]
        return next((each for each in every if each.step > step), every[0] if every else None)

    def told(self, found: Found) -> list[str]:
        return [named(sentence, self.names, self.eye) for sentence in found.why]

    def line(self, found: Found) -> list[str]:
        return [named(sentence, self.names) for sentence in found.line]


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def rank(found: Found) -> tuple[int, float]:
    return GRADES.index(found.grade or "best"), found.loss


# The pages.


def shown_of(seen: Seen | SeenEarlier, found: Analysis) -> Shown:
    eye = seen.seat if isinstance(seen, Seen) else None
    return Shown(found, found.seats if isinstance(seen, SeenEarlier) else seen.names, eye)


@router.get("/tables/{table}/analysis")
async def analysis_page(
    request: Request, hall: TheHall, table: FinishedOrEarlier, guest: Guest, step: int | None = None
) -> Response:
    """What happened here; where nothing was found yet, how far it is, or the button that begins it."""
    found = await hall.analyses.find(table)
    if isinstance(table, EarlierTable):
        if found is None:
            raise unknown("analysis of this game: it was played with earlier cards or rules")
        seen: Seen | SeenEarlier = SeenEarlier(table)
    else:
        seen = Seen(table, guest.person)
        if found is None:
            return await page(request, guest, "analysing.html", seen=seen, going=await hall.analyses.progress(table))
    shown = shown_of(seen, found)
    chosen = shown.first if step is None else shown.at(step)
    panel = await panel_of(table, chosen)
    return await page(
        request, guest, "analysis.html", seen=seen, shown=shown, chosen=chosen, panel=panel, grades=GRADES,
        default_bot=default_bot(),
    )  # fmt: skip


@router.post("/tables/{table}/analysis")
async def begin_analysis(request: Request, hall: TheHall, table: FinishedTable, guest: Guest) -> Response:
    await hall.analyses.begin(table, guest.person)
    return greet(request, guest, go_to(f"/tables/{table.id}/analysis"))


@router.get("/tables/{table}/analysis/progress")
async def analysis_progress(hall: TheHall, table: FinishedTable) -> JSONResponse:
    going = await hall.analyses.progress(table)
    done = await hall.analyses.find(table) is not None
    body = {"ready": done, "failed": not done and (going is None or going.failed), "done": going.done if going else 0}
    return JSONResponse(body, headers={"cache-control": "no-store"})


@router.get("/tables/{table}/analysis/{step}")
async def analysis_step(
    request: Request, hall: TheHall, table: FinishedOrEarlier, guest: Guest, step: int
) -> Response:  # fmt: skip
    """What is shown of one step, for the page that is open."""
    found = await hall.analyses.find(table)
    if found is None:
        raise unknown("analysis yet")
    seen = SeenEarlier(table) if isinstance(table, EarlierTable) else Seen(table, guest.person)
    shown = shown_of(seen, found)
    chosen = shown.at(step)
    if chosen is None:
        raise unknown("decision or outcome at this step")
    panel = await panel_of(table, chosen)
    return html(fill("chosen.html", seen=seen, shown=shown, chosen=chosen, panel=panel, default_bot=default_bot()))


async def panel_of(table: Table | EarlierTable, chosen: Found | None) -> Any:
    """The panel that the question was about, as the seat saw it that decided; all revealed for an outcome."""
    if isinstance(table, EarlierTable) or chosen is None:
        return None
    return await table.desk.do(draw_focus, table, chosen)


def draw_focus(table: Table, chosen: Found) -> Any:
    state = table.state_after(chosen.step if chosen.played else chosen.step + 1)
    eye = chosen.seat if chosen.played else -1
    panels = table.game.panels(state.seen_by(eye) if chosen.played else state, eye, table.names, NARROW)
    return panels[0] if panels else None
