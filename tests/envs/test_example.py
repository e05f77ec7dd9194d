"""The example of the documentation runs, where its library is installed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_ppo.py"


@pytest.mark.long
def test_ppo_plays_a_round_and_draws_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    few = ["--games", "64", "--rounds", "1", "--decisions", "2048", "--tries", "4", "--out", str(tmp_path)]
    subprocess.run([sys.executable, str(EXAMPLE), "sortilege/Aeydor-v0", "turn_limit=4", *few], check=True)
    assert [point["decisions"] for point in json.loads((tmp_path / "curve.json").read_text())] == [0, 2048]
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
