"""Playing at a table over HTTP: seats, moves, undo, clocks, talk, records."""

import json
import threading
import time
from collections.abc import Callable

import pytest

import sortilege
from house import House, Person, play_out, wait_for
from sortilege.engine import CHANCE, Record

MAKES = ["sqlite", "postgres"]

Hurry = Callable[[int], None]


def two(house: House, **wishes: object) -> tuple[Person, Person, str]:
    """Two people at a table of the dice game that has begun."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"], **wishes)
    assert bert.sit(table, 1).status_code == 200
    return anna, bert, table


@pytest.mark.parametrize("game", sortilege.games())
def test_a_whole_game_of_people_is_recorded_and_verifies(house: House, game: str) -> None:
    seats = sortilege.game(game).seat_range[0]
    people = [house.person(f"Player {number}") for number in range(seats)]
    table = people[0].make(game, ["me", *["anybody"] * (seats - 1)])
    for seat in range(1, seats):
        assert people[seat].sit(table, seat).status_code == 200
    play_out(table, people)
    record = Record.loads(people[0].client.get(f"/api/tables/{table}/record").text)
    final = record.verify()
    assert record.seal
    assert record.seal.secret
    assert people[0].table(table)["result"]["ranking"] == final.ranking()
    assert people[0].table(table)["commitment"] == record.seal.commitment


def test_the_secret_is_told_only_at_the_end(house: House) -> None:
    anna, bert, table = two(house)
    secret = house.hall.tables[table].secret
    for path in ("", "/view", "/moves", "/log", "/messages"):
        assert secret not in anna.client.get(f"/api/tables/{table}{path}").text
    assert anna.client.get(f"/api/tables/{table}/record").status_code == 409
    assert secret not in anna.client.get(f"/tables/{table}").text


def test_a_game_begins_when_all_have_sat_down_with_bytes(house: House) -> None:
    anna = house.person("Anna")
    answer = anna.post(
        "/api/tables", {"game": "wizard_dice", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    )
    table = answer.json()["id"]
    assert answer.json()["phase"] == "waiting"
    assert len(answer.json()["commitment"]) == 64
    seat = answer.json()["you"]
    assert anna.sit(table, seat).json()["phase"] == "playing"


def test_seats_are_shuffled_from_the_sealed_stream(house: House) -> None:
    first = set()
    for _ in range(12):
        anna = house.person("Anna")
        table = anna.make("wizard_dice", ["me", "bot:random", "bot:greedy"], shuffle=True)
        first.add(anna.table(table)["you"])
    assert len(first) > 1


def test_dice_thrown_while_seats_are_shuffled_are_those_of_the_record(house: House) -> None:
    places = set()
    while len(places) < 2:
        anna = house.person("Anna")
        table = anna.make("lizard_wizard", ["me", "bot:random"], shuffle=True)
        seat = anna.table(table)["you"]
        places.add(seat)
        assert anna.post(f"/api/tables/{table}/seats/{seat}/resign").status_code == 200
        record = Record.loads(anna.client.get(f"/api/tables/{table}/record").text)
        assert record.seal
        assert record.seal.secret
        assert any(step.startswith("* ") for step in record.steps)
        record.verify()


def test_an_illegal_move_names_its_rule_and_changes_nothing(house: House) -> None:
    anna, bert, table = two(house)
    assert anna.play(table, "predict 3 green").status_code == 200
    before = bert.table(table)
    answer = bert.play(table, "predict 3 green")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "wizard_dice:different"
    assert bert.play(table, "abracadabra").status_code == 422
    assert bert.table(table) == before


def test_foreign_seats_and_stale_moves_are_refused_and_a_move_sent_again_is_answered_again(house: House) -> None:
    anna, bert, table = two(house)
    assert bert.play(table, "predict 3 green").status_code == 409
    assert house.person("Carl").play(table, "predict 3 green", 0).status_code == 403
    number = anna.table(table)["number"]
    assert anna.play(table, "predict 3 green", number).status_code == 200
    assert anna.play(table, "predict 3 green", number).status_code == 200
    assert anna.play(table, "predict 4 green", number).status_code == 409
    assert bert.play(table, "predict 3 green", number).status_code == 409
    assert anna.table(table)["number"] == number + 1
    assert anna.play(table, "predict 3 green", number + 7).status_code == 409
    assert house.stranger().post(f"/api/tables/{table}/moves", json={"move": "stay", "number": 1}).status_code == 401


def test_of_many_double_submits_exactly_one_is_played(house: House) -> None:
    anna, bert, table = two(house)
    number = anna.table(table)["number"]
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(anna.play(table, "predict 3 green", number).status_code))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 8
    assert anna.table(table)["number"] == number + 1


def test_undo_is_offered_exactly_while_nothing_came_after(house: House) -> None:
    anna, bert, table = two(house)
    assert not anna.table(table)["undo"]
    anna.play(table, "predict 3 green")
    assert anna.table(table)["undo"]
    assert not bert.table(table)["undo"]
    assert bert.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 409
    assert anna.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 200
    assert anna.moves(table)[0].startswith("predict")
    anna.play(table, "predict 2 blue")
    bert.play(table, "predict 3 green")
    assert not anna.table(table)["undo"]
    assert bert.table(table)["undo"]
    assert bert.post(f"/api/tables/{table}/undo", {"number": bert.table(table)["number"]}).status_code == 200
    assert anna.table(table)["undo"]
    bert.play(table, "predict 3 green")
    anna.play(table, "colour red")
    assert not anna.table(table)["undo"], "dice were thrown"


def test_hints_are_legal_moves_for_whoever_is_asked_and_nobody_else(house: House) -> None:
    anna, bert, table = two(house)
    found = anna.post(f"/api/tables/{table}/hints", {"number": 0})
    assert found.status_code == 200
    assert found.json()
    for hint in found.json():
        assert hint["move"] in anna.moves(table)
        assert 0 <= hint["low"] <= hint["chance"] <= hint["high"] <= 1
        assert hint["label"]
        assert hint["words"]
    assert anna.post(f"/api/tables/{table}/hints", {"number": 0}).json() == found.json(), "thought about once"
    assert bert.post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 409
    assert house.person("Carl").post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 403
    anna.play(table, found.json()[0]["move"])
    assert anna.post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 409
    assert bert.post(f"/api/tables/{table}/hints", {"number": 1}).json()


def test_a_table_can_forbid_hints(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:greedy"], hints=False)
    assert not anna.table(table)["hints"]
    refused = anna.post(f"/api/tables/{table}/hints", {"number": 0})
    assert (refused.status_code, refused.json()["reason"]) == (403, "At this table there are no hints.")
    assert "What would be good here?" not in anna.client.get(f"/tables/{table}").text
    own_house.close()
    own_house.open()
    anna.client.base_url = own_house.url
    assert not anna.table(table)["hints"], "kept"


def test_hints_that_fail_can_be_asked_for_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _, table = two(house)
    with monkeypatch.context() as patch:
        patch.setattr("sortilege.table.play.thinking.hints", lambda *_, **__: 1 / 0)
        assert anna.post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 503
    assert anna.post(f"/api/tables/{table}/hints", {"number": 0}).status_code == 200


def test_undo_survives_a_restart(own_house: House) -> None:
    anna, bert, table = two(own_house)
    anna.play(table, "predict 3 green")
    anna.post(f"/api/tables/{table}/undo", {"number": 1})
    anna.play(table, "predict 5 red")
    before = anna.table(table), anna.get(f"/api/tables/{table}/log"), bert.moves(table)
    own_house.close()
    own_house.open()
    assert (anna.table(table), anna.get(f"/api/tables/{table}/log"), bert.moves(table)) == before
    assert before[0]["undo"]


def test_a_bot_holds_a_seat_and_hands_it_back(house: House) -> None:
    anna, bert, table = two(house)
    assert bert.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 403
    assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "nobody"}).status_code == 422
    assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 200
    wait_for(lambda: bert.table(table)["turn"] == 1)
    assert anna.post(f"/api/tables/{table}/seats/0/back").status_code == 200
    assert anna.table(table)["seats"][0] | {"left_ms": 0} == {
        "seat": 0, "name": "Anna", "person": True, "bot": None, "offer": None, "ready": True, "left_ms": 0,
        "resigned": False,
    }  # fmt: skip


def test_the_seat_of_somebody_long_away_goes_to_a_bot_until_they_are_back(house: House, hurry: Hurry) -> None:
    anna, bert, table = two(house)
    seat, bot = f"/api/tables/{table}/seats/0", {"bot": "random"}
    offer = "Let it play for Anna"
    assert [offer in person.client.get(f"/tables/{table}").text for person in (anna, bert)] == [False, True]
    hurry(200)
    anna.get(f"/tables/{table}/board")
    hurry(200)
    refused = bert.post(f"{seat}/bot", bot)
    assert refused.status_code == 403
    assert "five minutes" in refused.json()["reason"]
    hurry(200)
    assert house.person("Carl").post(f"{seat}/bot", bot).status_code == 403
    assert bert.post(f"{seat}/bot", bot).status_code == 200
    wait_for(lambda: bert.table(table)["turn"] == 1)
    assert anna.table(table)["seats"][0]["bot"] == "random"
    assert anna.post(f"{seat}/back").status_code == 200
    assert anna.table(table)["seats"][0]["bot"] is None
    assert anna.post(f"/api/tables/{table}/seats/1/bot", bot).status_code == 403, "Bert has only just been asked"


def test_who_follows_a_table_is_not_away(house: House, hurry: Hurry) -> None:
    anna, bert, table = two(house)

    async def look_round() -> None:
        house.hall.see_followers()

    with anna.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()  # a name of its own: the stream ends with its iterator
        next_event(lines, "position")
        hurry(400)
        house.run(look_round())
        assert bert.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 403
    wait_for(lambda: table not in house.app.state.streams.followers)
    hurry(400)
    assert bert.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 200


def test_where_there_is_a_clock_nobody_is_away(house: House, hurry: Hurry) -> None:
    anna, bert, table = two(house, clock={"kind": "move", "seconds": 86400})
    hurry(400)
    assert bert.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 403
    assert "Let it play for Anna" not in bert.client.get(f"/tables/{table}").text


def test_who_stands_up_leaves_the_seat_to_others(house: House) -> None:
    anna, bert, table = two(house)
    assert anna.post(f"/api/tables/{table}/seats/1/stand").status_code == 403
    assert bert.post(f"/api/tables/{table}/seats/1/stand").status_code == 200
    carl = house.person("Carl")
    assert carl.sit(table, 0).status_code == 409
    assert carl.sit(table, 1).status_code == 200
    assert anna.table(table)["seats"][1]["name"] == "Carl"
    assert bert.play(table, "predict 1 red", 0).status_code == 403


def test_a_seat_kept_for_a_friend_needs_the_invite(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"])
    bert = house.person("Bert")
    assert bert.table(table)["invite"] is None
    assert bert.sit(table, 1).status_code == 403
    assert bert.sit(table, 1, "wrong").status_code == 403
    assert table not in bert.get("/api/tables")["open"]
    assert bert.sit(table, 1, anna.table(table)["invite"]).status_code == 200


def test_a_table_without_spectators_shows_them_nothing(house: House) -> None:
    anna, bert, table = two(house, watch=False)
    carl = house.person("Carl")
    for path in ("view", "moves", "log", "messages", "picture.svg", "stream"):
        assert carl.client.get(f"/api/tables/{table}/{path}").status_code == 403
    assert "<svg" not in carl.client.get(f"/tables/{table}").text


@pytest.mark.parametrize("at_zero", ["move", "seat"])
def test_at_zero_a_bot_moves_or_takes_the_seat(house: House, at_zero: str) -> None:
    clock = {"kind": "move", "seconds": 5, "at_zero": at_zero, "bot": "random"}
    anna, bert, table = two(house, clock=clock)
    live = house.hall.tables[table]
    assert 0 < anna.table(table)["seats"][0]["left_ms"] <= 5000

    house.run(house.hall.host.ring(live, 0, live.number))
    wait_for(lambda: bert.table(table)["turn"] == 1)
    assert anna.table(table)["seats"][0]["bot"] == (None if at_zero == "move" else "random")


def test_a_clock_for_the_game_runs_only_on_ones_own_turn(house: House) -> None:
    anna, bert, table = two(house, clock={"kind": "game", "seconds": 60, "at_zero": "move", "bot": "random"})
    time.sleep(0.05)
    left = [seat["left_ms"] for seat in anna.table(table)["seats"]]
    assert left[0] < 60_000
    assert left[1] == 60_000
    anna.play(table, "predict 1 red")
    used = anna.table(table)["seats"][0]["left_ms"]
    time.sleep(0.05)
    assert anna.table(table)["seats"][0]["left_ms"] == used


def left(person: Person, table: str, seat: int) -> int:
    """Seconds on the clock of a seat."""
    return round(person.table(table)["seats"][seat]["left_ms"] / 1000)


def anew(house: House, seconds: int, kept: int) -> range:
    """What is left after a restart where a decision has its time anew, or on a store that keeps time."""
    most = seconds if house.hall.store.clock is None else kept
    return range(most - 10, most + 1)


def test_no_time_runs_at_an_empty_seat_or_while_the_house_is_closed(own_house: House, hurry: Hurry) -> None:
    anna, bert, table = two(own_house, clock={"kind": "game", "seconds": 600, "at_zero": "move", "bot": "random"})
    hurry(100)
    anna.post(f"/api/tables/{table}/seats/0/stand")
    hurry(400)
    carl = own_house.person("Carl")
    assert carl.sit(table, 0, bert.table(table)["invite"]).status_code == 200
    assert left(carl, table, 0) in range(490, 501)
    hurry(300)
    own_house.close()
    own_house.open()
    assert left(carl, table, 0) in anew(own_house, 600, 200), "the open decision has its time anew"
    hurry(100)
    assert carl.play(table, "predict 1 red").status_code == 200
    own_house.close()
    own_house.open()
    assert left(carl, table, 0) in anew(own_house, 500, 100), "and so it is kept"


@pytest.mark.parametrize("hour", [3600, -3600])
def test_a_jump_of_the_clock_on_the_wall_changes_nothing(
    own_house: House, hurry: Hurry, jump: Hurry, hour: int
) -> None:
    anna, bert, table = two(own_house, clock={"kind": "game", "seconds": 600, "at_zero": "move", "bot": "random"})
    began = own_house.hall.tables[table].began
    hurry(100)
    jump(hour)
    assert left(anna, table, 0) in range(490, 501)
    assert anna.play(table, "predict 3 green").status_code == 200
    jump(hour)
    hurry(100)
    assert (left(anna, table, 0) in range(490, 501), left(anna, table, 1) in range(490, 501)) == (True, True)
    own_house.close()
    jump(hour)
    own_house.open()
    assert left(anna, table, 0) in range(490, 501)
    assert left(anna, table, 1) in anew(own_house, 600, 500)
    anna.post(f"/api/tables/{table}/messages", {"text": "What is the time?"})
    said = anna.get(f"/api/tables/{table}/messages")[0]["at"]
    wall = 3 * 1000 * hour if own_house.hall.store.clock is None else 200_000
    assert abs(said - began - wall) < 60_000, "what is kept has the time on the wall, or the store's"


@pytest.mark.parametrize("kind", ["move", "game"])
def test_taking_back_gives_no_time_back(own_house: House, hurry: Hurry, kind: str) -> None:
    anna, bert, table = two(own_house, clock={"kind": kind, "seconds": 600, "at_zero": "move", "bot": "random"})
    hurry(100)
    anna.play(table, "predict 3 green")
    hurry(200)
    assert anna.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 200
    assert left(anna, table, 0) in range(290, 301)
    assert left(anna, table, 1) == 600
    hurry(100)
    anna.play(table, "predict 3 green")
    hurry(100)
    own_house.close()
    own_house.open()
    assert anna.post(f"/api/tables/{table}/undo", {"number": 3}).status_code == 200
    assert left(anna, table, 0) in anew(own_house, 200, 100), "all but the time after the restart"


@pytest.mark.usefixtures("fleeting")
def test_a_move_of_the_clock_is_not_taken_back(own_house: House) -> None:
    anna, bert, table = two(own_house, clock={"kind": "move", "seconds": 600, "at_zero": "move", "bot": "random"})
    live = own_house.hall.tables[table]

    own_house.run(own_house.hall.host.ring(live, 0, live.number))
    wait_for(lambda: bert.table(table)["turn"] == 1)
    for _ in range(2):
        assert not anna.table(table)["undo"]
        assert anna.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 409
        own_house.close()
        own_house.open()


def test_talk_is_kept_in_order_and_escaped(house: House) -> None:
    anna, bert, table = two(house)
    assert anna.post(f"/api/tables/{table}/messages", {"text": "<script>alert(1)</script>"}).status_code == 201
    assert bert.post(f"/api/tables/{table}/messages", {"text": "so?"}).status_code == 201
    assert anna.post(f"/api/tables/{table}/messages", {"text": "\u200b \n"}).status_code == 422
    assert [(said["name"], said["text"]) for said in anna.get(f"/api/tables/{table}/messages")] == [
        ("Anna", "<script>alert(1)</script>"),
        ("Bert", "so?"),
    ]
    assert "<script>alert" not in anna.client.get(f"/tables/{table}").text


def test_spectators_cannot_fill_the_chat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.table.play.host.MOST_OF_A_SPECTATOR", 2)
    monkeypatch.setattr("sortilege.table.play.host.MOST_OF_SPECTATORS", 3)
    anna, bert, table = two(house)

    def say(person: Person, times: int) -> list[int]:
        return [person.post(f"/api/tables/{table}/messages", {"text": "hm"}).status_code for _ in range(times)]

    assert say(house.person("Carl"), 3) == [201, 201, 409]
    assert say(house.person("Dora"), 2) == [201, 409]
    assert say(anna, 4) == [201] * 4


def test_names_are_escaped_everywhere(house: House) -> None:
    mallory = house.person("<b onclick=x>M</b>")
    table = mallory.make("wizard_dice", ["me", "bot:random"])
    for path in (f"/tables/{table}", f"/tables/{table}/board", "/"):
        assert "<b onclick" not in mallory.client.get(path).text.replace("\\", "")
    assert mallory.client.put("/api/me", json={"name": "{0}"}).status_code == 422
    assert mallory.client.put("/api/me", json={"name": "x" * 30}).status_code == 422


def test_the_stream_tells_each_what_they_may_know(house: House) -> None:
    anna, bert, table = two(house)
    events: list[dict[str, object]] = []
    with anna.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        events.append(next_event(lines, "position"))
        anna.play(table, "predict 3 green")
        events.append(next_event(lines, "position"))
    assert events[0]["turn"] == events[0]["you"] == 0
    assert "predict 3 green" in events[0]["moves"]  # type: ignore[operator]
    assert events[1]["steps"] == ["0 predict 3 green"]
    assert events[1]["turn"] == 1
    assert events[1]["moves"] == []


def test_who_comes_back_sees_that_the_seats_have_changed(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    before = first_position(anna, table)
    assert bert.sit(table, 1).status_code == 200
    after = first_position(anna, table)
    assert before["number"] == after["number"]
    assert before["version"] != after["version"]


def first_position(person: Person, table: str) -> dict[str, object]:
    with person.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        return next_event(stream.iter_lines(), "position")


def test_a_finished_game_is_replayed_and_gone_on_from(house: House) -> None:
    anna, bert, table = two(house)
    play_out(table, [anna, bert])
    steps = anna.get(f"/api/tables/{table}/replay/0")["steps"]
    for eye in ("all", "watch", "0", "1"):
        seen = anna.get(f"/api/tables/{table}/replay/{steps // 2}?eye={eye}")
        assert all("<svg" in panel["markup"] for panel in seen["panels"].values())
        assert seen["told"]
    assert anna.client.get(f"/api/tables/{table}/replay/{steps + 1}").status_code == 404
    for eye, status in (("7", 404), ("all seeing", 422), ("9" * 5000, 422)):
        assert anna.client.get(f"/api/tables/{table}/replay/1?eye={eye}").status_code == status
    forked = anna.post(f"/api/tables/{table}/fork", {"step": steps // 2, "seat": 0, "bot": "random"})
    new = forked.json()["id"]
    assert anna.sit(new, 0).status_code == 200
    assert anna.get(f"/api/tables/{new}/log")["steps"][: steps // 2] == [
        [sentence.replace("Bert", "Random") for sentence in step]
        for step in anna.get(f"/api/tables/{table}/log")["steps"][: steps // 2]
    ]
    play_out(new, [anna])
    assert json.loads(anna.client.get(f"/api/tables/{new}/record").text)["seal"] is None


def test_tables_of_bots_play_to_their_end_by_themselves(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["bot:random", "bot:greedy"])
    wait_for(lambda: anna.table(table)["phase"] == "over")
    assert anna.table(table)["you"] is None


def test_bots_go_on_after_a_restart(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["bot:random"] * 5, options={"goal": 12})
    own_house.close()
    own_house.open()
    wait_for(lambda: anna.table(table)["phase"] == "over")


def test_outcomes_come_from_the_sealed_stream(house: House) -> None:
    anna, bert, table = two(house, options={"magic_cards": True})
    live = house.hall.tables[table]
    state = live.start()
    assert live.moves
    for number, outcome in enumerate(live.moves):
        assert state.seat == CHANCE
        assert outcome == live.chance().outcome(number, state.sides())
        state.advance(outcome)


def next_event(lines: object, wanted: str) -> dict[str, object]:
    for line in lines:  # type: ignore[attr-defined]
        if line == f"event: {wanted}":
            data = next(lines)  # type: ignore[call-overload]
            found: dict[str, object] = json.loads(data.removeprefix("data: "))
            return found
    raise AssertionError("the stream ended")


def test_health_and_metrics(house: House) -> None:
    anna, _, table = two(house)
    anna.play(table, "predict 3 green")
    client = house.stranger()
    assert client.get("/healthz").text == "well\n"
    text = client.get("/metrics").text
    assert "sortilege_moves_total" in text
