"""Whether the rules run as compiled code, and what is said where they do not."""

import os
import sys
from collections.abc import Iterable

from sortilege.engine import Game, state
from sortilege.terminal.data_folder import data_folder

SLOW = "The rules run interpreted, some forty times slower"


def compiled(module: str = state.__name__) -> bool:
    """Does a module run as compiled code? Without a name: do the rules?"""
    return not str(sys.modules[module].__file__).endswith(".py")


def how_rules_run(games: Iterable[Game]) -> str:
    """In a sentence; a game of others may be interpreted where the house is compiled."""
    if not compiled():
        return f"{SLOW}."
    slow = [game.title for game in games if not compiled(game.rules.__module__)]
    return f"The rules are compiled{', but those of ' + ', '.join(slow) if slow else ''}."


def warn_if_interpreted() -> None:
    """Tell that the rules are not compiled: once where that was chosen, and every time where it was not."""
    mark = data_folder() / "said-interpreted"
    if compiled():
        return
    if not os.environ.get("SORTILEGE_INTERPRETED"):
        print(
            f"WARNING: {SLOW}: at installation there was no C compiler, or it failed. Install one, then sortilege "
            f"again; or set SORTILEGE_INTERPRETED=1 if this is meant.",
            file=sys.stderr,
        )
    elif not mark.exists():
        print(f"{SLOW}, as SORTILEGE_INTERPRETED asks.", file=sys.stderr)
        mark.touch()
