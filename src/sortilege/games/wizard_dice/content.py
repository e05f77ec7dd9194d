"""The numbers and cards of the dice game, read from content.toml and checked."""

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

SOURCES: Final = ("rulebook", "public", "designed")
CARD_KEYS: Final = {
    "name", "text", "source", "wizards", "factor", "fixed", "first_roll", "set_dice", "least", "extra", "jesters",
    "cross", "rolls", "sealed",
}  # fmt: skip

DATA: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
CARDS: Final[list[dict[str, Any]]] = DATA["card"]
ROUNDS: Final[list[dict[str, Any]]] = [*CARDS, {}]  # the last: a round without a card
FACES: Final[list[str]] = [face["name"] for face in DATA["face"]]

for entry in [DATA, *CARDS, *DATA["face"]]:
    if entry.get("source") not in SOURCES:
        raise ValueError(f"content.toml: {entry.get('name', 'the game')} needs a source, one of {SOURCES}")
for card in CARDS:
    if unknown := set(card) - CARD_KEYS:
        raise ValueError(f"content.toml: card {card.get('name')} has {sorted(unknown)}, which no rule knows")
if len(FACES) != 6 or FACES[4:] != ["wizard", "jester"]:
    raise ValueError("content.toml: a die has four colours, a wizard and a jester, in this order")


def words(key: str, *known: str) -> vec[i64]:
    """One number a card: 0 where it has nothing under this key, else 1 for the first of the known words, and so on."""
    return vec[i64]([(known.index(card[key]) + 1 if key in card else 0) for card in ROUNDS])


def numbers(key: str, plain: int) -> vec[i64]:
    return vec[i64]([int(card.get(key, plain)) for card in ROUNDS])


COLOURS: Final = tuple(FACES[:4])
FOLK: Final = tuple(face.get("folk", "") for face in DATA["face"])
CARD_NAMES: Final = tuple(card["name"] for card in CARDS)
CARD_TEXTS: Final = tuple(card["text"] for card in CARDS)
GOALS: Final = tuple(DATA["goals"])
SEATS: Final = range(DATA["seats"][0], DATA["seats"][1] + 1)
MINUTES: Final[str] = DATA["minutes"]
DICE: Final[int] = DATA["dice"]
ROLLS: Final[int] = DATA["rolls"]
COLUMNS: Final[int] = DATA["columns"]
BONUS: Final[int] = DATA["bonus"]

NO_CARD: Final[int] = len(CARDS)
FACTOR: Final = numbers("factor", 1)
EXTRA: Final = numbers("extra", 0)
LEAST: Final = numbers("least", 1)
SET_DICE: Final = numbers("set_dice", 0)
SEALED: Final = numbers("sealed", 0)
CROSS: Final = numbers("cross", 0)
WIZARDS: Final = words("wizards", "all", "none")
FIXED: Final = words("fixed", *FACES)
FIRST_ROLL: Final = words("first_roll", "early", "set")
JESTERS: Final = words("jesters", "join", "match")
ROLL_RULE: Final = words("rolls", "prediction")
