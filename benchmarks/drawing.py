"""What drawing a table costs, beside another version: processor time for each step that is drawn.

    benchmarks/drawing.py --before PYTHON@SRC --now PYTHON@SRC

Whole games by random moves; every position is drawn once, for the seat that decides, as a page asks for it. A version
from before there were panels draws its one picture. Only ratios mean something.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from itertools import islice

import sortilege
from sortilege.engine import OVER

POSITIONS = 150
ROUNDS = 3


def positions(game, seats, seed):
    """Every decision of random games, one game after the other."""
    chance = random.Random(seed)
    while True:
        state = sortilege.game(game).start(seats)
        while state.seat != OVER:
            if state.seat >= 0:
                yield state.copy()
            sides = min(state.sides(), 1 << 62) if state.seat < 0 else 0
            state.play(chance.randrange(sides) if sides else chance.choice(state.moves()))


def milliseconds(game, seats, form):
    """For each drawing; the first few find the templates."""
    names = [f"Name {number}" for number in range(seats)]
    found = list(islice(positions(game, seats, 7), POSITIONS + 5))
    began = 0.0
    for number, state in enumerate(found):
        if number == 5:
            began = time.process_time()
        if hasattr(state, "panels"):
            state.panels(int(state.seat), names, form)
        else:
            state.picture(int(state.seat), names, False)
    return 1000 * (time.process_time() - began) / POSITIONS


def cases():
    for game in sortilege.games():
        for seats in sorted({2, sortilege.game(game).seat_range[-1]}):
            yield game, seats


def ask(version):
    """What one version takes for every case, in a process of its own."""
    interpreter, _, folder = version.partition("@")
    environment = {**os.environ, "PYTHONHASHSEED": "0", **({"PYTHONPATH": folder} if folder else {})}
    answer = subprocess.run([interpreter, __file__], env=environment, capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


def compare(before, now):
    rounds = [(ask(before), ask(now)) for _ in range(ROUNDS)]
    print("game           seats  before ms   wide ms   ratio   narrow ms   ratio")
    for game, seats in cases():
        key = f"{game} {seats}"
        old = min(first[key][0] for first, _ in rounds)
        wide, narrow = (min(second[key][form] for _, second in rounds) for form in (0, 1))
        ratios = f"{wide:9.2f}  {wide / old:6.2f}   {narrow:9.2f}  {narrow / old:6.2f}"
        print(f"{game:14} {seats:5}  {old:9.2f} {ratios}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        forms = ("wide", "narrow")
        found = {f"{game} {seats}": [milliseconds(game, seats, form) for form in forms] for game, seats in cases()}
        print(json.dumps(found))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--before", required=True)
        parser.add_argument("--now", default=f"{sys.executable}@src")
        given = parser.parse_args()
        compare(given.before, given.now)
