"""Compiles the rules with mypyc in one group. Without a C compiler the package installs and runs interpreted."""

import os
import sys
from glob import glob

from setuptools import setup

COMPILED = [
    "src/sortilege/engine/bits.py",
    "src/sortilege/engine/chance.py",
    "src/sortilege/engine/state.py",
    "src/sortilege/engine/playout.py",
    "src/sortilege/engine/sense.py",
    *sorted(glob("src/sortilege/games/*/content.py")),
    *sorted(glob("src/sortilege/games/*/board.py")),
    *sorted(glob("src/sortilege/games/*/position.py")),
    *sorted(glob("src/sortilege/games/*/rules.py")),
    *sorted(glob("src/sortilege/games/*/rules/*.py")),
    *sorted(glob("src/sortilege/games/*/sense.py")),
    "src/sortilege/bots/search.py",
]
LENIENT = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]


def extensions():
    """Only a build compiles: asking for the metadata does not."""
    building = any(word.startswith(("bdist", "build", "editable")) for word in sys.argv[1:])
    if not building or os.environ.get("SORTILEGE_INTERPRETED"):
        return []
    from mypyc.build import mypycify

    os.environ["CFLAGS"] = os.environ.get("CFLAGS", "") + " -fno-semantic-interposition -ffp-contract=off -w"
    os.environ["MYPYPATH"] = "src"
    built = mypycify([*LENIENT, *COMPILED], opt_level="3", group_name="sortilege")
    for extension in built:
        extension.optional = True
    return built


setup(ext_modules=extensions())
