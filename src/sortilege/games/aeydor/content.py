"""The numbers and cards of Æydor, read from content.toml and checked."""

from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content

MOST_SEATS: Final = 4

# The faces of the SpellKeepers' die.
CRYSTAL_FACE: Final = 0
DUEL_FACE: Final = 1
KEEPERS: Final = {"crystal": CRYSTAL_FACE, "duel": DUEL_FACE}

# What the cards of a bonus pile are given for. Those for crystals come with powers of the advanced variant.
BY_CRYSTALS: Final = "crystals"
BY_SPELLS: Final = "different spells"


def check(content: Content) -> None:
    """Refuses content that the rules cannot be played with, saying what is wrong."""
    content.want(len(content["terrains"]) == 6, "six terrains are needed, one for each face of a Terrain die")
    content.different([terrain["name"] for terrain in content["terrains"]], "terrains")
    table = content["table"]
    seats = range(table["seats_least"], table["seats_most"] + 1)
    content.want(2 <= seats.start < seats.stop <= MOST_SEATS + 1, "table: 2 to 4 players, least and most in this order")
    for things in ("crystals", "spells"):
        supply = content["supply"][things]
        content.want(all(supply.get(str(n), 0) > 0 for n in seats), f"supply.{things} needs a number for {seats}")
    check_dice(content)
    check_board(content)
    check_exchange(content)
    check_bonus(content, seats)
    check_ending(content)
    content.want(content["advanced"]["trade"]["crystals"] >= 1, "advanced.trade: at least 1 crystal for a spell")
    content.want(content["advanced"]["barter"]["most"] >= 1, "advanced.barter: at least 1 crystal on each side")


def check_dice(content: Content) -> None:
    keepers = content["dice"]["keepers"]["faces"]
    content.want(set(keepers) == set(KEEPERS), f"the SpellKeepers' die shows {' and '.join(KEEPERS)}")
    content.want(len(keepers) == 6, "the SpellKeepers' die has six faces")
    content.want(min(content["dice"]["duel"]["faces"], default=0) >= 1, "the Duel die shows numbers from 1")


def check_board(content: Content) -> None:
    board = content["board"]
    top = board["track"]["top"]
    content.want(all(0 <= board["start"][track] <= top for track in ("power", "health")), "start lies off the track")
    content.want(0 <= board["low_health"]["highest"] < top, "low Health must leave room above it")
    content.want(min(content["reward"]["safe"], content["reward"]["brave"]) >= 1, "reward: at least 1 crystal")


def check_exchange(content: Content) -> None:
    given = [rate["crystals"] for rate in content["exchange"]]
    content.want(
        len(set(given)) == len(given) and set(given) <= set(range(1, 7)), "exchange: 1 to 6 crystals, each once"
    )
    content.want(all(rate["points"] > 0 for rate in content["exchange"]), "exchange: points must be above 0")


def check_bonus(content: Content, seats: range) -> None:
    counts = [content.word(pile, "counts", (BY_CRYSTALS, BY_SPELLS)) for pile in content["bonus"]]
    content.want(len(counts) == 3, "three piles of bonus cards are needed")
    content.want(counts.count(BY_CRYSTALS) == 1, f"bonus: one pile counts {BY_CRYSTALS}")
    content.different([pile["name"] for pile in content["bonus"]], "bonus piles")
    for pile in content["bonus"]:
        cards, name = pile["cards"], pile["name"]
        content.want(cards == sorted(cards, reverse=True), f"bonus {name}: highest card first")
        content.want(min(cards, default=0) >= 0, f"bonus {name}: no card takes points away")
        content.want(len(cards) >= seats[-1], f"bonus {name}: a card for each of {seats[-1]} players")


def check_ending(content: Content) -> None:
    ending = content["ending"]
    content.want(ending["spells"] >= 1, "ending.spells must be above 0")
    content.want(1 <= ending["empty_terrains"] <= 6, "ending.empty_terrains lies between 1 and 6")
    limit = ending["turn_limit"]
    content.want(
        1 <= limit["least"] <= limit["turns"] <= limit["most"], "ending.turn_limit: least, turns, most must ascend"
    )


CONTENT: Final = Content.read(Path(__file__).parent)
check(CONTENT)

SEATS: Final = range(CONTENT["table"]["seats_least"], CONTENT["table"]["seats_most"] + 1)
MINUTES: Final[str] = CONTENT["table"]["minutes"]
TERRAIN_NAMES: Final[tuple[str, ...]] = tuple(terrain["name"] for terrain in CONTENT["terrains"])
EMBLEMS: Final[tuple[str, ...]] = tuple(terrain["emblem"] for terrain in CONTENT["terrains"])


def by_seats(supply: dict[str, Any]) -> vec[i64]:
    return vec[i64]([supply.get(str(seats), 0) for seats in range(SEATS.stop)])


CRYSTALS: Final = by_seats(CONTENT["supply"]["crystals"])
SPELLS: Final = by_seats(CONTENT["supply"]["spells"])

KEEPERS_FACES: Final = vec[i64]([KEEPERS[face] for face in CONTENT["dice"]["keepers"]["faces"]])
DUEL_FACES: Final = vec[i64](CONTENT["dice"]["duel"]["faces"])

START_POWER: Final[i64] = CONTENT["board"]["start"]["power"]
START_HEALTH: Final[i64] = CONTENT["board"]["start"]["health"]
TRACK_TOP: Final[i64] = CONTENT["board"]["track"]["top"]
HIGHEST_LOW: Final[i64] = CONTENT["board"]["low_health"]["highest"]

SAFE_REWARD: Final[i64] = CONTENT["reward"]["safe"]
BRAVE_REWARD: Final[i64] = CONTENT["reward"]["brave"]

RATES: Final[dict[int, int]] = {rate["crystals"]: rate["points"] for rate in CONTENT["exchange"]}
EXCHANGE_POINTS: Final = vec[i64]([RATES.get(given, 0) for given in range(7)])

PILES: Final[list[dict[str, Any]]] = CONTENT["bonus"]
BONUS_NAMES: Final[tuple[str, ...]] = tuple(pile["name"] for pile in PILES)
BONUS_NEEDS: Final = vec[i64]([pile["needs"] for pile in PILES])
BONUS_CARDS: Final = vec[vec[i64]]([vec[i64](pile["cards"]) for pile in PILES])
BONUS_TOTAL: Final[i64] = sum(sum(pile["cards"]) for pile in PILES)
CRYSTAL_BONUS: Final[i64] = next(number for number, pile in enumerate(PILES) if pile["counts"] == BY_CRYSTALS)
SPELL_BONUSES: Final = vec[i64]([number for number, pile in enumerate(PILES) if pile["counts"] == BY_SPELLS])

CRYSTAL_POINTS: Final[i64] = CONTENT["points"]["crystal"]
SPELL_POINTS: Final[i64] = CONTENT["points"]["spell"]

ENDING_SPELLS: Final[i64] = CONTENT["ending"]["spells"]
ENDING_EMPTY: Final[i64] = CONTENT["ending"]["empty_terrains"]
LIMIT: Final[dict[str, int]] = CONTENT["ending"]["turn_limit"]

TRADE_CRYSTALS: Final[i64] = CONTENT["advanced"]["trade"]["crystals"]
BARTER_MOST: Final[i64] = CONTENT["advanced"]["barter"]["most"]
