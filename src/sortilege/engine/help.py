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
        """By how a move begins, the most telling first: what it may be good for."""
        self.endings: dict[str, str] = data.get("endings", {})
        """By the name of an ending: what has happened."""
        self.alone: dict[str, str] = data.get("alone", {"won": "won", "lost": "lost"})
        """What it means to have won or lost against nobody."""
        self.most: list[str] = data.get("short", {}).get("most", [])
        self.seldom: list[str] = data.get("short", {}).get("seldom", [])
        self.never: list[str] = data.get("short", {}).get("never", [])
        self.last: list[str] = data.get("short", {}).get("last", [])
        self.cards = cards_of(folder, data.get("cards", {}))
        """The rules of every card that is drawn, by its slug."""

    def in_short(self, told: Sequence[str], *eyes: str) -> list[str]:
        """Of all that was told of a turn, what matters most, above all of these seats; the first of them begins. Empty
        where nothing is worth a word."""
        heard = [place for place, sentence in enumerate(told) if not has_any(sentence, self.never)]
        worth = sorted({self.stem(told[place]): place for place in heard}.values())
        first = [place for place in worth if not has_any(told[place], self.seldom)]

        def weight(place: int) -> tuple[bool, bool, int]:
            return has_any(told[place], self.most), told[place].startswith(eyes), place

        best = sorted(sorted(first or worth, key=weight)[-MOST_TOLD:])
        if best and not told[best[0]].startswith(eyes[:1]):
            best[:0] = [place for place in heard if place < best[0] and told[place].startswith(eyes[:1])][-1:]
        return [told[place] for place in best]

    def stem(self, sentence: str) -> str:
        """What sentences have in common of which only the last counts."""
        return next((sentence.partition(part)[0] for part in self.last if part in sentence), sentence)

    def aim_of(self, deeds: Sequence[str]) -> str:
        """What the most telling of these moves may be good for."""
        return next((aim for like, aim in self.aims.items() if any(begins(deed, like) for deed in deeds)), "")


def begins(move: str, like: str) -> bool:
    """Has a move in notation this beginning, in which * stands for anything?"""
    return fnmatchcase(f"{move} ", f"{like} *")


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
