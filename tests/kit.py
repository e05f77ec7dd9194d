"""What the tests of all games share: cases by the game's name, games of bots, golden files and records."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sortilege
from sortilege import conformance
from sortilege.conformance.cases import eyes, sample, walk
from sortilege.conformance.playthrough import bot_game, playthrough, playthrough_again
from sortilege.engine import CHANCE, Record, named
from sortilege.engine.lesson import Lesson, Place

__all__ = ["GOLDEN", "INTERPRETED", "RECORDS", "TESTS", "bot_game", "bot_result", "case_of", "eyes", "greedy_wins",
           "lesson_file", "lesson_text", "sample", "walk"]  # fmt: skip

INTERPRETED = bool(os.environ.get("SORTILEGE_INTERPRETED"))
"""Some forty times slower: what is looked at many times then is looked at less often."""
TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"
RECORDS = TESTS / "records"


def case_of(name: str, seats: int, options: dict[str, Any] | None = None) -> conformance.Case:
    """A game by its name, with a number of seats and options."""
    return conformance.Case(sortilege.game(name), seats, options or {})


def bot_result(case: conformance.Case, bots: list[str], seed: object) -> dict[str, Any]:
    """How a game of bots ended: scores, ranking, ending."""
    result = bot_game(case, bots, seed).result
    assert result
    return result


def greedy_wins(case: conformance.Case, games: int) -> float:
    """Wins of one greedy bot among random ones, on each seat in turn."""
    wins = 0.0
    for number in range(games):
        seat = number % case.seats
        bots = ["greedy" if other == seat else "random" for other in range(case.seats)]
        ranking = bot_result(case, bots, f"{case} {number}")["ranking"]
        wins += (ranking[seat] == 1) / ranking.count(1)
    return wins


def write_golden() -> None:
    """Make all golden files anew from their first lines; a diff then shows what changed. A game that has none gets
    one of greedy bots with the fewest seats, and one of random bots with the most."""
    for name in sortilege.games():
        folder = GOLDEN / name
        folder.mkdir(exist_ok=True)
        for path in sorted(folder.glob("*.txt")) or begin_golden(name, folder):
            path.write_text(playthrough_again(path.read_text(encoding="utf-8"), sortilege.game), encoding="utf-8")
            print(path.relative_to(TESTS))
        if lesson := sortilege.game(name).lesson:
            lesson_file(name).write_text(lesson_text(lesson, lesson.places()), encoding="utf-8")


def lesson_file(name: str) -> Path:
    return GOLDEN / "lessons" / f"{name}.txt"


def lesson_text(lesson: Lesson, places: Iterable[Place]) -> str:
    """What a lesson's rules do, step by step along every choice: what is told, the points, what can be done and what is
    refused. Where earlier choices make no difference they are not told apart."""
    return "\n\n".join(dict.fromkeys("\n    ".join(place_lines(lesson, place)) for place in places)) + "\n"


def place_lines(lesson: Lesson, place: Place) -> list[str]:
    asked = f", {place.chosen[-1]}" if place.answer else ""
    lines = [
        f"{place.step.name}{asked}",
        *(named(sentence, list(lesson.names), lesson.seat) for sentence in place.told),
    ]
    lines.append(f"points: {' '.join(str(score) for score in place.state.scores())}")
    if place.asks:
        lines.append(f"{len(place.state.moves())} moves")
        for wrong in place.step.wrong:
            answer = lesson.answer(place, wrong.move)
            lines += [f"{wrong.move}: {answer.reason} ({answer.rule})"] if answer.rule and "*" not in wrong.move else []
    return lines


def begin_golden(name: str, folder: Path) -> list[Path]:
    seats = sortilege.game(name).seat_range
    begun = []
    for bots, number in (("greedy", seats[0]), ("random", seats[-1])):
        path = folder / f"{number}-{bots}.txt"
        path.write_text(playthrough(case_of(name, number), [bots] * number, 1), encoding="utf-8")
        begun.append(path)
    return begun


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
