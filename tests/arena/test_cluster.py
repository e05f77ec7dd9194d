"""Games on a Ray cluster: the same as on one machine."""

from collections.abc import Iterator

import pytest

from sortilege.arena import runner
from sortilege.arena.match import GameResult, Match

ray = pytest.importorskip("ray")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runner, "CLUSTER", ["local"])
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_a_cluster_plays_the_same_games_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("wizard_dice", ("greedy", "random"), 2, "cluster")
    there = runner.run_all(match, range(12))
    monkeypatch.setattr(runner, "CLUSTER", [])
    here = runner.run_all(match, range(12), jobs=1)
    assert [played(result) for result in there] == [played(result) for result in here]


@pytest.mark.long
def test_what_a_machine_had_in_hand_that_was_lost_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    machines = pytest.importorskip("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost, match = machines.add_node(num_cpus=1), Match("wizard_dice", ("greedy", "random"), 2, "lost")
    monkeypatch.setattr(runner, "CLUSTER", [machines.address])
    there = []
    try:
        for result in runner.run(match, range(60)):
            there.append(played(result))
            if len(there) == 5:
                machines.remove_node(lost, allow_graceful=False)
    finally:
        ray.shutdown()
        machines.shutdown()
    monkeypatch.setattr(runner, "CLUSTER", [])
    assert there == [played(result) for result in runner.run_all(match, range(60), jobs=1)]


def played(result: GameResult) -> tuple[object, ...]:
    """All but how long it took."""
    return result.number, result.bots, result.scores, result.ranking, result.decisions, result.choices
