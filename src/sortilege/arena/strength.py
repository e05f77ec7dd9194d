"""How strong the levels are in every game: the planned matches played, and written down.

Every match lies in a folder of its own with its report, and goes on where it was interrupted.
"""

from pathlib import Path

from sortilege.arena import planned
from sortilege.arena.match_folder import play_match
from sortilege.arena.measured import BEFORE, with_measured
from sortilege.arena.planned import PlannedMatch, planned_matches
from sortilege.arena.reports.match import write_report
from sortilege.arena.reports.strength import Found, bots_by_name, write_tables
from sortilege.arena.runner import Stopped
from sortilege.arena.summary import MatchSummary
from sortilege.arena.wanted import FILE
from sortilege.games import games as all_games


def write_strength(out: Path, seed: str | None = None, games: int | None = None, jobs: int = 0) -> Path:
    """Measure everything, on deals of this seed and with so many games a match or as planned, and write it down as
    `strength.md`; what people are told of it, as the `studies.toml` of every game."""
    out.mkdir(parents=True, exist_ok=True)
    matches = planned_matches(seed, games)
    found = {(each.match.game, each.kind): play(each, out, jobs) for each in matches}
    for game, percents in told(found).items():
        file = out / "games" / game / FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(with_measured(game, percents), encoding="utf-8")
    return write_tables(out, matches, found, jobs)


def play(planned: PlannedMatch, out: Path, jobs: int) -> MatchSummary:
    match = planned.match
    folder = play_match(
        match.game, match.bots, planned.games, match.seats, out / planned.name, match.seed,
        jobs=jobs, progress=planned.name,
    )  # fmt: skip
    summary = write_report(folder)
    if summary.games < planned.games:
        raise Stopped(f"{planned.name}: {summary.games} of {planned.games} games; the same command goes on from here")
    return summary


def told(found: Found) -> dict[str, dict[str, float]]:
    """What people are told who choose a bot, in percent: wins in the ladder, and where greedy stands."""
    percents: dict[str, dict[str, float]] = {}
    for game in all_games():
        if (game, "ladder") in found and (game, "greedy") in found:
            bots = bots_by_name(found[game, "ladder"])
            figures = {name: bots[name].wins for name in planned.LADDER}
            figures[BEFORE] = found[game, "greedy"].pairs[planned.DUEL]
            percents[game] = {name: 100 * figure.value for name, figure in figures.items()}
    return percents
