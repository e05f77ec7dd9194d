"""Another game with the seats as they were."""

from house import House, play_out

MAKES = ["sqlite", "postgres"]


def test_a_rematch_has_the_same_people_in_the_same_seats_and_waits_for_them(house: House) -> None:
    anna, bert, carl = house.person("Anna"), house.person("Bert"), house.person("Carl")
    table = anna.make("wizard_dice", ["me", "anybody", "bot:random"], shuffle=False)
    bert.sit(table, 1)
    for each in (anna, bert, carl):
        each.client.headers["origin"] = house.url
    assert anna.client.post(f"/tables/{table}/rematch").status_code == 409
    play_out(table, [anna, bert], 0)
    assert carl.client.post(f"/tables/{table}/rematch").status_code == 403
    first = anna.client.post(f"/tables/{table}/rematch", follow_redirects=False).headers["location"]
    again = bert.client.post(f"/tables/{table}/rematch", follow_redirects=False).headers["location"]
    assert first == again
    seats = anna.get(f"/api{first}")["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "Bert", "Random"]
    assert any(first in message["text"] for message in bert.get(f"/api/tables/{table}/messages"))


def test_the_end_of_a_game_tells_where_the_points_came_from(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    play_out(table, [anna], 0)
    page = anna.client.get(f"/tables/{table}").text
    assert "Points by source" in page
    assert "Told by the table" in page
    assert f'action="/tables/{table}/rematch"' in page
    played = anna.client.get("/me").text
    assert "Wizard: the dice game" in played
