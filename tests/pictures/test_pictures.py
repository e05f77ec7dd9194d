"""Pictures on their own, as a program that is no browser draws them: librsvg's."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

import sortilege
from kit import case_of, sample
from sortilege.engine import State
from sortilege.engine.panels import light_colours

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "pictures"


def colours_of(state: State, name: str) -> dict[str, float]:
    """The colours of a position's picture, each with its share of all points."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    file = ARTEFACTS / f"{name}.png"
    subprocess.run(["rsvg-convert", "--output", file], input=state.picture().encode(), check=True)
    points = ((imread(file)[..., :3] * 255).round().astype(int) @ (1 << 16, 1 << 8, 1)).ravel()
    found, counts = np.unique(points, return_counts=True)
    return {f"#{colour:06x}": count / len(points) for colour, count in zip(found, counts)}


@pytest.mark.parametrize("name", sortilege.games())
def test_a_picture_has_its_colours_in_librsvg(name: str) -> None:
    for number, (state, _) in enumerate(sample(case_of(name, 2), "pictures", 3)):
        shares = colours_of(state, f"{name}-{number}")
        light = light_colours()
        assert shares.get("#000000", 0) < 0.02, "colours that librsvg does not know"
        assert max(shares.get(light[paper], 0) for paper in ("--sheet", "--card")) > 0.05
        assert sum(shares.get(colour, 0) > 0.0005 for colour in light.values()) >= 5
