"""A finished game's analysis at the table: asked for, found in the background, kept."""

import asyncio
import sqlite3

import pytest

from house import House, Person, play_out, wait_for
from sortilege.table.play import analyses

pytestmark = pytest.mark.usefixtures("little_thought")


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
    for told in ("Luck", "Decisions", "All your decisions", "Try again from here", "Chances of winning. Anna: "):
        assert told in page
    assert "<polyline" in anna.client.get(f"/tables/{table}").text, "the end of the game shows the graph"
    own_house.close()
    own_house.open()
    assert "Chances of winning" in anna.client.get(f"/tables/{table}/analysis").text
    analysed(anna, table)
    assert own_house.run(own_house.hall.jobs.handed_in("analysis")) == []


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
    close = found.found[-1].step + 1
    assert f'data-step="{close - 1}"' in anna.client.get(f"/tables/{table}/analysis/{close}").text, "a click goes there"
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


def wait_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no analysis come further."""

    async def wait(*_: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(analyses.Analyses, "ask", wait)


def test_an_analysis_goes_on_when_the_house_opens_again(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = own_house.person("Anna")
    table = finished(anna)
    with monkeypatch.context() as patched:
        wait_a_while(patched)
        assert anna.client.post(f"/tables/{table}/analysis").status_code == 303
        own_house.close()
    own_house.open()
    wait_for(lambda: anna.get(f"/tables/{table}/analysis/progress")["ready"])
    wait_for(lambda: not own_house.run(own_house.hall.store.questions_open("analysis")))


def test_an_address_has_some_games_analysed_at_once_and_others_too(
    own_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_a_while(monkeypatch)
    monkeypatch.setattr(analyses, "MOST_OF_AN_ADDRESS", 2)
    anna = own_house.person("Anna")
    tables = [finished(anna) for _ in range(3)]
    asked = [anna.client.post(f"/tables/{table}/analysis").status_code for table in tables]
    assert asked == [303, 303, 409]
    elsewhere = {"x-forwarded-for": "203.0.113.7"}
    assert anna.client.post(f"/tables/{tables[2]}/analysis", headers=elsewhere).status_code == 303


def test_where_an_analysis_is_not_going_on_its_page_does_not_wait(house: House) -> None:
    anna = house.person("Anna")
    assert anna.get(f"/tables/{finished(anna)}/analysis/progress")["failed"]


def test_thinking_for_players_comes_first(house: House) -> None:
    assert max(analyses.Wait) == analyses.Wait.ANALYSIS
