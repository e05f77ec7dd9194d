"""A file that one process at a time may use."""

from pathlib import Path
from typing import IO

from sortilege.table.keep.face import CannotOpen

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]


def hold(file: Path) -> IO[str]:
    """Keep others from a database file for as long as what is given stays open; it ends with the process, however."""
    held = file.with_name(f"{file.name}.lock").open("w")
    if fcntl is not None:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.close()
            raise CannotOpen(
                f"another process serves {file} already. A SQLite file is for one; stop the other, or give this one a "
                "--database of its own."
            ) from None
    return held
