"""The user's data folder."""

import os
import sys
from pathlib import Path


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
