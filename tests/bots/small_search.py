"""The search on small games whose best moves are known. `test_search.py` runs this file."""

import time

import pytest
from small_games import BAIL, NOT_TOSSED, Coin, Heap, Lottery, NoSense, Written

from sortilege.bots.search import MOST_NODES, NONE, Race, Search, Tree, forced_win
from sortilege.engine import FastChance, State
from sortilege.engine.playout import play_out
from sortilege.engine.state import new_buffer


def searched(state: State, playouts: int, seconds: float = 0.0, seed: int = 1) -> Search:
    search = Search(NoSense(), FastChance(seed), state.seat, 0, 0)
    search.think(state.seen_by(state.seat), playouts, seconds)
    return search


def best(state: State, playouts: int, seed: int = 1) -> int:
    return searched(state, playouts, seed=seed).findings()[0][0]


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_the_heap_is_left_with_a_multiple_of_four(stones: int) -> None:
    assert best(Heap(stones), 3000) == stones % 4


@pytest.mark.parametrize("coin", [0, 1])
def test_what_is_hidden_is_not_guessed_as_if_it_were_seen(coin: int) -> None:
    """Guessing wins one time in two, at once or after waiting; who could see the coin would wait and win."""
    search = searched(Coin(coin), 2000)
    chances = {move: wins for move, _, _, wins in search.findings()}
    assert search.findings()[0][0] == BAIL
    assert chances[BAIL] == pytest.approx(0.75, abs=0.05)
    assert max(wins for move, wins in chances.items() if move != BAIL) < 0.62


def test_both_coins_give_the_same_choice_of_the_seat_that_cannot_see_it() -> None:
    for seed in range(10):
        assert searched(Coin(0), 50, seed=seed).findings() == searched(Coin(1), 50, seed=seed).findings()


def test_every_seat_goes_for_its_own_result() -> None:
    """Seat 1 would rather win than harm seat 0; seat 0 must see that in the first branch and take the second."""
    first = [(9, 0, 5), (0, 9, 5)]
    second = [(9, 3, 5), (9, 4, 5)]
    assert best(Written(3, [first, second]), 400) == 1


def test_places_count_where_the_win_is_gone() -> None:
    """Seat 0 cannot win, but may be second or third."""
    assert best(Written(3, [[[(1, 9, 5)]], [[(5, 9, 1)]], [[(1, 5, 9)]]]), 400) == 1


def test_a_good_move_among_hundreds_is_found() -> None:
    """Only the moves from 240 on win; each of 250 branches ends at once."""
    state = Written(2, [(1, 0) if move >= 240 else (0, 1) for move in range(250)])
    assert best(state, 1500) >= 240


@pytest.mark.parametrize("seed", range(10))
def test_luck_is_shared_between_the_moves_that_race(seed: int) -> None:
    """A win in seventeen more; by luck alone, two moves with 200 playouts each lie a win in twenty apart."""
    assert best(Lottery(50_000, 56_000), 400, seed=seed) == 1
    search = searched(Lottery(50_000, 50_000), 400, seed=seed)
    assert len({wins for _, _, _, wins in search.findings()}) == 1


def test_heats_that_are_all_alike_settle_nothing_yet() -> None:
    """Sixteen heats without a difference are likely even if one in thirty makes one."""
    assert [best(Lottery(50_000, 53_000), 2000, seed=seed) for seed in range(20)] == [1] * 20


def test_every_heat_has_dice_of_its_own() -> None:
    """Also where the move that runs last throws none."""
    assert [best(Lottery(70_000, Lottery.PEACE), 400, seed=seed) for seed in range(30)] == [0] * 30


def test_only_a_move_that_is_surely_better_takes_the_place_of_the_suggestion() -> None:
    race = Race([5, 6, 7])
    for heat in range(20):
        for runner, lead in enumerate((0.0, 0.5 if heat % 2 else -0.45, -0.2)):
            race.note(runner, lead)
    assert race.winner() == 5
    for _ in range(20):
        race.note(1, 0.5)
    assert race.winner() == 6


def test_half_of_a_field_drops_out_but_never_the_suggestion() -> None:
    race = Race([5, 6, 7, 8, 9])
    for runner, lead in enumerate((0.0, 0.1, 0.4, 0.2, 0.3)):
        race.note(runner, lead)
    race.drop_half()
    assert list(race.moves)[: race.left] == [5, 7, 9]
    race.drop_half()
    assert list(race.moves)[: race.left] == [5, 7]
    race.drop_half()
    assert race.left == 2


def test_a_move_wins_by_the_heats_of_several_races_together() -> None:
    first, *others = [Race([5, 6]) for _ in range(8)] + [Race([5, 7])]
    for race in (first, *others):
        for heat in range(10):
            race.note(0, 0.0)
            race.note(1, 0.3 if heat % 2 else -0.2)
        assert race.winner() == 5
    for other in others:
        first.join(other.runners())
    assert first.winner() == 6
    assert [(each.move, each.heats) for each in first.runners()] == [(5, 90), (6, 80), (7, 10)]


def test_same_seed_and_playouts_give_the_same_search() -> None:
    assert searched(Heap(15), 300, seed=4).findings() == searched(Heap(15), 300, seed=4).findings()
    assert searched(Heap(15), 300, seed=4).findings() != searched(Heap(15), 300, seed=5).findings()


def test_the_budget_is_kept() -> None:
    assert 60 <= searched(Heap(15), 120).playouts() <= 120
    started = time.perf_counter()
    searched(Heap(15), 1_000_000, seconds=0.1)
    assert time.perf_counter() - started < 30


def test_a_settled_question_is_answered_early() -> None:
    """As soon as the rest of the budget cannot change the choice, it is made; it is the choice of the whole budget."""
    state = Written(2, [[(1, 0), (1, 0)], [(0, 1), (0, 1)]])
    search = searched(state, 10_000)
    assert search.findings()[0][0] == 0
    assert search.playouts() < 6_000


def test_a_win_by_force_is_proved() -> None:
    chance = FastChance(1)
    assert forced_win(Heap(7), 0, chance) == 3
    assert forced_win(Heap(8), 0, chance) == NONE
    assert forced_win(Written(2, [[(1, 1)], [(1, 0)]]), 0, chance) == 1


def test_hidden_things_are_never_part_of_a_proof() -> None:
    assert forced_win(Coin(0).seen_by(0), 0, FastChance(1)) == NONE
    assert forced_win(Coin(NOT_TOSSED).seen_by(0), 0, FastChance(1)) == NONE


def test_nobody_searches_on_for_ever_where_nobody_can_move() -> None:
    state = Written(2, [[], []])
    with pytest.raises(RuntimeError, match="seat 1 is to decide and has no legal move"):
        Search(NoSense(), FastChance(1), 0, 1, 0).think(state, 10, 0.0)
    with pytest.raises(RuntimeError, match="no legal move"):
        forced_win(state, 0, FastChance(1))
    with pytest.raises(RuntimeError, match="no legal move"):
        play_out(state, FastChance(1), new_buffer())


def test_the_tree_is_kept_while_the_game_follows_it() -> None:
    before = Heap(11)
    search = searched(before, 600)
    now = before.copy()
    for move in (3, 2):
        now.advance(move)
    search.follow(before, 3, now)
    assert search.playouts() >= 50
    assert search.findings()[0][0] == 2
    search.follow(now, 2, Heap(11))
    assert search.playouts() == 0


def test_the_tree_has_a_limit() -> None:
    tree = Tree()
    tree.size = MOST_NODES
    assert tree.add(0, 1) == NONE
