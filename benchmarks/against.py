"""A match for two against an earlier version: each runs in its own Python, and hears the moves and outcomes only.

    make before
    .venv/bin/python benchmarks/against.py wizard_wars --before build/before/fc09ca9/.venv/bin/python --seconds 0.1

Both get as many playouts a move as they play in so many seconds of the processor, measured first, side by side: on a
machine that others use too, that is steadier than the clock. Every deal is played twice, with seats exchanged.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

PLAYER = """
import json, sys, time
import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import FastChance
game = sortilege.game(sys.argv[1])

def speed(rounds):
    state, chance, played, spent = game.start(2), FastChance(1), 0, 0.0
    while state.seat != -2 and rounds:
        if state.seat == -1:
            state.advance(chance.below(state.sides()))
        elif len(state.moves()) == 1:
            state.advance(state.moves()[0])
        else:
            player = bot("archmage:200", 1)
            begun = time.process_time()
            move = player.choose(Seat(state, state.seat))
            spent += time.process_time() - begun
            played += 200
            rounds -= 1
            state.advance(move)
    return played / spent

for line in sys.stdin:
    verb, *words = json.loads(line)
    answer = None
    if verb == "speed":
        answer = speed(words[0])
    elif verb == "start":
        state, player = game.start(2), bot(words[0], words[1])
    elif verb == "choose":
        answer = player.choose(Seat(state, state.seat))
    elif verb == "play":
        state.advance(words[0])
    elif verb == "look":
        answer = [state.seat, state.moves() if state.seat >= 0 else [], state.sides() if state.seat == -1 else 0,
                  state.ranking() if state.seat == -2 else []]
    print(json.dumps(answer), flush=True)
"""


class Side:
    """One version in its process."""

    def __init__(self, python: str, game: str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", PLAYER, game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def ask(self, *words: object) -> object:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(words), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def play(sides: list[Side], budgets: list[int], deal: str, first: int) -> float:
    """What the version of now gets, 1 for a win; it sits on the seat `first`."""
    from sortilege.engine import FastChance

    chance = FastChance(deal)
    for number, side in enumerate(sides):
        side.ask("start", f"archmage:{budgets[number]}", f"{deal} {number}")
    while True:
        looks = [side.ask("look") for side in sides]
        if looks[0] != looks[1]:
            raise SystemExit(f"the rules are not the same: {looks[0]} now, {looks[1]} before")
        seat, _, outcomes, ranking = looks[0]  # type: ignore[misc]
        if seat == -2:
            return 0.5 if ranking[0] == ranking[1] else float(ranking[first] == 1)
        if seat == -1:
            move: object = int(chance.below(outcomes))
        else:
            move = sides[0 if seat == first else 1].ask("choose")
        for side in sides:
            side.ask("play", move)


def measured(sides: list[Side], seconds: float) -> list[int]:
    """How many playouts each of them plays in so many seconds of the processor: the best of three rounds in turn."""
    speeds: list[list[float]] = [[], []]
    for _ in range(3):
        for found, side in zip(speeds, sides):
            found.append(float(side.ask("speed", 30)))  # type: ignore[arg-type]
    return [round(seconds * max(found)) for found in speeds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--before", required=True, help="the Python of the earlier version")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--playouts", type=int, default=0, help="so many for both, instead of seconds")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default="against")
    arguments = parser.parse_args()
    sides = [Side(python, arguments.game) for python in (sys.executable, str(Path(arguments.before).absolute()))]
    budgets = [arguments.playouts] * 2 if arguments.playouts else measured(sides, arguments.seconds)
    print(f"{arguments.game}: {budgets[0]} playouts a move now, {budgets[1]} before", flush=True)
    means = []
    for number in range(arguments.deals):
        pair = [play(sides, budgets, f"{arguments.seed} {number}", first) for first in (0, 1)]
        means.append(sum(pair) / 2)
    mean = sum(means) / len(means)
    error = math.sqrt(sum((each - mean) ** 2 for each in means) / (len(means) - 1) / len(means))
    print(
        f"{2 * len(means)} games: {100 * mean:.0f} % ({100 * (mean - 2 * error):.0f} to {100 * (mean + 2 * error):.0f})"
    )


if __name__ == "__main__":
    main()
