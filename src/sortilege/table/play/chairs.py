"""The chairs of a table: who sits there, who may sit down, who may give a seat away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sortilege.bots import bots
from sortilege.table.play.names import told_apart
from sortilege.table.play.refusals import Conflict, Forbidden, Unfit, Unknown

PLAYS = -1


class Offer(StrEnum):
    """Whom an empty seat is for: who has the invite link, or anybody."""

    LINK = "link"
    ANYBODY = "anybody"


@dataclass(frozen=True)
class Chair:
    """A seat at the table: a person, a bot, a bot that holds a person's place, or nobody.

    `left`: who has left it in the course of the game. `mutes`: whom its person does not want to hear. `resigned`: after
    how many steps its person gave up. `coach`: whether its person wants to be coached.
    """

    offer: Offer = Offer.LINK
    person: str = ""
    name: str = ""
    bot: str = ""
    addition: str | None = None
    left: tuple[str, ...] = ()
    mutes: tuple[str, ...] = ()
    resigned: int = PLAYS
    coach: bool = False

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

    def taken_by(self, person: str, name: str, addition: str | None) -> "Chair":
        return replace(self, person=person, name=name, bot="", addition=addition)

    def stood_up(self, begun: bool) -> "Chair":
        """The place without its person, who has seen its side of the game if that has begun."""
        if not begun:
            return Chair(self.offer)
        return Chair(self.offer, addition=self.addition, left=(*self.left, self.person))

    def muting(self, person: str, muted: bool) -> "Chair":
        others = tuple(other for other in self.mutes if other != person)
        return replace(self, mutes=(*others, person) if muted else others)


def make_chair(kind: str, bot: str, person: str, name: str, coach: bool) -> Chair:
    """A chair as somebody wants it: for `me`, for a `bot`, or offered by `link` or to `anybody`."""
    if kind == "me":
        return Chair(Offer.LINK, person, name, coach=coach)
    if kind == "bot":
        check_bot(bot)
        return Chair(Offer.LINK, bot=bot)
    if kind in list(Offer):
        return Chair(Offer(kind))
    raise Unfit(f"A seat is for me, a bot, a link or anybody; not for {kind[:20]!r}.")


def read_chair(data: Mapping[str, Any]) -> Chair:
    """A chair as it was kept."""
    known = {"offer": Offer(data["offer"]), "left": tuple(data.get("left", ())), "mutes": tuple(data.get("mutes", ()))}
    chair = Chair(**{**data, **known})
    texts = (chair.person, chair.name, chair.bot, chair.addition or "", *chair.left, *chair.mutes)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("what is kept of a chair is no text")
    return chair


def has_room(chairs: Sequence[Chair]) -> bool:
    """Is there a seat for anybody?"""
    return any(chair.empty and chair.offer == Offer.ANYBODY for chair in chairs)


def names_of(chairs: Sequence[Chair]) -> list[str]:
    """The players' names, all different to the eye."""
    found: list[str] = []
    for chair in chairs:
        found.append(told_apart(chair.title(), found))
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


def check_playing(chair: Chair, over: bool) -> None:
    """Does this seat still play, so that it can be left, held or taken back?"""
    if over:
        raise Conflict("The game is over: the seats stay as they were.")
    if chair.resigned != PLAYS:
        raise Conflict("This player has resigned: a bot plays on for them.")


def has_seen_another(chairs: Sequence[Chair], seat: int, person: str) -> bool:
    """Has this person played another seat of the game, and seen what it sees?"""
    return any(person in chair.left for number, chair in enumerate(chairs) if number != seat)


def check_unseen(chairs: Sequence[Chair], seat: int, person: str) -> None:
    """Who has seen one seat's side of a game takes no other."""
    if has_seen_another(chairs, seat, person):
        raise Forbidden("You have played another seat of this game: this one goes to a bot or to somebody new.")


def check_free(chair: Chair, over: bool, invited: bool) -> None:
    if not chair.empty or over:
        raise Conflict("This seat is taken.")
    if chair.offer != Offer.ANYBODY and not invited:
        raise Forbidden("This seat is kept for somebody with the invite link.")


def check_bot(bot: str) -> None:
    if bot not in bots():
        raise Unfit(f"There is no bot {bot[:40]!r}; the bots are {', '.join(bots())}.")
