"""A suggestion for a word that was not understood."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """', did you mean …?' without its question mark, or nothing where nothing is near."""
    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}" if found else ""
