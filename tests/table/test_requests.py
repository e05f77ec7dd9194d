"""Requests that are wrong, hostile or merely odd: a clear answer, and nothing changed."""

import asyncio
import gc
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from house import House, leave_it
from sortilege.table.web.guard import Limits
from sortilege.table.web.server import Joined

WRONG_BODIES = [b"", b"{", b"[]", b"null", b'{"move": 7, "number": 0}', b'{"move": "stay"}', b"\xff\xfe",
                b'{"move": "stay", "number": 0, "more": 1}', b'{"move": "' + b"x" * 300 + b'", "number": 0}',
                b"[" * 50_000]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_BODIES)
def test_malformed_bodies_are_refused_in_words(house: House, body: bytes) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    before = anna.table(table)
    headers = {"content-type": "application/json"}
    answer = anna.client.post(f"/api/tables/{table}/moves", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["reason"]
    assert anna.table(table) == before


def test_huge_bodies_are_refused_with_and_without_a_length(house: House) -> None:
    anna = house.person("Anna")
    assert anna.client.post("/api/tables", content=b"x" * 70_000).status_code == 413
    pieces = (b"x" * 8192 for _ in range(20))
    assert 400 <= anna.client.post("/api/tables", content=pieces).status_code < 500


@pytest.mark.parametrize("path", ["/tables/nowhere", "/games/chess", "/nothing", "/tables/nowhere/replay"])
def test_unknown_pages_say_so(house: House, path: str) -> None:
    answer = house.stranger().get(path)
    assert answer.status_code == 404
    assert "<h1>There is nothing here</h1>" in answer.text
    assert "ask for it again" in answer.text


@pytest.mark.parametrize("path", ["/api/tables/nowhere", "/api/games/chess", "/api/tables/nowhere/view", "/api/x"])
def test_unknown_ids_say_so_to_programs(house: House, path: str) -> None:
    answer = house.stranger().get(path)
    assert answer.status_code == 404
    assert answer.json()["reason"]


def test_a_cookie_writes_only_from_our_own_pages(house: House) -> None:
    browser = house.stranger()
    browser.get("/")
    form = {"game": "wizard_dice", "now": "1"}
    for origin in ({}, {"origin": "https://elsewhere.example"}, {"origin": "null"}, {"origin": "http://["}):
        assert browser.post("/tables", data=form, headers=origin).status_code == 403
    assert browser.post("/tables", data=form, headers={"origin": house.url}).status_code == 303
    assert house.stranger().post("/tables", data=form, headers={"origin": "null"}).status_code == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    cookie = house.stranger().get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_every_answer_carries_the_policy(house: House) -> None:
    for path in ("/", "/static/table.js", "/api/games", "/nothing"):
        headers = house.stranger().get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].split("style-src-attr")[0]
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_script(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    for path in ("/", "/me", "/games/wizard_dice", f"/tables/{table}"):
        text = anna.client.get(path).text
        assert "<script>" not in text
        assert " onclick=" not in text


def test_too_much_at_once_is_refused_and_forgiven(tmp_path: Path) -> None:
    house = House(tmp_path, Limits(rate=3, burst=8, streams=2))
    try:
        client = house.stranger()
        statuses = [client.post("/api/people", json={}).status_code for _ in range(30)]
        assert statuses[0] == 201
        assert 429 in statuses
        anna_answer = wait_until_forgiven(client)
        assert anna_answer.status_code == 201
    finally:
        house.close()


def wait_until_forgiven(client: httpx.Client) -> httpx.Response:
    for _ in range(200):
        answer = client.post("/api/people", json={})
        if answer.status_code == 201:
            return answer
        time.sleep(0.05)
    raise AssertionError("never forgiven")


def test_bad_wishes_for_a_table_say_what_fits(house: House) -> None:
    anna = house.person("Anna")
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "random"}
    for wish in (
        {"game": "wizard_dice", "seats": []},
        {"game": "wizard_dice", "seats": [me, me]},
        {"game": "wizard_dice", "seats": [me, {"kind": "throne"}]},
        {"game": "wizard_dice", "seats": [me, {"kind": "bot", "bot": "merlin"}]},
        {"game": "wizard_dice", "seats": [me, bot], "options": {"goal": 10}},
        {"game": "wizard_dice", "seats": [me, bot], "options": {"gaol": 9}},
        {"game": "wizard_dice", "seats": [me, bot], "clock": {"kind": "move", "seconds": 1}},
        {"game": "wizard_dice", "seats": [me, bot], "clock": {"kind": "sand", "seconds": 60}},
    ):
        answer = anna.post("/api/tables", wish)
        assert answer.status_code == 422, wish
        assert answer.json()["reason"].endswith((".", "]")), answer.text
    assert anna.post("/api/tables", {"game": "chess", "seats": [me]}).status_code == 404


def test_the_invite_code_and_qr_are_for_those_who_sit(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "link"])
    assert anna.client.get(f"/tables/{table}/qr.svg").text.startswith("<svg")
    assert bert.client.get(f"/tables/{table}/qr.svg").status_code == 403
    assert house.hall.tables[table].invite not in bert.client.get(f"/tables/{table}").text


def test_the_api_keeps_its_own_description(tmp_path: Path, own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Schemathesis sends what is described and what is not, to every operation, and checks all that it can: one is
    accepted, the other refused, tokens are asked for, answers and `Allow` are as described."""
    monkeypatch.setattr(own_house.hall.host, "bot_turn", leave_it)
    description = own_house.stranger().get("/api/openapi.json").json()
    token = own_house.stranger().post("/api/people", json={}).json()["token"]
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{own_house.url}/api/openapi.json", "--checks=all",
        "--phases=examples,coverage,fuzzing,stateful", "--max-examples=2", "--continue-on-failure", "--no-color",
        "--generation-database=none", "-H", f"Authorization: Bearer {token}",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout
    assert f"Tested: {sum(map(len, description['paths'].values()))}" in done.stdout


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/me", "GET, PUT"), ("/api/tables", "GET, POST"), ("/api/tables/x/moves", "GET, POST"),
        ("/api/tables/x/messages", "GET, POST"), ("/api/tables/x/close", "POST"), ("/healthz", "GET"),
        ("/me", "GET, POST"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_what_can(house: House, path: str, methods: str) -> None:
    answer = house.stranger().delete(path)
    assert (answer.status_code, answer.headers["allow"]) == (405, methods)


class Written:
    """A connection that remembers what was written to it."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def is_closing(self) -> bool:
        return False


def test_an_answer_is_one_write_and_a_head_without_a_body_is_sent_too() -> None:
    written = Written()

    async def answer() -> None:
        joined = Joined(written, asyncio.get_running_loop())
        joined.write(b"HTTP/1.1 200 OK\r\n\r\n")
        joined.write(b"{}")
        joined.write(b"more")
        joined.write(b"HTTP/1.1 304 Not Modified\r\n\r\n")
        await asyncio.sleep(0)

    asyncio.run(answer())
    assert written.writes == [b"HTTP/1.1 200 OK\r\n\r\n{}", b"more", b"HTTP/1.1 304 Not Modified\r\n\r\n"]


def test_a_move_is_answered_with_what_every_answer_carries(own_house: House) -> None:
    """Its answer takes a line of its own to the connection: only its length and the date may differ from another's."""
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    before = own_house.hall.counts["answers_2xx"]
    move = anna.play(table, "predict 3 green", 0)
    counted = own_house.hall.counts["answers_2xx"] - before
    usual = anna.client.get(f"/api/tables/{table}")
    assert (move.status_code, move.json()) == (200, {"number": 1, "turn": 1})
    assert counted == 1
    assert own(move) == own(usual)
    assert move.headers["content-length"] == str(len(move.content))


def test_a_move_leaves_nothing_to_the_collector_of_cycles(own_house: House) -> None:
    """Were a request to hold itself, thousands would lie there until the loop stops for them."""
    anna, bert = own_house.person("Anna"), own_house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"], shuffle=False)
    bert.sit(table, 1)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        gc.collect()
        assert not [each for each in gc.garbage if isinstance(each, RequestResponseCycle)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def own(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in ("content-length", "date", "vary")}


def test_a_refused_move_is_answered_the_usual_way(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    refused = anna.play(table, "predict 99 green", 0)
    assert refused.status_code == 422
    assert refused.json()["reason"]
    assert own(refused) == own(anna.client.get(f"/api/tables/{table}"))
    stranger = house.stranger().post(f"/api/tables/{table}/moves", json={"move": "predict 3 green", "number": 0})
    assert (stranger.status_code, own(stranger)) == (401, own(refused))
