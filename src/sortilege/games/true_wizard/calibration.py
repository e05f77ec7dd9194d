"""How hard the solo game is: `python -m sortilege.games.true_wizard.calibration --games 100 --seed 1`.

Plays deals of the solo game by random moves, by good sense, and by a searcher that imagines the rest of the game, and
prints what the guide quotes. Any other player with the same verb can be measured by `study`.
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.games.true_wizard.content import CELLS, ITEMS, NUMBERS, ROUNDS, SPELLS, TITLES
from sortilege.games.true_wizard.rules import CAST, TURN, Forest
from sortilege.games.true_wizard.sense import Foresight, ponder

PLAYOUTS = 300
WEAK = 30
WIN_ABOVE = int(NUMBERS["win_above"])
BEST = TITLES[-1][1]


class Player(Protocol):
    """Somebody who chooses a move from what the seat has seen."""

    name: str

    def choose(self, seen: Forest, chance: FastChance) -> int: ...


class Random:
    name = "random"

    def choose(self, seen: Forest, chance: FastChance) -> int:
        moves = seen.moves()
        return moves[chance.below(len(moves))]


class Greedy:
    name = "greedy"

    def __init__(self) -> None:
        self.sense = Foresight()

    def choose(self, seen: Forest, chance: FastChance) -> int:
        return self.sense.choose(seen, chance)


class Searcher:
    """Tries every move over imagined games played on sensibly, and drops the worse half until one is left."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts
        self.name = f"searcher, {playouts} playouts a move"

    def choose(self, seen: Forest, chance: FastChance) -> int:
        return ponder(seen, 0, self.playouts, chance)


@dataclass
class Findings:
    """What a player reached over many deals."""

    name: str
    points: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    learnt: Counter[int] = field(default_factory=Counter)
    casts: Counter[int] = field(default_factory=Counter)
    destroyed: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0

    def share(self, counted: int) -> float:
        return 100 * counted / len(self.points)

    @property
    def mean(self) -> float:
        return sum(self.points) / len(self.points)

    @property
    def weak(self) -> float:
        """Per cent of deals below 30 points."""
        return self.share(sum(points < WEAK for points in self.points))

    @property
    def won(self) -> float:
        return self.share(sum(points > WIN_ABOVE for points in self.points))

    @property
    def best(self) -> float:
        """Per cent of deals with the highest title."""
        return self.share(sum(points >= BEST for points in self.points))

    def line(self) -> str:
        return (
            f"{self.name}: {len(self.points)} deals, mean {self.mean:.1f} points (from {min(self.points)} to"
            f" {max(self.points)}); below {WEAK}: {self.weak:.1f} %; above {WIN_ABOVE}: {self.won:.1f} %;"
            f" {BEST} or more: {self.best:.1f} %; {sum(self.rounds) / len(self.rounds):.1f} turns;"
            f" {self.seconds / len(self.points):.2f} s a deal"
        )

    def cards(self) -> list[str]:
        """Card by card: how often learnt and cast, how often destroyed."""
        spells = [
            f"  {spell.name:<20} {spell.cost} gems, {spell.points} points:"
            f" learnt {self.share(self.learnt[number]):3.0f} %, cast {self.casts[number]} times"
            for number, spell in enumerate(SPELLS)
        ]
        items = [
            f"  {item.name:<20} {item.points} points: destroyed {self.share(self.destroyed[number]):3.0f} %"
            for number, item in enumerate(ITEMS)
        ]
        return [*spells, *items]


def play(player: Player, deal: object, found: Findings) -> None:
    """One deal; the player is shown only what the seat has seen."""
    chance, own = FastChance(f"deal {deal}"), FastChance(f"player {deal}")
    state = Forest(None, 1, ROUNDS)
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.play(chance.below(state.sides()))
        else:
            move = player.choose(state.seen_by(0), own)
            if state.phase == TURN and CAST <= move < CAST + CELLS:
                found.casts[move - CAST] += 1
            state.play(move)
    found.points.append(state.points(0))
    found.rounds.append(state.round)
    found.learnt.update(card for card in range(CELLS) if state.spell_owner[card] == 0)
    found.destroyed.update(card for card in range(CELLS) if state.item_owner[card] == 0)


def study(player: Player, games: int, seed: object) -> Findings:
    found = Findings(player.name)
    began = time.perf_counter()
    for number in range(games):
        play(player, f"{seed} {number}", found)
    found.seconds = time.perf_counter() - began
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="How hard the solo game of True Wizard is.")
    parser.add_argument("--games", type=int, default=100, help="deals for the searcher; the others: ten times as many")
    parser.add_argument("--seed", default="1", help="the same seed deals the same cards")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="playouts of the searcher for a move")
    given = parser.parse_args()
    for player in (Random(), Greedy()):
        print(study(player, 10 * given.games, given.seed).line(), flush=True)
    found = study(Searcher(given.playouts), given.games, given.seed)
    print(found.line(), *found.cards(), sep="\n")


if __name__ == "__main__":
    main()
