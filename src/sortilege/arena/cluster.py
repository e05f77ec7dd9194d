"""Many games on the machines of a Ray cluster: the same results, game by game, as on one machine."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from sortilege.arena.runner import SPELL, Interrupt, TaskFailed

Result = TypeVar("Result")

TRIES = 5
"""So often a batch is tried whose machine was lost. Games are settled by seed and number: nothing is counted twice."""
BATCHES_AHEAD = 3
"""So many for each processor of the cluster are given out before their turn comes."""


def play_batch(task: Callable[[int], Result], batch: Sequence[int]) -> tuple[list[Result], float]:
    """What a machine of the cluster does."""
    begun = time.perf_counter()
    return [task(number) for number in batch], time.perf_counter() - begun


def clustered(
    task: Callable[[int], Result], numbers: Sequence[int], address: str, interrupt: Interrupt
) -> Iterator[Result]:
    """Batches to the cluster at this address, results in order."""
    ray = connected(address)
    remote = ray.remote(max_retries=TRIES, num_cpus=1)(play_batch)
    shared = ray.put(task)
    batches: list[Any] = []
    given, size = 0, 1
    while (batches or given < len(numbers)) and not interrupt.called:
        ahead = BATCHES_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while given < len(numbers) and len(batches) < ahead:
            batches.append(remote.remote(shared, numbers[given : given + size]))
            given = min(len(numbers), given + size)
        if not ray.wait(batches[:1], timeout=0.2)[0]:
            continue
        try:
            results, seconds = ray.get(batches.pop(0))
        except ray.exceptions.RayError as error:
            raise TaskFailed(f"the cluster could not play a batch: {error}") from None
        size = max(1, min(int(len(results) * SPELL / max(seconds, 1e-6)), 2 * size, 10_000))
        yield from results
    for left in batches:
        ray.cancel(left)


def connected(address: str) -> Any:
    """Ray, connected to a cluster; `local` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise ValueError("a cluster needs Ray; install it with: pip install 'sortilege[cluster]'") from None
    if not ray.is_initialized():
        try:
            own: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
        except ConnectionError as error:
            raise ValueError(f"there is no cluster at {address}: {error}") from None
    return ray
