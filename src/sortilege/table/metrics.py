"""Figures for /metrics, in Prometheus' text form."""

from collections import Counter


class Metrics:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def count(self, name: str, by: int = 1) -> None:
        self.counts[name] += by

    def text(self, now: dict[str, float]) -> str:
        """All counts, and what stands now."""
        lines = [f"sortilege_{name}_total {count}" for name, count in sorted(self.counts.items())]
        lines += [f"sortilege_{name} {value:g}" for name, value in sorted(now.items())]
        return "\n".join(lines) + "\n"
