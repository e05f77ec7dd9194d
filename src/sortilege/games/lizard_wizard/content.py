"""The cards and numbers of Lizard Wizard, read from the files beside this one and checked."""

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

SOURCES: Final = ("rulebook", "public", "designed")
FILES: Final = (
    "content", "wizards", "towers", "familiars", "spells", "gathering", "dungeon", "achievements", "magus",
)  # fmt: skip

# What a spell does. Kinds before "score" last and add up; the order is that of rules.py.
KINDS: Final = (
    "storage", "hand", "limit", "forage", "yield", "premium", "steady", "mixture", "scholar", "bond", "thrift",
    "ease", "triumph", "solace", "foundation", "echo", "kinship", "armour", "plunder", "income", "haste", "toll",
    "burden", "score", "mana", "gold", "tokens", "swell", "shift", "tower", "study", "delve", "transmute", "filch",
    "tithe", "blight", "dispel", "abduct", "trap",
)  # fmt: skip
# What spells and achievements count.
MEASURES: Final = (
    "one", "wizards", "towers", "familiars", "spells", "owned_spells", "lasting_spells", "used_spells", "items",
    "gold_cards", "achievements", "pairs", "cards", "most_cards", "schools", "wizard_schools", "tower_schools",
    "spell_schools", "reagents", "most_reagent", "reagent_kinds", "sets", "mana",
)  # fmt: skip
# What the Magus looks at, and what it does.
LOOKS: Final = ("always", "matching_tower", "tower", "bid", "yield", "familiar_gold", "dungeon", "castable", "spell")
DEEDS: Final = ("gather", "convert", "recruit", "research", "build", "score", "explore")
SPELL_KEYS: Final = {
    "name", "school", "mana", "reagents", "lasting", "star", "kind", "amount", "per", "each", "school_counted",
    "reagent", "source",
}  # fmt: skip
COUNTS: Final = {
    "reagents": 7, "schools": 7, "wizards": 28, "towers": 28, "familiars": 35, "spells": 65, "gathering": 56,
    "gold": 21, "items": 10, "monsters": 20, "traps": 2, "achievements": 20,
}  # fmt: skip

Entry = dict[str, Any]


def read() -> Entry:
    data: Entry = {}
    for name in FILES:
        data.update(tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")))
    return data


def check_sources(data: Entry) -> None:
    for name, part in data.items():
        for entry in part if isinstance(part, list) else [part]:
            if entry.get("source") not in SOURCES:
                raise ValueError(f"{name}: {entry.get('name', 'the table')} needs a source, one of {SOURCES}")


def check_counts(data: Entry) -> None:
    for name, count in COUNTS.items():
        if len(data[name]) != count:
            raise ValueError(f"{name}: there are {count} of them, not {len(data[name])}")


def check_names(data: Entry) -> None:
    for name in ("wizards", "familiars", "spells", "reagents", "schools"):
        names = [slug(entry["name"]) for entry in data[name]]
        if len(set(names)) != len(names):
            raise ValueError(f"{name}: every name must be told from the others")


def check_spell(spell: Entry) -> None:
    if unknown := set(spell) - SPELL_KEYS:
        raise ValueError(f"spell {spell['name']} has {sorted(unknown)}, which no rule knows")
    if spell["kind"] not in KINDS:
        raise ValueError(f"spell {spell['name']}: there is no kind {spell['kind']!r}")
    if KINDS.index(spell["kind"]) < KINDS.index("score") and not spell["lasting"]:
        raise ValueError(f"spell {spell['name']}: {spell['kind']} works while it lasts, so it must last")
    if KINDS.index(spell["kind"]) > KINDS.index("score") and spell["lasting"]:
        raise ValueError(f"spell {spell['name']}: {spell['kind']} works once, so it cannot last")
    if {"per", "each", "school_counted"} & set(spell) and spell["kind"] not in ("score", "mana", "gold"):
        raise ValueError(f"spell {spell['name']}: only score, mana and gold count something")
    if spell.get("each", 1) < 1:
        raise ValueError(f"spell {spell['name']}: each must be at least 1")
    if spell.get("per") == "mana" and spell["kind"] != "score":
        raise ValueError(f"spell {spell['name']}: mana is hidden, so only points at the end can depend on it")
    if (spell["kind"] == "forage") != ("reagent" in spell):
        raise ValueError(f"spell {spell['name']}: a reagent belongs to forage, and to nothing else")


def check_traps(spells: list[Entry]) -> None:
    laying: list[str] = [spell["name"] for spell in spells if spell["kind"] == "trap"]
    if len(laying) > 1:
        raise ValueError(f"spells: only one may lay the traps, not {' and '.join(laying)}")


def check_achievement(tile: Entry) -> None:
    if tile["measure"] not in MEASURES or tile["measure"] == "mana":
        raise ValueError(f"achievement {tile['name']}: it must measure open things, one of {MEASURES[:-1]}")


def check_chart(lines: list[Entry]) -> None:
    if lines[-1] != {"look": "always", "at_least": 1, "do": "gather"}:
        raise ValueError("charts: the last line must be to gather, always")


def slug(name: str) -> str:
    """A card's name as notation: lower case, letters and digits."""
    return " ".join("".join(letter for letter in name.lower() if letter.isalnum() or letter == " ").split())


DATA: Final[Entry] = read()
check_sources(DATA)
check_counts(DATA)
check_names(DATA)
for each_spell in DATA["spells"]:
    check_spell(each_spell)
check_traps(DATA["spells"])
for each_tile in DATA["achievements"]:
    check_achievement(each_tile)
for each_chart in ("front", "back"):
    check_chart(DATA["charts"][each_chart])

NUMBERS: Final[Entry] = {**DATA["numbers"], **DATA["more_numbers"], **DATA["scoring"]}
REAGENTS: Final[list[str]] = [reagent["id"] for reagent in DATA["reagents"]]
SCHOOLS: Final[list[str]] = [school["id"] for school in DATA["schools"]]


def numbers(part: str, key: str, plain: int = 0) -> vec[i64]:
    return vec[i64]([int(entry.get(key, plain)) for entry in DATA[part]])


def places(part: str, key: str, known: list[str], plain: str) -> vec[i64]:
    """One number a card: where its word stands among the known ones."""
    return vec[i64]([known.index(entry.get(key, plain)) for entry in DATA[part]])


def icons(part: str, key: str) -> vec[i64]:
    """Seven numbers a card: how many of each reagent it shows."""
    return vec[i64]([entry[key].count(reagent) for entry in DATA[part] for reagent in REAGENTS])


def names(part: str) -> tuple[str, ...]:
    return tuple([entry["name"] for entry in DATA[part]])


def chart(side: str) -> list[int]:
    lines: list[Entry] = DATA["charts"][side]
    flat: list[int] = []
    for line in lines:
        flat += [LOOKS.index(line["look"]), line["at_least"], DEEDS.index(line["do"])]
    return flat


REAGENT_NAMES: Final = names("reagents")
REAGENT_LETTERS: Final = tuple([reagent["letter"] for reagent in DATA["reagents"]])
SCHOOL_NAMES: Final = names("schools")
SCHOOL_PERSONS: Final = tuple([school["person"] for school in DATA["schools"]])
SCHOOL_REAGENT: Final = places("schools", "reagent", REAGENTS, "")
WIZARD_NAMES: Final = names("wizards")
TOWER_NAMES: Final = names("towers")
FAMILIAR_NAMES: Final = names("familiars")
SPELL_NAMES: Final = names("spells")
DUNGEON_NAMES: Final = names("gold") + names("items") + names("monsters") + names("traps")
ACHIEVEMENT_NAMES: Final = names("achievements")

HAND: Final[int] = NUMBERS["hand"]
LARGEST_HAND: Final[int] = NUMBERS["largest_hand"]
GATHER_LIMIT: Final[int] = NUMBERS["gather"]
STORAGE_LIMIT: Final[int] = NUMBERS["storage"]
STORAGE_FOR_TOWER: Final[int] = NUMBERS["storage_for_a_tower"]
SUPPLY: Final[int] = NUMBERS["tokens_of_a_reagent"] - 1  # one of each marks its value on the track
START_MANA: Final[int] = NUMBERS["start_mana"]
START_REAGENTS: Final[int] = NUMBERS["start_reagents"]
MIXED_VALUE: Final[int] = NUMBERS["value_of_a_mixed_token"]
HITS: Final[int] = NUMBERS["hits"]
TILES_ON_OFFER: Final[int] = NUMBERS["tiles_on_offer"]
ON_OFFER: Final = vec[i64]([NUMBERS[f"{deck}_on_offer"] for deck in ("wizards", "towers", "familiars", "spells")])
MATCHING_PAIR: Final[int] = NUMBERS["matching_pair"]
OTHER_PAIR: Final[int] = NUMBERS["other_pair"]
MATCHING_SPELL: Final[int] = NUMBERS["spell_of_a_matching_pair"]
UNPAIRED: Final[int] = NUMBERS["unpaired"]
MOST_ITEMS: Final[int] = NUMBERS["most_items"]
SECOND_ITEMS: Final[int] = NUMBERS["second_items"]
ACHIEVEMENT_POINTS: Final[int] = NUMBERS["achievement"]

LOWEST: Final = numbers("reagents", "lowest")
HIGHEST: Final = vec[i64]([lowest + DATA["tracks"]["steps"] - 1 for lowest in LOWEST])
REMOVED_WIZARDS: Final = vec[i64](DATA["removed"]["wizards"])
REMOVED_TOWERS: Final = tuple([tuple(tiers) for tiers in DATA["removed"]["towers"]])
REMOVED_FAMILIARS: Final = tuple([tuple(prices) for prices in DATA["removed"]["familiars"]])

SCHOOL: Final = vec[i64](
    [SCHOOLS.index(card["school"]) for part in ("wizards", "towers", "familiars", "spells") for card in DATA[part]]
)
TOWER_COST: Final = icons("towers", "reagents")
TOWER_TIER: Final = vec[i64]([len(tower["reagents"]) for tower in DATA["towers"]])
TOWER_GOLD: Final = numbers("towers", "gold")
FAMILIAR_MANA: Final = numbers("familiars", "mana")
FAMILIAR_REAGENTS: Final = icons("familiars", "reagents")
SPELL_MANA: Final = numbers("spells", "mana")
SPELL_COST: Final = icons("spells", "reagents")
SPELL_LASTING: Final = numbers("spells", "lasting")
SPELL_STAR: Final = numbers("spells", "star")
SPELL_KIND: Final = places("spells", "kind", list(KINDS), "")
SPELL_AMOUNT: Final = numbers("spells", "amount")
SPELL_PER: Final = places("spells", "per", list(MEASURES), "one")
SPELL_EACH: Final = numbers("spells", "each", 1)
SPELL_COUNTED: Final = places("spells", "school_counted", SCHOOLS, SCHOOLS[0])
SPELL_REAGENT: Final = places("spells", "reagent", REAGENTS, REAGENTS[0])
GATHERED: Final = icons("gathering", "gather")
RAISED: Final = icons("gathering", "raise")
GATHER_LEAD: Final = vec[i64]([REAGENTS.index(card["gather"][0]) for card in DATA["gathering"]])
GOLD_VALUE: Final = numbers("gold", "value")
TILE_MEASURE: Final = places("achievements", "measure", list(MEASURES), "")
TILE_LEAST: Final = numbers("achievements", "at_least")

MAGUS_MANA: Final[int] = DATA["start"]["mana"]
MAGUS_WIZARDS: Final[int] = DATA["start"]["wizards"]
BID_BASE: Final[int] = DATA["bids"]["base"]
BID_MATCHING: Final[int] = DATA["bids"]["matching"]
MAGUS_TREASURES: Final[int] = DATA["dungeon"]["treasures"]
MAGUS_HITS: Final[int] = DATA["dungeon"]["hits"]
CHART: Final = vec[i64](chart("front") + chart("back"))
BACK: Final[int] = len(chart("front"))  # where the second chart begins
