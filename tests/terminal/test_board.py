"""Of a table that was shown before, what has changed."""

from collections import Counter

import pytest
from rich.console import Console
from rich.table import Table
from rich.text import Text

import kit
import sortilege
from sortilege.conformance import cases
from sortilege.terminal import board
from sortilege.terminal.board import CHANGED, WORD, lines_of

CONSOLE = Console(width=80, highlight=False)


def changes(before: list[Text], after: list[Text]) -> list[Text]:
    return board.changes(before, after, CONSOLE.width)


def lines(text: str) -> list[Text]:
    return [Text(line) for line in text.splitlines()]


def marked(line: Text) -> list[str]:
    return [line.plain[span.start : span.end] for span in line.spans if span.style == CHANGED]


def supply(*rows: tuple[str, str], title: str = "Supply") -> list[Text]:
    table = Table("", "left", title=title)
    for row in rows:
        table.add_row(*row)
    return lines_of(CONSOLE, table)


def test_a_row_is_shown_below_the_head_of_its_table() -> None:
    shown = changes(supply(("Horn", "29"), ("Newt", "27")), supply(("Horn", "29"), ("Newt", "26")))
    assert [WORD.findall(line.plain) for line in shown] == [["Supply"], ["left"], ["Newt", "26"]]
    assert [marked(line) for line in shown] == [[], [], ["26"]]


def test_a_wider_column_alone_is_no_change() -> None:
    before, after = (("Horn", "29"), ("Newt", "27")), (("Horn", "29"), ("Newt (active)", "27"))
    assert [WORD.findall(line.plain) for line in changes(supply(*before), supply(*after))][2:] == [
        ["Newt", "(active)", "27"]
    ]


def test_an_indented_line_is_shown_below_the_one_it_belongs_to() -> None:
    before = lines("You: 3 gems\n  Hush 2 casts\ngreedy: 1 gem\n  Echo 3 casts\n  Burrow 1 cast")
    after = lines("You: 3 gems\n  Hush 2 casts\ngreedy: 1 gem\n  Echo 2 casts\n  Burrow 1 cast")
    assert [line.plain for line in changes(before, after)] == ["greedy: 1 gem", "  Echo 2 casts"]


def test_a_text_that_is_only_wrapped_elsewhere_has_not_changed() -> None:
    before = lines("Round 1\nTowers\nTake a spell\non offer for nothing\nSpells\nNone\nItems\nNone")
    after = lines("Round 2\nTowers\nTake\na spell on offer\nfor nothing\nSpells\nNone\nItems\nNone")
    assert [line.plain for line in changes(before, after)] == ["Round 2"]


def test_a_piece_is_marked_where_it_is_now_and_where_it_was() -> None:
    before = lines("Round 1\n = . o Fs Fp . =\n  . = . . . . = .\n  . = . = . = .\n = = = =")
    after = lines("Round 1\n = . o o Fp . =\n  . = . Fs . . = .\n  . = . = . = .\n = = = =")
    assert [marked(line) for line in changes(before, after)] == [[], ["o"], ["Fs"]]


def test_what_is_gone_shows_where_it_was() -> None:
    before = lines("Ocean: You, greedy\nDesert: adept\nForest: nobody\nCave: nobody")
    after = lines("Ocean: You,\nDesert: adept\nForest: nobody\nCave: nobody")
    assert [line.plain for line in changes(before, after)] == ["Ocean: You,"]


def test_nothing_is_shown_of_what_is_the_same_and_all_where_most_is_new() -> None:
    before, after = lines("Round 1\nTowers\nNone"), lines("Round 2\nSpells\nNone")
    assert changes(before, before) == []
    assert [line.plain for line in changes(before, after)] == ["Round 2", "Spells", "None"]


def test_a_text_of_several_lines_is_shown_whole() -> None:
    stolen = "The Warmage: next he steals {}. Stolen: " + ", ".join(["Death Potion"] * 12)
    before, after = (
        [*lines("Round 1\n+ points\n" * 9), *lines_of(CONSOLE, Text(stolen.format(place))), *lines("You: 3 gems")]
        for place in ("a1", "d4")
    )
    shown = changes(before, after)
    assert [line.plain for line in shown] == [line.plain for line in after if "Potion" in line.plain]
    assert [marked(line) for line in shown] == [["d4."], [], []]


@pytest.mark.parametrize("name", sortilege.games())
def test_nothing_new_is_left_out_and_little_else_is_shown(name: str) -> None:
    case = cases(sortilege.game(name))[-1]
    names = [f"player {seat}" for seat in range(case.seats)]
    before: list[Text] = []
    parts = []
    for state, _ in kit.walk(case.start(), 7, 120):
        after = lines_of(CONSOLE, case.game.words.draw(state.view(0), names))
        shown = Counter(line.plain for line in changes(before, after))
        assert shown <= Counter(line.plain for line in after)
        left_out = (Counter(line.plain for line in after) - shown).elements()
        known = Counter(word for line in before for word in WORD.findall(line.plain))
        assert Counter(word for line in left_out for word in WORD.findall(line)) <= known
        parts.append(shown.total() / len(after))
        before = after
    assert sum(parts[1:]) / len(parts) < 0.4
