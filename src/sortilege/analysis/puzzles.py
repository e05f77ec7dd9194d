"""Puzzles: positions from play in which one move is surely best by a wide margin, and the usual one is not it."""

import hashlib
import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sortilege.analysis.budget import BUDGETS, MOST_MOVES
from sortilege.analysis.curve import ASSUMED, fitted
from sortilege.analysis.decisions import Jury
from sortilege.analysis.evaluator import Evaluator, Shares, standard_error
from sortilege.analysis.reasons import why
from sortilege.bots import Seat, bot
from sortilege.bots.levels import LEVELS
from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance, Game, State
from sortilege.engine.plain import Snapshot
from sortilege.engine.state import game_of

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
FILE = "puzzles.json"
MARGIN = 0.1
"""By so much the best move is ahead of the usual one, and by half of it of every other; some games have their own."""
SURE = 3.0
FIRST_HEATS = (8, 24, 96)
"""Heats against the rivals that are close at first sight: few positions are worth more."""
HEATS = (32, 128)
"""Heats against all moves, then against the closest;"""
LAST_HEATS = 640
"""and those that count. A narrower margin takes more of them, and a longer search."""
RIVALS = 5
SLIPS = 4
"""In games that puzzles are looked for in, one move in so many is any legal one."""
SHORT, THOUGHTFUL = ASSUMED, "archmage:400"
"""Who finds it: a bot that looks ahead as people are taken to makes it easy, one that looks further makes it medium."""
TRIES, GREEDY_TRIES = 4, 50
SCREENING, SEARCHES = (1_000,), (4_000, 20_000, 20_000)
"""Playouts of the searches that have to agree, each with luck of its own: most that was only good if greedy bots play
on falls by the short ones."""
MOST_IN_GAME = 2
SEATS = (2, 2, 3)
"""Of the games that are played, in turn."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the move that the seat which decides should find."""

    name: str
    difficulty: Difficulty
    snapshot: Snapshot
    best: str
    usual: str
    """What looks best at once."""
    chances: dict[str, float]
    """After the best move, the usual one and others that were looked at closely."""
    why: list[str]
    """Seats stand as {0}, {1}."""

    def state(self, game: Game) -> State:
        return game.restore(self.snapshot)

    def solved(self, state: State, move: int) -> bool:
        """Is this the move, or one that does the same?"""
        return len(one_of_each(state.seen_by(state.seat), [state.parse(self.best), move])) == 1

    def data(self) -> dict[str, Any]:
        return asdict(self)


@cache
def puzzles(game: Game) -> dict[str, Puzzle]:
    """A game's puzzles by their names; those of earlier cards are left out."""
    return {each.name: each for each in read(game.folder / FILE) if fits(game, each.snapshot)}


def fits(game: Game, snapshot: Mapping[str, Any]) -> bool:
    try:
        game.checked_position(snapshot)
    except BadSnapshot:
        return False
    return True


def of_the_day(game: Game, day: date) -> Puzzle | None:
    """The same for everybody, another every day until all have been had."""
    every = list(puzzles(game).values())
    return every[day.toordinal() % len(every)] if every else None


def read(file: Path) -> list[Puzzle]:
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return [Puzzle(**each) for each in kept]


def write(file: Path, found: list[Puzzle]) -> None:
    lines = ",\n".join(json.dumps(each.data(), ensure_ascii=False, separators=(",", ":")) for each in found)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def one_of_each(seen: State, moves: list[int]) -> list[int]:
    """Moves that differ in what they do: which of two equal dice is thrown makes no difference."""
    label = game_of(seen).words.label
    kinds: dict[str, int] = {}
    for move in moves:
        kinds.setdefault(label(seen, move), move)
    return list(kinds.values())


# Finding them.


def missing_grades(found: Sequence[Puzzle], wanted: int) -> list[Difficulty]:
    """Those of which more are wanted."""
    grades = [each.difficulty for each in found]
    enough = wanted // 10 if len(found) >= wanted else wanted
    return [each for each in DIFFICULTIES if grades.count(each) < enough]


def find(game: Game, number: int, seed: object, grades: Sequence[Difficulty] = DIFFICULTIES) -> Iterator[Puzzle]:
    """The puzzles of one game between greedy bots that slip now and then: some at most, none that are alike."""
    seats = max(game.seat_range[0], min(SEATS[number % len(SEATS)], game.seat_range[-1]))
    seed = f"{seed} {number}"
    found = 0
    asked: set[str] = set()
    for state in positions(game, seats, seed):
        if found == MOST_IN_GAME:
            return
        puzzle = Finder(game, state, f"{seed} {found}").puzzle(grades)
        if puzzle and puzzle.best not in asked:
            asked.add(puzzle.best)
            found += 1
            yield puzzle


def positions(game: Game, seats: int, seed: object) -> list[State]:
    """Those with a choice in the later half of a game, where more hangs on one move, in any order; among very many
    moves hardly ever is one alone the best."""
    chance = FastChance(f"puzzles {seed}")
    state = game.start(seats)
    kept: list[State] = []
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
            continue
        moves = state.moves()
        if 2 < len(moves) <= MOST_MOVES:
            kept.append(state.copy())
        slip = chance.below(SLIPS) == 0
        state.advance(moves[chance.below(len(moves))] if slip else game.sense.choose(state, chance))
    return shuffled(kept[len(kept) // 2 :], chance)


def shuffled(states: list[State], chance: FastChance) -> list[State]:
    return [states.pop(int(chance.below(len(states)))) for _ in range(len(states))]


def margin(game: Game) -> float:
    """By how much the best move of a puzzle is ahead of the usual one."""
    return float(fitted(game.folder).get("margin", MARGIN))


class Finder:
    """Tries whether a position is a puzzle: quickly first, then at length."""

    def __init__(self, game: Game, state: State, seed: object) -> None:
        self.game = game
        self.state = state
        self.seat = int(state.seat)
        self.seen = state.seen_by(self.seat)
        self.evaluator = Evaluator.of(game, state.seats, f"puzzle {seed}")
        self.margin = margin(game)
        self.effort = round((MARGIN / self.margin) ** 2)
        self.least = self.margin / 4
        """By so much long searches find the best move ahead."""

    def puzzle(self, grades: Sequence[Difficulty]) -> Puzzle | None:
        usual = int(self.game.sense.choose(self.seen, self.evaluator.chance))
        best, *others = self.at_first_sight(usual)
        if best == usual or not self.missed(best):
            return None
        moves = self.rivals(best, usual, others)
        if not moves or not self.confirmed(best, SCREENING):
            return None
        difficulty = self.difficulty(best)
        chances = self.ahead(moves, usual) if difficulty in grades else {}
        if not chances or not self.confirmed(best, SEARCHES):
            return None
        snapshot = self.state.snapshot()
        name = hashlib.sha256(json.dumps(snapshot["position"]).encode()).hexdigest()[:10]
        text = self.state.text
        shown = {text(move): round(chance, 3) for move, chance in chances.items()}
        told = why(self.state, best, usual, name)
        return Puzzle(name, difficulty, snapshot, text(best), text(usual), shown, told)

    def at_first_sight(self, usual: int) -> list[int]:
        """The moves from the best to the worst after a few heats; only the usual one where it is not behind enough."""
        jury = Jury(self.evaluator, self.state, usual, BUDGETS["quick"])
        moves = jury.rounds(jury.field())
        return moves if jury.place(usual)[0] - jury.place(moves[0])[0] >= self.margin else [usual]

    def rivals(self, best: int, usual: int, others: list[int]) -> list[int]:
        """The best move, the usual one and the closest others; none where it is too little ahead of any move."""
        rounds_of_all = [count * self.effort for count in HEATS]
        for more, rounds in ((others[:RIVALS], FIRST_HEATS), (self.state.moves(), rounds_of_all)):
            moves = one_of_each(self.seen, [best, usual, *more])
            for count in rounds:
                moves = self.closest(moves, usual, self.evaluator.heats(self.state, moves, count))
                if not moves:
                    return []
        return moves

    def closest(self, moves: list[int], usual: int, every: list[list[Shares]]) -> list[int]:
        leads = dict(zip(moves, self.leads(every)))
        if any(statistics.fmean(leads[move]) < self.needed(move, usual) for move in moves[1:]):
            return []
        order = sorted(moves[1:], key=lambda move: (move != usual, sum(leads[move])))
        return [moves[0], *order[:RIVALS]]

    def ahead(self, moves: list[int], usual: int) -> dict[int, float]:
        """The chances after the best move and its closest rivals; none where it is not surely ahead of all others."""
        every = self.evaluator.heats(self.state, moves, LAST_HEATS * self.effort)
        leads = self.leads(every)[1:]
        chances = {move: self.after(every, place) for place, move in enumerate(moves)}
        sure = all(statistics.fmean(lead) > SURE * standard_error(lead) for lead in leads)
        clear = all(chances[moves[0]] - chances[move] >= self.needed(move, usual) for move in moves[1:])
        return chances if sure and clear else {}

    def needed(self, move: int, usual: int) -> float:
        return self.margin if move == usual else self.margin / 2

    def leads(self, every: list[list[Shares]]) -> list[list[float]]:
        """By how much the first of some moves is ahead of each, heat by heat."""
        return [[heat[0][self.seat] - heat[place][self.seat] for heat in every] for place in range(len(every[0]))]

    def after(self, every: list[list[Shares]], place: int) -> float:
        return self.evaluator.calibrated([heat[place] for heat in every], self.seat, self.seat).chance

    def missed(self, best: int) -> bool:
        """Does what looks best at once never find it?"""
        return all(self.game.sense.choose(self.seen, FastChance(f"missed {n}")) != best for n in range(GREEDY_TRIES))

    def confirmed(self, best: int, searches: Sequence[int]) -> bool:
        """Do searches of so many playouts call it best too, and not by a little?"""
        return all(self.lead(best, count * self.effort, n) >= self.least for n, count in enumerate(searches))

    def lead(self, best: int, playouts: int, seed: object) -> float:
        """By how much a search finds this move, or what does the same, ahead; below zero if it calls another best."""
        search = LEVELS["archmage"].search(Seat(self.state, self.seat), FastChance(f"searched {playouts} {seed}"))
        search.think(self.seen, playouts, 0.0)
        first, *others = search.findings()
        if not self.alike(first.move, best):
            return -1.0
        rivals = [each for each in others if 2 * each.visits >= first.visits and not self.alike(each.move, best)]
        return max(0.0, first.wins - max((each.wins for each in rivals), default=0.0))

    def alike(self, one: int, other: int) -> bool:
        return len(one_of_each(self.seen, [one, other])) == 1

    def difficulty(self, best: int) -> Difficulty:
        if self.finds(SHORT, best):
            return "easy"
        return "medium" if self.finds(THOUGHTFUL, best) else "hard"

    def finds(self, name: str, best: int) -> bool:
        tried = [bot(name, n).choose(Seat(self.state, self.seat)) == best for n in range(TRIES)]
        return sum(tried) > TRIES // 2
