"""How fast the search is, what several cores gain, and how much memory a think takes."""

import multiprocessing
import resource
import sys
import time
from functools import partial
from pathlib import Path

from sortilege.arena.match import Match
from sortilege.arena.runner import cores, run_all
from sortilege.bots.levels import LEVELS, MOST_PLAYOUTS
from sortilege.bots.search import NONE, Search
from sortilege.bots.seat import Seat
from sortilege.engine import CHANCE, FastChance, State
from sortilege.games import game as find_game
from sortilege.games import games as all_games

LONG_THINK = 25.0


def opening(game: str) -> State:
    """The first decision of a game for three, or as many as fit."""
    state = find_game(game).start(min(3, find_game(game).seat_range[-1]))
    chance = FastChance("opening")
    while state.seat == CHANCE:
        state.advance(chance.below(state.sides()))
    return state


def think(game: str, seconds: float) -> Search:
    """About the opening, for all of the time: again and again where a race is decided early."""
    state = opening(game)
    seat = Seat(state, state.seat)
    search = LEVELS["archmage"].search(seat, FastChance("think"))
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        search.think(seat.seen, MOST_PLAYOUTS, left)
    return search


def playouts_a_second(game: str, seconds: float = 2.0) -> float:
    """Playouts in a second of one core's time, whatever else the machine does."""
    started = time.process_time()
    playouts = think(game, seconds).playouts()
    return playouts / (time.process_time() - started)


def core_rounds(games: int = 64, rounds: int = 5) -> list[tuple[float, float]]:
    """Seconds of a match on one core and on all, several times, because machines are noisy."""
    match = Match(all_games()[0], ("adept:40",), 2)
    return [(seconds_for(match, games, 1), seconds_for(match, games, 0)) for _ in range(rounds)]


def seconds_for(match: Match, games: int, jobs: int) -> float:
    started = time.perf_counter()
    run_all(match, range(games), jobs)
    return time.perf_counter() - started


def memory_of_long_think(seconds: float = LONG_THINK) -> float:
    """The most memory, in MB, that a process takes for a long think about any of the games."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(cores(), len(all_games())), maxtasksperchild=1) as pool:
        return max(pool.imap(partial(peak_memory, seconds=seconds), all_games()))


def peak_memory(game: str, seconds: float) -> float:
    """After a think the tree is filled up and moves on, so that there are two of them: no think takes more."""
    tree = think(game, seconds).tree
    while tree.add(0, 0) != NONE:
        pass
    tree.below(0)
    return own_peak()


def own_peak() -> float:
    """The most memory, in MB, that this process has had. What Linux gives as usage counts the parent's too."""
    status = Path("/proc/self/status")
    told = status.read_text(encoding="utf-8") if status.exists() else ""
    if "VmHWM:" in told:
        return int(told.split("VmHWM:")[1].split()[0]) / (1 << 10)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
