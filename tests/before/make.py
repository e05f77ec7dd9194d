"""Makes the fixtures of this folder with the version they are named after.

    git worktree add build/before fc09ca9 && make -C build/before .venv/developer
    build/before/.venv/bin/python tests/before/make.py

For every game: a finished record for each case, and positions from the midst of games in which every situation that
play of bots comes to occurs (`positions/`, one a line); and a database of tables that wait, run and are over
(`tables.sql`, with the people's tokens and what they were shown in `tables.json`).
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import tables
from told import told

import sortilege
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, FastChance, Record, State
from sortilege.games.lizard_wizard.content import SPELL_KIND
from sortilege.games.wizard_wars.content import EFFECT

HERE = Path(__file__).parent
ROUNDS = 40
OF_EACH_PHASE = 3
FROM_ONE_GAME = 5
TEAMS = (("greedy", "random"), ("random",), ("greedy",))
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "aeydor": [{}, {"advanced": True}],
    "lizard_wizard": [{}, {"starred": False}],
    "true_wizard": [{}],
    "wizard_dice": [{}, {"magic_cards": True}, {"goal": 12}],
    "wizard_wars": [{}],
}
WIDEST: dict[str, list[dict[str, Any]]] = {
    "aeydor": [{"turn_limit": 1}],
    "lizard_wizard": [{"rounds": 1}],
    "true_wizard": [{"round_limit": 1}],
    "wizard_dice": [{"goal": 12, "magic_cards": True}],
    "wizard_wars": [{"elements": ["earth", "darkness", "water", "sky", "light", "fire"]}, {"rounds": 1}],
}


def cases(name: str) -> list[dict[str, Any]]:
    """Every number of seats with each set of options that matters, and the widest table with some more."""
    seats = sortilege.game(name).seat_range
    found = [(number, options) for number in seats for options in OPTIONS[name]]
    found += [(seats[-1], options) for options in WIDEST[name]]
    return [{"game": name, "seats": number, "options": options} for number, options in found]


def start(case: dict[str, Any]) -> State:
    return sortilege.game(case["game"]).start(case["seats"], **case["options"])


def game_of_bots(case: dict[str, Any], team: tuple[str, ...], seed: int) -> Iterator[tuple[State, int]]:
    """Every position of a game with the move, or outcome, that comes next. The position goes on in place."""
    bots = list(islice(cycle(team), case["seats"]))
    players = [bot(name, f"{seed} {number}") for number, name in enumerate(bots)]
    chance, state = FastChance(f"{case} {seed}"), start(case)
    while state.seat != OVER:
        if state.seat == CHANCE:
            move = chance.below(state.sides())
        else:
            move = players[state.seat].choose(Seat(state, state.seat))
        yield state, move
        state.advance(move)


def finished(case: dict[str, Any]) -> Record:
    """The shortest of some games, so that the files stay small."""
    return min((on_file(case, seed) for seed in range(8)), key=lambda record: len(record.steps))


def on_file(case: dict[str, Any], seed: int) -> Record:
    names = [f"Player {1 + seat}" for seat in range(case["seats"])]
    record = Record(sortilege.game(case["game"]), names, case["options"])
    state = record.start()
    for _, move in game_of_bots(case, TEAMS[0], seed):
        record.play(state, move)
    return record


def situation(name: str, state: State) -> tuple[int, ...]:
    """What is being decided or drawn, the phase first, and because of what."""
    match name:
        case "wizard_wars":
            return (state.stage, EFFECT[state.card] if state.card >= 0 else -1)
        case "lizard_wizard":
            return (state.phase, state.purpose, SPELL_KIND[state.spell] if state.spell >= 0 else -1)
    return (state.phase, 0)


def positions(name: str) -> list[dict[str, Any]]:
    """One position of each situation, some of each phase, and at least one of each case."""
    found: list[dict[str, Any]] = []
    seen: Counter[tuple[int, ...]] = Counter()
    for number in range(ROUNDS):
        for case in cases(name):
            taken = 0
            for step, (state, _) in enumerate(game_of_bots(case, TEAMS[number % len(TEAMS)], number)):
                now = situation(name, state)
                rare = not seen[now] or seen[now[:1]] < OF_EACH_PHASE
                if (rare and taken < FROM_ONE_GAME and step % 3 == number % 3) or (number == 0 and step in (3, 24)):
                    seen.update({now, now[:1]})
                    taken += 1
                    found.append({**case, "snapshot": state.snapshot(), "told": told(sortilege.game(name), state)})
    return found


def main() -> None:
    for folder in ("records", "positions"):
        (HERE / folder).mkdir(exist_ok=True)
    for name in sortilege.games():
        for number, case in enumerate(cases(name), 1):
            finished(case).save(HERE / "records" / f"{name}-{number}.json")
        lines = [json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in positions(name)]
        (HERE / "positions" / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(name, len(lines), "positions")
    tables.make(HERE)


if __name__ == "__main__":
    main()
