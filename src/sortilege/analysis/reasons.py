"""Why a move is better, in words: what the two lead to, in the points and pieces that the game itself counts."""

import statistics
from collections import defaultdict
from collections.abc import Iterator

from sortilege.analysis.evaluator import standard_error
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.engine.state import game_of

HEATS = 32
DECISIONS = 40
"""So far both moves are played on before what they led to is counted."""
SURE = 3.0
MOST = 2
"""Reasons that are told."""
LEAST = 0.3
"""Of a point, or piece, on the average."""
LINE = 6


def why(state: State, better: int, worse: int, seed: object) -> list[str]:
    """What the better move leads to and the other one does not, the largest first; seats stand as {0}, {1}."""
    found = sorted(differences(state, better, worse, seed), key=lambda each: -abs(each[2]))
    return [sentence(state, state.text(better), *each) for each in found[:MOST]]


def differences(state: State, better: int, worse: int, seed: object) -> Iterator[tuple[int, str, float]]:
    """Seat, source and how much more of it there is after the better move, where that is sure and not slight."""
    dice = FastChance(f"{seed} dice")
    leads: dict[tuple[int, str], list[float]] = defaultdict(lambda: [0.0] * HEATS)
    seat = int(state.seat)
    seen = state.seen_by(seat)
    for heat in range(HEATS):
        world = seen.imagine(seat, dice)
        luck = dice.word()
        for move, sign in ((better, 1), (worse, -1)):
            for key, points in counted(played_on(world, move, luck)).items():
                leads[key][heat] += sign * points
    for (owner, source), values in leads.items():
        mean = statistics.fmean(values)
        if abs(mean) >= LEAST and abs(mean) > SURE * standard_error(values):
            yield owner, source, mean


def played_on(world: State, move: int, seed: int) -> State:
    """The position some decisions later, as sensible players go on."""
    dice, choices = FastChance(seed), FastChance(f"{seed} choices")
    sense = game_of(world).sense
    state = world.copy()
    state.advance(move)
    for _ in range(DECISIONS):
        while state.seat == CHANCE:
            state.advance(dice.below(state.sides()))
        if state.seat == OVER:
            break
        state.advance(sense.choose(state, choices))
    return state


def counted(state: State) -> dict[tuple[int, str], int]:
    words = game_of(state).words
    return {(seat, source): points for seat in range(state.seats) for source, points in words.sources(state, seat)}


def sentence(state: State, text: str, seat: int, source: str, lead: float) -> str:
    unit = game_of(state).words.unit
    amount = f"{abs(lead):.1f}".removesuffix(".0")
    counted_in = unit if amount == "1" else f"{unit}s"
    if not source.startswith(unit):
        counted_in += f" from {source}"
    more = "more" if lead > 0 else "fewer"
    return f"Some turns after “{text}” {{{seat}}} has {amount} {more} {counted_in} on the average."


def how_it_goes_on(state: State, move: int) -> list[str]:
    """The moves that follow, as sensible players would make them, until chance or something hidden comes in."""
    seat = int(state.seat)
    later = state.seen_by(seat)
    told = [f"{{{seat}}}: {state.text(move)}"]
    later.advance(move)
    chance = FastChance(f"line {move}")
    while later.seat == seat and len(told) < LINE:
        following = int(game_of(state).sense.choose(later, chance))
        told.append(f"{{{seat}}}: {later.text(following)}")
        later.advance(following)
    return told
