"""Figures for /metrics, in Prometheus' text form."""

from collections import Counter
from collections.abc import Mapping


def metrics_text(counts: Counter[str], now: Mapping[str, float]) -> str:
    """All counts, and what stands now."""
    lines = [f"sortilege_{name}_total {count}" for name, count in sorted(counts.items())]
    lines += [f"sortilege_{name} {value:g}" for name, value in sorted(now.items())]
    return "\n".join(lines) + "\n"
