"""Decisions per second with observations and masks: batches beside PettingZoo, Gymnasium and OpenSpiel, and beside Pgx.

Each figure is the best of several rounds in processor time, and the rounds of all contestants are interleaved.
"""

import math
import os
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
SWEPT = (64, 256, 1024, 4096)
PGX = ("backgammon", "2048", "sparrow_mahjong")
"""Pgx's games of like size: with dice and as many moves, with chance and as many cells, with hidden hands."""


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


def pgx_batch(name: str, games: int) -> Callable[[], int]:
    """Pgx's own way of games that start anew; the random move is compiled with the step."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def played(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, luck = jax.random.split(key, 3)
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        moves = jax.random.categorical(choice, likely)
        return step(state, moves, jax.random.split(luck, games)), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    running = [played(state, jax.random.PRNGKey(1))]

    def go() -> int:
        running[0] = jax.block_until_ready(played(*running[0]))
        return games

    return go


def rate(go: Callable[[], int]) -> float:
    started, decisions = time.process_time(), 0
    while time.process_time() - started < SECONDS:
        decisions += go()
    return decisions / (time.process_time() - started)


def beside_libraries() -> Table:
    sizes = [f"batch of {size}" for size in SIZES]
    columns = ["game", "cells", *sizes, "PettingZoo", "Gymnasium", "OpenSpiel", "batch : PettingZoo"]
    table = Table(*columns, title=f"decisions a second, {SEATS} seats")
    for name in sortilege.games():
        best = fastest([*(batch(name, size) for size in SIZES), zoo(name), learner(name), open_spiel(name)])
        ratio = max(best[: len(SIZES)]) / best[len(SIZES)]
        table.add_row(name, str(cells_of(name)), *(f"{each:,.0f}" for each in best), f"{ratio:.1f}")
    return table


def cells_of(name: str) -> int:
    return len(sortilege.game(name).layout(SEATS))


def fastest(contestants: list[Callable[[], int]]) -> list[float]:
    """The best of each, round after round."""
    best = [0.0] * len(contestants)
    for _ in range(ROUNDS):
        best = [max(before, rate(go)) for before, go in zip(best, contestants)]
    return best


def beside_pgx() -> Table:
    import pgx

    rows = [(name, cells_of(name), sortilege.game(name).move_count, batch) for name in sortilege.games()]
    theirs = [pgx.make(name) for name in PGX]
    rows += [(env.id, math.prod(env.observation_shape), env.num_actions, pgx_batch) for env in theirs]
    best = fastest([of(name, size) for name, _, _, of in rows for size in SWEPT])
    table = Table("", "game", "cells", "moves", *map(str, SWEPT), title="decisions a second by games at once")
    for number, (name, cells, moves, of) in enumerate(rows):
        rates = best[number * len(SWEPT) : (number + 1) * len(SWEPT)]
        table.add_row(
            "Pgx" if of is pgx_batch else "", name, str(cells), str(moves), *(f"{each:,.0f}" for each in rates)
        )
    return table


def one_core() -> None:
    """For JAX too, which counts the cores when it is loaded."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    one_core()
    console = Console(width=140)
    for table in (beside_libraries, beside_pgx):
        console.print(table())


if __name__ == "__main__":
    main()
