"""The search on small games.

They are written in the tests, and compiled classes have no interpreted subclasses: they run apart, on the sources.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "src"


def test_small_games() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", str(HERE / "small_search.py")]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(SOURCES)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "35 passed" in done.stdout
