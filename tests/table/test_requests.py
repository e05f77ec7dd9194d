"""Requests that are wrong, hostile or merely odd: a clear answer, and nothing changed."""

import json
import time
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from house import House
from sortilege.table.web.guard import Limits

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
    assert "<h1>That is not possible</h1>" in answer.text


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


def test_the_api_keeps_its_own_description(house: House) -> None:
    """Schemathesis sends what the description allows, and what it does not: no 5xx, and every answer as described.

    That all that is described is accepted is not asked for: a game's rules, names and options say more than a schema.
    """
    schema = schemathesis.openapi.from_dict(json.loads(house.stranger().get("/api/openapi.json").text))
    token = house.stranger().post("/api/people", json={}).json()["token"]
    checked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/stream"):
            continue
        checked += 1
        run_cases(operation, house.url, token)
    assert checked > 20


def run_cases(operation: object, url: str, token: str) -> None:
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy())  # type: ignore[attr-defined]
    def send(case: object) -> None:
        case.call_and_validate(  # type: ignore[attr-defined]
            base_url=url,
            headers={"authorization": f"Bearer {token}"},
            excluded_checks=[positive_data_acceptance],
        )

    send()
