"""PPO with masks learns a game for two: `python example_ppo.py sortilege/TrueWizard-v0 round_limit=6`.

It needs `pip install 'sortilege[envs,arena]' sb3-contrib`. First it learns to move as greedy does in games with itself.
Then it plays against greedy, in half of the games from the first seat, in the others from the second, and learns what
wins. After every round it is tried on games of other seeds.
"""

import argparse
import json
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import sortilege.envs
from sortilege.arena.reports.plots import draw
from sortilege.bots import GreedyBot, Seat
from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.engine.batch import rewards

BOTS = ("random", "greedy")
gymnasium.register_envs(sortilege.envs)


class Seats(VecEnv):
    """Both seats of a game for two, each against a bot: two environments of Gymnasium as one of Stable-Baselines."""

    def __init__(self, game: str, games: int, bot: str, seed: int, **options: int) -> None:
        self.halves = [gymnasium.make_vec(game, games // 2, seat=seat, bots=bot, **options) for seat in (0, 1)]
        self.rows = np.concatenate([half.reset(seed=seed + seat)[0] for seat, half in enumerate(self.halves)])
        super().__init__(games, self.halves[0].single_observation_space, self.halves[0].single_action_space)

    def reset(self) -> np.ndarray:
        return self.rows

    def step_async(self, moves: np.ndarray) -> None:
        self.moves = moves

    def step_wait(self):
        done = [half.step(moves) for half, moves in zip(self.halves, np.split(self.moves, 2))]
        self.rows, rewards, ended = (np.concatenate([half[part] for half in done]) for part in range(3))
        return self.rows, rewards.astype(np.float32), ended, [{}] * self.num_envs

    def masks(self) -> np.ndarray:
        return np.concatenate([half.unwrapped.action_masks() for half in self.halves])

    def env_method(self, name: str, *given, indices=None, **named) -> list:
        """PPO asks for the masks and nothing else."""
        return list(self.masks())

    def get_attr(self, name: str, indices=None) -> list:
        return [None] * self.num_envs

    def set_attr(self, name: str, value: object, indices=None) -> None:
        raise AttributeError(name)

    def env_is_wrapped(self, wrapper: type, indices=None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


def new_learner(seats: Seats) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        seats,
        n_steps=24,
        batch_size=1024,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.02,
        gae_lambda=0.9,
        policy_kwargs={"net_arch": [64], "activation_fn": torch.nn.ReLU},
        seed=1,
    )


def lessons(game: str, decisions: int, **options: int) -> list[torch.Tensor]:
    """Greedy with itself: what was seen, what was legal, what was done, and what the game was worth in the end."""
    first, greedy, chance = gymnasium.make(game, **options).unwrapped.first, GreedyBot(1), FastChance(1)
    rows, masks, moves, worth = [], [], [], []
    while len(worth) < decisions:
        state, seats = first.copy(), []
        while (seat := state.seat) != OVER:
            if seat == CHANCE:
                state.advance(chance.below(state.sides()))
                continue
            rows.append(state.observe(seat))
            masks.append(state.mask())
            moves.append(greedy.choose(Seat(state, seat)))
            seats.append(seat)
            state.advance(moves[-1])
        worth += [rewards(state)[seat] for seat in seats]
    return [torch.as_tensor(np.array(part)) for part in (rows, masks, moves, np.float32(worth))]


def imitate(learner: MaskablePPO, taught: list[torch.Tensor], epochs: int = 6) -> None:
    """Make likelier what was done, and let the judge expect what it was worth."""
    optimiser = torch.optim.Adam(learner.policy.parameters(), 1e-3)
    for _ in range(epochs):
        for part in torch.randperm(len(taught[0])).split(512):
            rows, masks, moves, worth = (each[part] for each in taught)
            expected, likely, _ = learner.policy.evaluate_actions(rows, moves, masks)
            optimiser.zero_grad()
            (((expected.flatten() - worth) ** 2).mean() / 2 - likely.mean()).backward()
            optimiser.step()


def share(learner: MaskablePPO, seats: Seats) -> tuple[float, float]:
    """Of the wins against a bot, draws as half, and half of its 95 % interval; every game is played to its end once."""
    won = np.full(seats.num_envs, np.nan)
    while np.isnan(won).any():
        moves, _ = learner.predict(seats.reset(), action_masks=seats.masks(), deterministic=True)
        _, rewards, ended, _ = seats.step(moves)
        fresh = ended & np.isnan(won)
        won[fresh] = (1 + rewards[fresh]) / 2
    return float(won.mean()), float(1.96 * won.std() / np.sqrt(len(won)))


def paint(curve: list[dict], axes) -> None:
    minutes = [point["minutes"] for point in curve]
    for bot in BOTS:
        found, off = np.array([point[bot] for point in curve]).T
        axes.plot(minutes, found, label=f"against {bot}")
        axes.fill_between(minutes, found - off, found + off, alpha=0.2)
    axes.axhline(0.5, linestyle=":", linewidth=1)
    axes.set_xlabel("minutes of one core")
    axes.set_ylabel("share of wins")
    axes.legend(frameon=False)


def option(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    return name, int(value)


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO with masks learns a game for two.")
    parser.add_argument("game", help="as Gymnasium calls it")
    parser.add_argument("options", type=option, nargs="*", metavar="NAME=NUMBER")
    parser.add_argument("--games", type=int, default=512, help="at once")
    parser.add_argument("--lessons", type=int, default=10_000, help="decisions of greedy to learn from")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=200_000, help="in a round")
    parser.add_argument("--tries", type=int, default=400, help="games with each bot after a round; tenfold at last")
    parser.add_argument("--out", type=Path, default=Path("reports/ppo"))
    asked = parser.parse_args()
    options = dict(asked.options)
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    learner = new_learner(Seats(asked.game, asked.games, "greedy", seed=1, **options))
    curve, spent = [], 0.0
    for number in range(asked.rounds + 1):
        started = time.process_time()
        if number == 1:
            imitate(learner, lessons(asked.game, asked.lessons, **options))
        elif number:
            learner.learn(asked.decisions, reset_num_timesteps=False)
        spent += time.process_time() - started
        games = asked.tries * (10 if number == asked.rounds else 1)
        tried = {bot: share(learner, Seats(asked.game, games, bot, 1000 + 2 * number, **options)) for bot in BOTS}
        curve.append({"decisions": learner.num_timesteps, "minutes": round(spent / 60, 2), **tried})
        print(json.dumps(curve[-1]), flush=True)
    learner.save(asked.out / "learner")
    (asked.out / "curve.json").write_text(json.dumps(curve))
    (asked.out / "curve.svg").write_text(draw(f"PPO: {asked.game}", lambda axes: paint(curve, axes)))


if __name__ == "__main__":
    main()
