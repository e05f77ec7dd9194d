"""Bots think beside the table, with what their seat sees and nothing else."""

import asyncio
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import sortilege
from house import House, wait_for
from kit import case_of, walk
from sortilege.bots import Seat, bot
from sortilege.bots.search import Unwanted
from sortilege.conformance import cases
from sortilege.table.keep.process import OwnJobs
from sortilege.table.play import thinking
from sortilege.table.play.questions import Questions
from sortilege.table.play.thinking import Thinkers, Thought
from sortilege.table.play.turns import Asker, Wait


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
        self.work: list[tuple[Future[Any], Any]] = []

    def submit(self, *work: Any, **_: Any) -> Future[Any]:
        self.work.append((Future(), work))
        return self.work[-1][0]

    @property
    def last(self) -> Future[Any]:
        return self.work[-1][0]


def job(matter: Any, address: str = "", wait: Wait = Wait.PLAYER, person: str = "") -> Thought:
    asker = Asker()
    asker.address = address
    return Thought(lambda: wait, person, asker, task=lambda _, given: given, matter=(matter,))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_broken_pool_is_replaced_and_a_job_tried_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers, idle = Thinkers(0), Idle()
    monkeypatch.setattr(thinkers, "open", lambda: idle)

    async def ask() -> None:
        unlucky = asyncio.create_task(thinkers.ask(job("breaks")))
        for _ in range(2):
            await settle()
            idle.last.set_exception(BrokenProcessPool())
        with pytest.raises(BrokenProcessPool):
            await unlucky
        lucky = asyncio.create_task(thinkers.ask(job("breaks once")))
        await settle()
        idle.last.set_exception(BrokenProcessPool())
        await settle()
        idle.last.set_result(7)
        assert await lucky == 7

    asyncio.run(ask())


def test_work_that_a_pool_drops_has_failed_and_who_asked_goes_on() -> None:
    thinkers, idle = Thinkers(0), Idle()
    thinkers.pool = idle

    async def ask() -> None:
        dropped = asyncio.create_task(thinkers.ask(job(1)))
        await settle()
        idle.last.cancel()
        with pytest.raises(RuntimeError):
            await dropped

    asyncio.run(ask())


def test_who_waits_more_comes_first_then_addresses_and_their_people_take_turns() -> None:
    async def order() -> list[str]:
        thinkers, idle, done = Thinkers(0), Idle(), []
        thinkers.pool = idle
        bots, hint = ("x", Wait.WATCHED, ""), ("h", Wait.ADVICE, "")
        people = [("a", Wait.PLAYER, person) for person in ("ann", "ann", "abe")]
        asked = [bots, bots, *people, ("b", Wait.PLAYER, "bea"), hint]
        tasks = [
            asyncio.create_task(thinkers.ask(job(f"{address}{person}", address, wait, person)))
            for address, wait, person in asked
        ]
        for _ in asked:
            await settle()
            future, work = idle.work[-1]
            done.append(work[-1])
            future.set_result(0)
        await asyncio.gather(*tasks)
        return done

    assert asyncio.run(order()) == ["x", "aann", "bbea", "aabe", "aann", "h", "x"]


def test_a_thought_is_put_off_for_who_waits_more_and_thought_through_later() -> None:
    async def ask() -> None:
        thinkers, idle = Thinkers(0), Idle()
        thinkers.pool = idle
        watched = asyncio.create_task(thinkers.ask(job("slow", "x", Wait.WATCHED)))
        await settle()
        assert thinkers.flags[0] == 0
        player = asyncio.create_task(thinkers.ask(job("quick", "y", Wait.PLAYER)))
        await settle()
        assert thinkers.flags[0] == 1, "told to leave it"
        idle.last.set_exception(Unwanted())
        await settle()
        assert idle.work[-1][1][-1] == "quick"
        assert thinkers.flags[0] == 0
        idle.last.set_result(1)
        await settle()
        assert idle.work[-1][1][-1] == "slow"
        idle.last.set_result(2)
        assert (await player, await watched) == (1, 2)

    asyncio.run(ask())


def test_no_address_has_all_thinkers() -> None:
    async def ask() -> list[Any]:
        thinkers, idle = Thinkers(3), Idle()
        thinkers.pool = idle
        tasks = [asyncio.create_task(thinkers.ask(job("x", "x"))) for _ in range(5)]
        await settle()
        assert [work[-1] for _, work in idle.work] == ["x", "x"]
        tasks.append(asyncio.create_task(thinkers.ask(job("y", "y"))))
        await settle()
        assert list(thinkers.flags) == [0, 0, 0]
        for task in tasks:
            task.cancel()
        return [work[-1] for _, work in idle.work]

    assert asyncio.run(ask()) == ["x", "x", "y"]


def test_a_search_nobody_waits_for_ends_inside_the_search() -> None:
    state = sortilege.game("wizard_dice").start(3)
    looks = count()
    seat = Seat(state, state.seat, lambda: next(looks) >= 20)
    with pytest.raises(Unwanted):
        bot("archmage:1000000", "seed").choose(seat)
    assert next(looks) == 21


def test_who_stops_waiting_frees_the_thinker() -> None:
    """In a process of its own, by the flag that the search looks at: a thought of an hour ends."""

    async def ask() -> int:
        thinkers = Thinkers(1)
        state = sortilege.game("wizard_dice").start(3)
        await thinkers.choose(state, "greedy")
        long = asyncio.create_task(thinkers.choose(state, "archmage:3600s"))
        await asyncio.sleep(0.2)
        assert thinkers.running
        long.cancel()
        try:
            return await thinkers.choose(state, "greedy")
        finally:
            thinkers.close()

    assert asyncio.run(ask()) in sortilege.game("wizard_dice").start(3).moves()


@pytest.mark.parametrize("game", sortilege.games())
def test_a_thinker_is_handed_a_masked_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handed = []
    monkeypatch.setattr(thinking, "think", lambda _, snapshot, *__: handed.append(snapshot) or 0)
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
    monkeypatch.setattr(thinking, "advise", lambda _, snapshot, *__: handed.append(snapshot) or [])
    thinkers = Thinkers(0)
    state = sortilege.game("lizard_wizard").start(3)
    while state.seat < 0:
        state.advance(0)
    jobs = OwnJobs(Mock())
    questions = Questions(jobs, thinkers, lambda: 0)
    jobs.answer = questions.answer
    asyncio.run(questions.hints(state))
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
