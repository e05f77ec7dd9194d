"""A match for two against an earlier version: each runs in its own Python, and hears the moves and outcomes only.

    make before BEFORE=fc09ca9
    .venv/bin/python benchmarks/against.py wizard_dice --before build/before/fc09ca9/.venv/bin/python --deals 50

A second of a bot is a second of the processor, so that nobody loses time where others use the machine too. Every deal
is played twice, with seats exchanged. Both must know the same cards: where they differ, it stops and says so. With
`--out FILE` what is played is kept, and the same command goes on; `--minutes` says when to leave off.

Shares of wins are told without luck too: what each throw or card added to the chance is taken away again, as the game's
sense works it out (`Sense.foresee`), or else by a short look at it and its like, weighed as the game's `analysis.toml`
says. Its mean is zero whoever plays, so only the interval is narrower.
"""

import argparse
import json
import math
import subprocess
import sys
import time
from pathlib import Path

PLAYER = """
import json, sys, time
time.perf_counter = time.thread_time
import sortilege
from sortilege.bots import Seat, bot
game = sortilege.game(sys.argv[1])
for line in sys.stdin:
    verb, *words = json.loads(line)
    answer = None
    if verb == "start":
        state, player = game.start(2), bot(words[0], words[1])
    elif verb == "choose":
        answer = player.choose(Seat(state, state.seat))
    elif verb == "play":
        state.advance(words[0])
    elif verb == "look":
        answer = [state.seat, state.moves() if state.seat >= 0 else [], state.sides() if state.seat == -1 else 0,
                  state.ranking() if state.seat == -2 else []]
    print(json.dumps(answer), flush=True)
"""


class Side:
    """One version in its process, and the bot that plays for it."""

    def __init__(self, python: str, game: str, bot: str) -> None:
        self.bot = bot
        self.process = subprocess.Popen(
            [python, "-c", PLAYER, game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def ask(self, *words: object) -> object:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(words), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


class Luck:
    """What outcomes add to the chance of a seat, by the sense of now: as it works them out, or by short looks."""

    def __init__(self, game: str, seat: int, deal: str) -> None:
        from sortilege import game as find_game
        from sortilege.analysis.budget import budget
        from sortilege.analysis.curve import worth_of_luck
        from sortilege.analysis.fate import Fate

        self.game, self.seat = find_game(game), seat
        self.state = self.game.start(2)
        self.sum = 0.0
        self.fate, self.worth = Fate(self.game, 2, deal, budget("quick")), worth_of_luck(self.game)

    def follow(self, move: int) -> None:
        if self.state.seat != -1:
            self.state.advance(move)
            return
        before = self.game.sense.foresee(self.state, self.seat)
        if before < 0:
            seen = self.fate.luck[self.seat]
            self.fate.threw(self.state, move)
            self.sum += self.worth * (self.fate.luck[self.seat] - seen)
        self.state.advance(move)
        if before >= 0:
            self.sum += self.chance() - before

    def chance(self) -> float:
        """As the sense took it before the throw: at the end it knows, and where it looks no further it is told."""
        state, sense = self.state, self.game.sense
        if state.seat == -2:
            ranking = state.ranking()
            return 0.5 if ranking[0] == ranking[1] else float(ranking[self.seat] == 1)
        return sense.told(state, self.seat) if len(sense.signs(state)) else sense.foresee(state, self.seat)


def play(sides: list[Side], game: str, deal: str, first: int) -> tuple[float, float]:
    """What the version of now gets, 1 for a win, and the same without luck; it sits on the seat `first`."""
    from sortilege.engine import FastChance

    chance, luck = FastChance(deal), Luck(game, first, deal)
    for number, side in enumerate(sides):
        side.ask("start", side.bot, f"{deal} {number}")
    while True:
        looks = [side.ask("look") for side in sides]
        if looks[0] != looks[1]:
            raise SystemExit(f"the rules are not the same: {looks[0]} now, {looks[1]} before")
        seat, _, outcomes, ranking = looks[0]  # type: ignore[misc]
        if seat == -2:
            won = 0.5 if ranking[0] == ranking[1] else float(ranking[first] == 1)
            return won, won - luck.sum
        if seat == -1:
            move: object = int(chance.below(outcomes))
        else:
            move = sides[0 if seat == first else 1].ask("choose")
        luck.follow(int(move))  # type: ignore[call-overload]
        for side in sides:
            side.ask("play", move)


def interval(means: list[float]) -> str:
    """The mean over deals in per cent, with its 95 % interval."""
    mean = sum(means) / len(means)
    error = math.sqrt(sum((each - mean) ** 2 for each in means) / max(1, len(means) - 1) / len(means))
    return f"{100 * mean:.1f} % ({100 * (mean - 1.96 * error):.1f} to {100 * (mean + 1.96 * error):.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--before", default=sys.executable, help="the Python of the earlier version")
    parser.add_argument("--bots", default="archmage:0.1s", help="for both, or one for now and one for before")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default="against")
    parser.add_argument("--out", type=Path, default=Path("/dev/null"))
    parser.add_argument("--minutes", type=float, default=math.inf)
    arguments = parser.parse_args()
    pythons = sys.executable, str(Path(arguments.before).absolute())
    bots = (arguments.bots.split(",") * 2)[:2]
    sides = [Side(python, arguments.game, bot) for python, bot in zip(pythons, bots)]
    kept = [json.loads(line) for line in arguments.out.read_text().splitlines()] if arguments.out.exists() else []
    until = time.monotonic() + 60 * arguments.minutes
    while len(kept) < arguments.deals and time.monotonic() < until:
        deal = f"{arguments.seed} {len(kept)}"
        both = [play(sides, arguments.game, deal, first) for first in (0, 1)]
        kept.append([sum(each) / 2 for each in zip(*both)])
        with arguments.out.open("a") as out:
            print(json.dumps(kept[-1]), file=out)
        won, without_luck = (interval(list(each)) for each in zip(*kept))
        told = f"{won}; without luck {without_luck}" if won != without_luck else won
        print(f"{arguments.game} {' against '.join(bots)}: {2 * len(kept)} games, {told}", flush=True)


if __name__ == "__main__":
    main()
