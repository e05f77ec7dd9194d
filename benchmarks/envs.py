"""Decisions per second with observations and masks: batches beside PettingZoo, Gymnasium and OpenSpiel, in one run.

Each figure is the best of several rounds in processor time, and the rounds of all contestants are interleaved.
"""

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel
from rich.console import Console
from rich.table import Table

import sortilege
from sortilege import envs
from sortilege.engine import FastChance
from sortilege.envs import gym, spiel
from sortilege.envs.zoo import Versioned

ROUNDS = 3
SECONDS = 0.4
SEATS = 2
SIZES = (64, 1024)


def batch(name: str, games: int) -> Callable[[], int]:
    running = envs.Batch(name, games, seats=SEATS)

    def go() -> int:
        running.step(running.random_moves())
        return games

    return go


def zoo(name: str) -> Callable[[], int]:
    env = Versioned(name).raw_env(seats=SEATS)

    def go() -> int:
        env.reset(seed=1)
        decisions = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if not (ended or cut):
                decisions += 1
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
        return decisions

    return go


def learner(name: str) -> Callable[[], int]:
    env: Any = gymnasium.make(gym.name_of(name), seats=SEATS, bots="random", disable_env_checker=True)

    def go() -> int:
        _, info = env.reset(seed=1)
        decisions, ended = 0, False
        while not ended:
            _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
            decisions += 1
        return decisions

    return go


def open_spiel(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(f"{spiel.name_of(name)}(players={SEATS})")
    chance = FastChance(1)

    def go() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            actions = state.legal_actions()
            state.apply_action(actions[chance.below(len(actions))])
        return decisions

    return go


def rate(go: Callable[[], int]) -> float:
    started, decisions = time.process_time(), 0
    while time.process_time() - started < SECONDS:
        decisions += go()
    return decisions / (time.process_time() - started)


def main() -> None:
    sizes = [f"batch of {size}" for size in SIZES]
    columns = ["game", "cells", *sizes, "PettingZoo", "Gymnasium", "OpenSpiel", "batch : PettingZoo"]
    table = Table(*columns, title=f"decisions a second, {SEATS} seats")
    for name in sortilege.games():
        contestants = [*(batch(name, size) for size in SIZES), zoo(name), learner(name), open_spiel(name)]
        best = [0.0] * len(contestants)
        for _ in range(ROUNDS):
            best = [max(before, rate(go)) for before, go in zip(best, contestants)]
        cells = len(sortilege.game(name).layout(SEATS))
        ratio = max(best[: len(SIZES)]) / best[len(SIZES)]
        table.add_row(name, str(cells), *(f"{each:,.0f}" for each in best), f"{ratio:.1f}")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
