"""The example of the documentation runs, where its library is installed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_ppo.py"


@pytest.mark.long
def test_ppo_imitates_plays_a_round_and_draws_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    few = ["--games", "64", "--lessons", "2000", "--rounds", "2", "--decisions", "1536", "--tries", "40"]
    asked = ["sortilege/TrueWizard-v0", "round_limit=4", *few, "--out", str(tmp_path)]
    subprocess.run([sys.executable, str(EXAMPLE), *asked], check=True)
    new, taught, trained = json.loads((tmp_path / "curve.json").read_text())
    assert [new["decisions"], taught["decisions"], trained["decisions"]] == [0, 0, 1536]
    assert taught["random"][0] > new["random"][0]
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
