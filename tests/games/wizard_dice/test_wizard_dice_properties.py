"""What holds in every game of dice, whatever is played; and the exactness of the odds."""

from collections.abc import Iterator
from itertools import product

import pytest
from dice_table import DiceTable
from hypothesis import given, settings
from hypothesis import strategies as st

from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance, State
from sortilege.games.wizard_dice import GAME, position
from sortilege.games.wizard_dice.rules import Rounds
from sortilege.games.wizard_dice.sense import Odds, cell

ALL_FREE = 0b11111


@given(st.data(), st.integers(2, 5), st.booleans(), st.sampled_from([9, 12]))
@settings(max_examples=25, deadline=None)
def test_any_play_keeps_the_pages_sound(data: st.DataObject, seats: int, magic: bool, goal: int) -> None:
    state = GAME.start(seats, magic_cards=magic, goal=goal)
    assert isinstance(state, Rounds)
    used = 0
    picks = iter(data.draw(st.lists(st.integers(0, 10**6), min_size=50, max_size=150)))
    for pick in picks:
        if state.seat == OVER:
            break
        moves = state.moves()
        state.play(pick % state.sides() if state.seat == CHANCE else moves[pick % len(moves)])
        now = sum(mark != position.FREE for mark in state.boxes)
        assert now >= used
        used = now
        assert all(state.xs[seat] <= 20 * 2 + 5 for seat in range(seats))
        assert GAME.fault(state) == ""


@given(st.data(), st.integers(2, 5), st.booleans(), st.integers(0, 10**6), st.integers(0, 120))
@settings(max_examples=150, deadline=None)
def test_a_changed_snapshot_is_refused_or_stays_sound(
    data: st.DataObject, seats: int, magic: bool, seed: int, steps: int
) -> None:
    """One number of a snapshot is changed: what is then restored can be played on, and keeps sound."""
    state = GAME.start(seats, magic_cards=magic)
    for _ in play_on(state, FastChance(seed), steps):
        pass
    snapshot = state.snapshot()
    position = snapshot["position"]
    name = data.draw(st.sampled_from(sorted(set(position) - {"seats"})))
    if isinstance(position[name], list):
        position[name][data.draw(st.integers(0, len(position[name]) - 1))] = data.draw(st.integers(-5, 21))
    else:
        position[name] = data.draw(st.integers(-3, 13))
    try:
        again = GAME.restore(snapshot)
    except BadSnapshot:
        return
    for _ in play_on(again, FastChance(seed), 60):
        assert GAME.fault(again) == ""


def play_on(state: State, chance: FastChance, steps: int) -> Iterator[None]:
    for _ in range(steps):
        if state.seat == OVER:
            return
        moves = state.moves()
        state.play(chance.below(state.sides()) if state.seat == CHANCE else moves[chance.below(len(moves))])
        yield


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    state = GAME.start(2)
    try:
        move = state.parse(text)
    except ValueError:
        return
    assert state.text(move) == " ".join(text.lower().split())


def test_odds_of_one_roll_are_exact() -> None:
    """The worth of seven fresh dice, against the sum over all 6^7 outcomes by sorts."""
    state = DiceTable().state
    odds = Odds(state.card, 3, 1, ALL_FREE, 0, 0)
    total = 0.0
    for dice in product(range(6), repeat=7):
        hits = sum(face in (1, 4) for face in dice)
        total += odds.payoff(hits, sum(face == 5 for face in dice))
    assert odds.ahead[0] == pytest.approx(total / 6**7)


def test_odds_of_two_rolls_are_exact() -> None:
    """With five dice kept, the worth of two rolls against a search through every choice of what to keep."""
    state = DiceTable().state
    odds = Odds(state.card, 5, 1, ALL_FREE, 1, 0)
    kept = (4, 0, 1)

    def one_roll(hits: int, jesters: int, rolled: int) -> float:
        total = 0.0
        for dice in product("HHJOOO", repeat=rolled):
            total += odds.payoff(hits + dice.count("H"), jesters + dice.count("J"))
        return float(total / 6**rolled)

    def best(hits: int, jesters: int, others: int) -> float:
        keeps = product(range(hits + 1), range(jesters + 1), range(others + 1))
        return max(
            [odds.payoff(hits, jesters)]
            + [one_roll(h, j, 7 - h - j - o) for h, j, o in keeps if 0 < 7 - h - j - o <= 4 and h >= 3]
        )

    total = 0.0
    for dice in product("HHJOOO", repeat=2):
        total += best(kept[0] + dice.count("H"), dice.count("J"), kept[2] + dice.count("O"))
    assert odds.ahead[cell(*kept)] == pytest.approx(total / 36)


def test_sense_makes_the_obvious_choices() -> None:
    table = DiceTable().do("predict 5 green", "predict 2 blue", "predict 2 red", "colour green").roll("GGGGBBR")
    sense = GAME.sense

    def chosen() -> str:
        return table.state.text(sense.choose(table.state, FastChance(1)))

    assert chosen() == "leave"
    table.do("leave", "stay")
    assert chosen() == "reroll 5 6 7"
    table.do("reroll 7").roll("W").do("stay")
    assert chosen() == "stop"


def test_a_card_that_does_not_exist_is_refused_in_words() -> None:
    snapshot = GAME.start(2, magic_cards=True).snapshot()
    snapshot["position"] |= {"phase": position.PREDICTING, "seat": 0, "card": 11}
    with pytest.raises(BadSnapshot, match="'card' cannot be 11"):
        GAME.restore(snapshot)


def test_a_position_of_the_earlier_form_is_restored() -> None:
    """The dice being thrown were called the mask."""
    state = GAME.start(seats=2)
    for text in ("predict 5 green", "predict 2 blue", "colour green"):
        state.play(state.parse(text))
    snapshot = state.snapshot()
    snapshot["position"]["mask"] = snapshot["position"].pop("thrown")
    assert GAME.restore(snapshot) == state
