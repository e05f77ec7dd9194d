"""The numbers and cards of content.toml, checked, as the tables that the rules play with."""

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

SOURCES: Final = {"rulebook", "public", "designed"}
KINDS: Final = ("crystals", "different spells", "different spells")


def holds_tables(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and all(isinstance(row, dict) for row in value))


def unsourced(table: Any, path: str = "") -> list[str]:
    """The paths of all tables that hold values and do not say where they come from."""
    if isinstance(table, list):
        return [found for number, row in enumerate(table) for found in unsourced(row, f"{path}[{number}]")]
    tables = {key: value for key, value in table.items() if key != "source" and holds_tables(value)}
    found = [lost for key, value in tables.items() for lost in unsourced(value, f"{path}.{key}".lstrip("."))]
    held = set(table) - set(tables) - {"source"}
    source = table.get("source")
    known = set(source.values()) <= SOURCES and set(source) == held if isinstance(source, dict) else source in SOURCES
    return found + ([path] if held and not known else [])


def check(raw: dict[str, Any]) -> None:
    """Refuses content that the rules cannot be played with, saying what is wrong."""

    def want(fits: bool, what: str) -> None:
        if not fits:
            raise ValueError(f"content.toml of aeydor: {what}")

    want(not unsourced(raw), f"no known source for {', '.join(unsourced(raw))}")
    names = [terrain["name"] for terrain in raw["terrains"]]
    want(len(set(names)) == 6, "six terrains with different names are needed, one for each face of a Terrain die")
    seats = range(raw["table"]["seats_least"], raw["table"]["seats_most"] + 1)
    want(2 <= seats.start < seats.stop <= 5, "table: 2 to 4 players, least and most in this order")
    for kind in ("crystals", "spells"):
        want(all(raw["supply"][kind].get(str(n), 0) > 0 for n in seats), f"supply.{kind} needs a number for {seats}")
    want(set(raw["dice"]["keepers"]["faces"]) == {"duel", "crystal"}, "the SpellKeepers' die shows duel and crystal")
    want(len(raw["dice"]["keepers"]["faces"]) == 6, "the SpellKeepers' die has six faces")
    want(min(raw["dice"]["duel"]["faces"], default=0) >= 1, "the Duel die shows numbers from 1")
    top = raw["board"]["track"]["top"]
    want(all(0 <= raw["board"]["start"][track] <= top for track in ("power", "health")), "start lies off the track")
    want(0 <= raw["board"]["low_health"]["highest"] < top, "low Health must leave room above it")
    want(min(raw["reward"]["safe"], raw["reward"]["brave"]) >= 1, "reward: at least 1 crystal")
    crystals = [rate["crystals"] for rate in raw["exchange"]]
    want(
        len(set(crystals)) == len(crystals) and set(crystals) <= set(range(1, 7)),
        "exchange: 1 to 6 crystals, each once",
    )
    want(all(rate["points"] > 0 for rate in raw["exchange"]), "exchange: points must be above 0")
    want(tuple(bonus["counts"] for bonus in raw["bonus"]) == KINDS, f"bonus piles count {KINDS}, in this order")
    for bonus in raw["bonus"]:
        want(bonus["cards"] == sorted(bonus["cards"], reverse=True), f"bonus {bonus['name']}: highest card first")
        want(min(bonus["cards"], default=0) >= 0, f"bonus {bonus['name']}: no card takes points away")
        want(len(bonus["cards"]) >= seats[-1], f"bonus {bonus['name']}: a card for each of {seats[-1]} players")
    want(raw["ending"]["spells"] >= 1, "ending.spells must be above 0")
    want(1 <= raw["ending"]["empty_terrains"] <= 6, "ending.empty_terrains lies between 1 and 6")
    limit = raw["ending"]["turn_limit"]
    want(1 <= limit["least"] <= limit["turns"] <= limit["most"], "ending.turn_limit: least, turns, most must ascend")
    want(raw["advanced"]["trade"]["crystals"] >= 1, "advanced.trade: at least 1 crystal for a spell")
    want(raw["advanced"]["barter"]["most"] >= 1, "advanced.barter: at least 1 crystal on each side")


RAW: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "content.toml").read_text(encoding="utf-8"))
check(RAW)

SEATS: Final = range(RAW["table"]["seats_least"], RAW["table"]["seats_most"] + 1)
MINUTES: Final[str] = RAW["table"]["minutes"]
TERRAINS: Final[tuple[str, ...]] = tuple(terrain["name"] for terrain in RAW["terrains"])
EMBLEMS: Final[tuple[str, ...]] = tuple(terrain["emblem"] for terrain in RAW["terrains"])
BONUSES: Final[tuple[str, ...]] = tuple(bonus["name"] for bonus in RAW["bonus"])


def by_seats(supply: dict[str, Any]) -> vec[i64]:
    return vec[i64]([supply.get(str(seats), 0) for seats in range(SEATS.stop)])


CRYSTALS: Final[vec[i64]] = by_seats(RAW["supply"]["crystals"])
SPELLS: Final[vec[i64]] = by_seats(RAW["supply"]["spells"])

KEEPERS_DUEL: Final[vec[i64]] = vec[i64]([int(face == "duel") for face in RAW["dice"]["keepers"]["faces"]])
DUEL_FACES: Final[vec[i64]] = vec[i64](RAW["dice"]["duel"]["faces"])

START_POWER: Final[i64] = RAW["board"]["start"]["power"]
START_HEALTH: Final[i64] = RAW["board"]["start"]["health"]
TRACK_TOP: Final[i64] = RAW["board"]["track"]["top"]
HIGHEST_LOW: Final[i64] = RAW["board"]["low_health"]["highest"]

SAFE_REWARD: Final[i64] = RAW["reward"]["safe"]
BRAVE_REWARD: Final[i64] = RAW["reward"]["brave"]

EXCHANGE_POINTS: Final[vec[i64]] = vec[i64](
    [next((rate["points"] for rate in RAW["exchange"] if rate["crystals"] == given), 0) for given in range(7)]
)

BONUS_NEEDS: Final[vec[i64]] = vec[i64]([bonus["needs"] for bonus in RAW["bonus"]])
BONUS_CARDS: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64](bonus["cards"]) for bonus in RAW["bonus"]])
BONUS_TOTAL: Final[i64] = sum(sum(bonus["cards"]) for bonus in RAW["bonus"])

CRYSTAL_POINTS: Final[i64] = RAW["points"]["crystal"]
SPELL_POINTS: Final[i64] = RAW["points"]["spell"]

ENDING_SPELLS: Final[i64] = RAW["ending"]["spells"]
ENDING_EMPTY: Final[i64] = RAW["ending"]["empty_terrains"]
LIMIT: Final[dict[str, int]] = RAW["ending"]["turn_limit"]

TRADE_CRYSTALS: Final[i64] = RAW["advanced"]["trade"]["crystals"]
BARTER_MOST: Final[i64] = RAW["advanced"]["barter"]["most"]
