"""Sentences with the players' names in them, and to the player who reads."""

import pytest

from sortilege.engine import named

NAMES = ["Ada", "{0}", "Cyd"]


@pytest.mark.parametrize(
    ("sentence", "to_all", "to_ada"),
    [
        ("{0} passes.", "Ada passes.", "You pass."),
        ("{0} can do nothing and passes.", "Ada can do nothing and passes.", "You can do nothing and pass."),
        ("{0} carries 2 boxes.", "Ada carries 2 boxes.", "You carry 2 boxes."),
        ("{0} goes home, and loses 2.", "Ada goes home, and loses 2.", "You go home, and lose 2."),
        ("{0} will be next.", "Ada will be next.", "You will be next."),
        ("{0}: +1 mana.", "Ada: +1 mana.", "You: +1 mana."),
        ("It is {0}'s turn.", "It is Ada's turn.", "It is your turn."),
        ("{0}'s Guardian stays.", "Ada's Guardian stays.", "Your Guardian stays."),
        ("{0} hits a trap of {0}'s own.", "Ada hits a trap of Ada's own.", "You hit a trap of your own."),
        ("{2} offers {0} 2 crystals.", "Cyd offers Ada 2 crystals.", "Cyd offers you 2 crystals."),
        ("Turn 3: {0} is active.", "Turn 3: Ada is active.", "Turn 3: you are active."),
        ("All is over. {0} wins.", "All is over. Ada wins.", "All is over. You win."),
        ("With 9 points {0} is a Human and loses.", "With 9 points Ada is a Human and loses.",
         "With 9 points you are a Human and lose."),
        ("{2} and {0} share the win.", "Cyd and Ada share the win.", "Cyd and you share the win."),
        ("{2} passes and {0} wins.", "Cyd passes and Ada wins.", "Cyd passes and you win."),
        ("{1} passes.", "{0} passes.", "{0} passes."),
        ("{7} passes.", "{7} passes.", "{7} passes."),
    ],
)  # fmt: skip
def test_a_sentence_names_the_players_and_addresses_who_reads(sentence: str, to_all: str, to_ada: str) -> None:
    assert named(sentence, NAMES) == to_all
    assert named(sentence, NAMES, 0) == to_ada
