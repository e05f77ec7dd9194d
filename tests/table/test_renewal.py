"""New rules and running tables: what fits them goes on under them, and everything else stays as it was."""

import json
from typing import Any

from sqlalchemy import update

from house import House, Person
from sortilege.table.keep.face import Change
from sortilege.table.keep.schema import steps, tables

MAKES = ["sqlite", "postgres"]


def begun(house: House) -> tuple[Person, str]:
    """A table at which two moves were played and whose standing was kept."""
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert = house.person("Bert")
    bert.sit(table, 1)
    assert anna.play(table, "predict 3 green").status_code == 200
    assert bert.play(table, "predict 4 green").status_code == 200
    house.run(house.hall.keep_standings())
    return anna, table


def put_away(house: House, table: str, *changes: Any) -> None:
    """Somebody changes what is kept of the table, and it leaves the memory. The other way round, a task of its own
    could bring it back between."""

    async def forget() -> None:
        del house.hall.tables[table]

    with house.hall.store.engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id == table).values(rules="0"))
        for change in changes:
            connection.execute(change)
    house.run(forget())


def test_a_table_whose_steps_fit_the_new_rules_goes_on_and_says_so(house: House) -> None:
    anna, table = begun(house)
    put_away(house, table)
    before = anna.table(table)
    assert before["phase"] == "playing"
    assert before["number"] >= 2
    assert anna.play(table, anna.moves(table)[0]).status_code == 200
    told = anna.get(f"/api/tables/{table}/log")["steps"]
    assert sum("newer rules" in sentence for step in told for sentence in step) == 1
    put_away(house, table)
    assert len(house.run(house.hall.table(table)).renewed) == 2


def test_where_a_step_is_not_legal_any_more_the_table_stays_to_be_read(house: House) -> None:
    anna, table = begun(house)
    illegal = update(steps).where((steps.c.table_id == table) & (steps.c.number == 1)).values(text="1 predict 3 green")
    put_away(house, table, illegal)
    assert anna.client.get(f"/api/tables/{table}").status_code == 410
    assert "predict 3 green" in anna.client.get(f"/api/tables/{table}/record").text


def test_where_it_would_stand_otherwise_the_table_stays_to_be_read(house: House) -> None:
    anna, table = begun(house)
    stood = {"number": 1, "scores": [7, 7]}
    put_away(house, table, update(tables).where(tables.c.id == table).values(stood=stood))
    assert anna.client.get(f"/api/tables/{table}").status_code == 410


def test_a_process_of_an_older_version_leaves_tables_to_the_newer(own_house: House) -> None:
    anna, table = begun(own_house)
    game = own_house.hall.tables[table].game
    put_away(own_house, table)
    mine = f"{game.rules_version} {game.content}"
    own_house.hall.memory.editions.known[f"edition {game.name}"] = [mine, "0 and its cards"]
    own_house.run(own_house.hall.store.keep(edition(game.name, mine)))
    assert anna.client.get(f"/api/tables/{table}").status_code == 503
    with own_house.hall.store.engine.connect() as connection:
        assert connection.execute(tables.select()).one().rules == "0"


def edition(game: str, mine: str) -> Change:
    """Somebody newer has been here."""
    return Change().set_house(f"edition {game}", json.dumps([mine, "0 and its cards"]))
