"""What tests of all games share: the cases, walks through games, playthroughs as text."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, Choice, Choices, FastChance, Flag, Game, Number, Record, State, named

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"
RECORDS = TESTS / "records"


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options: what the conformance kit runs over."""

    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return sortilege.game(self.name)

    def start(self) -> State:
        return self.game.start(self.seats, **self.options)

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}-{self.seats}" + (f"-{options}" if options else "")


def other_values(option: object, seats: int) -> list[Any]:
    """Values of an option that are not its default, enough to see what it does."""
    match option:
        case Flag():
            return [not option.default]
        case Choice():
            return [value for value in option.values if value != option.default]
        case Choices():
            return [list(reversed(option.values))[:seats]]
        case Number():
            return [option.low]
    raise TypeError(f"no values known for {option!r}")


def cases() -> list[Case]:
    """Every game: each number of seats by default, and each option changed with the fewest and the most seats."""
    found = []
    for name in sortilege.games():
        game = sortilege.game(name)
        found += [Case(name, seats) for seats in game.seat_range]
        for seats in {game.seat_range[0], game.seat_range[-1]}:
            for option in game.options:
                found += [Case(name, seats, {option.name: value}) for value in other_values(option, seats)]
    return found


def walk(state: State, seed: object, most: int = 100_000) -> Iterator[tuple[State, int]]:
    """Random play: every position with the move, or outcome, that comes next. The position goes on in place."""
    chance = FastChance(seed)
    for _ in range(most):
        if state.seat == OVER:
            return
        if state.seat == CHANCE:
            move = chance.below(state.sides())
        else:
            moves = state.moves()
            move = moves[chance.below(len(moves))]
        yield state, move
        state.advance(move)


def sample(case: Case, seed: object, count: int) -> list[tuple[State, int]]:
    """So many positions, with their next moves, spread evenly over a random game."""
    length = sum(1 for _ in walk(case.start(), seed))
    wanted = {length * number // count for number in range(count)} | {0, length - 1}
    return [(state.copy(), move) for number, (state, move) in enumerate(walk(case.start(), seed)) if number in wanted]


def eyes(state: State) -> list[int | None]:
    """Everybody who may look: all seats, and a spectator."""
    return [*range(state.seats), None]


def bot_game(case: Case, bots: list[str], seed: object) -> Record:
    """A finished game of bots, as a record."""
    players = [bot(name, f"{seed} {number}") for number, name in enumerate(bots)]
    chance = FastChance(seed)
    record = Record(case.game, [f"{name} {number + 1}" for number, name in enumerate(bots)], case.options)
    state = record.start()
    while state.seat != OVER:
        if state.seat == CHANCE:
            record.play(state, chance.below(state.sides()))
        else:
            record.play(state, players[state.seat].choose(Seat(state, state.seat)))
    return record


def bot_result(case: Case, bots: list[str], seed: object) -> dict[str, Any]:
    """How a game of bots ended: scores, ranking, ending."""
    result = bot_game(case, bots, seed).result
    assert result
    return result


def greedy_wins(case: Case, games: int) -> float:
    """Wins of one greedy bot among random ones, on each seat in turn."""
    wins = 0.0
    for number in range(games):
        seat = number % case.seats
        bots = ["greedy" if other == seat else "random" for other in range(case.seats)]
        ranking = bot_result(case, bots, f"{case} {number}")["ranking"]
        wins += (ranking[seat] == 1) / ranking.count(1)
    return wins


def playthrough(case: Case, bots: list[str], seed: int) -> str:
    """A whole game as readable text: every step in notation, what it told, and how it ended."""
    record = bot_game(case, bots, seed)
    head = {"game": case.name, "seats": case.seats, "options": case.options, "bots": bots, "seed": seed}
    lines = [json.dumps(head), ""]
    for (state, move), step in zip(record.replay(), record.steps):
        lines.append(step)
        lines += [f"    {named(sentence, record.seats)}" for sentence in state.news(move, None)]
    assert record.result
    lines += ["", f"ending: {record.result['ending']}"]
    rows = zip(record.seats, record.result["scores"], record.result["ranking"])
    lines += [f"{place}. {name}: {score}" for name, score, place in rows]
    return "\n".join(lines) + "\n"


def playthrough_again(text: str) -> str:
    """The playthrough that the first line of a golden file asks for."""
    head = json.loads(text.splitlines()[0])
    return playthrough(Case(head["game"], head["seats"], head["options"]), head["bots"], head["seed"])


def write_golden() -> None:
    """Make all golden files anew from their first lines; a diff then shows what changed."""
    for path in sorted(GOLDEN.rglob("*.txt")):
        path.write_text(playthrough_again(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.relative_to(TESTS))


def write_records() -> None:
    """Refresh the fixtures' fingerprint of content and the results, where the steps are still legal."""
    for path in sorted(RECORDS.rglob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        record = Record(sortilege.game(data["game"]), data["seats"], data["options"])
        state = record.start()
        for step in data["steps"]:
            what = step.partition(" ")[2]
            record.play(state, int(what.partition("/")[0]) if state.seat == CHANCE else state.parse(what))
        record.save(path)
        print(path.relative_to(TESTS), record.result and record.result["ending"])


if __name__ == "__main__":
    write_records() if "records" in sys.argv[1:] else write_golden()
