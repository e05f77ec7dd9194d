"""The guide of a game: its rules in words, each with an id."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

RULE = re.compile(r"^- `(?P<id>[a-z_]+:[a-z0-9-]+)` (?P<ruling>\(ruling\) )?(?P<text>.+(?:\n  .+)*)", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    id: str
    text: str
    ruling: bool


@dataclass(frozen=True)
class Guide:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> dict[str, Rule]:
        found: dict[str, Rule] = {}
        for match in RULE.finditer(self.text):
            rule = Rule(match["id"], " ".join(match["text"].split()), match["ruling"] is not None)
            if rule.id in found:
                raise ValueError(f"{self.path.name} gives the id {rule.id} twice")
            found[rule.id] = rule
        return found
