"""Drawings over HTTP: cards, signs, doors and banners, kept by browsers for ever."""

import gzip
from pathlib import Path

import pytest
from jinja2 import Environment

import sortilege
from house import House, wait_for
from sortilege.engine.art import ICONS, edition, gallery, scene_svg
from sortilege.engine.panels import STYLE, environment, plan_of
from sortilege.table.web import render

ON_A_TABLE = 40
"""As many pictures of cards as a table shows at once, mats and all."""
MOST_BYTES = 250_000
POSTERS = ("door", "tile", "front", "cover", "banner")


@pytest.mark.parametrize("name", sortilege.games())
def test_all_cards_and_posters_are_served(house: House, name: str) -> None:
    slugs = [art.slug for art in gallery(sortilege.game(name).folder).cards.values()]
    with house.stranger() as client:
        for slug in [*slugs, *POSTERS]:
            answer = client.get(f"/art/{name}/{slug}.svg?{edition()}")
            assert answer.status_code == 200, slug
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.text.startswith("<svg")


def test_motifs_stand_alone(house: House) -> None:
    with house.stranger() as client:
        tutor = client.get("/art/motifs/conjurer.svg?skin=plum&wears=monocle&flip=1")
        assert "scale(-1" in tutor.text
        assert tutor.text != client.get("/art/motifs/conjurer.svg").text
        assert client.get("/art/motifs/dragon.svg").status_code == 404
        assert client.get("/art/motifs/owl.svg?tint=beige").status_code == 404


def test_what_is_packed_is_smaller_and_the_same(house: House) -> None:
    address = "/art/lizard_wizard/barn-owl.svg"
    with house.stranger() as client:
        packed = client.get(address, headers={"accept-encoding": "gzip"})
        plain = client.get(address, headers={"accept-encoding": "identity"})
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2


def test_icons_are_served_as_one_file(house: House) -> None:
    with house.stranger() as client:
        answer = client.get(f"/static/icons.svg?{edition()}")
    assert 'id="i-mana"' in answer.text
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("address", ["true_wizard/no-such-card", "no_such_game/door", "true_wizard/banner"])
def test_what_is_not_there_is_not_found(house: House, address: str) -> None:
    with house.stranger() as client:
        answer = client.get(f"/art/{address}.svg?colour=beige")
    assert answer.status_code == 404


def test_a_banner_has_the_cards_of_who_has_won(house: House) -> None:
    with house.stranger() as client:
        kept = client.get("/art/lizard_wizard/banner.svg?colour=seat1").text
        own = client.get("/art/lizard_wizard/banner.svg?colour=seat1&cards=barn-owl,mossback-ned,no-such-card").text
        lost = client.get("/art/lizard_wizard/banner.svg?colour=seat1&won=no").text
    assert kept != own
    assert lost.count("<rect") < kept.count("<rect")


@pytest.mark.parametrize("name", sortilege.games())
def test_a_table_with_all_that_it_loads_is_small(house: House, name: str) -> None:
    """Packed: the page, styles and scripts, the signs, and the largest pictures of its game."""
    anna = house.person("Anna")
    seats = sortilege.game(name).seat_range.stop - 1
    table = anna.make(name, ["me", *["bot:random"] * (seats - 1)])
    static = Path(render.__file__).with_name("static")
    files = [ICONS, STYLE, *static.glob("*.js"), *static.glob("*.css"), *static.glob("*.svg")]
    folder = sortilege.game(name).folder
    pictures = sorted(len(gzip.compress(scene_svg(folder, card).encode())) for card in gallery(folder).cards)
    page = gzip.compress(anna.client.get(f"/tables/{table}").content)
    others = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert len(page) + others + sum(pictures[-ON_A_TABLE:]) < MOST_BYTES


def test_templates_are_compiled_before_anybody_opens_a_page(house: House) -> None:
    folders = [sortilege.game(name).folder for name in sortilege.games()]
    wait_for(lambda: all(panels_of(folder) <= compiled(environment(folder)) for folder in folders))
    wait_for(lambda: "table.html" in compiled(render.templates()))


def panels_of(folder: Path) -> set[str]:
    return {f"{kind.name}.svg.jinja" for kind in plan_of(folder).kinds}


def compiled(templates: Environment) -> set[str]:
    return {name for _, name in templates.cache} if templates.cache else set()
