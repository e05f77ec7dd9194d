"""Tables in Markdown, as guides and docs have them."""

from collections.abc import Iterable, Iterator, Sequence


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def heading(first: str, *others: str) -> str:
    """The two lines above the rows of a table, whose numbers stand on the right."""
    return f"{row(first, *others)}\n|---|{'--:|' * len(others)}"


def table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A whole table, with room below it."""
    yield heading(*names)
    yield from (row(*cells) for cells in rows)
    yield ""


def tenths(values: Iterable[int]) -> str:
    """What a tenth, half and nine tenths of the values stay below or reach."""
    ordered = sorted(values)
    return " / ".join(str(ordered[len(ordered) * part // 10]) for part in (1, 5, 9))
