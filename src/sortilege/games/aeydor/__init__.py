"""Wizards of Æydor."""

from pathlib import Path

from sortilege.engine import Flag, Game, Number, whole
from sortilege.games.aeydor.content import LIMIT, MINUTES, SEATS
from sortilege.games.aeydor.rules import Contest
from sortilege.games.aeydor.sense import AeydorSense
from sortilege.games.aeydor.sound import faults
from sortilege.games.aeydor.words import AeydorWords

GAME = Game(
    name="aeydor",
    title="Wizards of Æydor",
    line="Be in two places at once: gather crystals in safety, or duel the SpellKeepers for their spells.",
    minutes=MINUTES,
    seat_range=SEATS,
    options=(
        Flag(
            "advanced", "The advanced variant: spells for crystals, barters, re-rolls for a crystal, extra duel rolls."
        ),
        Number("turn_limit", "After so many turns the game stops.", LIMIT["turns"], LIMIT["least"], LIMIT["most"]),
    ),
    rules_version="1",
    rules=Contest,
    build=lambda seats, options: Contest(None, seats, whole(options["advanced"]), whole(options["turn_limit"])),
    words=AeydorWords(),
    sense=AeydorSense(),
    faults=faults,
    folder=Path(__file__).parent,
    unmarked="ff82169ec09f2319",
)
