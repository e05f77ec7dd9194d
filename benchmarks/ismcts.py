"""The archmage for two against OpenSpiel's information-set search, with as much processor time a move.

    .venv/bin/python benchmarks/ismcts.py wizard_dice --deals 10

OpenSpiel's search (random playouts, UCT) is told simulations, not time: it gets as many as should bring it to as much
time for each of its moves so far. What both used is told. Where nothing is hidden, its plain search plays, for the
other refuses to. Every deal is played twice, with seats exchanged.
"""

import argparse
import time

time.perf_counter = time.thread_time

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from against import interval  # noqa: E402
from open_spiel.python.algorithms import ismcts  # noqa: E402
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator  # noqa: E402

from sortilege.bots import Seat, bot  # noqa: E402
from sortilege.engine import FastChance  # noqa: E402
from sortilege.envs.spiel import SpielGame, SpielState, name_of, register  # noqa: E402

UCT = 1.4
FIRST = 4
"""Simulations of the first move, whose time nobody knows yet."""


class Archmage:
    def __init__(self, seconds: float, seed: str) -> None:
        self.bot = bot(f"archmage:{seconds}s", seed)
        self.spent = 0.0

    def step(self, state: SpielState) -> int:
        begun = time.thread_time()
        move = self.bot.choose(Seat(state.position, state.position.seat))
        self.spent += time.thread_time() - begun
        return move


class InformationSets:
    """OpenSpiel's bot with a budget of time."""

    def __init__(self, game: SpielGame, seconds: float, seed: int) -> None:
        random = np.random.RandomState(seed)
        evaluator = RandomRolloutEvaluator(1, random)
        if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            self.bot, self.budget = MCTSBot(game, UCT, FIRST, evaluator, random_state=random), "max_simulations"
        else:
            self.bot = ismcts.ISMCTSBot(
                game, evaluator, UCT, FIRST, random_state=random, allow_inconsistent_action_sets=True
            )
            self.budget = "_max_simulations"
        self.seconds, self.due, self.spent, self.simulations = seconds, 0.0, 0.0, 0

    def step(self, state: SpielState) -> int:
        self.due += self.seconds if len(state.legal_actions()) > 1 else 0.0
        if self.spent:
            setattr(self.bot, self.budget, max(2, round((self.due - self.spent) * self.simulations / self.spent)))
        begun = time.thread_time()
        move = int(self.bot.step(state))
        if len(state.legal_actions()) > 1:
            self.spent += time.thread_time() - begun
            self.simulations += getattr(self.bot, self.budget)
        return move


def play(game: SpielGame, seconds: float, deal: str, first: int) -> tuple[float, list[float]]:
    """What the archmage on seat `first` gets, 1 for a win, and the time that both used."""
    state, chance = game.new_initial_state(), FastChance(deal)
    archmage, other = Archmage(seconds, deal), InformationSets(game, seconds, FastChance(deal).below(2**31))
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[chance.below(len(outcomes))][0])
        else:
            state.apply_action((archmage if state.current_player() == first else other).step(state))
    ranking = state.position.ranking()
    won = 0.5 if ranking[0] == ranking[1] else float(ranking[first] == 1)
    return won, [archmage.spent, other.spent]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", default="ismcts")
    arguments = parser.parse_args()
    register()
    game = pyspiel.load_game(name_of(arguments.game))
    means: list[float] = []
    spent = np.zeros(2)
    for number in range(arguments.deals):
        pair = [play(game, arguments.seconds, f"{arguments.seed} {number}", first) for first in (0, 1)]
        means.append(sum(won for won, _ in pair) / 2)
        spent += sum(np.array(used) for _, used in pair)
        print(
            f"{arguments.game}: {2 * len(means)} games, the archmage won {interval(means)}; "
            f"{spent[0]:.0f} s of the processor against {spent[1]:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
