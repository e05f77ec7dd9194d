"""What programs send, and what they are answered."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from sortilege.table.web.described import describe_bot, describe_tables
from sortilege.table.web.people import LONGEST_NAME

HIDDEN = (
    r"\s\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    r"\u205f-\u206f\u3000\ufeff\ufff9-\ufffb"
)
"""Signs that cannot be seen, for a class of a regular expression."""


def to_whole(value: Any) -> Any:
    """JSON has one kind of number: 7.0 is 7."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(to_whole)]
Name = Annotated[str, Field(max_length=LONGEST_NAME, pattern=r"^[^{}]*$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why a request was refused; nothing has changed."""

    reason: str
    rule: str = ""


class NewPerson(Strict):
    """Without a name, or with one that cannot be seen, one gets that of a herb or a stone."""

    name: Name | None = None


class NewName(Strict):
    name: Name


class Person(BaseModel):
    name: str


class NamedToken(Person):
    token: str


class SeatWish(Strict):
    """`me`, `link` (a friend who has the invite link), `anybody`, or `bot` with the bot's name."""

    kind: str = Field(max_length=20)
    bot: str = Field("", max_length=40)


class ClockWish(Strict):
    """`none`, `move` (so many seconds for each decision) or `game`; at zero a bot moves, or gets the seat."""

    kind: str = Field("none", max_length=20)
    seconds: Whole = Field(0, ge=0, le=10**8)
    at_zero: str = Field("move", max_length=20)
    bot: str = Field("greedy", max_length=40)


class TableWish(Strict):
    model_config = ConfigDict(json_schema_extra=describe_tables)

    game: str = Field(max_length=40)
    seats: list[SeatWish] = Field(max_length=12)
    options: dict[str, bool | Whole | str | list[str]] = Field(default_factory=dict, max_length=20)
    watch: bool = True
    shuffle: bool = True
    hints: bool = True
    clock: ClockWish = ClockWish(kind="none", seconds=0, at_zero="move", bot="greedy")
    coach: bool = Field(False, description="Coach me, as long as everybody who plays wants it.")
    match: bool = Field(False, description="Two games, the second with the seats exchanged; where a game offers it.")


class Move(Strict):
    """A move in notation, and the number of the position it is meant for."""

    move: str = Field(max_length=200)
    number: Whole = Field(ge=0, le=10**9)


class AtPosition(Strict):
    """The number of the position that something is meant for."""

    number: Whole = Field(ge=0, le=10**9)


class SitWish(Strict):
    """Bytes of one's own for the dice, in hexadecimal; the invite code where the seat is kept for a link."""

    addition: str = Field(pattern=r"^([0-9a-f]{2}){8,32}$")
    invite: str = Field("", max_length=64)


class BotName(Strict):
    model_config = ConfigDict(json_schema_extra=describe_bot)

    bot: str = Field(max_length=40)


class Text(Strict):
    """Something to say: at least one sign that can be seen; and how many messages one knows of."""

    text: str = Field(max_length=500, pattern=f"[^{HIDDEN}]")
    number: Whole | None = Field(default=None, ge=0, le=10**6)


class Muted(Strict):
    muted: bool


class ChatOpen(Strict):
    open: bool


class Coached(Strict):
    """Whether one wants to be coached; where several people play, all have to want it."""

    on: bool


class Said(BaseModel):
    """What the coach says; empty where it has nothing to say."""

    said: str


class Fork(Strict):
    """Go on from a finished game: after so many steps, in this seat, against this bot."""

    model_config = ConfigDict(json_schema_extra=describe_bot)

    step: Whole = Field(ge=0, le=10**6)
    seat: Whole = Field(ge=0, le=20)
    bot: str = Field(max_length=40)


class Id(BaseModel):
    id: str


class Advice(BaseModel):
    """A good move, the chance that one wins after it with a 95 % interval, a few words of judgement, and whether a bot
    would choose it."""

    move: str
    label: str
    chance: float
    low: float
    high: float
    words: str
    chosen: bool


class Placed(BaseModel):
    """How the table stands after what was done: the number of the position, and whose turn it is."""

    number: int
    turn: int | None
