"""Wizard Wars."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sortilege.engine import Choices, Game, Number
from sortilege.games.wizard_wars.content import LINEUP, MINUTES, MOST_ROUNDS, NAMES, ROUND_LIMIT, SEATS
from sortilege.games.wizard_wars.rules import Realm
from sortilege.games.wizard_wars.sense import WarSense
from sortilege.games.wizard_wars.sound import faults, renewed
from sortilege.games.wizard_wars.words import WarWords


def build(seats: int, options: Mapping[str, Any]) -> Realm:
    elements = [NAMES.index(name) for name in options["elements"]] or LINEUP[seats]
    lineup = sum(element << 3 * seat for seat, element in enumerate(elements))
    return Realm(None, seats, lineup, options["rounds"])


GAME = Game(
    name="wizard_wars",
    title="Wizard Wars",
    line="Hunt in pairs, raid the Schools, be the last element standing.",
    minutes=MINUTES,
    seat_range=SEATS,
    options=(
        Choices("elements", "The element of each seat; empty for the usual ones.", (), NAMES),
        Number("rounds", "After so many rounds the strongest element wins.", ROUND_LIMIT, 1, MOST_ROUNDS),
    ),
    rules_version="1",
    rules=Realm,
    build=build,
    words=WarWords(),
    sense=WarSense(),
    faults=faults,
    folder=Path(__file__).parent,
    renewed=renewed,
    unmarked="fab782148a6f23f0",
    match=True,
)
