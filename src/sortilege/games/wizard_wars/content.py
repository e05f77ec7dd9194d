"""Reads content.toml, checks it, and builds the board and the decks as typed tables."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from librt.vecs import append, vec
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
DIRECTIONS: Final = ("nw", "ne", "e", "se", "sw", "w")  # clockwise; the corners of the board lie this way too
NONE: Final = -1


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


class Element(NamedTuple):
    name: str
    founder: str


CONTENT: Final = Content.read(Path(__file__).parent)


def want_of_card(fits: bool, card: Card, what: str) -> None:
    CONTENT.want(fits, f"{card.key}: {what}")


def read_card(entry: dict[str, Any]) -> Card:
    card = Card(
        entry["key"], entry["name"], entry["text"], entry["deck"], entry["effect"],
        entry.get("amount", 0), entry["copies"], entry["source"], entry.get("strikes", False),
    )  # fmt: skip
    CONTENT.word(entry, "effect", EFFECTS)
    CONTENT.word(entry, "deck", ("temple", "combat"))
    want_of_card(
        card.strikes == (card.effect in STRIKING), card, f"strikes = true goes with {', '.join(STRIKING)} alone"
    )
    want_of_card(not card.strikes or card.deck == "temple", card, "only Temple Cards strike")
    counted = f"an amount above 0 goes with {', '.join(COUNTED)} alone"
    want_of_card((card.amount > 0) == (card.effect in COUNTED), card, counted)
    CONTENT.number(entry, "copies", 1, 62)
    return card


def read_cards(entries: list[dict[str, Any]]) -> tuple[Card, ...]:
    cards = tuple(read_card(entry) for entry in entries)
    CONTENT.different([card.key for card in cards], "cards")
    decks = [card.deck for card in cards]
    CONTENT.want(decks == sorted(decks, reverse=True), "Temple Cards come first, then Combat Cards")
    CONTENT.want(sum(card.copies for card in cards) <= 62, "at most 62 cards")
    return cards


def read_elements(entries: list[dict[str, Any]], order: list[str]) -> tuple[Element, ...]:
    elements = tuple(Element(entry["name"], entry["founder"]) for entry in entries)
    named = len(order) == 6 and sorted(order) == sorted(element.name for element in elements)
    CONTENT.want(named, "board.order names the six elements once each")
    return tuple(sorted(elements, key=lambda element: order.index(element.name)))


TABLE: Final = CONTENT["table"]
TURN: Final = CONTENT["turn"]
ROUNDS: Final = CONTENT["rounds"]
BOARD: Final = CONTENT["board"]
SHAPES: Final[tuple[str, ...]] = tuple(CONTENT["wizards"]["shapes"])
ELEMENTS: Final = read_elements(CONTENT["element"], BOARD["order"])
NAMES: Final = tuple(element.name for element in ELEMENTS)
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

RINGS: Final[dict[int, int]] = {int(seats): rings for seats, rings in BOARD["rings"].items()}
LINEUP: Final = {int(seats): tuple(map(NAMES.index, names)) for seats, names in BOARD["elements"].items()}
INSIDE: Final[int] = BOARD["school_inside_rim"]
WIDEST: Final = max(RINGS.values())
for seats in SEATS:
    even = RINGS[seats] % 2 == 0 and INSIDE % 2 == 0 and 2 <= RINGS[seats] - INSIDE < RINGS[seats]
    CONTENT.want(even, "rings and school_inside_rim are even, and the School lies on a ring of its own from the second")
    CONTENT.want(len(set(LINEUP[seats])) == seats, f"board.elements: {seats} different elements for {seats} players")


# The board. Spaces are numbered in a spiral: the Temple is 0, then ring after ring, each clockwise from its
# north-western corner. A smaller board is the beginning of a larger one.


def ring_start(ring: int) -> int:
    return 1 + 3 * ring * (ring - 1) if ring else 0


def space(ring: int, place: int) -> int:
    return ring_start(ring) + place % (6 * ring) if ring else 0


def spaces(rings: int) -> int:
    return ring_start(rings + 1)


ALONG: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # axial steps (right, down), by direction


def coordinates() -> list[tuple[int, int]]:
    found = [(0, 0)]
    for ring in range(1, WIDEST + 1):
        for place in range(6 * ring):
            corner, side = divmod(place, ring)
            (right, down), (on_right, on_down) = ALONG[corner], ALONG[(corner + 2) % 6]
            found.append((right * ring + on_right * side, down * ring + on_down * side))
    return found


def table(rows: list[list[int]]) -> vec[vec[i64]]:
    result = vec[vec[i64]]()
    for row in rows:
        result = append(result, vec[i64](row))
    return result


WHERE: Final = coordinates()
NUMBER: Final = {where: number for number, where in enumerate(WHERE)}
STEPS: Final = [
    [NUMBER.get((right + on_right, down + on_down), NONE) for on_right, on_down in ALONG] for right, down in WHERE
]
TOWARDS: Final = table(STEPS)  # by space and direction: the next space or NONE
NEIGHBOURS: Final = table([sorted(number for number in row if number != NONE) for row in STEPS])


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    right, down = one[0] - other[0], one[1] - other[1]
    return max(abs(right), abs(down), abs(right + down))


DISTANCE: Final = table([[distance(one, other) for other in WHERE] for one in WHERE])
RING: Final = vec[i64]([distance((0, 0), where) for where in WHERE])


def territory_of(number: int) -> int:
    """The element whose territory this space is in; the Temple and the walls are in none."""
    ring = int(RING[number])
    if ring == 0:
        return NONE
    element, side = divmod(number - ring_start(ring), ring)
    return element if side else NONE


def wall_of(number: int) -> int:
    """The element that owns this wall space: the territory that ends at it, going clockwise."""
    ring = int(RING[number])
    if ring == 0 or (number - ring_start(ring)) % ring:
        return NONE
    return ((number - ring_start(ring)) // ring - 1) % 6


TERRITORY: Final = vec[i64]([territory_of(number) for number in range(len(WHERE))])
WALL: Final = table([[space(ring, (element + 1) * ring) for ring in range(WIDEST + 1)] for element in range(6)])


def school(rings: int, element: int) -> int:
    ring = rings - INSIDE
    return space(ring, element * ring + ring // 2)


def starts(rings: int, element: int) -> list[int]:
    middle = element * rings + rings // 2
    return [space(rings, middle + side) for side in (-1, 0, 1)]


def school_at(rings: int, number: int) -> int:
    places = [school(rings, element) for element in range(6)]
    return places.index(number) if number in places else NONE


ALL_RINGS: Final = range(WIDEST + 1)
SIZES: Final = set(RINGS.values())
SCHOOL: Final = table(
    [[school(rings, element) for element in range(6)] if rings in SIZES else [] for rings in ALL_RINGS]
)
SCHOOL_AT: Final = table(
    [[school_at(rings, number) for number in range(len(WHERE))] if rings in SIZES else [] for rings in ALL_RINGS]
)
STARTS: Final = table([starts(rings, element) if rings in SIZES else [] for rings in ALL_RINGS for element in range(6)])
SPACES: Final = vec[i64]([spaces(rings) for rings in ALL_RINGS])
WIDEST_SPACES: Final = spaces(WIDEST)
RINGS_FOR: Final = vec[i64]([RINGS.get(seats, NONE) for seats in range(7)])
