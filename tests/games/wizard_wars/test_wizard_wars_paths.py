"""Paths: several steps typed as one."""

import pytest
from war_table import HUB, WarTable, go, school

from sortilege.engine import FastChance, Record
from sortilege.games.wizard_wars import GAME
from sortilege.games.wizard_wars.position import TEMPLE
from sortilege.terminal.play import TerminalGame


def at_the_terminal(table: WarTable) -> TerminalGame:
    """Two people before the screen, and the position of this table between them."""
    game = TerminalGame(Record(GAME, ["me:Ann", "me:Bob"], {"elements": ["fire", "water"]}), FastChance(1))
    game.state = table.state
    return game


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        ("step square se se sw", ["step square se", "step square se", "step square sw"]),
        ("Step SQUARE-twin e, w", ["step square twin e", "step square twin w"]),
        ("step se se square", ["step square se", "step square se"]),
        ("steer nw w", ["steer nw", "steer w"]),
        ("step square se", ["step square se"]),
        ("end turn", ["end turn"]),
        ("e w", ["e w"]),
        ("", [""]),
    ],
)
def test_a_path_is_a_row_of_steps(typed: str, steps: list[str]) -> None:
    assert GAME.words.expand(typed) == steps


def test_a_path_is_walked_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    table = WarTable().stand(fire_square=HUB, water_circle=school("water")).act()
    game = at_the_terminal(table)
    assert game.play_all([game.meant("step square e e w"), game.meant("step square nw")])
    assert table.at("fire square") == go(HUB, "e", "nw")
    assert "stopped" not in capsys.readouterr().out


def test_a_path_stops_where_a_piece_is_captured(capsys: pytest.CaptureFixture[str]) -> None:
    prey = go(HUB, "e", "e")
    table = WarTable().stand(
        fire_circle=go(prey, "e"), fire_square=HUB, water_circle=prey, water_square=school("water")
    )
    game = at_the_terminal(table.act())
    assert game.play_all([game.meant("step square e w w"), game.meant("end turn")])
    assert table.dead("water circle")
    assert table.at("fire square") == go(HUB, "e")
    shown = " ".join(capsys.readouterr().out.split())
    assert "Something happened on the way. 1 of 4 moves played; stopped before 'step square w'." in shown


def test_a_path_stops_at_a_card_that_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    table = WarTable().stand(fire_square=go(TEMPLE, "e"), water_circle=school("water")).act()
    game = at_the_terminal(table)
    assert game.play_all([game.meant("step square w e e")])
    assert table.at("fire square") == school("fire")
    assert "1 of 3 moves played; stopped before 'step square e'." in capsys.readouterr().out


def test_moves_that_are_joined_go_on_after_a_card_is_drawn() -> None:
    table = WarTable().stand(fire_square=go(TEMPLE, "e"), water_circle=school("water"))
    table.use_up("temple", "sanctuary").act()
    game = at_the_terminal(table)
    assert game.play_all([game.meant("step square w"), game.meant("step square sw")])
    assert table.hand("fire") == ["sanctuary"]
    assert table.at("fire square") == go(school("fire"), "sw")


def test_a_path_stops_where_a_step_is_refused_and_why_not_tells_which(capsys: pytest.CaptureFixture[str]) -> None:
    table = WarTable().stand(fire_square=HUB, fire_circle=go(HUB, "e", "e"), water_circle=school("water")).act()
    game = at_the_terminal(table)
    before = table.state.snapshot()
    game.why_not("step square e e w")
    game.why_not("step square, w w")
    assert table.state.snapshot() == before
    asked = capsys.readouterr().out
    assert "After 'step square e':\nAnother piece stands there." in asked
    assert "'step square w; step square w' is legal" in asked
    assert game.play_all([game.meant("step square e e w")])
    assert table.at("fire square") == go(HUB, "e")
    assert "1 of 3 moves played; stopped before 'step square e'." in capsys.readouterr().out
    assert not game.play_all([game.meant("step square e e w")])
    assert "moves played" not in capsys.readouterr().out
