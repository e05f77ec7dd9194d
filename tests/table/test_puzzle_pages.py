"""Puzzles in the browser: one of the day, practice, and why."""

import pytest

import sortilege
from house import House
from sortilege.analysis.puzzles import puzzles

GAMES = [name for name in sortilege.games() if puzzles(sortilege.game(name))]


def test_there_are_puzzles() -> None:
    assert GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_asked_tried_and_explained(house: House, name: str) -> None:
    visitor = house.stranger()
    game = sortilege.game(name)
    puzzle = next(iter(puzzles(game).values()))
    path = f"/games/{name}/puzzles/{puzzle.name}"
    asked = visitor.get(path).text
    assert "What is the best move?" in asked
    assert "<svg" in asked
    assert 'id="why"' not in asked, "the answer is not told before it is asked for"
    assert "That is it." in visitor.get(path, params={"move": puzzle.best}).text
    wrong = visitor.get(path, params={"move": puzzle.usual}).text
    assert "Not the best" in wrong
    assert f"{100 * puzzle.chances[puzzle.usual]:.0f} %" in wrong
    assert "not possible here" in visitor.get(path, params={"move": "fly to the moon"}).text
    assert 'id="why"' in visitor.get(path, params={"why": "1"}).text


def test_the_puzzle_of_the_day_and_practice_lead_to_one(house: House) -> None:
    visitor = house.stranger()
    name = GAMES[0]
    every = puzzles(sortilege.game(name))
    day = visitor.get(f"/games/{name}/puzzle")
    assert day.status_code == 303
    assert "Puzzle of the day" in visitor.get(day.headers["location"]).text
    first = next(iter(every))
    led = visitor.get(f"/games/{name}/practice", params={"after": first}).headers["location"]
    assert led.rpartition("/")[2] in every
    assert first not in led or len(every) == 1
    assert "Puzzle of the day" in visitor.get("/puzzles").text


def test_there_is_a_word_for_what_is_not_there(house: House) -> None:
    visitor = house.stranger()
    assert visitor.get(f"/games/{GAMES[0]}/puzzles/nothing").status_code == 404
    assert visitor.get(f"/games/{GAMES[0]}/practice", params={"difficulty": "absurd"}).status_code == 404
