"""The chairs of a table: who sits there, who may sit down, who may give a seat away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sortilege.bots import bots
from sortilege.table.play.refusals import Conflict, Forbidden, Unfit, Unknown


class Offer(StrEnum):
    """Whom an empty seat is for: who has the invite link, or anybody."""

    LINK = "link"
    ANYBODY = "anybody"


@dataclass(frozen=True)
class Chair:
    """A seat at the table: a person, a bot, a bot that holds a person's place, or nobody."""

    offer: Offer = Offer.LINK
    person: str = ""
    name: str = ""
    bot: str = ""
    addition: str | None = None

    @property
    def empty(self) -> bool:
        return not self.person and not self.bot

    @property
    def ready(self) -> bool:
        return bool(self.bot) if not self.person else self.addition is not None

    def title(self) -> str:
        return self.name if self.person else self.bot.capitalize() or "Empty seat"

    def held_by(self, bot: str) -> "Chair":
        """The same place with a bot on it, or with none."""
        return replace(self, bot=bot)


def make_chair(kind: str, bot: str, person: str, name: str) -> Chair:
    """A chair as somebody wants it: for `me`, for a `bot`, or offered by `link` or to `anybody`."""
    if kind == "me":
        return Chair(Offer.LINK, person, name)
    if kind == "bot":
        check_bot(bot)
        return Chair(Offer.LINK, bot=bot)
    if kind in list(Offer):
        return Chair(Offer(kind))
    raise Unfit(f"A seat is for me, a bot, a link or anybody; not for {kind[:20]!r}.")


def read_chair(data: Mapping[str, Any]) -> Chair:
    """A chair as it was kept."""
    return Chair(**{**data, "offer": Offer(data["offer"])})


def has_room(chairs: Sequence[Chair]) -> bool:
    """Is there a seat for anybody?"""
    return any(chair.empty and chair.offer == Offer.ANYBODY for chair in chairs)


def names_of(chairs: Sequence[Chair]) -> list[str]:
    """The players' names, all different."""
    found: list[str] = []
    for chair in chairs:
        title, again = chair.title(), 2
        while title in found:
            title, again = f"{chair.title()} {again}", again + 1
        found.append(title)
    return found


def chair_at(chairs: Sequence[Chair], seat: int) -> Chair:
    if not 0 <= seat < len(chairs):
        raise Unknown(f"This table has seats 0 to {len(chairs) - 1}.")
    return chairs[seat]


def own_chair(chairs: Sequence[Chair], seat: int, person: str) -> Chair:
    chair = chair_at(chairs, seat)
    if not person or chair.person != person:
        raise Forbidden("This is not your seat.")
    return chair


def check_free(chair: Chair, over: bool, invited: bool) -> None:
    if not chair.empty or over:
        raise Conflict("This seat is taken.")
    if chair.offer != Offer.ANYBODY and not invited:
        raise Forbidden("This seat is kept for somebody with the invite link.")


def check_bot(bot: str) -> None:
    if bot not in bots():
        raise Unfit(f"There is no bot {bot[:40]!r}; the bots are {', '.join(bots())}.")
