"""Moonstones: a small game that shows how one is added."""

from pathlib import Path

from moonstones.content import MINUTES, MOST_TURNS, SEATS, TURNS
from moonstones.rules import Moonstones
from moonstones.sense import MoonSense
from moonstones.sound import faults
from moonstones.words import MoonWords
from sortilege.engine import Game, Number, whole

GAME = Game(
    name="moonstones",
    title="Moonstones",
    line="Draw stones, and stop before the eclipse.",
    minutes=MINUTES,
    seat_range=SEATS,
    options=(Number("turns", "How many turns everybody has.", TURNS, 1, MOST_TURNS),),
    rules_version="1",
    rules=Moonstones,
    build=lambda seats, options: Moonstones(None, seats, whole(options["turns"])),
    words=MoonWords(),
    sense=MoonSense(),
    faults=faults,
    folder=Path(__file__).parent,
)
