"""The cards and numbers of True Wizard, read from content.toml and checked."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content, Table
from sortilege.engine.fields import in_order

CELLS: Final = 16
KINDS: Final = ("Spirit", "Mind", "Body", "Element")

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
RECOIL: Final = 15
BURY: Final = 16
ROB: Final = 17
TITHE: Final = 18
HUSH: Final = 19
GUARD: Final = 20
BARTER: Final = 21
SWAP: Final = 22
UNVEIL: Final = 23

STEPS: Final = {
    "gems": GEMS,
    "fill": FILL,
    "look": LOOK,
    "quiet": QUIET,
    "vigil": VIGIL,
    "sleep": SLEEP,
    "reclaim": RECLAIM,
    "echo": ECHO,
    "cover": COVER,
    "name": NAME,
    "smash": SMASH,
    "bolt": BOLT,
    "grasp": GRASP,
    "upright": UPRIGHT,
    "recoil": RECOIL,
    "bury": BURY,
    "rob": ROB,
    "tithe": TITHE,
    "hush": HUSH,
    "guard": GUARD,
    "barter": BARTER,
    "swap": SWAP,
    "unveil": UNVEIL,
}
STEP_NAMES: Final = {STEPS[name]: name for name in in_order(STEPS)}
SOLO_ONLY: Final = ("quiet", "vigil", "sleep", "recoil", "reclaim")
SEVERAL_ONLY: Final = ("rob", "tithe", "hush", "guard", "barter", "swap")
MOST_STEPS: Final = 3

CONTENT: Final = Content.read(Path(__file__).parent)
NUMBERS: Final[dict[str, Any]] = CONTENT["numbers"]
VERSION: Final[str] = CONTENT["version"]
MINUTES: Final[str] = CONTENT["minutes"]
SEATS: Final = range(CONTENT["several"]["seats"][0], CONTENT["several"]["seats"][1] + 1)
MOST_ROUNDS: Final = CONTENT.number(CONTENT["limits"], "most_rounds", 1, 999)
ROUNDS: Final = CONTENT.number(CONTENT["limits"], "rounds", 1, MOST_ROUNDS)
ALL_GEMS: Final[i64] = CONTENT.number(NUMBERS, "gems", 1, 99)
GEM_LIMIT: Final[i64] = CONTENT.number(NUMBERS, "gem_limit", 1, 99)
CASTS: Final[i64] = CONTENT.number(NUMBERS, "casts", 1, 3)
SOLO_GEMS: Final[i64] = CONTENT.number(NUMBERS, "solo_gems", 0, GEM_LIMIT)
SEVERAL_GEMS: Final[i64] = CONTENT.number(CONTENT["several"], "gems", 0, GEM_LIMIT)
WAKES_AT: Final[i64] = CONTENT.number(NUMBERS, "wakes_at", 0, GEM_LIMIT)
GEMS_A_POINT: Final[i64] = CONTENT.number(NUMBERS, "gems_a_point", 1, 99)
SET_POINTS: Final[i64] = CONTENT.number(NUMBERS, "set_points", 0, 99)
WIN_ABOVE: Final[i64] = CONTENT.number(NUMBERS, "win_above", 1, 999)


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


def read_cast(content: Content, name: str, cast: Table, foreign: tuple[str, ...]) -> Cast:
    steps = cast["steps"]
    content.want(1 <= len(steps) <= MOST_STEPS, f"{name}: a cast has 1 to {MOST_STEPS} steps")
    for step, amount in steps:
        content.want(step in STEPS and step not in foreign, f"{name}: {step!r} is no step here")
        content.number({"name": name, step: amount}, step, 1, CELLS)
    content.want(len(steps) == 1 or "echo" not in dict(steps), f"{name}: echo stands alone")
    return Cast(cast["text"], tuple((STEPS[step], amount) for step, amount in steps))


def read_spell(content: Content, spell: Table) -> Spell:
    name = spell["name"]
    solo: Table = spell["solo"]
    several: Table = spell.get("several", solo)
    return Spell(
        name,
        KINDS.index(content.word(spell, "kind", KINDS)),
        content.number(spell, "cost", 1, GEM_LIMIT),
        content.number(spell, "points", 0, 99),
        read_cast(content, name, solo, SEVERAL_ONLY),
        read_cast(content, name, several, SOLO_ONLY),
    )


def read_item(content: Content, item: Table) -> Item:
    name, needs = item["name"], item["needs"]
    content.want(bool(needs) and set(needs) <= set(KINDS), f"{name}: needs are numbers of {', '.join(KINDS)}")
    asked = {**dict.fromkeys(KINDS, 0), **needs, "name": name}
    return Item(
        name,
        tuple(content.number(asked, kind, int(kind in needs), 4) for kind in KINDS),
        content.number(item, "gems", 0, GEM_LIMIT),
        content.number(item, "points", 0, 99),
    )


def read_titles(content: Content) -> tuple[tuple[str, int], ...]:
    titles = tuple((title["name"], content.number(title, "from", 0, 999)) for title in content["titles"])
    rising = list(titles) == sorted(titles, key=lambda title: title[1])
    content.want(titles[0][1] == 0 and rising, "titles start at 0 and rise")
    return titles


def read_cards(content: Content) -> tuple[tuple[Spell, ...], tuple[Item, ...]]:
    spells = tuple(read_spell(content, spell) for spell in content["spells"])
    items = tuple(read_item(content, item) for item in content["items"])
    content.want(len(spells) == len(items) == CELLS, f"there are {CELLS} spells and {CELLS} dark items")
    names = [*(spell.name for spell in spells), *(item.name for item in items)]
    content.different([slug(name) for name in names], "spells and dark items")
    return spells, items


TITLES: Final = read_titles(CONTENT)
CARDS: Final = read_cards(CONTENT)
SPELLS: Final = CARDS[0]
ITEMS: Final = CARDS[1]
SPELL_NAMES: Final = tuple(spell.name for spell in SPELLS)
ITEM_NAMES: Final = tuple(item.name for item in ITEMS)

COST: Final[vec[i64]] = vec[i64]([spell.cost for spell in SPELLS])
KIND: Final[vec[i64]] = vec[i64]([spell.kind for spell in SPELLS])
SPELL_POINTS: Final[vec[i64]] = vec[i64]([spell.points for spell in SPELLS])
NEEDS: Final[vec[i64]] = vec[i64]([need for item in ITEMS for need in item.needs])
NEEDS_GEMS: Final[vec[i64]] = vec[i64]([item.gems for item in ITEMS])
ITEM_POINTS: Final[vec[i64]] = vec[i64]([item.points for item in ITEMS])


def steps_of(several: bool) -> list[tuple[int, int]]:
    """Spell by spell, its steps with their amounts, each row of the same length."""
    rows: list[tuple[int, int]] = []
    for spell in SPELLS:
        steps = (spell.several if several else spell.solo).steps
        rows += [*steps, *[(NOTHING, 0)] * (MOST_STEPS - len(steps))]
    return rows


SOLO_STEPS: Final = steps_of(False)
SEVERAL_STEPS: Final = steps_of(True)
STEP: Final[vec[i64]] = vec[i64]([step for step, _ in SOLO_STEPS + SEVERAL_STEPS])
AMOUNT: Final[vec[i64]] = vec[i64]([amount for _, amount in SOLO_STEPS + SEVERAL_STEPS])


def title(points: int) -> str:
    """What a solo player is called."""
    return [name for name, least in TITLES if points >= least][-1]
