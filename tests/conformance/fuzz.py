"""Many positions that were tampered with, on all cores: `make fuzz`. Ctrl-C ends it; what was found is told."""

import argparse
import faulthandler
import signal
from functools import partial

import sortilege
from sortilege.arena.runner import run
from sortilege.conformance.fuzz import Attempt, attempt

STUCK = 120
"""Seconds of the processor after which a position that nobody can leave ends its process, with a traceback."""


def watched(name: str, number: int) -> Attempt:
    faulthandler.register(signal.SIGPROF, chain=True)
    signal.setitimer(signal.ITIMER_PROF, STUCK)
    try:
        return attempt(sortilege.game(name), number)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def fuzz(name: str, numbers: range) -> int:
    """Try these attempts; say how many are finds."""
    tried = accepted = found = 0
    for each in run(partial(watched, name), numbers, progress=name):
        tried += 1
        accepted += each.accepted
        if each.error:
            found += 1
            print(each, flush=True)
    print(f"{name}: {tried} attempts, {accepted} accepted, {found} finds", flush=True)
    if tried < len(numbers):
        raise SystemExit(f"stopped; --first {numbers[tried]} {name} goes on")
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", metavar="game", help="all games if none is named")
    asked.add_argument("--attempts", type=int, default=100_000, help="how many for each game")
    asked.add_argument("--first", type=int, default=0, help="the number of the first")
    given = asked.parse_args()
    numbers = range(given.first, given.first + given.attempts)
    found = [fuzz(name, numbers) for name in given.games or sortilege.games()]
    raise SystemExit(any(found))


if __name__ == "__main__":
    main()
