"""Batches for Gymnasium: `gymnasium.make_vec`, one seat of many games learns."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sortilege.envs.batch import Batch
from sortilege.envs.gym import MOST_SEED, others


class Learners(VectorEnv[Any, Any, Any]):
    """The same seat of many games. What has ended starts anew in the same step; an illegal move is a ValueError.

    The arrays are copies, which whoever learns may keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        **options: object,
    ) -> None:
        names = others(seats, seat, bots)
        self.new_batch = partial(Batch, game, num_envs, seats, names, **options)
        self.batch = self.new_batch(seed=0)
        self.seat = seat
        self.num_envs = num_envs
        width, moves = len(self.batch.game.layout(seats)), self.batch.game.move_count
        self.single_observation_space = spaces.Box(0, 1, (width,), np.float32)
        self.single_action_space = spaces.Discrete(moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch = self.new_batch(seed=int(self.np_random.integers(MOST_SEED)))
        return self.batch.turns.observations.copy(), self.info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        turns = self.batch.step(actions)
        never = np.zeros(self.num_envs, np.bool_)
        rewards = turns.rewards[:, self.seat].copy()
        return turns.observations.copy(), rewards, turns.dones.copy(), never, self.info()

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """The legal moves by game."""
        return self.batch.turns.masks.copy()
