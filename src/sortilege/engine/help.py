"""What a game says about its own table: the rules behind all that is seen and asked there, and what to think of."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.engine.art import gallery, tables_beside

MOST_TOLD = 3
MOST_PLAIN = 2


@dataclass(frozen=True)
class Question:
    """Something that is decided: its rules, what it is about, and what usually matters in it."""

    title: str
    rules: list[str]
    about: str
    matters: str


@dataclass(frozen=True)
class Sign:
    """An icon by its name, and its rules."""

    name: str
    rules: list[str]


class Help:
    """All of a game's help.toml; empty where it has none."""

    def __init__(self, folder: Path) -> None:
        file = folder / "help.toml"
        data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self.panels: dict[str, list[str]] = data.get("panels", {})
        self.signs = {icon: Sign(**sign) for icon, sign in data.get("signs", {}).items()}
        self.questions = {name: Question(**question) for name, question in data.get("question", {}).items()}
        self.aims: dict[str, str] = data.get("aims", {})
        """By the first word of a move: what it may be good for."""
        self.endings: dict[str, str] = data.get("endings", {})
        """By the name of an ending: what has happened."""
        self.never: list[str] = data.get("short", {}).get("never", [])
        self.seldom: list[str] = data.get("short", {}).get("seldom", [])
        self.cards = cards_of(folder, data.get("cards", {}))
        """The rules of every card that is drawn, by its slug."""

    def in_short(self, told: Sequence[str]) -> list[str]:
        """Of all that was told of a turn, what matters most."""
        worth = [sentence for sentence in told if not has_any(sentence, self.never)]
        first = [sentence for sentence in worth if not has_any(sentence, self.seldom)]
        return first[-MOST_TOLD:] or worth[-MOST_PLAIN:] or list(told[-1:])


def has_any(sentence: str, parts: Sequence[str]) -> bool:
    return any(part in sentence for part in parts)


def cards_of(folder: Path, kinds: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """A kind is a table of the content, or a pattern for names; its rules are named with what the card's row says."""
    rows = {row["name"]: (table, row) for table, found in tables_beside(folder / "art.toml").items() for row in found}
    cards: dict[str, list[str]] = {}
    for name, art in gallery(folder).cards.items():
        table, row = rows.get(name, ("", {}))
        own = [rules for kind, rules in kinds.items() if kind == table or fnmatchcase(name, kind)]
        cards[art.slug] = [rule.format(**{**row, "slug": art.slug}) for rules in own for rule in rules]
    return cards


@cache
def help_of(folder: Path) -> Help:
    return Help(folder)
