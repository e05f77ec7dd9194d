"""What is told of a game of Lizard Wizard, and in which order."""

import pytest
from lizard_table import LizardTable

from sortilege.games.lizard_wizard.position import MAGUS

OWN = ["{0} converts 2 Mandrake at 6.", "{0}: −2 Mandrake.", "Values: Mandrake 6 → 4.", "{0}: +12 mana."]
OF_THE_MAGUS = ["The Magus: −7 Mandrake.", "Values: Mandrake 4 → 1.", "The Magus: +28 mana."]


@pytest.mark.parametrize(
    ("first", "told"), [(0, [*OWN, *OF_THE_MAGUS, "Round 2."]), (MAGUS, [*OWN, "Round 2.", *OF_THE_MAGUS])]
)
def test_the_magus_comes_after_the_results_of_ones_own_turn(first: int, told: list[str]) -> None:
    table = LizardTable(1).tokens(0, "MM").tokens(MAGUS, "MMMMMMM").values(mandrake=6).coins(MAGUS, 0)
    table.state.first = first
    for eye in (0, None):
        assert table.state.news(table.state.parse("convert mandrake 2"), eye) == told


def test_the_magus_starts_a_duel_right_after_another_one() -> None:
    table = LizardTable(1).coins(0, 50).coins(MAGUS, 30).empty(0)
    table.do(table.texts("recruit")[0])
    told = table.state.news(table.state.parse("bid 30"), 0)
    assert [line.split(" ")[1] for line in told[:4]] == ["bids", "recruits", "−30", "Magus"]
    assert told[3].startswith("The Magus starts a duel for ")
