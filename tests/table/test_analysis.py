"""A finished game's analysis at the table: asked for, found in the background, kept."""

import sqlite3

import pytest

from house import House, Person, play_out, wait_for
from sortilege.analysis.budget import BUDGETS, Budget
from sortilege.table.play import analyses

TINY = Budget(playouts=1, heats=(1,), last_heats=1, outcomes=2, looks=2, points=6)


@pytest.fixture(autouse=True)
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "default", TINY)


def finished(person: Person) -> str:
    table = person.make("true_wizard", ["me", "bot:greedy"])
    play_out(table, [person])
    return table


def analysed(person: Person, table: str) -> str:
    assert person.client.post(f"/tables/{table}/analysis").status_code == 303
    wait_for(lambda: person.get(f"/tables/{table}/analysis/progress")["ready"])
    return person.client.get(f"/tables/{table}/analysis").text


def test_a_game_is_analysed_when_somebody_asks_and_once(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = finished(anna)
    assert "Analyse this game" in anna.client.get(f"/tables/{table}/analysis").text
    page = analysed(anna, table)
    for told in ("Chances of winning", "Luck", "Decisions", "Try again from here", "Anna"):
        assert told in page
    assert "<polyline" in anna.client.get(f"/tables/{table}").text, "the end of the game shows the graph"
    own_house.close()
    own_house.open()
    assert "Chances of winning" in anna.client.get(f"/tables/{table}/analysis").text
    analysed(anna, table)
    assert not own_house.hall.analyses.going


def test_each_step_is_shown_and_can_be_gone_on_from(house: House) -> None:
    anna = house.person("Anna")
    table = finished(anna)
    analysed(anna, table)
    found = house.hall.analyses.known[table]
    assert found.whole
    for kind in ("decision", "luck"):
        step = next(each.step for each in found.found if each.kind == kind)
        shown = anna.client.get(f"/tables/{table}/analysis/{step}")
        assert f'data-fork="{step}"' in shown.text
        assert anna.client.get(f"/tables/{table}/analysis?step={step}").status_code == 200
    assert anna.client.get(f"/tables/{table}/analysis/99999").status_code == 404
    fork = anna.post(f"/api/tables/{table}/fork", {"step": found.decisions[0].step, "seat": 0, "bot": "greedy"})
    assert fork.status_code == 201


def test_a_running_game_is_not_analysed(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("true_wizard", ["me", "bot:greedy"])
    for answer in (anna.client.get(f"/tables/{table}/analysis"), anna.client.post(f"/tables/{table}/analysis")):
        assert answer.status_code == 409
        assert "not over" in answer.text


def test_a_game_that_was_given_up_is_not_analysed(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("true_wizard", ["me", "bot:greedy"])
    anna.post(f"/api/tables/{table}/seats/0/resign")
    wait_for(lambda: anna.table(table)["phase"] == "over")
    answer = anna.client.post(f"/tables/{table}/analysis")
    assert (answer.status_code, "played to its end" in answer.text) == (409, True)


def test_who_may_not_look_at_a_table_gets_no_analysis(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("true_wizard", ["me", "bot:greedy"], watch=False)
    play_out(table, [anna])
    assert bert.client.post(f"/tables/{table}/analysis").status_code == 403
    assert bert.client.get(f"/tables/{table}/analysis").status_code == 403


def test_what_was_found_stays_when_the_rules_change(own_house: House) -> None:
    anna = own_house.person("Anna")
    found, unfound = finished(anna), finished(anna)
    analysed(anna, found)
    own_house.close()
    with sqlite3.connect(own_house.folder / "table.db") as database:
        database.execute("update tables set rules = 'earlier'")
    own_house.open()
    assert "Chances of winning" in anna.client.get(f"/tables/{found}/analysis").text
    assert anna.client.get(f"/tables/{unfound}/analysis").status_code == 404


def test_thinking_for_players_comes_first(house: House) -> None:
    assert max(analyses.Wait) == analyses.Wait.ANALYSIS
