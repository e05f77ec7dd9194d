"""A study as a page with plots, and its figures as JSON and Parquet."""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sortilege.arena.extra import need
from sortilege.arena.reports import plots
from sortilege.arena.reports.pages import template
from sortilege.arena.study import Findings
from sortilege.arena.uses import Use
from sortilege.games import game as find_game


def write_study(findings: Findings, folder: Path) -> None:
    """Write `study.json`, `study.parquet` and `study.html`."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(known_numbers(asdict(findings)), indent=1, allow_nan=False)
    (folder / "study.json").write_text(text + "\n", encoding="utf-8")
    rows = [{"name": use.name, "uses": use.uses, **spread(use)} for use in findings.uses]
    need("pyarrow.parquet").write_table(need("pyarrow").Table.from_pylist(rows), folder / "study.parquet")
    page = template("study.html.jinja").render(
        title=find_game(findings.game).title, findings=findings, plots=plots_of(findings)
    )
    (folder / "study.html").write_text(page, encoding="utf-8")


def known_numbers(data: Any) -> Any:
    """The same with null for what is not known or has no end: JSON has no other word for it."""
    if isinstance(data, dict):
        return {key: known_numbers(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [known_numbers(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def spread(use: Use) -> dict[str, float]:
    figures = {"offered": use.offered, "used": use.used, "lead": use.lead}
    return {
        f"{name}{end}": value
        for name, figure in figures.items()
        for end, value in (("", figure.value), ("_low", figure.low), ("_high", figure.high))
    }


def plots_of(findings: Findings) -> list[str]:
    drawn = [plots.histogram("Length", findings.lengths, "decisions a game")]
    if findings.seats > 1:
        seats = [f"seat {number + 1}" for number in range(findings.seats)]
        drawn.insert(0, plots.intervals("Wins by seat", seats, findings.by_seat, "share", 1 / findings.seats))
    known = [use for use in findings.uses if use.lead.count]
    ends = known[:15] + known[max(15, len(known) - 15) :]
    if ends:
        names, leads = [use.name for use in ends], [use.lead for use in ends]
        drawn.append(plots.intervals("Lead in wins, highest and lowest", names, leads, "difference of win rates", 0.0))
    return drawn
