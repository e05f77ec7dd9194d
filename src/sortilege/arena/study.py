"""A study of a game for its designers: seats, endings, lengths, and what cards and actions do for their users."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sortilege.arena.figures import Figure, mean, share_of_deals
from sortilege.arena.match import Match
from sortilege.arena.results import GameResult
from sortilege.arena.runner import run
from sortilege.arena.uses import Notes, Use, UseCounts
from sortilege.engine import State
from sortilege.games import game as find_game


@cache
def thing(subject: str) -> str:
    """What is counted as one: a move's subject without numbers, so that "bid 12" counts as "bid"."""
    return " ".join(word for word in subject.split() if not word.lstrip("+-").isdigit())


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

    def notes(self, result: GameResult) -> Notes:
        return Notes(result, [sorted(each) for each in self.offered], [dict(each) for each in self.used], self.last)


@dataclass(frozen=True)
class StudyTask:
    match: Match
    observer: type[Observer] = Observer

    def __call__(self, number: int) -> Notes:
        observer = self.observer(self.match.game, self.match.seats)
        return observer.notes(self.match.play(number, observer))


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
    counts = UseCounts()
    results: list[tuple[int, list[float], int, int, str]] = []
    for notes in watched:
        counts.add(notes)
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
        uses=counts.table(),
    )
