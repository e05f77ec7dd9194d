"""Illustration: every card has its art, all of it can be drawn, read and kept."""

import gzip
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sortilege
from sortilege.engine import art
from sortilege.engine.art import Art, contrast, gallery, icons, motifs, scene_svg, skins, tints
from sortilege.engine.cards import CREAM, READABLE, STAGE, Stage, near_of, place_icon, title_lines
from sortilege.engine.game import Game
from sortilege.engine.panels import STYLE, environment
from sortilege.engine.posters import banner_svg, cover_svg, door_svg, front_svg, tile_svg
from sortilege.engine.scenery import GROUNDS

CARDS = {
    "aeydor": ("terrains", "bonus"),
    "lizard_wizard": (
        "wizards", "towers", "familiars", "spells", "gold", "items", "monsters", "traps", "achievements",
    ),
    "true_wizard": ("spells", "items", "titles"),
    "wizard_dice": ("card",),
    "wizard_wars": ("card",),
}  # fmt: skip
"""The tables of the content files whose rows are drawn."""
BESIDE = {
    "aeydor": {f"{terrain} by day" for terrain in ("ocean", "mountain", "desert", "forest", "snowland", "cave")}
    | {f"keeper of {terrain}" for terrain in ("ocean", "mountain", "desert", "forest", "snowland", "cave")},
    "lizard_wizard": {"Gathering", "Mechanica Magus"},
    "true_wizard": {"Evil Warmage"},
}
"""What is drawn and has no row of its own."""
LARGEST = 2_500
"""The largest picture of a card, packed, in bytes."""
POSTERS = (door_svg, tile_svg, front_svg, cover_svg, banner_svg)

GAMES = pytest.mark.parametrize(
    "game", [sortilege.game(name) for name in sortilege.games()], ids=lambda game: game.name
)


def arts(game: Game) -> list[Art]:
    return list(gallery(game.folder).cards.values())


def named(game: Game) -> set[str]:
    """The names of all cards of the content."""
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in game.folder.glob("*.toml")]
    rows = [row for data in files for table in CARDS[game.name] for row in data.get(table, [])]
    return {row["name"] for row in rows}


@GAMES
def test_every_card_has_art_and_no_art_is_without_a_card(game: Game) -> None:
    assert set(gallery(game.folder).cards) == named(game) | BESIDE.get(game.name, set())


@GAMES
def test_art_names_what_there_is(game: Game) -> None:
    for each in arts(game):
        assert each.scene in GROUNDS, each
        assert each.tint in tints(), each
        assert each.tone in ("", *tints()), each
        assert each.motif in motifs() or not each.motif, each
        assert each.skin in ("", *skins()), each
        assert each.wears in ("", *motifs()), each
    pieces = [piece for table in (gallery(game.folder).door, gallery(game.folder).banner) for piece in table["pieces"]]
    assert all(piece.get("motif") in motifs() or piece.get("icon") in icons() for piece in pieces)


@GAMES
def test_a_gist_is_short(game: Game) -> None:
    assert not [each for each in arts(game) if not 0 < len(each.gist) <= art.LONGEST_GIST]
    assert not [each for each in arts(game) if len(each.alone) > art.LONGEST_GIST]


def test_a_gist_has_the_numbers_of_its_card() -> None:
    cards = gallery(sortilege.game("lizard_wizard").folder).cards
    assert "{" not in "".join(each.gist for each in cards.values())
    assert cards["Loose Coppers"].gist == "1 gold"
    assert cards["Burning Wind"].gist.endswith("−6")


@GAMES
def test_every_picture_has_an_address_of_its_own(game: Game) -> None:
    slugs = [each.slug for each in arts(game)]
    assert len(set(slugs)) == len(slugs)
    assert all(re.fullmatch(r"[a-z0-9-]+", each) for each in slugs)
    assert not {"door", "tile", "front", "cover", "banner"} & set(slugs)


def test_the_wizards_of_a_school_differ() -> None:
    game = sortilege.game("lizard_wizard")
    wizards = [each for each in arts(game) if each.skin]
    assert len(wizards) == 28
    for school in {each.tint for each in wizards}:
        four = [each for each in wizards if each.tint == school]
        assert len({each.motif for each in four}) == 1
        for one, other in combinations(four, 2):
            assert one.skin != other.skin
            assert one.wears != other.wears
            assert one.scene != other.scene


@GAMES
def test_pictures_stand_alone(game: Game) -> None:
    for svg in [*(scene_svg(game.folder, each.name) for each in arts(game)), *(make(game) for make in POSTERS)]:
        root = ElementTree.fromstring(svg)
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(set(ids)) == len(ids)
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
        assert "var(" not in svg
        assert "href" not in svg


def test_what_is_drawn_never_differs() -> None:
    """In another process, with other hashes, and in another order."""
    program = (
        "import hashlib, sys, sortilege\n"
        "from sortilege.engine.art import gallery, scene_svg\n"
        "games = [sortilege.game(name) for name in sortilege.games()]\n"
        "cards = [(game, card) for game in games for card in gallery(game.folder).cards]\n"
        "drawn = {(game.name, card): scene_svg(game.folder, card) for game, card in cards[:: int(sys.argv[1])]}\n"
        "print(hashlib.sha256(repr(sorted(drawn.items())).encode()).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program, order],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for order, seed in (("1", "1"), ("-1", "2"))
    }  # fmt: skip
    assert len(digests) == 1


@GAMES
def test_pictures_are_small(game: Game) -> None:
    sizes = {each.name: len(gzip.compress(scene_svg(game.folder, each.name).encode())) for each in arts(game)}
    assert max(sizes.values()) < LARGEST, max(sizes, key=lambda name: sizes[name])


@GAMES
def test_names_are_read_on_their_banner(game: Game) -> None:
    STAGE.set(Stage(game.folder, standalone=True))
    for each in arts(game):
        assert contrast(near_of(each.name), CREAM) >= READABLE


@GAMES
@pytest.mark.parametrize("width", [74, 114, 128, 168])
def test_texts_of_a_card_are_large_and_stay_on_it(game: Game, width: int) -> None:
    STAGE.set(Stage(game.folder, standalone=True))
    template = environment(game.folder).from_string('{% from "cards.jinja" import card %}{{ card(name, 0, 0, width) }}')
    for each in arts(game):
        texts = list(texts_of(template.render(name=each.name, width=width)))
        assert min(float(text.attrib["font-size"]) for text in texts) >= 11.2
        assert max(float(text.attrib["y"]) for text in texts) < 1.4 * width
        assert len(title_lines(each.name, width - 8 * width / 128, 13.2 * width / 128)["lines"]) <= 2


@pytest.mark.parametrize("standalone", [True, False])
def test_a_sign_that_is_not_there_is_refused(standalone: bool) -> None:
    STAGE.set(Stage(sortilege.game("aeydor").folder, standalone))
    with pytest.raises(KeyError):
        place_icon("no such sign", 0, 0, 20)


@pytest.mark.parametrize("standalone", [True, False])
def test_a_card_is_inside_a_picture_that_stands_alone_and_linked_on_a_page(standalone: bool) -> None:
    game = sortilege.game("lizard_wizard")
    STAGE.set(Stage(game.folder, standalone))
    template = environment(game.folder).from_string(
        '{% from "cards.jinja" import card %}{{ card("Barn Owl", 0, 0, 128, icons=["newt"], emblem="sorcery") }}'
    )
    svg = template.render()
    assert ("/art/lizard_wizard/barn-owl.svg?" in svg) is not standalone
    assert ("/static/icons.svg?" in svg) is not standalone
    assert ("<clipPath" in svg) is standalone


def texts_of(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(f'<svg xmlns="x">{svg}</svg>').iter("{x}text")


def tokens() -> dict[str, dict[str, str]]:
    """The colours of the light and of the dark theme."""
    blocks = re.findall(r"\{([^{}]*--paper[^{}]*)\}", STYLE.read_text(encoding="utf-8"))
    themes = [dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for block in blocks]
    return {"light": themes[0], "dark": themes[0] | themes[-1]}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "paper2", "sheet", "card", "soft"])
@pytest.mark.parametrize("text", ["ink", "faint", "accent", "good", "bad", "gold-text"])
def test_texts_are_read_on_every_ground(theme: str, ground: str, text: str) -> None:
    colours = tokens()[theme]
    assert contrast(colours[text], colours[ground]) >= READABLE


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_of_buttons_seats_and_dark_cards_are_read(theme: str) -> None:
    colours = tokens()[theme]
    pairs = [("#ffffff", colours[f"seat{seat}"]) for seat in range(4)]
    pairs += [("#241b33", colours[f"seat{seat}"]) for seat in (4, 5)]
    pairs += [(colours["accent-ink"], colours["accent"])]
    pairs += [("#f3ead6", colours["card-dark"]), ("#cbbfdd", colours["card-dark"])]
    pairs += [("#ffffff", "#2a6fb0"), ("#ffffff", "#0f6a9c"), ("#241b33", "#f2b93b")]
    assert min(contrast(one, other) for one, other in pairs) >= READABLE


def test_covers_are_there_for_links() -> None:
    for name in ("cover", *(f"cover-{game}" for game in sortilege.games())):
        cover = Path(sortilege.__file__).parent / "table" / "web" / "static" / f"{name}.png"
        data = cover.read_bytes()
        assert data[1:4] == b"PNG"
        assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1200, 630)
        assert len(data) < 70_000
