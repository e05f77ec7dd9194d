"""A match of two games: the second is played at a table of its own, with the seats exchanged."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sortilege.engine.match import exchanged
from sortilege.engine.plain import Result
from sortilege.table.keep.face import Change
from sortilege.table.play.chairs import Chair, has_room
from sortilege.table.play.wish import Wish, new_row

if TYPE_CHECKING:
    from sortilege.table.play.table import Table


@dataclass(frozen=True)
class Leg:
    """Which game of a match is played at a table, where the other one is, and what the first one brought its seats."""

    number: int = 1
    other: str = ""
    first: Result | None = None


def read_leg(data: Mapping[str, Any] | None) -> Leg | None:
    """A leg as it was kept; None where the table plays no match."""
    return Leg(**data) if data else None


def second_game(table: "Table", result: Result, change: Change) -> Leg | None:
    """Once the first game of a match is over: add the table of the second to the change, and say where it is."""
    if table.leg is None or table.leg.number == 2:
        return table.leg
    return Leg(1, add_game(table, fresh_chairs(table)[::-1], change, Leg(2, table.id, exchanged(result))))


def fresh_chairs(table: "Table") -> list[Chair]:
    """The same people and bots in the same seats; a person whom a bot stood in for is back."""
    return [
        Chair(each.offer, each.person, each.name, "" if each.person else each.bot, coach=each.coach)
        for each in table.chairs
    ]


def add_game(table: "Table", chairs: list[Chair], change: Change, leg: Leg | None = None, table_id: str = "") -> str:
    """Add to the change a table of its own for another game with these chairs; its id."""
    seats = [("link", "")] * len(chairs)
    wish = Wish(table.game.name, seats, table.options, table.watch, False, table.allows_hints, asdict(table.clock))
    row = new_row(table.maker, "", wish, [], table_id)
    match = asdict(leg) if leg else None
    change.add_table({**row, "chairs": [asdict(each) for each in chairs], "open": has_room(chairs), "match": match})
    for person in {each.person for each in chairs if each.person}:
        change.add_look(person, row["id"])
    return str(row["id"])
