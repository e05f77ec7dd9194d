"""A table as somebody wants it, and the row of the store that it becomes."""

import base64
import hashlib
import secrets
from dataclasses import asdict, dataclass, field
from typing import Any

import sortilege
from sortilege.engine import Game
from sortilege.table.play.chairs import check_bot, has_room, make_chair
from sortilege.table.play.clock import milliseconds, read_clock
from sortilege.table.play.refusals import Unfit, unknown


@dataclass
class Wish:
    """A table as somebody wants it. A seat is `me`, `link`, `anybody`, or `bot` with the bot's name."""

    game: str
    seats: list[tuple[str, str]]
    options: dict[str, Any] = field(default_factory=dict)
    watch: bool = True
    shuffle: bool = True
    hints: bool = True
    clock: dict[str, Any] = field(default_factory=dict)
    match: bool = False
    """Two games, the second with the seats exchanged."""
    coach: bool = False


def id_from(*secret: str) -> str:
    """The id of a table that is made once, however often it is asked for: it follows from what only the askers know."""
    found = hashlib.sha256("\0".join(secret).encode()).digest()[:16]
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def find_game(name: str) -> Game:
    try:
        return sortilege.game(name)
    except ValueError:
        raise unknown("game") from None


def new_row(person: str, name: str, wish: Wish, steps: list[str], table_id: str = "") -> dict[str, Any]:
    """A new table as it is kept; a Refusal says what does not fit."""
    game = find_game(wish.game)
    chairs = [make_chair(kind, bot, person, name, wish.coach) for kind, bot in wish.seats]
    if sum(chair.person != "" for chair in chairs) > 1:
        raise Unfit("You can take one seat only.")
    try:
        options = game.settings(len(chairs), wish.options)
    except ValueError as error:
        raise Unfit(f"{error}.") from None
    if wish.match and not (game.match and len(chairs) == 2):
        raise Unfit("A match of two games is for two players, at a game that offers it.")
    clock = read_clock(**wish.clock)
    check_bot(clock.bot)
    table_id = table_id or secrets.token_urlsafe(16)
    return {
        "id": table_id, "game": game.name, "rules": game.rules_version, "content": game.content,
        "options": options, "chairs": [asdict(chair) for chair in chairs], "version": 0, "maker": person,
        "invite": secrets.token_urlsafe(9), "watch": wish.watch, "shuffle": wish.shuffle and not steps,
        "hints": wish.hints, "chat": True, "clock": asdict(clock), "secret": secrets.token_hex(32),
        "borrowed": sum(step.startswith("*") for step in steps), "made": milliseconds(), "began": None, "ended": None,
        "result": None, "open": has_room(chairs), "match": {"number": 1} if wish.match else None,
    }  # fmt: skip
