"""A small program of somebody else's: it plays, refuses, records and restores. mypy reads it strictly."""

import copy
from pathlib import Path
from typing import assert_type

import sortilege
from sortilege import BadRecord, BadSnapshot, EarlierCards, FastChance, IllegalMove, MissingExtra, Record, State
from sortilege.arena import Stopped, TaskFailed
from sortilege.bots import Bot, Seat, bot, bots
from sortilege.conformance import check
from sortilege.engine import Game
from sortilege.envs import Batch, wizard_dice_v0


def moves_of(state: State) -> list[str]:
    return [state.text(move) for move in state.moves()]


def refusal_of(state: State, text: str) -> tuple[str, str]:
    try:
        state.copy().play(state.parse(text))
    except IllegalMove as refusal:
        return refusal.reason, refusal.rule
    return "", ""


def play(game: Game, seats: int, seed: str) -> Record:
    players: list[Bot] = [bot(bots()[number % 2], seed) for number in range(seats)]
    record = Record(game, [player.name for player in players])
    state = record.start()
    chance = FastChance(seed)
    while state.seat != sortilege.OVER:
        if state.seat == sortilege.CHANCE:
            record.play(state, chance.below(state.sides()))
        else:
            record.play(state, players[state.seat].choose(Seat(state, state.seat)))
    return record


def kept(record: Record, path: Path) -> State | None:
    record.save(path)
    try:
        final = Record.load(path).final()
        again = record.game.restore(final.snapshot())
    except (BadRecord, BadSnapshot):
        return None
    assert copy.copy(again) == final
    return again


def trained(steps: int) -> float:
    batch = Batch("wizard_dice", 4, bots={1: "random"}, seed=1)
    assert_type(batch.count, int)
    turns = batch.turns
    for _ in range(steps):
        turns = batch.step([int(mask.argmax()) for mask in turns.masks])
    return float(turns.rewards.sum())


def agents() -> list[str]:
    env = wizard_dice_v0.raw_env(seats=3, goal=12)
    assert_type(env.agents, list[str])
    env.reset(seed=1)
    return env.agents


WHAT_FAILS: tuple[type[Exception], ...] = (BadRecord, EarlierCards, MissingExtra, Stopped, TaskFailed)


def settings(game: Game) -> dict[str, bool | int | str | list[str] | tuple[str, ...]]:
    return {option.name: option.default for option in game.options}


def main(folder: Path) -> dict[str, list[int]]:
    results: dict[str, list[int]] = {}
    for name in sortilege.games():
        game = sortilege.game(name)
        state = kept(play(game, game.seat_range[-1], "outside"), folder / f"{name}.json")
        assert state is not None
        results[name] = state.ranking()
        print(game.title, state.ending(), state.scores(), len(state.picture(0)), sorted(state.view(None)))
    reason, rule = refusal_of(sortilege.game("wizard_dice").start(2), "stay")
    print(trained(3), agents(), settings(sortilege.game("wizard_wars")))
    print(reason, rule, moves_of(sortilege.game("wizard_dice").start(2)))
    return results


__all__ = ["check", "main"]
