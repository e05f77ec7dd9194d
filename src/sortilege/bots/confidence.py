"""How sure a share is."""

import math

Z = 1.959964
"""Standard deviations on each side of a 95 % interval."""


def wilson(wins: float, count: float, z: float = Z) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of so many trials."""
    rate = wins / count
    centre = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    return max(0.0, centre - half), min(1.0, centre + half)
