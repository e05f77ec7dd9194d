"""Positions that somebody has tampered with: a game refuses them, or plays them to their end.

for find in finds(GAME, range(1000)):
    print(find)

An attempt is told by its number alone: `attempt(GAME, 1234)` tampers with the same position in the same way again.
"""

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from sortilege.conformance.cases import Case, cases, eyes
from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance, Game, State
from sortilege.engine.fields import Field

TOGETHER = 64
"""So many attempts begin with positions of the same game."""
GAMES = 20
"""So many random games are played from a position that is accepted."""
LONGEST = 200_000
"""No game has more moves and outcomes than that."""

Position = dict[str, Any]


@dataclass(frozen=True)
class Attempt:
    """What became of one position that was tampered with."""

    game: str
    number: int
    changes: tuple[str, ...]
    accepted: bool
    error: str = ""

    def __str__(self) -> str:
        return f"{self.game} {self.number}: {', '.join(self.changes)}: {self.error or 'sound'}"


def finds(game: Game, numbers: Iterable[int]) -> Iterator[Attempt]:
    """The attempts in which a position was accepted that cannot be played, or an error was no BadSnapshot."""
    return (each for each in (attempt(game, number) for number in numbers) if each.error)


def attempt(game: Game, number: int) -> Attempt:
    """Change one to three fields of a position, restore it and, if it is accepted, try all that can be done with it."""
    dice = Random(f"{game.name} {number}")
    kinds = positions(game, number // TOGETHER)
    before, other = (any_kind(kinds, dice).position() for _ in range(2))
    after = {name: value if isinstance(value, int) else list(value) for name, value in before.items()}
    for field in dice.sample(kinds[0][0].fields().all, dice.randint(1, 3)):
        tamper(field, after, other, dice)
    changes = tuple(differences(before, after))
    accepted = False
    try:
        state = game.restore({**kinds[0][0].snapshot(), "position": after})
        accepted = True
        try_everything(game, state)
    except BadSnapshot as refusal:
        return Attempt(game.name, number, changes, accepted, f"BadSnapshot later: {refusal}" if accepted else "")
    except Exception as error:
        return Attempt(game.name, number, changes, accepted, f"{error!r} {place_of(error)}")
    return Attempt(game.name, number, changes, accepted)


@lru_cache(maxsize=2)
def positions(game: Game, number: int) -> list[list[State]]:
    """All positions of one game, random or greedy by turns, those of one kind (its phase, say) together."""
    every = cases(game)
    case, greedy = every[number // 2 % len(every)], number % 2 == 1
    kinds: dict[tuple[int, ...], list[State]] = {}
    telling = [field.name for field in case.start().fields() if field.kind == "one of" and not field.length]
    for state in played(case, f"fuzz {number}", greedy):
        kinds.setdefault(tuple(getattr(state, name) for name in telling), []).append(state)
    return list(kinds.values())


def played(case: Case, seed: str, greedy: bool) -> Iterator[State]:
    """A game from its beginning to its end; greedy bots make any move now and then."""
    state, chance = case.start(), FastChance(seed)
    while state.seat != OVER:
        yield state.copy()
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        elif greedy and chance.below(12):
            state.advance(case.game.sense.choose(state.seen_by(state.seat), chance))
        else:
            moves = state.moves()
            state.advance(moves[chance.below(len(moves))])
    yield state


def any_kind(kinds: list[list[State]], dice: Random) -> State:
    return dice.choice(dice.choice(kinds))


def tamper(field: Field, position: Position, other: Position, dice: Random) -> None:
    """Change a cell, exchange two cells, or take the field over from another position of the game."""
    value = position[field.name]
    way = dice.randrange(8)
    if way == 0:
        position[field.name] = other[field.name]
    elif isinstance(value, int):
        position[field.name] = another(field, value, other["seats"], dice)
    elif way == 1 and len(value) > 1:
        one, two = dice.sample(range(len(value)), 2)
        value[one], value[two] = value[two], value[one]
    elif value:
        cell = dice.randrange(len(value))
        value[cell] = another(field, value[cell], other["seats"], dice)


def another(field: Field, value: int, seats: int, dice: Random) -> int:
    """A number in the range of a field, at its ends, just outside, or next to what it is; a set with one thing more or
    less."""
    low, high = field.low, field.highest(seats)
    if field.kind == "set of" and dice.randrange(4):
        return value ^ 1 << dice.randrange(len(field.names))
    if dice.randrange(2):
        return dice.randint(low, high)
    return dice.choice((low - 1, low, high, high + 1, value - 1, value + 1))


def differences(before: Position, after: Position) -> Iterator[str]:
    for name, old in before.items():
        new = after[name]
        if isinstance(old, int):
            if new != old:
                yield f"{name} {old} -> {new}"
        elif len(old) != len(new):
            yield f"{name} {old} -> {new}"
        else:
            yield from (f"{name}[{cell}] {one} -> {two}" for cell, (one, two) in enumerate(zip(old, new)) if one != two)


def try_everything(game: Game, state: State) -> None:
    """Everybody looks, imagines, is asked and plays on."""
    chance = FastChance("tries")
    for _ in range(GAMES):
        play_to_the_end(state.copy(), chance)
    for eye in eyes(state):
        state.view(eye)
        play_to_the_end(state.imagine(-1 if eye is None else eye, chance), chance)
    if state.seat >= 0:
        seen = state.seen_by(state.seat)
        assert game.words.question(seen), "nothing is asked"
        for move in state.moves():
            assert game.words.label(seen, move), f"{state.text(move)} has no label"
        assert state.legal(game.sense.choose(seen, chance)), "the sense's choice is not legal"


def play_to_the_end(state: State, chance: FastChance) -> None:
    """Any legal move is as likely as the others."""
    for _ in range(LONGEST):
        if state.seat == OVER:
            assert state.ending(), "the game ends in no known way"
            return
        if state.seat == CHANCE:
            assert state.sides() > 0, "nothing can come up"
            state.advance(chance.below(state.sides()))
        else:
            moves = state.moves()
            assert moves, "nobody can move"
            state.advance(moves[chance.below(len(moves))])
    raise AssertionError("the game does not end")


def place_of(error: Exception) -> str:
    """Where an error was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"in {frame.name}, {Path(frame.filename).name}:{frame.lineno}"
