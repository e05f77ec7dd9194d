"""The numbers and cards of the dice game, read from content.toml and checked."""

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

SOURCES: Final = ("rulebook", "public", "designed")
LAYOUT: Final = {"dice": 7, "columns": 5}  # moves are numbered for these

DATA: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
CARDS: Final[list[dict[str, Any]]] = DATA["card"]
ROUNDS: Final[list[dict[str, Any]]] = [*CARDS, {}]  # the last: a round without a card
FACES: Final[list[str]] = [face["name"] for face in DATA["face"]]

# What a card may change: words that the rules know, numbers that they can play with.
WORDS: Final[dict[str, list[str]]] = {
    "wizards": ["all", "none"],
    "fixed": FACES,
    "first_roll": ["early", "set"],
    "jesters": ["join", "match"],
    "rolls": ["prediction"],
}
NUMBERS: Final[dict[str, range]] = {
    "factor": range(1, 3),
    "set_dice": range(2, 3),
    "least": range(1, 8),
    "extra": range(8),
    "cross": range(2),
    "sealed": range(2),
}


def want(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(f"content.toml of wizard_dice: {what}")


def check(data: dict[str, Any]) -> None:
    """Refuses content that the rules cannot be played with, saying what is wrong."""
    for entry in [data, *data["card"], *data["face"]]:
        want(entry.get("source") in SOURCES, f"{entry.get('name', 'the game')} needs a source, one of {SOURCES}")
    for key, number in LAYOUT.items():
        want(data[key] == number, f"{key} must be {number}")
    faces = [face["name"] for face in data["face"]]
    want(len(faces) == 6 and faces[4:] == ["wizard", "jester"], "a die has four colours, a wizard and a jester")
    for card in data["card"]:
        check_card(card)


def check_card(card: dict[str, Any]) -> None:
    name = card.get("name")
    want(bool(name and card.get("text")), f"the card {name or card} needs a name and a text")
    for key in set(card) - {"name", "text", "source"}:
        known = WORDS.get(key) or NUMBERS.get(key)
        want(known is not None, f"{name} has {key!r}, which no rule knows")
        want(known is not None and card[key] in known, f"{name}: {key} cannot be {card[key]!r}")
    want((card.get("first_roll") == "set") == ("set_dice" in card), f'{name}: set_dice belongs to first_roll = "set"')
    early = card.get("first_roll") == "early"
    want(not (early and "fixed" in card), f"{name}: a second roll that must be made may find only dice that are fixed")
    want(not (card.get("sealed") and card.get("cross")), f"{name}: crossing out would open a sealed prediction")
    want("least" not in card or early, f'{name}: least belongs to first_roll = "early"')


check(DATA)


def words(key: str) -> vec[i64]:
    """One number a card: 0 where it has nothing under this key, else 1 for the first of the known words, and so on."""
    return vec[i64]([(WORDS[key].index(card[key]) + 1 if key in card else 0) for card in ROUNDS])


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
WIZARDS: Final = words("wizards")
FIXED: Final = words("fixed")
FIRST_ROLL: Final = words("first_roll")
JESTERS: Final = words("jesters")
ROLL_RULE: Final = words("rolls")
