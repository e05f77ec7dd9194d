"""Two processes serve one house: whoever plays, watches or talks at either notices nothing of it."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import psycopg
import pytest
from sqlalchemy import create_engine

from house import Event, House, Person, following, play_out, wait_for
from postgres import Postgres
from sortilege.table.keep.face import Change, News, Question
from sortilege.table.keep.postgres import PostgresJobs, read_news, written
from sortilege.table.play.renewal import Editions
from sortilege.table.play.turns import Wait
from sortilege.table.web.people import People

Hurry = Callable[[int], None]


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[House, House]]:
    database = postgres.fresh()
    both = House(tmp_path, database=database), House(tmp_path, database=database)
    yield both
    for each in both:
        each.close()


def at(node: House, person: Person) -> Person:
    """The same person, at this node."""
    known = {"headers": person.client.headers, "cookies": person.client.cookies}
    return Person(httpx.Client(base_url=node.url, timeout=60, trust_env=False, verify=False, **known))


def pair(nodes: tuple[House, House], **wishes: object) -> tuple[Person, Person, str]:
    """Anna at one node and Bert at the other, at a table that has begun."""
    anna, bert = nodes[0].person("Anna"), nodes[1].person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"], **wishes)
    assert bert.sit(table, 1).status_code == 200
    wait_for(lambda: anna.table(table)["phase"] == "playing")
    return anna, bert, table


def test_players_at_different_nodes_play_one_game_and_watchers_hear_every_step_once(
    nodes: tuple[House, House],
) -> None:
    anna, bert, table = pair(nodes)
    heard: list[list[str]] = [[], []]
    for node, steps in zip(nodes, heard):
        threading.Thread(target=listen, args=(node, table, steps), daemon=True).start()
    wait_for(lambda: all(node.hall.followers.followed(node.hall.tables[table]) for node in nodes))
    for _ in range(40):
        turn(anna, bert, table)
    kept = [text for text, _ in nodes[0].run(nodes[0].hall.store.steps(table))]
    wait_for(lambda: all(len(steps) >= len(kept) for steps in heard))
    assert heard == [kept, kept]


def turn(anna: Person, bert: Person, table: str) -> None:
    """Whoever's turn it is makes a move, at their node."""
    stands = anna.table(table)
    mover = [anna, bert][stands["turn"]]
    wait_for(lambda: mover.table(table)["number"] == stands["number"])
    assert mover.play(table, mover.moves(table)[0], stands["number"]).status_code == 200
    wait_for(lambda: anna.table(table)["number"] == bert.table(table)["number"] > stands["number"])


def listen(node: House, table: str, steps: list[str]) -> None:
    with node.stranger().stream("GET", f"/api/tables/{table}/stream", headers={"last-event-id": "0-0"}) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: ") and "steps" in (data := json.loads(line[6:])):
                steps += data["steps"]


def test_a_node_that_opens_while_another_draws_the_secret_takes_that_one(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was drawn, and kept, after this node had looked whether there is one."""
    store, drawn = nodes[1].hall.store, nodes[0].app.state.people.secret
    monkeypatch.setattr(store, "house", AsyncMock(side_effect=[None, nodes[1].run(store.house("secret"))]))
    assert nodes[1].run(People.open(store)).secret == drawn
    assert nodes[0].run(People.open(nodes[0].hall.store)).secret == drawn


def test_nodes_that_learn_of_an_edition_at_once_both_keep_it(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, store, look = "edition wizard_dice", nodes[1].hall.store, nodes[1].hall.store.house
    seen = [nodes[1].run(look(name))]
    nodes[0].run(Editions(nodes[0].hall.store).with_mine(name, "theirs"))

    async def look_too_early(name: str) -> str | None:
        return seen.pop() if seen else await look(name)

    monkeypatch.setattr(store, "house", look_too_early)
    assert nodes[1].run(Editions(store).with_mine(name, "ours"))[-2:] == ["theirs", "ours"]


def test_a_move_is_answered_again_at_the_other_node(nodes: tuple[House, House]) -> None:
    anna, _, table = pair(nodes)
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    assert at(nodes[1], anna).play(table, "predict 3 green", 0).status_code == 200
    assert at(nodes[1], anna).play(table, "predict 4 green", 0).status_code == 409


def test_a_move_is_answered_again_where_it_was_not_heard_of(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a node dies between keeping a move and answering it, and another is asked at once."""
    anna, _, table = pair(nodes)
    there = at(nodes[1], anna)
    assert there.table(table)["number"] == 0
    monkeypatch.setattr(nodes[1].hall.bus, "hear", lambda news: None)
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    assert there.play(table, "predict 3 green", 0).status_code == 200
    assert anna.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 200
    assert there.post(f"/api/tables/{table}/undo", {"number": 1}).status_code == 200
    assert there.play(table, "predict 4 green", 1).status_code == 409


def test_of_two_moves_at_once_one_is_played(nodes: tuple[House, House]) -> None:
    for _ in range(6):
        anna, bert, table = pair(nodes)
        assert sorted(race(nodes, anna, table)) == [200, 409]
        wait_for(lambda: anna.table(table)["number"] == bert.table(table)["number"] == 1)  # noqa: B023


def race(nodes: tuple[House, House], anna: Person, table: str) -> list[int]:
    """Answers to two different moves for one position, one at each node."""
    number, moves, answers = anna.table(table)["number"], anna.moves(table), []

    def play(node: House, move: str) -> None:
        answers.append(at(node, anna).play(table, move, number).status_code)

    racing = [threading.Thread(target=play, args=each) for each in zip(nodes, moves)]
    for each in racing:
        each.start()
    for each in racing:
        each.join()
    return answers


def test_all_that_is_said_at_once_is_kept_and_heard_at_both(nodes: tuple[House, House]) -> None:
    anna, bert, table = pair(nodes)

    def talk(person: Person) -> None:
        for number in range(8):
            assert person.post(f"/api/tables/{table}/messages", {"text": str(number)}).status_code == 201

    talking = [threading.Thread(target=talk, args=(person,)) for person in (anna, bert)]
    for each in talking:
        each.start()
    for each in talking:
        each.join()
    wait_for(lambda: all(len(person.get(f"/api/tables/{table}/messages")) == 16 for person in (anna, bert)))
    assert anna.get(f"/api/tables/{table}/messages") == [
        said | {"muted": False} for said in bert.get(f"/api/tables/{table}/messages")
    ]


def test_seats_and_names_are_the_same_at_both(nodes: tuple[House, House]) -> None:
    anna, bert, table = pair(nodes)
    assert bert.post(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}).status_code == 200
    wait_for(lambda: anna.table(table)["seats"][1]["bot"] == "random")
    assert at(nodes[1], anna).get("/api/me") == {"name": "Anna"}
    assert anna.client.put("/api/me", json={"name": "Circe"}).status_code == 200
    wait_for(lambda: at(nodes[1], anna).get("/api/me") == {"name": "Circe"})


def test_bots_go_on_wherever_they_are_and_move_once(nodes: tuple[House, House]) -> None:
    anna = nodes[0].person("Anna")
    tables = [anna.make("wizard_dice", ["me", "bot:random", "bot:random"]) for _ in range(4)]
    for table in tables:
        assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 200
        with anna.client.stream("GET", f"/api/tables/{table}/stream"):
            wait_for(lambda table=table: anna.table(table)["phase"] == "over")  # type: ignore[misc]
        wait_for(lambda table=table: at(nodes[1], anna).table(table)["phase"] == "over")  # type: ignore[misc]
        record = anna.client.get(f"/api/tables/{table}/record").json()
        assert len(record["steps"]) == len(nodes[1].run(nodes[1].hall.store.steps(table)))


@pytest.mark.parametrize("at_zero", ["move", "seat"])
def test_a_clock_is_at_zero_once_whichever_node_sees_it(nodes: tuple[House, House], hurry: Hurry, at_zero: str) -> None:
    anna, bert, table = pair(nodes, clock={"kind": "move", "seconds": 600, "at_zero": at_zero, "bot": "random"})
    hurry(600)
    with psycopg.connect(nodes[0].hall.jobs.address, autocommit=True) as connection:
        due = connection.execute("UPDATE jobs SET due = due - 600000 RETURNING due").fetchall()
    assert len(due) == 1
    wait_for(lambda: bert.table(table)["turn"] == 1 == anna.table(table)["turn"])
    assert anna.table(table)["number"] == 1
    wait_for(lambda: anna.table(table)["seats"][0]["bot"] == (None if at_zero == "move" else "random"))


def test_nodes_whose_clocks_on_the_wall_differ_agree_on_the_time(nodes: tuple[House, House], jump: Hurry) -> None:
    anna, bert, table = pair(nodes, clock={"kind": "game", "seconds": 600, "at_zero": "move", "bot": "random"})
    for minute in (60, -120):
        jump(minute)
        nodes[1].hall.tables.pop(table)
        left = [person.table(table)["seats"][0]["left_ms"] for person in (anna, bert)]
        assert abs(left[0] - left[1]) < 30_000


def test_what_a_worker_that_is_gone_had_in_hand_is_done_by_another(nodes: tuple[House, House]) -> None:
    for node in nodes:
        node.hall.jobs.stop()
    anna = nodes[0].person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    anna.play(table, "predict 3 green")
    gone = PostgresJobs(nodes[0].database, nodes[0].hall.store, True)
    gone.me, gone.asked = "gone", False
    gone.room = lambda: 8
    began: list[object] = []
    gone.loop = type("Loop", (), {"call_soon_threadsafe": lambda _, begin, job: began.append(job)})()
    with psycopg.connect(gone.address, autocommit=True) as connection:
        gone.claim(connection)
        connection.execute("UPDATE jobs SET until = until + 3600000")
    assert [job.table_id for job in began] == [table]  # type: ignore[attr-defined]
    works(nodes[1])
    time.sleep(0.5)
    assert anna.table(table)["number"] == 1, "it is in somebody's hands"
    with psycopg.connect(gone.address, autocommit=True) as connection:
        connection.execute("UPDATE jobs SET until = until - 3600000")
    wait_for(lambda: anna.table(table)["number"] > 1)


def works(node: House) -> None:
    """Let a node work again."""
    hall = node.hall
    jobs = PostgresJobs(node.database, hall.store, True)

    async def begin() -> None:
        jobs.open(hall.act, hall.answer, hall.tasks.spawn, hall.memory.now, hall.thinkers.room)

    node.run(begin())
    hall.jobs = hall.host.jobs = hall.questions.jobs = hall.analyses.jobs = jobs


def test_hints_are_found_by_whoever_works(nodes: tuple[House, House]) -> None:
    """Where one node only serves, another finds them; and again, where one who had it in hand is gone."""
    anna = nodes[0].person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    for node in nodes:
        node.hall.jobs.stop()
    answers: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: answers.append(anna.post(f"/api/tables/{table}/hints", {"number": 0})))
    asking.start()
    with psycopg.connect(nodes[0].hall.jobs.address, autocommit=True) as connection:
        gone = "UPDATE questions SET holder = 'gone', until = 0 RETURNING matter"
        taken: list[tuple[str]] = []
        wait_for(lambda: taken.extend(connection.execute(gone).fetchall()) or taken)
        snapshot, seat, _ = json.loads(taken[0][0])
        state = nodes[0].hall.tables[table].state
        assert (snapshot, seat) == (state.seen_by(0).snapshot(), 0), "a worker is handed what the seat sees"
        works(nodes[1])
        asking.join()
        assert answers[0].status_code == 200
        assert answers[0].json()
        wait_for(lambda: not connection.execute("SELECT FROM questions").fetchall())


def test_who_waits_least_makes_room_and_no_more(nodes: tuple[House, House]) -> None:
    for node in nodes:
        node.hall.jobs.stop()
    jobs = PostgresJobs(nodes[0].database, nodes[0].hall.store, True)
    held = jobs.answering.held
    jobs.room = lambda: 2 - len(held)
    jobs.loop = jobs.answering.loop = type("Loop", (), {"call_soon_threadsafe": lambda *_: None})()

    def ask(name: str, wait: Wait, address: str) -> None:
        nodes[0].run(jobs.hand_in(Question(name, "hints", "", wait, address, address, 0)))

    def taken(connection: psycopg.Connection[object]) -> list[str]:
        before = set(held)
        jobs.asked = True
        jobs.claim(connection)
        return sorted(set(held) - before)

    with psycopg.connect(jobs.address, autocommit=True) as connection:
        for number in range(3):
            ask(f"analysis {number}", Wait.ANALYSIS, "10.0.0.1")
        assert len(taken(connection)) == 2
        assert taken(connection) == []
        for number in range(5):
            ask(f"hints {number}", Wait.ADVICE, "10.0.0.1")
        ask("light", Wait.ADVICE, "10.0.0.2")
        first = taken(connection)
        assert len(first) == 2
        assert "light" in first, "who asks for little does not wait for who asks for much"
        assert taken(connection) == []
        ask("another", Wait.ADVICE, "10.0.0.3")
        assert taken(connection) == ["another"], "who has nothing here finds room"
        ask("one more", Wait.ADVICE, "10.0.0.3")
        assert taken(connection) == []
        jobs.room = lambda: -100
        ask("late", Wait.ADVICE, "10.0.0.4")
        assert taken(connection) == ["late"], "however much others have in hand here"


def test_who_hangs_up_stops_the_thinking_elsewhere(nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    began, left = threading.Event(), threading.Event()

    async def answer(question: object) -> str:
        began.set()
        try:
            await asyncio.sleep(3600)
        finally:
            left.set()
        return ""

    anna = nodes[0].person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    nodes[0].hall.jobs.stop()
    monkeypatch.setattr(nodes[1].hall.questions, "answer", answer)
    hasty = httpx.Client(base_url=nodes[0].url, timeout=1, trust_env=False, verify=False, headers=anna.client.headers)
    for _ in range(60):
        with suppress(httpx.ReadTimeout):
            hasty.post(f"/api/tables/{table}/hints", json={"number": 0})
        if began.is_set():
            break
    hasty.close()
    assert began.is_set()
    assert left.wait(60)


@pytest.mark.usefixtures("little_thought")
def test_an_analysis_goes_on_wherever_it_was_asked_for_and_is_seen_at_both(nodes: tuple[House, House]) -> None:
    anna = nodes[0].person("Anna")
    table = anna.make("wizard_dice", ["me", "bot:random"])
    play_out(table, [anna], decisions=0)
    for node in nodes:
        node.hall.jobs.stop()
    for node in nodes:
        assert at(node, anna).client.post(f"/tables/{table}/analysis").status_code == 303
    with psycopg.connect(nodes[0].hall.jobs.address, autocommit=True) as connection:
        taken = connection.execute("UPDATE questions SET holder = 'gone', until = 0, done = 3 RETURNING wait")
        assert taken.fetchall() == [(Wait.ANALYSIS,)], "once, and below all"
    for node in nodes:
        wait_for(lambda node=node: at(node, anna).table(table)["phase"] == "over")  # type: ignore[misc]
        stands = at(node, anna).get(f"/tables/{table}/analysis/progress")
        assert stands == {"ready": False, "failed": False, "done": 3}
    works(nodes[1])
    for node in nodes:
        wait_for(lambda node=node: at(node, anna).get(f"/tables/{table}/analysis/progress")["ready"])  # type: ignore[misc]
        assert "Chances of winning" in at(node, anna).client.get(f"/tables/{table}/analysis").text


def test_a_table_without_a_job_is_found(nodes: tuple[House, House]) -> None:
    anna = nodes[0].person("Anna")
    table = anna.make("wizard_dice", ["bot:random", "me"])
    wait_for(lambda: anna.table(table)["turn"] == 1)
    for node in nodes:
        node.hall.jobs.stop()
    number = anna.table(table)["number"]
    assert anna.play(table, anna.moves(table)[0], number).status_code == 200
    engine = create_engine(nodes[0].database)
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM jobs")
    engine.dispose()
    works(nodes[1])
    wait_for(lambda: anna.table(table)["number"] > number + 1)


def test_whoever_asks_again_with_the_same_key_gets_the_same_table(nodes: tuple[House, House]) -> None:
    anna = nodes[0].person("Anna")
    wish = {"game": "wizard_dice", "seats": [{"kind": "me"}, {"kind": "anybody"}]}
    made = [
        at(node, anna).client.post("/api/tables", json=wish, headers={"idempotency-key": key}).json()["id"]
        for node, key in zip([*nodes, nodes[0]], ["one", "one", "two"])
    ]
    assert made[0] == made[1] != made[2]
    other = nodes[1].person("Bert").client.post("/api/tables", json=wish, headers={"idempotency-key": "one"})
    assert other.json()["id"] not in made


def test_whatever_is_asked_again_elsewhere_is_done_once(nodes: tuple[House, House]) -> None:
    anna, bert, table = pair(nodes)
    cora = nodes[0].person("Cora")
    assert anna.play(table, "predict 3 green", 0).status_code == 200

    def twice(person: Person, path: str, body: object = None) -> list[httpx.Response]:
        """The answers of both nodes, as where the first was not heard."""
        return [
            at(node, person).client.post(path, json=body or {}, headers={"idempotency-key": "one"}) for node in nodes
        ]  # fmt: skip

    said = f"/api/tables/{table}/messages"
    assert [each.status_code for each in twice(anna, said, {"text": "Well?", "number": 0})] == [201, 201]
    wait_for(lambda: [each["text"] for each in bert.get(said)] == ["Well?"])
    assert anna.post(said, {"text": "Well?", "number": 1}).status_code == 201
    wait_for(lambda: [each["text"] for each in bert.get(said)] == ["Well?", "Well?"])

    assert [each.status_code for each in twice(bert, f"/api/tables/{table}/seats/1/resign")] == [200, 200]
    wait_for(lambda: anna.table(table)["phase"] == "over")
    on = [
        each.json()["id"] for each in twice(anna, f"/api/tables/{table}/fork", {"step": 0, "seat": 0, "bot": "random"})
    ]
    assert on[0] == on[1]

    alone = cora.make("wizard_dice", ["me", "bot:random"])
    assert [each.status_code for each in twice(cora, f"/api/tables/{alone}/seats/0/stand")] == [200, 200]
    waits, begins = (cora.make("wizard_dice", ["me", "anybody"]) for _ in range(2))
    assert [each.status_code for each in twice(cora, f"/api/tables/{waits}/close")] == [200, 200]
    given = twice(cora, f"/api/tables/{begins}/seats/1/bot", {"bot": "random"})
    assert [each.status_code for each in given] == [200, 200]

    now = {"game": "wizard_dice", "now": "1", "others": "1", "bot": "random"}
    made = [
        at(node, cora).client.post("/tables", data=now, headers={"idempotency-key": "two"}).headers["location"]
        for node in nodes
    ]
    assert made[0] == made[1]


def test_the_deal_of_the_day_is_tried_at_one_table_however_often_one_asks(nodes: tuple[House, House]) -> None:
    anna, bert = nodes[0].person("Anna"), nodes[1].person("Bert")
    tried = [at(node, who).client.post("/deal").headers["location"] for who in (anna, bert) for node in nodes]
    assert len(set(tried)) == 2


def test_a_link_to_another_device_works_once_at_any_node(nodes: tuple[House, House]) -> None:
    people = [node.app.state.people for node in nodes]
    mine = people[0].new_key()
    code = nodes[0].run(people[0].carry(mine))
    assert nodes[1].run(people[1].arrive(code)) == mine
    with pytest.raises(Exception, match="has been used"):
        nodes[0].run(people[0].arrive(code))


def test_much_news_comes_in_pieces_that_postgresql_takes() -> None:
    change = Change()
    for number in range(300):
        change.add_step("a" * 22, number, "0 " + "x" * 150, 0)
    pieces = list(written("me", 0, [change]))
    assert len(pieces) > 1
    assert all(len(piece) < 8000 for piece in pieces)
    news = News()
    for piece in pieces:
        read_news(json.loads(piece), news)
    assert news.steps["a" * 22] == change.steps


def test_what_is_kept_after_all_is_read_and_keeps_nobody_else_waiting(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is slow: who waits is told that nothing could be kept, and the move is played. Who follows the
    table, which was forgotten and read anew, is told of it."""
    anna, _, table = pair(nodes)
    store = nodes[0].hall.store
    commit, slow = store.commit, threading.Event()

    def commit_late(connection: object, changes: list[Change]) -> Exception | None:
        slow.wait(60)
        found: Exception | None = commit(connection, changes)
        return found

    with following(anna, table, "0-0") as events:
        assert told_up_to(events, 0) == []
        monkeypatch.setattr("sortilege.table.keep.postgres.PATIENCE_SECONDS", 0.2)
        monkeypatch.setattr(store, "commit", commit_late)
        assert anna.play(table, "predict 3 green", 0).status_code == 503
        monkeypatch.setattr("sortilege.table.keep.postgres.PATIENCE_SECONDS", 60)
        assert store.patience < 60, "who comes next does not wait as long"
        monkeypatch.setattr("sortilege.table.keep.postgres.SILENT_SECONDS", 60)
        slow.set()
        wait_for(lambda: anna.table(table)["number"] == 1)
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        assert told_up_to(events, 1) == ["0 predict 3 green"]
    assert not store.silent


def told_up_to(events: Iterator[Event], number: int, known: int = 0) -> list[str]:
    """The steps that are told until so many are known; no event's id passes over one."""
    steps: list[str] = []
    for mark, _, data in events:
        steps += data.get("steps", ())
        assert mark.split("-")[0] == str(known + len(steps))
        if known + len(steps) == number and "steps" in data:
            return steps
    raise AssertionError("the stream has ended")


def deafen(node: House) -> None:
    """From now on this node hears of nothing that happens elsewhere."""
    node.hall.bus.hear = lambda news: None  # type: ignore[attr-defined]


def test_who_comes_to_a_node_that_knows_less_than_they_do_is_told_nothing_twice(nodes: tuple[House, House]) -> None:
    anna, bert, table = pair(nodes)
    deafen(nodes[1])
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    assert anna.post(f"/api/tables/{table}/messages", {"text": "Mine."}).status_code == 201
    with following(anna, table, "0-0") as events:
        assert told_up_to(events, 1) == ["0 predict 3 green"]
        mark, kind, _ = next(events)
    assert (mark, kind) == ("1-1", "message")
    assert nodes[1].hall.tables[table].number == 0
    with following(bert, table, mark) as events:
        assert told_up_to(events, 1, known=1) == []
    assert nodes[1].hall.tables[table].number == 1


def test_a_move_that_comes_before_the_news_waits_for_it_and_reads_nothing(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert, table = pair(nodes)
    late: list[News] = []
    nodes[1].hall.bus.hear = late.append  # type: ignore[attr-defined]
    monkeypatch.setattr("sortilege.table.play.host.NEWS_SECONDS", 60)
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    answers: list[int] = []
    playing = threading.Thread(target=lambda: answers.append(bert.play(table, "predict 4 green", 1).status_code))
    playing.start()
    live = nodes[1].hall.tables[table]
    wait_for(lambda: live.news is not None and any(table in news.steps for news in late))
    monkeypatch.setattr(nodes[1].hall.store, "table", None)
    for news in late:
        nodes[1].run(heard(nodes[1], news))
    playing.join()
    assert answers == [200]


async def heard(node: House, news: News) -> None:
    node.hall.hear(news)


def test_who_follows_while_a_node_reads_on_hears_every_step_before_any_id_says_so(nodes: tuple[House, House]) -> None:
    """The seats have changed too: the event that says so has the number of what was told before."""
    anna, bert, table = pair(nodes)
    with following(bert, table, "0-0") as events:
        assert told_up_to(events, 0) == []
        deafen(nodes[1])
        assert anna.play(table, "predict 3 green", 0).status_code == 200
        assert anna.post(f"/api/tables/{table}/seats/0/bot", {"bot": "random"}).status_code == 200
        live = nodes[1].hall.tables[table]
        nodes[1].run(nodes[1].hall.catch_up(live))
        assert told_up_to(events, 1) == ["0 predict 3 green"]
