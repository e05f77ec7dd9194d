"""The project itself: it is compiled, its prose tells the truth, and what it is set up with is locked."""

import doctest
import os
import re
import tomllib
from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import sortilege
from sortilege.terminal.compilation import compiled

ROOT = Path(__file__).parents[1]
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


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
    prose = re.sub(r"(?ms)^```.*?^```$", "", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_commands_of_make_in_the_prose_are_there(path: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:^ +|`)make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)) <= set(targets)


def test_the_version_stands_in_one_place_and_its_changes_are_told() -> None:
    assert "version" not in PROJECT
    assert f"\n## {sortilege.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_lock_has_fitting_versions_of_all_that_is_wanted() -> None:
    locked = defaultdict(set)
    for name, version in re.findall(r"^([^\s=]+)==(\S+)", LOCK, re.MULTILINE):
        locked[name].add(version)
    for text in chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()):
        wanted = Requirement(text)
        versions = locked[canonicalize_name(wanted.name)]
        assert versions, text
        assert all(version in wanted.specifier for version in versions), text


def test_the_lock_names_no_place() -> None:
    assert re.findall(r"\w+://|[\s=]/", LOCK) == []
