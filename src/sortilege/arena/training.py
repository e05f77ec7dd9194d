"""Networks that judge positions, fitted to games that the search plays with itself."""

import json
import math
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sortilege.arena.match import Course
from sortilege.arena.runner import game_seed, run
from sortilege.bots import bot
from sortilege.engine import FastChance, State
from sortilege.engine.extra import need
from sortilege.engine.weights import OWN, Weights, read_sheet
from sortilege.games import game as find_game

PART = 100  # games in a file of positions
EVERY = 3  # of so many decisions one is noted
TESTED = 10  # of so many games one is kept back, to see when to stop
BATCH = 256
LOOKING_ON = 0.9
"""How much of a mistake of the next step counts for the one before, where a game's own network learns."""
STEADY = (0.9, 0.999)  # how long the mean and the spread of the slopes are remembered


def need_all() -> None:
    """Long work finds out at its beginning that something is missing, not at its end."""
    for name in ("matplotlib", "numpy", "pyarrow"):
        need(name, "train")


@dataclass(frozen=True)
class Lessons:
    """What a network learns from: games of a bot with itself, by number, the same for the same seed."""

    game: str
    seats: int
    bot: str
    seed: str = "0"
    options: Mapping[str, object] = field(default_factory=dict)
    own: bool = False
    """Is it the network in the game's folder that learns?"""

    def play(self, number: int) -> "Written":
        """One game, and what every seat saw of it."""
        seed = game_seed(f"train {self.seed}", number)
        start = find_game(self.game).start(self.seats, **self.options)
        pages = OwnPages(self.game) if self.own else Pages(FastChance(f"pages {seed}"))
        players = [bot(self.bot, f"{seed}/{seat}") for seat in range(self.seats)]
        Course(start, players, FastChance(seed), pages).play()
        return Written(pages.rows, pages.shares)


class Written(NamedTuple):
    """Rows of one game, and the share of the win for each."""

    rows: list[bytes]
    shares: list[float]


class Pages:
    """The witness of a game to learn from."""

    def __init__(self, chance: FastChance) -> None:
        self.chance = chance
        self.rows: list[bytes] = []
        self.shares: list[float] = []

    def saw(self, state: State, moves: list[int], move: int) -> None:
        if self.chance.below(EVERY) == 0:
            self.rows += [state.observe(seat).tobytes() for seat in range(state.seats)]

    def ended(self, state: State) -> None:
        """The win, shared between equals."""
        ranking = state.ranking()
        each = [1 / ranking.count(1) if place == 1 else 0.0 for place in ranking]
        self.shares = each * (len(self.rows) // len(each))


class OwnPages(Pages):
    """The witness of a game whose own network learns: what that is shown, and what is worked out from there.

    What is worked out one step ahead rests on what the network tells there, so it learns also by how much that was
    wrong, and the steps after it, as far as everybody played what is worked out. Dice have no part in it.
    """

    def __init__(self, game: str) -> None:
        super().__init__(FastChance(0))
        self.game = game
        self.steps: list[Told] = []

    def saw(self, state: State, moves: list[int], move: int) -> None:
        sense = find_game(self.game).sense
        signs = sense.signs(state)
        chance = sense.foresee(state, state.seat) if len(signs) else -1.0
        if chance >= 0:
            self.rows.append(array("f", signs).tobytes())
            self.steps.append(Told(state.seat, sense.told(state, state.seat), chance))
        if self.steps and self.steps[-1].followed and len(moves) > 1:
            self.steps[-1].followed = sense.reckon(state, False) == move

    def ended(self, state: State) -> None:
        """How it ended does not matter: chances are steadier, and those of last rounds know the end."""
        mended, seat = 0.0, 0
        for step in reversed(self.steps):
            known = mended if step.seat == seat else -mended
            self.shares.append(min(1.0, max(0.0, step.chance + (known if step.followed else 0.0))))
            mended, seat = LOOKING_ON * (self.shares[-1] - step.told), step.seat
        self.shares.reverse()


@dataclass
class Told:
    """What a network was asked: by which seat, what it told, what was worked out, and whether that was played on."""

    seat: int
    told: float
    chance: float
    followed: bool = True


@dataclass(frozen=True)
class School:
    """A folder in which a network is made: settings, positions in Parquet, the network, plots."""

    lessons: Lessons
    path: Path

    def prepare(self) -> None:
        """Make the folder ready; a ValueError where it is about something else."""
        game = find_game(self.lessons.game)
        settings = {**asdict(self.lessons), "rules": game.rules_version, "content": game.content}
        game.settings(self.lessons.seats, self.lessons.options)
        bot(self.lessons.bot)
        self.path.mkdir(parents=True, exist_ok=True)
        sheet = self.path / "lessons.json"
        if sheet.exists() and json.loads(sheet.read_text(encoding="utf-8")) != settings:
            raise ValueError(f"{self.path} holds other games to learn from; choose another folder, or remove that one")
        sheet.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")

    def gather(self, games: int, jobs: int = 0, progress: str = "") -> bool:
        """Play the games that are not there yet; False where Ctrl-C came first, and whole files are kept."""
        missing = [part for part in range(math.ceil(games / PART)) if not self.part(part).exists()]
        numbers = [number for part in missing for number in range(part * PART, (part + 1) * PART)]
        results = run(self.lessons.play, numbers, jobs, progress)
        for part in missing:
            pages = [found for _, found in zip(range(PART), results)]
            if len(pages) < PART:
                return False
            self.write_part(part, pages)
        return True

    def part(self, part: int) -> Path:
        return self.path / f"positions-{part:04}.parquet"

    def write_part(self, part: int, pages: list[Written]) -> None:
        pyarrow = need("pyarrow", "train")
        numbers = [part * PART + each for each, found in enumerate(pages) for _ in found.rows]
        rows = [row for found in pages for row in found.rows]
        shares = [share for found in pages for share in found.shares]
        width = len(rows[0]) if rows else 4
        columns = {
            "game": pyarrow.array(numbers, pyarrow.int64()),
            "row": pyarrow.array(rows, pyarrow.binary(width)),
            "share": pyarrow.array(shares, pyarrow.float32()),
        }
        draft = self.path / "positions.draft"
        need("pyarrow.parquet", "train").write_table(pyarrow.table(columns), draft, compression="zstd")
        draft.replace(self.part(part))

    def read(self, games: int) -> "Examples":
        numpy = need("numpy", "train")
        parquet = need("pyarrow.parquet", "train")
        tables = [parquet.read_table(self.part(part)) for part in range(math.ceil(games / PART))]
        table = need("pyarrow", "train").concat_tables(tables)
        rows = b"".join(table.column("row").to_pylist())
        return Examples(
            numpy.frombuffer(rows, numpy.float32).reshape(table.num_rows, -1),
            table.column("share").to_numpy(),
            table.column("game").to_numpy() % TESTED == 0,
        )


@dataclass(frozen=True)
class Examples:
    """Rows of what seats saw, the share of the win that each got, and which are kept back."""

    rows: Any
    shares: Any
    tested: Any


@dataclass(frozen=True)
class Pace:
    """How fast a network learns: the rate of the first epoch, and whether it falls; how fast weights fade that are not
    needed; and when it ends, after so many epochs, or so many without a gain."""

    epochs: int
    rate: float
    falls: bool
    fading: float
    patience: int

    def at(self, epoch: int) -> float:
        return self.rate * (1 + math.cos(math.pi * epoch / self.epochs)) / 2 if self.falls else self.rate


RESULTS = Pace(epochs=40, rate=0.002, falls=False, fading=1e-4, patience=4)
WORKED_OUT = Pace(epochs=200, rate=0.01, falls=True, fading=1e-5, patience=200)
"""For chances, which have none of the noise of results."""
GOING_ON = Pace(epochs=40, rate=0.002, falls=True, fading=1e-5, patience=40)
"""From a network that there is already."""


@dataclass
class Learner:
    """A network while it learns: one hidden layer, by Adam's rule, from any examples of numpy."""

    numpy: Any
    width: int
    hidden: int
    seed: int
    pace: "Pace"
    start: Weights | None = None
    weights: list[Any] = field(default_factory=list)
    means: list[Any] = field(default_factory=list)
    spreads: list[Any] = field(default_factory=list)
    steps: int = 0
    rate: float = 0.0

    def __post_init__(self) -> None:
        numpy = self.numpy
        self.chance = numpy.random.default_rng(self.seed)
        self.weights = [each.astype(numpy.float32) for each in self.beginning()]
        self.means = [numpy.zeros_like(each) for each in self.weights]
        self.spreads = [numpy.zeros_like(each) for each in self.weights]

    def beginning(self) -> list[Any]:
        """The weights of a network that it goes on from, or any."""
        numpy, start = self.numpy, self.start
        if start:
            return [numpy.array(each) for each in (start.first, start.bias, start.last, [start.offset])]
        first = self.chance.normal(0, math.sqrt(2 / self.width), (self.width, self.hidden))
        last = self.chance.normal(0, math.sqrt(1 / self.hidden), self.hidden)
        return [first, numpy.zeros(self.hidden), last, numpy.zeros(1)]

    def chances(self, rows: Any) -> Any:
        return self.forward(rows)[1]

    def forward(self, rows: Any) -> tuple[Any, Any]:
        first, bias, last, offset = self.weights
        hidden = self.numpy.maximum(rows @ first + bias, 0)
        return hidden, 1 / (1 + self.numpy.exp(-(hidden @ last + offset[0])))

    def learn(self, rows: Any, shares: Any) -> None:
        """One step down the slope of the log loss."""
        hidden, found = self.forward(rows)
        first, _, last, _ = self.weights
        error = (found - shares) / len(rows)
        back = self.numpy.outer(error, last) * (hidden > 0)
        fading = self.pace.fading
        slopes = [
            rows.T @ back + fading * first, back.sum(0), hidden.T @ error + fading * last, error.sum(keepdims=True)
        ]  # fmt: skip
        self.steps += 1
        rate = self.rate * math.sqrt(1 - STEADY[1] ** self.steps) / (1 - STEADY[0] ** self.steps)
        for weight, mean, spread, slope in zip(self.weights, self.means, self.spreads, slopes):
            mean += (1 - STEADY[0]) * (slope - mean)
            spread += (1 - STEADY[1]) * (slope * slope - spread)
            weight -= rate * mean / (self.numpy.sqrt(spread) + 1e-8)

    def epoch(self, number: int, rows: Any, shares: Any) -> None:
        self.rate = self.pace.at(number)
        order = self.chance.permutation(len(rows))
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            self.learn(rows[some], shares[some])

    def loss(self, rows: Any, shares: Any) -> float:
        found = self.numpy.clip(self.chances(rows), 1e-6, 1 - 1e-6)
        return float(-(shares * self.numpy.log(found) + (1 - shares) * self.numpy.log(1 - found)).mean())


@dataclass
class Fit:
    """How it went: the losses by epoch, and the best weights."""

    learned: list[float] = field(default_factory=list)
    tested: list[float] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)


def fit(examples: Examples, hidden: int, pace: Pace, seed: int, start: Weights | None = None) -> Fit:
    """Learn until the games kept back are judged no better; repeatable from the seed."""
    numpy = need("numpy", "train")
    learner = Learner(numpy, examples.rows.shape[1], hidden, seed, pace, start)
    test, train = examples.tested, ~examples.tested
    rows, shares = examples.rows[train], examples.shares[train]
    found = Fit()
    if not (test.any() and train.any()):
        raise ValueError("there are no positions to learn from; play more games")
    for epoch in range(pace.epochs):
        learner.epoch(epoch, rows, shares)
        found.learned.append(learner.loss(rows[:20_000], shares[:20_000]))
        found.tested.append(learner.loss(examples.rows[test], examples.shares[test]))
        if found.tested[-1] == min(found.tested):
            found.weights = [each.copy() for each in learner.weights]
        elif len(found.tested) - found.tested.index(min(found.tested)) > pace.patience:
            break
    return found


@dataclass(frozen=True)
class Report:
    """What came of a training."""

    examples: int
    epochs: int
    loss: float
    network: Path

    def lines(self) -> Iterator[str]:
        yield f"{self.examples} positions, {self.epochs} epochs, log loss {self.loss:.4f} on games kept back"
        yield f"Network: {self.network}"


def train(school: School, games: int, hidden: int = 32, horizon: int = 1, epochs: int = 0) -> Report:
    """Fit a network to the games that are there, and write it with its plots."""
    examples, lessons = school.read(games), school.lessons
    start = goes_on_from(lessons, examples.rows.shape[1], hidden)
    pace = GOING_ON if start else WORKED_OUT if lessons.own else RESULTS
    found = fit(examples, hidden, replace(pace, epochs=epochs or pace.epochs), 0, start)
    first, bias, last, offset = found.weights
    origin = {"games": games, "bot": lessons.bot, "seed": lessons.seed, "loss": round(min(found.tested), 4)}
    weights = Weights(
        lessons.seats, horizon, first.tolist(), bias.tolist(), last.tolist(), float(offset[0]), origin
    )  # fmt: skip
    path = school.path / "network.json"
    weights.write(path, find_game(lessons.game), lessons.own)
    draw_plots(school.path, examples, found)
    return Report(len(examples.shares), len(found.tested), min(found.tested), path)


def goes_on_from(lessons: Lessons, width: int, hidden: int) -> Weights | None:
    """The network in the game's folder, where it is that one which learns and its size is the wanted one."""
    path = find_game(lessons.game).folder / OWN
    found = read_sheet(path)[1] if lessons.own and path.exists() else None
    return found if found and (len(found.first), len(found.bias)) == (width, hidden) else None


def draw_plots(folder: Path, examples: Examples, found: Fit) -> None:
    """The losses by epoch, and how true the chances are on the games kept back."""
    from sortilege.arena.reports.plots import draw

    learner = Learner(need("numpy", "train"), examples.rows.shape[1], len(found.weights[1]), 0, RESULTS)
    learner.weights = found.weights
    chances = learner.chances(examples.rows[examples.tested])
    shares = examples.shares[examples.tested]
    curve = draw("Log loss by epoch", partial(paint_losses, found))
    truth = draw("Chances told, and what came of them", partial(paint_truth, chances, shares))
    (folder / "losses.svg").write_text(curve, encoding="utf-8")
    (folder / "truth.svg").write_text(truth, encoding="utf-8")


def paint_losses(found: Fit, axes: Any) -> None:
    epochs = range(1, len(found.tested) + 1)
    axes.plot(epochs, found.learned, label="games learned from")
    axes.plot(epochs, found.tested, label="games kept back")
    axes.set_xlabel("epoch")
    axes.legend(frameon=False)


def paint_truth(chances: Any, shares: Any, axes: Any) -> None:
    axes.plot([0, 1], [0, 1], linestyle=":", linewidth=1)
    tenths = [(chances * 10).astype(int).clip(0, 9) == tenth for tenth in range(10)]
    kept = [which for which in tenths if which.any()]
    axes.plot([chances[which].mean() for which in kept], [shares[which].mean() for which in kept], "o-")
    axes.set_xlabel("chance told")
    axes.set_ylabel("share of wins")
