"""Every game: positions whose best moves are known by trying everything, and the search finds one.

Where something is hidden, everything is tried in the true position and in others that the seat cannot tell from it,
with open cards; the moves that are best have to be the same in all of them.
"""

import json
from dataclasses import dataclass
from itertools import combinations
from math import comb

import pytest
from solver import POSITIONS, SEATS, chances, clearly_best, greedy_share, worlds

import sortilege
from sortilege.bots import Seat
from sortilege.bots.levels import LEVELS, SearchBot
from sortilege.engine import FastChance, State
from sortilege.games.wizard_dice.position import X
from sortilege.games.wizard_dice.rules import Rounds


@dataclass(frozen=True)
class Puzzle:
    name: str
    state: State
    best: set[int]
    chances: dict[int, float | None]
    """After each move; None where there is too much behind it to try everything."""

    def __str__(self) -> str:
        return self.name


def read(game: str) -> list[Puzzle]:
    found = []
    for number, each in enumerate(json.loads((POSITIONS / f"{game}.json").read_text(encoding="utf-8"))):
        state = sortilege.game(game).restore(each["snapshot"])
        known = {state.parse(text): chance for text, chance in each["chances"].items()}
        found.append(Puzzle(f"{game}-{number}", state, set(map(state.parse, each["best"])), known))
    return found


PUZZLES = [puzzle for name in sortilege.games() for puzzle in read(name)]


@pytest.mark.parametrize("game", sortilege.games())
def test_there_are_some_for_two_and_for_three(game: str) -> None:
    assert {puzzle.state.seats for puzzle in read(game)} == set(SEATS)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_the_best_moves_are_the_best_by_force_or_exact_odds(puzzle: Puzzle) -> None:
    assert clearly_best(puzzle.chances) == puzzle.best
    assert chances(puzzle.state) == puzzle.chances
    assert all(clearly_best(chances(world)) == puzzle.best for world in worlds(puzzle.state))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_the_bot_plays_them(puzzle: Puzzle) -> None:
    seat = Seat(puzzle.state, puzzle.state.seat)
    assert SearchBot("sure", LEVELS["archmage"].changed("3000"), 1).choose(seat) in puzzle.best


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_the_search_finds_them_without_a_proof(puzzle: Puzzle) -> None:
    """Or a move with too much behind it to try everything, after which greedy bots bring the win home."""
    seat = Seat(puzzle.state, puzzle.state.seat)
    search = LEVELS["archmage"].search(seat, FastChance(1))
    search.think(seat.seen, 300, 0.0)
    move = search.winner
    unknown = puzzle.chances[move] is None
    assert move in puzzle.best or (unknown and all(greedy_share(puzzle.state, move, seed) for seed in range(20)))


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


def odds_of_five_green(faces: str, again: tuple[int, ...]) -> float:
    """The chance that exactly five dice are green after some have been rolled again."""
    needs = 5 - sum(face == "G" for die, face in enumerate(faces) if die not in again)
    dice = len(again)
    return comb(dice, needs) * 5 ** (dice - needs) / 6**dice if 0 <= needs <= dice else 0.0


@pytest.mark.parametrize("faces", ["GGGGGBR", "GGGGBYR", "GGGBBYR", "GGGGGGR", "GGGGGGG"])
def test_the_last_roll_of_the_dice_game_goes_by_exact_odds(faces: str) -> None:
    every = [again for count in range(8) for again in combinations(range(7), count)]
    odds = {again: odds_of_five_green(faces, again) for again in every}
    best = {again for again, chance in odds.items() if chance == max(odds.values())}
    state = before_the_last_roll(faces)
    text = state.text(SearchBot("sure", LEVELS["archmage"].changed("3000"), 1).choose(Seat(state, 0)))
    assert text == "stop" or text.startswith("reroll ")
    assert tuple(int(die) - 1 for die in text.split()[1:]) in best


def test_with_open_cards_a_win_by_force_is_played_at_once() -> None:
    won = [puzzle.state for puzzle in PUZZLES if 1.0 in puzzle.chances.values() and not any(worlds(puzzle.state))]
    assert {state.snapshot()["game"] for state in won} >= {"aeydor", "wizard_dice"}
    for state in won:
        player = SearchBot("slow", LEVELS["archmage"].changed("1000000"), 1)
        player.choose(Seat(state, state.seat))
        assert player.search is None
