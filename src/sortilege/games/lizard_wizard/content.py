"""The cards and numbers of Lizard Wizard, read from the files beside this one and checked."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content, Table
from sortilege.engine.fields import in_order

FILES: Final = (
    "content", "wizards", "towers", "familiars", "spells", "gathering", "dungeon", "achievements", "magus",
)  # fmt: skip
COUNTS: Final = {
    "reagents": 7, "schools": 7, "wizards": 28, "towers": 28, "familiars": 35, "spells": 65, "gathering": 56,
    "gold": 21, "items": 10, "monsters": 20, "traps": 2, "achievements": 20,
}  # fmt: skip  # moves and places are numbered for these

# The decks. The first four have cards on offer.
WIZARD_DECK: Final = 0
TOWER_DECK: Final = 1
FAMILIAR_DECK: Final = 2
SPELL_DECK: Final = 3
GATHERING_DECK: Final = 4
DUNGEON_DECK: Final = 5
TILE_DECK: Final = 6
OFFERED: Final = {"wizards": WIZARD_DECK, "towers": TOWER_DECK, "familiars": FAMILIAR_DECK, "spells": SPELL_DECK}
DECKS: Final = {**OFFERED, "gathering": GATHERING_DECK, "dungeon": DUNGEON_DECK, "achievements": TILE_DECK}

# What a spell does. Kinds below POWERS last and add up, POINTS counts at the end, all others work once.
STORAGE: Final = 0
HAND_SIZE: Final = 1
LIMIT: Final = 2
FORAGE: Final = 3
YIELD: Final = 4
PREMIUM: Final = 5
STEADY: Final = 6
MIXTURE: Final = 7
SCHOLAR: Final = 8
BOND: Final = 9
THRIFT: Final = 10
EASE: Final = 11
TRIUMPH: Final = 12
SOLACE: Final = 13
FOUNDATION: Final = 14
ECHO: Final = 15
KINSHIP: Final = 16
ARMOUR: Final = 17
PLUNDER: Final = 18
INCOME: Final = 19
HASTE: Final = 20
TOLL: Final = 21
BURDEN: Final = 22
POWERS: Final = 23
POINTS: Final = 23
GIVE_MANA: Final = 24
GIVE_GOLD: Final = 25
GIVE_TOKENS: Final = 26
SWELL: Final = 27
SHIFT: Final = 28
FREE_TOWER: Final = 29
STUDY: Final = 30
EXPEDITION: Final = 31
TRANSMUTE: Final = 32
STEAL: Final = 33
TITHE: Final = 34
BLIGHT: Final = 35
DISPEL: Final = 36
ABDUCT: Final = 37
TRAP: Final = 38
KINDS: Final = {
    "storage": STORAGE,
    "hand": HAND_SIZE,
    "limit": LIMIT,
    "forage": FORAGE,
    "yield": YIELD,
    "premium": PREMIUM,
    "steady": STEADY,
    "mixture": MIXTURE,
    "scholar": SCHOLAR,
    "bond": BOND,
    "thrift": THRIFT,
    "ease": EASE,
    "triumph": TRIUMPH,
    "solace": SOLACE,
    "foundation": FOUNDATION,
    "echo": ECHO,
    "kinship": KINSHIP,
    "armour": ARMOUR,
    "plunder": PLUNDER,
    "income": INCOME,
    "haste": HASTE,
    "toll": TOLL,
    "burden": BURDEN,
    "score": POINTS,
    "mana": GIVE_MANA,
    "gold": GIVE_GOLD,
    "tokens": GIVE_TOKENS,
    "swell": SWELL,
    "shift": SHIFT,
    "tower": FREE_TOWER,
    "study": STUDY,
    "delve": EXPEDITION,
    "transmute": TRANSMUTE,
    "filch": STEAL,
    "tithe": TITHE,
    "blight": BLIGHT,
    "dispel": DISPEL,
    "abduct": ABDUCT,
    "trap": TRAP,
}
COUNTING: Final = ("score", "mana", "gold")  # kinds whose amount comes for each of what is counted

# What spells and achievements count.
ONE: Final = 0
OF_WIZARDS: Final = 1
OF_TOWERS: Final = 2
OF_FAMILIARS: Final = 3
CAST_SPELLS: Final = 4
OWNED_SPELLS: Final = 5
LASTING_SPELLS: Final = 6
USED_SPELLS: Final = 7
OF_ITEMS: Final = 8
GOLD_CARDS: Final = 9
OF_ACHIEVEMENTS: Final = 10
PAIRS: Final = 11
OF_SCHOOL: Final = 12
MOST_CARDS: Final = 13
ALL_SCHOOLS: Final = 14
WIZARD_SCHOOLS: Final = 15
TOWER_SCHOOLS: Final = 16
SPELL_SCHOOLS: Final = 17
TOKENS: Final = 18
MOST_REAGENT: Final = 19
REAGENT_KINDS: Final = 20
SETS: Final = 21
OF_MANA: Final = 22
MEASURES: Final = {
    "one": ONE,
    "wizards": OF_WIZARDS,
    "towers": OF_TOWERS,
    "familiars": OF_FAMILIARS,
    "spells": CAST_SPELLS,
    "owned_spells": OWNED_SPELLS,
    "lasting_spells": LASTING_SPELLS,
    "used_spells": USED_SPELLS,
    "items": OF_ITEMS,
    "gold_cards": GOLD_CARDS,
    "achievements": OF_ACHIEVEMENTS,
    "pairs": PAIRS,
    "cards": OF_SCHOOL,
    "most_cards": MOST_CARDS,
    "schools": ALL_SCHOOLS,
    "wizard_schools": WIZARD_SCHOOLS,
    "tower_schools": TOWER_SCHOOLS,
    "spell_schools": SPELL_SCHOOLS,
    "reagents": TOKENS,
    "most_reagent": MOST_REAGENT,
    "reagent_kinds": REAGENT_KINDS,
    "sets": SETS,
    "mana": OF_MANA,
}

# What the Magus looks at, and what it does.
ALWAYS: Final = 0
SEES_MATCHING_TOWER: Final = 1
SEES_TOWER: Final = 2
SEES_BID: Final = 3
SEES_YIELD: Final = 4
SEES_FAMILIAR_GOLD: Final = 5
SEES_DUNGEON: Final = 6
SEES_CASTABLE: Final = 7
SEES_SPELL: Final = 8
LOOKS: Final = {
    "always": ALWAYS,
    "matching_tower": SEES_MATCHING_TOWER,
    "tower": SEES_TOWER,
    "bid": SEES_BID,
    "yield": SEES_YIELD,
    "familiar_gold": SEES_FAMILIAR_GOLD,
    "dungeon": SEES_DUNGEON,
    "castable": SEES_CASTABLE,
    "spell": SEES_SPELL,
}
DOES_GATHER: Final = 0
DOES_CONVERT: Final = 1
DOES_RECRUIT: Final = 2
DOES_RESEARCH: Final = 3
DOES_BUILD: Final = 4
DOES_SCORE: Final = 5
DOES_EXPLORE: Final = 6
DEEDS: Final = {
    "gather": DOES_GATHER,
    "convert": DOES_CONVERT,
    "recruit": DOES_RECRUIT,
    "research": DOES_RESEARCH,
    "build": DOES_BUILD,
    "score": DOES_SCORE,
    "explore": DOES_EXPLORE,
}
SIDES: Final = {"front": 0, "back": 1}  # of the chart

SPELL_KEYS: Final = {
    "name", "school", "mana", "reagents", "lasting", "star", "kind", "amount", "per", "each", "school_counted",
    "reagent", "source",
}  # fmt: skip
MOST_COINS: Final = 99


def check(content: Content) -> None:
    """Refuses content that the rules cannot be played with, saying what is wrong."""
    for part, count in COUNTS.items():
        content.want(len(content[part]) == count, f"{part}: there are {count} of them, not {len(content[part])}")
    for part in ("wizards", "familiars", "spells", "reagents", "schools"):
        content.different([slug(entry["name"]) for entry in content[part]], part)
    check_cards(content)
    for spell in content["spells"]:
        check_spell(content, spell)
    check_traps(content, content["spells"])
    for tile in content["achievements"]:
        check_achievement(content, tile)
    for side in SIDES:
        check_chart(content, content["charts"][side])


def check_cards(content: Content) -> None:
    """Schools and reagents that there are, and prices."""
    schools = [school["id"] for school in content["schools"]]
    reagents = [reagent["id"] for reagent in content["reagents"]]
    for school in content["schools"]:
        content.word(school, "reagent", reagents)
    for part in OFFERED:
        for card in content[part]:
            content.word(card, "school", schools)
            lost = set(card.get("reagents", ())) - set(reagents)
            content.want(not lost, f"{card['name']}: there is no reagent {', '.join(sorted(lost))}")
    for part, key in (("towers", "gold"), ("familiars", "mana"), ("spells", "mana"), ("gold", "value")):
        for card in content[part]:
            content.number(card, key, 0, MOST_COINS)


def check_spell(content: Content, spell: Table) -> None:
    def want(fits: bool, what: str) -> None:
        content.want(fits, f"spell {spell['name']}: {what}")

    unknown = set(spell) - SPELL_KEYS
    want(not unknown, f"it has {', '.join(sorted(unknown))}, which no rule knows")
    word = content.word(spell, "kind", KINDS)
    kind = KINDS[word]
    want(spell["lasting"] or kind >= POWERS, f"{word} works while it lasts, so it must last")
    want(not spell["lasting"] or kind <= POINTS, f"{word} works once, so it cannot last")
    counts = {"per", "each", "school_counted"} & set(spell)
    want(not counts or word in COUNTING, f"only {', '.join(COUNTING)} count something")
    want(spell.get("each", 1) >= 1, "each must be at least 1")
    want(spell.get("per") != "mana" or kind == POINTS, "mana is hidden, so only points at the end can depend on it")
    want(spell.get("per", "one") in MEASURES, f"there is no measure {spell.get('per')!r}")
    want((kind == FORAGE) == ("reagent" in spell), "a reagent belongs to forage, and to nothing else")


def check_traps(content: Content, spells: Sequence[Table]) -> None:
    laying: list[str] = [spell["name"] for spell in spells if spell["kind"] == "trap"]
    content.want(len(laying) <= 1, f"spells: only one may lay the traps, not {' and '.join(laying)}")


def check_achievement(content: Content, tile: Table) -> None:
    measure = content.word(tile, "measure", MEASURES)
    content.want(measure != "mana", f"achievement {tile['name']}: mana is hidden, and it must measure open things")


def check_chart(content: Content, lines: Sequence[Table]) -> None:
    for line in lines:
        content.word(line, "look", LOOKS)
        content.word(line, "do", DEEDS)
    last = {"look": "always", "at_least": 1, "do": "gather"}
    content.want(lines[-1] == last, "charts: the last line must be to gather, always")


def slug(name: str) -> str:
    """A card's name as notation: lower case, letters and digits."""
    return " ".join("".join(letter for letter in name.lower() if letter.isalnum() or letter == " ").split())


CONTENT: Final = Content.read(Path(__file__).parent, *(f"{name}.toml" for name in FILES))
check(CONTENT)

NUMBERS: Final[Table] = {**CONTENT["numbers"], **CONTENT["more_numbers"], **CONTENT["scoring"]}
REAGENT_IDS: Final[tuple[str, ...]] = tuple([reagent["id"] for reagent in CONTENT["reagents"]])
SCHOOL_IDS: Final[tuple[str, ...]] = tuple([school["id"] for school in CONTENT["schools"]])


def names(part: str) -> tuple[str, ...]:
    return tuple([entry["name"] for entry in CONTENT[part]])


def numbers(part: str, key: str, plain: int = 0) -> vec[i64]:
    """One number a card."""
    return vec[i64]([int(entry.get(key, plain)) for entry in CONTENT[part]])


def words(part: str, key: str, known: Mapping[str, int], plain: str = "") -> vec[i64]:
    """One number a card: what its word stands for."""
    return vec[i64]([known[entry.get(key, plain)] for entry in CONTENT[part]])


def icons(part: str, key: str) -> vec[i64]:
    """Seven numbers a card: how many of each reagent it shows."""
    return vec[i64]([entry[key].count(reagent) for entry in CONTENT[part] for reagent in REAGENT_IDS])


def numbered(ids: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(ids)}


def gathering_names() -> tuple[str, ...]:
    """Gathering cards are told by their first reagent and a running number."""
    seen = [0] * len(REAGENT_IDS)
    found = []
    for lead in GATHER_LEAD:
        seen[lead] += 1
        found.append(f"{REAGENT_NAMES[lead]} {seen[lead]}")
    return tuple(found)


def chart(side: str) -> list[int]:
    """Three numbers a line: what is looked at, at least how much, what is done."""
    lines: list[Table] = CONTENT["charts"][side]
    return [number for line in lines for number in (LOOKS[line["look"]], line["at_least"], DEEDS[line["do"]])]


def most(kind: int) -> int:
    """All that the spells of a kind can add up to."""
    return sum([amount for own, amount in zip(SPELL_KIND, SPELL_AMOUNT) if own == kind])


REAGENT: Final = numbered(REAGENT_IDS)
SCHOOL_NUMBER: Final = numbered(SCHOOL_IDS)
REAGENT_NAMES: Final = names("reagents")
REAGENT_LETTERS: Final[tuple[str, ...]] = tuple([reagent["letter"] for reagent in CONTENT["reagents"]])
SCHOOL_NAMES: Final = names("schools")
SCHOOL_REAGENT: Final = words("schools", "reagent", REAGENT)

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
ON_OFFER: Final = vec[i64]([NUMBERS[f"{deck}_on_offer"] for deck in in_order(OFFERED)])
MATCHING_PAIR: Final[int] = NUMBERS["matching_pair"]
OTHER_PAIR: Final[int] = NUMBERS["other_pair"]
MATCHING_SPELL: Final[int] = NUMBERS["spell_of_a_matching_pair"]
UNPAIRED: Final[int] = NUMBERS["unpaired"]
MOST_ITEMS: Final[int] = NUMBERS["most_items"]
SECOND_ITEMS: Final[int] = NUMBERS["second_items"]
ACHIEVEMENT_POINTS: Final[int] = NUMBERS["achievement"]

LOWEST: Final = numbers("reagents", "lowest")
HIGHEST: Final = vec[i64]([lowest + CONTENT["tracks"]["steps"] - 1 for lowest in LOWEST])
REMOVED_WIZARDS: Final = vec[i64](CONTENT["removed"]["wizards"])
REMOVED_TOWERS: Final = tuple([tuple(tiers) for tiers in CONTENT["removed"]["towers"]])
REMOVED_FAMILIARS: Final = tuple([tuple(prices) for prices in CONTENT["removed"]["familiars"]])

SCHOOL: Final = vec[i64]([SCHOOL_NUMBER[card["school"]] for part in in_order(OFFERED) for card in CONTENT[part]])
TOWER_COST: Final = icons("towers", "reagents")
TOWER_TIER: Final = vec[i64]([len(tower["reagents"]) for tower in CONTENT["towers"]])
TOWER_GOLD: Final = numbers("towers", "gold")
FAMILIAR_MANA: Final = numbers("familiars", "mana")
FAMILIAR_REAGENTS: Final = icons("familiars", "reagents")
SPELL_MANA: Final = numbers("spells", "mana")
SPELL_COST: Final = icons("spells", "reagents")
SPELL_LASTING: Final = numbers("spells", "lasting")
SPELL_STAR: Final = numbers("spells", "star")
SPELL_KIND: Final = words("spells", "kind", KINDS)
SPELL_AMOUNT: Final = numbers("spells", "amount")
SPELL_PER: Final = words("spells", "per", MEASURES, "one")
SPELL_EACH: Final = numbers("spells", "each", 1)
SPELL_COUNTED: Final = words("spells", "school_counted", SCHOOL_NUMBER, SCHOOL_IDS[0])
SPELL_REAGENT: Final = words("spells", "reagent", REAGENT, REAGENT_IDS[0])
GATHERED: Final = icons("gathering", "gather")
RAISED: Final = icons("gathering", "raise")
GATHER_LEAD: Final = vec[i64]([REAGENT[card["gather"][0]] for card in CONTENT["gathering"]])
GOLD_VALUE: Final = numbers("gold", "value")
TILE_MEASURE: Final = words("achievements", "measure", MEASURES)
TILE_LEAST: Final = numbers("achievements", "at_least")

WIZARD_NAMES: Final = names("wizards")
TOWER_NAMES: Final = names("towers")
FAMILIAR_NAMES: Final = names("familiars")
SPELL_NAMES: Final = names("spells")
GATHERING_NAMES: Final = gathering_names()
DUNGEON_NAMES: Final = names("gold") + names("items") + names("monsters") + names("traps")
ACHIEVEMENT_NAMES: Final = names("achievements")
CARD_NAMES: Final = (
    WIZARD_NAMES + TOWER_NAMES + FAMILIAR_NAMES + SPELL_NAMES + GATHERING_NAMES + DUNGEON_NAMES + ACHIEVEMENT_NAMES
)

MAGUS_MANA: Final[int] = CONTENT["start"]["mana"]
MAGUS_WIZARDS: Final[int] = CONTENT["start"]["wizards"]
BID_BASE: Final[int] = CONTENT["bids"]["base"]
BID_MATCHING: Final[int] = CONTENT["bids"]["matching"]
BID_OF_MANA: Final[int] = CONTENT["bids"]["of_mana"]
BID_OF_WIZARDS: Final[int] = CONTENT["bids"]["of_wizards"]
BID_DRAWN: Final = vec[i64](sorted(CONTENT["bids"]["drawn"]))
BID_KEPT: Final[int] = CONTENT["bids"]["kept"]
MAGUS_TREASURES: Final[int] = CONTENT["dungeon"]["treasures"]
MAGUS_HITS: Final[int] = CONTENT["dungeon"]["hits"]
CHART: Final = vec[i64](chart("front") + chart("back"))
BACK: Final[int] = len(chart("front"))  # where the second chart begins
