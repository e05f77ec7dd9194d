"""Every dark item: exactly what it asks for is enough, and less is not."""

import pytest
from true_wizard_kit import GAME, give, items_of, play, refused, table, uncover

from sortilege.games.true_wizard.content import ITEMS, KINDS, SPELLS, Item


def with_spells(item: Item, lacking: int | None = None) -> list[str]:
    """Spells of the kinds that the item names; of one kind one less."""
    names: list[str] = []
    for kind, count in enumerate(item.needs):
        wanted = count - (1 if kind == lacking else 0)
        names += [spell.name for spell in SPELLS if spell.kind == kind][:wanted]
    return names


@pytest.mark.rule(
    "true_wizard:death-potion",
    "true_wizard:phantom-sceptre",
    "true_wizard:whispering-mask",
    "true_wizard:iron-maw",
    "true_wizard:cinder-crown",
    "true_wizard:widows-mirror",
    "true_wizard:bone-flute",
    "true_wizard:drowned-lantern",
    "true_wizard:puppet-strings",
    "true_wizard:storm-cage",
    "true_wizard:tar-heart",
    "true_wizard:maze-of-lies",
    "true_wizard:giants-shackle",
    "true_wizard:black-furnace",
    "true_wizard:book-of-last-breath",
    "true_wizard:throne-of-thorns",
)
@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.name)
def test_what_an_item_needs(item: Item) -> None:
    state = table(2, gems=item.gems)
    uncover(state, "b2", item.name)
    give(state, 0, *with_spells(item))
    play(state, "destroy b2")
    assert items_of(state, 0) == {item.name}
    assert state.view(0)["players"][0]["points_for"]["items"] == item.points
    for kind, count in enumerate(item.needs):
        if count:
            state = table(2, gems=7)
            uncover(state, "b2", item.name)
            give(state, 0, *with_spells(item, lacking=kind))
            assert refused(state, "destroy b2") == "destroy", KINDS[kind]
    if item.gems:
        state = table(2, gems=item.gems - 1)
        uncover(state, "b2", item.name)
        give(state, 0, *with_spells(item))
        assert refused(state, "destroy b2") == "destroy"


def test_the_guide_says_what_the_content_file_says() -> None:
    from sortilege.games.true_wizard.content import slug
    from sortilege.games.true_wizard.words import needs_text, plural

    for item in ITEMS:
        line = GAME.guide.rules[f"true_wizard:{slug(item.name)}"].text
        assert line == f"*{item.name}* needs {needs_text(item)}: {plural(item.points, 'point')}."
    for spell in SPELLS:
        line = GAME.guide.rules[f"true_wizard:{slug(spell.name)}"].text
        assert f"({plural(spell.cost, 'gem')}, {plural(spell.points, 'point')})" in line
