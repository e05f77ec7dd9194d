"""What the hall does by itself: it wakes tables, begins games, forgets what nobody needs, outlives a failing store."""

import asyncio
import threading
from typing import Any

import pytest

from house import House, leave_it, wait_for
from sortilege.table.keep.face import StoreFailed
from sortilege.table.keep.schema import tables
from sortilege.table.keep.store import open_engine
from sortilege.table.play.refusals import Refusal
from sortilege.table.play.table import Table

MAKES = ["sqlite", "postgres"]


@pytest.mark.parametrize("asked", [True, False])
def test_a_bot_goes_on_where_the_store_failed_it(
    own_house: House, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    """As soon as somebody asks for the table, or some seconds later."""
    monkeypatch.setattr("sortilege.table.play.hall.REVIVE_SECONDS", 3600 if asked else 0.1)
    own_house.close()
    own_house.open()
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    failed = fail_once(own_house, monkeypatch, "1 ")
    anna.play(table, "predict 3 green")
    wait_for(lambda: failed)
    live = own_house.hall.tables

    def moved() -> bool:
        return bool(anna.table(table)["turn"] == 0 if asked else table in live and live[table].state.seat == 0)

    wait_for(moved)


def fail_once(house: House, monkeypatch: pytest.MonkeyPatch, step: str) -> list[bool]:
    """Let the store fail with the first step that begins so; what is answered fills then."""
    failed: list[bool] = []
    commit = house.hall.store.commit

    def commit_or_fail(connection: Any, changes: Any) -> Exception | None:
        if not failed and any(row.text.startswith(step) for change in changes for row in change.steps):
            failed.append(True)
            return StoreFailed("the disk is full")
        return commit(connection, changes)

    monkeypatch.setattr(house.hall.store, "commit", commit_or_fail)
    return failed


def test_a_table_that_was_dropped_writes_no_more(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    dropped = own_house.hall.tables.pop(table)
    anna.table(table)
    with pytest.raises(Refusal):
        own_house.run(own_house.hall.host.say(dropped, dropped.maker, "Anna", "too late"))
    assert anna.get(f"/api/tables/{table}/messages") == []


def test_a_game_begins_although_the_house_went_down_when_the_last_player_had_sat(own_house: House) -> None:
    anna = own_house.person("Anna")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = anna.post("/api/tables", {"game": "wizard_dice", "seats": seats}).json()["id"]
    own_house.close()
    engine = open_engine(own_house.database)
    with engine.begin() as connection:
        chairs = connection.execute(tables.select()).one().chairs
        sat = [chair | {"addition": "00" * 16} if chair["person"] else chair for chair in chairs]
        connection.execute(tables.update().values(chairs=sat))
    engine.dispose()
    own_house.open()
    wait_for(lambda: table in own_house.hall.tables and own_house.hall.tables[table].playing)
    assert anna.table(table)["phase"] == "playing"


def test_a_table_that_is_slow_to_read_holds_up_no_other(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = own_house.person("Anna")
    slow, quick = (anna.make("wizard_dice", ["me", "bot:random"]) for _ in range(2))
    hall = own_house.hall
    load = hall.memory.load

    async def load_slowly(table_id: str) -> Table:
        await asyncio.sleep(60 if table_id == slow else 0)
        return await load(table_id)

    async def ask() -> str:
        hall.tables.clear()
        waiting = asyncio.create_task(hall.table(slow))
        await asyncio.sleep(0)
        found = await asyncio.wait_for(hall.table(quick), 10)
        waiting.cancel()
        return found.id

    monkeypatch.setattr(hall.memory, "load", load_slowly)
    assert own_house.run(ask()) == quick


def test_idle_tables_are_forgotten_behind_however_many_busy_ones(
    own_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sortilege.table.play.memory.MOST_IN_MEMORY", 4)
    monkeypatch.setattr(own_house.hall.host, "bot_turn", leave_it)
    anna = own_house.person("Anna")
    busy = [anna.make("wizard_dice", ["bot:random", "me"]) for _ in range(4)]
    idle = [anna.make("wizard_dice", ["me", "bot:random"]) for _ in range(3)]
    assert set(own_house.hall.tables) == {*busy, idle[-1]}
    assert anna.table(idle[0])["phase"] == "playing"


def test_a_clock_goes_on_where_its_table_has_left_the_memory(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who opens tables with clocks fills the memory, and who lets theirs be forgotten has all their time again."""
    monkeypatch.setattr("sortilege.table.play.memory.MOST_IN_MEMORY", 2)
    monkeypatch.setattr("sortilege.table.play.clock.SHORTEST_CLOCK", 1)
    anna, hall = own_house.person("Anna"), own_house.hall
    slow, quick = (
        anna.make("wizard_dice", ["me", "bot:random"], clock={"kind": "move", "seconds": seconds})
        for seconds in (3600, 1)
    )
    before = hall.tables[slow].time.behind
    for _ in range(2):
        anna.make("wizard_dice", ["me", "bot:random"])
    assert slow not in hall.tables
    wait_for(lambda: quick in hall.tables and hall.tables[quick].late)
    assert anna.table(slow)["phase"] == "playing"
    assert hall.tables[slow].time.behind == before


def test_a_table_whose_clock_is_at_zero_stays_until_a_bot_has_moved(
    own_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sortilege.table.play.memory.MOST_IN_MEMORY", 2)
    monkeypatch.setattr("sortilege.table.play.clock.SHORTEST_CLOCK", 1)
    begun, enough = threading.Event(), threading.Event()

    async def think(table: Table, _: str) -> int:
        begun.set()
        await asyncio.to_thread(enough.wait)
        return table.state.moves()[0]

    anna, hall = own_house.person("Anna"), own_house.hall
    monkeypatch.setattr(hall.host, "think", think)
    table = anna.make("wizard_dice", ["me", "anybody"], clock={"kind": "move", "seconds": 1})
    assert own_house.person("Bert").sit(table, 1).status_code == 200
    wait_for(begun.is_set)
    for _ in range(3):
        anna.make("wizard_dice", ["me", "anybody"])
    assert table in hall.tables
    enough.set()
    wait_for(lambda: hall.tables[table].late)


def test_looks_that_the_store_did_not_keep_are_kept_later(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = own_house.hall

    async def fail(_: object) -> None:
        hall.looks.unkept["anna", "a"] = 4
        raise StoreFailed("the disk is full")

    monkeypatch.setattr(hall.store, "keep", fail)
    assert looks_left(own_house) == {("anna", "a"): 4, ("bert", "a"): 1}


def looks_left(own_house: House) -> dict[tuple[str, str], int]:
    """What is still to be kept after looks were kept."""
    hall = own_house.hall

    async def keep_looks() -> dict[tuple[str, str], int]:
        hall.looks.unkept = {("anna", "a"): 3, ("bert", "a"): 1}
        await hall.looks.keep()
        looks, hall.looks.unkept = hall.looks.unkept, {}
        return looks

    found: dict[tuple[str, str], int] = own_house.run(keep_looks())
    return found


def test_looks_are_known_until_the_store_has_kept_them(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = own_house.hall

    async def keep(_: object) -> None:
        assert hall.looks.unkept["anna", "a"] == 3
        hall.looks.unkept["bert", "a"] = 2

    monkeypatch.setattr(hall.store, "keep", keep)
    assert looks_left(own_house) == {("bert", "a"): 2}


def test_a_name_given_while_the_old_one_is_read_stays(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = own_house.app.state.people

    async def read_slowly(person: str) -> None:
        await people.rename(person, "Anna")

    monkeypatch.setattr(people.store, "name", read_slowly)
    assert own_house.run(people.name("0123456789abcdef")) == "Anna"


@pytest.mark.usefixtures("fleeting")
def test_no_time_is_given_to_a_player_when_the_table_wakes(own_house: House) -> None:
    anna = own_house.person("Anna")
    table = own_house.hall.tables[anna.make("wizard_dice", ["me", "bot:random"], shuffle=False)]
    behind = table.time.behind

    async def wake() -> None:
        own_house.hall.host.wake(table)

    own_house.run(wake())
    assert table.time.behind == behind


def test_finished_games_nobody_looks_at_leave_the_memory(own_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = own_house.person("Anna")
    over, going = (anna.make("wizard_dice", ["me", "bot:random"]) for _ in range(2))
    anna.post(f"/api/tables/{over}/seats/0/bot", {"bot": "random"})
    wait_for(lambda: anna.table(over)["phase"] == "over")
    hall = own_house.hall
    hall.forget_finished()
    assert {over, going} <= set(hall.tables)
    monkeypatch.setattr("sortilege.table.play.hall.UNSEEN_SECONDS", 0)
    hall.forget_finished()
    assert set(hall.tables) == {going}
    assert anna.table(over)["phase"] == "over"
