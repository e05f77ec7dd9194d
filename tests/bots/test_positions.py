"""Every game: positions whose best moves are known by trying everything, and the search finds one."""

import json

import pytest
from solver import POSITIONS, STEPS, chance_after, chances, clearly_best

import sortilege
from sortilege.bots import Seat
from sortilege.bots.levels import LEVELS, SearchBot
from sortilege.engine import FastChance, State


def kept(name: str) -> list[tuple[State, set[int]]]:
    game = sortilege.game(name)
    pairs = json.loads((POSITIONS / f"{name}.json").read_text(encoding="utf-8"))
    states = [game.restore(each["snapshot"]) for each in pairs]
    return [(state, set(map(state.parse, each["best"]))) for state, each in zip(states, pairs)]


@pytest.mark.parametrize("name", sortilege.games())
def test_the_best_moves_are_the_best_by_force_or_exact_odds(name: str) -> None:
    assert len(kept(name)) >= 5
    for state, best in kept(name):
        assert clearly_best(chances(state)) == best


@pytest.mark.parametrize("name", sortilege.games())
def test_the_bot_plays_them(name: str) -> None:
    for state, best in kept(name):
        move = SearchBot("sure", LEVELS["archmage"].changed("3000"), 1).choose(Seat(state, state.seat))
        assert move in best


@pytest.mark.parametrize("name", sortilege.games())
def test_the_search_finds_them_without_a_proof(name: str) -> None:
    """A move with too much behind it to try everything is as good if it wins nearly all playouts."""
    for state, best in kept(name):
        seat = Seat(state, state.seat)
        search = LEVELS["archmage"].search(seat, FastChance(1))
        search.think(seat.seen, 300, 0.0)
        move, _, _, wins = search.findings()[0]
        assert move in best or (chance_after(state, move, STEPS) is None and wins > 0.9)
