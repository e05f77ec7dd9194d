"""What programs send, and what they are answered."""

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why a request was refused; nothing has changed."""

    reason: str
    rule: str = ""


class NewPerson(Strict):
    name: str | None = Field(None, max_length=100)


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
    seconds: int = Field(0, ge=0, le=10**8)
    at_zero: str = Field("move", max_length=20)
    bot: str = Field("greedy", max_length=40)


class TableWish(Strict):
    game: str = Field(max_length=40)
    seats: list[SeatWish] = Field(max_length=12)
    options: dict[str, bool | int | str | list[str]] = Field(default_factory=dict, max_length=20)
    watch: bool = True
    shuffle: bool = True
    hints: bool = True
    clock: ClockWish = ClockWish(kind="none", seconds=0, at_zero="move", bot="greedy")


class Move(Strict):
    """A move in notation, and the number of the position it is meant for."""

    move: str = Field(max_length=200)
    number: int = Field(ge=0, le=10**9)


class AtPosition(Strict):
    """The number of the position that something is meant for."""

    number: int = Field(ge=0, le=10**9)


class SitWish(Strict):
    """Bytes of one's own for the dice, in hexadecimal; the invite code where the seat is kept for a link."""

    addition: str = Field(pattern=r"^([0-9a-f]{2}){8,32}$")
    invite: str = Field("", max_length=64)


class BotName(Strict):
    bot: str = Field(max_length=40)


class Text(Strict):
    text: str = Field(min_length=1, max_length=500)


class Fork(Strict):
    """Go on from a finished game: after so many steps, in this seat, against this bot."""

    step: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=20)
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
