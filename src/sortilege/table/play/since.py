"""What others did since somebody's last decision, turn by turn, each in a line; and why they may have done it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sortilege.engine import CHANCE, State, listed, named
from sortilege.engine.help import help_of
from sortilege.engine.state import game_of
from sortilege.table.play.table import Table

INVOLVED = re.compile(r"[,:;]| and |\. ")
"""Sentences with these stay by themselves."""
MOST_SOURCES = 2


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
    lines = [Told(turn, line_of(table, turn, heard[turn.first - turns[0].first :], eye)) for turn in turns]
    told = [each for each in lines if each.line]
    bots = [each for each in told if table.chairs[each.turn.seat].bot]
    if bots and table.coached(eye):
        found = await table.desk.do(reasons, table, [each.turn for each in bots], eye)
        for number, (each, why) in enumerate(zip(bots, found)):
            each.why = why if why not in found[:number] else ""
    return told


def line_of(table: Table, turn: Turn, heard: Sequence[Sequence[str]], eye: int) -> str:
    """What matters most of a turn, and who did it; empty where nothing does."""
    told, who = [sentence for step in heard[: turn.steps] for sentence in step], f"{{{turn.seat}}}"
    short = help_of(table.game.folder).in_short(told, who, f"{{{eye}}}")
    line = " ".join(joined(short, f"{who} ")).replace(f" {who}: ", " ")
    return named(line if line.startswith(who) or not line else f"{who}: {line}", table.names, eye)


def joined(told: Sequence[str], who: str) -> list[str]:
    """Plain sentences of one actor as one sentence, which says no verb twice in a row."""
    found: list[str] = []
    for plain, group in groupby(told, lambda sentence: sentence.startswith(who) and not INVOLVED.search(sentence)):
        sentences = list(group)
        found += [in_one(sentences, who)] if plain else sentences
    return found


def in_one(sentences: Sequence[str], who: str) -> str:
    deeds = [sentence.removeprefix(who).rstrip(".") for sentence in sentences]
    verbs = ["", *(deed.split()[0] for deed in deeds)]
    return f"{who}{listed([deed.removeprefix(f'{verb} ') for deed, verb in zip(deeds, verbs)])}."


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
        aim = help_of(table.game.folder).aim_of(deeds)
        found.append(reason(before, state.seen_by(eye), turn.seat, eye) or (f"Perhaps {aim}." if aim else ""))
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
    """Where points come from; where there is too much of that, from where most do."""
    if len(found) > MOST_SOURCES:
        most = max(found, key=lambda name: abs(found[name]))
        return f"{signed(sum(found.values()))} in all, most of all for {most}"
    return listed([f"{name} {signed(change)}" for name, change in found.items()])


def signed(change: int) -> str:
    return f"{'+' if change > 0 else '−'}{abs(change)}"
