"""A suggestion for a word that was not understood."""

import difflib
from collections.abc import Collection, Iterable

SHORTEST = 4


def nearest(word: str, known: Iterable[str]) -> str:
    """', did you mean …?' without its question mark, or nothing where nothing is near."""
    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}" if found else ""


def mended(word: str, known: Collection[str]) -> str:
    """The known word that was misspelt; numbers, names of places and short words are never taken for others."""
    if word in known or len(word) < SHORTEST or not word.isalpha():
        return word
    found = difflib.get_close_matches(word, [each for each in known if each.isalpha()], n=1, cutoff=0.75)
    return found[0] if found else word
