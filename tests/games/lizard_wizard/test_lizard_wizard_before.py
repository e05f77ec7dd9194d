"""Snapshots of the version in which `card`, `spell` and `quota` meant what the phase made of them: before.jsonl was
made by it, with what it went on to, in every phase and for every meaning."""

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance
from sortilege.games.lizard_wizard import GAME, position
from sortilege.games.lizard_wizard.sound import renewed

CASES = [json.loads(line) for line in (Path(__file__).parent / "before.jsonl").read_text().splitlines()]
SPLIT = {"card", "spell", "quota", "purpose"}


def test_every_phase_is_among_them() -> None:
    assert {case["snapshot"]["position"]["phase"] for case in CASES} == set(position.PHASES.values())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"phase {case['snapshot']['position']['phase']}")
def test_an_old_snapshot_goes_on_as_it_did(case: dict[str, Any]) -> None:
    given = copy.deepcopy(case["snapshot"])
    state = GAME.restore(given)
    assert given == case["snapshot"]
    assert (state.moves() if state.seat >= 0 else []) == case["moves"]
    assert (state.sides() if state.seat == CHANCE else 0) == case["sides"]
    views = json.dumps([state.view(eye) for eye in (None, *range(state.seats))])
    assert hashlib.sha256(views.encode()).hexdigest()[:16] == case["views"]
    assert GAME.restore(state.snapshot()) == state
    chance, steps = FastChance("on"), 0
    while state.seat != OVER:
        moves = state.moves()
        state.play(moves[chance.below(len(moves))] if moves else chance.below(state.sides()))
        steps += 1
    assert (steps, state.scores(), state.ending()) == (case["steps"], case["scores"], case["ending"])


@pytest.mark.parametrize("case", CASES[::6])
def test_a_new_position_is_left_alone(case: dict[str, Any]) -> None:
    new = GAME.restore(case["snapshot"]).snapshot()["position"]
    assert not SPLIT & set(new)
    assert renewed(new) is new


@pytest.mark.parametrize("name", sorted(SPLIT))
def test_half_an_old_position_is_refused(name: str) -> None:
    snapshot = copy.deepcopy(CASES[0]["snapshot"])
    del snapshot["position"][name]
    with pytest.raises(BadSnapshot):
        GAME.restore(snapshot)
