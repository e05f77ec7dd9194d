"""A match of two: each player has each seat once."""

import pytest

import kit
import sortilege
from sortilege.engine.match import exchanged, standing
from sortilege.engine.plain import Result

rule = pytest.mark.rule
CASE = kit.case_of("wizard_wars", 2, {"rounds": 4})


def played(bots: list[str], seed: int) -> Result:
    result = kit.bot_game(CASE, bots, seed).result
    assert result
    return result


@rule("wizard_wars:match")
def test_two_players_are_offered_a_match() -> None:
    assert sortilege.game("wizard_wars").match
    first, second = played(["greedy", "random"], 1), played(["random", "greedy"], 2)
    assert standing([exchanged(first), second]).wins == [0, 2], "the better player wins from both seats"


@rule("wizard_wars:match-result")
def test_one_win_each_is_decided_by_wizards_on_the_board() -> None:
    fire: Result = {"ending": "last element", "ranking": [1, 2], "scores": [2, 0]}
    water: Result = {"ending": "last element", "ranking": [2, 1], "scores": [0, 5]}
    assert standing([exchanged(fire), fire]).winners() == [0, 1], "both won as Fire, with as many wizards left"
    assert standing([exchanged(water), fire]).winners() == [0], "both wins are those of one player"
    close: Result = {**fire, "scores": [1, 0]}
    assert standing([exchanged(fire), close]).winners() == [1]
