"""This version beside another, in one run: decisions and copies per second, and how long `sortilege games` takes.

    benchmarks/beside.py --before OTHER/.venv/bin/python --now .venv/bin/python
    benchmarks/beside.py --before OTHER/.venv/bin/python --now PYTHON@src        a build in place, in the folder src

Both are asked in turn, every round in fresh processes; a figure is the best of all rounds in processor time, and only
ratios mean something. With --instructions valgrind counts what is executed, which no other load on the machine changes.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MEASURE = Path(__file__).with_name("measure.py")
GAMES = ("aeydor", "lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars")
AMOUNT = {"loop": 200_000, "copies": 200_000}
COUNTED = {"loop": 40_000, "copies": 20_000}
LEAST = 0.95
UNWANTED = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")


@dataclass(frozen=True)
class Version:
    """An interpreter that has the package, or finds it in a folder."""

    interpreter: str
    folder: str

    @classmethod
    def read(cls, text: str) -> "Version":
        interpreter, _, folder = text.partition("@")
        return cls(interpreter, str(Path(folder).resolve()) if folder else "")

    @property
    def environment(self) -> Mapping[str, str]:
        found = {key: value for key, value in os.environ.items() if key not in UNWANTED}
        return {**found, "PYTHONHASHSEED": "0", **({"PYTHONPATH": self.folder} if self.folder else {})}

    def ask(self) -> "subprocess.Popen[str]":
        """A process that answers questions."""
        command = [self.interpreter, str(MEASURE)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=self.environment)

    def games_per_second(self) -> float:
        """One over the processor time of `sortilege games`, from nothing to its last line."""
        command = [self.interpreter, "-m", "sortilege", "games"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment) as process:
            used = os.wait4(process.pid, 0)[2]
            process.returncode = 0
        return 1 / (used.ru_utime + used.ru_stime)

    def instructions(self, what: str, name: str) -> float:
        """Instructions for each thing done; what starting takes is left out."""
        return (self.counted(what, name, COUNTED[what]) - self.counted(what, name, 0)) / COUNTED[what]

    def counted(self, what: str, name: str, amount: int) -> int:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.interpreter, str(MEASURE)]
        found = subprocess.run(
            [*command, what, name, str(amount)], env=self.environment, capture_output=True, text=True, check=True
        )
        total = re.search(r"Collected : (\d+)", found.stderr)
        assert total, found.stderr
        return int(total[1])


def answer(process: "subprocess.Popen[str]", question: str) -> float:
    assert process.stdin
    assert process.stdout
    process.stdin.write(question + "\n")
    return float(process.stdout.readline())


def measured(versions: list[Version], games: list[str], rounds: int) -> dict[str, list[float]]:
    """The best figure of each version for every question."""
    best: dict[str, list[float]] = {}

    def note(title: str, figures: list[float]) -> None:
        best[title] = [max(both) for both in zip(best.get(title, [0.0] * len(figures)), figures)]

    for _ in range(rounds):
        asked = [version.ask() for version in versions]
        for name in games:
            for what, amount in AMOUNT.items():
                note(f"{name} {what} /s", [answer(process, f"{what} {name} {amount}") for process in asked])
        for process in asked:
            process.communicate()
        note("sortilege games /s", [version.games_per_second() for version in versions])
    return best


def counted(versions: list[Version], games: list[str]) -> dict[str, list[float]]:
    questions = [(name, what) for name in games for what in COUNTED]
    return {
        f"{name} {what} /G instructions": [1e9 / version.instructions(what, name) for version in versions]
        for name, what in questions
    }


def show(figures: dict[str, list[float]]) -> bool:
    """A line for each figure; is nothing slower than it may be?"""
    well = True
    for title, (before, now) in figures.items():
        ratio = now / before
        well = well and ratio >= LEAST
        print(f"{title:36} {before:14,.1f} {now:14,.1f} {ratio:7.1%}{'' if ratio >= LEAST else '  slower'}")
    return well


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--before", type=Version.read, required=True, metavar="PYTHON[@FOLDER]")
    reader.add_argument("--now", type=Version.read, required=True, metavar="PYTHON[@FOLDER]")
    reader.add_argument("--games", nargs="+", default=list(GAMES), metavar="GAME")
    reader.add_argument("--rounds", type=int, default=7)
    reader.add_argument("--instructions", action="store_true", help="count instructions with valgrind as well")
    wish = reader.parse_args()
    versions = [wish.before, wish.now]
    print(f"{'':36} {'before':>14} {'now':>14} {'ratio':>7}")
    well = show(measured(versions, wish.games, wish.rounds))
    if wish.instructions:
        well = show(counted(versions, wish.games)) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
