"""The project itself: it is compiled, and its README tells the truth."""

import doctest
import os
import re
from pathlib import Path

import pytest

from sortilege.terminal.compilation import compiled

ROOT = Path(__file__).parents[1]
PROSE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_rules_are_compiled() -> None:
    assert compiled() != bool(os.environ.get("SORTILEGE_INTERPRETED"))


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_examples_in_the_prose_run(path: Path) -> None:
    """Every line behind >>> does what the text says."""
    result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert result.failed == 0


def test_the_readme_has_examples() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count(">>>") >= 5


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
