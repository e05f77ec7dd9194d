"""Every attack on the house, at length: `make attack`. Ends with a table of what was tried and what held.

Some measure a house in a process of its own from several addresses of this machine; the others are the tests beside
this file and those of streams, clocks and the store, run one by one.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
TESTS = HERE.parent
sys.path[:0] = [str(TESTS), str(HERE)]

from attacks import (  # noqa: E402
    Found,
    attack_allowances,
    attack_figures,
    attack_file,
    attack_half_sent,
    attack_reads,
    attack_streams,
    attack_thinking,
)
from street import Server, open_house  # noqa: E402

from postgres import Postgres  # noqa: E402

LONG: dict[str, Callable[[Server], Found]] = {
    "one visitor stops all bots": partial(attack_thinking, count=150),
    "one visitor plays with all bots": partial(attack_thinking, count=150, plays=True),
    "one visitor plays with all bots, on PostgreSQL": partial(attack_thinking, count=150, plays=True),
    "half-sent requests": partial(attack_half_sent, calls=1500, seconds=40),
    "reads that cost": partial(attack_reads, most=11_112, readers=8, seconds=15),
    "watchers who were away": partial(attack_streams, rounds=60),
    "two on one file": attack_file,
    "many addresses": partial(attack_allowances, addresses=50_000),
    "the host's figures": attack_figures,
}
SHORT = (HERE, *(TESTS / "table" / f"test_{name}.py" for name in ("stream", "leak", "requests", "store")))


class Report:
    """Hears what became of each test."""

    def __init__(self) -> None:
        self.passed: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("::")[2].partition("[")[0].removeprefix("test_").replace("_", " ")
        self.passed[name] = self.passed.get(name, True) and not report.failed


@contextmanager
def house_for(name: str) -> Iterator[Server]:
    """A house of its own for an attack; on PostgreSQL where it says so."""
    postgres = Postgres() if name.endswith("PostgreSQL") else None
    try:
        with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), postgres=postgres) as server:
            yield server
    finally:
        if postgres:
            postgres.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only attacks whose name has this in it")
    only = parser.parse_args().only
    table, held = Table("attack", "tried", "measured", "held", show_lines=True), True
    for name, attack in LONG.items():
        if only in name:
            begun = time.monotonic()
            with house_for(name) as server:
                found = attack(server)
                complaints = server.tracebacks()
            held &= found.held and not complaints
            told = found.measured + (f"; {complaints} tracebacks" if complaints else "")
            table.add_row(name, found.tried, told, "yes" if found.held and not complaints else "NO")
            print(f"{name}, {time.monotonic() - begun:.0f} s: {told}", file=sys.stderr)
    if not only:
        report = Report()
        pytest.main(["-q", "--no-header", *map(str, SHORT)], [report])
        for name, passed in report.passed.items():
            table.add_row(name, "", "", "yes" if passed else "NO")
        held &= all(report.passed.values())
    Console(width=160).print(table)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
