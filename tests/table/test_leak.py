"""Nothing that is sent to a seat, or to a spectator, depends on what it may not know.

In random games the true position is exchanged for one that the seat cannot tell from it: every answer must stay the
same, byte for byte.
"""

import json
import random
import re
import time

import pytest

import sortilege
from house import House, Person
from sortilege.engine import NOBODY, FastChance, named
from sortilege.table.play.table import Table, step_from
from sortilege.table.web.seen import Seen

PATHS = ("/api/tables/{}", "/api/tables/{}/view", "/api/tables/{}/moves", "/api/tables/{}/picture.svg",
         "/tables/{}/board", "/tables/{}/board?layout=phone", "/tables/{}", "/tables/{}?layout=phone")  # fmt: skip
LOOKS = 4


def all_sent(person: Person, table: str) -> list[str]:
    """All that a page and a program can fetch, without the time on the clock."""
    texts = [person.client.get(path.format(table)).text for path in PATHS]
    return [re.sub(r'"left_ms": ?\d+', "", text) for text in texts]


@pytest.mark.parametrize("game", sortilege.games())
def test_everything_sent_is_the_same_for_positions_a_seat_cannot_tell_apart(house: House, game: str) -> None:
    seats = min(3, sortilege.game(game).seat_range[-1])
    people = [house.person(f"Player {number}") for number in range(seats)]
    watcher = house.person("Watcher")
    table = people[0].make(game, ["me", *["anybody"] * (seats - 1)])
    for seat in range(1, seats):
        people[seat].sit(table, seat)
    for person in people:
        assert person.client.put(f"/api/tables/{table}/coach", json={"on": True}).status_code == 200
    live = house.hall.tables[table]
    chance = random.Random(game)
    looked = 0
    while looked < LOOKS and not live.over:
        for _ in range(chance.randint(1, 20)):
            if not live.over:
                mover = people[live.state.seat]
                assert mover.play(table, chance.choice(mover.moves(table)), live.number).status_code == 200
        for eye, person in [*enumerate(people), (NOBODY, watcher)]:
            compare(live, eye, person, looked)
        looked += 1


def compare(live: Table, eye: int, person: Person, seed: int) -> None:
    sent = all_sent(person, live.id)
    true = live.state
    try:
        live.drawings.clear()
        live.state = true.imagine(eye, FastChance(f"{seed} {eye}"))
        assert all_sent(person, live.id) == sent
        assert position_of(live, eye, live.state) == position_of(live, eye, true)
    finally:
        live.state = true
        live.drawings.clear()


def position_of(live: Table, eye: int, state: sortilege.State) -> dict[str, object]:
    imagined, live.state = live.state, state
    try:
        return Seen(live, live.chairs[eye].person if eye != NOBODY else "").position([])
    finally:
        live.state = imagined


@pytest.mark.parametrize("game", sortilege.games())
def test_hidden_moves_reach_neither_stream_nor_log(house: House, game: str) -> None:
    """A step is told to a seat exactly where the rules do not hide it; the log is what the game's words say."""
    hides = sortilege.game(game).rules.secret is not sortilege.State.secret
    hidden = 0
    while not hidden:  # a short game may have nothing hidden
        live = random_game(house, game)
        hidden = told_as_it_may_be(house, live)
        if not hides:
            return


def told_as_it_may_be(house: House, live: Table) -> int:
    """Check every step of a game, as a seat and a spectator are told it; how many were hidden from them."""
    hidden = 0
    for eye in (0, NOBODY):
        state = live.start()
        told = house.run(live.told(eye))
        for number, (move, text) in enumerate(zip(live.moves, live.texts)):
            event = json.dumps({"steps": [step_from(state.copy(), move).seen_by(eye)]})
            if state.secret(move, eye):
                assert text not in event
                hidden += 1
            names = live.names
            words = state.news(move, None if eye == NOBODY else eye)
            assert told[number] == [named(sentence, names) for sentence in words]
            state.advance(move)
    return hidden


def random_game(house: House, game: str) -> Table:
    anna = house.person("Anna")
    seats = min(3, sortilege.game(game).seat_range[-1])
    options = {"magic_cards": True} if game == "wizard_dice" else {}
    table = anna.make(game, ["bot:random"] * seats, options=options)
    live = house.hall.tables[table]
    while not live.over:
        anna.table(table)  # bots among themselves stop when nobody looks
        time.sleep(0.02)
    return live
