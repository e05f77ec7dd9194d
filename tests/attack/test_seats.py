"""Who has seen one seat's hidden things takes no other seat of that game."""

from house import House, Person


def card_table(house: House) -> tuple[Person, Person, str]:
    """Two people and a bot at a table with hidden things."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_wars", ["me", "anybody", "anybody", "bot:random"])
    assert bert.sit(table, 1).status_code == 200
    assert house.person("Dora").sit(table, 2).status_code == 200
    assert anna.table(table)["phase"] == "playing"
    return anna, bert, table


def test_who_leaves_a_seat_cannot_look_into_another(house: House) -> None:
    anna, bert, table = card_table(house)
    assert bert.post(f"/api/tables/{table}/seats/1/stand").status_code == 200
    hopper = house.person("Hopper")
    assert hopper.sit(table, 1).status_code == 200
    assert anna.post(f"/api/tables/{table}/seats/0/stand").status_code == 200
    invite = house.hall.tables[table].invite
    for person, seat in ((bert, 0), (anna, 1)):
        assert person.sit(table, seat, invite).status_code in (403, 409)
        assert (
            person.get(f"/api/tables/{table}/view")["view"]
            == house.person("Watcher").get(f"/api/tables/{table}/view")["view"]
        ), "what they see is what everybody sees"
    assert hopper.post(f"/api/tables/{table}/seats/1/stand").status_code == 200
    refused = anna.sit(table, 1, invite)
    assert (refused.status_code, "another seat" in refused.json()["reason"]) == (403, True)
    assert anna.sit(table, 0, invite).status_code == 200, "one's own seat may be taken again"
    assert house.person("Newcomer").sit(table, 1, invite).status_code == 200


def test_it_is_remembered_over_a_restart(own_house: House) -> None:
    anna, bert, table = card_table(own_house)
    invite = own_house.hall.tables[table].invite
    for person, seat in ((anna, 0), (bert, 1)):
        assert person.post(f"/api/tables/{table}/seats/{seat}/stand").status_code == 200
    own_house.close()
    own_house.open()
    assert anna.sit(table, 1, invite).status_code == 403
    assert bert.sit(table, 1, invite).status_code == 200


def test_before_a_game_begins_seats_can_be_changed(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_wars", ["me", "anybody", "anybody"])
    assert anna.post(f"/api/tables/{table}/seats/0/stand").status_code == 200
    assert anna.sit(table, 1).status_code == 200
