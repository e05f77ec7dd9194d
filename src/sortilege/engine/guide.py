"""The guide of a game: a page that teaches, then its rules in words, each with an id."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import Literal, cast

MARKS = r"(?:\((?P<kind>first|rare)\) )?(?P<ruling>\(ruling\) )?"
"""What may stand between the id of a rule and its text."""
RULE = re.compile(rf"- `(?P<id>[a-z_]+:[a-z0-9-]+)` {MARKS}(?P<text>.+(?:\n  .+)*)(?P<more>(?:\n.*)*)")
HEADING = re.compile(r"(?P<level>#{1,3}) (?P<title>.+)")
BLOCK = re.compile(r"\n(?=#)|(?<=\n)(?=- `)|\n\n(?=\S)")
"""Between headings, rules and paragraphs."""

WORKED = "A worked turn"
"""The section in which it stands."""

Kind = Literal["first", "well", "rare"]
"""What a rule is needed for: a first game, playing well, the rare case."""


@dataclass(frozen=True)
class Rule:
    id: str
    text: str
    ruling: bool
    kind: Kind
    more: str = ""
    """What stands below it, lists for example."""

    @property
    def folded(self) -> bool:
        """Is it a detail, which most readers pass over?"""
        return self.kind == "rare" or (self.ruling and self.kind != "first")


@dataclass(frozen=True)
class Section:
    """A heading, and below it paragraphs and rules."""

    level: int
    title: str
    blocks: list[str | Rule] = field(default_factory=list)

    @property
    def rules(self) -> list[Rule]:
        return [block for block in self.blocks if isinstance(block, Rule)]


@dataclass(frozen=True)
class Guide:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def sections(self) -> list[Section]:
        """All of it in order; the first has the title of the game."""
        found: list[Section] = []
        for block in map(str.strip, BLOCK.split(self.text)):
            if heading := HEADING.fullmatch(block):
                found.append(Section(len(heading["level"]), heading["title"]))
            elif block:
                found[-1].blocks.append(read_rule(block) or block)
        return found

    @cached_property
    def rules(self) -> dict[str, Rule]:
        found: dict[str, Rule] = {}
        for rule in self.all_rules():
            if rule.id in found:
                raise ValueError(f"{self.path.name} gives the id {rule.id} twice")
            found[rule.id] = rule
        return found

    def all_rules(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)


def read_rule(block: str) -> Rule | None:
    """The rule that a list item tells, if it is one."""
    match = RULE.fullmatch(block)
    if match is None:
        return None
    text, more = " ".join(match["text"].split()), dedent(match["more"]).strip()
    return Rule(match["id"], text, match["ruling"] is not None, cast(Kind, match["kind"] or "well"), more)
