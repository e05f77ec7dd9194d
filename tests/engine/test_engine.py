"""Options, guides, words and the small tools."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sortilege
from sortilege.engine import Choice, Choices, FastChance, Flag, Guide, Number, named, nearest
from sortilege.engine.bits import any_of, count_bits, nth_bit
from sortilege.engine.game import fingerprint
from sortilege.engine.panels import fit_size, in_light, wrap


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Flag("f", ""), [True, False], [1, 0, "true", None]),
        (Number("n", "", 3, 1, 5), [1, 5], [0, 6, True, "3", 2.0, None]),
        (Choice("c", "", 9, (9, 12)), [9, 12], [10, "9", 9.0, None]),
        (
            Choices("s", "", (), ("a", "b", "c")),
            [(), ["a", "b"], ("c", "a")],
            ["ab", ["a"], ["a", "a"], ["a", "x"], ["a", []], None],
        ),
    ],
)
def test_options_accept_what_fits_and_say_so(option: object, good: list[object], bad: list[object]) -> None:
    for value in good:
        option.accept(value, 2)  # type: ignore[attr-defined]
    for value in bad:
        with pytest.raises(ValueError, match="must be"):
            option.accept(value, 2)  # type: ignore[attr-defined]


def test_the_public_surface_is_small_and_listed() -> None:
    assert sortilege.__all__ == [
        "CHANCE", "OVER", "BadRecord", "BadSnapshot", "Chance", "EarlierCards", "FastChance", "Game", "GameOver",
        "IllegalMove", "MissingExtra", "NoSuchMove", "NoSuchOutcome", "Record", "SealedChance", "State", "game",
        "games",
    ]  # fmt: skip
    assert all(hasattr(sortilege, name) for name in sortilege.__all__)


def test_an_unknown_game_suggests_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'wizard_dice'"):
        sortilege.game("wizard_dise")


def test_a_guide_gives_each_id_once(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text(
        "# G\n- `g:one` (first) First.\n- `g:two` (rare) (ruling) Second\n  line.\n- `g:three` (ruling) Third.\n"
    )
    rules = Guide(path).rules
    assert rules["g:one"].text == "First."
    assert not rules["g:one"].ruling
    assert rules["g:two"].text == "Second line."
    assert rules["g:two"].ruling
    assert [rule.kind for rule in rules.values()] == ["first", "rare", "well"]
    path.write_text("# G\n\n- `g:one` First.\n- `g:one` Again.\n")
    with pytest.raises(ValueError, match="g:one twice"):
        _ = Guide(path).rules


def test_names_are_put_in_once() -> None:
    assert named("{0} beats {1}.", ["{1}", "Bob"]).endswith("beats Bob.")
    assert named("{0} and {10}", list("abcdefghijk")) == "a and k"


def test_nearest_is_silent_where_nothing_is_near() -> None:
    assert nearest("xyzzy", ["predict", "stay"]) == ""


@given(st.sets(st.integers(0, 61), min_size=1))
def test_sets_as_masks(things: set[int]) -> None:
    mask = sum(1 << thing for thing in things)
    assert count_bits(mask) == len(things)
    assert [nth_bit(mask, rank) for rank in range(len(things))] == sorted(things)
    assert any_of(mask, FastChance(1)) in things


@given(st.text(max_size=80), st.integers(20, 300))
def test_text_in_pictures_stays_within_its_width(text: str, width: int) -> None:
    room = fit_size(text, width, 16)
    assert 11.2 <= room["size"] <= 16
    assert room["squeeze"] or len(text) * 0.53 * room["size"] <= width + 1
    assert all(len(line) * 0.53 * 13 <= max(width, 13) for line in wrap(text, width, 13))


@pytest.mark.parametrize("name", sortilege.games())
def test_a_picture_on_its_own_has_its_colours_and_one_on_a_page_the_pages(name: str) -> None:
    state = sortilege.game(name).start(2)
    alone, placed = state.picture(), "".join(panel.svg for panel in state.panels())
    assert "var(" not in alone
    assert ".picture .blue { fill: #0072b2; }" in alone
    assert "@" not in alone, "rules that only browsers read"
    assert "<style>" not in placed


def test_unknown_variables_stay_as_they_are() -> None:
    assert in_light('fill="var(--blue)" stroke="var(--teal)"') == 'fill="#0072b2" stroke="var(--teal)"'


def test_texts_and_sources_of_content_may_be_mended_but_nothing_that_is_played_with(tmp_path: Path) -> None:
    def printed(text: str) -> str:
        (tmp_path / "content.toml").write_text(text, encoding="utf-8")
        return fingerprint(tmp_path)

    card = '[[card]]\nname = "Twins"\ncost = 2\ntext = "Two of them."\nsource = "designed"\ncost_source = "public"\n'
    first = printed(card)
    for old, new in (("Two of them.", "A pair."), ('"designed"', '"rulebook"'), ('"public"', '"designed"')):
        assert printed(card.replace(old, new)) == first
    for old, new in (("cost = 2", "cost = 3"), ('"Twins"', '"Pair"'), ("[[card]]", "[[spell]]")):
        assert printed(card.replace(old, new)) != first
