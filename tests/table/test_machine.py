"""Anything that people can do at a table, in any order: the table always stands as its file says."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from house import House, Person
from sortilege.engine import CHANCE, OVER
from sortilege.table.play.table import Table
from sortilege.table.web.people import person_of

GAMES = ("wizard_dice", "true_wizard")


class Tables(RuleBasedStateMachine):
    """Three people, one table of two seats; what is offered is checked against a replay of the steps on file."""

    folder: TemporaryDirectory[str]
    house: House
    people: list[Person]

    @classmethod
    def open(cls) -> None:
        cls.folder = TemporaryDirectory()
        cls.house = House(Path(cls.folder.name))
        cls.people = [cls.house.person(name) for name in ("Anna", "Bert", "Carl")]

    @classmethod
    def close(cls) -> None:
        cls.house.close()
        cls.folder.cleanup()

    def __init__(self) -> None:
        super().__init__()
        self.table = ""
        self.left: set[tuple[int, int]] = set()

    @property
    def live(self) -> Table:
        return self.house.hall.tables[self.table]

    @precondition(lambda self: not self.table)
    @rule(game=st.sampled_from(GAMES), second=st.sampled_from(["anybody", "link"]))
    def make(self, game: str, second: str) -> None:
        self.table = self.people[0].make(game, ["me", second])

    @precondition(lambda self: self.table)
    @rule(who=st.integers(0, 2), seat=st.integers(0, 2), invited=st.booleans())
    def sit(self, who: int, seat: int, invited: bool) -> None:
        taken = seat > 1 or not self.live.chairs[seat].empty
        seated = self.live.eye(self.person(who)) >= 0
        left = {number for number, person in self.left if person == who}
        allowed = invited or self.offered(seat) or who == 0
        answer = self.people[who].sit(self.table, seat, self.live.invite if invited else "")
        if seat <= 1 and self.live.eye(self.person(who)) == seat:
            assert answer.status_code == 200
            assert not left - {seat}, "who has played one seat takes no other"
        else:
            assert answer.status_code in (403, 404, 409)
            assert taken or seated or not allowed or self.live.over or left - {seat}

    def offered(self, seat: int) -> bool:
        return seat <= 1 and self.live.chairs[seat].offer == "anybody"

    def person(self, who: int) -> str:
        return person_of(self.people[who].client.headers["authorization"].removeprefix("Bearer "))

    @precondition(lambda self: self.table)
    @rule(who=st.integers(0, 2), seat=st.integers(0, 1))
    def stand(self, who: int, seat: int) -> None:
        mine = self.live.chairs[seat].person == self.person(who)
        again = (seat, who) in self.left and self.live.eye(self.person(who)) < 0
        answer = self.people[who].post(f"/api/tables/{self.table}/seats/{seat}/stand")
        assert answer.status_code == (200 if again else 403 if not mine else 409 if self.live.over else 200)
        if answer.status_code == 200 and not self.live.waiting:
            self.left.add((seat, who))

    @precondition(lambda self: self.table)
    @rule(who=st.integers(0, 2), data=st.data(), late=st.booleans())
    def play(self, who: int, data: st.DataObject, late: bool) -> None:
        number = self.live.number
        moves = self.people[who].moves(self.table)
        texts = list(self.live.texts)
        if moves:
            move = data.draw(st.sampled_from(moves))
            answer = self.people[who].play(self.table, move, number - 1 if late else number)
            assert answer.status_code == (409 if late and number else 422 if late else 200)
            if answer.status_code == 200:
                assert self.live.texts[: len(texts) + 1] == [*texts, f"{self.live.eye(self.person(who))} {move}"]
                return
        else:
            answer = self.people[who].play(self.table, "stay", number)
            assert answer.status_code in (403, 409)
        assert self.live.texts == texts

    @precondition(lambda self: self.table)
    @rule(who=st.integers(0, 2))
    def undo(self, who: int) -> None:
        answer = self.people[who].post(f"/api/tables/{self.table}/undo", {"number": self.live.number})
        offered = self.may_undo_before
        assert (answer.status_code == 200) == (offered == self.live.eye(self.person(who)) and offered >= 0)

    @precondition(lambda self: self.table)
    @rule()
    def forget(self) -> None:
        """The table is read anew from the store."""
        before = self.people[0].table(self.table)
        del self.house.hall.tables[self.table]
        assert self.people[0].table(self.table) == before

    @invariant()
    def undo_is_offered_exactly_when_due(self) -> None:
        self.may_undo_before = -1
        if not self.table:
            return
        live = self.live
        state, undoable = live.start(), -1
        for move in live.moves:
            undoable = -1 if state.seat == CHANCE or state.reveals(move) else int(state.seat)
            state.advance(move)
        if state.seat == OVER or live.waiting:
            undoable = -1
        assert state.snapshot() == live.state.snapshot()
        self.may_undo_before = undoable
        for person in self.people:
            stands = person.table(self.table)
            you = -1 if stands["you"] is None else stands["you"]
            assert stands["undo"] == (you >= 0 and you == undoable)


def test_tables_stand_as_their_files_say() -> None:
    Tables.open()
    try:
        run_state_machine_as_test(
            Tables, settings=settings(max_examples=8, stateful_step_count=25, deadline=None, database=None)
        )
    finally:
        Tables.close()
