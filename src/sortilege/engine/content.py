"""Content files: read, with the source of every number checked, and refused with a sentence that says what is wrong."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SOURCES = ("rulebook", "public", "designed")

Table = dict[str, Any]
"""A table of a content file, as TOML gives it."""


class BadContent(ValueError):
    """Content that the rules cannot be played with."""


class Content:
    """What lies in the content files of a game, every source known, with the tools to check it."""

    def __init__(self, game: str, data: Table) -> None:
        self.game = game
        self.data = data
        lost = unsourced(data)
        self.want(not lost, f"no source, one of {', '.join(SOURCES)}, is given for {', '.join(lost)}")

    @classmethod
    def read(cls, folder: Path, *files: str) -> "Content":
        """The content files of a game's folder, taken together."""
        data: Table = {}
        for file in files or ("content.toml",):
            data.update(tomllib.loads((folder / file).read_text(encoding="utf-8")))
        return cls(folder.name, data)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def want(self, fits: bool, what: str) -> None:
        """Refuse the content, saying what is wrong, unless it fits."""
        if not fits:
            raise BadContent(f"content of {self.game}: {what}")

    def number(self, table: Mapping[str, Any], key: str, low: int, high: int) -> int:
        """A whole number of a table, in its range."""
        value = table.get(key)
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        where = table.get("name", "a table")
        self.want(fits, f"{where}: {key} must be a whole number from {low} to {high}, not {value!r}")
        return int(table[key])

    def word(self, table: Mapping[str, Any], key: str, known: Sequence[str] | Mapping[str, int]) -> str:
        """A word of a table, one of those that are known."""
        value = table.get(key)
        self.want(
            value in known, f"{table.get('name', 'a table')}: {key} must be one of {', '.join(known)}, not {value!r}"
        )
        return str(value)

    def different(self, names: Sequence[str], what: str) -> None:
        self.want(len(set(names)) == len(names), f"{what} have different names")


def unsourced(table: Table, path: str = "", covered: bool = False) -> list[str]:
    """The paths of all values that do not say where they come from: by a source of their table, or of a table around
    it, for all of it or key by key."""
    source = table.get("source")
    named = source if isinstance(source, dict) else dict.fromkeys(table, source)
    if source is not None and not set(named.values()) <= set(SOURCES):
        return [f"{path}.source".lstrip(".")]
    lost: list[str] = []
    for key, value in table.items():
        where = f"{path}.{key}".lstrip(".")
        sourced = covered or (key in named and source is not None)
        if isinstance(value, dict) and key != "source":
            lost += unsourced(value, where, sourced)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for number, row in enumerate(value):
                lost += unsourced(row, f"{where}[{row.get('name', number)}]", sourced)
        elif key != "source" and not sourced:
            lost.append(where)
    return lost
