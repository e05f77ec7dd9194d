"""The games for Gymnasium: one seat learns, bots play the others; some games are played alone."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sortilege.bots import Bot, Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, IllegalMove
from sortilege.engine.batch import rewards
from sortilege.envs import VERSION
from sortilege.envs.drawing import MODES, checked, render
from sortilege.games import game as find_game
from sortilege.games import games

ILLEGAL = -1.0
"""What an illegal move costs; it ends the game."""
MOST_SEED = 1 << 62

Observation = np.ndarray[Any, np.dtype[np.float32]]


class Learner(gymnasium.Env[Observation, np.int64]):
    """A seat of a game. The reward is 0 until the end; `info["action_mask"]` has the legal moves."""

    metadata = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = find_game(game)
        self.first = self.game.start(seats, **options)
        self.position = self.first.copy()
        self.first.eye(seat)
        self.seat = seat
        self.names = others(seats, seat, bots)
        self.bots: dict[int, Bot] = {}
        self.chance = FastChance(0)
        self.render_mode = checked(render_mode)
        self.observation_space = spaces.Box(0, 1, (len(self.game.layout(seats)),), np.float32)
        self.action_space = spaces.Discrete(self.game.move_count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(MOST_SEED))
        self.chance = FastChance(luck)
        self.bots = {other: bot(name, f"{luck} {other}") for other, name in self.names.items()}
        self.position = self.first.copy()
        self.go_on()
        return self.position.observe(self.seat), self.info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.position.play(int(action))
        except IllegalMove as refusal:
            told = {**self.info(), "refusal": refusal.reason, "rule": refusal.rule}
            return self.position.observe(self.seat), ILLEGAL, True, False, told
        self.go_on()
        over = self.position.seat == OVER
        reward = rewards(self.position)[self.seat] if over else 0.0
        return self.position.observe(self.seat), reward, over, False, self.info()

    def go_on(self) -> None:
        """Throw the dice and let the bots play until the learner decides, or the game is over."""
        position = self.position
        while position.seat not in (self.seat, OVER):
            if position.seat == CHANCE:
                position.advance(self.chance.below(position.sides()))
            else:
                position.play(self.bots[position.seat].choose(Seat(position, position.seat)))
        if self.render_mode == "human":
            self.render()

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "scores": self.position.scores()}

    def action_masks(self) -> Any:
        """The legal moves, where learners with masks look for them."""
        return self.position.mask()

    def render(self) -> Any:
        return render(self.position, self.render_mode, self.seat)


def others(seats: int, seat: int, bots: str | Sequence[str]) -> dict[int, str]:
    """The bots' names by seat: one for all of them, or one each in the order of play after the learner."""
    names = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
    if len(names) != seats - 1:
        raise ValueError(f"{seats - 1} other seats need as many bots, not {len(names)}")
    for name in names:
        bot(name)
    return {(seat + turn) % seats: name for turn, name in enumerate(names, 1)}


def name_of(game: str) -> str:
    """What Gymnasium calls a game: "sortilege/WizardDice-v0"."""
    return f"sortilege/{''.join(word.capitalize() for word in game.split('_'))}-v{VERSION}"


def register() -> None:
    for game in games():
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point="sortilege.envs.gym:Learner",
                vector_entry_point="sortilege.envs.vector:Learners",
                kwargs={"game": game},
            )
