"""The games for OpenSpiel: explicit chance with small dice, information states, observations, serialisation."""

import hashlib
import json
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from sortilege.engine import CHANCE, OVER, FastChance, Game, Option, State
from sortilege.engine.batch import rewards
from sortilege.engine.plain import Setting
from sortilege.games import game as find_game
from sortilege.games import games

LONGEST = 100_000
"""No game has more decisions, and throws of dice."""
MOST_SIDES = 100
"""A throw with more sides is made of several dice."""
AND = "+"
"""Between several values of one parameter, for a comma stands between parameters."""


@cache
def small_dice(sides: int) -> tuple[int, ...]:
    """Dice with few sides that fall together as one with many does: equal ones where that can be."""
    if sides <= MOST_SIDES:
        return (sides,)
    for die in range(2, MOST_SIDES + 1):
        dice: tuple[int, ...] = ()
        while die ** len(dice) < sides:
            dice += (die,)
        if die ** len(dice) == sides:
            return dice
    largest = next((die for die in range(MOST_SIDES, 1, -1) if sides % die == 0), sides)
    return (largest,) if largest == sides else (largest, *small_dice(sides // largest))


class Known:
    """What each seat has seen so far, as a fingerprint; it is brought up to date when somebody asks."""

    def __init__(self, seats: int) -> None:
        self.prints = [b""] * seats
        self.passed: list[tuple[State, int]] = []

    def note(self, before: State, move: int) -> None:
        self.passed.append((before.copy(), move))

    def told(self, seat: int, now: State) -> str:
        """All that a seat has seen, up to now."""
        for before, move in self.passed:
            for eye, known in enumerate(self.prints):
                made = -1 if before.secret(move, eye) else move
                self.prints[eye] = fingerprint(known, before, eye, made)
        self.passed = []
        return fingerprint(self.prints[seat], now, seat, -1).hex()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Known":
        twin = Known(0)
        twin.prints, twin.passed = self.prints[:], self.passed[:]
        return twin


def fingerprint(known: bytes, state: State, eye: int, move: int) -> bytes:
    """Of what a seat knew, what it sees, and the move that it sees made."""
    seen = repr((known, list(state.seen_by(eye).position().values()), move))
    return hashlib.blake2b(seen.encode(), digest_size=16).digest()


class SpielGame(pyspiel.Game):
    """A game with a number of players and options, which are its parameters."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**defaults(self.game), **(params or {})}
        seats = given.pop("players")
        by_name = {option.name: option for option in self.game.options}
        self.first = self.game.start(seats, **{key: meant(by_name[key], value) for key, value in given.items()})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.move_count,
            max_chance_outcomes=MOST_SIDES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.game, seats), info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.first.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return SpielObserver(0 if recall else len(self.game.layout(self.first.seats)))


class SpielState(pyspiel.State):
    """A position, the dice that lie already where several are thrown, and what each seat has seen."""

    def __init__(self, game: SpielGame, position: State) -> None:
        super().__init__(game)
        self.position = position
        self.fallen: list[int] = []
        self.known = Known(position.seats)

    def current_player(self) -> int:
        if self.position.seat == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.seat == CHANCE else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        sides = small_dice(self.position.sides())[len(self.fallen)]
        return [(face, 1 / sides) for face in range(sides)]

    def _apply_action(self, action: int) -> None:
        if self.position.seat != CHANCE:
            self.advance(action)
            return
        self.fallen.append(action)
        dice = small_dice(self.position.sides())
        if len(self.fallen) == len(dice):
            outcome = 0
            for sides, face in zip(dice, self.fallen):
                outcome = outcome * sides + face
            self.fallen = []
            self.advance(outcome)

    def advance(self, move: int) -> None:
        self.known.note(self.position, move)
        self.position.advance(move)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"die {action}" if player == pyspiel.PlayerId.CHANCE else self.position.text(action)

    def is_terminal(self) -> bool:
        return bool(self.position.seat == OVER)

    def returns(self) -> list[float]:
        return rewards(self.position) if self.is_terminal() else [0.0] * self.position.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that this player cannot tell from the true one."""
        twin: SpielState = self.clone()
        twin.position = self.position.imagine(player, FastChance(sampler()))
        return twin

    def __str__(self) -> str:
        return json.dumps([self.position.position(), self.fallen])


class SpielObserver:
    """What a player sees now as tensor and text; with perfect recall all that it has seen, as a fingerprint."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32) if width else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.position.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self.tensor is None:
            return state.known.told(player, state.position)
        return json.dumps(state.position.view(player))


def defaults(game: Game) -> dict[str, Any]:
    """The parameters with the values that they have if nobody says otherwise."""
    return {"players": 2, **{option.name: plain(option.default) for option in game.options}}


def plain(value: Setting | tuple[str, ...]) -> bool | int | str:
    """A parameter is true or false, a number or a text; commas part parameters already."""
    return value if isinstance(value, bool | int | str) else AND.join(value)


def meant(option: Option, value: object) -> object:
    return option.read(value.replace(AND, ",")) if isinstance(value, str) else value


def game_type(game: Game, seats: int) -> Any:
    kinds = pyspiel.GameType
    open_to_all = all(field.sight == "all" for field in game.start(seats).fields())
    return kinds(
        short_name=name_of(game.name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_to_all else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seat_range[-1],
        min_num_players=game.seat_range[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


def name_of(game: str) -> str:
    return f"python_sortilege_{game}"


def register() -> None:
    for name in games():
        if name_of(name) not in pyspiel.registered_names():
            game = find_game(name)
            pyspiel.register_game(game_type(game, 2), type(name, (SpielGame,), {"game": game}))
