"""Games between bots: who sits where, one game played through, and what is noted of it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, Protocol

from sortilege.arena.runner import game_seed
from sortilege.bots import Bot, Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games import game as find_game

Lineup = tuple[str, ...]


def lineups(bots: Sequence[str], seats: int) -> list[Lineup]:
    """All line-ups of one deal: every bot sits on every seat as often as the others.

    Fewer bots than seats sit down again in their order; of more bots than seats, every choice plays.
    """
    if not bots:
        raise ValueError("a match needs at least one bot")
    filled = [bots[place % len(bots)] for place in range(max(seats, len(bots)))]
    found: list[Lineup] = []
    for chosen in combinations(filled, seats):
        for turn in range(seats):
            rotated = chosen[turn:] + chosen[:turn]
            if rotated not in found:
                found.append(rotated)
    return found


@dataclass
class Result:
    """One finished game; lists go by seat."""

    number: int
    deal: int
    bots: Lineup
    scores: list[int]
    ranking: list[int]
    ending: str
    decisions: list[int]
    choices: list[int]
    """Legal moves over all decisions, so that choices / decisions is the branching."""
    seconds: list[float]
    leads: int
    """How often the lead by score passed to another seat."""

    def wins(self) -> list[float]:
        """Each seat's share of the win; alone, 1 for a win."""
        firsts = self.ranking.count(1)
        return [1 / firsts if place == 1 else 0.0 for place in self.ranking]

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Result":
        return cls(**{**data, "bots": tuple(data["bots"])})


class Witness(Protocol):
    """Somebody who looks on, before every decision and at the end."""

    def saw(self, state: State, moves: list[int], move: int) -> None: ...

    def ended(self, state: State) -> None: ...


@dataclass(frozen=True)
class Match:
    """A series of games, by number. Line-ups of one deal get the same chance outcomes as long as they play alike."""

    game: str
    bots: tuple[str, ...]
    seats: int
    seed: str = "0"
    options: Mapping[str, object] = field(default_factory=dict)

    def checked(self) -> "Match":
        """Itself; a ValueError says what does not fit."""
        find_game(self.game).settings(self.seats, self.options)
        for name in self.bots:
            self.player(name, self.seed)
        self.lineups()
        return self

    def player(self, name: str, seed: str) -> Bot:
        return bot(name, seed)

    def lineups(self) -> list[Lineup]:
        return lineups(self.bots, self.seats)

    def __call__(self, number: int) -> Result:
        return self.play(number)

    def play(self, number: int, witness: Witness | None = None) -> Result:
        course = self.course(number, witness)
        course.play()
        return course.result(number, number // len(self.lineups()))

    def course(self, number: int, witness: Witness | None = None) -> "Course":
        """A game that is about to begin."""
        every = self.lineups()
        deal, turn = divmod(number, len(every))
        seed = game_seed(self.seed, number)
        players = [self.player(name, f"{seed}/{seat}") for seat, name in enumerate(every[turn])]
        state = find_game(self.game).start(self.seats, **self.options)
        return Course(state, players, FastChance(game_seed(self.seed, deal)), witness)


class Course:
    """One game on its way, between any bots, from any position."""

    def __init__(
        self, state: State, players: Sequence[Bot], chance: FastChance, witness: Witness | None = None
    ) -> None:
        self.state = state
        self.players = players
        self.chance = chance
        self.witness = witness
        self.decisions = [0] * len(players)
        self.choices = [0] * len(players)
        self.seconds = [0.0] * len(players)
        self.leads = 0
        self.leader: int | None = None

    def play(self) -> None:
        while self.state.seat != OVER:
            self.step()
        self.note_leader()
        if self.witness:
            self.witness.ended(self.state)

    def step(self) -> None:
        state = self.state
        if state.seat == CHANCE:
            state.advance(self.chance.below(state.sides()))
        else:
            self.decide(state.seat)

    def result(self, number: int, deal: int) -> Result:
        state = self.state
        return Result(
            number, deal, tuple(player.name for player in self.players),
            state.scores(), state.ranking(), state.ending(),
            self.decisions, self.choices, self.seconds, self.leads,
        )  # fmt: skip

    def decide(self, seat: int) -> None:
        self.note_leader()
        moves = self.state.moves()
        started = time.perf_counter()
        move = self.players[seat].choose(Seat(self.state, seat))
        self.seconds[seat] += time.perf_counter() - started
        self.decisions[seat] += 1
        self.choices[seat] += len(moves)
        if self.witness:
            self.witness.saw(self.state, moves, move)
        self.state.play(move)

    def note_leader(self) -> None:
        scores = self.state.scores()
        best = max(scores)
        if scores.count(best) == 1:
            leader = scores.index(best)
            if self.leader is not None and leader != self.leader:
                self.leads += 1
            self.leader = leader
