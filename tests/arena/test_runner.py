"""Many games on all cores: order, seeds, errors, Ctrl-C."""

import os
import signal
import time
from functools import partial

import pytest

from sortilege.arena.runner import Stopped, TaskFailed, game_seed, run, run_all
from sortilege.engine import FastChance


def throw(seed: str, number: int) -> tuple[int, int]:
    return number, int(FastChance(game_seed(seed, number)).below(1_000_000))


def fail_at(bad: int, number: int) -> int:
    if number == bad:
        raise ValueError("a die fell off the table")
    return number


def die_at(bad: int, number: int) -> int:
    if number == bad:
        os._exit(3)
    return number


def interrupt_at(bad: int, number: int) -> int:
    if number == bad:
        os.kill(os.getpid(), signal.SIGINT)
    return number


def sleep(number: int) -> int:
    time.sleep(0.002)
    return number


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    task = partial(throw, "dice")
    alone = list(run(task, range(300), jobs=1))
    assert alone == list(run(task, range(300), jobs=3))
    assert [number for number, _ in alone] == list(range(300))
    assert len({value for _, value in alone}) > 290


def test_a_series_can_begin_anywhere() -> None:
    task = partial(throw, "dice")
    assert list(run(task, range(290, 300), jobs=2)) == list(run(task, range(300), jobs=1))[290:]
    assert list(run(task, [], jobs=2)) == []


def test_an_error_names_the_game() -> None:
    with pytest.raises(TaskFailed, match=r"game 7 failed(.|\n)*a die fell off the table"):
        list(run(partial(fail_at, 7), range(20), jobs=2))
    with pytest.raises(ValueError, match="a die fell off the table"):
        list(run(partial(fail_at, 7), range(20), jobs=1))


def test_a_dead_worker_is_noticed() -> None:
    with pytest.raises(TaskFailed, match="has died"):
        list(run(partial(die_at, 5), range(20), jobs=2))


def test_control_c_keeps_what_is_done() -> None:
    assert list(run(partial(interrupt_at, 4), range(20), jobs=1)) == [0, 1, 2, 3, 4]
    usual = signal.getsignal(signal.SIGINT)
    kept = []
    for number in run(sleep, range(100_000), jobs=2):
        kept.append(number)
        if len(kept) == 5:
            os.kill(os.getpid(), signal.SIGINT)
    assert 5 <= len(kept) < 100_000
    assert kept == list(range(len(kept)))
    assert signal.getsignal(signal.SIGINT) is usual


def test_a_negative_number_of_jobs_is_refused() -> None:
    with pytest.raises(ValueError, match="0 \\(all cores\\) or more, not -2"):
        list(run(partial(throw, "x"), range(3), jobs=-2))


def test_what_makes_no_sense_in_part_is_given_as_a_whole() -> None:
    assert run_all(sleep, range(5), jobs=1) == [0, 1, 2, 3, 4]
    with pytest.raises(Stopped, match="stopped before all was measured"):
        run_all(partial(interrupt_at, 2), range(5), jobs=1)
