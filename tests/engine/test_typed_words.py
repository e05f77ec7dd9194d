"""What people type and what it means."""

import pytest

import sortilege
from sortilege.engine import NoSuchMove
from sortilege.games.wizard_dice.words import DiceWords


class SwapWords(DiceWords):
    """Two moves that mean the same once order says nothing, and two that stand alone."""

    notation = ("swap a b", "swap b a", "swap b c", "go north-west")
    unordered = frozenset({"swap"})


def parsed(game: str, text: str) -> str:
    words = sortilege.game(game).words
    return words.text(words.parse(text))


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("wizard_dice", "reroll 6 5 4", "reroll 4 5 6"),
        ("wizard_dice", "reroll 7,1, 3", "reroll 1 3 7"),
        ("wizard_dice", "reroll 7, 1 and 3", "reroll 1 3 7"),
        ("aeydor", "exchange the cave, the ocean and the desert", "exchange ocean desert cave"),
        ("wizard_dice", "Set Wizard  Blue", "set blue wizard"),
        ("wizard_dice", "set red red", "set red red"),
        ("wizard_dice", "predict green 5", "predict 5 green"),
        ("wizard_dice", "cross green, 5", "cross 5 green"),
        ("wizard_dice", "color red", "colour red"),
        ("aeydor", "exchange cave ocean desert", "exchange ocean desert cave"),
        ("aeydor", "place safe ocean", "place ocean safe"),
        ("lizard_wizard", "gather 3 sulfur", "gather sulphur 3"),
        ("true_wizard", "cast second sight", "cast second-sight"),
        ("true_wizard", "choose phantom scepter", "choose phantom-sceptre"),
        ("true_wizard", "choose widow's mirror", "choose widows-mirror"),
        ("wizard_wars", "step nw square twin", "step square-twin nw"),
        ("wizard_wars", "capture square fire", "capture fire square"),
    ],
)
def test_what_people_mean_is_understood(game: str, typed: str, meant: str) -> None:
    assert parsed(game, typed) == meant


@pytest.mark.parametrize(
    ("game", "typed"),
    [("wizard_dice", "reroll 1 1 2"), ("wizard_dice", "predict 5"), ("lizard_wizard", "bid -5"), ("aeydor", ", ,")],
)
def test_what_nobody_means_is_not(game: str, typed: str) -> None:
    with pytest.raises(NoSuchMove):
        parsed(game, typed)


@pytest.mark.parametrize("game", sortilege.games())
def test_no_two_moves_of_a_game_mean_the_same(game: str) -> None:
    words = sortilege.game(game).words
    assert sorted(words.meanings.values()) == list(range(len(words.notation)))


def test_moves_that_would_be_confused_are_written_exactly() -> None:
    words = SwapWords()
    assert [words.parse(text) for text in ("swap a b", "swap B A", "swap c, b", "go north west")] == [0, 1, 2, 3]
    with pytest.raises(NoSuchMove):
        words.parse("swap a, b")


@pytest.mark.parametrize(
    ("game", "typed", "suggested"),
    [
        ("wizard_dice", "predict gren 5", "predict 5 green"),
        ("wizard_dice", "rerol 3 1", "reroll 1 3"),
        ("aeydor", "exchange cave ocaen", "exchange ocean cave"),
        ("true_wizard", "cast second sigth", "cast second-sight"),
        ("wizard_wars", "step sqare se", "step square se"),
    ],
)
def test_a_misspelt_word_is_suggested(game: str, typed: str, suggested: str) -> None:
    with pytest.raises(NoSuchMove, match=f"did you mean '{suggested}'"):
        parsed(game, typed)


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("wizard_dice", "reroll 8"),
        ("wizard_dice", "reroll 1 2 9"),
        ("wizard_dice", "predict 7 green"),
        ("wizard_dice", "predict 5 purple"),
        ("wizard_dice", "set blue"),
        ("aeydor", "exchange cave cave"),
        ("true_wizard", "learn a5"),
        ("wizard_wars", "step square n"),
        ("wizard_wars", "space 217"),
        ("lizard_wizard", "bid 251"),
    ],
)
def test_a_suggestion_never_names_other_pieces(game: str, typed: str) -> None:
    with pytest.raises(NoSuchMove) as refused:
        parsed(game, typed)
    assert "did you mean" not in str(refused.value)


def test_a_text_stands_for_itself_where_a_game_has_no_short_form() -> None:
    assert sortilege.game("wizard_dice").words.expand("reroll 3 1") == ["reroll 3 1"]
