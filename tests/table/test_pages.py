"""The pages as HTML."""

import re
import threading
from typing import Any

import pytest

import sortilege
from house import House, play_out
from sortilege.arena.measured import measured
from sortilege.bots import ABOUT, bots
from sortilege.engine import panels
from sortilege.engine.panels import Drawing
from sortilege.table.keep.schema import tables


@pytest.mark.parametrize("game", sortilege.games())
def test_every_rule_has_an_anchor_and_every_option_a_field(house: House, game: str) -> None:
    text = house.stranger().get(f"/games/{game}").text
    for rule in sortilege.game(game).guide.rules:
        assert f'<li id="{rule}">' in text
    for option in sortilege.game(game).options:
        assert re.search(rf'name="{option.name}["-]', text)
    assert "<code>" + game + ":" not in text


@pytest.mark.parametrize("game", sortilege.games())
def test_who_opens_a_table_reads_how_strong_the_bots_are(house: House, game: str) -> None:
    text = house.stranger().get(f"/games/{game}").text
    for name in bots():
        assert f'<option value="bot:{name}"' in text
        assert f"<dt>{name}</dt><dd>{ABOUT[name]}</dd>" in text
    assert measured(game) in text


def test_home_tells_whose_turn_it_is_and_what_happened_since(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    assert f'href="/tables/{table}"' in bert.client.get("/").text
    bert.sit(table, 1)
    assert "your turn" in anna.client.get("/").text
    anna.play(table, "predict 3 green")
    home = bert.client.get("/").text
    assert "your turn" in home
    assert "Anna predicts 3 green." in home
    bert.client.get(f"/tables/{table}/board")
    assert "Anna predicts 3 green." not in bert.client.get("/").text


def test_links_shared_elsewhere_have_a_cover(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "anybody"])
    for path, cover in (("/", "cover"), ("/games/aeydor", "cover-aeydor"), (f"/tables/{table}", "cover-wizard_dice")):
        page = house.stranger().get(path).text
        assert f'<meta property="og:image" content="{house.url}/static/{cover}.png">' in page
    assert 'content="Join a game of Wizard: the dice game"' in page
    assert "waits for 1 more" in anna.client.get("/").text


def test_a_phone_shows_the_card_that_is_asked_about(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("true_wizard", ["me", "bot:random"])
    assert 'class="asked"' not in anna.client.get(f"/tables/{table}").text
    anna.play(table, next(move for move in anna.moves(table) if move.startswith("turn")))
    assert 'class="asked" src="/art/true_wizard/' in anna.client.get(f"/tables/{table}").text


def test_running_games_stay_in_sight_however_many_are_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.table.web.pages.MOST_SHOWN", 1)
    monkeypatch.setattr("sortilege.table.web.api.MOST_LISTED", 2)
    anna = house.person("Anna")
    running, *over = [anna.make("wizard_dice", ["me", "bot:random"]) for _ in range(4)]
    with house.hall.store.engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id.in_(over)).values(ended=1))
    assert f'href="/tables/{running}"' in anna.client.get("/").text
    assert anna.get("/api/tables")["mine"] == [running, over[2], over[1]]


def test_panels_are_drawn_beside_the_loop(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    play_out(table, [anna], 0)
    drawn_by: list[threading.Thread] = []
    really = panels.draw

    def draw(*given: Any, **more: Any) -> Drawing:
        drawn_by.append(threading.current_thread())
        return really(*given, **more)

    for place in ("engine.panels", "table.play.table"):
        monkeypatch.setattr(f"sortilege.{place}.draw", draw)
    for path in ("picture.svg", "replay/1"):
        assert anna.client.get(f"/api/tables/{table}/{path}").status_code == 200
    assert len(drawn_by) == 2
    assert house.thread not in drawn_by


def test_a_table_opened_from_the_form_has_what_was_chosen(house: House) -> None:
    browser = house.stranger()
    browser.headers["origin"] = house.url
    form = {
        "game": "wizard_dice", "seat-0": "bot:random", "seat-1": "me", "seat-2": "anybody", "goal": "12",
        "magic_cards": "on", "clock": "move", "clock-amount": "2", "clock-unit": "days", "clock-zero": "seat",
    }  # fmt: skip
    answer = browser.post("/tables", data=form)
    assert answer.status_code == 303
    table = browser.get("/api" + answer.headers["location"]).json()
    assert table["options"] == {"goal": 12, "magic_cards": True}
    assert table["you"] == 1
    assert not table["watch"]
    assert table["clock"] == {"kind": "move", "seconds": 2 * 86400, "at_zero": "seat"}
    assert [seat["bot"] for seat in table["seats"]] == ["random", None, None]
    for wrong in ({"goal": "13"}, {"clock-amount": "soon"}, {"seat-0": "me"}):
        assert browser.post("/tables", data=form | wrong).status_code == 422


@pytest.mark.parametrize(("rounds", "status"), [("5", 303), ("-5", 422), ("--5", 422), ("9" * 5000, 422), ("", 422)])
def test_a_number_in_the_form_is_a_number(house: House, rounds: str, status: int) -> None:
    browser = house.stranger()
    browser.headers["origin"] = house.url
    form = {"game": "lizard_wizard", "seat-0": "me", "seat-1": "bot:random", "rounds": rounds}
    assert browser.post("/tables", data=form).status_code == status


def test_a_table_of_earlier_rules_is_read_by_those_who_may_look(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"], watch=False)
    with house.hall.store.engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(rules="0"))
    del house.hall.tables[table]
    page = anna.client.get(f"/tables/{table}")
    assert page.status_code == 200
    assert "earlier cards or rules" in page.text
    assert "earlier cards; it was not finished" in anna.client.get("/").text
    for path in (f"/tables/{table}", f"/api/tables/{table}/record"):
        assert house.person("Bert").client.get(path).status_code == 403


@pytest.mark.parametrize(("game", "told"), [("true_wizard", "Your title"), ("lizard_wizard", "Points by source")])
def test_the_end_of_a_game_alone_says_what_was_reached(house: House, game: str, told: str) -> None:
    anna = house.person("Anna")
    table = anna.make(game, ["me"])
    play_out(table, [anna], 0)
    page = anna.client.get(f"/tables/{table}").text
    assert told in page
    assert "Once more" in page
    assert re.search(r"(won|lost) with \d+", anna.client.get("/").text)


def test_a_finished_match_leads_to_its_other_game_from_the_end(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_wars", ["me", "bot:random"], match=True)
    play_out(table, [anna], 0)
    banner, _, rest = anna.client.get(f"/tables/{table}").text.partition('<div class="next">')
    assert "wins" in banner
    assert "Go to the second game" in rest


def test_the_whole_log_is_told_with_the_dots_of_its_seats(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    play_out(table, [anna], 0)
    log = anna.client.get(f"/tables/{table}/log").text
    assert '<li data-actor="0">Anna predicts' in log


def test_pages_are_packed_and_their_lengths_tell_nothing(house: House) -> None:
    with house.stranger() as client:
        answers = [client.get("/games/aeydor", headers={"accept-encoding": "gzip"}) for _ in range(12)]
        plain = client.get("/games/aeydor", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in client.get("/healthz").headers
    assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
    assert {answer.headers["vary"] for answer in answers} == {"accept-encoding"}
    assert all(answer.text == plain.text for answer in answers)
    lengths = {int(answer.headers["content-length"]) for answer in answers}
    assert len(lengths) > 1
    assert max(lengths) < len(plain.content) / 2


def test_the_stream_and_what_is_asked_for_in_part_are_not_packed(house: House) -> None:
    table = house.person("Anna").make("wizard_dice", ["me", "bot:random"])
    with house.stranger() as client:
        with client.stream("GET", f"/api/tables/{table}/stream", headers={"accept-encoding": "gzip"}) as stream:
            assert "content-encoding" not in stream.headers
        part = client.get("/static/site.css", headers={"accept-encoding": "gzip", "range": "bytes=0-4999"})
    assert (part.status_code, "content-encoding" in part.headers) == (206, False)
