"""Lizard Wizard."""

from pathlib import Path

from sortilege.engine import Flag, Game, Number, whole
from sortilege.games.lizard_wizard.position import MOST_ROUNDS
from sortilege.games.lizard_wizard.rules import Astoria
from sortilege.games.lizard_wizard.sense import LizardSense
from sortilege.games.lizard_wizard.sound import faults
from sortilege.games.lizard_wizard.words import LizardWords

GAME = Game(
    name="lizard_wizard",
    title="Lizard Wizard",
    line="Wizards with scales: gather, brew, duel for lizards, raise towers, cast spells, brave the dungeon.",
    minutes="60",
    seat_range=range(1, 6),
    options=(
        Flag("starred", "Play with the starred spells, which hurt others.", True),
        Flag("memory_aid", "Everybody is shown everybody's mana and gold, instead of keeping count.", False),
        Number("rounds", "The game ends after so many rounds at the latest.", 100, 1, MOST_ROUNDS),
    ),
    rules_version="1",
    rules=Astoria,
    build=lambda seats, options: Astoria(
        None, seats, whole(options["starred"]), whole(options["memory_aid"]), whole(options["rounds"])
    ),
    words=LizardWords(),
    sense=LizardSense(),
    faults=faults,
    folder=Path(__file__).parent,
    unmarked="00a4fe8af1d139dc",
)
