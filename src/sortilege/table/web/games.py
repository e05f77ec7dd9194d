"""A game as the web shows it: as data, as a guide with an anchor for every rule, as a picture."""

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from sortilege.bots import bots
from sortilege.engine import CHANCE, OVER, Choice, Choices, FastChance, Game, Number, Option
from sortilege.engine.picture import STYLE

NAMES = ["Morgana", "Prospero", "Circe", "Merlin", "Medea", "Alcina", "Gandolin", "Ursula"]
RULE = re.compile(r"<li>(?P<open>\s*(?:<p>)?)<code>(?P<id>[a-z_]+:[a-z0-9-]+)</code>\s*(?P<ruling>\(ruling\) )?")


@cache
def guide_html(game: Game) -> Markup:
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.guide.text)
    return Markup(RULE.sub(anchored, rendered))


def anchored(match: re.Match[str]) -> str:
    rule = match["id"]
    ruling = '<span class="tag">ruling</span> ' if match["ruling"] else ""
    mark = f'<a class="rule" href="#{rule}" aria-label="Rule {rule}">{rule.partition(":")[2]}</a> '
    return f'<li id="{rule}">{match["open"]}{mark}{ruling}'


def game_data(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "minutes": game.minutes,
        "seats": list(game.seat_range),
        "options": [option_data(option) for option in game.options],
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


@cache
def sample_picture(game: Game) -> str:
    """The game in full swing, as a spectator sees it; in a browser, so light or dark."""
    state = game.start(usual_seats(game))
    chance = FastChance("a picture for the door")
    for _ in range(120):
        after = state.copy()
        moves = after.moves()
        if after.seat == CHANCE:
            after.advance(int(chance.below(after.sides())))
        elif moves:
            after.advance(int(game.sense.choose(after, chance)))
        if after.seat == OVER:
            break
        state = after
    svg = state.picture(None, NAMES[: state.seats], standalone=False)
    return svg.replace(">", f"><style>{STYLE.read_text(encoding='utf-8')}</style>", 1)
