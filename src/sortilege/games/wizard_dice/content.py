"""The numbers and cards of the dice game, read from content.toml and checked."""

from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content

LAYOUT: Final = {"dice": 7, "columns": 5}  # moves are numbered for these
FACE_NAMES: Final = ("blue", "green", "yellow", "red", "wizard", "jester")

# What the Magic Cards say.
ALL_WIZARDS: Final = 1
NO_WIZARDS: Final = 2
EARLY: Final = 1
SET_FIRST: Final = 2
JOIN: Final = 1
MATCH: Final = 2
BY_PREDICTION: Final = 1

# What a card may change: words that the rules know, numbers that they can play with.
WORDS: Final[dict[str, dict[str, int]]] = {
    "wizards": {"all": ALL_WIZARDS, "none": NO_WIZARDS},
    "fixed": {name: face for face, name in enumerate(FACE_NAMES, 1)},
    "first_roll": {"early": EARLY, "set": SET_FIRST},
    "jesters": {"join": JOIN, "match": MATCH},
    "rolls": {"prediction": BY_PREDICTION},
}
NUMBERS: Final[dict[str, range]] = {
    "factor": range(1, 3),
    "set_dice": range(2, 3),
    "least": range(1, 8),
    "extra": range(8),
    "cross": range(2),
    "sealed": range(2),
}


def check(content: Content) -> None:
    """Refuses content that the rules cannot be played with, saying what is wrong."""
    for key, fixed in LAYOUT.items():
        content.want(content[key] == fixed, f"{key} must be {fixed}")
    faces = tuple(face["name"] for face in content["face"])
    content.want(faces == FACE_NAMES, f"a die has four colours, a wizard and a jester: {', '.join(FACE_NAMES)}")
    for card in content["card"]:
        check_card(content, card)


def check_card(content: Content, card: dict[str, Any]) -> None:
    name = card.get("name")
    content.want(bool(name and card.get("text")), f"the card {name or card} needs a name and a text")

    def want(fits: bool, what: str) -> None:
        content.want(fits, f"{name}: {what}")

    for key in set(card) - {"name", "text", "source"}:
        known = WORDS.get(key) or NUMBERS.get(key)
        want(known is not None, f"{key!r}, which no rule knows")
        want(known is not None and card[key] in known, f"{key} cannot be {card[key]!r}")
    want((card.get("first_roll") == "set") == ("set_dice" in card), 'set_dice belongs to first_roll = "set"')
    early = card.get("first_roll") == "early"
    want(not (early and "fixed" in card), "a second roll that must be made may find only dice that are fixed")
    want(not (card.get("sealed") and card.get("cross")), "crossing out would open a sealed prediction")
    want("least" not in card or early, 'least belongs to first_roll = "early"')


CONTENT: Final = Content.read(Path(__file__).parent)
check(CONTENT)
CARDS: Final[list[dict[str, Any]]] = CONTENT["card"]
ROUNDS: Final[list[dict[str, Any]]] = [*CARDS, {}]  # the last: a round without a card


def words(key: str) -> vec[i64]:
    """One number a card: what its word under this key stands for, or 0 where it has none."""
    return vec[i64]([(WORDS[key][card[key]] if key in card else 0) for card in ROUNDS])


def numbers(key: str, plain: int) -> vec[i64]:
    return vec[i64]([int(card.get(key, plain)) for card in ROUNDS])


COLOURS: Final = FACE_NAMES[:4]
FOLK: Final = tuple(face.get("folk", "") for face in CONTENT["face"])
CARD_NAMES: Final = tuple(card["name"] for card in CARDS)
CARD_TEXTS: Final = tuple(card["text"] for card in CARDS)
GOALS: Final = tuple(CONTENT["goals"])
SEATS: Final = range(CONTENT["seats"][0], CONTENT["seats"][1] + 1)
MINUTES: Final[str] = CONTENT["minutes"]
DICE: Final[int] = CONTENT["dice"]
ROLLS: Final[int] = CONTENT["rolls"]
COLUMNS: Final[int] = CONTENT["columns"]
BONUS: Final[int] = CONTENT["bonus"]

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
