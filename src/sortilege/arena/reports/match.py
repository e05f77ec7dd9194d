"""A match as a page with plots, and its raw results as Parquet."""

from collections.abc import Sequence
from pathlib import Path

from sortilege.arena.extra import need
from sortilege.arena.match_folder import MatchFolder
from sortilege.arena.reports import plots
from sortilege.arena.reports.pages import template
from sortilege.arena.results import GameResult
from sortilege.arena.summary import MatchSummary, summarise
from sortilege.games import game as find_game


def write_report(folder: MatchFolder) -> MatchSummary:
    """Write `results.parquet` and `report.html` beside the results."""
    results = list(folder.results())
    summary = summarise(results)
    write_parquet(results, folder.path / "results.parquet")
    page = template("match.html.jinja").render(
        title=find_game(folder.match.game).title,
        settings=folder.settings(),
        summary=summary,
        plots=plots_of(summary),
    )
    (folder.path / "report.html").write_text(page, encoding="utf-8")
    return summary


def plots_of(summary: MatchSummary) -> list[str]:
    names = [each.name for each in summary.bots]
    fair = 1 / summary.seats if summary.seats > 1 else None
    drawn = []
    if summary.seats > 1:
        ratings = [each.rating for each in summary.bots if each.rating]
        drawn.append(plots.intervals("Rating", names, ratings, "Plackett-Luce, 95 % interval"))
    drawn.append(plots.intervals("Share of wins", names, [each.wins for each in summary.bots], "share", fair))
    drawn.append(plots.distributions("Scores", names, [each.scores for each in summary.bots], "points"))
    if summary.seats > 1:
        seats = [f"seat {number + 1}" for number in range(summary.seats)]
        drawn.append(plots.intervals("Wins by seat", seats, summary.by_seat, "share", fair))
    drawn.append(plots.histogram("Length", summary.lengths, "decisions a game"))
    drawn.append(plots.bars("Decisions", names, [each.decisions for each in summary.bots], "a game"))
    drawn.append(plots.bars("Branching", names, [each.branching for each in summary.bots], "legal moves a decision"))
    drawn.append(plots.bars("Time", names, [each.milliseconds for each in summary.bots], "milliseconds a decision"))
    return drawn


def write_parquet(results: Sequence[GameResult], path: Path) -> None:
    """One row for every seat of every game."""
    rows = [
        {
            "game": result.number,
            "deal": result.deal,
            "seat": seat,
            "bot": bot,
            "score": result.scores[seat],
            "place": result.ranking[seat],
            "win": result.wins()[seat],
            "decisions": result.decisions[seat],
            "choices": result.choices[seat],
            "seconds": result.seconds[seat],
            "ending": result.ending,
            "leads": result.leads,
            "luck": result.luck[seat] if result.luck else None,
        }
        for result in results
        for seat, bot in enumerate(result.bots)
    ]
    need("pyarrow.parquet").write_table(need("pyarrow").Table.from_pylist(rows), path)
