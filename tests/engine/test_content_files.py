"""Content files are refused in words."""

from pathlib import Path

import pytest

from sortilege.engine.content import BadContent, Content

GOOD = {
    "source": "rulebook",
    "seats": [2, 4],
    "card": [{"name": "Twins", "cost": 2, "kind": "charm", "needs": {"gold": 1}}],
    "board": {"rings": 6, "order": ["a"], "source": {"rings": "designed", "order": "public"}},
}


def test_a_folder_is_read_file_after_file(tmp_path: Path) -> None:
    (tmp_path / "content.toml").write_text('source = "public"\nseats = 2\n', encoding="utf-8")
    (tmp_path / "cards.toml").write_text('[[card]]\nname = "Twins"\n', encoding="utf-8")
    content = Content.read(tmp_path, "content.toml", "cards.toml")
    assert content["seats"] == 2
    assert content["card"] == [{"name": "Twins"}]
    assert Content.read(tmp_path)["seats"] == 2


def test_a_source_covers_its_table_and_those_in_it() -> None:
    Content("game", GOOD)
    Content("game", {"card": [{"name": "Twins", "source": "designed", "needs": {"gold": 1}}]})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"seats": 2}, "given for seats"),
        ({"card": [{"name": "Twins", "cost": 2}]}, r"given for card\[Twins\].name, card\[Twins\].cost"),
        ({"source": "hearsay", "seats": 2}, "given for source"),
        ({"board": {"rings": 6, "order": [], "source": {"rings": "public"}}}, "given for board.order"),
        ({"board": {"rings": 6, "source": {"rings": "hearsay"}}}, "given for board.source"),
    ],
)
def test_what_has_no_source_is_refused(data: dict[str, object], said: str) -> None:
    with pytest.raises(BadContent, match=f"content of game: no source, .* is {said}"):
        Content("game", data)


def test_numbers_words_and_names_are_asked_for_by_what_fits() -> None:
    content = Content("game", GOOD)
    twins = content["card"][0]
    assert content.number(twins, "cost", 1, 3) == 2
    assert content.word(twins, "kind", ("charm", "curse")) == "charm"
    with pytest.raises(BadContent, match="Twins: cost must be a whole number from 3 to 5, not 2"):
        content.number(twins, "cost", 3, 5)
    with pytest.raises(BadContent, match="Twins: kind must be one of hex, curse, not 'charm'"):
        content.word(twins, "kind", {"hex": 0, "curse": 1})
    with pytest.raises(BadContent, match="cards have different names"):
        content.different(["a", "a"], "cards")
