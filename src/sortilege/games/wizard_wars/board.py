"""The board: which spaces there are, how they hang together, and what is printed on them.

Spaces are numbered in a spiral: the Temple is 0, then ring after ring, each clockwise from its north-western corner. A
smaller board is the beginning of a larger one.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.games.wizard_wars.content import INSIDE, RINGS

SIDES: Final = 6
DIRECTIONS: Final = ("nw", "ne", "e", "se", "sw", "w")  # clockwise; the corners of the board lie this way too
ALONG: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # axial steps (right, down), by direction
NONE: Final = -1
WIDEST: Final = max(RINGS.values())

Place = tuple[int, int]
"""Steps to the right and down from the Temple."""


def ring_start(ring: int) -> int:
    """The first space of a ring."""
    return 1 + 3 * ring * (ring - 1) if ring else 0


def space_at(ring: int, number: int) -> int:
    """The space that lies so many clockwise on a ring."""
    return ring_start(ring) + number % (SIDES * ring) if ring else 0


def spaces(rings: int) -> int:
    """How many spaces a board has."""
    return ring_start(rings + 1)


def places() -> list[Place]:
    """Where every space lies."""
    found = [(0, 0)]
    for ring in range(1, WIDEST + 1):
        for number in range(SIDES * ring):
            corner, side = divmod(number, ring)
            (right, down), (on_right, on_down) = ALONG[corner], ALONG[(corner + 2) % SIDES]
            found.append((right * ring + on_right * side, down * ring + on_down * side))
    return found


def distance(one: Place, other: Place) -> int:
    right, down = one[0] - other[0], one[1] - other[1]
    return max(abs(right), abs(down), abs(right + down))


def table(rows: list[list[int]]) -> vec[vec[i64]]:
    result = vec[vec[i64]]()
    for row in rows:
        result = append(result, vec[i64](row))
    return result


# How the spaces hang together.
WHERE: Final = places()
NUMBER: Final = {place: space for space, place in enumerate(WHERE)}
STEPS: Final = [
    [NUMBER.get((right + on_right, down + on_down), NONE) for on_right, on_down in ALONG] for right, down in WHERE
]
TOWARDS: Final = table(STEPS)  # by space and direction: the next space or NONE
NEIGHBOURS: Final = table([sorted(space for space in row if space != NONE) for row in STEPS])
DISTANCE: Final = table([[distance(one, other) for other in WHERE] for one in WHERE])
RING: Final = vec[i64]([distance((0, 0), place) for place in WHERE])


def territory_of(space: int) -> int:
    """The element whose territory this space is in; the Temple and the walls are in none."""
    ring = int(RING[space])
    if ring == 0:
        return NONE
    element, side = divmod(space - ring_start(ring), ring)
    return element if side else NONE


def wall_of(space: int) -> int:
    """The element that owns this wall space: the territory that ends at it, going clockwise."""
    ring = int(RING[space])
    if ring == 0 or (space - ring_start(ring)) % ring:
        return NONE
    return ((space - ring_start(ring)) // ring - 1) % SIDES


def school(rings: int, element: int) -> int:
    ring = rings - INSIDE
    return space_at(ring, element * ring + ring // 2)


def school_at(rings: int, space: int) -> int:
    """The element whose School this space is on a board of so many rings."""
    found = [element for element in range(SIDES) if school(rings, element) == space]
    return found[0] if found else NONE


def starts(rings: int, element: int) -> list[int]:
    middle = element * rings + rings // 2
    return [space_at(rings, middle + side) for side in (-1, 0, 1)]


# What is printed on them; on the widest board, or by the number of rings.
ALL_RINGS: Final = range(WIDEST + 1)
SIZES: Final = set(RINGS.values())
SPACES: Final = vec[i64]([spaces(rings) for rings in ALL_RINGS])
WIDEST_SPACES: Final = spaces(WIDEST)
TERRITORY: Final = vec[i64]([territory_of(space) for space in range(WIDEST_SPACES)])
WALL: Final = table([[space_at(ring, (element + 1) * ring) for ring in ALL_RINGS] for element in range(SIDES)])
SCHOOL: Final = table(
    [[school(rings, element) for element in range(SIDES)] if rings in SIZES else [] for rings in ALL_RINGS]
)
SCHOOL_AT: Final = table(
    [[school_at(rings, space) for space in range(WIDEST_SPACES)] if rings in SIZES else [] for rings in ALL_RINGS]
)
STARTS: Final = table(
    [starts(rings, element) if rings in SIZES else [] for rings in ALL_RINGS for element in range(SIDES)]
)
RINGS_FOR: Final = vec[i64]([RINGS.get(seats, NONE) for seats in range(max(RINGS) + 1)])
