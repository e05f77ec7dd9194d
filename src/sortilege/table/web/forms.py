"""What people fill in, read."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request

from sortilege.bots import bots
from sortilege.engine import Choices, Flag, Game, Option
from sortilege.table.play.clock import ClockKind
from sortilege.table.play.refusals import Unfit
from sortilege.table.play.wish import Wish
from sortilege.table.web.games import usual_seats
from sortilege.table.web.refusals import Unreadable

UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}


async def read_form(request: Request) -> dict[str, str]:
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Unreadable("The form cannot be read.") from None


def default_bot() -> str:
    """The middle of the bots that play to win."""
    known = bots()
    return "adept" if "adept" in known else known[-1]


def read_wish(game: Game, form: Mapping[str, str]) -> Wish:
    most = game.seat_range.stop - 1
    chosen = [form.get(f"seat-{number}", "") for number in range(most)]
    seats = [(kind, bot) for kind, _, bot in (choice.partition(":") for choice in chosen if choice)]
    options = {option.name: read_option(option, form, len(seats)) for option in game.options}
    ticked = ("watch" in form, "shuffle" in form, "hints" in form)
    return Wish(game.name, seats, options, *ticked, clock_wish(form), "match" in form, "coach" in form)


def read_now(game: Game, form: Mapping[str, str]) -> Wish:
    """Oneself and bots, at once."""
    others = form.get("others", str(usual_seats(game) - 1))
    if not others.isdecimal() or len(others) > 2:
        raise Unfit("The number of bots must be a whole number.")
    seats = [("me", ""), *[("bot", form.get("bot", default_bot()))] * int(others)]
    return Wish(game.name, seats, coach="coach" in form)


def read_option(option: Option, form: Mapping[str, str], seats: int) -> object:
    """A box that is ticked or not, a list of choices one a seat, or what was typed."""
    if isinstance(option, Flag):
        return option.name in form
    if isinstance(option, Choices):
        chosen = [form.get(f"{option.name}-{number}", "") for number in range(seats)]
        return chosen if any(chosen) else []
    return option.read(form.get(option.name, ""))


def clock_wish(form: Mapping[str, str]) -> dict[str, Any]:
    """The clock that was chosen, in the words of `read_clock`."""
    kind = form.get("clock", ClockKind.NONE)
    amount = form.get("clock-amount", "")
    if kind == ClockKind.NONE:
        return {"bot": default_bot()}
    if not amount.isdecimal() or len(amount) > 6 or form.get("clock-unit") not in UNITS:
        raise Unfit("A clock needs a whole number of seconds, minutes, hours or days.")
    seconds = int(amount) * UNITS[form["clock-unit"]]
    return {"kind": kind, "seconds": seconds, "at_zero": form.get("clock-zero", "move"), "bot": default_bot()}
