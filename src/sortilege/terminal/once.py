"""The user's data folder, and what is said only once."""

import os
import sys
from pathlib import Path

from sortilege.engine import state


def data_folder() -> Path:
    """Where games and the table's database are kept."""
    chosen = os.environ.get("SORTILEGE_DATA")
    if chosen:
        folder = Path(chosen)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sortilege"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "sortilege"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sortilege"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def compiled() -> bool:
    """Do the rules run as compiled code?"""
    return not state.__file__.endswith(".py")


def say_once() -> None:
    """Tell, the first time only, that the rules are not compiled."""
    mark = data_folder() / "said-interpreted"
    if not compiled() and not mark.exists():
        print(
            "The rules run interpreted, some forty times slower: no C compiler was found at installation.",
            file=sys.stderr,
        )
        mark.touch()
