"""The calibration study: how games of competent players go, and whether a pure style pays.

python -m sortilege.games.aeydor.calibration --games 2000 --seed 1
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt

from sortilege.engine import CHANCE, OVER, Chance, FastChance
from sortilege.games.aeydor.content import LIMIT, SEATS
from sortilege.games.aeydor.rules import (
    EMPTY_TERRAINS,
    PASS,
    PLACING,
    PLACING_SECOND,
    SIX_SPELLS,
    TURN_LIMIT,
    WINDOW,
    Contest,
)
from sortilege.games.aeydor.sense import BRAVE_ZONE, SAFE_ZONE, AeydorSense

Style = Callable[[Contest, Chance], int]
SENSE = AeydorSense()
HEADING = (
    f"{'seats':>5} {'variant':<8} {'six spells':>10} {'empty':>6} {'limit':>6} {'turns 10/50/90 %':>17}"
    f" {'fair':>6} {'all-safe wins':>16} {'all-duel wins':>16} {'safe among duel':>16} {'duel among safe':>16}"
)


def competent(state: Contest, chance: Chance) -> int:
    return SENSE.choose(state, chance)


def all_safe(state: Contest, chance: Chance) -> int:
    """Never leaves the Safe Zones, and so keeps the crystals: nothing else needs Power or Health."""
    if state.phase in (PLACING, PLACING_SECOND):
        return SENSE.place(state, chance, SAFE_ZONE)
    return PASS if state.phase == WINDOW else SENSE.choose(state, chance)


def all_duel(state: Contest, chance: Chance) -> int:
    """Stands on Duel Zones whenever Health allows it."""
    if state.phase in (PLACING, PLACING_SECOND):
        return SENSE.place(state, chance, BRAVE_ZONE)
    return SENSE.choose(state, chance)


def play(styles: Sequence[Style], advanced: bool, chance: Chance) -> Contest:
    state = Contest(None, len(styles), int(advanced), LIMIT["turns"])
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        else:
            state.advance(styles[state.seat](state, chance))
    return state


def title(state: Contest, seat: int) -> float:
    """1 for the title, a part of it where it is shared."""
    ranking = state.ranking()
    return 1 / ranking.count(1) if ranking[seat] == 1 else 0.0


def share(one: Style, others: Style, seats: int, advanced: bool, games: int, chance: Chance) -> tuple[float, float]:
    """How often one player of a style wins among others of another, in every seat alike: mean and 95 % half width."""
    titles = []
    for number in range(games):
        seat = number % seats
        styles = [one if other == seat else others for other in range(seats)]
        titles.append(title(play(styles, advanced, chance), seat))
    mean = sum(titles) / games
    return mean, 1.96 * sqrt(sum((each - mean) ** 2 for each in titles)) / games


def line(seats: int, advanced: bool, games: int, seed: object) -> str:
    chance = FastChance(f"aeydor calibration {seed} {seats} {advanced}")
    played = [play([competent] * seats, advanced, chance) for _ in range(games)]
    reasons = Counter(state.reason for state in played)
    turns = sorted(state.turn for state in played)
    spread = "/".join(str(turns[min(games - 1, games * part // 100)]) for part in (10, 50, 90))
    ends = [reasons[reason] / games for reason in (SIX_SPELLS, EMPTY_TERRAINS, TURN_LIMIT)]
    pairs = ((all_safe, competent), (all_duel, competent), (all_safe, all_duel), (all_duel, all_safe))
    shares = [share(one, others, seats, advanced, games, chance) for one, others in pairs]
    return (
        f"{seats:>5} {'advanced' if advanced else 'base':<8} {ends[0]:>10.1%} {ends[1]:>6.1%} {ends[2]:>6.1%}"
        f" {spread:>17} {1 / seats:>6.1%} " + " ".join(f"{mean:>8.1%} ± {half:>5.1%}" for mean, half in shares)
    )


def main(games: int, seed: object) -> None:
    print(HEADING)
    for advanced in (False, True):
        for seats in SEATS:
            print(line(seats, advanced, games, seed), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games for each figure")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games")
    arguments = parser.parse_args()
    main(arguments.games, arguments.seed)
