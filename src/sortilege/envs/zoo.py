"""The games for PettingZoo: agents take turns, chance plays by itself."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.engine.batch import rewards
from sortilege.envs import VERSION
from sortilege.envs.drawing import MODES, checked, render
from sortilege.games import game as find_game

ILLEGAL = -1.0
"""What an illegal move costs; it ends the game."""


class Agents(AECEnv, EzPickle):
    """A game whose seats are agents: player_0, player_1, …"""

    def __init__(self, game: str, seats: int = 2, render_mode: str | None = None, **options: object) -> None:
        EzPickle.__init__(self, game, seats, render_mode, **options)
        super().__init__()
        self.game = find_game(game)
        self.first = self.game.start(seats, **options)
        self.position = self.first.copy()
        self.render_mode = checked(render_mode)
        self.metadata = {
            "name": f"{game}_v{VERSION}",
            "render_modes": MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        row = spaces.Box(0, 1, (len(self.game.layout(seats)),), np.float32)
        mask = spaces.Box(0, 1, (self.game.move_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.move_count) for agent in self.possible_agents}
        self.chance = FastChance(np.random.SeedSequence().entropy)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.chance = FastChance(seed)
        self.position = self.first.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.go_on()

    def go_on(self) -> None:
        """Throw the dice until a seat decides, or the game is over."""
        position = self.position
        while position.seat == CHANCE:
            position.advance(self.chance.below(position.sides()))
        if position.seat == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, rewards(position)))
        else:
            self.agent_selection = self.possible_agents[position.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        moves = self.position.mask() if seat == self.position.seat else np.zeros(self.game.move_count, np.int8)
        return {"observation": self.position.observe(seat), "action_mask": moves}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position.play(None if action is None else int(action))
        self.go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class Versioned:
    """What PettingZoo's users expect of a game's module: `env` with the usual checks, and `raw_env` without."""

    def __init__(self, game: str) -> None:
        self.game = game

    def raw_env(self, seats: int = 2, render_mode: str | None = None, **options: object) -> Agents:
        return Agents(self.game, seats, render_mode, **options)

    def env(self, seats: int = 2, render_mode: str | None = None, **options: object) -> AECEnv:
        raw = self.raw_env(seats, render_mode, **options)
        checked_moves = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked_moves))
