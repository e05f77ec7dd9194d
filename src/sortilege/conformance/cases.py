"""What a game is tried with: every number of seats, every option changed; and walks through its games."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sortilege.engine import CHANCE, OVER, Choice, Choices, FastChance, Flag, Game, Number, Option, State
from sortilege.engine.plain import Setting


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options."""

    game: Game
    seats: int
    options: dict[str, Setting] = field(default_factory=dict)

    def start(self) -> State:
        return self.game.start(self.seats, **self.options)

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.game.name}-{self.seats}" + (f"-{options}" if options else "")


def other_values(option: Option, seats: int) -> list[Setting]:
    """Values of an option that are not its default, enough to see what it does."""
    match option:
        case Flag():
            return [not option.default]
        case Choice():
            return [value for value in option.values if value != option.default]
        case Choices():
            return [list(reversed(option.values))[:seats]]
        case Number():
            return [option.low]
    raise TypeError(f"no values known for {option!r}")


def cases(game: Game) -> list[Case]:
    """Each number of seats by default, and each option changed with the fewest and the most seats."""
    found = [Case(game, seats) for seats in game.seat_range]
    for seats in sorted({game.seat_range[0], game.seat_range[-1]}):
        for option in game.options:
            found += [Case(game, seats, {option.name: value}) for value in other_values(option, seats)]
    return found


def walk(state: State, seed: object, most: int = 100_000) -> Iterator[tuple[State, int]]:
    """Random play: every position with the move, or outcome, that comes next. The position goes on in place."""
    chance = FastChance(seed)
    for _ in range(most):
        if state.seat == OVER:
            return
        if state.seat == CHANCE:
            move = chance.below(state.sides())
        else:
            moves = state.moves()
            move = moves[chance.below(len(moves))]
        yield state, move
        state.advance(move)


def sample(case: Case, seed: object, count: int) -> list[tuple[State, int]]:
    """So many positions, with their next moves, spread evenly over a random game."""
    length = sum(1 for _ in walk(case.start(), seed))
    wanted = {length * number // count for number in range(count)} | {0, length - 1}
    return [(state.copy(), move) for number, (state, move) in enumerate(walk(case.start(), seed)) if number in wanted]


def eyes(state: State) -> list[int | None]:
    """Everybody who may look: all seats, and a spectator."""
    return [*range(state.seats), None]
