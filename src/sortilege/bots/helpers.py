"""Other processes that think with a bot. Each lets the same moves race, with a tree of its own."""

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from typing import TYPE_CHECKING

from sortilege.bots.search import Runner
from sortilege.bots.seat import Seat
from sortilege.engine import FastChance, State

if TYPE_CHECKING:
    from sortilege.bots.levels import Level


@cache
def helpers(count: int) -> ProcessPoolExecutor:
    """So many processes; all bots that want as many share them."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))


def ask(seat: Seat, level: "Level", first: int, seed: int) -> "Future[list[Runner]]":
    return helpers(level.cores - 1).submit(race, seat.seen, seat.number, level, first, seed)


def race(seen: State, seat: int, level: "Level", first: int, seed: int) -> list[Runner]:
    """How the moves of a seat ran against the first."""
    search = level.search(Seat(seen, seat), FastChance(seed))
    search.first = first
    search.think(seen, level.playouts, level.seconds)
    return search.race.runners()
