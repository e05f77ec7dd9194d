"""No link leads where somebody else wants it to."""

import re

import pytest

from house import House
from sortilege.table.web import render


@pytest.fixture
def links(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the codes that are drawn say."""
    drawn: list[str] = []
    make = render.segno.make

    def note(link: str, **wishes: object) -> object:
        drawn.append(link)
        return make(link, **wishes)

    monkeypatch.setattr(render.segno, "make", note)
    return drawn


def carry(house: House, host: str) -> tuple[str, str]:
    """The page with a link for another device, and the code in it, asked for with a Host header of one's own."""
    browser = house.stranger()
    browser.headers.update({"host": host, "origin": f"http://{host}"})
    browser.get("/")
    page = browser.post("/me/carry").text
    code = re.search(r"/carry/([\w-]+)", page)
    assert code
    browser.get(f"/carry/{code[1]}/qr.svg")
    return page, code[1]


def test_a_link_does_not_come_from_the_host_header(house: House, links: list[str]) -> None:
    page, code = carry(house, "evil.example")
    assert "evil" not in page
    assert links == [f"{house.url}/carry/{code}"]
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"])
    assert anna.client.get(f"/tables/{table}/qr.svg", headers={"host": "evil.example"}).status_code == 200
    assert links[1].startswith(f"{house.url}/tables/{table}?invite=")


def test_behind_a_proxy_the_address_is_the_hosts_to_say(house: House, links: list[str]) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "link"])
    forwarded = {"x-forwarded-for": "203.0.113.7", "host": "evil.example"}
    assert anna.client.get(f"/tables/{table}/qr.svg", headers=forwarded).status_code == 404
    assert "qr.svg" not in anna.client.get(f"/tables/{table}", headers=forwarded).text
    house.app.state.address = "https://play.example"
    try:
        assert anna.client.get(f"/tables/{table}/qr.svg", headers=forwarded).status_code == 200
    finally:
        house.app.state.address = ""
    assert links[0].startswith(f"https://play.example/tables/{table}")


@pytest.mark.parametrize("late", [False, True])
def test_a_link_for_another_device_that_leads_nowhere_says_so_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    if late:
        monkeypatch.setattr("sortilege.table.web.people.CARRY_SECONDS", -1)
    _, code = carry(house, house.url.removeprefix("http://"))
    other = house.stranger()
    if not late:
        assert "Use this device" in other.get(f"/carry/{code}").text
        assert other.post(f"/carry/{code}", headers={"origin": house.url}).status_code == 303
    page = house.stranger().get(f"/carry/{code}")
    assert page.status_code == 410
    assert "has been used" in page.text
    assert "Use this device" not in page.text
    assert house.stranger().get(f"/carry/{code}/qr.svg").status_code == 410
