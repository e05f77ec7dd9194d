"""What every game keeps, whatever it is. A new game is covered by being there."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import kit
import sortilege
from sortilege.conformance import CASE_CHECKS, GAME_CHECKS, Case, cases
from sortilege.conformance.playthrough import playthrough_again
from sortilege.engine import Game, Record

GAMES = sortilege.games()
CASES = [case for name in GAMES for case in cases(sortilege.game(name))]
SRC = Path(__file__).parents[2] / "src"

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("check", CASE_CHECKS, ids=lambda check: check.__name__)
def test_case(check: Callable[[Case], None], case: Case) -> None:
    check(case)


@every_game
@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
def test_game(check: Callable[[Game], None], name: str) -> None:
    check(sortilege.game(name))


@every_game
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    rules = set(sortilege.game(name).guide.rules)
    assert rules
    named = rules_named_by_tests(name)
    assert rules - named == set(), "rules without a test"
    assert named - rules == set(), "tests of rules that the guide does not have"


@every_game
def test_a_first_game_needs_few_rules(name: str) -> None:
    """A lesson of ten minutes shows them all."""
    assert 12 <= sum(rule.kind == "first" for rule in sortilege.game(name).guide.rules.values()) <= 30


def rules_named_by_tests(name: str) -> set[str]:
    found = set()
    for path in (kit.TESTS / "games" / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("pytest.mark.rule", "rule"):
                        found.update(ast.literal_eval(argument) for argument in mark.args)
    return found


@every_game
def test_golden_playthroughs(name: str) -> None:
    """A change of rules shows as a diff here; `make golden` writes the files anew."""
    paths = sorted((kit.GOLDEN / name).glob("*.txt"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert playthrough_again(text, sortilege.game) == text, path.name


@every_game
def test_there_is_a_finished_game_for_every_ending(name: str) -> None:
    found = set()
    for path in sorted((kit.RECORDS / name).glob("*.json")):
        record = Record.load(path)
        assert record.result
        found.add(record.result["ending"])
    assert found == set(sortilege.game(name).words.endings)


def trace(name: str, package: Path) -> tuple[str, list[str]]:
    """How the rules of a game run in a package, and the fingerprints of its games there."""
    script = Path(__file__).parent / "trace.py"
    env = {"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin"}
    found = subprocess.run([sys.executable, script, name], env=env, capture_output=True, text=True, check=True)
    how, *fingerprints = found.stdout.splitlines()
    return how, fingerprints


if not os.environ.get("SORTILEGE_INTERPRETED"):

    @every_game
    def test_interpreted_and_compiled_agree(name: str) -> None:
        """The installed package and the plain sources go through the same games, move by move."""
        how, installed = trace(name, Path(sortilege.__file__).parents[1])
        assert how == "compiled"
        assert trace(name, SRC) == ("interpreted", installed)
        assert len(installed) == len(cases(sortilege.game(name)))
