"""A worked turn: what worked.toml plays under the real rules, to be looked at, with what is said of it."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sortilege.engine.game import Game
from sortilege.engine.panels import NARROW, Panel, draw
from sortilege.engine.state import State
from sortilege.engine.steps import read_step
from sortilege.engine.words import named

FILE = "worked.toml"
ID = re.compile(r'(?<= id=")|(?<=url\(#)|(?<= href="#)')


@dataclass(frozen=True)
class Moment:
    """Something that happens in a turn: what is said of it, the rule it shows, and the panels to look at."""

    title: str
    text: str
    rule: str
    shows: Sequence[str]
    news: Sequence[str]
    """What the table tells of it."""
    state: State


@dataclass(frozen=True)
class WorkedTurn:
    """A turn from start to end, as one seat sees it."""

    game: Game
    names: list[str]
    eye: int
    about: str
    """Whose turn it is, and how things stand before it."""
    moments: Sequence[Moment]
    brought: str
    """What came of it."""

    def panels(self, moment: Moment) -> list[Panel]:
        """What the moment shows, to be looked at and no more; ids are its own."""
        place = self.moments.index(moment)
        drawing = draw(self.game, moment.state.seen_by(self.eye), self.eye, self.names, NARROW, asked=False)
        found = {panel.id: panel for panel in drawing.panels}
        for panel in drawing.panels:
            panel.svg = ID.sub(f"turn-{place}-", panel.svg)
        return [found[name] for name in moment.shows]


@cache
def worked_turn(game: Game) -> WorkedTurn | None:
    """The worked turn of a game, if it has one."""
    file = game.folder / FILE
    return read(game, file) if file.exists() else None


def read(game: Game, file: Path) -> WorkedTurn:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    names, eye = data["names"], data.get("eye", 0)
    state = game.start(len(names), **data.get("options", {}))
    play(state, data["before"], names, eye)
    moments = []
    for moment in data["moments"]:
        news = play(state, moment.pop("plays"), names, eye)
        moments.append(Moment(**moment, news=news, state=state.copy()))
    return WorkedTurn(game, names, eye, data["about"], moments, data["brought"])


def play(state: State, steps: Sequence[str], names: Sequence[str], eye: int) -> list[str]:
    """Take the steps, and tell what happened."""
    told = []
    for number, step in enumerate(steps, 1):
        move = read_step(state, step, number)
        told += [named(sentence, names, eye) for sentence in state.news(move, eye)]
        state.play(move)
    return told
