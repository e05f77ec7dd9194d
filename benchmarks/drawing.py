"""What drawing a table costs, beside another version: processor time for each step that is drawn.

    benchmarks/drawing.py --before PYTHON --now PYTHON

Whole games by random moves; every position is drawn once, for the seat that decides, as a page asks for it. A version
from before there were panels draws its one picture. `PYTHON@src` takes sources that are not installed. Only ratios mean
something; one above 1 is a fault.
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
FORMS = ("broad", "wide", "narrow")


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
    print(f"{'game':14} seats  before ms" + "".join(f"{form:>10} ms  ratio" for form in FORMS))
    dearer = 0
    for game, seats in cases():
        key = f"{game} {seats}"
        old = min(first[key][0] for first, _ in rounds)
        new = [min(second[key][form] for _, second in rounds) for form in range(len(FORMS))]
        dearer += max(new) > old
        ratios = "".join(f"{each:13.2f}  {each / old:5.2f}" for each in new)
        print(f"{game:14} {seats:5}  {old:9.2f}{ratios}", flush=True)
    return min(dearer, 1)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        found = {f"{game} {seats}": [milliseconds(game, seats, form) for form in FORMS] for game, seats in cases()}
        print(json.dumps(found))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--before", required=True)
        parser.add_argument("--now", default=sys.executable)
        given = parser.parse_args()
        sys.exit(compare(given.before, given.now))
