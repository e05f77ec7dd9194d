"""Better numbers for a game's sense, found by greedy players for two who differ in them.

    .venv/bin/python benchmarks/tune.py true_wizard GEM,SPARE_GEM,POINT,REACH --games 20000 --out reports/tuned.jsonl

In every deal all numbers are a little higher for one player and lower for the other, or the other way round, each at
random; the deal is played twice, with seats exchanged. After every hundred deals each number moves the way that won, by
less and less. The rules stay compiled, and the game's sense.py runs as it stands, once for each player, so that it can
have other numbers: of its constants those that are plain numbers, which nothing else is made of at import.

The same seed gives the same numbers, however many cores there are. Every line of the file has what was found after so
many games; the same command goes on from there. At the end, or with `--games 0`, the last numbers play those of now, on
deals that nothing was tuned on.
"""

import argparse
import importlib.util
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from against import interval

from sortilege import game as find_game
from sortilege.arena.runner import game_seed, run
from sortilege.engine import CHANCE, OVER, FastChance, Sense

DEALS = 100  # before the numbers move
APART = 0.15  # of a number, between what it is and what a player tries
STRIDE = 0.6  # of the numbers' logarithm, for a deal's worth of wins, at first
HALF = 10_000  # games after which strides are half as long

Numbers = Mapping[str, float]


def module_of(game: str) -> ModuleType:
    """The game's sense as it stands in its file, once more."""
    path = find_game(game).folder / "sense.py"
    spec = importlib.util.spec_from_file_location(f"sortilege.games.{game}.sense", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def players(game: str) -> tuple[ModuleType, ModuleType]:
    return module_of(game), module_of(game)


def sense_with(module: ModuleType, numbers: Numbers) -> Sense:
    """The sense of a module, with these numbers; whole ones stay whole."""
    for name, number in numbers.items():
        now = getattr(module, name)
        setattr(module, name, round(number) if isinstance(now, int) else number)
    kinds = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Sense)]
    return next(kind() for kind in kinds if kind.__module__ == module.__name__)


def share(game: str, senses: tuple[Sense, Sense], deal: str) -> float:
    """What the first of two players gets of a deal that is played from both seats, 1 for two wins."""
    total = 0.0
    for first in (0, 1):
        state, outcomes, whims = find_game(game).start(2), FastChance(deal), FastChance(f"whims {deal}")
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.advance(outcomes.below(state.sides()))
            else:
                state.advance(senses[state.seat ^ first].choose(state, whims))
        ranking = state.ranking()
        total += 0.5 if ranking[0] == ranking[1] else float(ranking[first] == 1)
    return total / 2


@dataclass(frozen=True)
class Trial:
    """Deals between players whose numbers lie apart, each at random."""

    game: str
    numbers: Numbers
    seed: str

    def __call__(self, number: int) -> dict[str, float]:
        """By number: how much better it did higher than lower."""
        seed = game_seed(self.seed, number)
        chance = FastChance(f"signs {seed}")
        signs = {name: 1 if chance.below(2) else -1 for name in self.numbers}
        apart = {name: math.exp(APART * sign) for name, sign in signs.items()}
        one, other = players(self.game)
        high = sense_with(one, {name: each * apart[name] for name, each in self.numbers.items()})
        low = sense_with(other, {name: each / apart[name] for name, each in self.numbers.items()})
        lead = 2 * share(self.game, (high, low), seed) - 1
        return {name: lead * sign for name, sign in signs.items()}


@dataclass(frozen=True)
class Comparison:
    """Deals between a player with these numbers and one with those of now."""

    game: str
    numbers: Numbers
    seed: str

    def __call__(self, number: int) -> float:
        tuned, now = players(self.game)
        return share(self.game, (sense_with(tuned, self.numbers), sense_with(now, {})), game_seed(self.seed, number))


def moved(numbers: Numbers, leads: list[dict[str, float]], games: int) -> dict[str, float]:
    """Each number a stride towards where it won."""
    stride = STRIDE / (1 + games / HALF) / len(leads)
    return {name: each * math.exp(stride * sum(lead[name] for lead in leads)) for name, each in numbers.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("numbers", help="names of constants in the game's sense.py, with commas between")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--compared", type=int, default=1000, help="games against the numbers of now")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--out", type=Path, default=Path("/dev/null"))
    arguments = parser.parse_args()
    module = module_of(arguments.game)
    numbers = {name: float(getattr(module, name)) for name in arguments.numbers.split(",")}
    games = 0
    if arguments.out.is_file():
        games, numbers = json.loads(arguments.out.read_text().splitlines()[-1])
    while games < arguments.games:
        trial = Trial(arguments.game, numbers, arguments.seed)
        leads = list(run(trial, range(games // 2, games // 2 + DEALS)))
        if len(leads) < DEALS:
            return
        games += 2 * DEALS
        numbers = moved(numbers, leads, games)
        with arguments.out.open("a") as out:
            print(json.dumps([games, numbers]), file=out)
        print(games, " ".join(f"{name}={each:.3g}" for name, each in numbers.items()), flush=True)
    comparison = Comparison(arguments.game, numbers, f"compared {arguments.seed}")
    shares = list(run(comparison, range(arguments.compared // 2)))
    if shares:
        print(f"{arguments.game}: {2 * len(shares)} games against the numbers of now, {interval(shares)} won")


if __name__ == "__main__":
    main()
