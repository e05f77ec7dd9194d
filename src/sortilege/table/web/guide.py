"""A guide as a page: a worked turn in pictures, every rule with an anchor, details folded, all cards."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markupsafe import Markup

from sortilege.engine import Game, Listed, Rule
from sortilege.engine.art import slug
from sortilege.engine.guide import WORKED, Section
from sortilege.engine.panels import Panel, plan_of
from sortilege.engine.worked import Moment, WorkedTurn, worked_turn

WORD = re.compile(r"\w+")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Line:
    """A rule, ready to be shown."""

    rule: Rule
    html: Markup

    @property
    def name(self) -> str:
        return self.rule.id.partition(":")[2]


@dataclass(frozen=True)
class Part:
    """A section: paragraphs and runs of rules, then the details."""

    level: int
    title: str
    shown: list[Markup | list[Line]]
    folded: list[Line]

    @property
    def anchor(self) -> str:
        return "-".join(WORD.findall(self.title.lower()))

    @property
    def works(self) -> bool:
        """Does the worked turn stand here?"""
        return self.title == WORKED


@dataclass(frozen=True)
class Shown:
    """A moment of the worked turn with its pictures."""

    moment: Moment
    text: Markup
    panels: list[Panel]


@dataclass(frozen=True)
class Pile:
    name: str
    cards: list[tuple[Listed, str]]
    """Each with the slug of its picture."""

    @property
    def count(self) -> int:
        return sum(card.copies for card, _ in self.cards)


@dataclass(frozen=True)
class GuidePage:
    parts: list[Part]
    turn: WorkedTurn | None
    moments: list[Shown]
    colours: str
    """For a style attribute: the cloth, and the colours of the seats."""
    piles: list[Pile]


@cache
def guide_page(game: Game) -> GuidePage:
    turn = worked_turn(game)
    moments = [Shown(moment, inline(moment.text), turn.panels(moment)) for moment in turn.moments] if turn else []
    piles = [pile_of(name, cards) for name, cards in game.words.piles().items()]
    return GuidePage([part_of(section) for section in game.guide.sections], turn, moments, colours(game, turn), piles)


def pile_of(name: str, cards: list[Listed]) -> Pile:
    return Pile(name, [(card, slug(card.art or card.name)) for card in cards])


def part_of(section: Section) -> Part:
    shown: list[Markup | list[Line]] = []
    for is_rule, run in groupby(section.blocks, lambda block: isinstance(block, Rule)):
        blocks = list(run)
        if is_rule:
            lines = [line_of(block) for block in blocks if isinstance(block, Rule) and not block.folded]
            shown += [lines] if lines else []
        else:
            shown.append(Markup(MARKDOWN.render("\n\n".join(map(str, blocks)))))
    return Part(
        section.level, section.title.replace("`", ""), shown, [line_of(rule) for rule in section.rules if rule.folded]
    )


def line_of(rule: Rule) -> Line:
    return Line(rule, inline(rule.text) + Markup(MARKDOWN.render(rule.more)))


def inline(text: str) -> Markup:
    return Markup(MARKDOWN.renderInline(text))


def colours(game: Game, turn: WorkedTurn | None) -> str:
    plan = plan_of(game.folder)
    seats = plan.seat_colours(game.words.emblems(turn.moments[0].state)) if turn else {}
    return " ".join([plan.colours, *(f"{name}: {colour};" for name, colour in seats.items())])
