"""Positions that were tampered with, a few of every game; `make fuzz` tries many."""

import pytest

import sortilege
from sortilege.conformance.fuzz import attempt


@pytest.mark.parametrize("name", sortilege.games())
def test_what_is_accepted_can_be_played(name: str) -> None:
    tried = [attempt(sortilege.game(name), number) for number in range(300)]
    assert [str(each) for each in tried if each.error] == []
    assert any(each.accepted for each in tried)
    assert not all(each.accepted for each in tried)


@pytest.mark.parametrize("name", sortilege.games())
def test_an_attempt_is_told_by_its_number(name: str) -> None:
    game = sortilege.game(name)
    again = [attempt(game, number) for number in (7, 70)]
    assert [attempt(game, number) for number in (7, 70)] == again
    assert any(each.changes for each in again)
