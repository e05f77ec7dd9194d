"""Tests find `kit` beside them, and Hypothesis has the same examples and all the time it takes on every machine."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
sys.path.insert(0, str(Path(__file__).parent))
