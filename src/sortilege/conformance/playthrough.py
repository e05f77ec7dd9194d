"""Whole games of bots as records and as readable text: golden files, in which a change of rules shows as a diff."""

import json
from collections.abc import Callable

from sortilege.bots import Seat, bot
from sortilege.conformance.cases import Case
from sortilege.engine import CHANCE, OVER, FastChance, Game, Record, named


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


def playthrough(case: Case, bots: list[str], seed: int) -> str:
    """A whole game as readable text: every step in notation, what it told, and how it ended."""
    record = bot_game(case, bots, seed)
    head = {"game": case.game.name, "seats": case.seats, "options": case.options, "bots": bots, "seed": seed}
    lines = [json.dumps(head), ""]
    for (state, move), step in zip(record.replay(), record.steps):
        lines.append(step)
        lines += [f"    {named(sentence, record.seats)}" for sentence in state.news(move, None)]
    assert record.result
    lines += ["", f"ending: {record.result['ending']}"]
    rows = zip(record.seats, record.result["scores"], record.result["ranking"])
    lines += [f"{place}. {name}: {score}" for name, score, place in rows]
    return "\n".join(lines) + "\n"


def playthrough_again(text: str, find: Callable[[str], Game]) -> str:
    """The playthrough that the first line of a golden file asks for."""
    head = json.loads(text.splitlines()[0])
    return playthrough(Case(find(head["game"]), head["seats"], head["options"]), head["bots"], head["seed"])
