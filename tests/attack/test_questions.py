"""Hints and the coach: thought about while somebody waits, refused in words where nobody can; on either store."""

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from street import request, token_of

from house import House, Person, wait_for
from sortilege.bots.search import Unwanted
from sortilege.table.play import thinking

MAKES = ["sqlite", "postgres"]


def coached_table(anna: Person) -> str:
    """One decision is made, and the next is to be made."""
    table = anna.make("wizard_dice", ["me", "bot:random"], coach=True)
    assert anna.play(table, "predict 3 green").status_code == 200
    wait_for(lambda: anna.table(table)["turn"] == 0)
    return table


def asked(house: House, anna: Person, table: str, what: str) -> socket.socket:
    """Somebody who asks and may hang up."""
    number = anna.table(table)["number"]
    call = socket.create_connection(("127.0.0.1", house.port))
    here, token = f"/api/tables/{table}", token_of(anna)
    hints = request("POST", f"{here}/hints", token, {"number": number})
    call.sendall(hints if what == "hints" else request("GET", f"{here}/coach/0", token))
    return call


class Endless:
    """A search that ends only when nobody wants its answer."""

    def __init__(self) -> None:
        self.began = self.left = 0

    def __call__(self, unwanted: Callable[[], int], *_: Any) -> None:
        self.began += 1
        while not unwanted():
            time.sleep(0.01)
        self.left += 1
        raise Unwanted


@pytest.mark.parametrize(("what", "task"), [("hints", "advise"), ("missed", "look_back")])
def test_the_search_itself_is_left_when_nobody_waits(
    own_house: House, monkeypatch: pytest.MonkeyPatch, what: str, task: str
) -> None:
    anna, search = own_house.person("Anna"), Endless()
    table = coached_table(anna)
    monkeypatch.setattr(thinking, task, search)
    call = asked(own_house, anna, table, what)
    wait_for(lambda: search.began == 1)
    call.close()
    wait_for(lambda: search.left == 1)
    wait_for(lambda: not own_house.hall.thinkers.queue.turns)
    assert search.began == 1, "and is not begun again"
    wait_for(lambda: not own_house.run(own_house.hall.store.questions_open(what)))


@pytest.mark.parametrize("task", ["advise", "look_back"])
def test_what_cannot_be_answered_is_refused_in_words_and_can_be_asked_again(
    own_house: House, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    anna = own_house.person("Anna")
    table = coached_table(anna)

    def ask() -> Any:
        here = f"/api/tables/{table}"
        if task == "look_back":
            return anna.client.get(f"{here}/coach/0")
        return anna.post(f"{here}/hints", {"number": anna.table(table)["number"]})

    def fail(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(thinking, task, fail)
        answer = ask()
        assert (answer.status_code, answer.json()["reason"]) == (503, "Nothing was found this time. Ask again.")
    assert ask().status_code == 200
