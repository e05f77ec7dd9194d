"""The tables of the database: made over HTTP by people and bots, and what these people are shown."""

import json
import random
import secrets
import sqlite3
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from sortilege.table.app import make_app
from sortilege.table.guard import Limits
from told import told_at

import sortilege

DAYS = 24 * 3600
NAMES = ("Anna", "Bert")


class Person:
    """Somebody with a token who asks and acts over HTTP."""

    def __init__(self, url: str, token: str) -> None:
        headers = {"authorization": f"Bearer {token}"}
        self.token = token
        self.client = httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False, verify=False)

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def sit(self, table: str, seat: int) -> None:
        self.post(f"/api/tables/{table}/seats/{seat}/sit", {"addition": secrets.token_hex(16)})

    def play(self, table: str, chance: random.Random) -> None:
        found = self.get(f"/api/tables/{table}/moves")
        move = chance.choice(sorted(found["moves"]))
        self.post(f"/api/tables/{table}/moves", {"move": move, "number": found["number"]})


class House:
    """The table of this version on a port of its own."""

    def __init__(self, database: Path) -> None:
        app = make_app(f"sqlite:///{database}", Limits(rate=1e9, burst=1e9, streams=99), pace=0.0, thinkers=0)
        self.server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.url = f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def person(self, name: str) -> Person:
        made = httpx.post(f"{self.url}/api/people", json={"name": name}, trust_env=False, verify=False)
        return Person(self.url, made.json()["token"])


class Evening:
    """Two people who make tables of every game."""

    def __init__(self, house: House) -> None:
        self.people = [house.person(name) for name in NAMES]
        self.chance = random.Random(15)
        self.tables: dict[str, str] = {}

    def make(self, name: str, kind: str, seats: list[str], **wishes: Any) -> str:
        wish = [dict(zip(("kind", "bot"), seat.split(":"))) for seat in seats]
        made = self.people[0].post("/api/tables", {"game": name, "seats": wish, "shuffle": False, **wishes})
        self.tables[f"{name} {kind}"] = made["id"]
        self.people[0].sit(made["id"], 0)
        return str(made["id"])

    def go_on(self, table: str, decisions: int) -> None:
        """So many decisions of people; then one of them is to decide, or the game is over."""
        while decisions:
            stands = self.people[0].get(f"/api/tables/{table}")
            if stands["phase"] == "over":
                return
            for person in self.people:
                if person.get(f"/api/tables/{table}/moves")["moves"]:
                    person.play(table, self.chance)
                    decisions -= 1
                    break
            self.wait_for_people(table)

    def wait_for_people(self, table: str) -> None:
        while True:
            stands = self.people[0].get(f"/api/tables/{table}")
            bots = [bool(seat["bot"]) for seat in stands["seats"]]
            if stands["phase"] != "playing" or (stands["turn"] is not None and not bots[stands["turn"]]):
                return
            time.sleep(0.01)

    def spend(self, name: str, fewest: int, short: dict[str, int]) -> None:
        """A table that waits, one with people, one with bots and a clock, one that is over, of one game."""
        anna, bert = self.people
        rest = ["bot:random"] * max(0, fewest - 2)
        self.make(name, "waiting", ["me", "anybody", *rest], options={})
        played = self.make(name, "people", ["me", "anybody", *rest], clock={"kind": "game", "seconds": 20 * DAYS})
        bert.sit(played, 1)
        self.go_on(played, 20)
        self.take_back(played)
        anna.post(f"/api/tables/{played}/messages", {"text": f"A fine game of {name} ✨"})
        bert.post(f"/api/tables/{played}/messages", {"text": "Is it?"})
        bots = self.make(name, "bots", ["me", "bot:greedy", *rest])
        self.go_on(bots, 12)
        over = self.make(name, "over", ["me", "bot:random", *rest], options=short)
        anna.post(f"/api/tables/{over}/seats/0/bot", {"bot": "greedy"})
        while anna.get(f"/api/tables/{over}")["phase"] != "over":
            time.sleep(0.02)

    def take_back(self, table: str) -> None:
        """Play until somebody may take a move back, do so, and play another."""
        for _ in range(200):
            self.go_on(table, 1)
            for person in self.people:
                stands = person.get(f"/api/tables/{table}")
                if stands["undo"]:
                    person.post(f"/api/tables/{table}/undo", {"number": stands["number"]})
                    return
        raise AssertionError("nothing could be taken back")


SHORT = {
    "aeydor": {"turn_limit": 12},
    "lizard_wizard": {"rounds": 3},
    "true_wizard": {"round_limit": 8},
    "wizard_dice": {},
    "wizard_wars": {"rounds": 6},
}


def make(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "table.db"
        house = House(database)
        evening = Evening(house)
        for name in sortilege.games():
            evening.spend(name, max(2, sortilege.game(name).seat_range[0]), SHORT[name])
        house.close()
        again = House(database)
        people = [Person(again.url, person.token) for person in evening.people]
        shown = {title: [told_at(person.get, table) for person in people] for title, table in evening.tables.items()}
        again.close()
        told = {"tokens": [person.token for person in people], "tables": evening.tables, "shown": shown}
        (folder / "tables.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        with sqlite3.connect(database) as connection:
            (folder / "tables.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
    print(len(shown), "tables")
