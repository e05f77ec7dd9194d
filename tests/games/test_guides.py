"""The guides: worked turns that are played by the rules, and all cards with their counts."""

import tomllib
from collections import Counter
from xml.etree import ElementTree

import pytest

import sortilege
from sortilege.engine import Game
from sortilege.engine.art import gallery
from sortilege.engine.guide import WORKED
from sortilege.engine.worked import worked_turn

CARDS = {
    "aeydor": ("bonus",),
    "lizard_wizard": (
        "wizards", "towers", "familiars", "spells", "gathering", "gold", "items", "monsters", "traps", "achievements",
    ),
    "true_wizard": ("spells", "items"),
    "wizard_dice": ("card",),
    "wizard_wars": ("card",),
}  # fmt: skip
"""The tables of the content files whose rows are cards."""

every_game = pytest.mark.parametrize(
    "game", [sortilege.game(name) for name in sortilege.games()], ids=lambda game: game.name
)


@every_game
def test_a_worked_turn_is_legal_and_drawn(game: Game) -> None:
    turn = worked_turn(game)
    assert turn
    assert 3 <= len(turn.moments) <= 6
    for moment in turn.moments:
        assert moment.news
        assert moment.rule in game.guide.rules
        for panel in turn.panels(moment):
            assert ElementTree.fromstring(panel.svg)[:]
            assert "tabindex" not in panel.svg


@every_game
def test_ids_of_a_worked_turn_are_its_own(game: Game) -> None:
    turn = worked_turn(game)
    assert turn
    drawn = [panel.svg for moment in turn.moments for panel in turn.panels(moment)]
    ids = [node.get("id") for svg in drawn for node in ElementTree.fromstring(svg).iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def rows_of(game: Game) -> list[dict[str, object]]:
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in game.folder.glob("*.toml")]
    return [row for data in files for table in CARDS[game.name] for row in data.get(table, [])]


def copies(row: dict[str, object]) -> int:
    cards = row.get("cards", [None])
    assert isinstance(cards, list)
    return int(str(row.get("copies", len(cards))))


@every_game
def test_every_card_is_listed_with_its_count(game: Game) -> None:
    content: Counter[str] = Counter()
    for row in rows_of(game):
        content[str(row.get("name", "Gathering")).lower()] += copies(row)
    shown = [card for pile in game.words.piles().values() for card in pile]
    told: Counter[str] = Counter()
    for card in shown:
        told["gathering" if card.art == "Gathering" else card.name.lower()] += card.copies
    assert told == content
    assert {card.art or card.name for card in shown} <= set(gallery(game.folder).cards)


@every_game
def test_a_guide_begins_with_what_a_beginner_asks(game: Game) -> None:
    titles = [section.title for section in game.guide.sections[:8]]
    learnt = ["Learn it", "What you want", "What you do in a turn", WORKED, "How it ends", "What beginners miss"]
    assert titles == [game.title, *learnt, "Set-up"]


@every_game
def test_the_set_up_names_every_pile(game: Game) -> None:
    section = next(section for section in game.guide.sections if section.title == "Set-up")
    told = " ".join(" ".join(map(str, section.blocks)).lower().split())
    for name, cards in game.words.piles().items():
        assert f"{sum(card.copies for card in cards)} {name.lower()}" in told


@every_game
def test_no_two_headings_of_a_guide_are_alike(game: Game) -> None:
    titles = [section.title for section in game.guide.sections]
    assert len(titles) == len(set(titles))
