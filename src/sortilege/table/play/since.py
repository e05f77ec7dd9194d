"""What others did since somebody's last decision, turn by turn, each in a line; and why they may have done it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sortilege.engine import CHANCE, State, listed, named
from sortilege.engine.help import help_of
from sortilege.engine.state import game_of
from sortilege.table.play.table import Table


@dataclass
class Turn:
    """Steps of one seat in a row, with the outcomes that they led to: from one step on, before another."""

    seat: int
    first: int
    last: int

    @property
    def steps(self) -> int:
        return self.last - self.first


@dataclass
class Told:
    """A turn in a line, and a reason that the coach gives for it."""

    turn: Turn
    line: str
    why: str = ""


def turns_since(movers: Sequence[int], eye: int) -> list[Turn]:
    """The turns of others since this seat last decided. What fell by chance belongs to whose step it followed."""
    found: list[Turn] = []
    for step, mover in reversed(list(enumerate(movers))):
        if mover == eye:
            break
        if found and mover == found[-1].seat:
            found[-1].first = step
        elif mover != CHANCE:
            found.append(Turn(mover, step, found[-1].first if found else len(movers)))
    return found[::-1]


async def told_since(table: Table, eye: int) -> list[Told]:
    turns = turns_since(table.movers, eye)
    heard = await table.heard(eye, turns[0].first) if turns else []
    told = [Told(turn, line_of(table, turn, heard[turn.first - turns[0].first :], eye)) for turn in turns]
    bots = [each for each in told if table.chairs[each.turn.seat].bot]
    if bots and table.coached(eye):
        for each, why in zip(bots, await table.desk.do(reasons, table, [each.turn for each in bots], eye)):
            each.why = why
    return told


def line_of(table: Table, turn: Turn, heard: Sequence[Sequence[str]], eye: int) -> str:
    """What matters most of a turn, and who did it."""
    told = [sentence for step in heard[: turn.steps] for sentence in step]
    line, who = " ".join(help_of(table.game.folder).in_short(told)), f"{{{turn.seat}}}"
    return named(line if line.startswith(who) else f"{who}: {line}", table.names, eye)


# Why they may have done it.


def reasons(table: Table, turns: Sequence[Turn], eye: int) -> list[str]:
    """For each turn what it brought, or what such moves are good for, as far as this seat can tell."""
    found, state, number = [], table.start(), 0
    for turn in turns:
        while number < turn.first:
            state.advance(table.moves[number])
            number += 1
        before, deeds = state.seen_by(eye), []
        while number < turn.last:
            if state.seat == turn.seat and not state.secret(table.moves[number], eye):
                deeds.append(table.game.words.text(table.moves[number]))
            state.advance(table.moves[number])
            number += 1
        found.append(reason(before, state.seen_by(eye), turn.seat, eye) or aim_of(table, deeds))
    return found


def reason(before: State, after: State, seat: int, eye: int) -> str:
    """What a turn brought its seat, or took from the one that looks on."""
    words = game_of(before).words
    gained, lost = changes(before, after, seat), changes(before, after, eye)
    if sum(gained.values()) > 0:
        return f"Perhaps for the {words.unit}s: {told_changes(gained)}."
    if sum(lost.values()) < 0:
        return f"Perhaps to weaken you: {told_changes(lost)}."
    return ""


def changes(before: State, after: State, seat: int) -> dict[str, int]:
    """By where they come from: the points that this seat has more, or less."""
    sources = game_of(before).words.sources
    was, now = dict(sources(before, seat)), dict(sources(after, seat))
    return {name: now[name] - was.get(name, 0) for name in now if now[name] != was.get(name, 0)}


def told_changes(found: dict[str, int]) -> str:
    return listed([f"{name} {'+' if change > 0 else '−'}{abs(change)}" for name, change in found.items()])


def aim_of(table: Table, deeds: Sequence[str]) -> str:
    """What the last of these moves that has an aim may be good for."""
    aims = help_of(table.game.folder).aims
    for deed in reversed(deeds):
        fits = [beginning for beginning in aims if f"{deed} ".startswith(f"{beginning} ")]
        if fits:
            return f"Perhaps {aims[max(fits, key=len)]}."
    return ""
