"""Decisions per second in random play, ours and others', from one run. Timings are ratios: machines are noisy.

Each figure is the best of several rounds in processor time, and the rounds of all contestants are interleaved.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel
from measure import SEATS, middle, start, timed
from rich.console import Console
from rich.table import Table

import sortilege
from sortilege.engine import CHANCE, OVER, FastChance, new_buffer
from sortilege.engine.playout import copy_many, play_many, play_out

ROOT = Path(__file__).parents[1]
ROUNDS = 5
PEERS = ("tic_tac_toe", "yacht", "backgammon", "quoridor")


def from_python(name: str, seed: object, games: int) -> int:
    """Whole games with every call made from interpreted code, checked moves included."""
    chance = FastChance(seed)
    decisions = 0
    for _ in range(games):
        state = start(name)
        while state.seat != OVER:
            if state.seat == CHANCE:
                state.play(chance.below(state.sides()))
            else:
                moves = state.moves()
                state.play(moves[chance.below(len(moves))])
                decisions += 1
    return decisions


def games_for(name: str, decisions: int) -> int:
    """How many games make about so many decisions."""
    state = start(name)
    return max(1, decisions // max(1, play_out(state, FastChance(1), new_buffer())))


def interpreted(name: str) -> float:
    """The same loop over the same files, not compiled."""
    code = (
        "import json, sys, time; import sortilege\n"
        "from sortilege.engine import FastChance; from sortilege.engine.playout import play_many\n"
        f"state = sortilege.game({name!r}).start({SEATS.get(name, 2)})\n"
        "started = time.process_time(); done = play_many(state, FastChance(1), 30000)\n"
        "print(json.dumps(done / (time.process_time() - started)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return float(json.loads(found.stdout))


def peer_rollouts(name: str) -> tuple[Callable[[], int], Callable[[], int]]:
    """OpenSpiel's compiled rollouts, and the same game driven from Python."""
    game = pyspiel.load_game(name)
    lengths = [peer_game(game, seed) for seed in range(30)]
    mean = sum(lengths) / len(lengths)
    count = max(1, int(200_000 / mean))
    first = peer_start(game)

    def compiled() -> int:
        """One simulation of its tree search: nothing but so many rollouts from the root."""
        rollouts = pyspiel.RandomRolloutEvaluator(count, 1)
        pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, 1, False).mcts_search(first)
        return int(count * mean)

    return compiled, lambda: sum(peer_game(game, seed) for seed in range(max(1, int(3000 / mean))))


def peer_start(game: "pyspiel.Game") -> "pyspiel.State":
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def peer_game(game: "pyspiel.Game", seed: int) -> int:
    chance = FastChance(seed)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[chance.below(len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[chance.below(len(actions))])
            decisions += 1
    return decisions


def command_seconds() -> float:
    """How long `sortilege games` takes from nothing to its last line."""
    command = Path(sys.executable).with_name("sortilege")
    best = 99.0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        subprocess.run([command, "games"], stdout=subprocess.DEVNULL, check=True)
        best = min(best, time.perf_counter() - started)
    return best


def peak_megabytes(games: int) -> float:
    """Peak memory of a simulation with so many games."""
    code = (
        "import resource, sys; from sortilege.terminal.command import main\n"
        f"main(['simulate', 'wizard_dice', '--games', '{games}', '--bots', 'random,random', '--jobs', '1'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(found.stdout.splitlines()[-1]) / 1024


def main() -> None:
    ours = sortilege.games()
    work: dict[tuple[str, str], Callable[[], int]] = {}
    for name in ours:
        state, half, games = start(name), middle(name), games_for(name, 20_000)
        work[name, "loop"] = lambda state=state: play_many(state, FastChance(1), 400_000)
        work[name, "python"] = lambda name=name, games=games: from_python(name, 1, games)
        work[name, "copies"] = lambda half=half: copy_many(half, 300_000)
    for name in PEERS:
        work[name, "loop"], work[name, "python"] = peer_rollouts(name)
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for key, each in work.items():
            best[key] = max(best.get(key, 0.0), timed(each))
        for name in ours:
            best[name, "interpreted"] = max(best.get((name, "interpreted"), 0.0), interpreted(name))
    show(ours, best)


def show(ours: list[str], best: dict[tuple[str, str], float]) -> None:
    console = Console(width=120)
    table = Table("game", "compiled loop /s", "from Python /s", "interpreted /s", "loop : interpreted", "a copy")
    for name in [*ours, *PEERS]:
        loop, plain, copies = best[name, "loop"], best.get((name, "interpreted")), best.get((name, "copies"))
        table.add_row(
            name if name in ours else f"OpenSpiel {name}",
            f"{loop:,.0f}",
            f"{best[name, 'python']:,.0f}",
            f"{plain:,.0f}" if plain else "–",
            f"{loop / plain:.1f}" if plain else "–",
            f"{1e9 / copies:.0f} ns" if copies else "–",
        )
    console.print(table)
    fastest = max(best[name, "loop"] for name in PEERS)
    console.print(f"dice game : fastest OpenSpiel game = {best['wizard_dice', 'loop'] / fastest:.2f}")
    console.print(f"`sortilege games`: {command_seconds():.2f} s")
    small, large = peak_megabytes(200), peak_megabytes(4000)
    console.print(f"peak memory of simulate: {small:.0f} MB for 200 games, {large:.0f} MB for 4,000")
    console.print(f"peak memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
