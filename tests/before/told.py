"""What a position tells, as plain data: by this two versions are compared, whatever their fields are called."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from sortilege import CHANCE, OVER, FastChance, Game, IllegalMove, State

MOST_FOLLOWED = 30
STEPS_ONWARD = 40


def told(game: Game, state: State) -> dict[str, Any]:
    """The question, what everybody sees, what each move leads to, what forbids the others, where chance leads."""
    return {
        **question(state),
        "views": [digest(state.view(seat)) for seat in [*range(state.seats), None]],
        "after": digest([follow(state, move) for move in few(next_moves(state))]),
        "refused": digest(refusals(game, state)),
        "onward": digest(onward(state)),
    }


def question(state: State) -> dict[str, Any]:
    """Who decides, between what, and how it stands."""
    return {
        "seat": state.seat,
        "sides": state.sides() if state.seat == CHANCE else 0,
        "moves": sorted(state.text(move) for move in state.moves()),
        "scores": [int(score) for score in state.scores()],
        "ranking": state.ranking(),
        "ending": state.ending(),
    }


def digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def next_moves(state: State) -> list[int]:
    """What can come next: outcomes in their order, moves in that of their notation."""
    return list(range(state.sides())) if state.seat == CHANCE else sorted(state.moves(), key=state.text)


def few(moves: list[int]) -> list[int]:
    return moves[:: 1 + len(moves) // MOST_FOLLOWED]


def follow(state: State, move: int) -> list[Any]:
    after = state.copy()
    after.play(move)
    return [question(after), after.view(None)]


def refusals(game: Game, state: State) -> dict[str, str]:
    """The rule that forbids each move which is not legal."""
    if state.seat < 0:
        return {}
    legal = set(state.moves())
    return {state.text(move): rule(state, move) for move in range(game.move_count) if move not in legal}


def rule(state: State, move: int) -> str:
    try:
        state.play(move)
    except IllegalMove as refused:
        return refused.rule
    raise AssertionError(f"{state.text(move)} is not among the moves, but was played")


def onward(state: State) -> list[Any]:
    """The questions of some steps of random play from here."""
    state, chance, asked = state.copy(), FastChance("onward"), []
    for _ in range(STEPS_ONWARD):
        if state.seat == OVER:
            break
        moves = next_moves(state)
        state.play(moves[chance.below(len(moves))])
        asked.append(question(state))
    return asked


def told_at(get: Callable[[str], Any], table: str) -> dict[str, Any]:
    """All that somebody is told at a table over HTTP, without what the time of day changes."""
    path = f"/api/tables/{table}"
    data = get(path)
    return {
        "clocks": [seat.pop("left_ms") is not None for seat in data["seats"]],
        "table": data,
        "moves": sorted(get(f"{path}/moves")["moves"]),
        "view": digest(get(f"{path}/view")),
        "log": digest(get(f"{path}/log")["steps"]),
        "messages": [[each["name"], each["text"]] for each in get(f"{path}/messages")],
    }
