"""The rules behind what a table shows, sent once and kept by browsers."""

import re

import pytest

import sortilege
from house import House, play_out
from sortilege.engine.help import help_of


@pytest.mark.parametrize("game", sortilege.games())
def test_one_file_has_every_rule_and_all_that_leads_to_them(house: House, game: str) -> None:
    anna = house.person("Anna")
    table = anna.make(game, ["me", "bot:random"])
    page = anna.client.get(f"/tables/{table}").text
    address = re.findall(r'data-help="([^"]+)"', page)
    answer = anna.client.get(address[0])
    known, guide = answer.json(), sortilege.game(game).guide
    assert "immutable" in answer.headers["cache-control"]
    assert set(known["rule"]) == set(guide.rules)
    assert set(known["panel"]) == set(help_of(sortilege.game(game).folder).panels)
    for rule in known["rule"].values():
        assert rule["name"]
        assert "Reason:" not in rule["text"]


def test_every_panel_and_question_has_its_mark_for_players_spectators_and_in_replays(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    for client in (anna.client, house.stranger()):
        board = client.get(f"/tables/{table}/board").json()
        assert re.search(r'data-rules="question:\w+"', board["turn"])
        for name, panel in board["panels"].items():
            assert f'data-rules="panel:{name.split("-")[0]}"' in panel["markup"]
    play_out(table, [anna], 0)
    assert "data-help=" in anna.client.get(f"/tables/{table}/replay").text
    shown = anna.get(f"/api/tables/{table}/replay/1")
    assert 'data-rules="panel:tray"' in shown["panels"]["tray"]["markup"]


def test_there_are_no_rules_of_a_game_that_is_not_there(house: House) -> None:
    assert house.stranger().get("/games/chess/help.json").status_code == 404
