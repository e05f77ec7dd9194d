"""Prints how the rules of one game run, then a fingerprint of a random game of every case of it, move by move."""

import hashlib
import json
import sys

import sortilege
from sortilege.conformance import Case, cases
from sortilege.conformance.cases import walk
from sortilege.engine import FastChance


def fingerprint(case: Case) -> str:
    digest = hashlib.sha256()
    chance = FastChance("trace")
    for state, move in walk(case.start(), "trace", 400):
        seat = max(0, state.seat)
        imagined = state.imagine(seat, chance).snapshot()
        choice = case.game.sense.choose(state.seen_by(seat), chance) if state.seat >= 0 else -1
        line = [state.seat, state.moves(), move, choice, state.snapshot(), imagined, state.scores()]
        digest.update(json.dumps(line).encode())
    return digest.hexdigest()


game = sortilege.game(sys.argv[1])
file = sys.modules[game.rules.__module__].__file__
print("interpreted" if str(file).endswith(".py") else "compiled")
for each in cases(game):
    print(each, fingerprint(each))
