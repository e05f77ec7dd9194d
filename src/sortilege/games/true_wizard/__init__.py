"""True Wizard: spells against dark items, alone against the Evil Warmage or among two to four."""

from pathlib import Path

from sortilege.engine import Game, Number, whole
from sortilege.games.true_wizard.content import MINUTES, MOST_ROUNDS, ROUNDS, SEATS, VERSION
from sortilege.games.true_wizard.rules import Forest
from sortilege.games.true_wizard.sense import ForestSense
from sortilege.games.true_wizard.sound import faults
from sortilege.games.true_wizard.words import ForestWords

GAME = Game(
    name="true_wizard",
    title="True Wizard",
    line="Learn spells, destroy dark items, and outrun the Evil Warmage.",
    minutes=MINUTES,
    seat_range=SEATS,
    options=(Number("round_limit", "Several players: after so many rounds the game is over.", ROUNDS, 1, MOST_ROUNDS),),
    rules_version=VERSION,
    rules=Forest,
    build=lambda seats, options: Forest(None, seats, whole(options["round_limit"])),
    words=ForestWords(),
    sense=ForestSense(),
    faults=faults,
    folder=Path(__file__).parent,
    unmarked="a1bbf9f17886fada",
)
