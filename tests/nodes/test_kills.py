"""Nodes, workers and the database are killed while people play: no answered move is lost or doubled, all goes on."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator

import pytest
from cluster import Cluster, Crowd, check
from sqlalchemy import create_engine

from postgres import Postgres
from sortilege.table.keep.schema import steps


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    server = Postgres(durable=True)
    yield server
    server.close()


def kept_steps(database: str) -> dict[str, list[str]]:
    """All steps on disk by table; their numbers leave no gap."""
    engine = create_engine(database)
    found: dict[str, list[str]] = {}
    with engine.connect() as connection:
        for row in connection.execute(steps.select().order_by(steps.c.table_id, steps.c.number)):
            mine = found.setdefault(row.table_id, [])
            assert row.number == len(mine)
            mine.append(row.text)
    engine.dispose()
    return found


def trouble(crowd: Crowd, tables: int, cause: Callable[[], Awaitable[None]], without_bots: int = 0) -> None:
    """Let people play at so many tables while something happens; then all go on for a moment."""

    async def all_at_once() -> None:
        playing = [asyncio.create_task(crowd.table(bots=number >= without_bots)) for number in range(tables)]
        await asyncio.sleep(1)
        await cause()
        answered = len(crowd.tally.answered)
        for _ in range(400):
            await asyncio.sleep(0.05)
            if len(crowd.tally.answered) > answered + 4 * tables:
                break
        else:
            crowd.tally.faults.append("it did not go on")
        crowd.enough = True
        await asyncio.wait_for(asyncio.gather(*playing), 60)
        await crowd.client.aclose()

    asyncio.run(all_at_once())


async def killed(cluster: Cluster, kills: int, crowd: Crowd) -> None:
    for _ in range(kills):
        node = crowd.chance.choice(cluster.nodes)
        await asyncio.to_thread(node.kill)
        await asyncio.sleep(crowd.chance.random())
        node.start()
        await asyncio.to_thread(node.wait)


async def restarted(server: Postgres, times: int) -> None:
    for _ in range(times):
        await asyncio.to_thread(server.stop, signal.SIGQUIT)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.start)
        await asyncio.sleep(2)


def test_nodes_and_the_database_are_killed_while_people_and_bots_play(durable: Postgres) -> None:
    database = durable.fresh()
    cluster = Cluster(database, nodes=2)
    crowd = Crowd(cluster.urls, bots=1)

    async def cause() -> None:
        await killed(cluster, 2, crowd)
        await restarted(durable, 1)

    try:
        trouble(crowd, 3, cause)
        assert check(crowd.tally, kept_steps(database)) == []
        assert len(crowd.tally.answered) > 20
        assert crowd.tally.again
    finally:
        cluster.close()
