"""A study of a game for its designers: seats, endings, lengths, and what cards and actions do for their users."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.arena import plots
from sortilege.arena.contest import Match, Result
from sortilege.arena.extra import need
from sortilege.arena.figures import NOTHING, Figure, mean, share, share_of_deals, student
from sortilege.arena.report import template
from sortilege.arena.runner import run
from sortilege.engine import State
from sortilege.games import game as find_game

STEPS_A_DOUBLING = 3
"""Games are compared with games of about their length: so many classes from one length to twice that length."""


@cache
def thing(subject: str) -> str:
    """What is counted as one: a move's subject without numbers, so that "bid 12" counts as "bid"."""
    return " ".join(word for word in subject.split() if not word.lstrip("+-").isdigit())


@dataclass
class Notes:
    """What was on offer to each seat in one game, and what it used."""

    result: Result
    offered: list[list[str]]
    used: list[dict[str, int]]
    last: dict[str, Any] = field(default_factory=dict)
    """What a closer look at the last position gave."""


class Observer:
    """The witness of a study. Those of calibrations look closer."""

    def __init__(self, game: str, seats: int) -> None:
        self.words = find_game(game).words
        self.offered: list[set[str]] = [set() for _ in range(seats)]
        self.used: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.last: dict[str, Any] = {}

    def saw(self, state: State, moves: list[int], move: int) -> None:
        self.offered[state.seat].update(thing(self.words.subject(state, each)) for each in moves)
        self.used[state.seat][thing(self.words.subject(state, move))] += 1

    def ended(self, state: State) -> None:
        """A study sees nothing there that is not in the result."""

    def notes(self, result: Result) -> Notes:
        return Notes(result, [sorted(each) for each in self.offered], [dict(each) for each in self.used], self.last)


@dataclass(frozen=True)
class StudyTask:
    match: Match
    observer: type[Observer] = Observer

    def __call__(self, number: int) -> Notes:
        observer = self.observer(self.match.game, self.match.seats)
        return observer.notes(self.match.play(number, observer))


@dataclass
class Use:
    """One card or action."""

    name: str
    offered: Figure
    """Share of games in which somebody could use it."""
    used: Figure
    """Share of those games in which somebody did."""
    uses: float
    """Uses a game, over all games."""
    lead: Figure
    """How much more often seats that used it win than other seats, in games of about the same length."""


@dataclass
class Stratum:
    """Games of about the same length. A row is one game: seats that used something, their wins, other seats, theirs."""

    sums: list[float] = field(default_factory=lambda: [0.0] * 4)
    products: list[float] = field(default_factory=lambda: [0.0] * 16)

    def add(self, row: Sequence[float], times: int = 1) -> None:
        self.sums = [each + times * value for each, value in zip(self.sums, row)]
        pairs = [one * other for one in row for other in row]
        self.products = [each + times * value for each, value in zip(self.products, pairs)]

    def plus(self, other: "Stratum") -> "Stratum":
        sums = [one + more for one, more in zip(self.sums, other.sums)]
        return Stratum(sums, [one + more for one, more in zip(self.products, other.products)])

    def square(self, weights: Sequence[float]) -> float:
        """The sum over the games of their weighted rows, squared."""
        pairs = [one * other for one in weights for other in weights]
        return sum(each * weight for each, weight in zip(self.products, pairs))


@dataclass
class Tally:
    """All that is kept of the games of a study; it does not grow with their number."""

    games: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    everybody: Counter[str] = field(default_factory=Counter)
    """Games in which every seat used it."""
    uses: Counter[str] = field(default_factory=Counter)
    strata: dict[int, Stratum] = field(default_factory=dict)
    users: dict[tuple[str, int], Stratum] = field(default_factory=dict)
    """What a stratum changes by, where the seats that used this are counted apart."""

    def add(self, notes: Notes) -> None:
        self.games += 1
        self.offered.update(set().union(*notes.offered))
        self.used.update(set().union(*notes.used))
        length = length_class(sum(notes.result.decisions))
        wins = notes.result.wins()
        unused = (0, 0.0, len(wins), sum(wins))
        self.strata.setdefault(length, Stratum()).add(unused)
        for used in notes.used:
            self.uses.update(used)
        for name in set().union(*notes.used):
            own = [won for used, won in zip(notes.used, wins) if name in used]
            self.everybody[name] += len(own) == len(wins)
            users = self.users.setdefault((name, length), Stratum())
            users.add((len(own), sum(own), len(wins) - len(own), sum(wins) - sum(own)))
            users.add(unused, -1)

    def table(self) -> list[Use]:
        """Every card or action that was ever on offer, by its lead."""
        found = [
            Use(
                name,
                share(self.offered[name], self.games),
                share(self.used[name], self.offered[name]),
                self.uses[name] / self.games,
                self.lead(name),
            )
            for name in sorted(self.offered)
        ]
        return sorted(
            found, key=lambda each: -math.inf if math.isnan(each.lead.value) else each.lead.value, reverse=True
        )

    def lead(self, name: str) -> Figure:
        """The Mantel-Haenszel difference of win rates over the classes of length. Seats of one game share one win, so
        its interval goes by games, not by seats; one game with a use, or without one, shows nothing."""
        weight = difference = variance = 0.0
        count = 0
        for length, every in self.strata.items():
            stratum = every.plus(self.users.get((name, length), Stratum()))
            own, wins, others, losses = stratum.sums
            count += int(own)
            if own and others:
                rate, rest = wins / own, losses / others
                part = own * others / (own + others)
                weight += part
                difference += part * (rate - rest)
                variance += part**2 * stratum.square((-rate / own, 1 / own, rest / others, -1 / others))
        games = min(self.used[name], self.games - self.everybody[name])
        if weight == 0 or games == 1:
            return NOTHING
        value, error = difference / weight, student(games - 1) * math.sqrt(max(0.0, variance)) / weight
        return Figure(value, max(-1.0, value - error), min(1.0, value + error), count)


def length_class(decisions: int) -> int:
    return round(STEPS_A_DOUBLING * math.log2(max(decisions, 1)))


@dataclass
class Findings:
    """What a study shows."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    by_seat: list[Figure]
    endings: dict[str, int]
    lengths: list[int]
    leads: Figure
    uses: list[Use]


def study_game(
    game: str,
    games: int,
    seats: int,
    bots: Sequence[str] = ("greedy",),
    seed: str = "0",
    options: Mapping[str, object] | None = None,
    jobs: int = 0,
    progress: str = "",
) -> Findings:
    """Play so many games and find what seats, cards and actions are worth. Ctrl-C keeps what is done."""
    if games < 1:
        raise ValueError(f"a study has at least one game, not {games}")
    match = Match(game, tuple(bots), seats, seed, dict(options or {})).checked()
    return find(match, run(StudyTask(match), range(games), jobs, progress))


def find(match: Match, watched: Iterable[Notes]) -> Findings:
    """What notes of a match's games show."""
    tally = Tally()
    results: list[tuple[int, list[float], int, int, str]] = []
    for notes in watched:
        tally.add(notes)
        result = notes.result
        results.append((result.deal, result.wins(), sum(result.decisions), result.leads, result.ending))
    if not results:
        raise ValueError("no game was finished")
    return Findings(
        game=match.game,
        seats=match.seats,
        bots=match.bots,
        games=len(results),
        by_seat=[share_of_deals((deal, wins[seat]) for deal, wins, *_ in results) for seat in range(match.seats)],
        endings=dict(Counter(ending for *_, ending in results).most_common()),
        lengths=[length for _, _, length, _, _ in results],
        leads=mean((deal, leads) for deal, _, _, leads, _ in results),
        uses=tally.table(),
    )


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
