"""The table on the screen: all of it, or only what has changed since it was last shown."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text

WORD = re.compile(r"[^\s─━│┃┏┓└┘├┤┡┩┳┴┼╇]+")
"""What a line says; the lines of tables say nothing, and move when a column grows wider."""
CHANGED = Style(bold=True, reverse=True)
TOP, SIDE, BETWEEN = "┏", "│", "├"
Marks = dict[int, list[re.Match[str]]]
MOST_PART = 0.6
"""If more of the table has changed than that, all of it is shown."""


def lines_of(console: Console, drawing: RenderableType) -> list[Text]:
    """A drawing line by line, as this console shows it."""
    rows = console.render_lines(drawing, pad=False)
    return [Text.assemble(*((part.text, part.style or "") for part in row), no_wrap=True) for row in rows]


def changes(before: Sequence[Text], after: Sequence[Text], width: int) -> list[Text]:
    """The lines that differ, the words that do marked, each with the text or row it is part of and its heading."""
    new = [line.plain for line in after]
    marked = differences([line.plain for line in before], new)
    kept = set(marked)
    for number in marked:
        kept.update(row_of(new, number), text_of(new, number, width), headings(new, number))
    if len(kept) > MOST_PART * len(new):
        kept = set(range(len(new)))
    return [with_marks(after[number], marked.get(number, [])) for number in sorted(kept)]


def differences(old: Sequence[str], new: Sequence[str]) -> Marks:
    """The lines that differ, by their numbers, with their words that do."""
    found: Marks = {}
    was, now = ([tuple(WORD.findall(line)) for line in lines] for lines in (old, new))
    compared = SequenceMatcher(None, was, now, autojunk=False)
    for kind, start, end, first, last in compared.get_opcodes():
        if kind != "equal":
            marks = fewest_marks(old[start:end], new[first:last])
            found.update({first + number: words for number, words in marks.items()})
    return found


def fewest_marks(old: Sequence[str], new: Sequence[str]) -> Marks:
    """Compared line by line, or all words in a row: whichever finds less that differs."""
    ways = [differing_words(old, new)]
    if len(old) == len(new):
        pairs = enumerate(zip(old, new))
        ways.append({number: differing_words([was], [now]).get(0, []) for number, (was, now) in pairs})
    return min(ways, key=lambda marks: sum(map(len, marks.values())))


def differing_words(old: Sequence[str], new: Sequence[str]) -> Marks:
    """The words that differ; one that only stands in another line now, because a text above was longer, does not."""
    was, now = words_of(old), words_of(new)
    compared = SequenceMatcher(None, [word[0] for _, word in was], [word[0] for _, word in now], autojunk=False)
    pairs = {one + step: two + step for one, two, size in compared.get_matching_blocks() for step in range(size)}
    moved = {was[one][0]: now[two][0] for one, two in pairs.items()}
    marks: Marks = {moved[line]: [] for place, (line, _) in enumerate(was) if place not in pairs and line in moved}
    for place in sorted(set(range(len(now))) - set(pairs.values())):
        line, word = now[place]
        marks.setdefault(line, []).append(word)
    return marks


def words_of(lines: Sequence[str]) -> list[tuple[int, re.Match[str]]]:
    """Every word with the number of its line."""
    return [(number, word) for number, line in enumerate(lines) for word in WORD.finditer(line)]


def with_marks(line: Text, words: Sequence[re.Match[str]]) -> Text:
    marked = line.copy()
    for word in words:
        marked.stylize(CHANGED, *word.span())
    return marked


def row_of(lines: Sequence[str], number: int) -> range:
    """The lines of the row of a table that a line is part of, where rows are ruled off from each other."""
    if not lines[number].startswith(SIDE):
        return range(number, number + 1)
    top, end = number, number
    while lines[top - 1].startswith(SIDE):
        top -= 1
    while lines[end + 1].startswith(SIDE):
        end += 1
    ruled = lines[top - 1].startswith(BETWEEN) or lines[end + 1].startswith(BETWEEN)
    return range(top, end + 1) if ruled else range(number, number + 1)


def text_of(lines: Sequence[str], number: int, width: int) -> range:
    """The lines of the text that a line is part of, where it was too long for one."""
    top, end = number, number
    while top and goes_on(lines[top - 1], lines[top], width):
        top -= 1
    while end + 1 < len(lines) and goes_on(lines[end], lines[end + 1], width):
        end += 1
    return range(top, end + 1)


def goes_on(line: str, below: str, width: int) -> bool:
    """Is the line below one text with this one, in which its first word found no room?"""
    text = line.rstrip()
    return text[:1].isalnum() and below[:1].isalnum() and len(f"{text} {below.split()[0]}") > width


def headings(lines: Sequence[str], number: int) -> list[int]:
    """The head of the table that a line is part of, with its title, or the line that it is indented under."""
    if lines[number].startswith(SIDE):
        top = next(above for above in range(number, -1, -1) if lines[above].startswith(TOP))
        title = [top - 1] if top and lines[top - 1].startswith(" ") else []
        return [*title, top + 1]
    if lines[number].startswith(" "):
        return [above for above in range(number - 1, -1, -1) if lines[above][:1].isalnum()][:1]
    return []
