"""Every game: positions whose best moves are known by trying everything, and the search finds one."""

import json
import math

import pytest
from solver import POSITIONS, STEPS, chance_after, chances, clearly_best

import sortilege
from sortilege.bots import Seat
from sortilege.bots.levels import LEVELS, SearchBot
from sortilege.engine import FastChance, State
from sortilege.games.wizard_dice.rules import Rounds, X


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


def before_the_last_roll(faces: str) -> State:
    """The dice game for two: seat 1 has just reached nine Xs; seat 0, the Seer, wins if 5 green come true."""
    state = sortilege.game("wizard_dice").start(2)
    assert isinstance(state, Rounds)
    for seat in range(2):
        for box in (0, 1, 2, 3, 10, 11, 12, 13):
            state.boxes[20 * seat + box] = X
            state.free[seat] &= ~(1 << box)
            state.xs[seat] += 1
    steps = (
        "predict 5 green",
        "predict 1 red",
        "colour red",
        "BBBBBBB",
        "stay",
        "reroll 1 2 3 4 5 6 7",
        faces,
        "leave",
    )
    for step in steps:
        dice = sum("BGYRWJ".index(face) * 6**place for place, face in enumerate(step)) if step.isupper() else None
        state.play(state.parse(step) if dice is None else dice)
    return state


@pytest.mark.parametrize(
    ("faces", "greens", "best"),
    [("GGGGGBR", 5, "stop"), ("GGGGBYR", 4, "reroll 5 6 7"), ("GGGBBYR", 3, "reroll 4 5 6 7")],
)
def test_the_last_roll_of_the_dice_game_goes_by_exact_odds(faces: str, greens: int, best: str) -> None:
    needs = 5 - greens
    odds = [math.comb(dice, needs) * 5 ** (dice - needs) / 6**dice for dice in range(8 - greens)]
    assert odds.index(max(odds)) == best.count(" ")
    state = before_the_last_roll(faces)
    move = SearchBot("sure", LEVELS["archmage"].changed("3000"), 1).choose(Seat(state, 0))
    assert state.text(move) == best
