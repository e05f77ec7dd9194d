"""The tables of docs/strength."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from sortilege.arena import planned
from sortilege.arena.figures import NOTHING
from sortilege.arena.foresight import foresight
from sortilege.arena.planned import PlannedMatch
from sortilege.arena.reports import plots
from sortilege.arena.runner import cores
from sortilege.arena.speed import LONG_THINK, core_rounds, memory_of_long_think, playouts_a_second
from sortilege.arena.summary import BotSummary, MatchSummary
from sortilege.arena.tables import table
from sortilege.arena.wanted import MatchKind
from sortilege.games import game as find_game
from sortilege.games import games as all_games

PLOT = "ladder.svg"
FORESEEN = 400
"""Greedy games on which values are tested."""
SEATS = (2, 3, 4)
"""Their seats."""

Found = Mapping[tuple[str, MatchKind], MatchSummary]
"""What came out, by game and kind of match."""


def write_tables(out: Path, matches: Sequence[PlannedMatch], found: Found, jobs: int) -> Path:
    """Write `strength.md`, and the plot that it shows."""
    (out / PLOT).write_text(plot(found), encoding="utf-8")
    file = out / "strength.md"
    lines = [*tables(matches, found), *foresight_lines(jobs), *speed_lines()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def tables(matches: Sequence[PlannedMatch], found: Found) -> Iterator[str]:
    yield "# Strength as measured\n"
    yield "## The ladder: ratings\n"
    yield f"![Ratings with 95 % intervals, by game]({PLOT})\n"
    yield from table(["game", "seats", "games", *planned.LADDER], [ratings(*each) for each in named(found, "ladder")])
    yield "## The ladder: who is placed before whom\n"
    heading = [f"{one} before {other}" for one, other in pairwise(planned.LADDER)]
    yield from table(["game", *heading, "wins"], [places(*each) for each in named(found, "ladder")])
    yield "## Greedy against the adept\n"
    heading = ["games", "greedy before the adept", "points of greedy", "points of the adept"]
    yield from table(["game", *heading], [duel(*each) for each in named(found, "greedy")])
    yield "## Against three greedy\n"
    heading = ["wins", "placed before a greedy", "points", "points of a greedy", "ms a decision"]
    yield from table(["game", "games", *heading], [challenge(*each) for each in named(found, "three-greedy")])
    for kind, part in planned.WITHOUT.items():
        yield f"## The archmage against itself with {part}\n"
        heading = ["thinks", "seats", "games", "placed before the other", "wins", "wins of the other"]
        yield from table(["game", *heading], [compared(*each) for each in named(found, kind)])
    for title, summary in named(found, "solo"):
        yield f"## Alone: {title}, {summary.games // len(planned.SOLO)} deals each\n"
        yield from table(["bot", "wins", "points"], [(b.name, b.wins.percent(), b.score.plain()) for b in summary.bots])
    yield "## What was played\n"
    games = dict.fromkeys(each.match.game for each in matches)
    yield from table(["game", "rules", "content", "matches by seed"], [played(game, matches) for game in games])


def plot(found: Found) -> str:
    ladders = [(title, bots_by_name(summary)) for title, summary in named(found, "ladder")]
    ratings = {name: [bots[name].rating or NOTHING for _, bots in ladders] for name in planned.LADDER}
    return plots.groups([title for title, _ in ladders], ratings, "Plackett-Luce, 95 % interval")


def played(game: str, matches: Sequence[PlannedMatch]) -> list[object]:
    """With which rules and content, and on which deals."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for each in matches:
        if each.match.game == game:
            kinds[each.match.seed].append(each.kind)
    own = find_game(game)
    by_seed = "; ".join(f"{seed}: {', '.join(names)}" for seed, names in kinds.items())
    return [own.title, own.rules_version, own.content, by_seed]


def named(found: Found, kind: MatchKind) -> list[tuple[str, MatchSummary]]:
    """The matches of this kind, with the titles of their games."""
    return [(find_game(game).title, summary) for (game, other), summary in found.items() if other == kind]


def bots_by_name(summary: MatchSummary) -> dict[str, BotSummary]:
    return {each.name: each for each in summary.bots}


def ratings(title: str, summary: MatchSummary) -> list[object]:
    bots = bots_by_name(summary)
    return [
        title,
        summary.seats,
        summary.games,
        *(rating.plain() if (rating := bots[name].rating) else "–" for name in planned.LADDER),
    ]


def places(title: str, summary: MatchSummary) -> list[object]:
    bots = bots_by_name(summary)
    wins = " / ".join(f"{100 * bots[name].wins.value:.0f}" for name in planned.LADDER)
    return [title, *(summary.pairs[pair].percent() for pair in pairwise(planned.LADDER)), f"{wins} %"]


def duel(title: str, summary: MatchSummary) -> list[object]:
    bots = bots_by_name(summary)
    points = (bots[name].score.plain() for name in planned.DUEL)
    return [title, summary.games, summary.pairs[planned.DUEL].percent(), *points]


def challenge(title: str, summary: MatchSummary) -> list[object]:
    one, other = (bots_by_name(summary)[name] for name in planned.CHALLENGE[:2])
    ahead = summary.pairs[one.name, other.name].percent()
    points = one.score.plain(), other.score.plain()
    return [title, summary.games, one.wins.percent(), ahead, *points, f"{one.milliseconds:.0f}"]


def compared(title: str, summary: MatchSummary) -> list[object]:
    whole, without = sorted(summary.bots, key=lambda bot: len(bot.name))
    ahead = summary.pairs[whole.name, without.name].percent()
    thinks = whole.name.partition(":")[2]
    return [title, thinks, summary.seats, summary.games, ahead, whole.wins.percent(), without.wins.percent()]


def foresight_lines(jobs: int) -> Iterator[str]:
    yield f"## Log loss of the values, over {FORESEEN} greedy games\n"
    rows = [["even chances", *(f"{math.log(seats):.3f}" for seats in SEATS)]]
    for name in all_games():
        game = find_game(name)
        if game.sense.horizon():
            figures = [
                foresight(name, seats, FORESEEN, "foresight", jobs) if seats in game.seat_range else NOTHING
                for seats in SEATS
            ]
            rows.append([game.title, *(figure.plain(3) for figure in figures)])
    yield from table(["game", "for two", "for three", "for four"], rows)


def speed_lines() -> Iterator[str]:
    yield "## Speed and memory\n"
    speeds = [(find_game(game).title, f"{playouts_a_second(game):.0f}") for game in all_games()]
    yield from table(["game", "playouts a second of a core"], speeds)
    rounds = core_rounds()
    gain = sum(one for one, _ in rounds) / sum(every for _, every in rounds)
    each = ", ".join(f"{one / every:.2f}" for one, every in rounds)
    yield f"- {cores()} cores play {gain:.2f} times as many games as one in the same time; round by round: {each}."
    most = memory_of_long_think()
    yield f"- After {LONG_THINK:.0f} seconds of thinking, with the tree filled up and copied: {most:.0f} MB at most."
