"""Prints a fingerprint of a random game of every case of one game, move by move."""

import hashlib
import json
import sys

import kit
from sortilege.engine import FastChance


def fingerprint(case: kit.Case) -> str:
    digest = hashlib.sha256()
    chance = FastChance("trace")
    for state, move in kit.walk(case.start(), "trace", 400):
        seat = max(0, state.seat)
        imagined = state.imagine(seat, chance).snapshot()
        choice = case.game.sense.choose(state.seen_by(seat), chance) if state.seat >= 0 else -1
        line = [state.seat, state.moves(), move, choice, state.snapshot(), imagined, state.scores()]
        digest.update(json.dumps(line).encode())
    return digest.hexdigest()


for each in kit.cases():
    if each.name == sys.argv[1]:
        print(each, fingerprint(each))
