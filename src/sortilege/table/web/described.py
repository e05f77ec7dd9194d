"""What the API's description says of a new table: which seats, options, clocks and bots each game takes."""

from typing import Any

import sortilege
from sortilege.bots import bots
from sortilege.engine import Choice, Choices, Flag, Game, Number, Option
from sortilege.table.play.chairs import Offer
from sortilege.table.play.clock import LONGEST_CLOCK, SHORTEST_CLOCK, AtZero, ClockKind

Schema = dict[str, Any]
YES_OR_NO: Schema = {"type": "boolean"}


def record(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def one_of(values: Any) -> Schema:
    return {"enum": list(values)}


def whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def describe_bot(schema: Schema) -> None:
    """Name the bots where one is asked for."""
    schema["properties"]["bot"] = one_of(bots())


def describe_tables(schema: Schema) -> None:
    """Say game by game what a table can be, instead of what fits any game."""
    wishes = [wish(game, seats) for game in map(sortilege.game, sortilege.games()) for seats in numbers_of_seats(game)]
    schema.clear()
    schema.update({"title": "TableWish", "anyOf": wishes})


def numbers_of_seats(game: Game) -> list[range]:
    """How many seats it has; each number for itself where an option depends on it."""
    seats = game.seat_range
    by_seat = any(isinstance(option, Choices) for option in game.options)
    return [range(number, number + 1) for number in seats] if by_seat else [seats]


def wish(game: Game, seats: range) -> Schema:
    chairs = {"type": "array", "items": SEAT, "minItems": seats[0], "maxItems": seats[-1]} | ONE_FOR_ME
    options = record([], **{option.name: setting(option, seats) for option in game.options})
    return record(["game", "seats"], game=one_of([game.name]), seats=chairs, options=options,
                  watch=YES_OR_NO, shuffle=YES_OR_NO, hints=YES_OR_NO, coach=YES_OR_NO,
                  clock=CLOCK)  # fmt: skip


def setting(option: Option, seats: range) -> Schema:
    if isinstance(option, Flag):
        return YES_OR_NO
    if isinstance(option, Number):
        return whole(option.low, option.high)
    if isinstance(option, Choices):
        items = {"type": "array", "items": one_of(option.values), "uniqueItems": True}
        return {"anyOf": [items | {"minItems": count, "maxItems": count} for count in (0, seats[0])]}
    assert isinstance(option, Choice)
    return one_of(option.values)


SEAT: Schema = {
    "anyOf": [
        record(["kind"], kind=one_of(["me", *Offer]), bot={"type": "string", "maxLength": 40}),
        record(["kind", "bot"], kind=one_of(["bot"]), bot=one_of(bots())),
    ]
}
ONE_FOR_ME: Schema = {
    "contains": {"properties": {"kind": one_of(["me"])}, "required": ["kind"]}, "minContains": 0, "maxContains": 1,
}  # fmt: skip
AT_ZERO: Schema = {"at_zero": one_of(AtZero), "bot": one_of(bots())}
CLOCK: Schema = {
    "anyOf": [
        record([], kind=one_of([ClockKind.NONE]), seconds=whole(0, 10**8), **AT_ZERO),
        record(["kind", "seconds"], kind=one_of([ClockKind.MOVE, ClockKind.GAME]),
               seconds=whole(SHORTEST_CLOCK, LONGEST_CLOCK), **AT_ZERO),
    ]
}  # fmt: skip
