"""The small games of the bots' tests, whose odds are known."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bots"))
