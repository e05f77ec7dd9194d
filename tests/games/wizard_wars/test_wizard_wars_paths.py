"""Paths: several steps typed as one."""

import pytest
from war_table import HUB, PIECES, WarTable, go, school

from sortilege.engine import CHANCE, OVER, FastChance, Record, Way
from sortilege.games.wizard_wars import GAME, position
from sortilege.games.wizard_wars.position import TEMPLE
from sortilege.terminal.play import TerminalGame


def at_the_terminal(table: WarTable) -> TerminalGame:
    """Two people before the screen, and the position of this table between them."""
    game = TerminalGame(Record(GAME, ["me:Ann", "me:Bob"], {"elements": ["fire", "water"]}), "1")
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


# Paths that a page offers.


def ways(table: WarTable) -> dict[tuple[str, int], Way]:
    return {(way.piece, int(way.place)): way for way in GAME.words.paths(table.state)}


def test_every_path_leads_to_its_place_by_the_fewest_steps() -> None:
    table = WarTable().stand(fire_square=HUB, fire_circle=go(HUB, "e"), water_circle=school("water")).act()
    found = ways(table)
    assert {piece for piece, _ in found} == {"fire square", "fire circle"}
    assert found["fire square", go(HUB, "e", "e")].moves == ("step square ne", "step square e", "step square se")
    for (piece, place), way in found.items():
        state = table.state.copy()
        assert len(way.moves) <= table.state.left
        for move in way.moves:
            assert state.stage == position.ACTING
            state.play(state.parse(move))
        assert place == TEMPLE or state.at[PIECES[piece]] == place


def test_nobody_walks_on_from_where_something_happens() -> None:
    prey = go(HUB, "e", "e")
    table = WarTable().stand(
        fire_circle=go(prey, "e"), fire_square=HUB, water_circle=prey, water_square=school("water")
    )
    found = ways(table.act())
    beside = found["fire square", go(HUB, "e")]
    assert beside.outcome == "captures Water's circle and brings a Combat Card"
    assert beside.label == "Walk 1 and capture"
    assert beside.hits == ("wizard-water-circle",)
    assert beside.fate == "captured"
    quiet = [way for way in found.values() if not way.outcome]
    assert quiet
    stops = {way.moves for way in found.values() if way.hits}
    assert not any(way.moves[: len(stop)] == stop for way in found.values() for stop in stops - {way.moves})


def test_the_temple_and_a_raid_are_told() -> None:
    table = WarTable().stand(fire_square=go(TEMPLE, "e"), water_circle=go(school("water"), "e", "e", "e")).act()
    temple = ways(table)["fire square", TEMPLE]
    assert temple.outcome == "comes out in your School and brings a Temple Card"
    assert temple.label == "Walk 1 into the Temple"
    raid = ways(table)["fire square", school("water")]
    assert raid.outcome == "brings the square twin into your School"
    assert raid.rest == f"{table.state.left - len(raid.moves)} movement left then."


def test_paths_are_for_walking_only() -> None:
    table = WarTable().stand(fire_square=HUB, water_circle=school("water"))
    assert table.state.stage == position.GUARDING
    assert GAME.words.paths(table.state) == []


@pytest.mark.parametrize(
    ("move", "outcome"),
    [
        ("guardian climb", "to the Temple: 7 → 6"),
        ("guardian stay", ""),
    ],
)
def test_a_guardian_is_told_how_far_it_is(move: str, outcome: str) -> None:
    table = WarTable().stand(fire_square=HUB, water_circle=school("water"))
    assert GAME.words.outcome(table.state, table.state.parse(move)) == outcome


def test_a_war_is_told_in_three_sentences() -> None:
    state, steps, chance = GAME.start(3), [], FastChance("a war")
    while state.seat != OVER:
        sides = state.seat == CHANCE and state.sides()
        move = chance.below(sides) if sides else int(GAME.sense.choose(state.seen_by(state.seat), chance))
        steps.append((state.copy(), move))
        state.advance(move)
    told = GAME.words.highlights(steps, state)
    assert len(told) == 3
    most = max(state.captured)
    assert most
    assert f"with {most} wizard" in told[0]
    assert [seat for seat in range(3) if f"{{{seat}}}" in told[0]] == [
        seat for seat in range(3) if state.captured[state.element[seat]] == most
    ]
