"""The coach of a table: for whom it speaks, what it says, and what it rests on."""

from html import unescape
from typing import Any

import pytest

import sortilege
from house import House, Person, play_out, wait_for
from kit import walk
from sortilege.analysis.hints import Missed
from sortilege.engine import FastChance, State
from sortilege.engine.help import help_of
from sortilege.table.play.since import reason
from sortilege.table.play.thinking import Thinkers, Thought


def board(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.client.get(f"/tables/{table}/board").json()
    return found


def want(person: Person, table: str, on: bool) -> int:
    return person.client.put(f"/api/tables/{table}/coach", json={"on": on}).status_code


def open_by_form(person: Person, **form: str) -> str:
    made = person.client.post("/tables", data={"game": "true_wizard", **form})
    table = made.headers["location"].rpartition("/")[2]
    person.sit(table, next(seat["seat"] for seat in person.table(table)["seats"] if seat["person"]))
    return table


def test_the_first_two_games_against_bots_are_coached_unless_one_says_otherwise(house: House) -> None:
    anna = house.person("Anna")
    coached = []
    for _ in range(3):
        table = open_by_form(anna, now="1", others="0")
        coached.append("<span>: Your turn</span>" in board(anna, table)["coach"])
        play_out(table, [anna], 0)
    assert coached == [True, True, False]
    asked = open_by_form(anna, now="1", others="0", coach="on")
    assert "<span>: Your turn</span>" in board(anna, asked)["coach"]
    assert want(anna, asked, on=False) == 200
    assert board(anna, asked)["coach"] == ""
    bert = house.person("Bert")
    form = {"game": "true_wizard", "seat-0": "me", "seat-1": "link", "round_limit": "60"}
    friends = bert.client.post("/tables", data=form)
    chairs = house.hall.tables[friends.headers["location"].rpartition("/")[2]].chairs
    assert [chair.coach for chair in chairs] == [False, False]


def test_with_others_it_speaks_only_while_all_want_it(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"], coach=True)
    bert.sit(table, 1)
    assert board(anna, table)["coach"] == ""
    assert "not yet Bert" in board(anna, table)["host"]
    want(bert, table, on=True)
    said = unescape(board(anna, table)["coach"])
    question = help_of(sortilege.game("wizard_dice").folder).questions["predicting"]
    assert question.about in said
    assert question.matters in said
    assert "By a rule of thumb, you are level with Bert." in said
    assert board(bert, table)["coach"] == ""
    assert house.stranger().get(f"/tables/{table}/board").json()["coach"] == ""
    want(bert, table, on=False)
    assert board(anna, table)["coach"] == ""


def test_only_who_sits_may_want_it(house: House) -> None:
    table = house.person("Anna").make("wizard_dice", ["me", "bot:random"])
    assert want(house.person("Bert"), table, on=True) == 403


def test_a_much_better_move_is_told_from_what_the_seat_saw(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[Any] = []

    async def ask(_: Thinkers, job: Thought) -> Missed:
        handed.extend(job.matter[:3])
        return Missed("colour red", "Wizards count as red, as {1} fears", 0.61, 0.43)

    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("lizard_wizard", ["me", "anybody"], coach=True)
    bert.sit(table, 1)
    want(bert, table, on=True)
    live = house.hall.tables[table]
    for _ in range(6):
        mover = (anna, bert)[live.state.seat]
        mover.play(table, mover.moves(table)[0], live.number)
    own = [step for step, mover in enumerate(live.movers) if mover == 0][-1]
    monkeypatch.setattr(Thinkers, "ask", ask)
    said = anna.get(f"/api/tables/{table}/coach/{own}")["said"]
    assert said == "Better was: Wizards count as red, as Bert fears. Played out, it wins 61 %, what you did 43 %."
    before = live.state_after(own)
    assert before.snapshot() != before.seen_by(0).snapshot()
    assert handed == [before.seen_by(0).snapshot(), 0, live.moves[own]]
    assert bert.get(f"/api/tables/{table}/coach/{own}") == anna.get(f"/api/tables/{table}/coach/999") == {"said": ""}
    assert house.person("Carl").client.get(f"/api/tables/{table}/coach/{own}").status_code == 409


def test_the_whole_way_from_a_move_to_what_the_coach_says_of_it(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:greedy"], coach=True)
    anna.play(table, "predict 5 green")
    said = anna.get(f"/api/tables/{table}/coach/0")["said"]
    assert said == "" or said.startswith("Better was: ")


def test_a_bot_s_turn_is_given_a_reason_where_one_is_coached(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["bot:greedy", "me"], coach=True)
    wait_for(lambda: anna.table(table)["turn"] == 1)
    assert "predicts" in board(anna, table)["meanwhile"]
    assert "Perhaps to score its number." in board(anna, table)["meanwhile"]
    want(anna, table, on=False)
    assert "Perhaps" not in board(anna, table)["meanwhile"]


def test_reasons_are_what_a_turn_brought_or_took() -> None:
    before = sortilege.game("wizard_wars").start(2)
    state: State = before.copy()
    state.play(state.parse("guardian stay"))
    for way in ["sw", "se", "se", "se", "se", "se", "sw", "se", "sw", "sw"]:
        state.play(state.parse(f"step circle {way}"))
    assert reason(before, state, 0, 1) == "Perhaps for the wizards: twins +1."
    assert reason(state, before, 1, 0) == "Perhaps to weaken you: twins −1."
    assert reason(before, before, 0, 1) == ""


@pytest.mark.parametrize("game", sortilege.games())
def test_reasons_are_the_same_for_positions_that_the_seat_cannot_tell_apart(game: str) -> None:
    known = sortilege.game(game)
    seats = max(2, known.seat_range[0])
    was = known.start(seats)
    for number, (state, _) in enumerate(walk(known.start(seats), f"reasons {game}", 200)):
        if number % 20 == 19:
            twins = [each.imagine(0, FastChance(number)).seen_by(0) for each in (was, state)]
            assert reason(was.seen_by(0), state.seen_by(0), 1, 0) == reason(twins[0], twins[1], 1, 0)
            was = state.copy()
