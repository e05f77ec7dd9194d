"""Reads content.toml, checks it, and builds the cards as typed tables."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content

# What cards do.
PILGRIMAGE: Final = 0
TRAINING: Final = 1
CELERITY: Final = 2
MIRROR: Final = 3
SANCTUARY: Final = 4
HURRY: Final = 5
EXCHANGE: Final = 6
WATCH: Final = 7
RETREAT: Final = 8
LOSS: Final = 9
TELEPORTER: Final = 10
PETRIFICATION: Final = 11
BURDEN: Final = 12
HOMESICK: Final = 13
SILENCE: Final = 14
CONTROL: Final = 15
TWINS: Final = 16
SMITE: Final = 17
NECROMANCY: Final = 18
THIEVERY: Final = 19
PICK: Final = 20
SWAP: Final = 21
CARPET: Final = 22
BOOTS: Final = 23
CLAIRVOYANCE: Final = 24
FREEZE: Final = 25
SHOES: Final = 26
SHIELD: Final = 27
GHOST: Final = 28
EFFECTS: Final = {
    "pilgrimage": PILGRIMAGE,
    "training": TRAINING,
    "celerity": CELERITY,
    "mirror": MIRROR,
    "sanctuary": SANCTUARY,
    "hurry": HURRY,
    "exchange": EXCHANGE,
    "watch": WATCH,
    "retreat": RETREAT,
    "loss": LOSS,
    "teleporter": TELEPORTER,
    "petrification": PETRIFICATION,
    "burden": BURDEN,
    "homesick": HOMESICK,
    "silence": SILENCE,
    "control": CONTROL,
    "twins": TWINS,
    "smite": SMITE,
    "necromancy": NECROMANCY,
    "thievery": THIEVERY,
    "pick": PICK,
    "swap": SWAP,
    "carpet": CARPET,
    "boots": BOOTS,
    "clairvoyance": CLAIRVOYANCE,
    "freeze": FREEZE,
    "shoes": SHOES,
    "shield": SHIELD,
    "ghost": GHOST,
}
STRIKING: Final = ("retreat", "loss", "teleporter", "petrification", "burden", "homesick", "silence")
COUNTED: Final = ("hurry", "burden", "pick", "shoes", "ghost")


class Card(NamedTuple):
    key: str
    name: str
    text: str
    deck: str
    effect: str
    amount: int
    copies: int
    source: str
    strikes: bool


CONTENT: Final = Content.read(Path(__file__).parent)


def read_card(entry: dict[str, Any]) -> Card:
    card = Card(
        entry["key"], entry["name"], entry["text"], entry["deck"], entry["effect"],
        entry.get("amount", 0), entry["copies"], entry["source"], entry.get("strikes", False),
    )  # fmt: skip
    CONTENT.word(entry, "effect", EFFECTS)
    CONTENT.word(entry, "deck", ("temple", "combat"))
    CONTENT.number(entry, "copies", 1, 62)
    rules = (
        (card.strikes == (card.effect in STRIKING), f"strikes = true goes with {', '.join(STRIKING)} alone"),
        (card.deck == "temple" or not card.strikes, "only Temple Cards strike"),
        ((card.amount > 0) == (card.effect in COUNTED), f"an amount above 0 goes with {', '.join(COUNTED)} alone"),
    )
    for kept, rule in rules:
        CONTENT.want(kept, f"{card.key}: {rule}")
    return card


def read_cards(entries: list[dict[str, Any]]) -> tuple[Card, ...]:
    cards = tuple(read_card(entry) for entry in entries)
    CONTENT.different([card.key for card in cards], "cards")
    decks = [card.deck for card in cards]
    CONTENT.want(decks == sorted(decks, reverse=True), "Temple Cards come first, then Combat Cards")
    CONTENT.want(sum(card.copies for card in cards) <= 62, "at most 62 cards")
    return cards


def read_order(order: list[str], founders: dict[str, str]) -> tuple[str, ...]:
    """The elements clockwise."""
    CONTENT.want(len(order) == 6 and sorted(order) == sorted(founders), "board.order names the six elements once each")
    return tuple(order)


def read_rings(rings: dict[str, int], inside: int) -> dict[int, int]:
    """How many rings the board has, by seats."""
    for number in rings.values():
        fits = number % 2 == 0 and inside % 2 == 0 and 2 <= number - inside < number
        CONTENT.want(fits, "rings and school_inside_rim are even, and Schools lie on a ring from the second on")
    return {int(seats): number for seats, number in rings.items()}


def read_lineups(lineups: dict[str, list[str]]) -> dict[int, tuple[int, ...]]:
    """The usual element of each seat, by seats."""
    for seats, names in lineups.items():
        CONTENT.want(len(set(names)) == int(seats), f"board.elements: {seats} different elements for {seats} players")
    return {int(seats): tuple(map(NAMES.index, names)) for seats, names in lineups.items()}


TABLE: Final = CONTENT["table"]
TURN: Final = CONTENT["turn"]
ROUNDS: Final = CONTENT["rounds"]
BOARD: Final = CONTENT["board"]
SHAPES: Final[tuple[str, ...]] = tuple(CONTENT["wizards"]["shapes"])
FOUNDERS: Final[dict[str, str]] = {entry["name"]: entry["founder"] for entry in CONTENT["element"]}
NAMES: Final = read_order(BOARD["order"], FOUNDERS)
CARDS: Final = read_cards(CONTENT["card"])

SEATS: Final = range(TABLE["seats"][0], TABLE["seats"][1] + 1)
MINUTES: Final[str] = TABLE["minutes"]
MOVEMENT: Final[int] = TURN["movement"]
ROUND_LIMIT: Final[int] = ROUNDS["limit"]
MOST_ROUNDS: Final[int] = ROUNDS["most"]
FIRST: Final = NAMES.index(BOARD["first"])

DESIGNS: Final = len(CARDS)
TEMPLE_DESIGNS: Final = sum(card.deck == "temple" for card in CARDS)
TEMPLE_CARDS: Final = sum(card.copies for card in CARDS if card.deck == "temple")
COMBAT_CARDS: Final = sum(card.copies for card in CARDS if card.deck == "combat")
BELOW: Final = sum(card.copies * (card.amount - 1) for card in CARDS if card.effect == "pick")
"""The most cards that can lie below the Combat deck."""
COPIES: Final = vec[i64]([card.copies for card in CARDS])
AMOUNT: Final = vec[i64]([card.amount for card in CARDS])
EFFECT: Final = vec[i64]([EFFECTS[card.effect] for card in CARDS])
STRIKES: Final = vec[i64]([int(card.strikes) for card in CARDS])


def printed(effect: str) -> int:
    """What all cards of an effect add up to: their amounts, or how many there are of those without."""
    return sum(card.copies * max(card.amount, 1) for card in CARDS if card.effect == effect)


INSIDE: Final[int] = BOARD["school_inside_rim"]
RINGS: Final = read_rings(BOARD["rings"], INSIDE)
LINEUP: Final = read_lineups(BOARD["elements"])
CONTENT.want(set(SEATS) == set(RINGS) == set(LINEUP), "board.rings and board.elements are given for all seats")
