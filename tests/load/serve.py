"""A house that limits nobody, of whichever version this Python has: `serve.py PORT DATABASE`."""

import dataclasses
import sys
from typing import Any

from sortilege.table import run_server

try:
    from sortilege.table.web.app import make_app
    from sortilege.table.web.guard import Limits
except ImportError:  # a version from before the rooms
    from sortilege.table.app import make_app  # type: ignore[import-not-found, no-redef]
    from sortilege.table.guard import Limits  # type: ignore[import-not-found, no-redef]

WISHED = {"rate": 1e9, "burst": 1e9, "streams": 1 << 20, "share": 1e9, "spell": 1e9, "newcomers": 1e9}


def free() -> Any:
    known = {each.name for each in dataclasses.fields(Limits)}
    return Limits(**{name: much for name, much in WISHED.items() if name in known})  # type: ignore[arg-type]


if __name__ == "__main__":
    run_server(make_app(sys.argv[2], free()), "127.0.0.1", int(sys.argv[1]), "warning")
