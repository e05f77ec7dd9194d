"""Bots think beside the table, with what their seat sees and nothing else."""

import asyncio
from pathlib import Path

import pytest

import sortilege
from house import House
from kit import Case, walk
from sortilege.table import thinking
from sortilege.table.thinking import Thinkers


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


@pytest.mark.parametrize("game", sortilege.games())
def test_a_thinker_is_handed_a_masked_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handed = []
    monkeypatch.setattr(thinking, "think", lambda snapshot, *_: handed.append(snapshot) or 0)
    thinkers = Thinkers(0)
    seats = min(3, sortilege.game(game).seat_range[-1])
    expected = []

    async def choose() -> None:
        for number, (state, _) in enumerate(walk(Case(game, seats).start(), "handed", 150)):
            if state.seat >= 0 and number % 10 == 0:
                expected.append(state.seen_by(state.seat).snapshot())
                await thinkers.choose(state, "random")

    asyncio.run(choose())
    thinkers.close()
    assert handed == expected
    assert handed


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


def test_a_bot_that_fails_does_not_stop_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path)
    try:

        async def fail(*_: object) -> int:
            raise RuntimeError("no idea")

        monkeypatch.setattr(house.hall.thinkers, "choose", fail)
        anna = house.person("Anna")
        table = anna.make("wizard_dice", ["bot:adept", "me"])
        for _ in range(200):
            if anna.table(table)["turn"] == 1:
                break
        assert anna.table(table)["turn"] == 1
    finally:
        house.close()
