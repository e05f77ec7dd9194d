"""What is told of a game of Lizard Wizard, and in which order."""

import pytest
from lizard_table import LizardTable

from sortilege.engine import CHANCE
from sortilege.games.lizard_wizard import GAME, content
from sortilege.games.lizard_wizard.position import MAGUS, OFFER_CARD
from sortilege.games.lizard_wizard.rules import Astoria
from sortilege.games.lizard_wizard.words import card_view, chart_lines, chart_text, place_on_chart

OWN = ["{0} converts 2 Mandrake at 6.", "{0}: −2 Mandrake.", "Values: Mandrake 6 → 4.", "{0}: +12 mana."]
CONVERTS = next(line for line in chart_lines(0) if chart_text(line).endswith("it converts them"))
OF_THE_MAGUS = [
    f"The Magus follows its {place_on_chart(CONVERTS)}: {chart_text(CONVERTS)}.",
    "The Magus: −7 Mandrake.",
    "Values: Mandrake 4 → 1.",
    "The Magus: +28 mana.",
]


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
    state = table.state
    for text in (table.texts("recruit")[0], "bid 30"):
        state.play(state.parse(text))
    told = state.news(0, 0)
    assert [line.split(" ")[:3] for line in told] == [
        ["The", "Magus", "adds"],
        ["{0}", "recruits", state.news(0, 0)[1].split(" ")[2]],
        ["{0}:", "−30", "mana."],
        ["The", "Magus", "follows"],
        ["The", "Magus", "starts"],
    ]
    assert told[0].endswith("it passes.")


def test_a_turn_is_told_to_its_end_before_the_next_one_begins() -> None:
    """What the last in turn earns comes before the new round and what its first player gets."""
    table = LizardTable(3).cast(0, "Clockwork Mill").own(2, "Pale Odo", "Lych Gate", "Rat").tokens(2, "N")
    table.offer("Bone Guard").coins(2, 30)
    state = table.state
    state.turn = state.seat = 2
    table.tile("Household")
    table.empty(content.SPELL_DECK)
    assert state.news(state.parse("research bone guard"), None) == [
        "{2} takes Bone Guard (Necromancy).",
        f"{{2}}: −{content.SPELL_MANA[content.SPELL_NAMES.index('Bone Guard')]} mana.",
        "{2} earns an achievement: Household (a wizard, tower, familiar and spell of one school).",
        "Round 2.",
        "{0}: +1 mana.",
    ]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_whoever_acts_is_told_of_before_those_who_follow(seats: int) -> None:
    table = LizardTable(seats).tokens(0, "MM").values(mandrake=6)
    told = table.state.news(table.state.parse("convert mandrake 2"), None)
    assert told[: len(OWN)] == OWN


def test_every_wizard_is_a_lizard_of_its_own() -> None:
    flavours = [card_view(wizard)["flavour"] for wizard in range(len(content.WIZARD_NAMES))]
    assert len(set(flavours)) == 28
    assert all(10 < len(flavour) <= 90 and flavour.endswith(".") for flavour in flavours)
    table = LizardTable(4).offer("Pell Manytoes")
    assert table.state.view(None)["offers"]["wizards"][0]["flavour"] == flavours[0]


def test_a_wizard_on_offer_is_introduced() -> None:
    state = GAME.start(4)
    assert isinstance(state, Astoria)
    while state.drawing != OFFER_CARD:
        state.play(0 if state.seat == CHANCE else state.moves()[0])
    assert state.news(0, None) == [f"On offer: Pell Manytoes (Conjuring). {card_view(0)['flavour']}"]
