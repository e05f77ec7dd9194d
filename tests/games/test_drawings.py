"""Every game's table fits a terminal of eighty columns."""

import io
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console

import kit
import sortilege
from sortilege.conformance import Case, cases
from sortilege.engine import State

COLUMNS = 80
NAMES = ("me", "archmage:0.5 2", "Wilhelmina", "greedy 4", "Bartholomew the Old", "random 6")


def drawn(case: Case, state: State, eye: int | None, width: int) -> str:
    out = io.StringIO()
    view = state.view(eye)
    Console(file=out, width=width).print(case.game.words.draw(view, NAMES[: state.seats]))
    return out.getvalue()


def signs(text: str) -> Counter[str]:
    """All that can be read; frames and line ends aside."""
    return Counter(sign for sign in text if not sign.isspace() and not "─" <= sign <= "╿")


@pytest.mark.parametrize("case", [case for name in sortilege.games() for case in cases(sortilege.game(name))], ids=str)
def test_nothing_is_cut_in_eighty_columns(case: Case) -> None:
    states = [state for state, _ in kit.sample(case, 31, 6)]
    last = kit.bot_game(case, ["random"] * case.seats, 31).final()
    for state in [*states, last]:
        for eye in (0, None):
            text = drawn(case, state, eye, COLUMNS)
            assert max(cell_len(line) for line in text.splitlines()) <= COLUMNS
            assert signs(text) == signs(drawn(case, state, eye, 400))
