"""Many games on all cores.

    def length(number: int) -> int:            # at the top of a module, so that other processes can import it
        chance = FastChance(game_seed("my study", number))
        ...

    for decisions in run(length, range(10_000), progress="Playing"):
        ...

`task` is called once for every number, in other processes where there are several jobs; it must be picklable: a
function of a module, a `functools.partial` of one, or a frozen dataclass with `__call__`. Results come in the order of
the numbers. A task that takes all its randomness from `game_seed(seed, number)` gives the same results for any number
of jobs.

Only a few results wait in memory at any time. Ctrl-C ends the iteration after the results that are complete, in order,
so that what was done is kept; a caller that counts them knows where to go on. A script that calls `run` with several
jobs needs the usual `if __name__ == "__main__":`.
"""

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")

CLUSTER: list[str] = []
"""The address of the cluster that plays, if one does."""
SPELL = 0.25
"""Seconds of work that a worker is handed at a time."""


class TaskFailed(RuntimeError):
    """A task raised an error, or its process died; the message says in which game."""


class Stopped(ValueError):
    """Ctrl-C came before all was done."""


def game_seed(seed: object, number: int) -> str:
    """The seed of one game of a series."""
    return f"{seed}/{number}"


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(task: Callable[[int], Result], numbers: Sequence[int], jobs: int = 0, progress: str = "") -> Iterator[Result]:
    """The result of the task for every number, in order. Jobs 0 means all cores; progress is the title of a bar."""
    if jobs < 0:
        raise ValueError(f"the number of jobs is 0 (all cores) or more, not {jobs}")
    jobs = min(jobs or cores(), len(numbers))
    with Interrupt() as interrupt, progress_bar(progress, len(numbers)) as bar:
        for result in results_of(task, numbers, jobs, interrupt):
            yield result
            bar.advance()


def results_of(
    task: Callable[[int], Result], numbers: Sequence[int], jobs: int, interrupt: "Interrupt"
) -> Iterator[Result]:
    if CLUSTER:
        from sortilege.arena.cluster import clustered

        return clustered(task, numbers, CLUSTER[-1], interrupt)
    return spread(task, numbers, jobs, interrupt) if jobs > 1 else in_turn(task, numbers, interrupt)


def use_cluster(address: str) -> None:
    """From now on games are played on the machines of a Ray cluster."""
    CLUSTER.append(address)


def run_all(task: Callable[[int], Result], numbers: Sequence[int], jobs: int = 0) -> list[Result]:
    """All the results, for what makes no sense with fewer."""
    results = list(run(task, numbers, jobs))
    if len(results) < len(numbers):
        raise Stopped("stopped before all was measured; the same command goes on with the matches that are kept")
    return results


class Interrupt:
    """Ctrl-C as a flag; a second Ctrl-C interrupts as usual."""

    def __init__(self) -> None:
        self.called = False
        self.usual: Any = None

    def __enter__(self) -> "Interrupt":
        if threading.current_thread() is threading.main_thread():
            self.usual = signal.signal(signal.SIGINT, self.note)
        return self

    def note(self, number: int, frame: FrameType | None) -> None:
        self.called = True
        signal.signal(signal.SIGINT, self.usual)

    def __exit__(self, *error: object) -> None:
        if self.usual is not None:
            signal.signal(signal.SIGINT, self.usual)


class Silence:
    def advance(self) -> None:
        """Nothing is shown."""


class Bar:
    """A line with what is done and the time left, on the error stream."""

    def __init__(self, title: str, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeElapsedColumn as Elapsed
        from rich.progress import TimeRemainingColumn as Remaining

        self.rich = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            Elapsed(),
            TextColumn("left"),
            Remaining(),
            console=Console(stderr=True),
        )
        self.line = self.rich.add_task(title, total=total)

    def __enter__(self) -> "Bar":
        self.rich.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.rich.stop()

    def advance(self) -> None:
        self.rich.advance(self.line)


def progress_bar(title: str, total: int) -> AbstractContextManager[Bar | Silence]:
    return Bar(title, total) if title else nullcontext(Silence())


def in_turn(task: Callable[[int], Result], numbers: Sequence[int], interrupt: Interrupt) -> Iterator[Result]:
    for number in numbers:
        if interrupt.called:
            return
        yield task(number)


class Worker(Generic[Result]):
    """A process that works on one batch of numbers at a time."""

    def __init__(self, task: Callable[[int], Result]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(task, other), daemon=True)
        self.process.start()
        other.close()
        self.first = 0

    def give(self, first: int, batch: Sequence[int]) -> None:
        self.first = first
        self.pipe.send(batch)

    def take(self) -> tuple[list[Result], float]:
        try:
            results, seconds, error = self.pipe.recv()
        except EOFError:
            raise TaskFailed(f"the process that worked from game {self.first} on has died") from None
        if error:
            raise TaskFailed(error)
        return results, seconds

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def serve(task: Callable[[int], Result], pipe: Connection) -> None:
    """What a worker does until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            batch = pipe.recv()
        except EOFError:
            return
        started = time.perf_counter()
        results: list[Result] = []
        error = ""
        try:
            for number in batch:
                results.append(task(number))
        except Exception:
            error = f"game {number} failed:\n{traceback.format_exc()}"
        pipe.send((results, time.perf_counter() - started, error))


def spread(task: Callable[[int], Result], numbers: Sequence[int], jobs: int, interrupt: Interrupt) -> Iterator[Result]:
    """Batches to several workers, results in order. No worker runs more than a few batches ahead of the slowest."""
    workers: list[Worker[Result]] = [Worker(task) for _ in range(jobs)]
    try:
        yield from Dealer(workers, numbers, interrupt).results()
    finally:
        for worker in workers:
            worker.stop()


class Dealer(Generic[Result]):
    """Hands out batches whose size follows the time that a number takes."""

    def __init__(self, workers: list[Worker[Result]], numbers: Sequence[int], interrupt: Interrupt) -> None:
        self.numbers = numbers
        self.interrupt = interrupt
        self.idle = list(workers)
        self.busy: dict[Any, Worker[Result]] = {}
        self.done: dict[int, list[Result]] = {}
        self.given = 0
        self.shown = 0
        self.size = 1

    def results(self) -> Iterator[Result]:
        while self.shown < len(self.numbers) and not self.interrupt.called:
            self.hand_out()
            self.collect()
            while self.shown in self.done:
                batch = self.done.pop(self.shown)
                self.shown += len(batch)
                yield from batch

    def hand_out(self) -> None:
        ahead = self.shown + 8 * self.size * (len(self.idle) + len(self.busy))
        while self.idle and self.given < min(ahead, len(self.numbers)):
            worker = self.idle.pop()
            batch = self.numbers[self.given : self.given + self.size]
            worker.give(self.given, batch)
            self.given += len(batch)
            self.busy[worker.pipe] = worker

    def collect(self) -> None:
        for pipe in wait(list(self.busy), timeout=0.2):
            worker = self.busy.pop(pipe)
            results, seconds = worker.take()
            self.done[worker.first] = results
            self.idle.append(worker)
            pace = len(results) * SPELL / max(seconds, 1e-6)
            self.size = max(1, min(int(pace), 2 * self.size, 10_000))
