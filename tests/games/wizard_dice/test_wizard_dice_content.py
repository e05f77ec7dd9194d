"""Content that the rules cannot be played with is refused."""

import copy
from typing import Any

import pytest

from sortilege.engine.content import Content
from sortilege.games.wizard_dice import content


def changed(card: int | None, **entries: Any) -> dict[str, Any]:
    """The content with other entries, in a card from 1 to 10 or in the game."""
    data = copy.deepcopy(content.CONTENT.data)
    (data if card is None else data["card"][card - 1]).update(entries)
    return data


def accept(data: dict[str, Any]) -> None:
    content.check(Content("wizard_dice", data))


def test_what_is_there_is_accepted() -> None:
    content.check(content.CONTENT)
    accept(changed(3, least=4, name="Second Sight"))
    accept(changed(7, extra=1))


@pytest.mark.parametrize(
    ("card", "entries", "said"),
    [
        (None, {"dice": 6}, "dice must be 7"),
        (None, {"columns": 6}, "columns must be 5"),
        (None, {"source": "hearsay"}, "no source, .* is given for source"),
        (None, {"face": []}, "four colours"),
        (1, {"source": "hearsay"}, "Rainbow Wizards"),
        (1, {"text": ""}, "needs a name and a text"),
        (1, {"wizards": "some"}, "wizards cannot be 'some'"),
        (1, {"factor": 3}, "factor cannot be 3"),
        (1, {"wings": 2}, "'wings', which no rule knows"),
        (2, {"fixed": "purple"}, "fixed cannot be 'purple'"),
        (2, {"least": 3}, "least belongs to"),
        (4, {"set_dice": 3}, "set_dice cannot be 3"),
        (5, {"set_dice": 2}, "set_dice belongs to"),
        (3, {"fixed": "jester"}, "may find only dice that are fixed"),
        (10, {"cross": True}, "crossing out would open"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(card: int | None, entries: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        accept(changed(card, **entries))
