"""For those who build on it: the public surface is typed, and a program outside the house needs nothing else."""

import os
import subprocess
import sys
from pathlib import Path

from program import main

import sortilege

PROGRAM = Path(__file__).with_name("program.py")


def test_a_program_outside_is_typed_strictly(tmp_path: Path) -> None:
    """As mypy sees the package: by its py.typed."""
    house = Path(sortilege.__file__).parent
    assert (house / "py.typed").exists()
    where = {"MYPYPATH": str(house.parent)} if house.parent.name == "src" else {}
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--warn-unreachable", "--cache-dir", str(tmp_path), str(PROGRAM)],
        cwd=tmp_path,
        env={**os.environ, **where},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_program_runs(tmp_path: Path) -> None:
    assert set(main(tmp_path)) == set(sortilege.games())
