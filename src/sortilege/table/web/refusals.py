"""What the web refuses besides the table, and the HTTP status of every refusal."""

from sortilege.table.play.earlier import OfEarlierCards
from sortilege.table.play.refusals import Closed, Conflict, Forbidden, Overtaken, Refusal, Unavailable, Unfit, Unknown

NOTHING_KEPT = "Nothing can be kept just now: the house cannot write. Nothing was changed or lost; try again later."


class Unreadable(Refusal):
    """A request that cannot be read."""


class NoKey(Refusal):
    """A request that does not say who asks."""


class TooLarge(Refusal):
    """A request that is too long."""


class TooOften(Refusal):
    """More than one address may ask for."""


STATUS: dict[type[Refusal], int] = {
    Unreadable: 400,
    NoKey: 401,
    Forbidden: 403,
    Unknown: 404,
    Conflict: 409,
    Overtaken: 409,
    Closed: 410,
    OfEarlierCards: 410,
    TooLarge: 413,
    Unfit: 422,
    TooOften: 429,
    Unavailable: 503,
}
