"""What positions are worth: played on by the game's sense, several of them with the same luck."""

from mypy_extensions import i64

from sortilege.bots.search.playout import Playout
from sortilege.engine.chance import FastChance
from sortilege.engine.sense import Sense
from sortilege.engine.state import State


class Trial:
    """Plays on to the end, or to the horizon of the sense, and tells every seat's share of the win."""

    def __init__(self, sense: Sense, chance: FastChance, slips: i64, horizon: i64) -> None:
        """Slips and horizon are those of a `Playout`."""
        self.sense = sense
        self.seeds = chance
        self.playout = Playout(sense, FastChance(0), 0, slips, horizon)

    def heat(self, world: State, moves: list[int]) -> list[list[float]]:
        """The shares after each of these moves, or outcomes, of one world, all with the same luck."""
        dice = FastChance(self.seeds.word())
        choices = FastChance(self.seeds.word())
        found: list[list[float]] = []
        for move in moves:
            after = world.copy()
            after.advance(move)
            found.append(self.shares(after, dice, choices))
        return found

    def once(self, world: State) -> list[float]:
        """The shares if the world is played on as it stands."""
        dice = FastChance(self.seeds.word())
        return self.shares(world, dice, FastChance(self.seeds.word()))

    def shares(self, state: State, dice: FastChance, choices: FastChance) -> list[float]:
        playout = self.playout
        playout.dice.follow(dice)
        playout.chance.follow(choices)
        results = playout.results
        if playout.roll_out(state):
            results.settle(state, self.sense)
        else:
            results.judge(state, self.sense)
        found: list[float] = []
        seat: i64 = 0
        while seat < state.seats:
            found.append(results.shares[seat])
            seat += 1
        return found
