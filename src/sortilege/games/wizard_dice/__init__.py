"""Wizard: the dice game."""

from pathlib import Path

from sortilege.engine import Choice, Flag, Game, whole
from sortilege.games.wizard_dice.content import GOALS, MINUTES, SEATS
from sortilege.games.wizard_dice.rules import Rounds
from sortilege.games.wizard_dice.sense import DiceSense
from sortilege.games.wizard_dice.sound import faults, renewed
from sortilege.games.wizard_dice.words import DiceWords

GAME = Game(
    name="wizard_dice",
    title="Wizard: the dice game",
    line="Foretell the dice, exactly. The Seer rolls, everybody hopes.",
    minutes=MINUTES,
    seat_range=SEATS,
    options=(
        Choice("goal", "How many Xs end the game: 9, or 12 for experts.", GOALS[0], GOALS),
        Flag("magic_cards", "Draw a Magic Card each round that changes the rules."),
    ),
    rules_version="1",
    rules=Rounds,
    build=lambda seats, options: Rounds(None, seats, whole(options["goal"]), whole(options["magic_cards"])),
    words=DiceWords(),
    sense=DiceSense(),
    faults=faults,
    folder=Path(__file__).parent,
    renewed=renewed,
    unmarked="35a6fdf888dcbbe8",
)
