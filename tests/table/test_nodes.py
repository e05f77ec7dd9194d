"""Two processes serve one house: whoever plays, watches or talks at either notices nothing of it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import create_engine

from house import Event, House, Person, following, wait_for
from postgres import Postgres
from sortilege.table.keep.face import Change, News
from sortilege.table.keep.postgres import PostgresJobs, read_news, written

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
    client = httpx.Client(base_url=node.url, timeout=60, trust_env=False, headers=person.client.headers)
    return Person(client)


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


def test_a_move_is_answered_again_at_the_other_node(nodes: tuple[House, House]) -> None:
    anna, _, table = pair(nodes)
    assert anna.play(table, "predict 3 green", 0).status_code == 200
    assert at(nodes[1], anna).play(table, "predict 3 green", 0).status_code == 200
    assert at(nodes[1], anna).play(table, "predict 4 green", 0).status_code == 409


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
    gone = PostgresJobs(nodes[0].database, "gone", True)
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
    jobs = PostgresJobs(node.database, hall.store.me, True)

    async def begin() -> None:
        jobs.open(hall.act, hall.tasks.spawn, hall.memory.now, hall.thinkers.room)

    node.run(begin())
    hall.jobs = hall.host.jobs = jobs


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
