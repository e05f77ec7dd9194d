"""The same games as those know them who train agents: Gymnasium, PettingZoo, OpenSpiel, and batches of our own.

Importing this tells Gymnasium and OpenSpiel, where they are installed, of every game:

    gymnasium.make("sortilege/WizardDice-v0")
    pyspiel.load_game("python_sortilege_wizard_dice")
    sortilege.envs.wizard_dice_v0.env()            # PettingZoo's way
    sortilege.envs.Batch("wizard_dice", 4096)
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sortilege.engine.extra import need
from sortilege.games import games

if TYPE_CHECKING:
    from sortilege.envs.batch import Batch as Batch
    from sortilege.envs.zoo import Versioned

aeydor_v0: "Versioned"
lizard_wizard_v0: "Versioned"
true_wizard_v0: "Versioned"
wizard_dice_v0: "Versioned"
wizard_wars_v0: "Versioned"

VERSION = 0
"""Counts up when rewards, observations or options change their meaning: results of two versions do not compare."""


def __getattr__(name: str) -> object:
    """`Batch`, and a module in PettingZoo's manner for every game: `wizard_dice_v0`."""
    game, mark, version = name.rpartition("_v")
    if name == "Batch":
        need("numpy", "envs")
        from sortilege.envs.batch import Batch

        return Batch
    if mark and version == str(VERSION) and game in games():
        need("pettingzoo", "envs")
        from sortilege.envs.zoo import Versioned

        return Versioned(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register() -> None:
    """Tell the libraries that keep lists of games of ours."""
    if find_spec("gymnasium"):
        from sortilege.envs import gym

        gym.register()
    if find_spec("pyspiel"):
        from sortilege.envs import spiel

        spiel.register()


register()
