"""A game as the web shows it: as data."""

from typing import Any

from sortilege.bots import bots
from sortilege.engine import Choice, Choices, Game, Number, Option
from sortilege.engine.panels import plan_of


def game_data(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "minutes": game.minutes,
        "seats": list(game.seat_range),
        "options": [option_data(option) for option in game.options],
        "match": game.match,
        "bots": bots(),
        "rules": game.rules_version,
    }


def option_data(option: Option) -> dict[str, Any]:
    data: dict[str, Any] = {"name": option.name, "help": option.help, "fits": option.fits, "default": option.default}
    if isinstance(option, (Choice, Choices)):
        data["values"] = option.values
    if isinstance(option, Number):
        data |= {"low": option.low, "high": option.high}
    return data


def usual_seats(game: Game) -> int:
    return min(max(3, game.seat_range.start), game.seat_range.stop - 1)


def own_colour(game: Game) -> str:
    """The colour of a game's own cloth, for a style attribute."""
    return f"--game-accent: {plan_of(game.folder).cloth['accent']}"
