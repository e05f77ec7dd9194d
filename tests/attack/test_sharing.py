"""Nobody takes more than their share of what all use: thinking, reading, connections, allowances."""

import asyncio
import logging
import socket
import time
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from attacks import attack_half_sent, attack_reads, attack_thinking
from street import FOE, FRIEND, Street, client_from, open_house, request, token_of, visitor

from house import House, Person, leave_it, wait_for
from sortilege.engine import State
from sortilege.table.play import host as host_module
from sortilege.table.play.desk import Desk
from sortilege.table.play.refusals import Conflict, Refusal
from sortilege.table.play.table import Table
from sortilege.table.play.turns import ASKER, Asker
from sortilege.table.web import guard, server
from sortilege.table.web.addresses import network
from sortilege.table.web.guard import Allowance, Limits

# Thinking.


def test_tables_of_bots_alone_are_few(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_house.hall.host, "bot_turn", leave_it)
    anna = own_house.person("Anna")
    bots = {"game": "wizard_dice", "seats": [{"kind": "bot", "bot": "archmage"}] * 2}
    answers = [anna.post("/api/tables", bots).status_code for _ in range(12)]
    assert answers == [201] * 8 + [409] * 4
    assert anna.make("wizard_dice", ["me", "bot:random"]), "one's own table is always to be had"


def test_bots_among_themselves_stop_when_nobody_looks(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, hall = own_house.person("Anna"), own_house.hall
    monkeypatch.setattr(host_module, "HERE_SECONDS", 0)
    table = anna.make("wizard_dice", ["bot:random", "bot:random"])
    live = hall.tables[table]
    assert (live.asleep, live.number) == (True, 0)
    assert hall.idle(live), "and need not be kept in memory"
    with anna.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        anna.table(table)
        wait_for(lambda: live.number > 3)
    wait_for(lambda: live.asleep or live.over)


def test_after_a_restart_only_tables_of_people_go_on(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "HERE_SECONDS", 0)
    anna = own_house.person("Anna")
    alone = anna.make("wizard_dice", ["bot:random", "bot:random"])
    own = anna.make("wizard_dice", ["bot:random", "me"])
    own_house.close()
    own_house.open()
    wait_for(lambda: {alone, own} <= set(own_house.hall.tables))
    wait_for(lambda: own_house.hall.tables[own].turn == 1)
    assert own_house.hall.tables[alone].asleep
    assert own_house.hall.tables[alone].number == 0


class Slow:
    """Hints that are never found, unless nobody waits for them."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = self.left = 0
        monkeypatch.setattr(house.hall.questions, "hints", self.hints)

    async def hints(self, *_: object) -> Any:
        self.asked += 1
        try:
            await asyncio.sleep(3600)
        finally:
            self.left += 1


def asks_for_hints(house: House, person: Person, table: str) -> socket.socket:
    call = socket.create_connection(("127.0.0.1", house.port))
    call.sendall(request("POST", f"/api/tables/{table}/hints", token_of(person), {"number": 0}))
    return call


def test_hints_nobody_waits_for_are_not_looked_for(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, slow = own_house.person("Anna"), Slow(own_house, monkeypatch)
    table = anna.make("wizard_dice", ["me", "bot:random"])
    calls = [asks_for_hints(own_house, anna, table) for _ in range(2)]
    live = own_house.hall.tables[table]
    wait_for(lambda: live.advice and live.advice.listeners == 2)
    calls[0].close()
    wait_for(lambda: live.advice and live.advice.listeners == 1)
    assert (slow.asked, slow.left) == (1, 0), "the other still waits"
    calls[1].close()
    wait_for(lambda: slow.left == 1)
    assert live.advice is None


def test_hints_for_a_position_that_is_gone_are_not_looked_for(
    own_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, slow = own_house.person("Anna"), Slow(own_house, monkeypatch)
    table = anna.make("wizard_dice", ["me", "bot:random"])
    call = asks_for_hints(own_house, anna, table)
    wait_for(lambda: slow.asked == 1)
    assert anna.play(table, "predict 3 green").status_code == 200
    wait_for(lambda: slow.left == 1)
    assert b" 409 " in call.recv(100)
    call.close()


def test_a_bot_that_is_sent_away_stops_thinking(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who gives a seat to a bot and takes it back, again and again, lets many think."""
    thinking = 0

    async def think(*_: object) -> int:
        nonlocal thinking
        thinking += 1
        try:
            await asyncio.sleep(3600)
        finally:
            thinking -= 1
        return 0

    monkeypatch.setattr(own_house.hall.thinkers, "choose", think)
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:archmage"])
    for _ in range(5):
        assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "archmage"}).status_code == 200
        wait_for(lambda: thinking == 1)
        assert anna.post(f"/api/tables/{table}/seats/0/back").status_code == 200
        wait_for(lambda: thinking == 0)


def test_a_bot_without_a_choice_takes_as_long_as_it_does_with_one(
    own_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, host = own_house.person("Anna"), own_house.hall.host
    live = own_house.hall.tables[anna.make("wizard_dice", ["me", "bot:random"])]
    rested: list[float] = []
    monkeypatch.setattr(host, "rest", lambda seconds: rested.append(seconds) or asyncio.sleep(0))
    monkeypatch.setattr(host, "make_move", lambda *_: asyncio.sleep(0))
    host.habits["wizard_dice", "random"] = deque([100.0])

    class Forced(State):
        def moves(self) -> list[int]:
            return [7]

    true, forced = live.state, Forced(2)
    forced.seat = 1
    live.chairs[1], live.state = live.chairs[1], forced
    own_house.run(host.bot_turn(live, "random", live.number))
    live.state = true
    assert 99 < rested[0] <= 100


# Reading.


def test_a_long_log_comes_in_pages(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"})
    wait_for(lambda: anna.table(table)["phase"] == "over")
    whole = own_house.run(own_house.hall.tables[table].told(0))
    pages: list[Any] = []
    while not pages or pages[-1]["since"] + len(pages[-1]["steps"]) < pages[-1]["of"]:
        since = pages[-1]["since"] + 7 if pages else 0
        pages.append(anna.get(f"/api/tables/{table}/log?since={since}&most=7"))
    assert [step for page in pages for step in page["steps"]] == whole
    assert anna.client.get(f"/api/tables/{table}/log?most=501").status_code == 422
    assert "Earlier" in anna.client.get(f"/tables/{table}/log?since=10").text
    assert anna.client.get(f"/tables/{table}/log?since=-1").status_code == 422


def test_a_step_taken_back_does_not_let_a_log_be_told_anew(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "anybody"])
    own_house.person("Bert").sit(table, 1)
    live: Table = own_house.hall.tables[table]
    anna.play(table, "predict 3 green")
    assert own_house.run(live.told(0)) == [["Anna predicts 3 green."]]
    log = live.logs[0]
    assert anna.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 200
    assert own_house.run(live.told(0)) == []
    anna.play(table, "predict 2 green")
    assert own_house.run(live.told(0)) == [["Anna predicts 2 green."]]
    assert live.logs[0] is log


def test_at_the_desk_addresses_take_turns_and_who_has_spent_all_is_refused() -> None:
    class Payer(Asker):
        def __init__(self, address: str) -> None:
            self.address = address
            self.errands = 0

        def pay(self, seconds: float) -> None:
            self.errands += 1

        def check(self) -> None:
            if self.errands == 3:
                raise Conflict("spent")

    async def errands() -> tuple[list[str], int]:
        desk, done, refused = Desk(), [], 0
        one, two = Payer("one"), Payer("two")

        async def run(payer: Payer, name: str) -> None:
            nonlocal refused
            ASKER.set(payer)
            try:
                await desk.do(done.append, name)
            except Refusal:
                refused += 1

        names = [(one, f"one {number}") for number in range(5)] + [(two, "two 0"), (two, "two 1")]
        await asyncio.gather(*(run(payer, name) for payer, name in names))
        desk.close()
        return done, refused

    assert asyncio.run(errands()) == (["one 0", "two 0", "one 1", "two 1", "one 2"], 2)


def test_an_address_pays_for_the_time_it_uses_and_no_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "WEARY_SECONDS", 0)
    house = House(tmp_path, Limits(rate=1e9, burst=1e9, share=0.0, spell=0.05))
    try:
        foe, friend = client_from(house.url, FOE), client_from(house.url, FRIEND)
        answers = [foe.get("/games/wizard_dice").status_code for _ in range(400)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert friend.get("/games/wizard_dice").status_code == 200
    finally:
        house.close()


# Allowances.


def test_when_there_are_too_many_addresses_one_is_forgotten_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_ADDRESSES", 10)
    allowance = Allowance(rate=0.0, most=1.0)
    assert all(allowance.spend(f"10.0.0.{number}", 1.0) for number in range(10))
    assert not any(allowance.spend(f"10.0.0.{number}", 1.0) for number in range(10))
    assert allowance.spend("10.0.0.99", 1.0)
    assert [allowance.spend(f"10.0.0.{number}", 1.0) for number in range(1, 10)] == [False] * 9


def test_a_home_in_ipv6_counts_as_one() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == "192.0.2.1" != network("192.0.2.2")


def test_many_addresses_of_one_home_share_an_allowance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WEARY_SECONDS", 0)
    house = House(tmp_path, Limits(rate=0.0, burst=5, share=1e9, spell=1e9))
    try:
        client = house.stranger()
        homes = [{"x-forwarded-for": f"2001:db8::{number:x}"} for number in range(1, 9)]
        answers = [client.post("/api/people", json={}, headers=home).status_code for home in homes]
        assert answers == [201] * 5 + [429] * 3
        neighbour = {"x-forwarded-for": "2001:db8:0:1::1"}
        assert client.post("/api/people", json={}, headers=neighbour).status_code == 201
    finally:
        house.close()


def test_figures_are_for_the_machine_itself_or_for_who_has_the_token(own_house: House) -> None:
    client, elsewhere = own_house.stranger(), {"x-forwarded-for": "203.0.113.7"}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers=elsewhere).status_code == 403
    for token, answer in (("open sesame", 200), ("open", 403), ("x", 403)):
        own_house.app.state.metrics_token = "open sesame"
        headers = {**elsewhere, "authorization": f"Bearer {token}"}
        assert client.get("/metrics", headers=headers).status_code == answer


def test_behind_https_browsers_are_told_to_stay_there(house: House) -> None:
    client = house.stranger()
    for path in ("/", "/static/table.js", "/api/games", "/nothing"):
        plain, safe = client.get(path), client.get(path, headers={"x-forwarded-proto": "https"})
        assert "strict-transport-security" not in plain.headers
        assert "max-age=31536000" in safe.headers["strict-transport-security"]
        assert plain.headers["cross-origin-resource-policy"] == "same-origin"


# Connections.


def said_on(house: House, said: bytes, address: str = FOE, seconds: float = 10) -> bytes:
    """All that one hears on a connection until it is hung up."""
    with socket.create_connection(("127.0.0.1", house.port), 10, (address, 0)) as call:
        call.sendall(said)
        call.settimeout(seconds)
        heard = b""
        while more := call.recv(65536):
            heard += more
        return heard


HALF = request("POST", "/api/people", "x", {"name": "Foe"})


@pytest.mark.parametrize("said", [b"", b"GET / HT", HALF[:60], HALF[:-1], b"\r\n\r\n"])
def test_a_request_that_does_not_arrive_is_hung_up_on(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    monkeypatch.setattr(server, "ARRIVAL_SECONDS", 0.2)
    caplog.set_level(logging.WARNING)
    assert said_on(house, said).startswith(b"HTTP/1.1 408 ")
    assert not caplog.records


def test_the_body_of_a_move_that_does_not_arrive_leaves_no_trace(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    monkeypatch.setattr(server, "ARRIVAL_SECONDS", 0.2)
    caplog.set_level(logging.WARNING)
    move = request("POST", f"/api/tables/{table}/moves", token_of(anna), {"move": "predict 3 green", "number": 0})
    assert said_on(house, move[:-3]).startswith(b"HTTP/1.1 408 ")
    assert anna.table(table)["number"] == 0
    assert not caplog.records


def test_who_reads_nothing_is_hung_up_on_and_who_only_listens_is_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STALLED_SECONDS", 0.2)
    monkeypatch.setattr(server, "ARRIVAL_SECONDS", 0.2)
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    with anna.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        deaf = socket.create_connection(("127.0.0.1", house.port), 10, (FOE, 0))
        deaf.sendall(request("GET", "/games/lizard_wizard", "x" * 43) * 300)
        calls = house.server.server_state
        wait_for(lambda: calls.by_address)
        wait_for(lambda: not calls.by_address)
        deaf.close()
        anna.play(table, "predict 3 green")
        assert any('"steps":["0 predict 3 green"' in line for line in lines)


def test_an_address_has_so_many_connections_and_gives_them_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_OF_AN_ADDRESS", 5)
    street, calls = Street(house.port, FOE), house.server.server_state
    for _ in range(9):
        street.connect(b"GET ")
    wait_for(lambda: len(street.open) == 5)
    assert calls.by_address == {FOE: 5}
    assert client_from(house.url, FRIEND).get("/healthz").status_code == 200
    street.close()
    wait_for(lambda: FOE not in calls.by_address)


def test_while_descriptors_are_scarce_requests_have_to_hurry(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HURRIED_SECONDS", 0.2)
    monkeypatch.setattr(house.server, "room", 1)
    begun = time.monotonic()
    assert said_on(house, b"GET / HT").startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - begun < server.ARRIVAL_SECONDS


# The same from outside, on a house in a process of its own; `make attack` does it at length, and measures.


def test_the_attacks_run_and_nothing_breaks(tmp_path: Path) -> None:
    with open_house(tmp_path, thinkers=1) as house:
        found = [
            attack_half_sent(house, 60, 2),
            attack_reads(house, 600, 2, 1),
            attack_thinking(house, 3, most=10, hints=2, seconds=60, bot="greedy"),
        ]
        assert all(each.measured for each in found)
        assert "2 refused" in found[-1].tried
        assert house.tracebacks() == 0
        visitor(house.url, FRIEND).make("wizard_dice", ["me", "bot:random"])
