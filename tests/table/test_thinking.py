"""Bots think beside the table, with what their seat sees and nothing else."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import sortilege
from house import House, wait_for
from kit import case_of, walk
from sortilege.conformance import cases
from sortilege.table.play import thinking
from sortilege.table.play.thinking import Thinkers


def test_thinkers_choose_in_processes_and_are_replaced_when_they_die() -> None:
    async def choose_twice() -> list[int]:
        thinkers = Thinkers(1)
        state = sortilege.game("wizard_dice").start(3)
        chosen = [await thinkers.choose(state, "greedy")]
        for process in thinkers.pool._processes.values():  # type: ignore[union-attr]
            process.kill()
        chosen.append(await thinkers.choose(state, "greedy"))
        thinkers.close()
        return chosen

    moves = sortilege.game("wizard_dice").start(3).moves()
    assert set(asyncio.run(choose_twice())) <= set(moves)


class Idle(Executor):
    """A pool that takes work and does none."""

    def __init__(self) -> None:
        self.work: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.work.append(Future())
        return self.work[-1]


def test_a_broken_pool_is_replaced_once_for_all_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers, idle = Thinkers(0), Idle()
    pools: list[Executor] = [ThreadPoolExecutor(1), idle]
    monkeypatch.setattr(thinkers, "open", pools.pop)

    async def ask() -> list[int]:
        asked = [asyncio.create_task(thinkers.ask(abs, -number)) for number in range(3)]
        await asyncio.sleep(0)
        for work in idle.work:
            work.set_exception(BrokenProcessPool())
        return await asyncio.gather(*asked)

    assert asyncio.run(ask()) == [0, 1, 2]
    thinkers.close()


def test_work_that_a_pool_drops_has_failed_and_who_asked_goes_on() -> None:
    thinkers, idle = Thinkers(0), Idle()
    thinkers.pool = idle

    async def ask() -> None:
        dropped, cancelled = (asyncio.create_task(thinkers.ask(abs, -1)) for _ in range(2))
        await asyncio.sleep(0)
        idle.work[0].cancel()
        cancelled.cancel()
        with pytest.raises(RuntimeError):
            await dropped
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(ask())


@pytest.mark.parametrize("game", sortilege.games())
def test_a_thinker_is_handed_a_masked_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handed = []
    monkeypatch.setattr(thinking, "think", lambda snapshot, *_: handed.append(snapshot) or 0)
    thinkers = Thinkers(0)
    seats = min(3, sortilege.game(game).seat_range[-1])
    expected = []

    async def choose() -> None:
        for number, (state, _) in enumerate(walk(case_of(game, seats).start(), "handed", 150)):
            if state.seat >= 0 and number % 10 == 0:
                expected.append(state.seen_by(state.seat).snapshot())
                await thinkers.choose(state, "random")

    asyncio.run(choose())
    thinkers.close()
    assert handed == expected
    assert handed


@pytest.mark.parametrize("name", sortilege.games())
def test_a_thinker_sees_what_its_seat_sees(name: str) -> None:
    """Masked positions are taken as they are, with every option and number of seats."""
    for case in cases(sortilege.game(name)):
        for number, (state, _) in enumerate(walk(case.start(), "seen", 600)):
            if state.seat >= 0 and number % 5 == 0:
                seat = thinking.seat_of(state.seen_by(state.seat).snapshot(), state.seat)
                assert seat.view() == state.view(state.seat)
                assert seat.moves() == state.moves()


def test_hints_are_handed_a_masked_position(monkeypatch: pytest.MonkeyPatch) -> None:
    handed = []
    monkeypatch.setattr(thinking, "advise", lambda snapshot, *_: handed.append(snapshot) or [])
    thinkers = Thinkers(0)
    state = sortilege.game("lizard_wizard").start(3)
    while state.seat < 0:
        state.advance(0)
    asyncio.run(thinkers.hints(state))
    thinkers.close()
    assert handed == [state.seen_by(state.seat).snapshot()] != [state.snapshot()]


@pytest.mark.parametrize("answer", [None, 1023])
def test_a_bot_that_fails_does_not_stop_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: int | None
) -> None:
    """Neither one that finds no move, nor one whose move is not legal."""
    house = House(tmp_path)
    try:

        async def fail(*_: object) -> int:
            if answer is None:
                raise RuntimeError("no idea")
            return answer

        monkeypatch.setattr(house.hall.thinkers, "choose", fail)
        anna = house.person("Anna")
        table = anna.make("wizard_dice", ["bot:adept", "me"])
        wait_for(lambda: anna.table(table)["turn"] == 1)
    finally:
        house.close()
