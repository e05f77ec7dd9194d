"""A bot for a table, with nothing but Python: `python example_bot.py http://localhost:8000 TABLE [INVITE]`.

It takes the first empty seat and plays any legal move until the game is over.
"""

import json
import random
import secrets
import sys
import urllib.request


class Table:
    def __init__(self, house: str, table: str) -> None:
        self.path = f"{house}/api/tables/{table}"
        self.token = self.call(f"{house}/api/people", {"name": "Dicey"})["token"]

    def open(self, path: str, body: object = None):
        headers = {"content-type": "application/json"}
        if hasattr(self, "token"):
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(path, data, headers))

    def call(self, path: str, body: object = None):
        with self.open(path, body) as answer:
            return json.load(answer)

    def sit(self, invite: str) -> None:
        seats = self.call(f"{self.path}?invite={invite}")["seats"]
        seat = next(seat["seat"] for seat in seats if seat["offer"])
        self.call(f"{self.path}/seats/{seat}/sit", {"addition": secrets.token_hex(16), "invite": invite})

    def positions(self):
        """Every position that the stream tells of."""
        with self.open(f"{self.path}/stream") as stream:
            for line in stream:
                if line.startswith(b"event:"):
                    event = line.split()[1]
                elif line.startswith(b"data:") and event == b"position":
                    yield json.loads(line[5:])


def main(house: str, table: str, invite: str = "") -> None:
    at = Table(house, table)
    at.sit(invite)
    for position in at.positions():
        if position["over"]:
            print("over:", at.call(at.path)["result"])
            return
        if position["moves"]:
            move = random.choice(position["moves"])
            at.call(f"{at.path}/moves", {"move": move, "number": position["number"]})


if __name__ == "__main__":
    main(*sys.argv[1:])
