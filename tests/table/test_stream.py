"""The live stream: every event has an id, who comes back misses nothing, and the house closes without a fuss."""

import logging
import random

import pytest

import sortilege
from house import House, events_of, following, wait_for

MAKES = ["sqlite", "postgres"]


@pytest.mark.parametrize("game", sortilege.games())
def test_who_comes_back_is_told_every_step_they_missed(house: House, game: str) -> None:
    """Also moves that were taken back: numbers leave no gap. What is hidden from a seat stays so."""
    seats = min(3, sortilege.game(game).seat_range[-1])
    people = [house.person(f"Player {number}") for number in range(seats)]
    table = people[0].make(game, ["me", *["anybody"] * (seats - 1)])
    for seat in range(1, seats):
        people[seat].sit(table, seat)
    live, chance = house.hall.tables[table], random.Random(game)
    always, away = people[0], house.person("Watcher")
    with following(always, table) as events:
        heard = began = next(events)[0]
        with following(away, table) as first:
            mark = next(first)[0]
        told: list[str | None] = []
        for _ in range(40):
            mover = people[live.state.seat]
            number = live.number
            assert mover.play(table, chance.choice(mover.moves(table)), number).status_code == 200
            if live.may_undo(live.eye(live.chairs[people.index(mover)].person)) and chance.random() < 0.3:
                assert mover.post(f"/api/tables/{table}/undo", {"number": live.number}).status_code == 200
            while int(heard.split("-")[0]) < live.number:
                heard, _, data = next(events)
                told += data["steps"]
                assert data["number"] == int(heard.split("-")[0])
            if live.over:
                break
    assert len(told) == live.number - int(began.split("-")[0])
    with following(always, table, began) as events:
        assert next(events)[2]["steps"] == told, "as if they had been there"
    with following(away, table, mark) as events:
        missed = next(events)[2]
    assert len(missed["steps"]) == missed["number"] - int(mark.split("-")[0])
    assert missed["steps"] == live.played_since(int(mark.split("-")[0]), -1)


def test_what_was_said_meanwhile_is_told_too(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    with following(anna, table) as events:
        mark = next(events)[0]
    for text in ("One.", "Two."):
        anna.post(f"/api/tables/{table}/messages", {"text": text})
    with following(anna, table, mark) as events:
        found = [next(events) for _ in range(3)]
    assert [kind for _, kind, _ in found] == ["position", "message", "message"]
    assert [data["text"] for _, kind, data in found if kind == "message"] == ["One.", "Two."]
    with following(anna, table, found[-1][0]) as events:
        anna.post(f"/api/tables/{table}/messages", {"text": "Three."})
        assert [next(events)[2].get("text") for _ in range(2)] == [None, "Three."]


@pytest.mark.parametrize("heard", ["", "x", "-", "1", "99999999999999999999-1", "1-2-3", "9-9", "-1-0"])
def test_an_id_that_is_none_of_this_table_brings_how_it_stands(house: House, heard: str) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    with following(anna, table, heard) as events:
        _, kind, data = next(events)
    assert (kind, data["number"], data["steps"]) == ("position", 0, [])


def test_the_house_closes_with_streams_open_and_nothing_to_complain_of(
    own_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    caplog.set_level(logging.WARNING)
    ended = []
    with following(anna, table) as events, following(anna, table) as others:
        next(events)
        next(others)
        own_house.server.should_exit = True
        ended = [list(events), list(others)]
    own_house.thread.join(20)
    assert not own_house.thread.is_alive()
    assert ended == [[], []], "ended, not broken off"
    assert not caplog.records
    own_house.open()
    wait_for(lambda: anna.table(table)["phase"] == "playing")


@pytest.mark.parametrize("more", ["", "?invite="], ids=["short", "usual"])
def test_a_stream_is_refused_alike_on_either_way(house: House, more: str) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    private = anna.make("wizard_dice", ["me", "link"], watch=False)
    shown = anna.make("wizard_dice", ["me", "link"])

    def refused(table: str, token: str = "") -> tuple[int, str]:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = bert.client.get(f"/api/tables/{table}/stream{more}", headers=headers)
        return answer.status_code, answer.json()["reason"]

    assert refused(private) == (403, "This table is private.")
    assert refused("nowhere") == (404, "There is no such table.")
    assert refused(shown, "x" * 43)[0] == 401
    with anna.client.stream("GET", f"/api/tables/{private}/stream{more}") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["content-security-policy"]
        assert next(events_of(stream.iter_lines()))[1] == "position"
