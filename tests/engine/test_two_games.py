"""Two games with the seats exchanged, summed up."""

import pytest

from sortilege.engine.match import exchanged, match_told, standing
from sortilege.engine.plain import Result


def result(ranking: list[int], scores: list[int]) -> Result:
    return {"ending": "last element", "ranking": ranking, "scores": scores}


def test_the_first_game_is_told_in_the_seats_of_the_second() -> None:
    assert exchanged(result([1, 2], [3, 0])) == result([2, 1], [0, 3])


@pytest.mark.parametrize(
    ("first", "second", "winners", "told"),
    [
        (result([1, 2], [1, 0]), result([1, 2], [1, 0]), [0], "Ann wins the match. Games won: Ann 2 and Ben 0."),
        (result([1, 2], [1, 0]), result([1, 1], [2, 2]), [0], "Ann wins the match. Games won: Ann 1.5 and Ben 0.5."),
        (result([1, 2], [2, 0]), result([2, 1], [0, 5]), [1],
         "Ben wins the match. Games won: Ann 1 and Ben 1. Points: Ann 2 and Ben 5."),
        (result([1, 2], [2, 0]), result([2, 1], [0, 2]), [0, 1],
         "Ann and Ben share the match. Games won: Ann 1 and Ben 1. Points: Ann 2 and Ben 2."),
    ],
)  # fmt: skip
def test_games_count_first_then_points(first: Result, second: Result, winners: list[int], told: str) -> None:
    assert standing([first, second]).winners() == winners
    assert match_told([first, second], ["Ann", "Ben"]) == told


def test_a_match_that_goes_on_has_a_standing() -> None:
    assert match_told([result([2, 1], [0, 3])], ["Ann", "Ben"]) == "Games won: Ann 0 and Ben 1."
