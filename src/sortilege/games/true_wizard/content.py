"""Reads and checks content.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 16
KINDS: Final = ("Spirit", "Mind", "Body", "Element")
SOURCES: Final = ("rulebook", "public", "designed")

# The steps a cast is made of.
NOTHING: Final = 0
GEMS: Final = 1
FILL: Final = 2
LOOK: Final = 3
QUIET: Final = 4
VIGIL: Final = 5
SLEEP: Final = 6
RECLAIM: Final = 7
ECHO: Final = 8
COVER: Final = 9
NAME: Final = 10
SMASH: Final = 11
BOLT: Final = 12
GRASP: Final = 13
UPRIGHT: Final = 14
GUST: Final = 15
BURY: Final = 16
ROB: Final = 17
TITHE: Final = 18
HUSH: Final = 19
GUARD: Final = 20
BARTER: Final = 21
SWAP: Final = 22
UNVEIL: Final = 23

STEPS: Final = (
    "", "gems", "fill", "look", "quiet", "vigil", "sleep", "reclaim", "echo", "cover", "name", "smash", "bolt", "grasp",
    "upright", "gust", "bury", "rob", "tithe", "hush", "guard", "barter", "swap", "unveil",
)  # fmt: skip
SOLO_ONLY: Final = ("quiet", "vigil", "sleep", "reclaim")
SEVERAL_ONLY: Final = ("rob", "tithe", "hush", "guard", "barter", "swap")
MOST_STEPS: Final = 3


class BadContent(ValueError):
    """What is wrong with content.toml."""


@dataclass(frozen=True)
class Cast:
    """What a spell does."""

    text: str
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Spell:
    name: str
    kind: int
    cost: int
    points: int
    solo: Cast
    several: Cast


@dataclass(frozen=True)
class Item:
    """A dark item: what must be held to destroy it, and what that is worth."""

    name: str
    needs: tuple[int, ...]
    gems: int
    points: int


def slug(name: str) -> str:
    """The name as notation writes it."""
    return "".join(letter for letter in name.lower().replace(" ", "-") if letter.isalnum() or letter == "-")


def number(entry: dict[str, Any], key: str, low: int, high: int) -> int:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        where = entry.get("name", "a table")
        raise BadContent(f"{where}: {key} must be a whole number from {low} to {high}, not {value!r}")
    return value


def sourced(entry: dict[str, Any]) -> dict[str, Any]:
    if entry.get("source") not in SOURCES:
        raise BadContent(f"{entry.get('name', 'a table')}: source must be one of {', '.join(SOURCES)}")
    return entry


def read_cast(name: str, entry: dict[str, Any], foreign: tuple[str, ...]) -> Cast:
    steps = entry["steps"]
    if not 1 <= len(steps) <= MOST_STEPS:
        raise BadContent(f"{name}: a cast has 1 to {MOST_STEPS} steps")
    for step, amount in steps:
        if not step or step not in STEPS or step in foreign:
            raise BadContent(f"{name}: {step!r} is no step here")
        if not isinstance(amount, int) or not 1 <= amount <= CELLS:
            raise BadContent(f"{name}: {step} needs a number from 1 to {CELLS}")
    if len(steps) > 1 and any(step == "echo" for step, _ in steps):
        raise BadContent(f"{name}: echo stands alone")
    return Cast(entry["text"], tuple((STEPS.index(step), amount) for step, amount in steps))


def read_spell(entry: dict[str, Any]) -> Spell:
    name = sourced(entry)["name"]
    solo = entry["solo"]
    if entry["kind"] not in KINDS:
        raise BadContent(f"{name}: kind must be one of {', '.join(KINDS)}, not {entry['kind']!r}")
    return Spell(
        name,
        KINDS.index(entry["kind"]),
        number(entry, "cost", 1, LIMIT),
        number(entry, "points", 0, 99),
        read_cast(name, solo, SEVERAL_ONLY),
        read_cast(name, entry.get("several", solo), SOLO_ONLY),
    )


def read_item(entry: dict[str, Any]) -> Item:
    needs = sourced(entry)["needs"]
    if not needs or not set(needs) <= set(KINDS):
        raise BadContent(f"{entry['name']}: needs are numbers of {', '.join(KINDS)}")
    held = tuple(number({**needs, "name": entry["name"]}, kind, 1, 4) if kind in needs else 0 for kind in KINDS)
    return Item(entry["name"], held, number(entry, "gems", 0, LIMIT), number(entry, "points", 0, 99))


def read_titles(entries: list[dict[str, Any]]) -> tuple[tuple[str, int], ...]:
    titles = tuple((sourced(entry)["name"], number(entry, "from", 0, 999)) for entry in entries)
    if titles[0][1] != 0 or list(titles) != sorted(titles, key=lambda title: title[1]):
        raise BadContent("titles start at 0 and rise")
    return titles


def distinct() -> None:
    names = {slug(spell.name) for spell in SPELLS} | {slug(item.name) for item in ITEMS}
    if len(SPELLS) != CELLS or len(ITEMS) != CELLS or len(names) != 2 * CELLS:
        raise BadContent(f"there are {CELLS} spells and {CELLS} dark items, all with different names")


CONTENT: Final = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
NUMBERS: Final[dict[str, Any]] = sourced(CONTENT["numbers"])
SEVERAL: Final[dict[str, Any]] = sourced(CONTENT["several"])
VERSION: Final[str] = CONTENT["version"]
MINUTES: Final[str] = CONTENT["minutes"]
SEATS: Final = range(SEVERAL["seats"][0], SEVERAL["seats"][1] + 1)
LIMIT: Final = number(NUMBERS, "gem_limit", 1, 99)
MOST_ROUNDS: Final = number(sourced(CONTENT["limits"]), "most_rounds", 1, 999)
ROUNDS: Final = number(CONTENT["limits"], "rounds", 1, MOST_ROUNDS)
TITLES: Final = read_titles(CONTENT["titles"])
SPELLS: Final = tuple(read_spell(entry) for entry in CONTENT["spells"])
ITEMS: Final = tuple(read_item(entry) for entry in CONTENT["items"])
distinct()


def steps_table(part: int) -> vec[i64]:
    """For solo and then for several players, spell by spell: the steps (part 0) or their amounts (part 1)."""
    cells: list[int] = []
    for casts in ([spell.solo for spell in SPELLS], [spell.several for spell in SPELLS]):
        for cast in casts:
            padded = [*cast.steps, *[(NOTHING, 0)] * (MOST_STEPS - len(cast.steps))]
            cells += [step[part] for step in padded]
    return vec[i64](cells)


def title(points: int) -> str:
    """What a solo player is called."""
    return [name for name, least in TITLES if points >= least][-1]
