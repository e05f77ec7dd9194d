"""How often it comes up what bots could prove but do not remember: docs/analysis.md, what a seat knows.

    .venv/bin/python benchmarks/unremembered.py --bots greedy --games 500

True Wizard: passes while a spell lies face down that a rival has not seen. Lizard Wizard: games in which the gathering
deck is made anew twice.
"""

import argparse

from sortilege import game as find_game
from sortilege.conformance import Case
from sortilege.conformance.playthrough import bot_game
from sortilege.engine import Record
from sortilege.games.lizard_wizard.content import GATHERING_DECK, GATHERING_NAMES
from sortilege.games.lizard_wizard.rules import Astoria
from sortilege.games.true_wizard.rules import Forest
from sortilege.games.true_wizard.rules.moves import PASS


def passes(record: Record) -> tuple[int, int]:
    """All, and those that tell a rival something of a hidden spell."""
    found = telling = 0
    for state, move in record.replay():
        assert isinstance(state, Forest)
        if state.seat >= 0 and move == PASS:
            found += 1
            telling += any(state.hidden_from(seat, items=False) for seat in range(state.seats))
    return found, telling


def shuffles(record: Record) -> int:
    """How often the gathering deck grew."""
    found = 0
    before = len(GATHERING_NAMES)
    for state, _ in record.replay():
        assert isinstance(state, Astoria)
        found += state.left[GATHERING_DECK] > before
        before = state.left[GATHERING_DECK]
    return found


def games(name: str, seats: int, bots: str, count: int, seed: str) -> list[Record]:
    return [bot_game(Case(find_game(name), seats, {}), [bots] * seats, f"{seed} {number}") for number in range(count)]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--bots", default="greedy")
    asked.add_argument("--games", type=int, default=500, help="for each number of seats")
    asked.add_argument("--seed", default="unremembered")
    given = asked.parse_args()
    how = (given.bots, given.games, given.seed)
    for seats in (2, 3, 4):
        made, telling = map(sum, zip(*(passes(record) for record in games("true_wizard", seats, *how))))
        print(f"true_wizard, {seats} seats: {made} passes, {telling} tell")
    for seats in (2, 3, 4, 5):
        found = [shuffles(record) for record in games("lizard_wizard", seats, *how)]
        twice = sum(each > 1 for each in found)
        print(f"lizard_wizard, {seats} seats: once in {found.count(1)}, twice in {twice} games")


if __name__ == "__main__":
    main()
