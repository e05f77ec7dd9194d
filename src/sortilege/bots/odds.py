"""How sure a share is."""

import math

Z = 1.959964
"""Standard deviations on each side of a 95 % interval."""


def wilson(wins: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of so many trials."""
    rate = wins / count
    centre = (rate + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
    return max(0.0, centre - half), min(1.0, centre + half)
