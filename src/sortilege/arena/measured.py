"""How strong the bots were where they were measured, in a sentence for those who choose one."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("measured.toml")
"""A copy of what `sortilege arena --all-levels` writes."""


def measured_lines(figures: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """By game, in percent: what each level won of its games, and how often greedy was placed before the adept."""
    for game, percents in figures.items():
        yield f"[{game}]"
        yield from (f'"{name}" = {percent:.0f}' for name, percent in percents.items())
        yield ""


@cache
def read() -> dict[str, Any]:
    return tomllib.loads(MEASURED.read_text(encoding="utf-8"))


def measured(game: str) -> str:
    """What came out in this game."""
    wins = dict(read()[game])
    before = wins.pop("greedy before adept")
    said = ", ".join(f"{name.partition(':')[0]} {percent} %" for name, percent in wins.items())
    return (
        f"In matches between the levels, the archmage with a tenth of its time, they won this share of their games: "
        f"{said}. Greedy was placed before an adept in {before} % of games for two."
    )
